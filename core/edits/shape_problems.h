#pragma once

#include <optional>

#include "core/ir/model.h"

namespace partita::edits {

/// Inputs of a node whose known shapes cannot go together.
struct ShapeProblem {
    std::size_t input = 0; ///< the one that does not fit those before it
    Message text;          ///< "3×2 and 2×3 do not broadcast"
};

/// By the rules of element-wise operators, MatMul, Gemm, Concat and Conv; sizes that are not known
/// fit everything.
std::optional<ShapeProblem> shapeProblem(const Model& model, const Node& node);

} // namespace partita::edits
