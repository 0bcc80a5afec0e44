#pragma once

#include <string_view>

#include "core/ir/model.h"
#include "core/provider/op_versions.h"

namespace partita {

/// Whether an attribute must be 0 or 1; the operators' specifications give other numbers no meaning.
/// Not keepdims: ONNX Runtime compares it with 1, and models that run hold other numbers.
bool isFlagAttribute(std::string_view name);

/// Whether a run may feed a node what its operator forbids, but the function that defines the
/// operator takes: a SwiGLU whose inputs may have different shapes, which its function broadcasts.
bool functionIsLaxer(const Model& model, const Node& node);

/// Checks the nodes of ONNX's own domains against their operators, so that all providers refuse the
/// same models. Fails for too many or missing inputs, an input or output of a wrong (known) type,
/// missing or unknown attributes, an output type that the operator does not have, and a flag other
/// than 0 or 1.
Result<void> checkNodes(const Model& model, const OpVersions& versions);

} // namespace partita
