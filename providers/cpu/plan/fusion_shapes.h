#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Makes Reshape, Gemm, Reshape one MatMul with a bias where the two only make rows of the leading
/// axes and give the axes back. What follows then fuses with the product. Declines where a shape is
/// not known well enough, or the matrix is read elsewhere.
void recognizeFlattenedProducts(FusionGraph& graph);

/// Lets ScatterElements broadcast its indices itself, where an Expand that nothing else reads does:
/// it then knows that whole rows go to one place. The shape is its fourth input.
void recognizeRowScatters(FusionGraph& graph);

/// Makes SplitToSequence and the SequenceAt nodes that alone read the sequence one Split, where the
/// sizes and positions are constants.
void recognizeSplits(FusionGraph& graph);

} // namespace partita::cpu
