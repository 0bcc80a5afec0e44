#pragma once

#include "core/ir/model.h"
#include "core/provider/op_versions.h"

namespace partita {

/// Fails where a node of ONNX's own domains has an input too many, lacks one, has one of a type that
/// its operator does not take, as far as types are known, lacks an attribute or has one that its
/// version does not know, names a type that its output cannot be, or has a flag that is neither 0 nor
/// 1: all providers refuse that alike.
Result<void> checkNodes(const Model& model, const OpVersions& versions);

} // namespace partita
