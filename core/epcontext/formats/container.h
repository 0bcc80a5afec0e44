#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/base/buffer.h"
#include "core/provider/execution_provider.h"

namespace partita {

// The binary of our own NPU: graphs by name and the tensors that they share.
//
//   0  "PRTNPUC1"                    magic
//   8  u32 version (3; 2 is read, too), u32 0
//  16  u64 bytes of the whole file
//  24  u64 offset, u64 bytes, u64 checksum of the index
//  48  16 bytes 0
//  64  tensors and graphs, each at a multiple of 64
//      the index: JSON {"sdk", "hardware", "saved", "graphs": [{"name", "offset", "size",
//      "checksum", "program"}], "tensors": [{"offset", "size", "checksum"}]}
//
// Numbers are little-endian. A graph is an ONNX model without documentation and metadata; its
// tensors of 64 bytes or more have the external location "tensor" and their place in the table as
// offset. Equal tensors are there once. "program" is what the device's compiler decided, "saved"
// the bytes of tensors that were equal to others. Checksums are those of `checksumOf`; all are
// compared when a container is opened.

/// What a container says of itself, for `info`.
struct ContainerInfo {
    std::string sdk, hardware;
    struct Entry {
        std::string name; ///< of a graph
        std::uint64_t bytes = 0;
    };
    std::vector<Entry> graphs;
    std::size_t tensors = 0;
    std::uint64_t tensorBytes = 0;
    std::uint64_t savedBytes = 0; ///< of equal tensors that are there once
};

inline constexpr std::uint32_t kContainerVersion = 3;

/// What a container of this version has as the checksum of `bytes`: XXH3 of 64 bits. Version 2 had
/// a sum that misses some damage.
std::uint64_t checksumOf(Bytes bytes, std::uint32_t version = kContainerVersion);

Result<ContextBinary> writeContainer(const std::vector<ContextPart>& parts, const std::string& sdk,
                                     const std::string& hardware);

bool isContainer(Bytes bytes);

/// A container with only some of the graphs of another one, and the tensors that they need; the same
/// where it has no others. Fails for a name that it does not have.
Result<Buffer> containerOf(const Buffer& whole, const std::set<std::string>& graphs);

/// A container that was found whole; graphs are read when they are asked for.
class Container {
public:
    /// Fails, in the words of INVALID_GRAPH, where version, device or any checksum is not what it
    /// should be. Empty `sdk` and `hardware`: any.
    static Result<Container> open(const Buffer& bytes, const std::string& sdk = {},
                                  const std::string& hardware = {});
    [[nodiscard]] const ContainerInfo& info() const { return m_info; }
    /// A graph with its tensors, which stay where they are. Fails for a name that is not there.
    [[nodiscard]] Result<Model> graph(const std::string& name) const;
    /// What the device's compiler decided about it; empty for a name that is not there.
    [[nodiscard]] std::string program(const std::string& name) const;

private:
    ContainerInfo m_info;
    std::vector<std::string> m_programs; ///< beside the graphs
    std::vector<Buffer> m_graphs, m_tensors;
};

} // namespace partita
