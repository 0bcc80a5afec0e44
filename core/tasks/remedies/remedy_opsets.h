#pragma once

#include <functional>
#include <vector>

#include "core/tasks/remedies/remedy_goal.h"

namespace partita {

/// The nodes that a provider declines for the version of their operator.
std::vector<NodeId> nodesOfOtherOpsets(const Partitioning& placed);

/// Opsets of ONNX's domain in which a device would take nodes that it declines for the version of
/// their operator, the most promising for a goal first: judged by `optimized`, the model that is placed, with
/// only its opset changed, so the model that is really converted decides. `placed` is about `model`.
/// `mayTry` is asked before each placement.
std::vector<int> opsetsWorthTrying(const Model& model, const Model& optimized,
                                   const Partitioning& placed, RemedyGoal goal,
                                   const ProviderList& providers, const Progress& progress,
                                   const std::function<bool()>& mayTry);

} // namespace partita
