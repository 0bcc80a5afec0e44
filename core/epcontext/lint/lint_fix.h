#pragma once

#include "core/onnx/check.h"

namespace partita {

/// Describes the fix of a finding. Only fixes that change neither what the model computes nor how
/// its binaries are found are known; empty for other findings.
Message fixFor(const Model& model, const Finding& finding);

/// The model with all known fixes applied.
Model fixFindings(const Model& model, const std::vector<Finding>& findings);

} // namespace partita
