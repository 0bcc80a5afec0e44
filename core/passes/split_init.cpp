#include "core/passes/passes.h"

#include <algorithm>

#include "core/rewrite/constant_subgraph.h"

namespace partita {

/// Keeps the part of a model that depends on constants only and needs to run once.
///
/// Before:   a model with nodes that need an input and nodes that need none
/// After:    the nodes that need no input; the outputs are what other nodes or callers read of
///           them, and the initializers that the model returns
/// Declines: the type of an output is not known
Result<void> splitInit(PassRun& run) {
    run.attempt({}, [&](Rewriter& rewriter) {
        const Model before = rewriter.model();
        const GraphId main = before.mainGraph();
        const auto constant = nodesOfConstants(before);
        std::vector<ValueId> outputs = resultsFor(before, constant), inputs;
        if (!stateTypes(rewriter, outputs))
            return false;
        for (const ValueId id : before.graph(main)->outputs)
            if (before.value(id)->isConstant())
                outputs.push_back(id);
        for (const ValueId id : before.graph(main)->inputs)
            if (!before.value(id)->isConstant())
                inputs.push_back(id);
        rewriter.editor().changeGraph(main, [&](Graph& graph) {
            std::erase_if(graph.inputs,
                          [&](ValueId id) { return !before.value(id)->isConstant(); });
            graph.outputs = outputs;
        });
        const auto order = before.topologicalOrder(main);
        for (auto at = order.rbegin(); at != order.rend(); ++at)
            if (!constant.contains(*at))
                rewriter.remove(*at);
        for (const ValueId id : inputs) // no node is left that reads them
            rewriter.editor().removeValue(id);
        return true;
    });
    return {};
}

} // namespace partita
