#pragma once

#include "core/base/result.h"
#include "views/document/item_actions.h"

class QMenu;

namespace partita {

// What the user does with the selection of a document, as one step of its history.

Result<void> deleteSelection(DocumentController& document);
Result<void> duplicateSelection(DocumentController& document);
Result<void> bypassSelection(DocumentController& document);
/// Takes the selected nodes off what they read and off the nodes that read them; of a selected
/// tensor, all that reads it.
Result<void> disconnectSelection(DocumentController& document);
/// Puts the selected nodes on the clipboard; false: no node is selected.
bool copySelection(const DocumentController& document);
Result<void> pasteNodes(DocumentController& document);

/// Adds what can be edited about an item, while the user edits.
void addEditActions(QMenu& menu, DocumentController& document, const Item& item);

} // namespace partita
