#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// The type `known`, completed by what `found` knows; null where neither says anything.
TypePtr completedType(const TypePtr& known, const TypePtr& found);

/// Returns `model` with types and shapes from ONNX's own inference with data propagation. Unknown
/// types and sizes are filled in and symbols become numbers; what the file states stays.
/// Subgraphs are included. Weights are not copied.
Result<Model> inferShapes(const Model& model, const Progress& progress = {});

/// What infers the shapes of a model: `inferShapes` or one of its relatives.
using ShapeInference = std::function<Result<Model>(const Model&, const Progress&)>;

/// Like `inferShapes`, but takes a model whose shapes are all known as it is. Nothing would come to
/// them, and whether they are right is a question for `check`.
Result<Model> inferOpenShapes(const Model& model, const Progress& progress = {});

/// Like `inferShapes`, but knows only what a session of ONNX Runtime infers before it asks its
/// providers: sizes that are computed with constants stay unknown.
Result<Model> inferShapesAsSession(const Model& model, const Progress& progress = {});

/// Like `inferShapes`, but returns `model` unchanged, with a warning in the log, when inference
/// fails; without one when it is cancelled. `worked`, unless null, is set to whether it succeeded.
Model inferShapesOrWarn(const Model& model, const Progress& progress = {},
                        const ShapeInference& infer = inferShapes, bool* worked = nullptr);

/// Replaces the shapes of graph inputs ("input" → 1,3,224,224) or single symbols ("batch" → 1); sizes
/// below 0 stay as they are.
/// Where an input gets another number for a size than the model states, the sizes that it states of
/// results are forgotten, because they follow from the former ones.
/// Fails for a name that is neither an input nor a symbol of an input.
Result<Model> fixInputShapes(const Model& model,
                             const std::map<std::string, std::vector<std::int64_t>>& shapes);

/// `model` with the sizes that its inputs, by name, have in a run, and with what inference makes of
/// them. The model as it is when it states all of them.
Model withSizesOfRun(const Model& model,
                     const std::map<std::string, std::vector<std::int64_t>>& inputs);

} // namespace partita
