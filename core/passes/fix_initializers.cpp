#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Makes initializers constant that old models also list as inputs.
///
/// Before:   an initializer that is also an input of the graph: a default that callers may replace
/// After:    an initializer only; the IR version is at least 4, which allows that
/// Skip this pass (--mutable-initializer) where callers replace such a default.
Result<void> fixInitializers(PassRun& run) {
    run.attempt({}, [&](Rewriter& rewriter) {
        const Model before = rewriter.model();
        const auto isDefault = [&](ValueId id) { return before.value(id)->isConstant(); };
        const auto& inputs = before.graph(before.mainGraph())->inputs;
        if (std::ranges::none_of(inputs, isDefault))
            return false;
        rewriter.editor().changeGraph(
            before.mainGraph(), [&](Graph& graph) { std::erase_if(graph.inputs, isDefault); });
        if (before.info().irVersion < 4)
            rewriter.editor().changeInfo([](ModelInfo& info) { info.irVersion = 4; });
        return true;
    });
    return {};
}

} // namespace partita
