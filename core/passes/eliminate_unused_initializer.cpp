#include "core/passes/passes.h"

#include <algorithm>

#include "core/ir/function_calls.h"

namespace partita {

namespace {

bool annotates(const Graph& graph, ValueId id) {
    return std::ranges::any_of(graph.quantization, [&](const auto& annotation) {
        return annotation.tensor == id ||
               std::ranges::any_of(annotation.parameters,
                                   [&](const auto& entry) { return entry.second == id; });
    });
}

} // namespace

/// Removes initializers that are not used.
///
/// Before:   an initializer that no node reads and no graph returns
/// After:    nothing; an input of the same name is gone, too
/// Declines: a quantization annotation refers to it; it is also an input, and initializers are to
///           stay mutable
Result<void> eliminateUnusedInitializer(PassRun& run) {
    const Model before = run.model();
    const std::vector<bool> inFunctions = graphsOfFunctions(before);
    before.values().forEach([&](ValueId id, const auto& value) {
        const bool isInput = before.isGraphInput(id);
        if (!value->isConstant() || inFunctions[value->graph.value] ||
            !before.consumers(id).empty() || before.isGraphOutput(id) ||
            (isInput && (run.options().mutableInitializers || value->graph != before.mainGraph())))
            return;
        if (!annotates(*before.graph(value->graph), id))
            run.attempt({}, [&](Rewriter& rewriter) {
                if (isInput)
                    rewriter.editor().changeGraph(
                        value->graph, [&](Graph& graph) { std::erase(graph.inputs, id); });
                rewriter.editor().removeValue(id);
                return true;
            });
    });
    return {};
}

} // namespace partita
