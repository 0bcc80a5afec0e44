#include "core/passes/computed_number.h"
#include "core/passes/passes.h"
#include "core/rewrite/fusion_match.h"

#include <cmath>

namespace partita {

namespace {

/// A Clip to [0, top] of a sum.
struct Ramp {
    Node clip;
    std::optional<Node> sum; ///< an Add of `shift`, if there is one
    ValueId x;
    double shift = 0, top = 0;
};

/// The Clip to [0, top] that makes `value`, which only `reader` reads.
std::optional<Ramp> rampOf(const Rewriter& rewriter, ValueId value, const Node& reader) {
    const Node* clip = rewriter.soleProducer(value, reader, "Clip");
    if (!clip)
        return std::nullopt;
    const auto limit = [&](std::size_t at, const char* name) -> std::optional<double> {
        if (rewriter.opset() < 11)
            return clip->attribute(name)
                       ? std::optional(static_cast<double>(clip->floatAttribute(name, 0)))
                       : std::nullopt;
        const ValueId given = Rewriter::input(*clip, at);
        return given ? rewriter.scalar(given) : std::nullopt;
    };
    const auto low = limit(1, "min"), high = limit(2, "max");
    // The attributes of HardSigmoid are float32.
    if (low != 0.0 || !high || *high <= 0 || fitOf(DataType::float32, 1 / *high) != Fit::normal)
        return std::nullopt;
    Ramp ramp{*clip, {}, clip->inputs[0], 0, *high};
    const Node* sum = rewriter.soleProducer(clip->inputs[0], *clip, "Add");
    for (std::size_t side = 0; sum && side < 2; ++side)
        // Beside a large shift the rounding of the product would show, so the sum stays then.
        if (const auto number = numberBeside(rewriter, sum->inputs[side], sum->inputs[1 - side]);
            number && std::fabs(*number) <= 16 * ramp.top) {
            ramp.x = sum->inputs[1 - side];
            ramp.shift = *number;
            ramp.sum = *sum;
            break;
        }
    return ramp;
}

/// Whether `scale` turns `top` into 1, but for the rounding of a constant of `type`.
bool levels(double scale, double top, DataType type) {
    return std::fabs(scale * top - 1) <= (type == DataType::float16 ? 0x1p-11 : 0x1p-23);
}

/// Turns the Clip into a HardSigmoid of what the sum adds to.
void makeHardSigmoid(Rewriter& rewriter, const Node& at, const Ramp& ramp) {
    rewriter.editor().changeNode(at.id, [&](Node& node) {
        node.opType = "HardSigmoid";
        node.inputs = {ramp.x};
        node.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("alpha", static_cast<float>(1 / ramp.top)),
                       Attribute::make("beta", static_cast<float>(ramp.shift / ramp.top))});
    });
    if (at.id != ramp.clip.id)
        rewriter.removeIfUnread(ramp.clip, at.id);
    if (ramp.sum)
        rewriter.removeIfUnread(*ramp.sum, at.id);
}

} // namespace

/// Replaces a straight line that is cut off at 0 and 1 by HardSigmoid.
///
/// Before:   Y = Clip(X + b, 0, c) / c,  or  Z · Clip(X + b, 0, c) / c    b, c numbers; b may be 0
/// After:    Y = HardSigmoid<alpha = 1/c, beta = b/c>(X),  or  Z · HardSigmoid<…>(X)
/// Declines: the sum, the Clip or the product is read by others; another factor than 1/c, but for
///           the rounding of its type; c or 1/c beyond float32; a type other than float32 and
///           float16. A sum with a b above 16 · c stays, for a product with 1/c would round more.
/// Source:   ONNX HardSigmoid-6 … 22, Clip-6 … 13; MobileNetV3 and its like before HardSwish
bool fuseHardSigmoid(Rewriter& rewriter, const Node& node) {
    const auto scaled = rewriter.opset() >= 7 ? scaledByNumber(rewriter, node) : std::nullopt;
    const DataType type = scaled ? rewriter.elementType(scaled->first) : DataType::undefined;
    if (type != DataType::float32 && type != DataType::float16)
        return false;
    const Node before = node;
    if (const auto ramp = rampOf(rewriter, scaled->first, node)) {
        if (!levels(scaled->second, ramp->top, type))
            return false;
        makeHardSigmoid(rewriter, before, *ramp);
        return true;
    }
    const Node* product = rewriter.soleProducer(scaled->first, node, "Mul");
    for (std::size_t side = 0; product && side < 2; ++side) {
        const auto ramp = rampOf(rewriter, product->inputs[side], *product);
        if (!ramp || !levels(scaled->second, ramp->top, type))
            continue;
        const Node merged = *product;
        makeHardSigmoid(rewriter, ramp->clip, *ramp);
        rewriter.editor().changeNode(before.id, [&](Node& changed) {
            changed.opType = "Mul";
            changed.inputs = {merged.inputs[0], merged.inputs[1]};
        });
        rewriter.removeIfUnread(merged, before.id);
        return true;
    }
    return false;
}

} // namespace partita
