// Editing on the canvas and by the list of operators, by mouse and keys.

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QToolButton>
#include <QTreeView>
#include <fstream>

#include "core/edits/slots.h"
#include "tests/support/gestures.h"
#include "tests/support/lines.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/document/insertion.h"
#include "views/graph/graph_editing.h"
#include "views/panels/operators_panel.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

constexpr const char* kEditedFork = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1,64] x, int64[1,64] k) => (float[1,64] y, int64[1,64] m) {
      [one] a = Relu(x)  [two] b = Sigmoid(a)  [three] c = Tanh(a)  [four] d = Add(b, c)
      [five] y = Softmax<axis = 1>(d)  [six] m = Neg(k) })";

class CanvasEdits : public test::Window {
protected:
    void openText(const std::string& text) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text);
        open(QString::fromStdString((folder / "m.onnx").string()));
        window.action("editMode")->trigger();
        graph().setFocus();
        graph().zoomTo100();
        graph().centerOn(graph().painter().bounds().center());
    }
    GraphView& graph() { return window.graph(); }
    DocumentController& document() { return window.document(); }
    GraphEditing& editing() { return *graph().findChild<GraphEditing*>(); }
    const Model& stored() { return document().storedModel(); }
    QPoint port(const char* name, bool isOutput, std::size_t index = 0) {
        const auto box = document().scene().boxOf(node(name));
        for (const Port& each : editing().ports(*box))
            if (each.isOutput == isOutput && each.index == index)
                return editing().placeOf(each);
        ADD_FAILURE() << "no port of " << name;
        return {};
    }
    QPoint lineOf(const char* name) { return test::lineOf(graph(), name); }
    std::string reads(const char* name, std::size_t index) {
        const auto& value = stored().value(valueAt(stored(), {nodeOf(name), {}, index}));
        return value ? value->name : std::string();
    }
    NodeId nodeOf(const char* name) { return test::nodeNamed(stored(), name); }
    std::size_t count(const char* op) {
        std::size_t found = 0;
        stored().nodes().forEach([&](NodeId, const auto& each) { found += each->is(op); });
        return found;
    }
    /// Waits until the picture is of the stored model.
    void settle() {
        ASSERT_TRUE(waitFor([&] {
            return document().model().nodes().count() == stored().nodes().count() &&
                   !document().jobs()[Lane::picture].isRunning();
        }));
    }
    void undo() {
        window.action("undo")->trigger();
        settle();
    }
    void dragOperator(const char* op, const QPoint& at, bool drops = true) {
        const std::unique_ptr<QMimeData> data(mimeOf({"", op, ""}));
        QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(&graph(), &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDragMoveEvent move(at, Qt::CopyAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(&graph(), &move);
        if (!drops)
            return;
        QDropEvent drop(at, Qt::CopyAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(&graph(), &drop);
        settle();
    }
    OperatorsPanel& operators() { return *static_cast<OperatorsPanel*>(window.panel("operators")); }
    QString empty() {
        return operators().findChild<QLabel*>(QStringLiteral("operatorsEmpty"))->text();
    }
    test::TemporaryFolder folder;
};

TEST_F(CanvasEdits, ALineFromAnOutputToAnInputConnectsThem) {
    openText(kEditedFork);
    const QPoint from = port("one", true), to = port("four", false, 1);
    test::moveMouse(graph(), from);
    QTest::mousePress(&graph(), Qt::LeftButton, {}, from);
    ASSERT_TRUE(editing().isConnecting());
    test::moveMouse(graph(), to + QPoint(6, -6), Qt::LeftButton);
    EXPECT_TRUE(editing().chip().contains(QStringLiteral("replaces c")))
        << editing().chip().toStdString();
    QTest::mouseRelease(&graph(), Qt::LeftButton, {}, to + QPoint(6, -6));
    EXPECT_EQ(reads("four", 1), "a");
    settle();
    undo();
    EXPECT_EQ(reads("four", 1), "c");
}

TEST_F(CanvasEdits, ADragWithTheSpaceBarMovesTheGraphAlsoFromAPort) {
    openText(kEditedFork);
    const QPoint from = port("one", true);
    const QPointF before = graph().visibleScene().topLeft();
    test::moveMouse(graph(), from);
    QTest::keyPress(&graph(), Qt::Key_Space);
    test::drag(graph(), from, from + QPoint(40, 30), Qt::LeftButton);
    QTest::keyRelease(&graph(), Qt::Key_Space);
    EXPECT_EQ(graph().visibleScene().topLeft(), before - QPointF(40, 30) / graph().scale());
    EXPECT_FALSE(editing().isConnecting());
    QTest::keyClick(&graph(), Qt::Key_F);
    EXPECT_TRUE(
        QRectF(graph().rect()).contains(graph().toDevice().mapRect(graph().painter().bounds())));
}

TEST_F(CanvasEdits, ALineFromAnInputToAnOutputConnectsThemAsWell) {
    openText(kEditedFork);
    const QPoint from = port("four", false, 1), to = port("one", true);
    test::moveMouse(graph(), from);
    QTest::mousePress(&graph(), Qt::LeftButton, {}, from);
    ASSERT_TRUE(editing().isConnecting());
    test::moveMouse(graph(), to + QPoint(6, 6), Qt::LeftButton);
    EXPECT_TRUE(editing().chip().contains(QStringLiteral("replaces c")))
        << editing().chip().toStdString();
    QTest::mouseRelease(&graph(), Qt::LeftButton, {}, to + QPoint(6, 6));
    EXPECT_EQ(reads("four", 1), "a");
    settle();
    undo();
    EXPECT_EQ(reads("four", 1), "c");
    test::moveMouse(graph(), port("one", false)); // what comes later would make a cycle
    QTest::mousePress(&graph(), Qt::LeftButton, {}, port("one", false));
    test::moveMouse(graph(), graph().boxCenter(node("five")), Qt::LeftButton);
    EXPECT_TRUE(editing().isRefused());
    EXPECT_TRUE(editing().chip().contains(QStringLiteral("cycle")))
        << editing().chip().toStdString();
    QTest::mouseRelease(&graph(), Qt::LeftButton, {}, graph().boxCenter(node("five")));
    EXPECT_EQ(reads("one", 0), "x");
}

TEST_F(CanvasEdits, AnIfDroppedOnAnEdgePassesItsTensorOn) {
    openText(kEditedFork);
    dragOperator("If", lineOf("d") + QPoint(8, 0));
    ASSERT_EQ(count("If"), 1U);
    const NodeId made = stored().producer(valueAt(stored(), {nodeOf("five"), {}, 0}));
    ASSERT_TRUE(made);
    EXPECT_TRUE(stored().node(made)->is("If"));
    EXPECT_EQ(count("Identity"), 2U) << "in the branches";
    undo();
    EXPECT_EQ(reads("five", 0), "d");
}

TEST_F(CanvasEdits, WhatDoesNotFitIsRefusedWithTheReason) {
    openText(kEditedFork);
    for (const char* target : {"one", "six"}) { // a cycle; another type
        const QPoint from = port("four", true);
        test::moveMouse(graph(), from);
        QTest::mousePress(&graph(), Qt::LeftButton, {}, from);
        const QPoint to = graph().boxCenter(node(target));
        test::moveMouse(graph(), to, Qt::LeftButton);
        const bool isCycle = std::string(target) == "one";
        EXPECT_EQ(editing().isRefused(), isCycle) << target; // Neg takes floats, too
        QTest::mouseRelease(&graph(), Qt::LeftButton, {}, to);
        settle();
    }
    EXPECT_EQ(reads("one", 0), "x");
    EXPECT_EQ(reads("six", 0), "d");
}

TEST_F(CanvasEdits, TheNearestPortSaysWhyItDoesNotFitThoughAnotherOneWould) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,64] x, int64[2] size) => (float[n,m] y) {
          [one] a = Relu(x)  [two] b = Sigmoid(a)  [shape] y = Reshape(b, size) })");
    const QPoint from = port("one", true), to = port("shape", false, 1),
                 data = port("shape", false, 0);
    const int away = to.x() > data.x() ? -3 : 3; // towards the port that would take it
    for (const QPoint& at : {to, to + QPoint(away, 0)}) {
        test::moveMouse(graph(), from);
        QTest::mousePress(&graph(), Qt::LeftButton, {}, from);
        ASSERT_TRUE(editing().isConnecting());
        test::moveMouse(graph(), at, Qt::LeftButton);
        EXPECT_TRUE(editing().isRefused());
        EXPECT_TRUE(editing().chip().contains(QStringLiteral("int64")))
            << editing().chip().toStdString();
        QTest::mouseRelease(&graph(), Qt::LeftButton, {}, at);
    }
    EXPECT_EQ(document().history().size(), 0);
    EXPECT_EQ(reads("shape", 0), "b");
}

TEST_F(CanvasEdits, AClickOnAPortSelectsItsNode) {
    openText(kEditedFork);
    const QPoint from = port("one", true);
    test::moveMouse(graph(), from);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, from);
    EXPECT_EQ(document().currentNode(), node("one"));
    EXPECT_EQ(document().history().size(), 0);
}

TEST_F(CanvasEdits, WhatWasConnectedStaysSelectedBesideAProblem) {
    openText(kEditedFork);
    ASSERT_TRUE(document().edits().apply(
        Connect{test::valueNamed(stored(), "a"), {nodeOf("five"), {}, 0}}));
    settle();
    ASSERT_TRUE(waitFor([&] { // nothing reads what "four" computes
        return window.dock("problems")->windowTitle().contains(QLatin1Char('1'));
    }));
    EXPECT_EQ(document().currentNode(), node("five"));
}

TEST_F(CanvasEdits, ANodeWithAnOpenInputHasTheSignOfAnError) {
    openText(kEditedFork);
    EXPECT_TRUE(graph().marks().wrong.empty());
    ASSERT_TRUE(document().edits().apply(Disconnect{{nodeOf("four"), {}, 1}}));
    settle();
    const auto box = [&] { return *document().scene().boxOf(node("four")); };
    ASSERT_TRUE(waitFor([&] { return graph().marks().wrong.contains(box()); }));
    const QPointF corner = graph().painter().boxRect(box()).topRight();
    const QRect sign = QRect(-5, -5, 10, 10).translated(graph().toDevice().map(corner).toPoint());
    EXPECT_GT(test::pixelsOf(test::pictureOf(graph()), graph().theme().bad, sign), 20);
    undo();
    EXPECT_TRUE(waitFor([&] { return graph().marks().wrong.empty(); }));
}

TEST_F(CanvasEdits, TheLegendCountsWhatIsNotConnectedYet) {
    openText(kEditedFork);
    const auto row = [&] {
        return window.findChild<QWidget*>(QStringLiteral("legend"))
            ->findChild<QToolButton*>(QStringLiteral("legendUnconnected"));
    };
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_FALSE(row());
    dragOperator("TopK", {graph().width() / 2, graph().height() - 20});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    ASSERT_TRUE(row());
    QTest::mouseClick(row(), Qt::LeftButton);
    ASSERT_EQ(document().selection().size(), 1U);
    EXPECT_TRUE(stored().node(document().selection()[0])->is("TopK"));
}

TEST_F(CanvasEdits, EscapeCancelsALine) {
    openText(kEditedFork);
    const QPoint from = port("one", true), to = port("four", false, 1);
    test::moveMouse(graph(), from);
    QTest::mousePress(&graph(), Qt::LeftButton, {}, from);
    test::moveMouse(graph(), to, Qt::LeftButton);
    QTest::keyClick(&graph(), Qt::Key_Escape);
    EXPECT_FALSE(editing().isConnecting());
    QTest::mouseRelease(&graph(), Qt::LeftButton, {}, to);
    EXPECT_EQ(document().history().size(), 0);
}

TEST_F(CanvasEdits, WithoutEditingDragsAndKeysChangeNothing) {
    openText(kEditedFork);
    window.action("editMode")->trigger();
    const QPoint from = port("one", true);
    test::drag(graph(), from, port("four", false, 1));
    clickNode("two");
    QTest::keyClick(&graph(), Qt::Key_Delete);
    QTest::keyClick(&graph(), Qt::Key_C);
    EXPECT_EQ(document().history().size(), 0);
}

TEST_F(CanvasEdits, AnOperatorDroppedOnAnEdgeStandsOnIt) {
    openText(kEditedFork);
    dragOperator("Sigmoid", lineOf("d") + QPoint(8, 0));
    EXPECT_EQ(count("Sigmoid"), 2U);
    const NodeId made = stored().producer(valueAt(stored(), {nodeOf("five"), {}, 0}));
    ASSERT_TRUE(made);
    EXPECT_TRUE(stored().node(made)->is("Sigmoid"));
    EXPECT_EQ(document().selection(), std::vector{made});
    undo();
    EXPECT_EQ(count("Sigmoid"), 1U);
    EXPECT_EQ(reads("five", 0), "d");
}

TEST_F(CanvasEdits, AnOperatorThatDoesNotFitAnEdgeIsRefused) {
    openText(kEditedFork);
    dragOperator("Sigmoid", lineOf("k"), false); // it takes no int64
    EXPECT_TRUE(editing().isRefused());
    EXPECT_FALSE(editing().chip().isEmpty());
    dragOperator("Sigmoid", lineOf("k"));
    EXPECT_EQ(document().history().size(), 0);
    dragOperator("Sigmoid", {8, graph().height() - 60}); // on the canvas it is free
    EXPECT_EQ(count("Sigmoid"), 2U);
}

TEST_F(CanvasEdits, EnterInTheListPutsAnOperatorBehindTheSelectedNode) {
    openText(kEditedFork);
    ASSERT_TRUE(waitFor([&] { return operators().isVisible(); }));
    clickNode("one");
    QLineEdit& field = *operators().field();
    field.setFocus();
    QTest::keyClicks(&field, QStringLiteral("relu"));
    const QModelIndex best = operators().view()->currentIndex();
    EXPECT_EQ(best.data().toString(), QStringLiteral("Relu"));
    QTest::keyClick(&field, Qt::Key_Return);
    settle();
    EXPECT_EQ(count("Relu"), 2U);
    EXPECT_EQ(reads("two", 0), reads("three", 0));
    EXPECT_NE(reads("two", 0), "a"); // both read the new one
    QTest::keyClick(&field, Qt::Key_Return, Qt::ControlModifier);
    settle();
    EXPECT_EQ(count("Relu"), 3U);
    undo();
    undo();
    EXPECT_EQ(count("Relu"), 1U);
}

TEST_F(CanvasEdits, ASearchWithoutHitsSaysSo) {
    openText(kEditedFork);
    ASSERT_TRUE(waitFor([&] { return operators().isVisible(); }));
    QLineEdit& field = *operators().field();
    QTest::keyClicks(&field, QStringLiteral("xyz"));
    EXPECT_EQ(empty(), QStringLiteral("No operator matches \"xyz\" in opset 18."));
    field.clear();
    QTest::keyClicks(&field, QStringLiteral("RMSNorm"));
    EXPECT_TRUE(empty().endsWith(QStringLiteral("1 in later opsets."))) << empty().toStdString();
    field.clear();
    QTest::keyClicks(&field, QStringLiteral("conv"));
    QTest::keyClick(&field, Qt::Key_Down);
    EXPECT_TRUE(operators().view()->hasFocus());
}

TEST_F(CanvasEdits, NodesAreDeletedDuplicatedAndBypassedByKeys) {
    openText(kEditedFork);
    clickNode("two");
    QTest::keyClick(&graph(), Qt::Key_D, Qt::ControlModifier);
    settle();
    EXPECT_EQ(count("Sigmoid"), 2U);
    clickNode("three");
    QTest::keyClick(&graph(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    EXPECT_EQ(reads("four", 1), "a");
    clickNode("two");
    QTest::keyClick(&graph(), Qt::Key_Delete);
    settle();
    EXPECT_FALSE(nodeOf("two"));
    undo();
    undo();
    undo();
    EXPECT_EQ(reads("four", 1), "c");
    EXPECT_EQ(count("Sigmoid"), 1U);
}

TEST_F(CanvasEdits, CtrlASelectsAllNodesAlsoAfterATensor) {
    openText(kEditedFork);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, lineOf("d"));
    ASSERT_TRUE(document().currentTensor());
    QTest::keyClick(&graph(), Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(document().selection().size(), 6U);
    QTest::keyClick(&graph(), Qt::Key_Delete);
    EXPECT_EQ(stored().nodes().count(), 0U);
    settle();
    undo();
    EXPECT_EQ(stored().nodes().count(), 6U);
}

TEST_F(CanvasEdits, EscapeAndAClickBesideAllSelectNothing) {
    openText(kEditedFork);
    clickNode("one");
    ASSERT_EQ(document().currentNode(), node("one"));
    QTest::keyClick(&graph(), Qt::Key_Escape);
    EXPECT_FALSE(document().currentNode());
    EXPECT_TRUE(document().selection().empty());
    clickNode("two");
    ASSERT_EQ(document().currentNode(), node("two"));
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, {3, graph().height() - 3});
    EXPECT_TRUE(document().selection().empty());
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, lineOf("d"));
    ASSERT_TRUE(document().currentTensor());
    QTest::keyClick(&graph(), Qt::Key_Escape);
    EXPECT_FALSE(document().currentTensor());
}

TEST_F(CanvasEdits, WhatReadsNothingIsNotTakenForAConstant) {
    openText(kEditedFork);
    clickNode("one");
    QTest::keyClick(&graph(), Qt::Key_Delete);
    settle();
    for (const char* name : {"two", "three", "four", "five"})
        EXPECT_FALSE(document().partitioning().isFolded(node(name))) << name;
}

TEST_F(CanvasEdits, WhatNothingReadsAnyMoreIsUnusedAndNotFolded) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) {
          [one] a = Relu(x) [two] b = Neg(a) [three] c = Abs(x) [four] y = Add(b, c) })");
    ASSERT_TRUE(document().edits().apply(
        RerouteReaders{test::valueNamed(stored(), "b"), test::valueNamed(stored(), "c")}));
    settle();
    EXPECT_TRUE(document().partitioning().isUnused(node("one")));
    EXPECT_TRUE(document().scene().boxes[*document().scene().boxOf(node("two"))].isUnused);
    const std::string headline = document().partitioning().headlineText();
    EXPECT_TRUE(headline.ends_with(" · 2 unused")) << headline;
}

TEST_F(CanvasEdits, AnEdgeIsDisconnectedByDel) {
    openText(kEditedFork);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, lineOf("d"));
    ASSERT_TRUE(document().currentTensor());
    QTest::keyClick(&graph(), Qt::Key_Delete);
    EXPECT_EQ(reads("five", 0), "");
    settle();
    undo();
    EXPECT_EQ(reads("five", 0), "d");
}

TEST_F(CanvasEdits, NodesArePastedIntoAnotherDocument) {
    openText(kEditedFork);
    document().setSelection({node("two"), node("four")});
    QTest::keyClick(&graph(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("two\nfour"));
    MainWindow other(*makeProviders({}), makeJudges());
    other.show();
    QSignalSpy opened(&other.document(), &DocumentController::sceneChanged);
    other.open(test::kSample);
    ASSERT_TRUE(waitFor([&] { return opened.count() > 0; }));
    const std::size_t before = other.document().storedModel().nodes().count();
    other.action("editMode")->trigger();
    other.graph().setFocus();
    other.action("pasteNodes")->trigger();
    EXPECT_EQ(other.document().storedModel().nodes().count(), before + 2);
    other.action("undo")->trigger();
    EXPECT_EQ(other.document().storedModel().nodes().count(), before);
    other.document().history().clear();
}

TEST_F(CanvasEdits, NodesOnTheClipboardAreReadByAnotherProgram) {
    openText(kEditedFork);
    document().setSelection({node("two"), node("four")});
    QTest::keyClick(&graph(), Qt::Key_C, Qt::ControlModifier);
    auto* foreign = new QMimeData; // as it comes from another process
    const QString type = QStringLiteral("application/x-partita-nodes");
    foreign->setData(type, QGuiApplication::clipboard()->mimeData()->data(type));
    QGuiApplication::clipboard()->setMimeData(foreign);
    QTest::keyClick(&graph(), Qt::Key_V, Qt::ControlModifier);
    settle();
    EXPECT_EQ(count("Sigmoid"), 2U);
    EXPECT_EQ(count("Add"), 2U);
}

TEST_F(CanvasEdits, TheKeyCListsWhereAnOutputMayGoNearestFirst) {
    openText(kEditedFork);
    clickNode("one");
    QTest::keyClick(&graph(), Qt::Key_C);
    auto* dialog = window.findChild<QDialog*>(QStringLiteral("connectionList"));
    ASSERT_TRUE(dialog);
    auto* list = dialog->findChild<QListWidget*>();
    auto* line = dialog->findChild<QLineEdit*>();
    ASSERT_GT(list->count(), 1);
    QTest::keyClicks(line, QStringLiteral("'four'"));
    ASSERT_EQ(list->count(), 2);
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(reads("four", 0), "a");
}

TEST_F(CanvasEdits, AnOperatorIsReplacedFromAList) {
    openText(kEditedFork);
    clickNode("two");
    window.action("replaceOperator")->trigger();
    auto* line =
        window.findChild<QDialog*>(QStringLiteral("operatorList"))->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("Tanh"));
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(count("Tanh"), 2U);
    EXPECT_TRUE(stored().node(nodeOf("two"))->is("Tanh"));
}

TEST_F(CanvasEdits, TheMenuOfANodeHasItsEdits) {
    openText(kEditedFork);
    const QStringList texts =
        test::menuAt(graph(), graph().boxCenter(node("two")), QStringLiteral("Duplicate"));
    for (const char* text : {"Bypass", "Delete", "Replace the operator…", "Disconnect"})
        EXPECT_TRUE(texts.contains(QString::fromUtf8(text))) << text;
    EXPECT_EQ(count("Sigmoid"), 2U);
}

} // namespace
} // namespace partita
