#include "core/passes/passes.h"

#include <algorithm>

#include "core/ir/function_calls.h"

namespace partita {

/// Removes initializers that are not used.
///
/// Before:   an initializer that no node reads and no graph returns
/// After:    nothing
/// Declines: it is also an input, which callers may set; a quantization annotation refers to it
Result<void> eliminateUnusedInitializer(PassRun& run) {
    const Model before = run.model();
    const std::vector<bool> inFunctions = graphsOfFunctions(before);
    before.values().forEach([&](ValueId id, const auto& value) {
        if (!value->isConstant() || inFunctions[value->graph.value] ||
            !before.consumers(id).empty() || before.isGraphOutput(id) || before.isGraphInput(id))
            return;
        const auto& annotations = before.graph(value->graph)->quantization;
        const bool annotates = std::ranges::any_of(annotations, [&](const auto& annotation) {
            return annotation.tensor == id ||
                   std::ranges::any_of(annotation.parameters,
                                       [&](const auto& entry) { return entry.second == id; });
        });
        if (!annotates)
            run.attempt({}, [&](Rewriter& rewriter) {
                rewriter.editor().removeValue(id);
                return true;
            });
    });
    return {};
}

} // namespace partita
