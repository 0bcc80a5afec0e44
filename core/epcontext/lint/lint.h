#pragma once

#include "core/ir/ep_context.h"
#include "core/onnx/check.h"

namespace partita {

/// Finds what keeps a context model from loading or makes it compute wrong numbers: everything that
/// real execution providers were observed to refuse, and errors that they accept silently. Binaries
/// of Partita's own NPU are opened as when they are loaded. `places`: of its binaries. `device`: the
/// device that the model must be compiled for; empty: any. Fails only when cancelled.
Result<std::vector<Finding>> lintContexts(const Model& model, const BinaryPlaces& places,
                                          const Progress& progress = {},
                                          const std::string& device = {});

/// The rules of `lintContexts` about EPContext nodes that need no binary, for a model that is edited;
/// nothing for a model without such nodes.
std::vector<Finding> lintContextNodes(const Model& model);

} // namespace partita
