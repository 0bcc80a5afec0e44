#include "core/passes/passes.h"

#include "core/rewrite/constant_subgraph.h"

namespace partita {

/// Keeps the part of a model that depends on inputs and has to run each time.
///
/// Before:   a model with nodes that need an input and nodes that need none
/// After:    the nodes that need an input; results of the other nodes become inputs, also those
///           that the model returns
/// Declines: the type of such a result is not known
Result<void> splitPredict(PassRun& run) {
    run.attempt({}, [&](Rewriter& rewriter) {
        const Model before = rewriter.model();
        const auto constant = nodesOfConstants(before);
        const auto results = resultsFor(before, constant);
        if (constant.empty() || !stateTypes(rewriter, results))
            return false;
        rewriter.editor().changeGraph(before.mainGraph(), [&](Graph& graph) {
            graph.inputs.insert(graph.inputs.end(), results.begin(), results.end());
        });
        for (const NodeId id : constant) // their results stay, as inputs
            rewriter.editor().removeNode(id);
        for (const NodeId id : constant)
            for (const ValueId output : before.node(id)->outputs)
                if (output && !rewriter.model().isGraphInput(output))
                    rewriter.editor().removeValue(output);
        return true;
    });
    return {};
}

} // namespace partita
