#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Replaces an If by the branch that is taken.
///
/// Before:   Y = If(c)<then_branch, else_branch>    c constant
/// After:    the nodes of that branch, in the If's own graph
/// Declines: Y is an output of the graph, and the branch only passes that value on or returns it
///           twice
/// Source:   ONNX If-1 … 25
bool eliminateIfWithConstCond(Rewriter& rewriter, const Node& node) {
    if (!node.is("If"))
        return false;
    const auto condition = rewriter.constant(node.inputs[0]);
    if (!condition || condition->count() != 1)
        return false;
    const auto* chosen =
        node.attribute(*rewriter.uniform(node.inputs[0]) != 0 ? "then_branch" : "else_branch");
    const auto* body = chosen ? std::get_if<GraphId>(&chosen->value) : nullptr;
    if (!body)
        return false;
    const Graph branch = *rewriter.model().graph(*body);
    const Model before = rewriter.model();
    // A branch may return a value twice, or a value of an outer graph. As an output of this graph,
    // that value would need a node of its own.
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        if (!node.outputs[i] || !before.isGraphOutput(node.outputs[i]))
            continue;
        const auto& value = before.value(branch.outputs[i]);
        if (value->graph != *body || !before.producer(branch.outputs[i]) ||
            std::ranges::count(branch.outputs, branch.outputs[i]) != 1)
            return false;
    }
    ModelEditor& editor = rewriter.editor();
    editor.changeGraph(*body, [](Graph& graph) { graph.outputs.clear(); });
    for (const NodeId inner : before.nodesOf(*body))
        editor.changeNode(inner, [&](Node& moved) { moved.graph = node.graph; });
    before.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == *body)
            editor.changeValue(id, [&](Value& moved) {
                moved.graph = node.graph;
                moved.name = rewriter.nameIn(moved.name, id);
            });
    });
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] && !rewriter.forward(node.outputs[i], branch.outputs[i]))
            return false;
    rewriter.remove(node.id); // with both bodies, one of them now empty
    return true;
}

} // namespace partita
