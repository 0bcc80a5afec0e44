#include "providers/cpu/kernels/epilogue.h"

namespace partita::cpu {

dnnl::primitive_attr Epilogue::attributes(float scale) const {
    dnnl::primitive_attr made;
    dnnl::post_ops operations;
    if (scale != 1.0F)
        operations.append_eltwise(dnnl::algorithm::eltwise_linear, scale, 0);
    if (residual)
        operations.append_sum(1.0F);
    for (const Activation& activation : activations)
        operations.append_eltwise(activation.kind, activation.alpha, activation.beta);
    made.set_post_ops(operations);
    made.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return made;
}

} // namespace partita::cpu
