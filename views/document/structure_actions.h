#pragma once

#include <vector>

#include "core/edits/edit.h"
#include "views/document/item_actions.h"

class QMenu;

namespace partita {

/// A tensor on its way to some of its readers.
struct EdgeChoice {
    ValueId value;
    std::vector<Slot> readers;
};
/// The edges that the selection means: those of the selected tensor, or those that leave the selected
/// nodes.
std::vector<EdgeChoice> chosenEdges(const DocumentController& document);
/// Puts a conversion on each of these edges, as one step of the history.
Result<void> insertOnEdges(DocumentController& document,
                           const decltype(InsertConversion::how)& how);

/// Adds the edits of functions, bodies, marks and edges, while the user edits. An entry that can do
/// nothing is grey and says why.
void addStructureActions(QMenu& menu, DocumentController& document, const Item& item);

} // namespace partita
