#include "core/passes/passes.h"

#include "core/ir/constants.h"

namespace partita {

/// Turns a Constant node into an initializer.
///
/// Before:   Y = Constant<value = T>()
/// After:    Y = T, an initializer of the same graph
/// Declines: the graph returns Y; Y is omitted; the value is a reference to a function's attribute
/// Source:   ONNX Constant-1 … 25
bool extractConstantToInitializer(Rewriter& rewriter, const Node& node) {
    if (!node.is("Constant") || node.outputs.empty() || !node.outputs[0] ||
        rewriter.model().isGraphOutput(node.outputs[0]))
        return false;
    auto tensor = constantValue(node);
    if (!tensor)
        return false;
    const ValueId output = node.outputs[0];
    tensor->name = rewriter.model().value(output)->name;
    rewriter.editor().removeNode(node.id);
    rewriter.editor().changeValue(output, [&](Value& value) {
        value.type = Type::tensor(tensor->type, tensor->shape());
        value.initializer = std::make_shared<const Tensor>(*std::move(tensor));
    });
    return true;
}

} // namespace partita
