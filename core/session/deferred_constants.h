#pragma once

#include <memory>

#include "core/provider/constant_evaluator.h"

namespace partita {

/// An evaluator for models that are only looked at: it computes small nodes at once, and gives
/// large results as tensors that are computed when they are first read. A node with large inputs
/// whose results are not known by type and shape fails. Takes `with` and locks it, so that tensors
/// may be read from several threads.
std::unique_ptr<ConstantEvaluator> deferringEvaluator(std::unique_ptr<ConstantEvaluator> with);

} // namespace partita
