#include "core/passes/passes.h"

namespace partita {

/// Merges a Concat into the Concat that reads it.
///
/// Before:   Y = Concat(A, Concat(B, C), D)    along the same axis
/// After:    Y = Concat(A, B, C, D)
/// Declines: the inner result is read by others; one axis is counted from the end and the rank is
///           not known
/// Source:   ONNX Concat-4 … 13
bool fuseConsecutiveConcats(Rewriter& rewriter, const Node& node) {
    if (!node.is("Concat") || rewriter.opset() < 4)
        return false;
    const auto rank = rewriter.rank(node.inputs[0]);
    const std::int64_t given = node.intAttribute("axis", 0);
    const auto isAlong = [&](const Node& other) {
        const std::int64_t axis = other.intAttribute("axis", 0);
        return rank ? axisOf(axis, *rank) && axisOf(axis, *rank) == axisOf(given, *rank)
                    : axis == given;
    };
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const Node* inner = rewriter.soleProducer(node.inputs[i], node, "Concat");
        if (!inner || !isAlong(*inner))
            continue;
        const Node merged = *inner;
        rewriter.editor().changeNode(node.id, [&](Node& changed) {
            std::vector<ValueId> inputs(node.inputs.begin(), node.inputs.end());
            inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(i));
            inputs.insert(inputs.begin() + static_cast<std::ptrdiff_t>(i), merged.inputs.begin(),
                          merged.inputs.end());
            changed.inputs.assign(inputs.begin(), inputs.end());
        });
        rewriter.absorb(node.id, merged);
        rewriter.remove(merged.id);
        return true;
    }
    return false;
}

} // namespace partita
