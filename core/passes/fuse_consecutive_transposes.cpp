#include "core/passes/passes.h"

namespace partita {

namespace {

/// Removes two Transposes that both reverse the axes, of which the rank need not be known.
bool removeBoth(Rewriter& rewriter, const Node& node, const Node& inner) {
    const Node first = inner;
    if (!rewriter.bypass(node, first.inputs[0]))
        return false;
    if (rewriter.model().consumers(first.outputs[0]).empty() &&
        !rewriter.model().isGraphOutput(first.outputs[0]))
        rewriter.remove(first.id);
    return true;
}

} // namespace

/// Merges two Transposes.
///
/// Before:   Y = Transpose<q>(Transpose<p>(X))
/// After:    Y = Transpose<p[q]>(X)
/// Before:   Y = Transpose(Transpose(X))    both without perm
/// After:    X
/// Declines: the rank is not known, and one of them has perm
/// Source:   ONNX Transpose-1 … 25
bool fuseConsecutiveTransposes(Rewriter& rewriter, const Node& node) {
    if (!node.is("Transpose"))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is("Transpose"))
        return false;
    if (!node.attribute("perm") && !inner->attribute("perm") && removeBoth(rewriter, node, *inner))
        return true;
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
