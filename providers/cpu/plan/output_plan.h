#pragma once

#include <vector>

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// The memory of the first output of one planned node.
struct OutputPlan {
    NodeMemory memory;
    ValueId sharesWith; ///< the input whose memory it shares or overwrites; none: its own
    std::vector<bool> acceptsStrides; ///< by input of the record: takes any memory order
};

/// Decides for each node of a fused program whether its first output may be strided (all its
/// readers take any memory order), is a view of an input (Reshape, Transpose …), or overwrites an
/// input that nobody reads any more. Values that a graph returns or another partition reads stay as
/// they are.
std::vector<OutputPlan> planOutputs(const FusionGraph& graph);

} // namespace partita::cpu
