#pragma once

#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// Converts a copy of the model to another opset of the default domain by ONNX's own converter.
/// Weights are shared with `model`, not copied. Fails for an opset that does not exist and for a
/// model that the converter refuses.
Result<Model> convertVersion(const Model& model, int opset, const Progress& progress = {});

} // namespace partita
