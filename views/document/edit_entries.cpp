#include "views/document/edit_entries.h"

#include <QMenu>

#include "views/document/document_controller.h"
#include "views/text/message_text.h"

namespace partita {

void addEditEntry(QMenu& menu, DocumentController& document, const QString& title,
                  const Message& why, std::function<Result<void>(DocumentController&)> run) {
    QAction* entry =
        menu.addAction(why.empty() ? title : QStringLiteral("%1 (%2)").arg(title, messageText(why)),
                       &document, [&document, run = std::move(run)] {
                           if (auto done = run(document); !done)
                               Q_EMIT document.failed(done.error());
                       });
    entry->setEnabled(why.empty());
}

Message refusalOf(const DocumentController& document, const Edit& edit) {
    const auto tried = applyEdit(document.edits().inView(), edit);
    return tried ? Message() : tried.error().what;
}

Result<void> askByLink(DocumentController& document, const char* link) {
    Q_EMIT document.linkRequested(QLatin1String(link));
    return {};
}

} // namespace partita
