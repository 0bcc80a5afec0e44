#pragma once

#include "core/compare/node_matching.h"
#include "core/compare/node_signatures.h"

namespace partita {

/// The pairs found so far, and what they are found by.
struct NodePairs {
    NodePairs(NodeSignatures ofA, NodeSignatures ofB);

    NodeSignatures a, b;
    std::vector<NodePair> all;
    std::vector<NodeId> inB, inA; ///< by NodeId of the other model

    [[nodiscard]] bool isFree(NodeId ofA, NodeId ofB) const {
        return !inB[ofA.value] && !inA[ofB.value];
    }
    void match(NodeId ofA, NodeId ofB, MatchedBy by);
};

/// Whether two nodes call the same operator.
bool sameOperator(const Node& a, const Node& b);

/// Matches the nodes of two graphs that are the same graph. Takes time linear in their edges.
void matchGraph(NodePairs& pairs, GraphId a, GraphId b);

/// Matches nodes without a partner by names that are unique among these nodes of each model, in
/// whatever graph they are.
void matchAcrossGraphs(NodePairs& pairs);

} // namespace partita
