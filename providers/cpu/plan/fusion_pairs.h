#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Joins pairs of convolutions (`DepthwiseStep`) that read the same image by the same window into one
/// kernel with an output for each, as the heads of a detector are, where together they fill the panels
/// of 16 filters better than each for itself. Declines for pairs with activations.
void joinPairs(FusionGraph& graph);

} // namespace partita::cpu
