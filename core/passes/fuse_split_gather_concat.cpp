#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

/// Whether the parts of a Split certainly make up its input. A Split whose lengths do not fit is an
/// error of the model, which must stay an error.
bool isWholeSplit(const Rewriter& rewriter, const Node& split) {
    const Shape* shape = rewriter.shape(split.inputs[0]);
    const auto axis = shape ? axisOf(split.intAttribute("axis", 0), shape->size()) : std::nullopt;
    const auto size = axis ? (*shape)[*axis].value : std::nullopt;
    if (!size)
        return false;
    auto lengths = std::optional(split.intsAttribute("split"));
    if (Rewriter::input(split, 1))
        lengths = rewriter.ints(split.inputs[1]);
    const auto parts = static_cast<std::int64_t>(split.outputs.size());
    if (!lengths)
        return false;
    const std::int64_t longest = *size / parts + (*size % parts != 0 ? 1 : 0);
    if (lengths->empty()) // from opset 18 on the last part may be shorter
        return *size % parts == 0 || (rewriter.opset() >= 18 && *size / longest >= parts - 1);
    std::int64_t left = *size;
    for (const std::int64_t length : *lengths) {
        if (length < 0 || length > left)
            return false;
        left -= length;
    }
    return left == 0 && static_cast<std::int64_t>(lengths->size()) == parts;
}

/// An axis counted from the first one; nothing where it is negative and the rank unknown.
std::optional<std::int64_t> axisFromFirst(const Node& node, std::optional<std::size_t> rank) {
    const std::int64_t axis = node.intAttribute("axis", 0);
    if (axis >= 0)
        return axis;
    const auto found = rank ? axisOf(axis, *rank) : std::nullopt;
    return found ? std::optional(static_cast<std::int64_t>(*found)) : std::nullopt;
}

std::optional<std::size_t> rankOf(const Rewriter& rewriter, ValueId value) {
    const Shape* shape = rewriter.shape(value);
    return shape ? std::optional(shape->size()) : std::nullopt;
}

/// The Split all of whose parts are `parts`, in their order.
const Node* splitInto(const Rewriter& rewriter, const std::vector<ValueId>& parts) {
    const Node* split = parts.size() > 1 ? rewriter.producer(parts[0]) : nullptr;
    const bool all = split && split->is("Split") && std::ranges::equal(split->outputs, parts);
    return all && isWholeSplit(rewriter, *split) ? split : nullptr;
}

/// Whether two Gathers take from the same data along the same axis.
bool gatherAlike(const Rewriter& rewriter, const Node& a, const Node& b) {
    const auto rank = rankOf(rewriter, a.inputs[0]);
    return a.inputs[0] == b.inputs[0] && axisFromFirst(a, rank) == axisFromFirst(b, rank);
}

/// The Gathers whose results a Concat puts together; empty: something else makes one of them, or
/// they are not alike.
std::vector<Node> gathersOf(const Rewriter& rewriter, const Node& concat) {
    std::vector<Node> gathers;
    for (const ValueId part : concat.inputs) {
        const Node* gather = rewriter.producer(part);
        if (!gather || !gather->is("Gather") || gather->graph != concat.graph ||
            (!gathers.empty() && !gatherAlike(rewriter, *gather, gathers[0])))
            return {};
        gathers.push_back(*gather);
    }
    return gathers;
}

bool fuseGathers(Rewriter& rewriter, const Node& concat) {
    const std::vector<Node> gathers = gathersOf(rewriter, concat);
    std::vector<ValueId> indices;
    for (const Node& gather : gathers)
        indices.push_back(gather.inputs[1]);
    const Node* found = splitInto(rewriter, indices);
    if (!found || found->graph != concat.graph)
        return false;
    const Node split = *found;
    const auto ofData = rankOf(rewriter, gathers[0].inputs[0]),
               ofIndices = rankOf(rewriter, split.inputs[0]);
    const auto ofResult =
        ofData && ofIndices ? std::optional(*ofData + *ofIndices - 1) : std::nullopt;
    const auto gathered = axisFromFirst(gathers[0], ofData), cut = axisFromFirst(split, ofIndices),
               joined = axisFromFirst(concat, ofResult);
    if (!gathered || !cut || !joined || *joined - *cut != *gathered)
        return false;
    rewriter.editor().changeNode(concat.id, [&](Node& gather) {
        gather.opType = "Gather";
        gather.inputs = {gathers[0].inputs[0], split.inputs[0]};
        gather.attributes = gathers[0].attributes;
    });
    for (const Node& gather : gathers)
        rewriter.removeIfUnread(gather, concat.id);
    rewriter.removeIfUnread(split, concat.id);
    return true;
}

/// Whether a Concat puts all parts of a Split together along the axis that was split.
bool undoes(const Rewriter& rewriter, const Node& concat, const Node& split) {
    const auto rank = rankOf(rewriter, split.inputs[0]);
    const auto cut = axisFromFirst(split, rank), joined = axisFromFirst(concat, rank);
    return cut && cut == joined;
}

} // namespace

/// Leaves out a Split whose parts are put together again, alone or after a Gather of each.
///
/// Before:   a, b … = Split(X, axis = s),  Y = Concat(a, b …, axis = s)
/// After:    X
/// Before:   a, b … = Split(I, axis = s),  Y = Concat(Gather(X, a, axis = g), Gather(X, b, axis = g) …,
///           axis = g + s)
/// After:    Y = Gather(X, I, axis = g)
/// Declines: a part is missing or twice there; lengths that may not fit, which are an error
/// Source:   ONNX Split-1 … 18, Gather-1 … 13, Concat-4 … 13
bool fuseSplitGatherConcat(Rewriter& rewriter, const Node& node) {
    if (!node.is("Concat"))
        return false;
    const std::vector<ValueId> parts(node.inputs.begin(), node.inputs.end());
    const Node* split = splitInto(rewriter, parts);
    if (!split)
        return fuseGathers(rewriter, node);
    const Node cut = *split;
    if (!undoes(rewriter, node, cut) || !rewriter.bypass(node, cut.inputs[0]))
        return false;
    if (rewriter.isUnread(cut))
        rewriter.remove(cut.id);
    return true;
}

} // namespace partita
