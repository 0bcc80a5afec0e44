#pragma once

#include "core/epcontext/merge/merge.h"

namespace partita {

/// The imports of a union of models: each domain that nodes use in one version. Models of an older
/// opset of ONNX's own domain are converted, in place; for other domains versions must agree.
Result<std::vector<OpsetImport>> agreeOnOpsets(std::vector<Model>& models,
                                               const std::vector<std::string>& names,
                                               std::vector<MergePlan::Clash>& clashes);

} // namespace partita
