#pragma once

#include <vector>

#include "core/edits/edit.h"
#include "core/ir/model.h"

namespace partita {

/// What a slot reads; none: it is open or omitted, or the model has no such slot.
ValueId valueAt(const Model& model, const Slot& slot);
/// All slots that read a tensor: by node and index, then outputs of graphs.
std::vector<Slot> readersOf(const Model& model, ValueId value);
/// "input B of 'add_3'", "output y"
Message slotText(const Model& model, const Slot& slot);

namespace edits {

/// Fails when the model has no such slot. The index behind the last input of a node is one where
/// its operator takes more inputs.
Result<void> checkSlot(const Model& model, const Slot& slot);
/// The slot reads `value`. An output of the main graph or of a function keeps its name: `value`
/// takes it, and what was there gets another one.
void setSlot(ModelEditor& editor, const Slot& slot, ValueId value);
/// The slots read nothing: an optional input is omitted, one of equal inputs goes, a required one is
/// the id "none". An output of a graph reads a tensor that nothing makes, of the same name and type.
void clearSlots(ModelEditor& editor, std::vector<Slot> slots);

} // namespace edits

} // namespace partita
