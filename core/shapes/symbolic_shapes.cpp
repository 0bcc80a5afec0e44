#include "core/shapes/symbolic_shapes.h"

#include <algorithm>

#include "core/ir/constants.h"
#include "core/ir/graph_order.h"
#include "core/shapes/shape_rules.h"

namespace partita {

std::optional<SymbolicSize> times(const SymbolicSize& a, const SymbolicSize& b) {
    SymbolicSize product;
    if (__builtin_mul_overflow(a.factor, b.factor, &product.factor))
        return std::nullopt;
    if (product.factor == 0)
        return SymbolicSize{0, {}};
    std::ranges::merge(a.symbols, b.symbols, std::back_inserter(product.symbols));
    return product;
}

std::optional<SymbolicSize> dividedBy(const SymbolicSize& a, const SymbolicSize& b) {
    if (b.factor <= 0 || a.factor % b.factor != 0 || !std::ranges::includes(a.symbols, b.symbols))
        return std::nullopt;
    SymbolicSize quotient{a.factor / b.factor, {}};
    std::ranges::set_difference(a.symbols, b.symbols, std::back_inserter(quotient.symbols));
    return quotient;
}

std::optional<std::vector<std::int64_t>> reshapeTarget(const SymbolicSizes& target,
                                                       const SymbolicSizes* data) {
    std::vector<std::int64_t> found;
    std::size_t open = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (const auto number = target[i].number()) {
            open += *number == -1;
            found.push_back(*number);
        } else if (data && i < data->size() && (*data)[i] == target[i]) {
            found.push_back(0);
        } else {
            ++open;
            found.push_back(-1);
        }
    }
    return open <= 1 ? std::optional(found) : std::nullopt;
}

std::optional<SymbolicSize> productOf(const SymbolicSizes& sizes) {
    std::optional<SymbolicSize> all = SymbolicSize{1, {}};
    for (const SymbolicSize& size : sizes)
        if (all)
            all = times(*all, size);
    return all;
}

const SymbolicSizes* SymbolicShapes::shape(ValueId value) const {
    const auto found = m_shapes.find(value);
    return found == m_shapes.end() ? nullptr : &found->second;
}

const SymbolicSizes* SymbolicShapes::elements(ValueId value) const {
    const auto found = m_elements.find(value);
    return found == m_elements.end() ? nullptr : &found->second;
}

std::string SymbolicShapes::nameOf(const SymbolicSize& size) const {
    if (size.factor == 1 && size.symbols.size() == 1)
        for (const auto& [name, symbol] : m_names)
            if (symbol == size.symbols.front())
                return name;
    return {};
}

SymbolicSize SymbolicShapes::fresh() { return {1, {m_next++}}; }

SymbolicSize SymbolicShapes::named(const std::string& name) {
    const auto [at, isNew] = m_names.try_emplace(name, m_next);
    m_next += isNew;
    return {1, {at->second}};
}

/// Sets the shapes of inputs and constants, and the elements of small integer constants.
void SymbolicShapes::seed(const Model& model) {
    constexpr std::int64_t kMostElements = 64; ///< enough for shapes
    m_shapes.reserve(model.values().count());
    model.values().forEach([&](ValueId id, const auto& value) {
        const bool isInput = model.isGraphInput(id);
        if (isInput && value->type && value->type->isTensor() && value->type->shape) {
            SymbolicSizes sizes;
            const bool isMain = value->graph == model.mainGraph();
            for (const Dim& dim : *value->type->shape)
                sizes.push_back(dim.value                      ? SymbolicSize{*dim.value, {}}
                                : isMain && !dim.param.empty() ? named(dim.param)
                                                               : fresh());
            m_shapes[id] = std::move(sizes);
            return;
        }
        const NodeId producer = model.producer(id);
        if (isInput ||
            (!value->initializer && (!producer || !model.node(producer)->is("Constant"))))
            return;
        const auto tensor = constantOf(model, id);
        if (!tensor)
            return;
        SymbolicSizes sizes, numbers;
        for (const std::int64_t size : tensor->dims)
            sizes.push_back({size, {}});
        m_shapes[id] = std::move(sizes);
        // Narrower integers wrap around, which the arithmetic on sizes does not model.
        const bool counts = tensor->type == DataType::int64 || tensor->type == DataType::int32 ||
                            tensor->type == DataType::boolean;
        if (!counts || tensor->dims.size() > 1 || tensor->count() > kMostElements)
            return;
        if (const auto ints = elementsAsInts(*tensor)) {
            for (const std::int64_t number : *ints)
                numbers.push_back({number, {}});
            m_elements[id] = std::move(numbers);
        }
    });
}

SymbolicShapes::SymbolicShapes(const Model& model) {
    seed(model);
    GraphOrder order(model);
    ShapeRules rules(model, *this);
    // Bodies read values of the graph around them, which are done first.
    const auto visit = [&](GraphId graph, auto&& self) -> void {
        for (const NodeId id : order.topological(graph)) {
            const Node& node = *model.node(id);
            if (order.holdsBodies(id))
                for (const GraphId body : node.subgraphs())
                    self(body, self);
            rules.apply(node);
        }
    };
    visit(model.mainGraph(), visit);
}

} // namespace partita
