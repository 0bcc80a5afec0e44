#include "app/window/window_commands.h"

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
#include "app/window/licences.h"
#include "app/window/main_window.h"
#include "app/window/parts/command_palette.h"
#include "app/window/parts/go_to_node.h"
#include "app/window/parts/overlays.h"
#include "app/window/preferences/window_settings.h"
#include "core/base/buffer.h"
#include "core/base/log_file.h"
#include "core/epcontext/generate.h"
#include "views/dialogs/compile_dialog.h"
#include "views/dialogs/file_dialog.h"
#include "views/document/edit_actions.h"
#include "views/document/item_actions.h"
#include "views/document/links.h"
#include "views/graph/block_beside.h"
#include "views/merge/merge_page.h"
#include "views/panels/run_panel.h"
#include "views/tables/table_menu.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {
constexpr int kGivingWay = 100; ///< the height of panels that give way to others, in pixels
} // namespace

void undoStep(MainWindow& window) {
    if (window.merge())
        window.merge()->merge().undo();
    else
        window.document().history().undo();
}

void redoStep(MainWindow& window) {
    if (window.merge())
        window.merge()->merge().redo();
    else
        window.document().history().redo();
}

void chooseFile(MainWindow& window) {
    WindowSettings settings;
    const QString path = askWhatToOpen(&window, MainWindow::tr("Open a model"), settings.folder(),
                                       MainWindow::tr("ONNX models (*.onnx);;All files (*)"));
    if (path.isEmpty())
        return;
    settings.setFolder(QFileInfo(path).absolutePath());
    window.open(path);
}

void openScenario(MainWindow& window, const QString& path) {
    const auto read = [&window, path] {
        if (!window.document().hasDocument())
            return;
        window.panels().show("whatIf");
        window.document().scenarios().open(path.toStdString());
    };
    if (window.document().hasDocument()) {
        read();
        return;
    }
    auto once = std::make_shared<QMetaObject::Connection>();
    *once = QObject::connect(&window.document(), &DocumentController::sceneChanged, &window,
                             [once, read] {
                                 QObject::disconnect(*once);
                                 read();
                             });
}

void goToNode(MainWindow& window) {
    if (!window.document().hasDocument())
        return;
    GoToNode(window.document(), &window).exec();
}

void showOneCopy(MainWindow& window) {
    if (!window.overlays().block().toggle())
        window.note(MainWindow::tr("Select a closed group that stands for copies of a block (×2 or "
                                   "more) first"));
}

void copyInFocus(MainWindow& window) {
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
        text = selectedNames(window.document());
    if (focus == &window.graph() && copySelection(window.document()))
        return; // the names are with the nodes
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

void goToBookmark(MainWindow& window, int step) {
    if (const NodeId node =
            window.document().bookmarks().beside(window.document().currentNode(), step))
        window.document().setCurrentNode(node);
    else if (window.document().hasDocument())
        window.note(MainWindow::tr("There are no bookmarks: Ctrl+F2 marks the selected node"));
}

void findWay(MainWindow& window, bool all) {
    if (!window.document().hasDocument() || selectWay(window.document(), all))
        return;
    if (window.document().selection().size() != 2)
        window.note(MainWindow::tr(
            "Select two nodes, with Ctrl and a click, to find the way between them"));
    else
        follow(window.document(), QStringLiteral("no-way:"));
}

/// The editor opens below the first input in view whose sizes are open, else in the middle of the
/// graph.
void editSizes(MainWindow& window) {
    if (!window.document().hasDocument())
        return;
    const auto isOpen = [&window](ValueId id) {
        const auto& value = window.document().storedModel().value(id);
        return value && value->type && value->type->shape &&
               std::ranges::any_of(*value->type->shape, [](const Dim& dim) { return !dim.value; });
    };
    const auto& boxes = window.document().scene().boxes;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        const QRect place = window.graph()
                                .toDevice()
                                .mapRect(window.graph().painter().boxRect(box))
                                .toAlignedRect();
        if (boxes[box].kind == SceneBox::Kind::input && window.graph().rect().intersects(place) &&
            isOpen(boxes[box].value)) {
            Q_EMIT window.graph().sizesRequested(boxes[box].value,
                                                 window.graph().mapToGlobal(place.bottomLeft()));
            return;
        }
    }
    Q_EMIT window.graph().sizesRequested(
        {}, window.graph().mapToGlobal(window.graph().rect().center()));
}

void showCommands(MainWindow& window) {
    QList<QAction*> all = window.actions().all();
    all.removeOne(window.action("palette"));
    CommandPalette(all + window.panels().toggles(), &window).exec();
}

void chooseLabels(MainWindow& window, const char* switched) {
    for (const char* id : {"names", "shapes"})
        if (qstrcmp(id, switched) != 0)
            window.action(id)->setChecked(false);
    window.document().setLabels(window.action("names")->isChecked(),
                                window.action("shapes")->isChecked());
}

void runModel(MainWindow& window) {
    if (!window.document().hasDocument())
        return;
    window.panels().show("run");
    window.panels().get<RunPanel>().runModel();
}

void showSimplifier(MainWindow& window) {
    window.panels().show("simplify");
    window.panels().show("numbers");
    window.panels().lendHeight(nullptr, kGivingWay); // the list of passes needs the height
    window.resizeDocks({window.dock("simplify"), window.dock("partitions")}, {700, 120},
                       Qt::Vertical);
    const int side = std::clamp(window.width() / 4, 256, 340);
    window.resizeDocks({window.dock("simplify"), window.dock("numbers")},
                       {side, std::clamp(window.width() / 4, 312, 360)}, Qt::Horizontal);
}

void startSimplifier(MainWindow& window) {
    showSimplifier(window);
    if (window.document().hasDocument() && !window.document().simplifier().history())
        window.document().simplifier().start(window.document().simplifier().recipe());
}

void compileContext(MainWindow& window) {
    auto* dialog = new CompileDialog(window.document(), window.graph().theme(), &window);
    QObject::connect(dialog, &CompileDialog::compiled, &window, &MainWindow::open);
    dialog->show();
}

void showAbout(MainWindow& window) {
    const QString log = toQString(LogFile::current().string());
    QMessageBox box(&window);
    box.setWindowTitle(MainWindow::tr("About Partita"));
    box.setIconPixmap(window.windowIcon().pixmap(64));
    box.setText(
        MainWindow::tr("<h3>Partita %1</h3><p>Shows who runs each node of an ONNX model, why, "
                       "and what would change it.</p><p>MIT licence. Built with Qt, ONNX, "
                       "oneDNN, Eigen, protobuf, fmt, spdlog and nlohmann-json.</p>")
            .arg(QStringLiteral(PARTITA_VERSION)) +
        (log.isEmpty()
             ? QString()
             : MainWindow::tr("<p>Log file: %1</p>")
                   .arg(anchor(QUrl::fromLocalFile(log).toString(QUrl::FullyEncoded), log))));
    const auto* licences = box.addButton(MainWindow::tr("Licences"), QMessageBox::ActionRole);
    box.addButton(QMessageBox::Ok)->setFocus();
    box.setDefaultButton(QMessageBox::Ok);
    box.setEscapeButton(QMessageBox::Ok);
    box.exec();
    if (box.clickedButton() == licences)
        showLicences(&window);
}

} // namespace partita
