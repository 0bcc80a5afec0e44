#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

#include <numeric>

namespace partita {

/// Turns an Add of computed numbers after a Conv into the bias of the Conv.
///
/// Before:   Y = Add(Conv(X, W), b)    b computed: one number for each channel
/// After:    Y = Conv(X, W, Squeeze(b))
/// Shapes:   b [M, 1, 1 …] or [1, M, 1, 1 …]; as a bias [M]
/// Declines: the Conv has a bias, or its result is read by others; b is made in another graph
/// Source:   ONNX Conv-1 … 22, Add-7 … 14, Squeeze-1 … 25
bool fuseComputedBiasIntoConv(Rewriter& rewriter, const Node& node) {
    const auto found = findConvBias(rewriter, node, false);
    if (!found || found->channelAxis >= found->sizes.size() ||
        found->sizes[found->channelAxis] != found->channels)
        return false;
    const auto bias = rewriter.model().value(found->bias);
    const DataType type = rewriter.elementType(found->bias);
    if (bias->graph != node.graph || type == DataType::undefined)
        return false;
    std::vector<std::int64_t> axes(found->sizes.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::erase(axes, static_cast<std::int64_t>(found->channelAxis));
    const ValueId flat = rewriter.addValue(node.graph, bias->name + "_squeezed",
                                           Type::tensor(type, Shape{Dim{found->channels, {}, {}}}));
    const NodeId squeeze = rewriter.addNode(node.graph, bias->name + "_squeeze", "Squeeze",
                                            {found->bias}, {flat}, {node.id});
    rewriter.setAxes(squeeze, 1, axes);
    rewriter.setInput(found->conv.id, 2, flat);
    rewriter.absorb(found->conv.id, node);
    return rewriter.bypass(node, found->conv.outputs[0]);
}

} // namespace partita
