#pragma once

#include <functional>

#include "core/compare/time_difference.h"
#include "core/scene/node_colouring.h"
#include "core/tasks/records/prediction_check.h"

namespace partita {

// Colours by what a real runtime wrote. A key stands at the place of its colour; places between them
// have an empty text, and legends leave them out. `words` puts the texts of the keys into the user's
// language.

using Words = std::function<std::string(const Message&)>;

/// By the provider that ran a node: the CPU has the colour of the last provider of a prediction, the
/// others those of the first ones. A group has the colour of most of its nodes.
[[nodiscard]] NodeColouring colouringByMeasured(const MeasuredPlacement& measured,
                                                const GraphScene& scene, const Words& words);
/// By whether the prediction is right; a group in which some node differs is of those.
[[nodiscard]] NodeColouring colouringByCheck(const Partitioning& predicted,
                                             const MeasuredPlacement& measured,
                                             const PredictionCheck& check, const GraphScene& scene,
                                             const Words& words);
/// By the times of the record; a group has the sum, in which nodes that ran as one count once.
[[nodiscard]] NodeColouring colouringByRecordedTime(const MeasuredPlacement& measured,
                                                    const GraphScene& scene);
/// By the change of the times of both sides of a comparison. `ofSide`: the node of side A, or else of
/// side B, that a node of the scene is; a group has the sum of what ran in it.
[[nodiscard]] NodeColouring colouringByTimeDifference(const TimeDifferences& times, bool isA,
                                                      const GraphScene& scene,
                                                      const std::function<NodeId(NodeId)>& ofSide);

} // namespace partita
