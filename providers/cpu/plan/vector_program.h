#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Whether a node is element-wise on float32 and can be part of a vector program.
bool isVectorOperation(const FusionGraph& graph, const Node& node);

/// A kernel that computes a group of element-wise nodes in one loop: each block of elements goes
/// through all nodes while it is in the first-level cache. Operands are broadcast by ONNX's rules
/// and may be strided; the result takes over the memory order of an operand of its shape where it
/// may.
std::unique_ptr<Kernel> makeVectorProgram(const FusionGraph& graph, const PlannedNode& planned);

} // namespace partita::cpu
