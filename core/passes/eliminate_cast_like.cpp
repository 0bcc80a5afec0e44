#include "core/passes/passes.h"

namespace partita {

/// Replaces a CastLike by a Cast where the type is known.
///
/// Before:   Y = CastLike(X, like)    the element type of `like` known
/// After:    Y = Cast<to>(X), or X where it already has that type
/// Source:   ONNX CastLike-15 … 25, Cast-13 … 25
bool eliminateCastLike(Rewriter& rewriter, const Node& node) {
    if (!node.is("CastLike"))
        return false;
    const DataType type = rewriter.elementType(node.inputs[1]);
    if (type == DataType::undefined)
        return false;
    if (rewriter.elementType(node.inputs[0]) == type && rewriter.bypass(node, node.inputs[0]))
        return true;
    rewriter.editor().changeNode(node.id, [&](Node& changed) {
        changed.opType = "Cast";
        changed.inputs.resize(1);
    });
    rewriter.editor().setAttribute(node.id, Attribute::make("to", static_cast<std::int64_t>(type)));
    return true;
}

} // namespace partita
