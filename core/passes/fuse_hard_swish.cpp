#include "core/passes/passes.h"

#include "core/rewrite/fusion_match.h"

namespace partita {

/// Writes HardSwish as the operator that it is since opset 14.
///
/// Before:   Y = X · HardSigmoid<alpha = 1/6, beta = 0.5>(X),  or  X · Clip(X + 3, 0, 6) / 6
/// After:    Y = HardSwish(X)
/// Declines: the opset is below 14
/// Source:   ONNX HardSwish-14, HardSigmoid-6, Clip-11 … 13
bool fuseHardSwish(Rewriter& rewriter, const Node& node) {
    if (rewriter.opset() < 14)
        return false;
    const bool divided = node.is("Div") && rewriter.uniform(node.inputs[1]) == 6;
    const Node* root = divided ? rewriter.soleProducer(node.inputs[0], node, "Mul") : &node;
    const auto product = root ? productOf(rewriter, *root) : std::nullopt;
    if (!product || product->factors.size() != 2)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const ValueId x = product->factors[side];
        const Node* gate = rewriter.producer(product->factors[1 - side]);
        if (!gate)
            continue;
        std::vector<NodeId> gone = product->nodes;
        gone.push_back(gate->id);
        const double scale = product->constant / (divided ? 6 : 1);
        const bool sigmoid =
            gate->is("HardSigmoid") && gate->inputs[0] == x && scale == 1 &&
            near(static_cast<double>(gate->floatAttribute("alpha", 0.2F)), 1.0 / 6) &&
            near(static_cast<double>(gate->floatAttribute("beta", 0.5F)), 0.5);
        bool clip = false;
        if (gate->is("Clip") && near(scale, 1.0 / 6) &&
            rewriter.uniform(Rewriter::input(*gate, 1)) == 0 &&
            rewriter.uniform(Rewriter::input(*gate, 2)) == 6) {
            const Node* sum = rewriter.producer(gate->inputs[0]);
            clip = sum && operandBeside(rewriter, *sum, "Add", 3) == x;
            if (clip)
                gone.push_back(sum->id);
        }
        if (!sigmoid && !clip)
            continue;
        replaceBy(rewriter, node, "HardSwish", {x}, {}, gone);
        return true;
    }
    return false;
}

} // namespace partita
