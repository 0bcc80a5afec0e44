#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// What shows that two nodes of two models are the same node.
enum class MatchedBy : std::uint8_t {
    identity,  ///< the id, or the record of the rewrite that made the node
    name,      ///< the name of the node or of its output
    structure, ///< all that leads to the node, or all that follows it
    place,     ///< matched neighbours
    hand,      ///< the user says so
};
inline constexpr std::size_t kMatchedByCount = 5;
/// "name": the name in texts and JSON.
std::string_view matchedByName(MatchedBy by);

struct NodePair {
    NodeId a, b;
    MatchedBy by = MatchedBy::name;
};

/// Which nodes of model A and model B are the same, in all graphs, bodies and functions.
struct NodeMatching {
    std::vector<NodePair> pairs;  ///< ascending by `a`
    std::vector<NodeId> inB, inA; ///< by NodeId of the other model; none: no partner
    std::vector<std::pair<GraphId, GraphId>> graphs; ///< the main graphs first
    /// The nodes of B that an unmatched node of A became: fused into, split into …; a matched node
    /// where that was merged into it.
    std::unordered_map<NodeId, std::vector<NodeId>> becameInB;
    /// The other way round.
    std::unordered_map<NodeId, std::vector<NodeId>> cameFromA;

    [[nodiscard]] NodeId partnerOfA(NodeId a) const {
        return a.value < inB.size() ? inB[a.value] : NodeId{};
    }
    [[nodiscard]] NodeId partnerOfB(NodeId b) const {
        return b.value < inA.size() ? inA[b.value] : NodeId{};
    }
};

/// Matches the nodes of two models. `sameDocument`: both are states of one document, whose ids are
/// never reused; otherwise nodes are matched by name and then by structure, or by structure first
/// where names are numbers that have shifted. Takes time linear in the models; swapping the models
/// swaps the result. Fails when cancelled.
/// `byHand`: pairs that are matched whatever else speaks for other ones; those that a model has not,
/// and nodes that are in an earlier pair, are passed over.
Result<NodeMatching> matchNodes(const Model& a, const Model& b, bool sameDocument,
                                const Progress& progress = {},
                                const std::vector<std::pair<NodeId, NodeId>>& byHand = {});

} // namespace partita
