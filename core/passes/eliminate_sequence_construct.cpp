#include "core/passes/passes.h"

namespace partita {

namespace {

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
        return at && rewriter.bypass(node, made.inputs[*at]);
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
/// After:    Y = A, h = true
/// Declines: a place that is not constant; a concatenation along a new axis
/// Source:   ONNX SequenceConstruct-11, SequenceAt-11, SequenceLength-11, ConcatFromSequence-11,
///           Optional-15, OptionalGetElement-15 … 18, OptionalHasElement-15 … 18
bool eliminateSequenceConstruct(Rewriter& rewriter, const Node& node) {
    const Node* found = rewriter.producer(Rewriter::input(node, 0));
    if (!found)
        return false;
    const Node made = *found;
    if (made.is("SequenceConstruct"))
        return takeFromSequence(rewriter, node, made);
    if (!made.is("Optional") || !Rewriter::input(made, 0))
        return false;
    if (node.is("OptionalHasElement"))
        return rewriter.replaceByConstant(
            node, Tensor::of<std::uint8_t>(DataType::boolean, {}, {std::uint8_t{1}}));
    return node.is("OptionalGetElement") && rewriter.bypass(node, made.inputs[0]);
}

} // namespace partita
