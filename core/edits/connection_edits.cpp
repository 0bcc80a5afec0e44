#include "core/base/try.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/output_types.h"
#include "core/edits/removal.h"
#include "core/edits/slots.h"

namespace partita::edits {

namespace {

/// The place of a slot for errors and for the history: its node, or the name of the output.
std::string placeOf(const Model& model, const Slot& slot) {
    const auto& node = model.node(slot.node);
    return node ? node->label() : tensorText(model, valueAt(model, slot));
}

std::vector<NodeId> nodesOf(const std::vector<Slot>& slots) {
    std::vector<NodeId> nodes;
    for (const Slot& slot : slots)
        if (slot.node)
            nodes.push_back(slot.node);
    return nodes;
}

/// An initializer belongs to what reads it; a Constant node is seen, and stays.
void removeUnreadInitializer(ModelEditor& editor, ValueId id) {
    if (const auto& value = editor.model().value(id); value && value->isConstant())
        removeUnreadConstants(editor, {id});
}

} // namespace

Result<Edited> apply(const Model& model, const Connect& edit) {
    const auto from = PARTITA_TRY(existing(model, edit.from));
    PARTITA_TRY(checkSlot(model, edit.to));
    const ValueId old = valueAt(model, edit.to);
    if (old == edit.from)
        return Error{Errc::usage,
                     PARTITA_TEXT("{0} reads '{1}' already", slotText(model, edit.to),
                                  tensorText(model, edit.from)),
                     {},
                     {}};
    if (Message why = whyNotConnect(model, edit.from, edit.to); !why.empty())
        return Error{Errc::usage, std::move(why), {slotText(model, edit.to)}, {}};
    ModelEditor editor(model);
    setSlot(editor, edit.to, edit.from);
    removeUnreadInitializer(editor, old);
    followTypes(editor, nodesOf({edit.to}));
    return finished(
        std::move(editor),
        PARTITA_TEXT("Connect {0} to {1}", tensorText(model, edit.from), slotText(model, edit.to)),
        placeOf(model, edit.to), nodesOf({edit.to}));
}

Result<Edited> apply(const Model& model, const Disconnect& edit) {
    PARTITA_TRY(checkSlot(model, edit.slot));
    const ValueId old = valueAt(model, edit.slot);
    if (!old)
        return Error{
            Errc::usage, PARTITA_TEXT("{0} reads nothing", slotText(model, edit.slot)), {}, {}};
    ModelEditor editor(model);
    clearSlots(editor, {edit.slot});
    removeUnreadInitializer(editor, old);
    followTypes(editor, nodesOf({edit.slot}));
    return finished(std::move(editor), PARTITA_TEXT("Disconnect {0}", slotText(model, edit.slot)),
                    placeOf(model, edit.slot), nodesOf({edit.slot}));
}

Result<Edited> apply(const Model& model, const RerouteReaders& edit) {
    const auto from = PARTITA_TRY(existing(model, edit.from));
    const auto to = PARTITA_TRY(existing(model, edit.to));
    const auto readers = readersOf(model, edit.from);
    if (readers.empty() || edit.from == edit.to)
        return Error{Errc::usage, PARTITA_TEXT("nothing reads '{0}'", from->name), {}, {}};
    ModelEditor editor(model);
    SlotFinder finder(model, edit.to);
    for (const Slot& reader : readers) {
        if (Message why = finder.whyNot(reader, edit.from); !why.empty())
            return Error{Errc::usage, std::move(why), {slotText(model, reader)}, {}};
        setSlot(editor, reader, edit.to);
    }
    removeUnreadInitializer(editor, edit.from);
    followTypes(editor, nodesOf(readers));
    return finished(std::move(editor),
                    PARTITA_TEXT("Reroute readers of {0} to {1}", from->name, to->name), from->name,
                    nodesOf(readers));
}

} // namespace partita::edits
