#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

/// The length of each part along `axis`; nothing if it is not known, or if there are too many.
std::optional<std::vector<std::int64_t>> partLengths(const Rewriter& rewriter, const Node& node,
                                                     std::size_t axis) {
    auto lengths = rewriter.ints(Rewriter::input(node, 1));
    const auto dims = lengths ? rewriter.dims(node.inputs[1]) : std::nullopt;
    if (!dims)
        return std::nullopt;
    if (!dims->empty())
        return lengths;
    // One length for all parts but perhaps the last.
    const auto whole = (*rewriter.shape(node.inputs[0]))[axis].value;
    const std::int64_t each = (*lengths)[0];
    if (!whole || each <= 0 || *whole / each > 1024)
        return std::nullopt;
    lengths->clear();
    for (std::int64_t left = *whole; left > 0; left -= each)
        lengths->push_back(std::min(left, each));
    return lengths;
}

/// The readers of a sequence that take one item each.
struct ItemReaders {
    std::vector<NodeId> nodes;
    std::vector<ValueId> items; ///< by place in the sequence; none: not taken
};

/// Nothing if an item is taken twice, or if anything else reads the sequence.
std::optional<ItemReaders> readersOfItems(const Rewriter& rewriter, const Node& maker,
                                          std::size_t length) {
    ItemReaders found;
    found.items.resize(length);
    for (const NodeId id : rewriter.model().consumers(maker.outputs[0])) {
        const Node* reader = rewriter.node(id);
        const auto place = reader && reader->is("SequenceAt") && reader->graph == maker.graph
                               ? rewriter.ints(reader->inputs[1])
                               : std::nullopt;
        const auto at = place && place->size() == 1 ? axisOf(place->front(), length) : std::nullopt;
        if (!at || found.items[*at])
            return std::nullopt;
        found.items[*at] = reader->outputs[0];
        found.nodes.push_back(id);
    }
    return found;
}

} // namespace

/// Replaces SplitToSequence and SequenceAt by a Split into tensors.
///
/// Before:   s = SplitToSequence(X, lengths), A = SequenceAt(s, 0), B = SequenceAt(s, 1) …
/// After:    A, B … = Split(X, lengths)
/// Declines: lengths are left out or not constant; one length that gives more than 1024 parts; the
///           sequence is read by anything else; an item is taken twice
/// Source:   ONNX SplitToSequence-11, SequenceAt-11, Split-13 … 18
bool replaceSplitToSequence(Rewriter& rewriter, const Node& node) {
    if (!node.is("SplitToSequence") || rewriter.opset() < 13 ||
        rewriter.model().isGraphOutput(node.outputs[0]))
        return false;
    const Shape* shape = rewriter.shape(node.inputs[0]);
    const auto axis = shape ? axisOf(node.intAttribute("axis", 0), shape->size()) : std::nullopt;
    if (!axis)
        return false;
    const auto lengths = partLengths(rewriter, node, *axis);
    auto readers = lengths ? readersOfItems(rewriter, node, lengths->size()) : std::nullopt;
    if (!readers || readers->nodes.empty())
        return false;
    const Node before = node;
    for (const NodeId id : readers->nodes) {
        rewriter.absorb(node.id, *rewriter.model().node(id));
        rewriter.editor().removeNode(id);
    }
    const std::string name = rewriter.model().value(before.outputs[0])->name;
    for (ValueId& output : readers->items)
        if (!output)
            output = rewriter.addValue(node.graph, name, nullptr);
    const ValueId sizes =
        rewriter.addConstant(node.graph, name + "_split", Tensor::int64s(*lengths));
    rewriter.editor().changeNode(node.id, [&](Node& split) {
        split.opType = "Split";
        split.inputs.resize(1);
        split.inputs.push_back(sizes);
        split.outputs.assign(readers->items.begin(), readers->items.end());
        split.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("axis", static_cast<std::int64_t>(*axis))});
    });
    rewriter.editor().removeValue(before.outputs[0]);
    return true;
}

} // namespace partita
