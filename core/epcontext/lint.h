#pragma once

#include "core/epcontext/ep_context.h"
#include "core/onnx/check.h"

namespace partita {

/// What would keep a context model from loading, or make it compute wrong numbers: everything that
/// real execution providers were seen to refuse, and what they take without a word although it is
/// wrong. `folder`: where the model lies. Fails only when cancelled.
Result<std::vector<Finding>> lintContexts(const Model& model, const std::filesystem::path& folder,
                                          const Progress& progress = {});

} // namespace partita
