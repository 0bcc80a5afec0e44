// Commands of the main window that involve several of its parts.

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTextDocumentFragment>
#include <QTextEdit>
#include <QUrl>
#include <algorithm>

#include "app/window/command_actions.h"
#include "app/window/examples.h"
#include "app/window/licences.h"
#include "app/window/main_window.h"
#include "app/window/parts/command_palette.h"
#include "app/window/parts/edit_arrangement.h"
#include "app/window/parts/go_to_node.h"
#include "app/window/parts/message_bar.h"
#include "app/window/parts/status_line.h"
#include "core/base/buffer.h"
#include "core/base/log_file.h"
#include "core/epcontext/generate.h"
#include "views/dialogs/compile_dialog.h"
#include "views/dialogs/file_dialog.h"
#include "views/document/edit_actions.h"
#include "views/document/item_actions.h"
#include "views/document/links.h"
#include "views/merge/merge_page.h"
#include "views/panels/rewrite_strip.h"
#include "views/panels/run_panel.h"
#include "views/tables/table_menu.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {
constexpr int kGivingWay = 100; ///< the height of panels that give way to others, in pixels
} // namespace

void MainWindow::undo() {
    if (m_merge)
        m_merge->merge().undo();
    else
        m_document.history().undo();
}

void MainWindow::redo() {
    if (m_merge)
        m_merge->merge().redo();
    else
        m_document.history().redo();
}

void MainWindow::enableMoves() {
    m_actions->enable("back", m_graph->canGoBack());
    m_actions->enable("forward", m_graph->canGoForward());
    m_actions->enable("cancel", m_status->isWorking(),
                      QT_TRANSLATE_NOOP("partita::Commands", "Nothing is running"));
}

void MainWindow::chooseFile() {
    const QString path = askWhatToOpen(this, tr("Open a model"), m_settings.folder(),
                                       tr("ONNX models (*.onnx);;All files (*)"));
    if (path.isEmpty())
        return;
    m_settings.setFolder(QFileInfo(path).absolutePath());
    open(path);
}

void MainWindow::openScenario(const QString& path) {
    const auto read = [this, path] {
        if (!m_document.hasDocument())
            return;
        m_panels->show("whatIf");
        m_document.scenarios().open(path.toStdString());
    };
    if (m_document.hasDocument()) {
        read();
        return;
    }
    auto once = std::make_shared<QMetaObject::Connection>();
    *once = connect(&m_document, &DocumentController::sceneChanged, this, [once, read] {
        disconnect(*once);
        read();
    });
}

void MainWindow::openSample() { openExample(*this, QStringLiteral("detector")); }

void MainWindow::goToNode() {
    if (!m_document.hasDocument())
        return;
    GoToNode(m_document, this).exec();
}

void MainWindow::copySelection() {
    QWidget* focus = QApplication::focusWidget();
    QString text;
    if (const auto* table = qobject_cast<QAbstractItemView*>(focus))
        text = tableText(*table, Rows::selected);
    else if (const auto* line = qobject_cast<QLineEdit*>(focus))
        text = line->selectedText();
    else if (const auto* plain = qobject_cast<QPlainTextEdit*>(focus))
        text = plain->textCursor().selection().toPlainText();
    else if (const auto* page = qobject_cast<QTextEdit*>(focus))
        text = page->textCursor().selection().toPlainText();
    else if (const auto* label = qobject_cast<QLabel*>(focus))
        text = label->selectedText();
    // What shows no selection of its own leaves it to that of the document.
    if (text.isEmpty() && !qobject_cast<QAbstractItemView*>(focus) &&
        !qobject_cast<QLineEdit*>(focus))
        text = selectedNames(m_document);
    if (focus == m_graph && partita::copySelection(m_document))
        return; // the names are with the nodes
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

void MainWindow::goToBookmark(int step) {
    if (const NodeId node = m_document.bookmarks().beside(m_document.currentNode(), step))
        m_document.setCurrentNode(node);
    else if (m_document.hasDocument())
        note(tr("There are no bookmarks: Ctrl+F2 marks the selected node"));
}

void MainWindow::findWay(bool all) {
    if (!m_document.hasDocument() || selectWay(m_document, all))
        return;
    if (m_document.selection().size() != 2)
        note(tr("Select two nodes, with Ctrl and a click, to find the way between them"));
    else
        follow(m_document, QStringLiteral("no-way:"));
}

/// The editor opens below the first input in view whose sizes are open, else in the middle of the
/// graph.
void MainWindow::editSizes() {
    if (!m_document.hasDocument())
        return;
    const auto isOpen = [this](ValueId id) {
        const auto& value = m_document.storedModel().value(id);
        return value && value->type && value->type->shape &&
               std::ranges::any_of(*value->type->shape, [](const Dim& dim) { return !dim.value; });
    };
    const auto& boxes = m_document.scene().boxes;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        const QRect place =
            m_graph->toDevice().mapRect(m_graph->painter().boxRect(box)).toAlignedRect();
        if (boxes[box].kind == SceneBox::Kind::input && m_graph->rect().intersects(place) &&
            isOpen(boxes[box].value)) {
            Q_EMIT m_graph->sizesRequested(boxes[box].value,
                                           m_graph->mapToGlobal(place.bottomLeft()));
            return;
        }
    }
    Q_EMIT m_graph->sizesRequested({}, m_graph->mapToGlobal(m_graph->rect().center()));
}

void MainWindow::note(const QString& text) { m_message->showNote(text); }

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
    if (!m_document.runs().result())
        runModel();
    m_panels->show("timeline");
    m_isTimelineWanted = true;
    growTimeline();
}

/// Gives the timeline that the user asked for the height that it needs, once there is one: after a
/// run that fails, its panel has only a line to say.
void MainWindow::growTimeline() {
    const auto result = m_document.runs().result();
    if (!result || !result->timeline || !m_isTimelineWanted)
        return;
    m_isTimelineWanted = false;
    m_panels->lendHeight("timeline", height() * 45 / 100);
}

void MainWindow::showSimplifier() {
    m_panels->show("simplify");
    m_panels->show("numbers");
    m_panels->lendHeight(nullptr, kGivingWay); // the list of passes needs the height
    resizeDocks({dock("simplify"), dock("partitions")}, {700, 120}, Qt::Vertical);
    const int side = std::clamp(width() / 4, 256, 340);
    resizeDocks({dock("simplify"), dock("numbers")}, {side, std::clamp(width() / 4, 312, 360)},
                Qt::Horizontal);
}

void MainWindow::simplify() {
    showSimplifier();
    if (m_document.hasDocument() && !m_document.simplifier().history())
        m_document.simplifier().start(m_document.simplifier().recipe());
}

void MainWindow::compileContext() {
    auto* dialog = new CompileDialog(m_document, *m_theme, this);
    connect(dialog, &CompileDialog::compiled, this, &MainWindow::open);
    dialog->show();
}

void MainWindow::nextPane() {
    std::vector<QWidget*> panes = m_panels->visible();
    if (m_rewrites->isVisible())
        panes.insert(panes.begin(), m_rewrites);
    panes.insert(panes.begin(), m_graph);
    QWidget* before = &m_pair->before();
    if (before->isVisible())
        panes.insert(panes.begin(), before);
    std::size_t now = 0;
    for (std::size_t i = 0; i < panes.size(); ++i)
        if (panes[i]->hasFocus() || panes[i]->isAncestorOf(QApplication::focusWidget()))
            now = i;
    QWidget* next = panes[(now + 1) % panes.size()];
    if (next == m_graph || next == before) {
        next->setFocus(Qt::TabFocusReason);
        return;
    }
    for (auto* child : next->findChildren<QWidget*>())
        if (child->isVisible() && child->focusPolicy() & Qt::TabFocus) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
}

void MainWindow::about() {
    const QString log = toQString(LogFile::current().string());
    QMessageBox box(this);
    box.setWindowTitle(tr("About Partita"));
    box.setIconPixmap(windowIcon().pixmap(64));
    box.setText(
        tr("<h3>Partita %1</h3><p>Shows who runs each node of an ONNX model, why, "
           "and what would change it.</p><p>MIT licence. Built with Qt, ONNX, "
           "oneDNN, Eigen, protobuf, fmt, spdlog and nlohmann-json.</p>")
            .arg(QStringLiteral(PARTITA_VERSION)) +
        (log.isEmpty()
             ? QString()
             : tr("<p>Log file: %1</p>")
                   .arg(anchor(QUrl::fromLocalFile(log).toString(QUrl::FullyEncoded), log))));
    const auto* licences = box.addButton(tr("Licences"), QMessageBox::ActionRole);
    box.addButton(QMessageBox::Ok)->setFocus();
    box.setDefaultButton(QMessageBox::Ok);
    box.setEscapeButton(QMessageBox::Ok);
    box.exec();
    if (box.clickedButton() == licences)
        showLicences(this);
}

void MainWindow::resetPanels() {
    m_editArrangement->forget();
    restoreState(m_defaultState);
    m_panels->givePlaces(*this);
}

} // namespace partita
