#pragma once

#include "core/epcontext/merge/merge.h"

namespace partita {

/// The opset imports of a merged model: one version for each domain. Models with an older opset of
/// ai.onnx are converted in place; other domains that several models use must have equal versions.
Result<std::vector<OpsetImport>> agreeOnOpsets(std::vector<Model>& models,
                                               const std::vector<std::string>& names,
                                               std::vector<MergePlan::Clash>& clashes);

} // namespace partita
