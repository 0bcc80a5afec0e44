#include "core/base/try.h"
#include "core/edits/attribute_rules.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/output_types.h"

namespace partita::edits {

namespace {

bool holdsGraphs(const Attribute& attribute) {
    return std::holds_alternative<GraphId>(attribute.value) ||
           std::holds_alternative<std::vector<GraphId>>(attribute.value);
}

/// The name of the first node, for the history.
Message placeOf(const Model& model, const std::vector<NodeId>& nodes) {
    return model.node(nodes.front())->label();
}

} // namespace

Result<Edited> apply(const Model& model, const SetAttribute& edit) {
    const std::vector<NodeId> nodes = PARTITA_TRY(existing(model, edit.nodes));
    if (!edit.attribute)
        return Error{Errc::usage, PARTITA_TEXT("no attribute is given"), {}, {}};
    const std::string& name = edit.attribute->name;
    ModelEditor editor(model);
    for (const NodeId id : nodes) {
        const Node& node = *model.node(id);
        const Attribute* old = node.attribute(name);
        if (holdsGraphs(*edit.attribute) || (old && holdsGraphs(*old)))
            return refusedAt(
                PARTITA_TEXT("{0} is a graph, whose nodes are edited themselves", name), node);
        if (Message broken =
                brokenAttribute(model, node, *edit.attribute, descriptionOf(model, node));
            !broken.empty())
            return refusedAt(std::move(broken), node);
        editor.setAttribute(id, edit.attribute);
    }
    followTypes(editor, nodes);
    return finished(std::move(editor),
                    PARTITA_TEXT("Set {0} to {1}", name, attributeText(*edit.attribute, 40)),
                    placeOf(model, nodes), nodes);
}

Result<Edited> apply(const Model& model, const ResetAttribute& edit) {
    const std::vector<NodeId> nodes = PARTITA_TRY(existing(model, edit.nodes));
    ModelEditor editor(model);
    std::vector<NodeId> changed;
    for (const NodeId id : nodes) {
        const Node& node = *model.node(id);
        const Attribute* old = node.attribute(edit.name);
        const auto description = descriptionOf(model, node);
        const AttributeDescription* known =
            description ? description->attribute(edit.name) : nullptr;
        if (known && known->required)
            return refusedAt(PARTITA_TEXT("{0} needs the attribute {1}, which has no default",
                                          description->name, edit.name),
                             node);
        if (!old && !known)
            return refusedAt(PARTITA_TEXT("it has no attribute {0}", edit.name), node);
        if (old && holdsGraphs(*old))
            return refusedAt(
                PARTITA_TEXT("{0} is a graph, whose nodes are edited themselves", edit.name), node);
        if (!old)
            continue;
        editor.removeAttribute(id, edit.name);
        changed.push_back(id);
    }
    if (changed.empty())
        return Error{Errc::usage, PARTITA_TEXT("no node has the attribute {0}", edit.name), {}, {}};
    followTypes(editor, changed);
    return finished(std::move(editor), PARTITA_TEXT("Reset {0}", edit.name),
                    placeOf(model, changed), changed);
}

} // namespace partita::edits
