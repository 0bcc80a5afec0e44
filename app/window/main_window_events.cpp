// What the main window does with events of the desktop.

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMimeData>
#include <utility>

#include "app/window/main_window.h"
#include "app/window/parts/colouring_choice.h"
#include "views/merge/merge_page.h"

namespace partita {

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        updateWhenSeen(&MainWindow::translate);
    QMainWindow::changeEvent(event);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!std::exchange(m_wasShown, true) && !m_settings.hasPanels())
        m_panels->givePlaces(*this);
    if (event->spontaneous())
        return;
    m_panels->showFloating(true);
    if (std::exchange(m_isOutdated, false))
        showAppearance();
}

void MainWindow::hideEvent(QHideEvent* event) {
    QMainWindow::hideEvent(event);
    if (!event->spontaneous())
        m_panels->showFloating(false);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayLeave()) {
        event->ignore();
        return;
    }
    savePanels();
    m_document.jobs().cancelAll();
    m_journal.forget();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls(); // a list of URLs may be empty
    if (!urls.isEmpty() && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    const QString path = urls.first().toLocalFile();
    if (m_merge)
        m_merge->drop(urls);
    else if (urls.size() == 2 && urls.last().isLocalFile())
        offerComparison(path, urls.last().toLocalFile());
    else if (m_document.hasDocument() && MeasuredController::mayBeRecord(path.toStdString()))
        m_document.measured().open(path.toStdString());
    else if (m_document.hasDocument() && ColouringChoice::mayHoldValues(path))
        m_colouring->showValues(path);
    else
        for (const QUrl& url : urls)
            if (url.isLocalFile())
                open(url.toLocalFile());
}

} // namespace partita
