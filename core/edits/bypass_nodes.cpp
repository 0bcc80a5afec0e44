#include <algorithm>

#include "core/base/try.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/output_types.h"
#include "core/edits/removal.h"
#include "core/edits/slots.h"
#include "core/onnx/inferred_type.h"

namespace partita::edits {

namespace {

/// Whether two types may be the same: what is not known fits.
bool mayBeSame(const TypePtr& a, const TypePtr& b) {
    if (!a || !b)
        return true;
    if (!a->isTensor() || !b->isTensor())
        return a->kind == b->kind && a->element == b->element;
    if (a->element != b->element && a->element != DataType::undefined &&
        b->element != DataType::undefined)
        return false;
    if (!a->shape || !b->shape)
        return true;
    return std::ranges::equal(*a->shape, *b->shape, [](const Dim& x, const Dim& y) {
        return !x.value || !y.value || *x.value == *y.value;
    });
}

bool isConstant(const Model& model, ValueId id) {
    const NodeId producer = model.producer(id);
    return model.value(id)->isConstant() || (producer && model.node(producer)->is("Constant"));
}

/// The input that readers of a node can read instead of its output: one that is computed or fed, or
/// else a constant; none: no input has the type of the output.
ValueId passedOn(const Model& model, const Node& node) {
    const TypePtr wanted = model.value(node.outputs[0])->type;
    ValueId constant;
    for (const ValueId input : node.inputs) {
        if (!input || !mayBeSame(model.value(input)->type, wanted))
            continue;
        if (!isConstant(model, input))
            return input;
        if (!constant)
            constant = input;
    }
    return constant;
}

/// Joins the readers of a node with what it reads; readers of a tensor of other sizes are added to
/// `changed`.
Result<void> bypass(ModelEditor& editor, NodeId id, std::vector<NodeId>& changed) {
    const auto node = editor.model().node(id);
    for (std::size_t i = 1; i < node->outputs.size(); ++i)
        if (node->outputs[i] && isRead(editor.model(), node->outputs[i]))
            return refusedAt(PARTITA_TEXT("its output '{0}' is read, too",
                                          tensorText(editor.model(), node->outputs[i])),
                             *node);
    if (node->outputs.empty() || !node->outputs[0])
        return {};
    const ValueId output = node->outputs[0], input = passedOn(editor.model(), *node);
    const auto readers = readersOf(editor.model(), output);
    if (readers.empty())
        return {};
    const TypePtr type = editor.model().value(output)->type;
    if (!input)
        return refusedAt(
            type ? PARTITA_TEXT("no input has the type of its output, {0}", type->text())
                 : PARTITA_TEXT("it reads nothing that its readers could read"),
            *node);
    SlotFinder finder(editor.model(), input);
    const TypePtr passed = editor.model().value(input)->type;
    const bool stays = passed && passed->isTensor() && passed->shape && isSaidInFull(*passed) &&
                       !mayChangeReaders(type, passed);
    for (const Slot& reader : readers) {
        if (Message why = finder.whyNot(reader, output); !why.empty())
            return refusedAt(PARTITA_TEXT("{0} cannot read '{1}': {2}",
                                          slotText(editor.model(), reader),
                                          tensorText(editor.model(), input), why),
                             *node);
        if (reader.node && !stays)
            changed.push_back(reader.node);
    }
    for (const Slot& reader : readers)
        setSlot(editor, reader, input);
    return {};
}

} // namespace

Result<Edited> apply(const Model& model, const BypassNodes& edit) {
    const std::vector<NodeId> nodes = PARTITA_TRY(existing(model, edit.nodes));
    ModelEditor editor(model);
    std::vector<NodeId> changed;
    for (const NodeId id : nodes)
        PARTITA_TRY(bypass(editor, id, changed));
    removeNodes(editor, nodes);
    std::erase_if(changed, [&](NodeId id) { return !editor.model().node(id); });
    followTypes(editor, changed);
    const Node& first = *model.node(nodes.front());
    return finished(std::move(editor),
                    nodes.size() == 1 ? PARTITA_TEXT("Bypass {0}", first.opType.str())
                                      : PARTITA_TEXT("Bypass {0} nodes", nodes.size()),
                    first.label(), changed);
}

} // namespace partita::edits
