#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

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
    auto lengths = rewriter.ints(Rewriter::input(node, 1));
    const auto lengthDims = lengths ? rewriter.dims(node.inputs[1]) : std::nullopt;
    const Shape* shape = rewriter.shape(node.inputs[0]);
    std::int64_t axis = node.intAttribute("axis", 0);
    if (!lengths || !lengthDims || !shape || shape->empty())
        return false;
    axis += axis < 0 ? static_cast<std::int64_t>(shape->size()) : 0;
    if (axis < 0 || axis >= static_cast<std::int64_t>(shape->size()))
        return false;
    if (lengthDims->empty()) { // one length for all but perhaps the last
        const auto whole = (*shape)[static_cast<std::size_t>(axis)].value;
        const std::int64_t each = (*lengths)[0];
        if (!whole || each <= 0 || *whole / each > 1024)
            return false;
        lengths->clear();
        for (std::int64_t left = *whole; left > 0; left -= each)
            lengths->push_back(std::min(left, each));
    }
    std::vector<ValueId> outputs(lengths->size());
    std::vector<NodeId> readers;
    for (const NodeId id : rewriter.model().consumers(node.outputs[0])) {
        const Node& reader = *rewriter.model().node(id);
        const auto place = reader.is("SequenceAt") && reader.graph == node.graph
                               ? rewriter.ints(reader.inputs[1])
                               : std::nullopt;
        if (!place || place->size() != 1)
            return false;
        const std::int64_t at = (*place)[0] < 0
                                    ? (*place)[0] + static_cast<std::int64_t>(lengths->size())
                                    : (*place)[0];
        if (at < 0 || at >= static_cast<std::int64_t>(outputs.size()) ||
            outputs[static_cast<std::size_t>(at)])
            return false;
        outputs[static_cast<std::size_t>(at)] = reader.outputs[0];
        readers.push_back(id);
    }
    if (readers.empty())
        return false;
    const Node before = node;
    for (const NodeId id : readers) {
        rewriter.absorb(node.id, *rewriter.model().node(id));
        rewriter.editor().removeNode(id);
    }
    const std::string name = rewriter.model().value(before.outputs[0])->name;
    for (ValueId& output : outputs)
        if (!output)
            output = rewriter.addValue(node.graph, name, nullptr);
    const ValueId sizes =
        rewriter.addConstant(node.graph, name + "_split", Tensor::int64s(*lengths));
    rewriter.editor().changeNode(node.id, [&](Node& split) {
        split.opType = "Split";
        split.inputs.resize(1);
        split.inputs.push_back(sizes);
        split.outputs.assign(outputs.begin(), outputs.end());
        split.attributes =
            std::make_shared<const Attributes>(Attributes{Attribute::make("axis", axis)});
    });
    rewriter.editor().removeValue(before.outputs[0]);
    return true;
}

} // namespace partita
