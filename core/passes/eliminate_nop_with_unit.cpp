#include "core/passes/passes.h"

namespace partita {

namespace {

/// Whether broadcasting with a constant leaves the shape of the other operand as it is.
bool leavesShape(Rewriter& rewriter, ValueId constant, ValueId other) {
    const auto sizes = rewriter.dims(constant);
    const auto rank = rewriter.rank(other);
    const Shape* shape = rewriter.shape(other);
    if (!sizes || (rank ? sizes->size() > *rank : !sizes->empty()))
        return false;
    for (std::size_t i = 1; i <= sizes->size(); ++i) {
        const std::int64_t size = (*sizes)[sizes->size() - i];
        if (size != 1 && (!shape || (*shape)[shape->size() - i].value != size))
            return false;
    }
    return true;
}

/// Drops the inputs of a Concat that have no elements.
bool dropEmpty(Rewriter& rewriter, const Node& node) {
    std::vector<ValueId> kept;
    for (const ValueId input : node.inputs) {
        const auto sizes = rewriter.dims(input);
        const auto axis =
            sizes ? axisOf(node.intAttribute("axis", 0), sizes->size()) : std::nullopt;
        if (!axis || (*sizes)[*axis] != 0)
            kept.push_back(input);
    }
    if (kept.empty() || kept.size() == node.inputs.size())
        return false;
    rewriter.editor().changeNode(
        node.id, [&](Node& changed) { changed.inputs.assign(kept.begin(), kept.end()); });
    return true;
}

} // namespace

/// Removes an operation with a neutral operand.
///
/// Before:   X + 0, X − 0, X · 1, X / 1, X ^ 1, X and true, X or false; Concat(X, empty)
/// After:    X
/// Declines: broadcasting with the constant changes the shape of X, or may change it
/// Source:   ONNX Add, Sub, Mul, Div, Pow, And, Or (with broadcasting since version 7),
///           Concat-4 … 13
bool eliminateNopWithUnit(Rewriter& rewriter, const Node& node) {
    struct Row {
        const char* op;
        double unit;
        bool eitherSide;
    };
    static constexpr Row kRows[] = {{"Add", 0, true},  {"Sub", 0, false}, {"Mul", 1, true},
                                    {"Div", 1, false}, {"Pow", 1, false}, {"And", 1, true},
                                    {"Or", 0, true}};
    if (node.is("Concat"))
        return rewriter.opset() >= 4 && dropEmpty(rewriter, node);
    for (const Row& row : kRows) {
        if (!node.is(row.op) || node.inputs.size() != 2 || rewriter.opset() < 7)
            continue;
        for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
            const ValueId unit = node.inputs[side], other = node.inputs[1 - side];
            if ((side == 1 || row.eitherSide) && rewriter.uniform(unit) == row.unit &&
                leavesShape(rewriter, unit, other) && rewriter.bypass(node, other))
                return true;
        }
    }
    return false;
}

} // namespace partita
