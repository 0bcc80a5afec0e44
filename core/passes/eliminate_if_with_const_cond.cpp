#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

/// Whether a graph may return `value`, which the taken branch returns, in place of an output of the
/// If: a result of a node of the branch that the branch returns once. Anything else (a value of an
/// outer graph, an initializer, a value returned twice) has a name and readers of its own.
bool mayTakeTheName(const Model& model, const Graph& branch, ValueId value) {
    return model.value(value)->graph == branch.id && model.producer(value) &&
           std::ranges::count(branch.outputs, value) == 1;
}

/// The graph of the branch that is taken; nothing: the condition is not known or the branch does
/// not fit to the node.
std::optional<Graph> takenBranch(Rewriter& rewriter, const Node& node) {
    const auto condition = rewriter.uniform(node.inputs[0]);
    if (!condition || rewriter.constant(node.inputs[0])->count() != 1)
        return std::nullopt;
    const auto* chosen = node.attribute(*condition != 0 ? "then_branch" : "else_branch");
    const auto* body = chosen ? std::get_if<GraphId>(&chosen->value) : nullptr;
    if (!body)
        return std::nullopt;
    Graph branch = *rewriter.model().graph(*body);
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] && (i >= branch.outputs.size() || !branch.outputs[i])) {
            rewriter.note(node.id,
                          PARTITA_TEXT("the branch that is taken does not return output {0}", i));
            return std::nullopt;
        }
    return branch;
}

/// Moves nodes and values of a branch into the graph of its If.
void moveOut(Rewriter& rewriter, const Graph& branch, GraphId target) {
    const Model before = rewriter.model();
    ModelEditor& editor = rewriter.editor();
    editor.changeGraph(branch.id, [](Graph& graph) { graph.outputs.clear(); });
    for (const NodeId inner : before.nodesOf(branch.id))
        editor.changeNode(inner, [&](Node& moved) { moved.graph = target; });
    before.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == branch.id)
            rewriter.moveValue(id, target);
    });
}

} // namespace

/// Replaces an If by the branch that is taken.
///
/// Before:   Y = If(c)<then_branch, else_branch>    c constant
/// After:    the nodes of that branch, in the If's own graph; an output of the graph that the
///           branch only passes on is made by Identity
/// Declines: the branch does not return an output of the If; a value to pass on is no tensor, and
///           the opset is below 16
/// Source:   ONNX If-1 … 25
bool eliminateIfWithConstCond(Rewriter& rewriter, const Node& node) {
    const auto branch = node.is("If") ? takenBranch(rewriter, node) : std::nullopt;
    if (!branch)
        return false;
    std::vector<bool> needsIdentity;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        needsIdentity.push_back(node.outputs[i] &&
                                rewriter.model().isGraphOutput(node.outputs[i]) &&
                                !mayTakeTheName(rewriter.model(), *branch, branch->outputs[i]));
        if (needsIdentity[i] && !rewriter.mayPassThroughIdentity(branch->outputs[i]))
            return false;
    }
    moveOut(rewriter, *branch, node.graph);
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] && !needsIdentity[i] &&
            !rewriter.forward(node.outputs[i], branch->outputs[i]))
            return false;
    rewriter.editor().changeNode(node.id, [&](Node& old) {
        for (std::size_t i = 0; i < needsIdentity.size(); ++i)
            if (needsIdentity[i])
                old.outputs[i] = {};
    });
    std::string name = node.name;
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (needsIdentity[i]) {
            rewriter.addNode(node.graph, name, "Identity", {branch->outputs[i]}, {node.outputs[i]},
                             {node.id});
            name = node.name.empty() ? "" : node.name + "_" + std::to_string(i);
        }
    rewriter.remove(node.id); // with both bodies, one of them now empty
    return true;
}

} // namespace partita
