#include "core/passes/passes.h"

namespace partita {

/// Merges two Slices along different axes.
///
/// Before:   Y = Slice(Slice(X, a), b)    constants; the axes of a and b are disjoint
/// After:    Y = Slice(X, a and b)
/// Declines: an axis is counted from the end; the inner result is read by anything but a Slice
/// Source:   ONNX Slice-10 … 13
bool fuseConsecutiveSlices(Rewriter& rewriter, const Node& node) {
    if (!node.is("Slice") || rewriter.opset() < 10)
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is("Slice") || rewriter.model().isGraphOutput(inner->outputs[0]))
        return false;
    for (const NodeId id : rewriter.model().consumers(inner->outputs[0])) {
        const Node* reader = rewriter.node(id);
        if (!reader || !reader->is("Slice") || reader->inputs[0] != inner->outputs[0])
            return false;
    }
    auto first = rewriter.slice(*inner);
    const auto second = rewriter.slice(node);
    if (!first || !second)
        return false;
    for (const SliceAxis& each : *second)
        for (const SliceAxis& other : *first)
            if (each.axis == other.axis || each.axis < 0 || other.axis < 0)
                return false;
    first->insert(first->end(), second->begin(), second->end());
    std::vector<std::int64_t> lists[4];
    for (const SliceAxis& each : *first) {
        lists[0].push_back(each.start);
        lists[1].push_back(each.end);
        lists[2].push_back(each.axis);
        lists[3].push_back(each.step);
    }
    const Node merged = *inner;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    const char* const names[] = {"starts", "ends", "axes", "steps"};
    for (std::size_t i = 0; i < 4; ++i)
        rewriter.setInput(node.id, i + 1,
                          rewriter.addConstant(node.graph, Rewriter::nameFor(node) + "_" + names[i],
                                               Tensor::int64s(lists[i])));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
