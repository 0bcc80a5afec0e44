#include "providers/cpu/kernels/epilogue.h"

#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {

dnnl::algorithm algorithmOf(VectorCode code) {
    switch (code) {
#define UNARY_STEP(op, step, name, ...)                                                            \
    case VectorCode::step:                                                                         \
        return dnnl::algorithm::name;
#include "providers/cpu/loops/unary_operators.def"
    case VectorCode::linear: return dnnl::algorithm::eltwise_linear;
    default: return dnnl::algorithm::undef;
    }
}

std::vector<VectorStep> Epilogue::ownSteps() const {
    std::vector<VectorStep> steps = activations;
    for (VectorStep& step : steps)
        if (step.code == VectorCode::leakyRelu && step.alpha == 0)
            step.code = VectorCode::relu; // which makes no -0, as oneDNN
    return steps;
}

dnnl::primitive_attr Epilogue::attributes(float scale) const {
    dnnl::primitive_attr made;
    dnnl::post_ops operations;
    if (scale != 1.0F)
        operations.append_eltwise(dnnl::algorithm::eltwise_linear, scale, 0);
    if (residual)
        operations.append_sum(1.0F);
    for (const VectorStep& step : activations)
        operations.append_eltwise(algorithmOf(step.code), step.alpha, step.beta);
    made.set_post_ops(operations);
    made.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return made;
}

} // namespace partita::cpu
