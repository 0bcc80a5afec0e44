#pragma once

#include "core/rewrite/pass.h"
#include "core/rewrite/pipeline.h"
#include "core/rewrite/recipe.h"
#include "core/session/model_comparison.h"
#include "core/tasks/runs/feeds.h"

namespace partita {

/// The largest difference of two equal outputs, relative to the largest value of the output.
inline constexpr double kSameOutputs = 1e-4;
/// The largest absolute difference of two equal outputs, whatever their values.
inline constexpr double kLeastDifference = 1e-6;

/// How much two equal outputs may differ.
struct Tolerance {
    double relative = kSameOutputs;     ///< to the largest value of the output
    double absolute = kLeastDifference; ///< whatever their values
};

/// The result of applying a recipe.
struct SimplifiedModel {
    Model start; ///< the model with the recipe's shapes, outputs and opset, before any pass
    PipelineResult result;
    double seconds = 0; ///< of CPU time
};

/// Applies a recipe. `evaluator` folds constants; null: they are not folded.
Result<SimplifiedModel> simplifyModel(const Model& original, const Recipe& recipe,
                                      ConstantEvaluator* evaluator, const Progress& progress);

/// The largest differences between the outputs of a model and of what a recipe made of it, over
/// `count` runs on inputs that have the shapes of the recipe, random ones each with the next seed.
/// Fails where `judges` cannot run one of the models.
Result<ModelDifference> compareOutputs(const Model& original, const SimplifiedModel& made,
                                       const ProviderList& judges, FeedSource feeds, int count,
                                       const Progress& progress, const Tolerance& allowed = {});

} // namespace partita
