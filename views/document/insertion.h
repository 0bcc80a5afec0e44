#pragma once

#include <QByteArray>
#include <QMimeData>
#include <optional>

#include "core/edits/edit.h"
#include "core/edits/operator_catalogue.h"

namespace partita {

class DocumentController;

/// An operator or a function of the model that the user takes from a list.
struct OperatorChoice {
    std::string domain, opType, overload;
    [[nodiscard]] static OperatorChoice of(const OperatorEntry& entry) {
        return {entry.domain, entry.opType, entry.overload};
    }
};

/// What is dragged from the list of operators.
QMimeData* mimeOf(const OperatorChoice& choice); ///< the caller owns it
std::optional<OperatorChoice> choiceIn(const QMimeData& data);

/// A new node that reads `value`, by its first input that takes it, and whose output takes the place
/// of what `readers` read. Fails with the rule that it breaks.
Result<Edited> insertion(const Model& model, ValueId value, std::vector<Slot> readers,
                         const OperatorChoice& choice, InsertNode& made);

/// Puts a node behind the selected one (or on the selected tensor): all readers of its first output
/// read the new node, where they take what it makes. Without a selection, or with `isFree`, it is
/// connected with nothing.
Result<void> insertOperator(DocumentController& document, const OperatorChoice& choice,
                            bool isFree);
/// Puts a node on the way of a tensor to some of its readers.
Result<void> insertOnEdge(DocumentController& document, const OperatorChoice& choice, ValueId value,
                          std::vector<Slot> readers);

} // namespace partita
