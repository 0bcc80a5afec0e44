#pragma once

#include "core/onnx/check.h"

namespace partita {

/// What would put a finding right without changing what the model computes or how its binaries are
/// found; empty where nothing that safe is known.
Message fixFor(const Model& model, const Finding& finding);

/// The model with all of that done.
Model fixFindings(const Model& model, const std::vector<Finding>& findings);

} // namespace partita
