#include "core/passes/passes.h"

#include <cstdlib>

#include <algorithm>
#include <cmath>

namespace partita {

/// Merges a Pad into the pooling after it.
///
/// Before:   Y = AveragePool(Pad(X, pads, 0))  or  MaxPool(Pad(X, pads, −∞))
/// After:    Y = AveragePool<pads, count_include_pad = 1>(X)  or  MaxPool<pads>(X)
/// Declines: batch or channels are padded; a pad is negative or as wide as the window; ceil_mode,
///           with which the size could change; the average does not count pads that the pooling
///           has itself; auto_pad; the indices of MaxPool are read; the padded tensor is read by
///           others
/// Source:   ONNX Pad-1 … 25, AveragePool-7 … 22, MaxPool-1 … 22
bool fusePadIntoPool(Rewriter& rewriter, const Node& node) {
    const bool average = node.is("AveragePool");
    if ((!average && !node.is("MaxPool")) || node.intAttribute("ceil_mode", 0) != 0 ||
        node.stringAttribute("auto_pad", "NOTSET") != "NOTSET" ||
        (average && rewriter.opset() < 7) || node.outputs.size() > 1)
        return false;
    const Node* pad = rewriter.soleProducer(node.inputs[0], node, "Pad");
    const auto spatial = pad ? rewriter.spatialPads(*pad) : std::nullopt;
    if (!spatial ||
        (average ? spatial->value != 0 : !(std::isinf(spatial->value) && spatial->value < 0)))
        return false;
    auto pads = node.intsAttribute("pads");
    const auto window = node.intsAttribute("kernel_shape");
    const bool hasPads = std::ranges::any_of(pads, [](std::int64_t each) { return each != 0; });
    if (window.size() * 2 != spatial->pads.size() ||
        (average && hasPads && node.intAttribute("count_include_pad", 0) == 0))
        return false;
    pads.resize(spatial->pads.size(), 0);
    for (std::size_t i = 0; i < pads.size(); ++i) {
        if (std::abs(pads[i]) > (std::int64_t{1} << 31))
            return false;
        pads[i] += spatial->pads[i];
        if (pads[i] >= window[i % window.size()])
            return false;
    }
    const Node merged = *pad;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    rewriter.editor().setAttribute(node.id, Attribute::make("pads", pads));
    if (average)
        rewriter.editor().setAttribute(node.id,
                                       Attribute::make("count_include_pad", std::int64_t{1}));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
