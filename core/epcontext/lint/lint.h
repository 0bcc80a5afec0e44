#pragma once

#include "core/ir/ep_context.h"
#include "core/onnx/check.h"

namespace partita {

/// What would keep a context model from loading, or make it compute wrong numbers: everything that
/// real execution providers were seen to refuse, and what they take without a word although it is
/// wrong; binaries of our own NPU are opened as loading opens them. `folder`: where the model lies.
/// `device`: the one that it must be for; empty: any. Fails only when cancelled.
Result<std::vector<Finding>> lintContexts(const Model& model, const std::filesystem::path& folder,
                                          const Progress& progress = {},
                                          const std::string& device = {});

} // namespace partita
