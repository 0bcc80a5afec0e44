#include <algorithm>

#include "core/base/try.h"
#include "core/edits/attribute_rules.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/new_node.h"
#include "core/edits/output_types.h"
#include "core/edits/removal.h"
#include "core/edits/slots.h"

namespace partita::edits {

namespace {

using Option = FormalParameter::Option;

/// The index of an input by its formal name; nothing: there is none.
std::optional<std::size_t> inputOfName(const OperatorDescription& of, const std::string& name) {
    for (std::size_t i = 0; i < of.inputs.size(); ++i)
        if (of.inputs[i].name == name && of.inputs[i].option != Option::variadic)
            return i;
    return std::nullopt;
}

/// Where input `index` of one operator stands at another one: under the same name, or in the same
/// place if both need it there. Nothing: it means nothing there.
std::optional<std::size_t> placeOf(const OperatorDescription& from, const OperatorDescription& to,
                                   std::size_t index) {
    const FormalParameter *old = from.input(index), *there = to.input(index);
    if (old && old->option != Option::variadic)
        if (const auto named = inputOfName(to, old->name))
            return named;
    const bool isTaken = there && there->option != Option::variadic &&
                         inputOfName(from, there->name).value_or(index) != index;
    const bool bothNeed =
        old && there && old->option != Option::optional && there->option != Option::optional;
    return bothNeed && !isTaken ? std::optional(index) : std::nullopt;
}

IdList<ValueId> carriedInputs(const Node& node, const OperatorDescription* from,
                              const WantedOperator& to) {
    IdList<ValueId> inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const auto place =
            from && to.description ? placeOf(*from, *to.description, i) : std::optional(i);
        if (!node.inputs[i] || !place || *place >= to.mostInputs)
            continue;
        if (*place >= inputs.size())
            inputs.resize(*place + 1);
        inputs[*place] = node.inputs[i];
    }
    if (inputs.size() < to.leastInputs)
        inputs.resize(to.leastInputs);
    return inputs;
}

Result<void> checkTypes(const Model& model, const Node& node, const WantedOperator& wanted) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const auto& value = model.value(node.inputs[i]);
        if (!value || !value->type)
            continue;
        if (Message wrong =
                wrongInputType(model, node, wanted.description.get(), i, *value->type, value->name);
            !wrong.empty())
            return refusedAt(std::move(wrong), node);
    }
    return {};
}

/// Removes outputs that the operator does not have, and adds those that it always has.
Result<void> fitOutputs(ModelEditor& editor, NodeId id, const WantedOperator& wanted) {
    const auto node = editor.model().node(id);
    IdList<ValueId> outputs = node->outputs;
    for (; outputs.size() > wanted.mostOutputs; outputs.pop_back()) {
        const ValueId last = outputs.back();
        if (last && isRead(editor.model(), last))
            return refusedAt(PARTITA_TEXT("{0} has fewer outputs, and '{1}' is read", wanted.opType,
                                          tensorText(editor.model(), last)),
                             *node);
    }
    const std::vector<ValueId> gone(node->outputs.begin() + outputs.size(), node->outputs.end());
    if (outputs.size() < wanted.leastOutputs) {
        NamesInUse names(editor.model());
        while (outputs.size() < wanted.leastOutputs)
            outputs.push_back(addOutput(editor, names, *node, wanted.description, outputs.size()));
    }
    editor.changeNode(id, [&](Node& changed) { changed.outputs = outputs; });
    for (const ValueId each : gone)
        if (each)
            editor.removeValue(each);
    return {};
}

/// Of a node's attributes those that mean the same at the new operator.
std::shared_ptr<const Attributes> carriedAttributes(const Model& model, const Node& from,
                                                    const Node& to, const WantedOperator& wanted) {
    auto kept = std::make_shared<Attributes>();
    for (const AttributePtr& each : *from.attributes) {
        const bool isGraph = std::holds_alternative<GraphId>(each->value) ||
                             std::holds_alternative<std::vector<GraphId>>(each->value);
        const bool isKnown = wanted.function || wanted.description;
        if (isKnown && !isGraph && brokenAttribute(model, to, *each, wanted.description).empty())
            kept->push_back(each);
    }
    return kept;
}

} // namespace

Result<Edited> apply(const Model& model, const ReplaceOperator& edit) {
    const auto node = PARTITA_TRY(existing(model, edit.node));
    const WantedOperator wanted =
        PARTITA_TRY(wantedOperator(model, node->graph, edit.domain, edit.opType, edit.overload));
    const auto old = descriptionOf(model, *node);
    Node made = *node;
    made.opType = edit.opType;
    made.domain = wanted.domain;
    made.overload = edit.overload;
    made.attributes = carriedAttributes(model, *node, made, wanted);
    made.inputs = carriedInputs(*node, old.get(), wanted);
    PARTITA_TRY(checkTypes(model, made, wanted));
    ModelEditor editor(model);
    importDomain(editor, node->graph, wanted.domain);
    std::vector<ValueId> freed(node->inputs.begin(), node->inputs.end());
    std::ranges::copy(removeBodies(editor, node->subgraphs()), std::back_inserter(freed));
    editor.changeNode(edit.node, [&](Node& changed) { changed = made; });
    PARTITA_TRY(fitOutputs(editor, edit.node, wanted));
    removeUnreadConstants(editor, std::move(freed));
    followTypes(editor, {edit.node});
    return finished(std::move(editor),
                    PARTITA_TEXT("Replace {0} by {1}", node->opType.str(),
                                 operatorText(edit.opType, wanted.domain)),
                    node->label(), {edit.node});
}

} // namespace partita::edits
