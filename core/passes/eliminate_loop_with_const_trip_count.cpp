#include <algorithm>

#include "core/passes/constant_loop.h"

namespace partita {

namespace {

/// The nodes of a body and of those inside of it.
std::int64_t nodesIn(const Model& model, GraphId body) {
    std::int64_t count = 0;
    for (const NodeId id : model.nodesOf(body)) {
        ++count;
        for (const GraphId inner : model.node(id)->subgraphs())
            count += nodesIn(model, inner);
    }
    return count;
}

} // namespace

/// Replaces a Loop by its iterations, one after the other: more nodes, but devices and compilers
/// that know no Loop take them.
///
/// Before:   Y, S = Loop(n, c, X)<body>    n constant; c stays true, or ends the first iteration
/// After:    Y1, s1 = body(0, X),  Y2, s2 = body(1, Y1) …,  S = Concat(Unsqueeze(s1, 0),
///           Unsqueeze(s2, 0) …, 0)
/// Declines: a condition that is computed; more than 10000 nodes; as eliminate_loop_of_one_iteration
/// Source:   ONNX Loop-1 … 25
bool eliminateLoopWithConstTripCount(Rewriter& rewriter, const Node& node) {
    constexpr std::int64_t kMostNodes = 10'000, kMostInModel = 500'000; // with those that are there
    const auto loop = constantLoop(rewriter, node);
    if (!loop)
        return false;
    const std::int64_t nodes = std::max<std::int64_t>(1, nodesIn(rewriter.model(), loop->body.id));
    const auto before = static_cast<std::int64_t>(rewriter.model().nodes().count());
    if (loop->iterations > std::min(kMostNodes, kMostInModel - before) / nodes) {
        rewriter.note(node.id, PARTITA_TEXT("{0} iterations of {1} nodes would be too many",
                                            loop->iterations, nodes));
        return false;
    }
    return writeOut(rewriter, *loop);
}

} // namespace partita
