// The rule of TakeBranch.

#include <algorithm>

#include "core/base/try.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/node_selection.h"
#include "core/edits/removal.h"
#include "core/ir/constants.h"
#include "core/passes/passes.h"

namespace partita::edits {

namespace {

/// The attribute with the branch that is taken. Fails where only a run says which one it is.
Result<const Attribute*> takenBranch(const Model& model, const Node& node) {
    if (!node.is("If"))
        return refusedAt(PARTITA_TEXT("it is no If"), node);
    const ValueId condition = node.inputs.empty() ? ValueId{} : node.inputs[0];
    const auto known = condition ? scalarConstant(model, condition) : std::nullopt;
    if (!known)
        return Error{Errc::usage,
                     PARTITA_TEXT("its condition '{0}' is no constant",
                                  condition ? tensorText(model, condition) : std::string()),
                     {PARTITA_TEXT("node '{0}'", node.label())},
                     PARTITA_TEXT("let it read a constant first")};
    const Attribute* branch = node.attribute(*known != 0 ? "then_branch" : "else_branch");
    if (!branch || !std::holds_alternative<GraphId>(branch->value))
        return refusedAt(PARTITA_TEXT("it has no such branch"), node);
    return branch;
}

/// What the branch returns has the types that the outputs of the If had.
void keepTypes(ModelEditor& editor, const Model& before, const Node& node,
               const std::vector<ValueId>& returned) {
    for (std::size_t i = 0; i < std::min<std::size_t>(returned.size(), node.outputs.size()); ++i) {
        const auto &value = editor.model().value(returned[i]), &old = before.value(node.outputs[i]);
        if (value && !value->type && old && old->type)
            editor.changeValue(returned[i], [&](Value& changed) { changed.type = old->type; });
    }
}

} // namespace

/// The same as the pass `eliminate_if_with_const_cond`.
Result<Edited> apply(const Model& model, const TakeBranch& edit) {
    const auto node = PARTITA_TRY(existing(model, edit.node));
    const Attribute* attribute = PARTITA_TRY(takenBranch(model, *node));
    const GraphId branch = std::get<GraphId>(attribute->value);
    PARTITA_TRY(checkFunctionInitializers(model, node->graph, model, branch));
    const PassOptions options;
    PassRun run(*findPass("eliminate_if_with_const_cond"), model, options, 1);
    if (!run.attempt(edit.node,
                     [&](Rewriter& rewriter) { return eliminateIfWithConstCond(rewriter, *node); }))
        return refusedAt(PARTITA_TEXT("what its branch returns cannot take the place of its "
                                      "outputs"),
                         *node);
    ModelEditor editor(run.model());
    removeUnreadConstants(editor, NodeSelection(model, {edit.node}).reads());
    keepTypes(editor, model, *node, model.graph(branch)->outputs);
    ModelDelta delta = diff(model, editor.model());
    std::vector<NodeId> placed;
    for (const auto& change : delta.nodes)
        if (change.after && change.after->graph == node->graph &&
            (!change.before || change.before->graph == branch))
            placed.push_back(change.id);
    return Edited{std::move(delta),
                  PARTITA_TEXT("Put {0} of {1} in its place", attribute->name, node->label()),
                  node->label(), std::move(placed)};
}

} // namespace partita::edits
