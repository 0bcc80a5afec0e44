#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/ep_context.h"

namespace partita {

// How large a binary, in bytes, may be to be read for what is inside. Its checksums are computed,
// so that all of it comes from the disk.

/// To count nodes, which a command and a thread in the background wait for: about a second.
inline constexpr std::uint64_t kMostBytesCounted = std::uint64_t{1} << 30;
/// To list graphs for what is selected, which the window waits for: some hundredths of a second.
inline constexpr std::uint64_t kMostBytesListed = std::uint64_t{64} << 20;

/// A compiled graph in the binary of an EPContext node, as far as its format is known.
struct ContextGraph {
    std::string name;
    std::vector<std::string> inputs, outputs; ///< "x 1×4 fp32"; empty: the format does not tell
    std::size_t nodes = 0;                    ///< 0: the format does not tell
    std::uint64_t bytes = 0;                  ///< 0: the format does not tell
    bool isNodes = false;                     ///< the one that the node runs
};

/// The graphs in the binary of one of the EPContext nodes `all` of a model; of a node
/// that holds none, that of the main node of its source. Fails where the binary cannot be read, or
/// has more than `most` bytes.
Result<std::vector<ContextGraph>> contextContent(const EpContext& node,
                                                 const std::vector<EpContext>& all,
                                                 const BinaryPlaces& places, std::uint64_t most);

/// The compiled nodes of a model, counted.
struct CompiledNodes {
    std::size_t compiled = 0;
    std::optional<std::size_t> inside; ///< nodes of the graphs that they run; nothing: not known

    /// "2 compiled (14 nodes inside)"; empty: there are none.
    [[nodiscard]] Message text() const;
    friend bool operator==(const CompiledNodes&, const CompiledNodes&) = default;
};

/// What is inside is known where it is known of all of them; each binary is read once, unless it has
/// more than `most` bytes.
CompiledNodes compiledNodesOf(const Model& model, const BinaryPlaces& places,
                              std::uint64_t most = kMostBytesCounted);

} // namespace partita
