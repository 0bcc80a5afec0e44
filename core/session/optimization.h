#pragma once

#include <memory>
#include <unordered_map>

#include "core/ir/inline_functions.h"
#include "core/provider/execution_provider.h"
#include "core/session/deferred_constants.h"
#include "core/session/optimization_level.h"
#include "core/session/own_dequantizers.h"

namespace partita {

/// A model after the rewrites that ONNX Runtime makes before it asks providers.
struct OptimizedModel {
    Model model; ///< nodes that stay keep their ids
    /// Why a node of the source is not in `model`.
    std::unordered_map<NodeId, Message> gone;
    OptimizationLevel level = OptimizationLevel::disabled;
    std::vector<NodeId> replaced{}; ///< functions that `placeOptimized` replaced by their nodes
    std::vector<DequantizerCopy> copies{}; ///< that `placeOptimized` made
    std::shared_ptr<const Model> whole{};  ///< the model before that; null: nothing was changed
    /// What the source became first, with inferred shapes; null: it calls no function of its own.
    std::shared_ptr<const InlinedModel> inlined{};
};

/// Why a node is gone whose results are constants.
const Message& computedOnceText();
/// Why a node is gone whose results no node reads then.
const Message& unreadText();

/// The passes of a level, in order; none for `disabled`.
std::vector<std::string> passesOf(OptimizationLevel level);

/// Rewrites the model, bodies included, as the level says. Calls of model-local functions are
/// inlined first, on every level; where that is refused, the log says why, and they stay. `evaluator` folds constants: a node that
/// it cannot compute stays. Null: no constant is folded. Shapes should have been inferred before;
/// they are inferred again where a rewrite may reveal more. Fails when cancelled.
Result<OptimizedModel> optimizeModel(const Model& model, OptimizationLevel level,
                                     std::unique_ptr<ConstantEvaluator> evaluator,
                                     FoldConstants when, const Progress& progress = {});

/// The evaluator of the last provider that has one; null: none has.
std::unique_ptr<ConstantEvaluator> evaluatorOf(const std::vector<ProviderPtr>& providers);

} // namespace partita
