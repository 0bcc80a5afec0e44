#pragma once

#include <vector>

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// How the first output of one planned node may lie in memory.
struct OutputPlan {
    NodeMemory memory;
    ValueId sharesWith; ///< the input whose memory it uses, as a view or in place; none: its own
    std::vector<bool> acceptsStrides; ///< by input of the record: any memory order will do
};

/// Decides for each node of a fused program: which values may lie in another order than row by row
/// (all their readers take them so), which are views of an input (Reshape, Transpose …), and which
/// are written over an input that nobody needs any more. Values that a graph returns or another
/// partition reads are left alone.
std::vector<OutputPlan> planOutputs(const FusionGraph& graph);

} // namespace partita::cpu
