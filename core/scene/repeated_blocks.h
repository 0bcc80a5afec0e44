#pragma once

#include <string>
#include <vector>

#include "core/scene/outline.h"

namespace partita {

/// A block that stands several times in a model: the same operators, joined in the same way.
struct RepeatedBlock {
    /// One of the blocks.
    struct Place {
        const GraphOutline* graph = nullptr;
        const NodeGroup* group = nullptr;
        std::size_t variant = 0; ///< index in `variants`
    };
    /// Blocks that are placed alike: node for node on the same providers, cut at the same nodes.
    struct Variant {
        std::size_t blocks = 0;
        std::vector<std::size_t> byProvider; ///< nodes of one block
        std::size_t cuts = 0;                ///< partitions that begin inside of one block
    };

    std::string title;             ///< of all its places: "layers.0–11"; may be empty
    std::string operators;         ///< the most frequent of one block
    std::size_t nodes = 0;         ///< in each block
    std::vector<Place> places;     ///< in execution order
    std::vector<Variant> variants; ///< the most frequent first
    std::size_t partitions = 0;    ///< that have nodes of the blocks
    std::size_t boundaries = 0;    ///< boundary tensors that its nodes make or read

    [[nodiscard]] std::vector<NodeId> nodesOf(const Place& place) const;
    [[nodiscard]] std::vector<NodeId> allNodes() const;
};

/// The repeated blocks among the groups of a model, those with the most nodes first. A block that
/// only stands inside of another one, equally often in each, is listed as well.
std::vector<RepeatedBlock> repeatedBlocks(const Model& model, const Partitioning& partitioning,
                                          const Outline& outline);

} // namespace partita
