#include "core/passes/passes.h"

namespace partita {

namespace {

/// Lets a node pass on `value`: by Identity, where a graph returns it under another name.
bool passOn(Rewriter& rewriter, const Node& node, ValueId value) {
    if (rewriter.bypass(node, value))
        return true;
    const TypePtr& type = rewriter.model().value(value)->type;
    if (rewriter.opset() < 16 && !(type && type->isTensor()))
        return false;
    rewriter.editor().changeNode(node.id, [&](Node& identity) {
        identity.opType = "Identity";
        identity.inputs = {value};
        identity.attributes = std::make_shared<const Attributes>();
    });
    return true;
}

bool becomeTruth(Rewriter& rewriter, const Node& node, bool truth) {
    return rewriter.replaceByConstant(
        node, Tensor::of<std::uint8_t>(DataType::boolean, {}, {std::uint8_t{truth}}));
}

/// What is taken from a sequence of `made`'s inputs.
bool takeFromSequence(Rewriter& rewriter, const Node& node, const Node& made) {
    const std::size_t count = made.inputs.size();
    if (node.is("SequenceLength"))
        return rewriter.replaceByConstant(
            node,
            Tensor::of<std::int64_t>(DataType::int64, {}, {static_cast<std::int64_t>(count)}));
    if (node.is("SequenceAt")) {
        const auto place = rewriter.ints(node.inputs[1]);
        const auto at = place && place->size() == 1 ? axisOf(place->front(), count) : std::nullopt;
        return at && passOn(rewriter, node, made.inputs[*at]);
    }
    if (!node.is("ConcatFromSequence") || node.intAttribute("new_axis", 0) != 0 ||
        !node.attribute("axis"))
        return false;
    const std::vector<ValueId> parts(made.inputs.begin(), made.inputs.end());
    rewriter.editor().changeNode(node.id, [&](Node& concat) {
        concat.opType = "Concat";
        concat.inputs.assign(parts.begin(), parts.end());
        concat.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("axis", node.intAttribute("axis", 0))});
    });
    rewriter.removeIfUnread(made, node.id);
    return true;
}

} // namespace

/// Reads tensors themselves instead of a sequence or an optional value that was made of them.
///
/// Before:   s = SequenceConstruct(A, B …), Y = SequenceAt(s, 1), l = SequenceLength(s), C =
///           ConcatFromSequence(s, axis)
/// After:    Y = B, l constant, C = Concat(A, B …, axis)
/// Before:   o = Optional(A), Y = OptionalGetElement(o), h = OptionalHasElement(o)
/// After:    Y = A, h = true; of nothing h = false
/// Declines: a place that is not constant; a concatenation along a new axis
/// Source:   ONNX SequenceConstruct-11, SequenceAt-11, SequenceLength-11, ConcatFromSequence-11,
///           Optional-15, OptionalGetElement-15 … 18, OptionalHasElement-15 … 18
bool eliminateSequenceConstruct(Rewriter& rewriter, const Node& node) {
    const ValueId from = Rewriter::input(node, 0);
    if (node.is("OptionalHasElement") && !from && rewriter.opset() >= 18)
        return becomeTruth(rewriter, node, false);
    const Node* found = rewriter.producer(from);
    if (!found)
        return false;
    const Node made = *found;
    if (made.is("SequenceConstruct"))
        return takeFromSequence(rewriter, node, made);
    if (!made.is("Optional"))
        return false;
    const ValueId element = Rewriter::input(made, 0);
    if (node.is("OptionalHasElement"))
        return becomeTruth(rewriter, node, static_cast<bool>(element));
    return node.is("OptionalGetElement") && element && passOn(rewriter, node, element);
}

} // namespace partita
