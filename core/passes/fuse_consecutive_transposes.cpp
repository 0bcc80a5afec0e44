#include "core/passes/passes.h"

namespace partita {

/// Merges two Transposes.
///
/// Before:   Y = Transpose<q>(Transpose<p>(X))
/// After:    Y = Transpose<p[q]>(X)
/// Source:   ONNX Transpose-1 … 25
bool fuseConsecutiveTransposes(Rewriter& rewriter, const Node& node) {
    if (!node.is("Transpose"))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is("Transpose"))
        return false;
    const auto first = rewriter.permutation(*inner), second = rewriter.permutation(node);
    if (!first || !second || first->size() != second->size())
        return false;
    std::vector<std::int64_t> both;
    for (const std::int64_t axis : *second)
        both.push_back((*first)[static_cast<std::size_t>(axis)]);
    const Node merged = *inner;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    rewriter.editor().setAttribute(node.id, Attribute::make("perm", both));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
