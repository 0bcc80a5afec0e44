#include "core/epcontext/lint/lint_fix.h"

#include <algorithm>
#include <set>

#include "core/base/numbered_name.h"
#include "core/ir/ep_context.h"

namespace partita {

namespace {

/// Only EPContext nodes have a name that may be a key into a binary.
bool mayBeRenamed(const Model& model, NodeId id) {
    const auto& node = model.node(id);
    return node && !isEpContext(*node);
}

std::string freeName(const Model& model, const std::string& wish) {
    std::set<std::string> taken;
    model.nodes().forEach([&](NodeId, const auto& node) { taken.insert(node->name); });
    return numberedName(wish, 2, [&](const std::string& name) { return !taken.contains(name); });
}

void addImport(ModelEditor& editor) {
    if (!editor.model().info().opset("com.microsoft"))
        editor.changeInfo([](ModelInfo& info) { info.opsets.push_back({"com.microsoft", 1}); });
}

} // namespace

Message fixFor(const Model& model, const Finding& finding) {
    if (finding.rule == "no-import")
        return PARTITA_TEXT("import com.microsoft 1");
    if (finding.rule == "duplicate-node-name" && mayBeRenamed(model, finding.node))
        return PARTITA_TEXT("call it '{0}'", freeName(model, model.node(finding.node)->name));
    return {};
}

Model fixFindings(const Model& model, const std::vector<Finding>& findings) {
    ModelEditor editor(model);
    for (const Finding& finding : findings) {
        if (finding.rule == "no-import")
            addImport(editor);
        if (finding.rule == "duplicate-node-name" && mayBeRenamed(model, finding.node)) {
            const std::string name = freeName(editor.model(), model.node(finding.node)->name);
            editor.changeNode(finding.node, [&](Node& node) { node.name = name; });
        }
    }
    return editor.model();
}

} // namespace partita
