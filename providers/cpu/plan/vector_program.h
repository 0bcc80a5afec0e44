#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Whether a node is element-wise on float32 and can be part of a vector program.
bool isVectorOperation(const FusionGraph& graph, const Node& node);

/// A group of element-wise nodes as one loop: blocks of elements go through all of them while they
/// are in the fastest cache. Operands are broadcast as ONNX says; they may be strided, and the
/// result takes over the memory order of the largest operand where it may.
std::unique_ptr<Kernel> makeVectorProgram(const FusionGraph& graph, const PlannedNode& planned);

} // namespace partita::cpu
