#include "core/ir/element_type.h"
#include "core/passes/passes.h"

namespace partita {

/// Removes a Cast to the type that its input already has.
///
/// Before:   Y = Cast<to = T>(X)    X of type T
/// After:    X
/// Declines: the type of X is not known
/// Source:   ONNX Cast-1 … 25
bool eliminateNopCast(Rewriter& rewriter, const Node& node) {
    if (!node.is("Cast"))
        return false;
    const DataType type = rewriter.elementType(node.inputs[0]);
    return type != DataType::undefined && type == castTarget(node) &&
           rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
