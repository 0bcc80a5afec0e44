#include "core/edits/removal.h"

#include <algorithm>
#include <unordered_set>

#include "core/edits/edit_tools.h"
#include "core/edits/slots.h"

namespace partita::edits {

namespace {

/// The bodies and the bodies of nodes in them, at any depth.
std::unordered_set<GraphId> withInner(const Model& model, const std::vector<GraphId>& bodies) {
    std::unordered_set<GraphId> all(bodies.begin(), bodies.end());
    for (std::size_t before = 0; before != all.size();) {
        before = all.size();
        model.graphs().forEach([&](GraphId id, const auto& graph) {
            if (const auto& holder = model.node(graph->parent);
                holder && all.contains(holder->graph))
                all.insert(id);
        });
    }
    return all;
}

bool isNamedByAnnotation(const Graph& graph, ValueId id) {
    return std::ranges::any_of(graph.quantization, [&](const QuantizationAnnotation& annotation) {
        return std::ranges::any_of(annotation.parameters,
                                   [&](const auto& parameter) { return parameter.second == id; });
    });
}

/// Removes a tensor with what annotations say of it; returns the constants that these named.
std::vector<ValueId> removeTensor(ModelEditor& editor, ValueId id) {
    std::vector<ValueId> freed;
    const GraphId graph = editor.model().value(id)->graph;
    const auto isOf = [&](const QuantizationAnnotation& each) { return each.tensor == id; };
    if (std::ranges::any_of(editor.model().graph(graph)->quantization, isOf))
        editor.changeGraph(graph, [&](Graph& changed) {
            for (const QuantizationAnnotation& each : changed.quantization)
                if (isOf(each))
                    for (const auto& [key, parameter] : each.parameters)
                        freed.push_back(parameter);
            std::erase_if(changed.quantization, isOf);
        });
    editor.removeValue(id);
    return freed;
}

} // namespace

std::vector<ValueId> removeBodies(ModelEditor& editor, const std::vector<GraphId>& bodies) {
    std::vector<ValueId> read;
    if (bodies.empty())
        return read;
    const Model model = editor.model();
    const auto all = withInner(model, bodies);
    const auto captured = [&](ValueId id) {
        if (const auto& value = model.value(id); value && !all.contains(value->graph))
            read.push_back(id);
    };
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (!all.contains(node->graph))
            return;
        std::ranges::for_each(node->inputs, captured);
        editor.removeNode(id);
    });
    for (const GraphId body : all) {
        std::ranges::for_each(model.graph(body)->outputs, captured);
        editor.removeGraph(body);
    }
    model.values().forEach([&](ValueId id, const auto& value) {
        if (all.contains(value->graph))
            editor.removeValue(id);
    });
    return read;
}

void removeUnreadConstants(ModelEditor& editor, std::vector<ValueId> candidates) {
    while (!candidates.empty()) {
        const ValueId id = candidates.back();
        candidates.pop_back();
        const auto value = editor.model().value(id);
        if (!value || isRead(editor.model(), id) || editor.model().isGraphInput(id) ||
            isNamedByAnnotation(*editor.model().graph(value->graph), id))
            continue;
        const NodeId producer = editor.model().producer(id);
        if (producer && editor.model().node(producer)->is("Constant"))
            editor.removeNode(producer);
        else if (!value->isConstant())
            continue;
        std::ranges::copy(removeTensor(editor, id), std::back_inserter(candidates));
    }
}

void removeNodes(ModelEditor& editor, const std::vector<NodeId>& nodes) {
    const std::unordered_set<NodeId> gone(nodes.begin(), nodes.end());
    std::vector<ValueId> inputs, outputs;
    std::vector<GraphId> bodies;
    for (const NodeId id : nodes) {
        const Node& node = *editor.model().node(id);
        inputs.insert(inputs.end(), node.inputs.begin(), node.inputs.end());
        outputs.insert(outputs.end(), node.outputs.begin(), node.outputs.end());
        std::ranges::copy(node.subgraphs(), std::back_inserter(bodies));
    }
    std::erase(outputs, ValueId{});
    std::ranges::copy(removeBodies(editor, bodies), std::back_inserter(inputs));
    std::vector<Slot> readers;
    for (const ValueId output : outputs)
        if (editor.model().value(output))
            for (const Slot& reader : readersOf(editor.model(), output))
                if (reader.node && !gone.contains(reader.node))
                    readers.push_back(reader);
    clearSlots(editor, std::move(readers));
    for (const NodeId id : nodes)
        if (editor.model().node(id)) // not in a body of another one
            editor.removeNode(id);
    for (const ValueId output : outputs)
        if (editor.model().value(output) && !isRead(editor.model(), output))
            std::ranges::copy(removeTensor(editor, output), std::back_inserter(inputs));
    removeUnreadConstants(editor, std::move(inputs));
}

} // namespace partita::edits
