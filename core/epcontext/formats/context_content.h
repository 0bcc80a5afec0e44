#pragma once

#include <string>
#include <vector>

#include "core/ir/ep_context.h"

namespace partita {

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

} // namespace partita
