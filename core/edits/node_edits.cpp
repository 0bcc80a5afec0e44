#include <algorithm>

#include "core/base/try.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/removal.h"

namespace partita::edits {

namespace {

/// The node of a graph with that name, other than `except`; none: there is none.
NodeId nodeOfName(const Model& model, GraphId graph, std::string_view name, NodeId except) {
    NodeId found;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (id != except && node->graph == graph && node->name == name)
            found = id;
    });
    return found;
}

} // namespace

Result<Edited> apply(const Model& model, const DeleteNodes& edit) {
    const std::vector<NodeId> nodes = PARTITA_TRY(existing(model, edit.nodes));
    ModelEditor editor(model);
    removeNodes(editor, nodes);
    const Node& first = *model.node(nodes.front());
    if (nodes.size() == 1)
        return finished(std::move(editor), PARTITA_TEXT("Delete {0}", first.opType.str()),
                        first.label());
    return finished(std::move(editor), PARTITA_TEXT("Delete {0} nodes", nodes.size()),
                    first.label());
}

Result<Edited> apply(const Model& model, const RenameNode& edit) {
    const auto node = PARTITA_TRY(existing(model, edit.node));
    if (nodeOfName(model, node->graph, edit.name, edit.node) && !edit.name.empty())
        return Error{Errc::nameClash,
                     PARTITA_TEXT("another node is named '{0}'", edit.name),
                     {PARTITA_TEXT("node '{0}'", node->label())},
                     PARTITA_TEXT("take another name")};
    ModelEditor editor(model);
    editor.changeNode(edit.node, [&](Node& changed) { changed.name = edit.name; });
    return finished(std::move(editor), PARTITA_TEXT("Rename {0} to {1}", node->label(), edit.name),
                    node->label(), {edit.node});
}

} // namespace partita::edits
