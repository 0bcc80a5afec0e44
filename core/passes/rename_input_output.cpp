#include "core/passes/passes.h"

#include <cstdlib>

namespace partita {

namespace {

/// The pattern in an environment variable, or `otherwise`, with the number in place of %d.
std::string named(const char* variable, const char* otherwise, std::size_t number) {
    const char* given = std::getenv(variable);
    std::string pattern = given && *given ? given : otherwise;
    const auto at = pattern.find("%d");
    return at == std::string::npos ? pattern + std::to_string(number)
                                   : pattern.replace(at, 2, std::to_string(number));
}

} // namespace

/// Renames inputs and outputs by a pattern.
///
/// Before:   inputs and outputs of the main graph with any names
/// After:    input_0, input_1 …, output_0 …; or as OPTIMIZER_RENAME_INPUT_PATTERN and
///           OPTIMIZER_RENAME_OUTPUT_PATTERN say, with %d for the number; a name that another value
///           has gets a number behind it
Result<void> renameInputOutput(PassRun& run) {
    run.attempt({}, [&](Rewriter& rewriter) {
        const Graph& graph = *rewriter.model().graph(rewriter.model().mainGraph());
        const Model before = rewriter.model();
        std::size_t number = 0;
        const auto rename = [&](ValueId id, const std::string& name) {
            if (before.value(id)->name != name)
                rewriter.editor().changeValue(
                    id, [&](Value& value) { value.name = rewriter.nameIn(name, id); });
        };
        const std::vector<ValueId> inputs = graph.inputs, outputs = graph.outputs;
        for (const ValueId id : inputs)
            if (!before.value(id)->initializer)
                rename(id, named("OPTIMIZER_RENAME_INPUT_PATTERN", "input_%d", number++));
        number = 0;
        for (const ValueId id : outputs) {
            if (!before.isGraphInput(id))
                rename(id, named("OPTIMIZER_RENAME_OUTPUT_PATTERN", "output_%d", number));
            ++number;
        }
        return true;
    });
    return {};
}

} // namespace partita
