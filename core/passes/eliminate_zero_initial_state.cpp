#include "core/onnx/operator_facts.h"
#include "core/passes/passes.h"

namespace partita {

namespace {

/// Whether all elements of a value are 0: a constant or a ConstantOfShape of zeros, or elements
/// moved or cast from these.
bool isZero(const Rewriter& rewriter, ValueId value, int depth = 0) {
    if (rewriter.isConstant(value))
        return rewriter.uniform(value) == 0;
    const Node* made = rewriter.producer(value);
    if (!made || depth > 4)
        return false;
    if (made->is("ConstantOfShape")) {
        const auto* filler = made->attribute("value");
        const auto* tensor = filler ? std::get_if<TensorPtr>(&filler->value) : nullptr;
        const auto numbers =
            tensor ? elementsAsDoubles(**tensor, 1) : Result<std::vector<double>>(std::vector{0.0});
        return numbers && numbers->size() == 1 && (*numbers)[0] == 0;
    }
    return (movesElements(*made) || made->is("Cast")) &&
           isZero(rewriter, made->inputs[0], depth + 1);
}

} // namespace

/// Removes an initial state of zeros, which is the default of recurrent operators.
///
/// Before:   Y = LSTM(X, W, R, B, , h, c)    h, c zeros; the same for GRU and RNN
/// After:    Y = LSTM(X, W, R, B)
/// Source:   ONNX LSTM-1 … 22, GRU-1 … 22, RNN-1 … 22: "assumed to be 0 if not specified"
bool eliminateZeroInitialState(Rewriter& rewriter, const Node& node) {
    if (operatorFacts(node).kind != OperatorKind::recurrent)
        return false;
    bool changed = false;
    for (const std::size_t input : {std::size_t{5}, std::size_t{6}})
        if (const ValueId state = Rewriter::input(node, input); state && isZero(rewriter, state)) {
            rewriter.setInput(node.id, input, {});
            changed = true;
        }
    if (changed)
        rewriter.editor().changeNode(node.id, [](Node& trimmed) {
            while (!trimmed.inputs.empty() && !trimmed.inputs[trimmed.inputs.size() - 1])
                trimmed.inputs.pop_back();
        });
    return changed;
}

} // namespace partita
