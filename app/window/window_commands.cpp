// Commands of the main window that involve several of its parts.

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QStandardPaths>

#include "app/window/command_actions.h"
#include "app/window/command_palette.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "core/base/buffer.h"
#include "core/epcontext/generate.h"
#include "views/dialogs/compile_dialog.h"
#include "views/dialogs/merge_dialog.h"
#include "views/panels/differences_panel.h"
#include "views/panels/run_panel.h"
#include "views/text/qt_text.h"

namespace partita {

void MainWindow::chooseFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a model"), m_settings.folder(),
                                                      tr("ONNX models (*.onnx);;All files (*)"));
    if (path.isEmpty())
        return;
    m_settings.setFolder(QFileInfo(path).absolutePath());
    open(path);
}

void MainWindow::compare() {
    if (!m_document.hasDocument())
        return;
    m_panels->show("differences");
    const QString path = QFileDialog::getOpenFileName(this, tr("Compare with"), m_settings.folder(),
                                                      tr("ONNX models (*.onnx);;All files (*)"));
    if (!path.isEmpty())
        m_panels->get<DifferencesPanel>().comparison().compareWith(path.toStdString());
}

void MainWindow::stepDifference(int direction) {
    m_panels->show("differences");
    m_panels->get<DifferencesPanel>().step(direction);
}

void MainWindow::openSample() {
    // Models are memory-mapped from files, so the sample is written to one.
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    QDir().mkpath(folder);
    const QString path = folder + QStringLiteral("/detector.onnx");
    QFile source(QStringLiteral(":/sample.onnx"));
    if (!source.open(QIODevice::ReadOnly))
        return;
    const QByteArray bytes = source.readAll();
    if (auto written =
            writeFile(std::filesystem::path(path.toStdString()),
                      std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        !written)
        fail(written.error());
    else
        open(path);
}

void MainWindow::goToNode() {
    if (!m_document.hasDocument())
        return;
    bool ok = false;
    const QString wanted = QInputDialog::getText(this, tr("Go to node"), tr("Name or number"),
                                                 QLineEdit::Normal, {}, &ok);
    if (!ok)
        return;
    NodeId found;
    m_document.model().nodes().forEach([&](NodeId id, const auto& node) {
        if (toQString(node->name) == wanted || QString::number(id.value) == wanted)
            found = id;
    });
    if (found)
        m_document.setCurrentNode(found);
    else
        m_message->showError(tr("There is no node \"%1\"").arg(wanted));
}

void MainWindow::showCommands() {
    QList<QAction*> all = m_actions->all();
    all.removeOne(action("palette"));
    CommandPalette(all + m_panels->toggles(), this).exec();
}

void MainWindow::chooseLabels(const char* switched) {
    for (const char* id : {"names", "shapes"})
        if (qstrcmp(id, switched) != 0)
            action(id)->setChecked(false);
    m_document.setLabels(action("names")->isChecked(), action("shapes")->isChecked());
}

void MainWindow::runModel() {
    if (!m_document.hasDocument())
        return;
    m_panels->show("run");
    m_panels->get<RunPanel>().runModel();
}

void MainWindow::showTimeline() {
    m_panels->show("timeline");
    resizeDocks({dock("timeline")}, {height() * 45 / 100}, Qt::Vertical);
    if (m_document.hasDocument() && !m_document.runs().result()) {
        runModel();
        dock("timeline")->raise();
    }
}

void MainWindow::simplify() {
    m_panels->show("simplify");
    m_panels->show("numbers");
    resizeDocks({dock("simplify"), dock("partitions")}, {700, 120}, Qt::Vertical);
    resizeDocks({dock("simplify"), dock("numbers")}, {300, 320}, Qt::Horizontal);
    if (m_document.hasDocument() && !m_document.simplifier().history())
        m_document.simplifier().start();
}

void MainWindow::mergeContexts() {
    // Compiled nodes run on their device; the judges run all others, before the CPU.
    ProviderList providers = m_document.providers();
    const ProviderList judges = m_document.judges();
    providers.insert(providers.end() - 1, judges.begin(), judges.end() - 1);
    auto* dialog = new MergeDialog(*m_theme, std::move(providers), this);
    if (m_document.hasDocument() && !epContextsOf(m_document.state().original).empty())
        dialog->addModels({QString::fromStdString(m_document.state().path.string())});
    connect(dialog, &MergeDialog::merged, this, &MainWindow::open);
    dialog->show();
}

void MainWindow::compileContext() {
    auto* dialog = new CompileDialog(m_document, *m_theme, this);
    connect(dialog, &CompileDialog::compiled, this, &MainWindow::open);
    dialog->show();
}

void MainWindow::nextPane() {
    std::vector<QWidget*> panes = m_panels->visible();
    panes.insert(panes.begin(), m_graph);
    std::size_t now = 0;
    for (std::size_t i = 0; i < panes.size(); ++i)
        if (panes[i]->hasFocus() || panes[i]->isAncestorOf(QApplication::focusWidget()))
            now = i;
    QWidget* next = panes[(now + 1) % panes.size()];
    if (next == m_graph) {
        m_graph->setFocus(Qt::TabFocusReason);
        return;
    }
    for (auto* child : next->findChildren<QWidget*>())
        if (child->isVisible() && child->focusPolicy() & Qt::TabFocus) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
}

void MainWindow::about() {
    QMessageBox::about(this, tr("About Partita"),
                       tr("<h3>Partita %1</h3><p>Shows who runs each node of an ONNX model, why, "
                          "and what would change it.</p><p>MIT licence. Built with Qt, ONNX, "
                          "oneDNN, Eigen, protobuf, fmt, spdlog and nlohmann-json.</p>")
                           .arg(QStringLiteral(PARTITA_VERSION)));
}

} // namespace partita
