#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/base/buffer.h"
#include "core/provider/execution_provider.h"

namespace partita {

// The binary format of Partita's own NPU: named graphs and the tensors that they share.
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
// Numbers are little-endian. A graph is an ONNX model without documentation and metadata. Its
// tensors of 64 bytes or more have the external location "tensor" and their index in the tensor
// table as offset. Equal tensors are stored once. "program" is what the device's compiler
// decided, as text; "saved" the bytes of tensors that equal another one. Checksums are those of
// `checksumOf`; opening a container verifies all of them.

/// A container's table of contents.
struct ContainerInfo {
    std::string sdk, hardware;
    struct Entry {
        std::string name; ///< graph name
        std::uint64_t bytes = 0;
    };
    std::vector<Entry> graphs;
    std::size_t tensors = 0;
    std::uint64_t tensorBytes = 0;
    std::uint64_t savedBytes = 0; ///< of tensors that equal another one and are not stored again
};

inline constexpr std::uint32_t kContainerVersion = 3;

/// Checksum of `bytes` in a container of that version: 64-bit XXH3. Version 2 has a weaker sum that
/// misses some damage.
std::uint64_t checksumOf(Bytes bytes, std::uint32_t version = kContainerVersion);

/// Writes the parts as one container; parts must have unique names.
Result<ContextBinary> writeContainer(const std::vector<ContextPart>& parts, const std::string& sdk,
                                     const std::string& hardware);

/// Whether the bytes start with the container's magic.
bool isContainer(Bytes bytes);

/// A container with the named graphs of `whole` and the tensors that they need; `whole` itself
/// where it has no other graphs. Fails for a name that `whole` does not have.
Result<Buffer> containerOf(const Buffer& whole, const std::set<std::string>& graphs);

/// An open container whose checksums were verified; graphs are parsed on demand.
class Container {
public:
    /// Fails with the code INVALID_GRAPH where format version, `sdk`, `hardware` or a checksum does
    /// not match. Empty `sdk` and `hardware` match any.
    static Result<Container> open(const Buffer& bytes, const std::string& sdk = {},
                                  const std::string& hardware = {});
    [[nodiscard]] const ContainerInfo& info() const { return m_info; }
    /// A graph whose tensors refer to the container's bytes. Fails for an unknown name.
    [[nodiscard]] Result<Model> graph(const std::string& name) const;
    /// The text of the graph's compiled program; empty for an unknown name.
    [[nodiscard]] std::string program(const std::string& name) const;

private:
    ContainerInfo m_info;
    std::vector<std::string> m_programs; ///< in the order of the graphs
    std::vector<Buffer> m_graphs, m_tensors;
};

} // namespace partita
