#pragma once

#include <vector>

#include "core/tasks/scenario/scenario.h"

namespace partita {

/// Changes that fix every open size of a model's inputs: each symbol, and the whole shape of each
/// input with a size that has no name. A scenario applies them in any order. Sizes are 1, but for
/// sides that windows are moved along: with 1, the model could not run.
std::vector<ScenarioChange> openSizesOf(const Model& model);

/// Whether a device declines a node for an open size.
bool declinesOpenSizes(const Partitioning& placed);

} // namespace partita
