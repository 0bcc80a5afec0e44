#include "core/passes/passes.h"

#include <set>

namespace partita {

/// Lists at each node with bodies the outer values that the bodies' nodes read.
///
/// Before:   a Loop, If or Scan whose body reads or returns a value of an outer graph
/// After:    the same with the attribute __control_inputs: the names of those values
/// The result is for tools that know the attribute; it is not valid ONNX.
Result<void> liftLexicalReferences(PassRun& run) {
    const Model before = run.model();
    for (const NodeId id : run.order()) {
        const auto& node = before.node(id);
        std::set<std::string> names;
        std::vector<GraphId> open = node->subgraphs();
        std::set<GraphId> inside(open.begin(), open.end());
        while (!open.empty()) {
            const GraphId body = open.back();
            open.pop_back();
            for (const NodeId inner : before.nodesOf(body)) {
                for (const GraphId deeper : before.node(inner)->subgraphs()) {
                    open.push_back(deeper);
                    inside.insert(deeper);
                }
                for (const ValueId input : before.node(inner)->inputs)
                    if (input && !inside.contains(before.value(input)->graph))
                        names.insert(before.value(input)->name);
            }
            for (const ValueId output : before.graph(body)->outputs) // may be of a graph around it
                if (output && !inside.contains(before.value(output)->graph))
                    names.insert(before.value(output)->name);
        }
        const std::vector<std::string> list(names.begin(), names.end());
        const Attribute* known = node->attribute("__control_inputs");
        const auto* written =
            known ? std::get_if<std::vector<std::string>>(&known->value) : nullptr;
        if (!names.empty() && (!written || *written != list))
            run.attempt(id, [&](Rewriter& rewriter) {
                rewriter.editor().setAttribute(id, Attribute::make("__control_inputs", list));
                return true;
            });
    }
    return {};
}

} // namespace partita
