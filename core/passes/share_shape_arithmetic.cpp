#include "core/passes/passes.h"

#include <map>

#include "core/shapes/symbolic_shapes.h"

namespace partita {

namespace {

/// Values of one graph that agree in type, shape and elements are the same value.
struct Known {
    GraphId graph;
    DataType type;
    SymbolicSizes shape, elements;
    friend auto operator<=>(const Known&, const Known&) = default;
};

bool isCounting(DataType type) { return type == DataType::int64 || type == DataType::int32; }

} // namespace

/// Merges shape arithmetic that is proven to give the same sizes.
///
/// Before:   A = Gather(Shape(X), 0), B = Gather(Shape(Y), 1)    the same size in every run
/// After:    A; readers of B read A; a constant where the numbers are known
/// Declines: values that are not proven to be equal
Result<void> shareShapeArithmetic(PassRun& run) {
    const auto proven = run.shapes();
    const SymbolicShapes& shapes = *proven;
    std::map<Known, ValueId> first;
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        if (!node || node->outputs.size() != 1 || node->is("Constant") ||
            !node->subgraphs().empty())
            continue;
        const ValueId output = node->outputs[0];
        const auto& value = run.model().value(output);
        const auto *sizes = shapes.shape(output), *numbers = shapes.elements(output);
        if (!sizes || !numbers || !value->type || !value->type->isTensor() ||
            !isCounting(value->type->element))
            continue;
        std::vector<std::int64_t> known, dims;
        for (const SymbolicSize& number : *numbers)
            if (number.number())
                known.push_back(*number.number());
        for (const SymbolicSize& size : *sizes)
            if (size.number())
                dims.push_back(*size.number());
        if (known.size() == numbers->size() && dims.size() == sizes->size() &&
            elementCount(dims) == static_cast<std::int64_t>(known.size()) &&
            value->type->element == DataType::int64) {
            run.attempt(id, [&](Rewriter& rewriter) {
                return rewriter.replaceByConstant(*node, Tensor::of(DataType::int64, dims, known));
            });
            continue;
        }
        const auto [at, isNew] =
            first.try_emplace({node->graph, value->type->element, *sizes, *numbers}, output);
        if (!isNew)
            run.attempt(id, [&](Rewriter& rewriter) {
                return rewriter.model().value(at->second) && rewriter.bypass(*node, at->second);
            });
    }
    return {};
}

} // namespace partita
