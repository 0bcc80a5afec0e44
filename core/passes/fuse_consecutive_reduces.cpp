#include "core/ir/element_type.h"
#include "core/passes/passes.h"

#include <algorithm>
#include <iterator>

namespace partita {

namespace {

/// Whether a reduction along some axes and then along others is one along all of them.
bool reducesInSteps(const Rewriter& rewriter, const Node& node) {
    // Of integers, a mean or a norm is rounded in each step, or may wrap around.
    static constexpr std::string_view kOfAll[] = {"ReduceSum", "ReduceMax", "ReduceMin",
                                                  "ReduceProd"},
                                      kOfFloats[] = {"ReduceMean", "ReduceL1", "ReduceL2",
                                                     "ReduceLogSumExp"};
    if (!node.isOnnx())
        return false;
    if (std::ranges::find(kOfAll, node.opType.str()) != std::end(kOfAll))
        return true;
    const DataType type = rewriter.elementType(node.inputs[0]);
    return std::ranges::find(kOfFloats, node.opType.str()) != std::end(kOfFloats) &&
           !isInteger(type) && type != DataType::undefined;
}

} // namespace

/// Merges two reductions in a row.
///
/// Before:   Y = R(R(X, a), b)    R: ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceProd,
///           ReduceL1, ReduceL2, ReduceLogSumExp, with the same keepdims
/// After:    Y = R(X, a and b)
/// Declines: the first result is used elsewhere or is a graph output; axes are left out or not
///           constant; the rank of X is not known; a mean, a norm or LogSumExp of integers, which is
///           rounded twice
/// Source:   ONNX Reduce*-1 … 20
bool fuseConsecutiveReduces(Rewriter& rewriter, const Node& node) {
    if (!reducesInSteps(rewriter, node))
        return false;
    const Node* found = rewriter.soleProducer(node.inputs[0], node, node.opType.str());
    const bool keep = keepsReducedAxes(node);
    if (!found || keepsReducedAxes(*found) != keep)
        return false;
    const Node first = *found;
    const auto rank = rewriter.rank(first.inputs[0]);
    const auto before = rank ? axesFromFirst(rewriter.axes(first, 1), rank) : std::nullopt;
    if (!before || before->empty())
        return false;
    const auto after = axesFromFirst(rewriter.axes(node, 1), keep ? *rank : *rank - before->size());
    if (!after || after->empty())
        return false;
    std::vector<std::int64_t> all;
    if (keep)
        std::ranges::set_union(*before, *after, std::back_inserter(all));
    else
        all = axesAmong(*before, *after);
    rewriter.setInput(node.id, 0, first.inputs[0]);
    rewriter.setAxes(node.id, 1, all);
    rewriter.absorb(node.id, first);
    rewriter.remove(first.id);
    return true;
}

} // namespace partita
