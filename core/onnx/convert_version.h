#pragma once

#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// The model in another opset of the default domain, by ONNX's own converter on a copy; the
/// result is checked. Weights are shared with `model`, not copied.
Result<Model> convertVersion(const Model& model, int opset, const Progress& progress = {});

} // namespace partita
