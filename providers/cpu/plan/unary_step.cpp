#include "providers/cpu/plan/unary_step.h"

#include <algorithm>

#include "providers/cpu/loops/formulas.h"
#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {

namespace {

struct Row {
    std::string_view op;
    VectorCode code;
    Parameter alpha, beta;
};
constexpr Row kRows[] = {
#define UNARY_STEP(op, step, algorithm, alpha, beta, ...) {op, VectorCode::step, alpha, beta},
#include "providers/cpu/loops/unary_operators.def"
};

} // namespace

std::optional<VectorStep> unaryStep(const ConstantValues& constants, const Node& node) {
    const bool tanh = node.is("Gelu") && node.stringAttribute("approximate", "none") == "tanh";
    const std::string_view op = tanh ? "Gelu(tanh)" : std::string_view(node.opType);
    const auto* const row = std::ranges::find(kRows, op, &Row::op);
    if (row == std::end(kRows) || !node.isOnnx())
        return std::nullopt;
    VectorStep step{row->code, row->alpha.of(node), row->beta.of(node)};
    if (step.code == VectorCode::clip) { // its bounds are inputs since version 11
        for (std::size_t i = 1; i < node.inputs.size(); ++i) {
            if (!node.inputs[i])
                continue;
            const auto bound = constants.scalar(node.inputs[i]);
            if (!bound)
                return std::nullopt;
            (i == 1 ? step.alpha : step.beta) = static_cast<float>(*bound);
        }
        // A minimum above the maximum gives the maximum, and oneDNN refuses it.
        step.alpha = std::min(step.alpha, step.beta);
    }
    return step;
}

} // namespace partita::cpu
