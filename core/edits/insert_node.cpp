#include <algorithm>

#include "core/base/try.h"
#include "core/edits/attribute_rules.h"
#include "core/edits/edit_rules.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/minimal_bodies.h"
#include "core/edits/new_node.h"
#include "core/edits/output_types.h"
#include "core/edits/slots.h"

namespace partita::edits {

namespace {

constexpr std::size_t kMostOutputs = 4096;       ///< also where the operator may have any number
constexpr std::int32_t kGraph = 5, kGraphs = 10; ///< AttributeProto.AttributeType

/// Checks what the new node reads: that its graph sees it, and that the operator takes its type.
Result<void> checkInputs(const Model& model, const Node& node, const WantedOperator& wanted) {
    if (node.inputs.size() > wanted.mostInputs)
        return Error{
            Errc::usage, PARTITA_TEXT("{0} takes no further input", wanted.opType), {}, {}};
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (!node.inputs[i])
            continue;
        const auto value = PARTITA_TRY(existing(model, node.inputs[i]));
        if (Message hidden = whyNotSeen(model, value->id, node.graph); !hidden.empty())
            return Error{Errc::usage, std::move(hidden), {}, {}};
        if (!value->type)
            continue;
        if (Message wrong =
                wrongInputType(model, node, wanted.description.get(), i, *value->type, value->name);
            !wrong.empty())
            return Error{Errc::usage, std::move(wrong), {}, {}};
    }
    return {};
}

Result<void> checkAttributes(const Model& model, const Node& node, const WantedOperator& wanted) {
    for (const AttributePtr& attribute : *node.attributes) {
        if (!attribute)
            return Error{Errc::usage, PARTITA_TEXT("no attribute is given"), {}, {}};
        const std::int32_t type = attribute->typeNumber();
        if (type == kGraph || type == kGraphs)
            return Error{
                Errc::usage,
                PARTITA_TEXT("{0} is a graph, whose nodes are edited themselves", attribute->name),
                {},
                {}};
        if (Message broken = brokenAttribute(model, node, *attribute, wanted.description);
            !broken.empty())
            return Error{Errc::usage, std::move(broken), {}, {}};
    }
    if (wanted.description && !getsBodies(*wanted.description))
        for (const AttributeDescription& attribute : wanted.description->attributes)
            if (attribute.required && (attribute.type == kGraph || attribute.type == kGraphs))
                return Error{Errc::usage,
                             PARTITA_TEXT("{0} needs a graph as its attribute {1}", wanted.opType,
                                          attribute.name),
                             {},
                             PARTITA_TEXT("paste a copy of such a node")};
    return {};
}

Result<Node> newNode(const Model& model, const InsertNode& edit, const WantedOperator& wanted) {
    Node node;
    node.graph = edit.graph;
    node.opType = wanted.opType;
    node.domain = wanted.domain;
    node.overload = wanted.overload;
    node.attributes = std::make_shared<const Attributes>(edit.node.attributes);
    node.inputs.assign(edit.inputs.begin(), edit.inputs.end());
    PARTITA_TRY(checkInputs(model, node, wanted));
    PARTITA_TRY(checkAttributes(model, node, wanted));
    if (node.inputs.size() < wanted.leastInputs)
        node.inputs.resize(wanted.leastInputs);
    if (edit.node.outputs > std::min(wanted.mostOutputs, kMostOutputs))
        return Error{Errc::usage, PARTITA_TEXT("{0} has no further output", wanted.opType), {}, {}};
    return node;
}

/// What the first reader reads, where nodes of the new node's graph may read it, too.
ValueId passedBy(const Model& model, const InsertNode& edit) {
    const ValueId read = edit.readers.empty() ? ValueId{} : valueAt(model, edit.readers.front());
    return read && whyNotSeen(model, read, edit.graph).empty() ? read : ValueId{};
}

/// Adds the new node with its outputs.
Result<NodeId> addNode(ModelEditor& editor, NamesInUse& names, Node node, const InsertNode& edit,
                       const WantedOperator& wanted) {
    if (wanted.description && getsBodies(*wanted.description))
        return addWithBodies(editor, names, std::move(node), wanted, edit.node.outputs,
                             passedBy(editor.model(), edit));
    for (std::size_t i = 0; i < std::max(edit.node.outputs, wanted.leastOutputs); ++i)
        node.outputs.push_back(addOutput(editor, names, node, wanted.description, i));
    return editor.addNode(std::move(node));
}

/// Lets the readers read a new tensor; nodes whose input has another type then are added to
/// `changed`.
Result<void> moveReaders(ModelEditor& editor, const std::vector<Slot>& readers, ValueId to,
                         std::vector<NodeId>& changed) {
    if (readers.empty())
        return {};
    SlotFinder finder(editor.model(), to);
    for (const Slot& reader : readers) {
        PARTITA_TRY(checkSlot(editor.model(), reader));
        const ValueId old = valueAt(editor.model(), reader);
        if (Message why = finder.whyNot(reader, old); !why.empty())
            return Error{Errc::usage, std::move(why), {slotText(editor.model(), reader)}, {}};
    }
    for (const Slot& reader : readers) {
        const auto& old = editor.model().value(valueAt(editor.model(), reader));
        const TypePtr before = old ? old->type : nullptr, now = editor.model().value(to)->type;
        setSlot(editor, reader, to);
        if (reader.node && mayChangeReaders(before, now))
            changed.push_back(reader.node);
    }
    return {};
}

} // namespace

Result<Edited> apply(const Model& model, const InsertNode& edit) {
    PARTITA_TRY(existing(model, edit.graph));
    const WantedOperator wanted = PARTITA_TRY(
        wantedOperator(model, edit.graph, edit.node.domain, edit.node.opType, edit.node.overload));
    Node node = PARTITA_TRY(newNode(model, edit, wanted));
    NamesInUse names(model);
    node.name = names.unique(edit.node.name.empty() ? wanted.opType : edit.node.name);
    ModelEditor editor(model);
    importDomain(editor, edit.graph, wanted.domain);
    const std::string label = node.name;
    const NodeId made = PARTITA_TRY(addNode(editor, names, std::move(node), edit, wanted));
    followTypes(editor, {made});
    std::vector<NodeId> changed;
    PARTITA_TRY(moveReaders(editor, edit.readers, editor.model().node(made)->outputs[0], changed));
    followTypes(editor, changed);
    return finished(std::move(editor),
                    PARTITA_TEXT("Insert {0}", operatorText(wanted.opType, wanted.domain)), label,
                    {made});
}

} // namespace partita::edits
