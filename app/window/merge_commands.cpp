// A merge in place of the canvas of a page, with the menus of the window.

#include <QToolBar>

#include "app/window/main_window.h"
#include "app/window/parts/compare_arrangement.h"
#include "app/window/parts/edit_arrangement.h"
#include "app/window/parts/summary_line.h"
#include "app/window/saving.h"
#include "app/window/tabbed_window.h"
#include "app/window/window_commands.h"
#include "core/ir/ep_context.h"
#include "views/merge/merge_page.h"

namespace partita {

void mergeContexts(MainWindow& window) {
    const DocumentController& document = window.document();
    QStringList models;
    if (document.hasDocument() && !epContextsOf(document.state().original).empty())
        models += QString::fromStdString(document.state().path.string());
    if (TabbedWindow* tabs = TabbedWindow::of(window))
        tabs->openMerge(models);
    else if (window.mayLeave())
        window.startMerge(models);
}

void MainWindow::startMerge(const QStringList& models, const QString& recipe) {
    endMerge();
    m_document.close();
    m_stateBeforeMerge = saveState();
    m_merge = new MergePage(*m_theme, m_document.providers(), m_document.judges());
    centralWidget()->hide();
    const auto docks = findChildren<QDockWidget*>();
    for (QDockWidget* dock : docks)
        dock->hide();
    const auto bars = findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly);
    for (QToolBar* bar : bars)
        bar->hide();
    m_summary->hide();
    showHead(); // with the tabs, if there are some
    m_canvas = takeCentralWidget();
    m_canvas->setParent(this); // it goes with the window
    setCentralWidget(m_merge);
    connect(m_merge, &MergePage::titleChanged, this, &MainWindow::updateHeader);
    connect(&m_merge->merge(), &MergeController::changed, this, &MainWindow::nameUndo);
    connect(m_merge, &MergePage::openRequested, this, &MainWindow::openOfMerge);
    connect(m_merge, &MergePage::closeRequested, this, &MainWindow::closeDocument);
    if (!recipe.isEmpty())
        m_merge->openRecipe(recipe);
    m_merge->merge().addModels(models);
    m_merge->setFocus();
    nameUndo();
    updateHeader();
}

/// A source, or what was written, runs on the device that was chosen for the merge.
void MainWindow::openOfMerge(const QString& file, const QString& note) {
    const auto onDevice = [device = m_merge->merge().choices().device](const ProviderList& list) {
        return device.empty() ? list : withDevice(list, device);
    };
    const ProviderList given = m_document.chosenProviders();
    m_document.setProviders(onDevice(given)); // a new page takes after this one
    MainWindow& page = openPage(file);
    if (m_merge)
        m_document.setProviders(given);
    const auto tell = [&page, file, note] {
        if (!note.isEmpty())
            whenInView(page, file, [&page, note] { page.note(note); });
    };
    if (&page != this) // it may have been open already
        page.m_document.setProviders(onDevice(page.m_document.chosenProviders()));
    if (&page == this || !page.m_document.hasDocument())
        return tell();
    page.m_document.saving().lookAtFile([&page, tell] {
        if (page.m_document.saving().hasChangedOnDisk() && !page.m_saving->isUnsaved())
            page.m_document.reload(); // it is what was written now
        tell();
    });
}

void MainWindow::endMerge() {
    if (!m_merge)
        return;
    m_merge->merge().jobs().cancel();
    takeCentralWidget()->deleteLater(); // one of its buttons may be what ends it
    m_merge = nullptr;
    setCentralWidget(m_canvas);
    m_canvas->show();
    m_canvas = nullptr;
    restoreState(m_stateBeforeMerge);
    nameUndo();
    updateHeader();
}

void MainWindow::becomeStart() {
    endMerge();
    m_document.close();
}

bool MainWindow::isStart() { return !m_merge && path().isEmpty(); }

QString MainWindow::name() { return m_merge ? m_merge->title() : QFileInfo(path()).fileName(); }

/// What is shown only to edit or to compare is no part of the arrangement.
void MainWindow::savePanels() {
    if (!m_merge)
        m_editArrangement->without(
            [this] { m_compareArrangement->without([this] { m_settings.savePanels(*this); }); });
}

void MainWindow::showMergeHeader() {
    const QString sign = QStringLiteral("[*]");
    setWindowTitle(QStringLiteral("%1%2 — Partita").arg(m_merge->title(), sign));
    setWindowModified(m_merge->merge().isUnsaved());
}

} // namespace partita
