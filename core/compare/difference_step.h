#pragma once

#include "core/compare/model_differences.h"

namespace partita {

/// Two compared models as one step of one document: what they share has the ids of B.
struct DifferenceStep {
    ModelDelta delta; ///< from A to B
    /// The ids, in the model before the step, of the nodes that only A has.
    std::unordered_map<NodeId, NodeId> removed;
};

/// Makes the step. Nodes that do not differ are the same objects in both models, so that the step
/// marks what differs and nothing else. The model before the step is for display: a removed node has
/// no bodies, and facts about the model as a whole are those of B.
DifferenceStep stepOf(const Model& a, const Model& b, const ModelDifferences& differences);

} // namespace partita
