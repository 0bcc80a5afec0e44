#include "core/ir/element_type.h"
#include "core/passes/passes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace partita {

namespace {

constexpr double kOpen = std::numeric_limits<double>::infinity();

/// min(max(x, low), high), where low is not above high.
struct Limits {
    double low = -kOpen, high = kOpen;
    ValueId input;
    bool clip = false; ///< a Clip, for which a missing limit is the last finite number

    [[nodiscard]] double of(double x) const { return std::min(std::max(x, low), high); }
};

/// A limit of a Clip; nothing: it is given, and not constant or not finite. One that is given as
/// infinite lets infinities pass, which a missing one does not.
std::optional<double> clipLimit(const Rewriter& rewriter, const Node& clip, bool low) {
    std::optional<double> limit;
    if (rewriter.opset() < 11) {
        const char* const name = low ? "min" : "max";
        if (!clip.attribute(name))
            return low ? -kOpen : kOpen;
        limit = static_cast<double>(clip.floatAttribute(name, 0));
    } else {
        const ValueId given = Rewriter::input(clip, low ? 1 : 2);
        if (!given)
            return low ? -kOpen : kOpen;
        limit = rewriter.scalar(given);
    }
    return limit && std::isfinite(*limit) ? limit : std::nullopt;
}

std::optional<Limits> limitsOfClip(const Rewriter& rewriter, const Node& clip) {
    const auto low = clipLimit(rewriter, clip, true), high = clipLimit(rewriter, clip, false);
    if (!low || !high)
        return std::nullopt;
    return Limits{std::min(*low, *high), *high, clip.inputs[0], true};
}

/// The limits that a Min or Max with one constant sets, which does not add axes to the result.
std::optional<Limits> limitsOfChoice(const Rewriter& rewriter, const Node& node) {
    if (node.inputs.size() != 2 || rewriter.opset() < 8)
        return std::nullopt;
    for (const std::size_t at : {std::size_t{0}, std::size_t{1}}) {
        const auto number = rewriter.scalar(node.inputs[at]);
        const auto own = rewriter.rank(node.inputs[at]);
        const auto other = rewriter.rank(node.inputs[1 - at]);
        if (!number || !own || (*own > 0 && (!other || *own > *other)))
            continue;
        return node.is("Max") ? Limits{*number, kOpen, node.inputs[1 - at]}
                              : Limits{-kOpen, *number, node.inputs[1 - at]};
    }
    return std::nullopt;
}

std::optional<Limits> limitsOf(const Rewriter& rewriter, const Node& node) {
    std::optional<Limits> found;
    if (node.is("Relu"))
        found = Limits{0, kOpen, node.inputs[0]};
    else if (node.is("Clip"))
        found = limitsOfClip(rewriter, node);
    else if (node.is("Min") || node.is("Max"))
        found = limitsOfChoice(rewriter, node);
    // Comparisons with NaN are false.
    return found && found->low <= found->high ? found : std::nullopt;
}

/// The types of Clip in this opset, as far as all limits are exact in a double.
bool isClippable(const Rewriter& rewriter, DataType type) {
    switch (type) {
    case DataType::float32: return true;
    case DataType::float16:
    case DataType::float64: return rewriter.opset() >= 11;
    case DataType::int8:
    case DataType::uint8:
    case DataType::int32: return rewriter.opset() >= 14;
    default: return false;
    }
}

std::optional<Tensor> limitTensor(DataType type, double limit) {
    if (type == DataType::int32)
        return Tensor::of<std::int32_t>(type, {}, {static_cast<std::int32_t>(limit)});
    if (type == DataType::int8)
        return Tensor::of<std::int8_t>(type, {}, {static_cast<std::int8_t>(limit)});
    if (type == DataType::uint8)
        return Tensor::of<std::uint8_t>(type, {}, {static_cast<std::uint8_t>(limit)});
    auto made = Tensor::ofFloats(type, {}, {limit});
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

/// The operator that keeps to the limits, and gives infinities as those two operators did.
std::string_view operatorFor(const Limits& limits, DataType type) {
    if (limits.clip || (limits.low > -kOpen && limits.high < kOpen))
        return "Clip";
    return limits.high < kOpen ? "Min" : limits.low == 0 && !isInteger(type) ? "Relu" : "Max";
}

bool replaceByLimits(Rewriter& rewriter, const Node& node, const Limits& limits,
                     std::string_view op, DataType type) {
    const auto constant = [&](double limit, const char* name) -> std::optional<ValueId> {
        auto tensor = limitTensor(type, limit);
        if (!tensor)
            return std::nullopt;
        return rewriter.addConstant(node.graph, Rewriter::nameFor(node) + name, *std::move(tensor));
    };
    const bool low = limits.low > -kOpen, high = limits.high < kOpen,
               attributes = op == "Clip" && rewriter.opset() < 11;
    std::vector<ValueId> inputs{limits.input};
    Attributes given;
    if (attributes) {
        if (low)
            given.push_back(Attribute::make("min", static_cast<float>(limits.low)));
        if (high)
            given.push_back(Attribute::make("max", static_cast<float>(limits.high)));
    } else if (op != "Relu") {
        if (low || (op == "Clip" && high))
            inputs.push_back(low ? constant(limits.low, "_min").value_or(ValueId{}) : ValueId{});
        if (high)
            inputs.push_back(constant(limits.high, "_max").value_or(ValueId{}));
    }
    rewriter.editor().changeNode(node.id, [&](Node& changed) {
        changed.opType = std::string(op);
        changed.inputs.assign(inputs.begin(), inputs.end());
        changed.attributes = std::make_shared<const Attributes>(std::move(given));
    });
    return true;
}

} // namespace

/// Merges two operators in a row that limit the range of each element.
///
/// Before:   Y = F(G(X))    F, G: Clip, Relu, Min and Max with one constant number
/// After:    Y = Clip(X, a, b); where neither is a Clip and one side stays open: Max(X, a), Min(X, b)
///           or Relu(X)
/// Declines: G(X) is used elsewhere or is a graph output; a limit is not constant, or NaN; an infinite
///           one of a Clip; a number with more axes than X; a type that Clip does not take in this
///           opset
/// Source:   ONNX Clip-6 … 13, Relu-6 … 14, Min-8 … 13, Max-8 … 13
bool fuseConsecutiveClips(Rewriter& rewriter, const Node& node) {
    if (rewriter.opset() < 6)
        return false;
    const auto outer = limitsOf(rewriter, node);
    const Node* inner = outer ? rewriter.producer(outer->input) : nullptr;
    if (!inner || inner->graph != node.graph || !rewriter.isReadOnce(outer->input))
        return false;
    const DataType type = rewriter.elementType(outer->input);
    const auto first = limitsOf(rewriter, *inner);
    if (!first || !isClippable(rewriter, type))
        return false;
    const Limits limits{outer->of(first->low), outer->of(first->high), first->input,
                        outer->clip || first->clip};
    if (limits.low == -kOpen && limits.high == kOpen)
        return false;
    const Node removed = *inner;
    if (!replaceByLimits(rewriter, node, limits, operatorFor(limits, type), type))
        return false;
    rewriter.absorb(node.id, removed);
    rewriter.remove(removed.id);
    return true;
}

} // namespace partita
