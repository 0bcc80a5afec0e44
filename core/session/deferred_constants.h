#pragma once

#include <memory>

#include "core/provider/constant_evaluator.h"

namespace partita {

/// When the constants that take the place of nodes are computed.
enum class FoldConstants {
    now,     ///< for a model that is run or compiled
    whenRead ///< small ones now, because shapes depend on them; for a model that is looked at
};

/// An evaluator that keeps folding cheap and safe. A node fails whose results are far larger than
/// its inputs, or grow the model by more than 1 GiB together with those before. With `whenRead` it
/// gives large results as tensors that are computed when they are first read, from any thread; a
/// node with large inputs then fails where type and shape of its results are not known.
std::unique_ptr<ConstantEvaluator> carefulEvaluator(std::unique_ptr<ConstantEvaluator> with,
                                                    FoldConstants when);

} // namespace partita
