#pragma once

#include "core/passes/passes.h"

namespace partita {

/// A Loop whose number of iterations is known.
struct ConstantLoop {
    Node node;
    Graph body;
    std::int64_t iterations;
    std::size_t carried; ///< values; further outputs stack what the iterations return

    /// What the body returns for output `i` of the node.
    [[nodiscard]] ValueId returned(std::size_t i) const { return body.outputs[i + 1]; }
};

/// The loop that a node is, where its number of iterations is known: the trips are constant, and the
/// condition stays true or ends the first iteration.
std::optional<ConstantLoop> constantLoop(const Rewriter& rewriter, const Node& node);

/// Puts the iterations of a Loop in its place. Returns false and changes nothing where a value to
/// pass on is no tensor and the opset below 16, or where the sizes of stacked rows are unknown and
/// there are none.
bool writeOut(Rewriter& rewriter, const ConstantLoop& loop);

} // namespace partita
