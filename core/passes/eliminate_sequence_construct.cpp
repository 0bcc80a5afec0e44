#include "core/passes/passes.h"

namespace partita {

namespace {

/// Lets a node pass on `value`: by Identity, where a graph returns it under another name.
bool passOn(Rewriter& rewriter, const Node& node, ValueId value) {
    if (rewriter.bypass(node, value))
        return true;
    if (!rewriter.mayPassThroughIdentity(value))
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

/// The place among `count` that input `input` of a node names; `otherwise` where it is omitted, and
/// nothing where it is not constant or out of range.
std::optional<std::size_t> placeIn(const Rewriter& rewriter, const Node& node, std::size_t input,
                                   std::size_t count, std::int64_t otherwise) {
    std::int64_t place = otherwise;
    if (const ValueId given = Rewriter::input(node, input)) {
        const auto constant = rewriter.ints(given);
        if (!constant || constant->size() != 1)
            return std::nullopt;
        place = constant->front();
    }
    return axisOf(place, count);
}

/// The items of a sequence, from what made it and from what was inserted and erased since; nothing:
/// not known.
std::optional<std::vector<ValueId>> itemsOf(const Rewriter& rewriter, ValueId sequence) {
    constexpr std::size_t kMostChanges = 1024;
    std::vector<const Node*> changes;
    const Node* made = rewriter.producer(sequence);
    for (; made && (made->is("SequenceInsert") || made->is("SequenceErase"));
         made = rewriter.producer(made->inputs[0])) {
        changes.push_back(made);
        if (changes.size() > kMostChanges)
            return std::nullopt;
    }
    if (!made || (!made->is("SequenceConstruct") && !made->is("SequenceEmpty")))
        return std::nullopt;
    std::vector<ValueId> items(made->inputs.begin(), made->inputs.end());
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
        const auto count = static_cast<std::int64_t>(items.size());
        if ((*change)->is("SequenceErase")) {
            const auto at = placeIn(rewriter, **change, 1, items.size(), -1);
            if (!at)
                return std::nullopt;
            items.erase(items.begin() + static_cast<std::ptrdiff_t>(*at));
            continue;
        }
        // A negative place counts from the end, before which `count` is; −1 is before the last item.
        const ValueId place = Rewriter::input(**change, 2);
        const auto given = place ? rewriter.ints(place) : std::vector<std::int64_t>{count};
        if (!given || given->size() != 1 || given->front() < -count || given->front() > count)
            return std::nullopt;
        const std::int64_t at = given->front() < 0 ? given->front() + count : given->front();
        items.insert(items.begin() + at, (*change)->inputs[1]);
    }
    return items;
}

/// Removes what made a sequence, as far as nothing reads it any more.
void removeUnread(Rewriter& rewriter, ValueId sequence, NodeId into) {
    while (const Node* found = rewriter.producer(sequence)) {
        const Node made = *found;
        rewriter.removeIfUnread(made, into);
        if (rewriter.model().node(made.id) || made.inputs.empty() || made.is("SequenceConstruct"))
            return;
        sequence = made.inputs[0];
    }
}

/// What is taken from a sequence of `items`.
bool takeFromSequence(Rewriter& rewriter, const Node& node, const std::vector<ValueId>& items) {
    const std::size_t count = items.size();
    if (node.is("SequenceLength"))
        return rewriter.replaceByConstant(
            node,
            Tensor::of<std::int64_t>(DataType::int64, {}, {static_cast<std::int64_t>(count)}));
    if (node.is("SequenceAt")) {
        const auto at = placeIn(rewriter, node, 1, count, 0);
        return at && passOn(rewriter, node, items[*at]);
    }
    if (node.intAttribute("new_axis", 0) != 0 || !node.attribute("axis") || items.empty())
        return false;
    rewriter.editor().changeNode(node.id, [&](Node& concat) {
        concat.opType = "Concat";
        concat.inputs.assign(items.begin(), items.end());
        concat.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("axis", node.intAttribute("axis", 0))});
    });
    removeUnread(rewriter, node.inputs[0], node.id);
    return true;
}

} // namespace

/// Reads tensors themselves instead of a sequence or an optional value that was made of them.
///
/// Before:   s = SequenceConstruct(A, B …), Y = SequenceAt(s, 1), l = SequenceLength(s), C =
///           ConcatFromSequence(s, axis)
/// After:    Y = B, l constant, C = Concat(A, B …, axis)
/// Before:   s = SequenceInsert(SequenceInsert(SequenceEmpty(), A), B), C = ConcatFromSequence(s, axis)
/// After:    C = Concat(A, B, axis)
/// Before:   o = Optional(A), Y = OptionalGetElement(o), h = OptionalHasElement(o)
/// After:    Y = A, h = true; of nothing h = false
/// Declines: a place that is not constant; a concatenation along a new axis; more than 1024 changes
/// Source:   ONNX SequenceConstruct-11, SequenceEmpty-11, SequenceInsert-11, SequenceErase-11,
///           SequenceAt-11, SequenceLength-11, ConcatFromSequence-11, Optional-15, OptionalGetElement-15 … 18, OptionalHasElement-15 … 18
bool eliminateSequenceConstruct(Rewriter& rewriter, const Node& node) {
    const ValueId from = Rewriter::input(node, 0);
    if (node.is("OptionalHasElement") && !from && rewriter.opset() >= 18)
        return becomeTruth(rewriter, node, false);
    if (node.is("SequenceLength") || node.is("SequenceAt") || node.is("ConcatFromSequence")) {
        const auto items = itemsOf(rewriter, from);
        return items && takeFromSequence(rewriter, node, *items);
    }
    const Node* found = rewriter.producer(from);
    if (!found || !found->is("Optional"))
        return false;
    const Node made = *found;
    const ValueId element = Rewriter::input(made, 0);
    if (node.is("OptionalHasElement"))
        return becomeTruth(rewriter, node, static_cast<bool>(element));
    return node.is("OptionalGetElement") && element && passOn(rewriter, node, element);
}

} // namespace partita
