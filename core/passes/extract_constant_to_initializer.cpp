#include "core/passes/passes.h"

#include "core/ir/constants.h"

namespace partita {

/// Turns a Constant node into an initializer.
///
/// Before:   Y = Constant<value = T>()
/// After:    Y = T, an initializer of the same graph, also where the graph returns Y
/// Declines: Y is omitted; the value is a reference to a function's attribute
/// Source:   ONNX Constant-1 … 25
bool extractConstantToInitializer(Rewriter& rewriter, const Node& node) {
    if (!node.is("Constant"))
        return false;
    auto tensor = constantValue(node);
    return tensor && rewriter.replaceByConstant(node, *std::move(tensor));
}

} // namespace partita
