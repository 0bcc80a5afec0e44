// The rule of InlineFunction.

#include <algorithm>
#include <map>
#include <set>

#include "core/base/try.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/new_node.h"
#include "core/edits/removal.h"
#include "core/ir/function_calls.h"
#include "core/ir/inline_functions.h"
#include "core/ir/layer_annotation.h"

namespace partita::edits {

namespace {

class Inlining {
public:
    explicit Inlining(const Model& model) : m_model(model), m_editor(model), m_names(model) {}

    /// Fails for a node that calls no function, and for one in the function that it calls.
    Result<void> addCall(NodeId id) {
        const Node& node = *m_model.node(id);
        const GraphId function = functionOf(m_model, node);
        if (!function)
            return refusedAt(PARTITA_TEXT("it calls no function of the model"), node);
        if (sees(m_model, node.graph, function))
            return refusedAt(PARTITA_TEXT("the function {0} cannot call itself", node.opType.str()),
                             node);
        m_calls[function].push_back(id);
        return {};
    }

    Result<std::vector<NodeId>> run() {
        PARTITA_TRY(checkSize());
        std::vector<NodeId> placed;
        for (const auto& [function, calls] : m_calls) {
            PARTITA_TRY(checkOpsets(function, calls));
            std::ranges::copy(
                expandCalls(m_editor, calls, m_model, function,
                            [this](const std::string& wish) { return m_names.unique(wish); }),
                std::back_inserter(placed));
        }
        for (const NodeId id : placed)
            inheritMark(id);
        return placed;
    }

    void remove(GraphId function) {
        removeBodies(m_editor, {function});
        m_editor.changeInfo([&](ModelInfo& info) { std::erase(info.functions, function); });
    }

    ModelEditor& editor() { return m_editor; }

private:
    /// What the call was marked for holds for the nodes in its place that have no mark of their own.
    void inheritMark(NodeId id) {
        const auto node = m_editor.model().node(id);
        const std::string mark(layerOf(*m_model.node(node->origin->derivedFrom.front())));
        if (!mark.empty() && layerOf(*node).empty())
            m_editor.changeNode(id, [&](Node& changed) {
                changed.annotations = withLayer(changed.annotations, mark);
            });
    }

    /// The nodes of the called functions, those in their bodies included.
    void findNodes() {
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (const GraphId root = rootOf(m_model, node->graph); m_calls.contains(root))
                m_nodes[root].push_back(id);
        });
    }

    /// A small file can ask for more nodes than any memory holds.
    Result<void> checkSize() {
        findNodes();
        std::uint64_t made = 0;
        for (const auto& [function, calls] : m_calls)
            made += calls.size() * m_nodes[function].size();
        return made > mostInlinedNodes(m_model) ? unfoldsTooFar(m_model) : Result<void>();
    }

    /// Every operator must be the same version in the function and where it is called.
    Result<void> checkOpsets(GraphId function, const std::vector<NodeId>& calls) {
        std::set<GraphId> known;
        for (const NodeId call : calls) {
            const GraphId graph = m_model.node(call)->graph;
            if (!known.insert(rootOf(m_model, graph)).second)
                continue;
            for (const NodeId id : m_nodes[function]) {
                const Node& node = *m_model.node(id);
                PARTITA_TRY(
                    importFor(m_editor, graph, node, opsetIn(m_model, function, node.domain)));
            }
        }
        return {};
    }

    const Model& m_model;
    ModelEditor m_editor;
    NamesInUse m_names;
    std::map<GraphId, std::vector<NodeId>> m_calls, m_nodes; ///< by function
};

/// All calls of a function, in the whole model.
std::vector<NodeId> callsOf(const Model& model, GraphId function) {
    const FunctionIndex index(model);
    std::vector<NodeId> calls;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (index.called(*node) == function)
            calls.push_back(id);
    });
    return calls;
}

Result<std::vector<NodeId>> calls(const Model& model, const InlineFunction& edit) {
    if (!edit.function)
        return existing(model, edit.calls);
    const auto graph = PARTITA_TRY(existing(model, edit.function));
    if (!graph->function ||
        std::ranges::find(model.info().functions, edit.function) == model.info().functions.end())
        return Error{Errc::usage,
                     PARTITA_TEXT("{0} is no function of the model", model.graphPath(graph->id)),
                     {},
                     {}};
    return callsOf(model, edit.function);
}

} // namespace

Result<Edited> apply(const Model& model, const InlineFunction& edit) {
    Inlining inlining(model);
    const std::vector<NodeId> inlined = PARTITA_TRY(calls(model, edit));
    for (const NodeId call : inlined)
        PARTITA_TRY(inlining.addCall(call));
    auto placed = PARTITA_TRY(inlining.run());
    if (edit.function) {
        const Graph& function = *model.graph(edit.function);
        inlining.remove(edit.function);
        const std::string name = operatorText(function.name, function.function->domain);
        return finished(std::move(inlining.editor()), PARTITA_TEXT("Inline all calls of {0}", name),
                        name, std::move(placed));
    }
    const Node& first = *model.node(inlined.front());
    return finished(
        std::move(inlining.editor()),
        inlined.size() == 1
            ? PARTITA_TEXT("Inline a call of {0}", operatorText(first.opType, first.domain))
            : PARTITA_TEXT("Inline {0} calls of functions", inlined.size()),
        first.label(), std::move(placed));
}

} // namespace partita::edits
