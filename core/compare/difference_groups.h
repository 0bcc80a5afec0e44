#pragma once

#include "core/compare/model_differences.h"

namespace partita {

/// Nodes of one operator that differ in the same way.
struct DifferenceGroup {
    NodeDifference::Status status = NodeDifference::Status::changed;
    std::string opType;
    Message cause; ///< "fused into Gemm", "attribute alpha: 1 → 2"
    DifferenceKind kind = DifferenceKind::operators; ///< of `changed`: its first kind
    std::vector<std::size_t> members; ///< in ModelDifferences::nodes, the most damage gone first
    Damage gone{};                    ///< of all members together, as in `NodeDifference`
};

/// The differences of nodes in groups, those with the most damage gone first: partitions, then bytes.
/// Where this is equal or unknown, changes come by their kind, then added and removed nodes, larger
/// groups first.
std::vector<DifferenceGroup> groupDifferences(const ModelDifferences& differences, const Model& a,
                                              const Model& b);

/// "attribute alpha: 1 → 2"; for a tensor with its figures.
Message changeText(const PropertyChange& change);
/// "removed", "added", "changed": the names in texts and JSON.
std::string_view statusName(NodeDifference::Status status);
/// The node in the model that has it; of a changed one, in B.
const Node& nodeOf(const NodeDifference& difference, const Model& a, const Model& b);

} // namespace partita
