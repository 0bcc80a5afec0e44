#pragma once

#include "core/scene/node_colouring.h"
#include "core/tasks/prediction_check.h"

namespace partita {

// Colours by what a real runtime wrote. A key stands at the place of its colour; places between them
// have an empty text, and legends leave them out. The texts of the keys are in the user's language.

/// By the provider that ran a node: the CPU has the colour of the last provider of a prediction, the
/// others those of the first ones. A group has the colour of most of its nodes.
[[nodiscard]] NodeColouring colouringByMeasured(const MeasuredPlacement& measured,
                                                const GraphScene& scene);
/// By whether the prediction is right; a group in which some node differs is of those.
[[nodiscard]] NodeColouring colouringByCheck(const Partitioning& predicted,
                                             const MeasuredPlacement& measured,
                                             const PredictionCheck& check, const GraphScene& scene);
/// By the times of the record; a group has the sum, in which nodes that ran as one count once.
[[nodiscard]] NodeColouring colouringByRecordedTime(const MeasuredPlacement& measured,
                                                    const GraphScene& scene);

} // namespace partita
