#include "providers/cpu/plan/activation.h"

#include <limits>

namespace partita::cpu {

namespace {

using dnnl::algorithm;

/// Clip with its bounds, which are attributes before version 11 and inputs since; empty where they
/// are not constant.
std::optional<Activation> clip(const ConstantValues& constants, const Node& node) {
    Activation found{algorithm::eltwise_clip,
                     node.floatAttribute("min", std::numeric_limits<float>::lowest()),
                     node.floatAttribute("max", std::numeric_limits<float>::max())};
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        if (!node.inputs[i])
            continue;
        const auto value = constants.scalar(node.inputs[i]);
        if (!value)
            return std::nullopt;
        (i == 1 ? found.alpha : found.beta) = static_cast<float>(*value);
    }
    return found;
}

} // namespace

std::optional<Activation> activationOf(const ConstantValues& constants, const Node& node) {
    if (!node.isOnnx() || node.inputs.empty())
        return std::nullopt;
    const std::string_view op = node.opType;
    if (op == "Relu")
        return Activation{algorithm::eltwise_relu, 0, 0};
    if (op == "LeakyRelu")
        return Activation{algorithm::eltwise_relu, node.floatAttribute("alpha", 0.01F), 0};
    if (op == "Sigmoid")
        return Activation{algorithm::eltwise_logistic, 0, 0};
    if (op == "Tanh")
        return Activation{algorithm::eltwise_tanh, 0, 0};
    if (op == "Elu")
        return Activation{algorithm::eltwise_elu, node.floatAttribute("alpha", 1), 0};
    if (op == "HardSigmoid")
        return Activation{algorithm::eltwise_hardsigmoid, node.floatAttribute("alpha", 0.2F),
                          node.floatAttribute("beta", 0.5F)};
    if (op == "HardSwish")
        return Activation{algorithm::eltwise_hardswish, 1.0F / 6, 0.5F};
    if (op == "Swish")
        return Activation{algorithm::eltwise_swish, node.floatAttribute("alpha", 1), 0};
    if (op == "Gelu")
        return Activation{node.stringAttribute("approximate", "none") == "tanh"
                              ? algorithm::eltwise_gelu_tanh
                              : algorithm::eltwise_gelu_erf,
                          0, 0};
    if (op == "Clip")
        return clip(constants, node);
    return std::nullopt;
}

} // namespace partita::cpu
