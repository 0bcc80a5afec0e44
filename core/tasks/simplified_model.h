#pragma once

#include "core/rewrite/pass.h"
#include "core/rewrite/pipeline.h"
#include "core/rewrite/recipe.h"
#include "core/session/model_comparison.h"
#include "core/tasks/feeds.h"

namespace partita {

/// Outputs that differ by a larger part of their largest value are not the same.
inline constexpr double kSameOutputs = 1e-4;
/// … unless they differ by less than this.
inline constexpr double kLeastDifference = 1e-6;

/// What a recipe made of a model.
struct SimplifiedModel {
    Model start; ///< what the passes got: the model with the recipe's shapes, outputs and opset
    PipelineResult result;
    double seconds = 0; ///< of the processor
};

/// Applies a recipe. `evaluator` computes constants; null: none are.
Result<SimplifiedModel> simplifyModel(const Model& original, const Recipe& recipe,
                                      ConstantEvaluator* evaluator, const Progress& progress);

/// The largest differences between the outputs of two models over `count` inputs, of which each is
/// made with the next seed; fails where `judges` cannot run one of the models.
Result<ModelDifference> compareOutputs(const Model& original, const Model& changed,
                                       const ProviderList& judges, FeedSource feeds, int count,
                                       const Progress& progress);

} // namespace partita
