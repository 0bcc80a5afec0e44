#include "core/passes/passes.h"

#include <algorithm>

#include "core/rewrite/constant_subgraph.h"

namespace partita {

/// Keeps the part of a model that depends on inputs and has to run each time.
///
/// Before:   a model with nodes that need an input and nodes that need none
/// After:    the nodes that need an input; results of the other nodes become inputs
/// Declines: the model returns a result of constants
Result<void> splitPredict(PassRun& run) {
    run.attempt({}, [&](Rewriter& rewriter) {
        const Model before = rewriter.model();
        const auto constant = nodesOfConstants(before);
        const GraphId main = before.mainGraph();
        for (const NodeId id : constant) {
            for (const ValueId output : before.node(id)->outputs) {
                if (!output)
                    continue;
                const auto readers = before.consumers(output);
                const bool read = std::ranges::any_of(
                    readers, [&](NodeId reader) { return !constant.contains(reader); });
                if (before.isGraphOutput(output))
                    return false; // a model that returns a constant cannot be split
                if (read)
                    rewriter.editor().changeGraph(
                        main, [&](Graph& graph) { graph.inputs.push_back(output); });
            }
        }
        for (const NodeId id : constant) // their results stay, as inputs
            rewriter.editor().removeNode(id);
        for (const NodeId id : constant)
            for (const ValueId output : before.node(id)->outputs)
                if (output && !rewriter.model().isGraphInput(output))
                    rewriter.editor().removeValue(output);
        return !constant.empty();
    });
    return {};
}

} // namespace partita
