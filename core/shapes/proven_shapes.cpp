#include "core/shapes/proven_shapes.h"

#include <algorithm>

#include "core/ir/element_type.h"
#include "core/ir/graph_order.h"
#include "core/shapes/symbolic_shapes.h"

namespace partita {

namespace {

std::optional<std::vector<std::int64_t>> numbersOf(const SymbolicSizes* sizes) {
    if (!sizes)
        return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const SymbolicSize& size : *sizes) {
        if (size.number().value_or(-1) < 0)
            return std::nullopt;
        numbers.push_back(*size.number());
    }
    return numbers;
}

/// Whether the type of a value is known but for sizes.
bool lacksSizes(const Value& value) {
    return value.type && value.type->isTensor() && value.type->element != DataType::undefined &&
           !value.isConstant() && !staticDims(value.type->shape);
}

TypePtr sizedType(Type type, const std::vector<std::int64_t>& sizes) {
    Shape shape = type.shape.value_or(Shape(sizes.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        shape[i].value = sizes[i];
        shape[i].param.clear();
    }
    type.shape = std::move(shape);
    return std::make_shared<const Type>(std::move(type));
}

/// Whether the shape may be the one that a type leaves open.
bool fits(const std::vector<std::int64_t>& sizes, const Type& type) {
    if (!type.shape)
        return true;
    bool same = type.shape->size() == sizes.size();
    for (std::size_t i = 0; same && i < sizes.size(); ++i)
        same = (*type.shape)[i].value.value_or(sizes[i]) == sizes[i];
    return same;
}

/// Tells which nodes read nothing that depends on a size of a run.
class FixedReaders {
public:
    FixedReaders(const Model& model, const SymbolicShapes& shapes)
        : m_model(model), m_shapes(shapes), m_folds(model.values().keyEnd()) {
        model.values().forEach([&](ValueId id, const auto& value) {
            const NodeId maker = model.producer(id);
            m_folds[id.value] = value->isConstant() || (maker && model.node(maker)->is("Constant"));
        });
    }

    /// To be called for each node in topological order. Whether all shapes that the node reads are numbers,
    /// and the sizes that it may read become constants when constants are folded.
    bool visit(const Node& node) {
        const bool measures = node.is("Shape") || node.is("Size");
        const bool fixed = std::ranges::all_of(node.inputs, [&](ValueId input) {
            if (!input || m_folds[input.value])
                return true;
            const auto shape = numbersOf(m_shapes.shape(input));
            return shape && (measures || shape->size() > 1 || !mayCount(input));
        });
        for (const ValueId output : node.outputs)
            if (const auto* numbers = m_shapes.elements(output); numbers && fixed)
                m_folds[output.value] = std::ranges::all_of(
                    *numbers, [](const SymbolicSize& each) { return each.number().has_value(); });
        return fixed;
    }

private:
    [[nodiscard]] bool mayCount(ValueId value) const {
        const DataType type = elementTypeOf(m_model, value);
        return type == DataType::undefined || isInteger(type);
    }

    const Model& m_model;
    const SymbolicShapes& m_shapes;
    std::vector<bool> m_folds; ///< by ValueId
};

} // namespace

Model withProvenShapes(const Model& model) {
    const SymbolicShapes shapes(model);
    FixedReaders readers(model, shapes);
    ModelEditor editor(model);
    GraphOrder order(model);
    const auto addShapes = [&](NodeId id) {
        const auto& node = model.node(id);
        if (!readers.visit(*node) || !node->isOnnx())
            return;
        for (const ValueId output : node->outputs) {
            if (!output || !lacksSizes(*model.value(output)))
                continue;
            const auto numbers = numbersOf(shapes.shape(output));
            const Type& type = *model.value(output)->type;
            if (numbers && fits(*numbers, type))
                editor.changeValue(
                    output, [&](Value& changed) { changed.type = sizedType(type, *numbers); });
        }
    };
    model.graphs().forEach([&](GraphId graph, const auto&) {
        std::ranges::for_each(order.topological(graph), addShapes);
    });
    return editor.model();
}

} // namespace partita
