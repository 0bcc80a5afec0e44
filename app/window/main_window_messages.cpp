// The bar above the graph: errors, and a file that has changed on the disk.

#include <QFileInfo>
#include <QLabel>
#include <QToolButton>

#include "app/window/main_window.h"
#include "views/theme/theme.h"

namespace partita {

void MainWindow::showMessage(const QString& text, bool isError, bool withReload) {
    m_message->setText(text);
    m_messageIsError = isError;
    m_messageBar->setStyleSheet(QStringLiteral("#messageBar { background: %1; }")
                                    .arg((isError ? m_theme->badFill : m_theme->header).name()));
    m_messageReload->setVisible(withReload);
    m_messageKeep->setText(withReload ? tr("Keep") : tr("Close"));
    m_messageBar->show();
}

void MainWindow::fileChanged() {
    if (!m_document.hasDocument())
        return;
    const QString path = QString::fromStdString(m_document.state().path.string());
    if (!QFileInfo::exists(path)) {
        showMessage(tr("%1 is gone from the disk. What you see is how it was.")
                        .arg(QFileInfo(path).fileName()),
                    false, false);
        return;
    }
    m_watcher.addPath(path); // replaced by another file: watch that one
    showMessage(tr("%1 has changed on disk").arg(QFileInfo(path).fileName()), false, true);
}

} // namespace partita
