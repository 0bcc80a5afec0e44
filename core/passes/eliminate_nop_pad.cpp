#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Removes a Pad that adds nothing.
///
/// Before:   Y = Pad(X, pads = 0 …)
/// After:    X
/// Source:   ONNX Pad-1 … 25 (pads are an input since version 11)
bool eliminateNopPad(Rewriter& rewriter, const Node& node) {
    if (!node.is("Pad"))
        return false;
    std::optional<std::vector<std::int64_t>> pads;
    if (rewriter.opset() >= 11)
        pads = rewriter.ints(Rewriter::input(node, 1));
    else
        pads = node.intsAttribute(node.attribute("pads") ? "pads" : "paddings");
    return pads && std::ranges::all_of(*pads, [](std::int64_t pad) { return pad == 0; }) &&
           rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
