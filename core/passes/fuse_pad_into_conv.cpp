#include "core/passes/passes.h"

#include <cstdlib>

namespace partita {

/// Merges a Pad into the Conv after it.
///
/// Before:   Y = Conv(Pad(X, pads, 0), W)    mode "constant"
/// After:    Y = Conv<pads>(X, W)
/// Declines: batch or channels are padded; a pad is negative; the value is not 0; auto_pad is
///           neither NOTSET nor VALID; the padded tensor is read by others
/// Source:   ONNX Pad-1 … 25, Conv-1 … 22
bool fusePadIntoConv(Rewriter& rewriter, const Node& node) {
    if (!node.is("Conv"))
        return false;
    const Node* pad = rewriter.soleProducer(node.inputs[0], node, "Pad");
    const auto spatial = pad ? rewriter.spatialPads(*pad) : std::nullopt;
    auto ownPads = rewriter.ownPads(node);
    if (!spatial || spatial->value != 0 || !ownPads)
        return false;
    std::vector<std::int64_t>& pads = *ownPads;
    pads.resize(spatial->pads.size(), 0);
    for (std::size_t i = 0; i < pads.size(); ++i) {
        if (std::abs(pads[i]) > (std::int64_t{1} << 31))
            return false;
        pads[i] += spatial->pads[i];
    }
    const Node merged = *pad;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    rewriter.setPads(node.id, pads);
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
