#include "core/passes/passes.h"

#include <algorithm>

#include "core/rewrite/constant_subgraph.h"

namespace partita {

/// Keeps what depends on constants only: the part of a model to run once.
///
/// Before:   a model of both
/// After:    the nodes that need no input; the outputs are what the others read of them
Result<void> splitInit(PassRun& run) {
    run.attempt({}, [&](Rewriter& rewriter) {
        const Model before = rewriter.model();
        const auto constant = nodesOfConstants(before);
        std::vector<ValueId> outputs;
        for (const NodeId id : constant)
            for (const ValueId output : before.node(id)->outputs) {
                const auto readers = before.consumers(output);
                if (output && (before.isGraphOutput(output) ||
                               std::ranges::any_of(readers, [&](NodeId reader) {
                                   return !constant.contains(reader);
                               })))
                    outputs.push_back(output);
            }
        const GraphId main = before.mainGraph();
        rewriter.editor().changeGraph(main, [&](Graph& graph) {
            std::erase_if(graph.inputs, [&](ValueId id) { return !before.value(id)->initializer; });
            graph.outputs = outputs;
        });
        const auto order = before.topologicalOrder(main);
        for (auto at = order.rbegin(); at != order.rend(); ++at)
            if (!constant.contains(*at))
                rewriter.remove(*at);
        return true;
    });
    return {};
}

} // namespace partita
