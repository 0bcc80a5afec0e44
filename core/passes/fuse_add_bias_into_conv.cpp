#include "core/passes/passes.h"

namespace partita {

/// Turns an Add after a Conv into the bias of the Conv.
///
/// Before:   Y = Add(Conv(X, W), b)    b constant: one number, or one for each channel
/// After:    Y = Conv(X, W, b)
/// Shapes:   b [], [1], [M, 1, 1 …] or [1, M, 1, 1 …]; as a bias [M]
/// Declines: the Conv has a bias, or its result is read by others
/// Source:   ONNX Conv-1 … 22, Add-7 … 14
bool fuseAddBiasIntoConv(Rewriter& rewriter, const Node& node) {
    if (!node.is("Add") || rewriter.opset() < 7)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* conv = rewriter.soleProducer(node.inputs[side], node, "Conv");
        const auto bias = conv ? rewriter.constant(node.inputs[1 - side]) : std::nullopt;
        const auto weights = bias ? rewriter.dims(conv->inputs[1]) : std::nullopt;
        if (!weights || Rewriter::input(*conv, 2) || bias->dims.size() > weights->size())
            continue;
        const std::int64_t channels = (*weights)[0];
        // Only the spatial axes come after the channel axis.
        const std::size_t spatial = weights->size() - 2;
        bool fits = channels > 0;
        for (std::size_t i = 0; i < bias->dims.size(); ++i) {
            const bool isChannel = bias->dims.size() - 1 - i == spatial;
            fits = fits && (bias->dims[i] == 1 || (isChannel && bias->dims[i] == channels));
        }
        const auto values = fits ? elementsAsDoubles(*bias) : Result<std::vector<double>>(Error{});
        if (!values)
            continue;
        auto each = *values;
        if (each.size() == 1)
            each.assign(static_cast<std::size_t>(channels), each[0]);
        auto tensor = Tensor::ofFloats(bias->type, {channels}, each);
        if (!tensor)
            continue;
        const Node merged = *conv;
        const std::string name = rewriter.model().value(node.inputs[1 - side])->name;
        rewriter.setInput(merged.id, 2, rewriter.addConstant(node.graph, name, *std::move(tensor)));
        rewriter.absorb(merged.id, node);
        return rewriter.bypass(node, merged.outputs[0]);
    }
    return false;
}

} // namespace partita
