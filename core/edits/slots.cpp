#include "core/edits/slots.h"

#include <algorithm>

#include "core/edits/edit_tools.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

/// One more than the last index at which a node may get an input: all that its operator lists, or
/// the one behind the last input where it takes any number.
std::size_t inputEnd(const Model& model, const Node& node) {
    const std::size_t next = node.inputs.size() + 1;
    if (const GraphId function = functionOf(model, node))
        return model.graph(function)->inputs.size();
    const auto description = descriptionOf(model, node);
    return description
               ? std::min(description->mostInputs, std::max(next, description->inputs.size()))
               : next;
}

void addOutputs(const Graph& graph, ValueId value, std::vector<Slot>& into) {
    for (std::size_t i = 0; i < graph.outputs.size(); ++i)
        if (graph.outputs[i] == value)
            into.push_back({{}, graph.id, i});
}

} // namespace

ValueId valueAt(const Model& model, const Slot& slot) {
    if (const auto& node = model.node(slot.node))
        return slot.index < node->inputs.size() ? node->inputs[slot.index] : ValueId{};
    const auto& graph = model.graph(slot.graph);
    return graph && slot.index < graph->outputs.size() ? graph->outputs[slot.index] : ValueId{};
}

std::vector<Slot> readersOf(const Model& model, ValueId id) {
    std::vector<Slot> found;
    for (const NodeId reader : model.consumers(id)) {
        const Node& node = *model.node(reader);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (node.inputs[i] == id)
                found.push_back({reader, {}, i});
    }
    if (model.isGraphOutput(id)) // bodies, too, may return what they capture
        model.graphs().forEach([&](GraphId, const auto& graph) { addOutputs(*graph, id, found); });
    return found;
}

Message slotText(const Model& model, const Slot& slot) {
    const auto& node = model.node(slot.node);
    if (!node)
        return PARTITA_TEXT("output {0}", tensorText(model, valueAt(model, slot)));
    std::string name = std::to_string(slot.index);
    if (const auto opset = opsetIn(model, node->graph, node->domain))
        name = inputName(findSchema(node->opType, node->domain, *opset), slot.index);
    return PARTITA_TEXT("input {0} of '{1}'", name, node->label());
}

namespace edits {

namespace {

/// Whether the names of a graph's outputs are part of what others see of it.
bool hasNamedOutputs(const Model& model, GraphId graph) {
    return !model.node(model.graph(graph)->parent);
}

void rename(ModelEditor& editor, ValueId id, const std::string& name) {
    editor.changeValue(id, [&](Value& value) {
        value.name = name;
        if (value.initializer) {
            auto tensor = std::make_shared<Tensor>(*value.initializer);
            tensor->name = name;
            value.initializer = std::move(tensor);
        }
    });
}

void setOutput(ModelEditor& editor, GraphId graph, std::size_t index, ValueId value) {
    const ValueId old = editor.model().graph(graph)->outputs[index];
    if (old == value)
        return;
    editor.changeGraph(graph, [&](Graph& changed) { changed.outputs[index] = value; });
    if (hasNamedOutputs(editor.model(), graph)) {
        const std::string name = editor.model().value(old)->name;
        rename(editor, old, NamesInUse(editor.model()).unique(name));
        rename(editor, value, name);
        if (!editor.model().value(value)->type) // an output has to say one
            editor.changeValue(
                value, [&](Value& changed) { changed.type = editor.model().value(old)->type; });
    }
    const bool isMade = editor.model().producer(old) || editor.model().value(old)->isConstant() ||
                        editor.model().isGraphInput(old);
    if (!isMade && !isRead(editor.model(), old))
        editor.removeValue(old);
}

void clearOutput(ModelEditor& editor, const Slot& slot) {
    const auto old = editor.model().value(valueAt(editor.model(), slot));
    Value open;
    open.graph = slot.graph;
    // The old one gives the name of an output up; that of a body keeps its own.
    open.name = hasNamedOutputs(editor.model(), slot.graph)
                    ? old->name
                    : NamesInUse(editor.model()).unique(old->name);
    open.type = old->type;
    const ValueId made = editor.addValue(std::move(open));
    setOutput(editor, slot.graph, slot.index, made);
}

void clearInput(ModelEditor& editor, const Slot& slot) {
    const auto node = editor.model().node(slot.node);
    if (slot.index >= node->inputs.size())
        return;
    const auto description = descriptionOf(editor.model(), *node);
    const FormalParameter* formal = description ? description->input(slot.index) : nullptr;
    const bool required = !formal || formal->option == FormalParameter::Option::required;
    // The inputs of a Loop belong to those of its body by their places.
    const bool goes = formal && formal->option == FormalParameter::Option::variadic &&
                      !formal->mixed && node->inputs.size() > description->leastInputs;
    editor.changeNode(slot.node, [&](Node& changed) {
        if (goes)
            changed.inputs.erase(changed.inputs.begin() + slot.index);
        else
            changed.inputs[slot.index] = {};
        while (!goes && !required && !changed.inputs.empty() && !changed.inputs.back() &&
               changed.inputs.size() > description->leastInputs)
            changed.inputs.pop_back();
    });
}

} // namespace

Result<void> checkSlot(const Model& model, const Slot& slot) {
    if (!slot.node) {
        const auto graph = existing(model, slot.graph);
        if (!graph)
            return graph.error();
        if (slot.index < (*graph)->outputs.size())
            return {};
        return Error{Errc::usage, PARTITA_TEXT("the graph has no output {0}", slot.index), {}, {}};
    }
    const auto node = existing(model, slot.node);
    if (!node)
        return node.error();
    if (slot.index < std::max((*node)->inputs.size(), inputEnd(model, **node)))
        return {};
    return Error{Errc::usage,
                 PARTITA_TEXT("{0} takes no further input", (*node)->opType.str()),
                 {PARTITA_TEXT("node '{0}'", (*node)->label())},
                 {}};
}

void setSlot(ModelEditor& editor, const Slot& slot, ValueId value) {
    if (!slot.node) {
        setOutput(editor, slot.graph, slot.index, value);
        return;
    }
    editor.changeNode(slot.node, [&](Node& node) {
        if (slot.index >= node.inputs.size())
            node.inputs.resize(slot.index + 1);
        node.inputs[slot.index] = value;
    });
}

void clearSlots(ModelEditor& editor, std::vector<Slot> slots) {
    // From the last one, because an input that goes moves those behind it.
    std::ranges::sort(slots, [](const Slot& a, const Slot& b) { return a.index > b.index; });
    for (const Slot& slot : slots)
        if (slot.node)
            clearInput(editor, slot);
        else
            clearOutput(editor, slot);
}

} // namespace edits

} // namespace partita
