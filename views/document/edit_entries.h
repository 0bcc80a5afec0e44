#pragma once

#include <QString>
#include <functional>

#include "core/edits/edit.h"

class QMenu;

namespace partita {

class DocumentController;

// What the menus of edits share.

/// Adds an entry that makes an edit, grey and with the reason behind its title where there is one.
void addEditEntry(QMenu& menu, DocumentController& document, const QString& title,
                  const Message& why, std::function<Result<void>(DocumentController&)> run);

/// Why an edit of the model in view is refused; empty: it is not.
Message refusalOf(const DocumentController& document, const Edit& edit);

/// Lets the window ask for what an edit needs: it follows the link.
Result<void> askByLink(DocumentController& document, const char* link);
template <char const* link> Result<void> askInWindow(DocumentController& document) {
    return askByLink(document, link);
}

} // namespace partita
