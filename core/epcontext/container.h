#pragma once

#include <string>
#include <vector>

#include "core/base/buffer.h"
#include "core/runtime/execution_provider.h"

namespace partita {

// The binary of our own NPU: graphs by name and the tensors that they share.
//
//   0  "PRTNPUC1"                    magic
//   8  u32 version (1), u32 0
//  16  u64 bytes of the whole file
//  24  u64 offset, u64 bytes, u64 checksum of the index
//  48  16 bytes 0
//  64  tensors and graphs, each at a multiple of 64
//      the index: JSON {"sdk", "hardware", "graphs": [{"name", "offset", "size", "checksum"}],
//      "tensors": [{"offset", "size", "checksum"}]}
//
// Numbers are little-endian. A graph is an ONNX model; its tensors of 64 bytes or more have the
// external location "tensor" and their place in the table as offset. Equal tensors are there once.
// Checksums are FNV-1a of 64 bits; all are compared when a container is opened.

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
};

Result<ContextBinary> writeContainer(const std::vector<ContextPart>& parts, const std::string& sdk,
                                     const std::string& hardware);

bool isContainer(Bytes bytes);

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

private:
    ContainerInfo m_info;
    std::vector<Buffer> m_graphs, m_tensors;
};

} // namespace partita
