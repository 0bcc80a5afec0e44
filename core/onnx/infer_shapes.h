#pragma once

#include <map>
#include <string>

#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// Types and shapes by ONNX's own inference with data propagation, as an edit of `model` that
/// fills in what is unknown and refines symbols; what the file says is never contradicted.
/// Subgraphs are included. Weights are not copied.
Result<Model> inferShapes(const Model& model, const Progress& progress = {});

/// The same, but a model that inference refuses stays as it is, with a warning in the log.
Model inferShapesOrWarn(const Model& model, const Progress& progress = {});

/// Replaces the shapes of graph inputs ("input" → 1,3,224,224) or single symbols ("batch" → 1).
Result<Model> fixInputShapes(const Model& model,
                             const std::map<std::string, std::vector<std::int64_t>>& shapes);

} // namespace partita
