#include "core/passes/passes.h"

#include "core/shapes/symbolic_shapes.h"

namespace partita {

namespace {

/// Targets that say 1 where Expand keeps the size.
std::optional<std::vector<std::int64_t>> expandTarget(const SymbolicSizes& target,
                                                      const SymbolicSizes* data) {
    std::vector<std::int64_t> found;
    for (std::size_t i = 1; i <= target.size(); ++i) {
        const SymbolicSize& size = target[target.size() - i];
        if (const auto number = size.number())
            found.insert(found.begin(), *number);
        else if (data && i <= data->size() && (*data)[data->size() - i] == size)
            found.insert(found.begin(), 1);
        else
            return std::nullopt;
    }
    return found;
}

} // namespace

/// Makes constants of target shapes that depend on the input's own sizes only.
///
/// Before:   Y = Reshape(X, [sizes that are known, or those of X at the same place, or one other])
/// After:    Y = Reshape(X, constant)    with 0 for a size of X and −1 for the other
/// Before:   Y = Expand(X, [sizes that are known, or those of X])
/// After:    Y = Expand(X, constant)     with 1 for a size of X
/// Declines: two sizes are neither known nor those of X; allowzero
/// Source:   ONNX Reshape-5 … 25, Expand-8 … 13
Result<void> makeShapesConstant(PassRun& run) {
    const SymbolicShapes shapes(run.model());
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        const bool reshapes =
            node && node->is("Reshape") && node->intAttribute("allowzero", 0) == 0;
        if (!reshapes && (!node || !node->is("Expand")))
            continue;
        const auto* target = node->inputs.size() > 1 ? shapes.elements(node->inputs[1]) : nullptr;
        if (!target)
            continue;
        const auto* data = shapes.shape(node->inputs[0]);
        const auto found = reshapes ? reshapeTarget(*target, data) : expandTarget(*target, data);
        if (found)
            run.attempt(id, [&](Rewriter& rewriter) {
                if (rewriter.isConstant(node->inputs[1]))
                    return false;
                const std::string name = rewriter.model().value(node->inputs[1])->name + "_const";
                rewriter.setInput(id, 1,
                                  rewriter.addConstant(node->graph, name, Tensor::int64s(*found)));
                return true;
            });
    }
    return {};
}

} // namespace partita
