// Commands of a page that the window around it carries out. A page that is a window of its own does
// what it can.

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>
#include <iterator>

#include "app/window/main_window.h"
#include "app/window/tabbed_window.h"
#include "app/window/window_commands.h"
#include "views/panels/differences_panel.h"

namespace partita {

MainWindow& MainWindow::openPage(const QString& path) {
    if (TabbedWindow* tabs = TabbedWindow::of(*this))
        return tabs->open(path);
    openHere(path);
    return *this;
}

void MainWindow::whenInView(MainWindow& page, const QString& path,
                            const std::function<void()>& then) {
    DocumentController& document = page.m_document;
    if (!document.jobs()[Lane::picture].isRunning()) { // it was open already, or stays closed
        if (QFileInfo(page.path()) == QFileInfo(path))
            then();
        return;
    }
    auto* once = new QObject(&page);
    connect(&document, &DocumentController::sceneChanged, once, [&document, once, then] {
        once->deleteLater();
        disconnect(&document, nullptr, once, nullptr);
        then();
    });
    connect(&document, &DocumentController::failed, once, &QObject::deleteLater);
}

void MainWindow::openSelected(const QString& path, const std::vector<NodeId>& nodes) {
    MainWindow& page = openPage(path);
    whenInView(page, path, [&page, nodes] {
        std::vector<NodeId> there; // edits may have removed some
        std::ranges::copy_if(nodes, std::back_inserter(there), [&](NodeId id) {
            return page.m_document.model().node(id) != nullptr;
        });
        page.m_document.selectNodes(there);
        page.m_graph->frame(there);
    });
}

void MainWindow::closeDocument() {
    if (TabbedWindow* tabs = TabbedWindow::of(*this))
        tabs->closePage(*this);
    else if (mayLeave())
        becomeStart();
}

void openWindow(MainWindow& window) {
    if (TabbedWindow* tabs = TabbedWindow::of(window))
        tabs->openWindow();
}

void stepTab(MainWindow& window, int direction) {
    if (TabbedWindow* tabs = TabbedWindow::of(window))
        tabs->step(direction);
}

void quit(MainWindow& window) {
    if (TabbedWindow* tabs = TabbedWindow::of(window))
        tabs->quit();
    else
        window.close();
}

void MainWindow::compareFiles(const QString& before, const QString& after) {
    MainWindow& page = openPage(after);
    whenInView(page, after, [&page, before] {
        page.showPanel("differences");
        page.m_panels->get<DifferencesPanel>().comparison().compareWith(before.toStdString());
    });
}

void MainWindow::offerComparison(const QString& before, const QString& after) {
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Two files"),
        tr("Compare %1 with %2?").arg(QFileInfo(before).fileName(), QFileInfo(after).fileName()),
        QMessageBox::Yes | QMessageBox::Open | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->button(QMessageBox::Yes)->setText(tr("Compare"));
    box->button(QMessageBox::Open)->setText(tr("Open the first"));
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    connect(box, &QMessageBox::finished, this, [this, before, after](int answer) {
        if (answer == QMessageBox::Yes)
            compareFiles(before, after);
        else if (answer == QMessageBox::Open)
            open(before);
    });
    box->open();
}

} // namespace partita
