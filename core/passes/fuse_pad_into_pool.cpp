#include "core/passes/number_facts.h"
#include "core/passes/passes.h"

#include <cstdlib>

#include <algorithm>
#include <cmath>

namespace partita {

namespace {

/// Whether the largest number of a window stays the same when `value` pads the tensor instead of
/// the pooling: no element is below it.
bool isLeast(const Rewriter& rewriter, ValueId input, double value) {
    if (std::isinf(value))
        return value < 0;
    return value == 0 && isNotNegative(rewriter, input);
}

/// Whether a window with gaps cannot fall between all elements of an axis.
bool reachesElements(const Rewriter& rewriter, const Node& pool, ValueId input) {
    const auto gaps = pool.intsAttribute("dilations");
    const Shape* shape = rewriter.shape(input);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        if (gaps[i] == 1)
            continue;
        const auto size = shape && i + 2 < shape->size() ? (*shape)[i + 2].value : std::nullopt;
        if (!size || *size < gaps[i])
            return false;
    }
    return true;
}

/// Why a pooling cannot do the padding before it; empty: it can.
Message obstacle(const Rewriter& rewriter, const Node& pool, ValueId input) {
    if (pool.intAttribute("ceil_mode", 0) != 0)
        return PARTITA_TEXT("it rounds its size up, which pads of its own may change");
    if (pool.is("MaxPool") && !reachesElements(rewriter, pool, input))
        return PARTITA_TEXT("a window may hold nothing but padding");
    return {};
}

} // namespace

/// Merges a Pad into the pooling after it.
///
/// Before:   Y = AveragePool(Pad(X, pads, 0))  or  MaxPool(Pad(X, pads, v))
/// After:    Y = AveragePool<pads, count_include_pad = 1>(X)  or  MaxPool<pads>(X)
/// Shapes:   v −∞, or 0 where no element of X is negative: after Relu and the like, also where these
///           were moved, pooled or added, or unsigned
/// Declines: batch or channels are padded; a pad is negative or as wide as the window; ceil_mode,
///           with which the size could change; the average does not count pads that the pooling
///           has itself; auto_pad is neither NOTSET nor VALID; the indices of MaxPool are read; the
///           padded tensor is read by others; dilations with which a window of MaxPool may hold
///           nothing but padding
/// Source:   ONNX Pad-1 … 25, AveragePool-7 … 22, MaxPool-1 … 22
bool fusePadIntoPool(Rewriter& rewriter, const Node& node) {
    const bool average = node.is("AveragePool");
    if ((!average && !node.is("MaxPool")) || (average && rewriter.opset() < 7) ||
        node.outputs.size() > 1)
        return false;
    const Node* pad = rewriter.soleProducer(node.inputs[0], node, "Pad");
    const auto spatial = pad ? rewriter.spatialPads(*pad) : std::nullopt;
    if (!spatial ||
        (average ? spatial->value != 0 : !isLeast(rewriter, pad->inputs[0], spatial->value)))
        return false;
    if (Message why = obstacle(rewriter, node, pad->inputs[0]); !why.empty()) {
        rewriter.note(node.id, std::move(why));
        return false;
    }
    auto ownPads = rewriter.ownPads(node);
    if (!ownPads)
        return false;
    std::vector<std::int64_t>& pads = *ownPads;
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
    rewriter.setPads(node.id, pads);
    if (average)
        rewriter.editor().setAttribute(node.id,
                                       Attribute::make("count_include_pad", std::int64_t{1}));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
