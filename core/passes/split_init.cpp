#include "core/passes/passes.h"

#include <algorithm>

#include "core/rewrite/constant_subgraph.h"

namespace partita {

/// Keeps the part of a model that depends on constants only and needs to run once.
///
/// Before:   a model with nodes that need an input and nodes that need none
/// After:    the nodes that need no input; the outputs are what other nodes or callers read of them
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
