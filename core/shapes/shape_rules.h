#pragma once

#include "core/shapes/symbolic_shapes.h"

namespace partita {

/// Whether two sizes differ in every run.
inline bool differ(const SymbolicSize& a, const SymbolicSize& b) {
    return a.number() && b.number() && *a.number() != *b.number();
}

/// The rules by which operators compute shapes and shape arithmetic. The outputs of an operator
/// without a rule get the sizes that are known as numbers, and a new symbol for every other size.
/// The outputs of a node that a run refuses get no shape, whatever the model says of them.
class ShapeRules {
public:
    ShapeRules(const Model& model, SymbolicShapes& known)
        : m_model(model), m_known(known), m_opset(model.info().opset("").value_or(1)) {}
    /// Computes shapes and elements of a node's outputs, whose inputs must be done.
    void apply(const Node& node);

private:
    /// Each rule returns false where every run refuses the node because its shapes, axes or sizes
    /// do not fit together.
    using Rule = bool (ShapeRules::*)(const Node&);
    struct Row;
    bool sameAsInput(const Node& node);
    bool alongAxis(const Node& node);
    bool normalizeChannels(const Node& node);
    bool normalizeAxes(const Node& node);
    bool ofMatrices(const Node& node);
    bool broadcast(const Node& node);
    bool arithmetic(const Node& node);
    bool comparison(const Node& node);
    bool choice(const Node& node);
    bool shapeOf(const Node& node);
    bool sizeOf(const Node& node);
    bool gather(const Node& node);
    bool slice(const Node& node);
    bool concat(const Node& node);
    bool squeeze(const Node& node);
    bool unsqueeze(const Node& node);
    bool reshape(const Node& node);
    bool expand(const Node& node);
    bool constantOfShape(const Node& node);
    bool transpose(const Node& node);
    bool matmul(const Node& node);
    bool gemm(const Node& node);
    bool reduce(const Node& node);
    bool flatten(const Node& node);
    bool split(const Node& node);
    bool recurrent(const Node& node);
    bool convolution(const Node& node);
    bool transposedConvolution(const Node& node);
    bool regions(const Node& node);
    bool asIndices(const Node& node);
    bool largest(const Node& node);
    bool pooling(const Node& node);
    bool globalPooling(const Node& node);
    bool resize(const Node& node);
    bool pad(const Node& node);
    bool tile(const Node& node);
    bool moveDepth(const Node& node);
    bool range(const Node& node);

    void fromType(ValueId value);
    void setShape(ValueId value, SymbolicSizes sizes);
    void setElements(ValueId value, SymbolicSizes numbers);
    [[nodiscard]] const SymbolicSizes* shape(const Node& node, std::size_t input) const;
    [[nodiscard]] const SymbolicSizes* elements(const Node& node, std::size_t input) const;
    /// The axes that the attribute or an input names; nothing: not known, empty: omitted.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> axes(const Node& node,
                                                                std::size_t input) const;
    /// Nothing where the sizes do not broadcast.
    std::optional<SymbolicSizes> broadcastSizes(const SymbolicSizes& a, const SymbolicSizes& b);
    [[nodiscard]] bool isNotNegative(const SymbolicSize& size) const;
    SymbolicSize derived(char operation, const SymbolicSize& a, const SymbolicSize& b);
    /// How many windows fit, each `stride` further, into `size`, which `beyond` extends: the padding
    /// less what a window reaches.
    SymbolicSize countOfWindows(const SymbolicSize& size, std::int64_t beyond, std::int64_t stride);
    /// Sets the shape [batch, channels, windows along each further axis of `data` …]. `kernel`: the
    /// sizes of a window where no attribute says them.
    bool setWindows(const Node& node, const SymbolicSizes& data, const SymbolicSize& channels,
                    std::vector<std::int64_t> kernel);
    SymbolicSize combine(std::string_view op, const SymbolicSize& a, const SymbolicSize& b);

    const Model& m_model;
    SymbolicShapes& m_known;
    std::int64_t m_opset;
};

} // namespace partita
