#pragma once

#include <QStringList>
#include <vector>

#include "core/edits/edit.h"
#include "views/document/item_actions.h"

class QMenu;

namespace partita {

/// The constants that the selection means: the selected tensor if it is one, or those that the
/// selected nodes read or hold.
std::vector<ValueId> chosenConstants(const DocumentController& document);
/// The element types that a constant is converted to, in the order of the menus.
const std::vector<DataType>& storedTypes();

/// One of the forms of a tensor without a computing node.
struct TensorFormChoice {
    TensorForm form;
    QString title;
    Message whyNot;             ///< empty: the tensor can have it
    bool needsElements = false; ///< of an input, which has none
};
std::vector<TensorFormChoice> tensorForms(const DocumentController& document, ValueId tensor);
/// Gives a tensor a form; an input that becomes a constant is asked for its elements.
Result<void> giveForm(DocumentController& document, ValueId tensor, const TensorFormChoice& choice);

/// Adds the edits of a tensor, or of the constants of nodes, while the user edits. An entry that can
/// do nothing is grey and says why.
void addTensorActions(QMenu& menu, DocumentController& document, const Item& item);

} // namespace partita
