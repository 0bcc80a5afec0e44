#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDirIterator>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextEdit>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>
#include <fstream>
#include <gtest/gtest.h>

#include "app/window/commands.h"
#include "app/window/parts/exports.h"
#include "core/onnx/write.h"
#include "tests/support/window.h"
#include "views/charts/timeline_view.h"
#include "views/panels/timeline_panel.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

using test::kSample;
using test::Window;

TEST_F(Window, OpensTheSampleColouredWithItsHeadline) {
    open(kSample);
    EXPECT_TRUE(headline().contains(QStringLiteral("NPU 58/59"))) << headline().toStdString();
    EXPECT_EQ(window.document().partitioning().summary.byProvider[1], 1U);
    // The picture contains the tints of both the NPU and the CPU.
    window.document().setCurrentNode(node("neck/norm"));
    const QImage shot = window.graph().grab().toImage();
    const QColor npu = window.graph().theme().provider(0, false).tint,
                 cpu = window.graph().theme().provider(1, true).tint;
    bool hasNpu = false, hasCpu = false;
    for (int y = 0; y < shot.height(); ++y)
        for (int x = 0; x < shot.width(); ++x) {
            hasNpu = hasNpu || shot.pixelColor(x, y) == npu;
            hasCpu = hasCpu || shot.pixelColor(x, y) == cpu;
        }
    EXPECT_TRUE(hasNpu);
    EXPECT_TRUE(hasCpu);
}

TEST_F(Window, AClickOnANodeTellsWhyItRunsThere) {
    open(kSample);
    clickNode("neck/norm");
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
    const QString text = inspectorText();
    EXPECT_TRUE(text.contains(QStringLiteral("Runs on CPU: ascend310 has no LayerNormalization")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("noKernel")));
    EXPECT_TRUE(text.contains(QStringLiteral("neck/norm.scale")));
}

TEST_F(Window, TheFallbackListSelectsTheNodeOnTheCanvas) {
    open(kSample);
    auto* list = window.panel("fallback")->findChild<QTreeView*>();
    ASSERT_EQ(list->model()->rowCount(), 1);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                      list->visualRect(list->model()->index(0, 1)).center());
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
    EXPECT_TRUE(window.graph().rect().contains(window.graph().boxCenter(node("neck/norm"))));
}

TEST_F(Window, TheCommandPaletteFindsACommandByItsWordsAndRunsIt) {
    open(kSample);
    const bool names = window.action("names")->isChecked();
    QTimer::singleShot(0, [&] {
        auto* palette = window.findChild<QDialog*>(QStringLiteral("commandPalette"));
        ASSERT_NE(palette, nullptr);
        auto* text = palette->findChild<QLineEdit*>();
        QTest::keyClicks(text, QStringLiteral("no such"));
        ASSERT_EQ(palette->findChild<QListWidget*>()->count(), 1);
        EXPECT_EQ(palette->findChild<QListWidget*>()->item(0)->text(),
                  QStringLiteral("Nothing found"));
        text->clear();
        QTest::keyClicks(text, QStringLiteral("names show"));
        EXPECT_EQ(palette->findChild<QListWidget*>()->count(), 1);
        QTest::keyClick(text, Qt::Key_Return);
    });
    QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_NE(window.action("names")->isChecked(), names);
}

TEST_F(Window, ArrowsFollowEdgesAndTabWalksTheNodes) {
    open(kSample);
    window.graph().setFocus();
    window.document().setCurrentNode(node("stem/conv"));
    QTest::keyClick(&window.graph(), Qt::Key_Down);
    EXPECT_EQ(window.document().currentNode(), node("stem/relu"));
    QTest::keyClick(&window.graph(), Qt::Key_Up);
    EXPECT_EQ(window.document().currentNode(), node("stem/conv"));
    QTest::keyClick(&window.graph(), Qt::Key_Tab);
    EXPECT_NE(window.document().currentNode(), node("stem/conv"));
    QTest::keyClick(&window.graph(), Qt::Key_BracketRight);
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    EXPECT_NE(window.document().currentNode(), node("neck/norm"));
}

TEST_F(Window, TheWheelZoomsAtThePointerAndDraggingPans) {
    open(kSample);
    GraphView& graph = window.graph();
    const QPointF pointer(300, 200);
    const QPointF before = graph.visibleScene().topLeft() + pointer / graph.scale();
    QWheelEvent wheel(pointer, graph.mapToGlobal(pointer.toPoint()), {}, {0, 240}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&graph, &wheel);
    const QPointF after = graph.visibleScene().topLeft() + pointer / graph.scale();
    EXPECT_NEAR(before.x(), after.x(), 1e-6);
    EXPECT_NEAR(before.y(), after.y(), 1e-6);
    const QPointF origin = graph.visibleScene().topLeft();
    QTest::mousePress(&graph, Qt::LeftButton, Qt::NoModifier, {100, 300});
    QTest::mouseMove(&graph, {150, 320});
    QMouseEvent move(QEvent::MouseMove, QPointF(150, 320), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&graph, &move);
    QTest::mouseRelease(&graph, Qt::LeftButton, Qt::NoModifier, {150, 320});
    EXPECT_NEAR((origin - graph.visibleScene().topLeft()).x(), 50 / graph.scale(), 1);
}

TEST_F(Window, FindRingsHitsAndF3StepsThroughThem) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* text = window.findBar().findChild<QLineEdit*>(QStringLiteral("findText"));
    ASSERT_TRUE(text && window.findBar().isVisible());
    QTest::keyClicks(text, QStringLiteral("ep:cpu"));
    EXPECT_EQ(window.findBar().hits(), 1U);
    QTest::keyClick(&window, Qt::Key_F3);
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
    text->clear();
    QTest::keyClicks(text, QStringLiteral("op:conv attr:group=16"));
    EXPECT_GT(window.findBar().hits(), 0U);
    text->clear();
    QTest::keyClicks(text, QStringLiteral("nothing is called this"));
    EXPECT_EQ(window.findBar().hits(), 0U);
    QTest::keyClick(text, Qt::Key_Escape);
    EXPECT_FALSE(window.findBar().isVisible());
}

TEST_F(Window, ChangingTheDeviceRecoloursAtOnce) {
    open(kSample);
    QSignalSpy placed(&window.document(), &DocumentController::partitioningChanged);
    auto* device =
        window.panel("providers")->findChild<QComboBox*>(QStringLiteral("option_device"));
    ASSERT_TRUE(device);
    device->setCurrentText(QStringLiteral("npu"));
    Q_EMIT device->activated(device->currentIndex());
    ASSERT_TRUE(waitFor([&] { return placed.count() > 0; }));
    EXPECT_TRUE(waitFor([&] { return headline().contains(QStringLiteral("59/59")); }))
        << headline().toStdString();
}

TEST_F(Window, SwitchingTheNpuOffLeavesTheCpu) {
    open(kSample);
    auto* list = window.panel("providers")->findChild<QListWidget*>(QStringLiteral("providerList"));
    list->item(0)->setCheckState(Qt::Unchecked);
    EXPECT_TRUE(waitFor([&] { return headline().contains(QStringLiteral("CPU 59/59")); }))
        << headline().toStdString();
}

TEST_F(Window, ExcludingANodeMovesItToTheCpu) {
    open(kSample);
    window.document().setExcluded(node("stem/conv"), "npu", true);
    EXPECT_TRUE(
        waitFor([&] { return window.document().partitioning().summary.byProvider[1] == 2; }));
}

TEST_F(Window, RunsTheModelAndColoursByTime) {
    open(kSample);
    QTest::mouseClick(window.panel("run")->findChild<QPushButton*>(QStringLiteral("runButton")),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    const std::size_t kernels = window.document().runs().result()->best.timings.size();
    EXPECT_GT(kernels, 20U);
    EXPECT_EQ(window.panel("run")->findChild<QTableView*>()->model()->rowCount(),
              static_cast<int>(kernels));
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier);
    EXPECT_TRUE(window.graph().colouring().isOn());
}

TEST_F(Window, ShowsTheTimelineOfTheDeviceAndColoursByIt) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    TimelineView& view = static_cast<TimelinePanel*>(window.panel("timeline"))->view();
    ASSERT_TRUE(view.timeline());
    EXPECT_GT(view.timeline()->tasks.size(), 10U);
    view.resize(900, 300);
    // A click on a task selects its node, and selecting a node selects its task.
    const int task = view.taskOf(node("stem/conv"));
    ASSERT_GE(task, 0);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.rectOf(task).center().toPoint());
    EXPECT_EQ(window.document().currentNode(),
              view.timeline()->tasks[static_cast<std::size_t>(view.selected())].node);
    const NodeId last = view.timeline()->tasks.back().node;
    if (last) {
        window.document().setCurrentNode(last);
        EXPECT_EQ(view.selected(), view.taskOf(last));
    }
    // Zooming keeps the point under the pointer in place.
    const double middle = view.rectOf(task).center().x();
    view.zoomBy(4, middle);
    EXPECT_NEAR(view.rectOf(task).center().x(), middle, view.rectOf(task).width());
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(window.graph().colouring().by, NodeColouring::By::cycles);
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(window.graph().colouring().by, NodeColouring::By::bound);
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_FALSE(window.graph().colouring().isOn());
}

TEST_F(Window, AnyValueCanBeComputedAndLookedAt) {
    open(kSample);
    Panel* panel = window.panel("tensor");
    window.document().setCurrentNode(node("stem/conv"));
    auto* compute = panel->findChild<QPushButton*>(QStringLiteral("computeValue"));
    auto* table = panel->findChild<QTableView*>();
    ASSERT_FALSE(compute->isHidden());
    EXPECT_EQ(table->model()->rowCount(), 0);
    compute->click();
    ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() > 0; }));
    const auto& model = window.document().model();
    const ValueId output = model.node(node("stem/conv"))->outputs[0];
    const auto value = window.document().runs().value(output);
    ASSERT_TRUE(value);
    EXPECT_EQ(table->model()->rowCount(), value->tensor.dims[2]);
    EXPECT_EQ(table->model()->columnCount(), value->tensor.dims[3]);
    // The second channel has other numbers than the first.
    const QString first = table->model()->index(3, 3).data().toString();
    const auto fields = panel->findChildren<QSpinBox*>();
    ASSERT_EQ(fields.size(), 2);
    fields[1]->setValue(1);
    EXPECT_NE(table->model()->index(3, 3).data().toString(), first);
    // Weights are known without a run; another model has none of these values.
    EXPECT_TRUE(window.document().runs().value(model.node(node("stem/conv"))->inputs[1]));
    window.close();
    window.document().close();
    EXPECT_FALSE(window.document().runs().value(output));
}

TEST_F(Window, ABodyOpensInPlaceAndBackspaceLeavesIt) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("if.onnx"));
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[2] x) => (float[2] y) { [if] y = If(c) < then_branch = t () => (float[2] u) { [neg] u = Neg(x) }, else_branch = e () => (float[2] v) { v = Abs(x) } > })");
    ASSERT_TRUE(writeModel(model, path.toStdString()));
    open(path);
    window.document().setCurrentNode(node("neg")); // reveals the body that contains it
    ASSERT_TRUE(waitFor(
        [&] { return window.document().scene().graph != window.document().model().mainGraph(); }));
    EXPECT_TRUE(window.findChild<QWidget*>(QStringLiteral("breadcrumb"))->isVisible());
    window.graph().setFocus();
    QTest::keyClick(&window.graph(), Qt::Key_Backspace);
    EXPECT_TRUE(waitFor(
        [&] { return window.document().scene().graph == window.document().model().mainGraph(); }));
}

TEST_F(Window, ABadFileIsAMessageAndTheOldPictureStays) {
    open(kSample);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bad.onnx"));
    std::ofstream(path.toStdString()) << "this is not a model";
    window.open(path);
    auto* bar = window.findChild<QWidget*>(QStringLiteral("messageBar"));
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }));
    EXPECT_TRUE(bar->findChild<QLabel*>()->text().contains(QStringLiteral("bad.onnx")));
    EXPECT_EQ(window.document().scene().nodeBoxes, 61U);
}

TEST_F(Window, AFileChangedOnDiskIsOfferedForReload) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("m.onnx"));
    ASSERT_TRUE(QFile::copy(kSample, path));
    open(path);
    const Model other = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Relu(x) })");
    ASSERT_TRUE(writeModel(other, path.toStdString()));
    auto* bar = window.findChild<QWidget*>(QStringLiteral("messageBar"));
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }));
    const auto hasButton = [&](const QString& text) {
        const auto buttons = bar->findChildren<QToolButton*>();
        return std::ranges::any_of(buttons, [&](const QToolButton* each) {
            return each->isVisible() && each->text() == text;
        });
    };
    EXPECT_TRUE(hasButton(QStringLiteral("Keep")));
    window.setLanguage(QStringLiteral("zh_CN"));
    EXPECT_TRUE(waitFor([&] { return hasButton(QStringLiteral("保留")); }));
    window.setLanguage(QStringLiteral("en"));
    window.setThemeKind(Theme::Kind::dark);
    EXPECT_LT(bar->grab().toImage().pixelColor(2, 2).lightness(), 100);
    window.setThemeKind(Theme::Kind::light);
    EXPECT_GT(bar->grab().toImage().pixelColor(2, 2).lightness(), 150);
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_TRUE(waitFor([&] { return window.document().scene().nodeBoxes == 1; }));
}

TEST_F(Window, ExportsWholePictures) {
    open(kSample);
    const QTemporaryDir folder;
    for (const char* ending : {"png", "svg", "pdf"}) {
        const QString path = folder.filePath(QStringLiteral("g.") + QLatin1String(ending));
        const auto done = window.exports().writePicture(path);
        ASSERT_TRUE(done) << done.error().message();
        EXPECT_GT(QFileInfo(path).size(), 5000);
    }
    QFile svg(folder.filePath(QStringLiteral("g.svg")));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    EXPECT_TRUE(QString::fromUtf8(svg.readAll()).contains(QStringLiteral("LayerNormalization")));
    EXPECT_FALSE(window.exports().writePicture(folder.filePath(QStringLiteral("g.xyz"))));
}

TEST_F(Window, EveryPanelShowsAnEmptyAndALargeModel) {
    for (const PanelRow& row : panelRows())
        window.panel(row.id)->grab();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("large.onnx"));
    ASSERT_TRUE(writeModel(test::largeModel(5000), path.toStdString()));
    open(path);
    for (const PanelRow& row : panelRows())
        window.panel(row.id)->grab();
    window.graph().grab();
    EXPECT_EQ(window.document().scene().nodeBoxes, 5000U);
    // It opens collapsed; Enter opens a group, Backspace closes it, Ctrl+L shows every node.
    EXPECT_TRUE(window.document().isCollapsed());
    const auto boxes = [&] { return window.document().scene().boxes.size(); };
    const std::size_t collapsed = boxes();
    EXPECT_LT(collapsed, 400U);
    window.graph().setFocus();
    QTest::keyClick(&window.graph(), Qt::Key_Tab);
    QTest::keyClick(&window.graph(), Qt::Key_Tab);
    QTest::keyClick(&window.graph(), Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return boxes() > collapsed; }));
    QTest::keyClick(&window.graph(), Qt::Key_Backspace);
    EXPECT_TRUE(waitFor([&] { return boxes() == collapsed; }));
    // Bringing a node into view opens the groups around it.
    window.document().setCurrentNode(node("Tanh_2550"), true);
    EXPECT_TRUE(waitFor([&] {
        const auto box = window.document().scene().boxOf(node("Tanh_2550"));
        return box && window.document().scene().boxes[*box].kind == SceneBox::Kind::node;
    }));
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
    EXPECT_TRUE(waitFor([&] { return boxes() == 5002; }));
}

TEST_F(Window, LanguageAndThemeSwitchWhileRunning) {
    open(kSample);
    const QString english = window.menuBar()->actions().first()->text();
    window.setLanguage(QStringLiteral("zh_CN"));
    QCoreApplication::processEvents();
    EXPECT_EQ(window.menuBar()->actions().first()->text(), QStringLiteral("文件(&F)"));
    EXPECT_TRUE(headline().contains(QStringLiteral("节点"))) << headline().toStdString();
    window.setLanguage(QStringLiteral("en"));
    QCoreApplication::processEvents();
    EXPECT_EQ(window.menuBar()->actions().first()->text(), english);
    EXPECT_TRUE(headline().contains(QStringLiteral("2 partitions"))) << headline().toStdString();
    window.setThemeKind(Theme::Kind::dark);
    EXPECT_LT(window.graph().grab().toImage().pixelColor(5, 200).lightness(), 60);
    window.setThemeKind(Theme::Kind::light);
}

TEST_F(Window, VerdictsAndErrorsAreInTheLanguageOfTheWindow) {
    open(kSample);
    window.setLanguage(QStringLiteral("zh_CN"));
    window.document().setCurrentNode(node("neck/norm"));
    const QString text = inspectorText();
    EXPECT_TRUE(text.contains(QStringLiteral("在 CPU 上运行：ascend310 没有 LayerNormalization")))
        << text.toStdString();
    const Error error{Errc::io,
                      PARTITA_TEXT("cannot open the file"),
                      {std::string("m.onnx"), PARTITA_TEXT("node '{0}'", std::string("{0}"))},
                      PARTITA_TEXT("check the path")};
    EXPECT_EQ(errorText(error), QStringLiteral("无法打开文件（节点“{0}”，m.onnx）：请检查路径"));
    window.setLanguage(QStringLiteral("en"));
    EXPECT_EQ(errorText(error), toQString(error.message()));
}

TEST_F(Window, StateIsRestored) {
    window.setThemeKind(Theme::Kind::dark);
    window.close();
    MainWindow second(*makeProviders({}));
    EXPECT_TRUE(second.graph().theme().isDark);
    second.setThemeKind(Theme::Kind::light);
}

TEST(Commands, IdsAndShortcutsAreUnique) {
    std::set<std::string> ids, shortcuts;
    for (const Command& command : commands()) {
        if (!command.run)
            continue;
        EXPECT_TRUE(ids.insert(command.id).second) << command.id;
        for (const QByteArray& keys : QByteArray(command.shortcut).split(';'))
            EXPECT_TRUE(keys.isEmpty() || shortcuts.insert(keys.trimmed().toStdString()).second)
                << command.id;
    }
}

TEST_F(Window, ARowOfTheTableSaysWhereACommandIsAndHowItLooks) {
    std::map<int, const char*> places;
    for (const Command& command : commands()) {
        if (!command.run)
            continue;
        const QAction* action = window.action(command.id);
        EXPECT_EQ(action->isCheckable(), command.kind != Command::Kind::plain) << command.id;
        EXPECT_EQ(action->icon().isNull(), !*command.icon) << command.id;
        if (command.toolBarPlace) {
            EXPECT_TRUE(places.emplace(command.toolBarPlace, command.id).second) << command.id;
            EXPECT_TRUE(*command.icon) << command.id;
        }
    }
    const auto* bar = window.findChild<QToolBar*>();
    std::vector<QString> shown, wanted;
    for (const QAction* each : bar->actions())
        if (!each->objectName().isEmpty())
            shown.push_back(each->objectName());
    for (const auto& [place, id] : places)
        wanted.emplace_back(QLatin1String(id));
    EXPECT_EQ(shown, wanted);
}

/// All texts marked with PARTITA_TEXT in a source file.
QStringList markedTexts(const QString& source) {
    static const QRegularExpression kMarked(
        QStringLiteral(R"(PARTITA_TEXT\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+))"));
    static const QRegularExpression kPiece(QStringLiteral(R"re("((?:[^"\\]|\\.)*)")re"));
    QStringList texts;
    for (auto marked = kMarked.globalMatch(source); marked.hasNext();) {
        QString text;
        for (auto piece = kPiece.globalMatch(marked.next().captured(1)); piece.hasNext();)
            text += piece.next().captured(1);
        texts += text.replace(QStringLiteral("\\\""), QStringLiteral("\""));
    }
    return texts;
}

QStringList places(const QString& format) {
    static const QRegularExpression kPlace(QStringLiteral(R"(\{\d\})"));
    QStringList found;
    for (auto place = kPlace.globalMatch(format); place.hasNext();)
        found += place.next().captured();
    found.sort();
    return found;
}

TEST(Translations, EveryMarkedTextOfCoreIsChineseWithTheSameArguments) {
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/partita_zh_CN.qm")));
    int count = 0;
    for (const char* folder : {"/core", "/providers", "/app", "/views"})
        for (QDirIterator files(
                 QStringLiteral(PARTITA_SOURCE_DIR) + QLatin1String(folder),
                 {QStringLiteral("*.cpp"), QStringLiteral("*.h"), QStringLiteral("*.def")},
                 QDir::Files, QDirIterator::Subdirectories);
             files.hasNext();) {
            QFile file(files.next());
            ASSERT_TRUE(file.open(QIODevice::ReadOnly));
            for (const QString& text : markedTexts(QString::fromUtf8(file.readAll()))) {
                ++count;
                const QString chinese =
                    translator.translate("partita::Core", text.toUtf8().constData());
                EXPECT_FALSE(chinese.isEmpty())
                    << file.fileName().toStdString() << ": " << text.toStdString();
                EXPECT_EQ(places(chinese), places(text)) << text.toStdString();
            }
        }
    EXPECT_GT(count, 600);
}

TEST(Translations, NothingIsLeftUntranslated) {
    QFile file(QStringLiteral(PARTITA_SOURCE_DIR "/translations/partita_zh_CN.ts"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    EXPECT_GT(text.count(QStringLiteral("<source>")), 100);
    EXPECT_FALSE(text.contains(QStringLiteral("type=\"unfinished\"")));
}

} // namespace
} // namespace partita
