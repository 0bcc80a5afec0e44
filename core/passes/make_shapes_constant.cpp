#include "core/passes/passes.h"

#include "core/shapes/symbolic_shapes.h"

namespace partita {

namespace {

/// A target of Expand with 1 for each size of the data; nothing: another size is not known.
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

/// Corrects the shape that the model states of a result with another number of sizes than `target`
/// has. ONNX's checker refuses it once the target is constant.
void correctRank(Rewriter& rewriter, ValueId result, const std::vector<std::int64_t>& target) {
    const TypePtr stated = rewriter.model().value(result)->type;
    if (!stated || !stated->isTensor() || !stated->shape || stated->shape->size() == target.size())
        return;
    Type type = *stated;
    type.shape = Shape(target.size());
    for (std::size_t i = 0; i < target.size(); ++i)
        if (target[i] > 0)
            (*type.shape)[i].value = target[i];
    rewriter.editor().changeValue(result, [&](Value& changed) {
        changed.type = std::make_shared<const Type>(std::move(type));
    });
}

} // namespace

/// Makes target shapes constant that depend only on the sizes of the input.
///
/// Before:   Y = Reshape(X, s)    each size in s is known, that of X at the same place or, once,
///           another
/// After:    Y = Reshape(X, constant)    with 0 for a size of X and −1 for the other
/// Before:   Y = Expand(X, s)    each size in s is known or that of X
/// After:    Y = Expand(X, constant)     with 1 for a size of X
/// Declines: two sizes are neither known nor those of X; allowzero
/// Source:   ONNX Reshape-5 … 25, Expand-8 … 13
Result<void> makeShapesConstant(PassRun& run) {
    const auto proven = run.shapes();
    const SymbolicShapes& shapes = *proven;
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        const bool reshapes =
            node && node->is("Reshape") && node->intAttribute("allowzero", 0) == 0;
        if (!reshapes && (!node || !node->is("Expand")))
            continue;
        const ValueId given = Rewriter::input(*node, 1); // before version 5 an attribute
        const auto* target = given ? shapes.elements(given) : nullptr;
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
                if (reshapes)
                    correctRank(rewriter, node->outputs[0], *found);
                return true;
            });
    }
    return {};
}

} // namespace partita
