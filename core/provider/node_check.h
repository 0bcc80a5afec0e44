#pragma once

#include "core/ir/model.h"
#include "core/provider/op_versions.h"

namespace partita {

/// Checks the nodes of ONNX's own domains against their operators, so that all providers refuse the
/// same models. Fails for too many or missing inputs, an input of a wrong (known) type, missing or
/// unknown attributes, an output type that the operator does not have, and a flag other than 0 or
/// 1.
Result<void> checkNodes(const Model& model, const OpVersions& versions);

} // namespace partita
