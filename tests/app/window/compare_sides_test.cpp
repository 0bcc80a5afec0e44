// Comparing the open model with itself on another device or under a scenario, and what the two
// panes and the strip between them do then, by mouse and keys.

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTextEdit>
#include <QToolButton>
#include <QTreeView>
#include <fstream>

#include "core/onnx/write.h"
#include "providers/registry.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "views/graph/difference_strip.h"
#include "views/graph/pointer_ring.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

using test::Answers;

/// Mish cuts the run of the device.
const char* const kCut = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x) => (float[1, 8] y) {
  [a1] a = Relu(x) [a2] b = Relu(a) [a3] c = Relu(b) [cut] d = Mish(c)
  [b1] e = Relu(d) [b2] f = Relu(e) [b3] h = Relu(f) [b4] i = Relu(h) [b5] j = Relu(i) [b6] y = Relu(j)
})";
const char* const kTaken = R"({ "partita_scenario": 1, "changes": [
    { "take_anyway": { "operator": "Mish" }, "provider": "npu" } ] })";
const char* const kTakenInPart = R"({ "partita_scenario": 1, "changes": [
    { "take_anyway": { "operator": "Mish" }, "provider": "npu" },
    { "exclude": { "operator": "Softplus" }, "provider": "npu" } ] })";

class CompareSides : public test::OperatedWindow {
protected:
    void SetUp() override {
        const QString path = folder.filePath(QStringLiteral("cut.onnx"));
        ASSERT_TRUE(writeModel(test::modelFromText(kCut), path.toStdString()));
        open(path);
    }
    QString write(const char* name, const char* text) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        std::ofstream(path.toStdString()) << text;
        return path;
    }
    DifferencesPanel& panel() {
        return *static_cast<DifferencesPanel*>(window.panel("differences"));
    }
    ComparisonController& comparison() { return panel().comparison(); }
    /// Waits until what `action` compares is in view.
    template <class F> void compared(F&& action) {
        const auto before = comparison().comparison();
        action();
        ASSERT_TRUE(waitFor([&] {
            const auto& now = comparison().comparison();
            return now && now != before && window.document().state().beside == now->beside;
        }));
        QApplication::processEvents();
    }
    void compareTaken(const char* text = kTaken) {
        const QString path = write("taken.json", text);
        compared([&] { comparison().compareWithScenario(path.toStdString()); });
    }
    QTemporaryDir folder;
    BeforeView& before() { return window.pair().before(); }
    GraphView& graph() { return window.graph(); }
    template <class T> T* part(const char* name) {
        return window.pair().findChild<T*>(QString::fromLatin1(name));
    }
    QPoint placeIn(QWidget& pane, const QPointF& inScene, const QTransform& toDevice) {
        const QPoint at = toDevice.map(inScene).toPoint();
        EXPECT_TRUE(pane.rect().contains(at));
        return at;
    }
};

TEST_F(CompareSides, AScenarioIsComparedFromItsFileByTheKeys) {
    const QString path = write("taken.json", kTaken);
    compared([&] {
        const Answers answers(
            {Answers::entry(QStringLiteral("With itself under a scenario…")), Answers::file(path)});
        QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
    });
    const SideComparison& made = *comparison().comparison();
    EXPECT_TRUE(made.documentIsA);
    EXPECT_EQ(made.differences.before->partitions, 2U);
    EXPECT_EQ(made.differences.after->partitions, 1U);
    // What moved has the colours of the other side beside it, in both panes.
    EXPECT_EQ(graph().marks().moved.size(), made.beside->step.moved.size());
    EXPECT_EQ(before().marks().moved.size(), made.beside->step.moved.size());
    EXPECT_TRUE(graph().marks().isBefore);
    EXPECT_FALSE(before().marks().isBefore);
    EXPECT_TRUE(graph().marks().changed.empty());
    // A row of several nodes names their providers as the rest of the window does, with the reason
    // that all of them have.
    const auto* rows = panel().view()->model();
    const auto text = [&](int row, int column) {
        return rows->index(row, column).data().toString();
    };
    int groups = 0;
    for (int row = 0; row < rows->rowCount(); ++row)
        if (rows->rowCount(rows->index(row, 0)) > 1) {
            ++groups;
            EXPECT_TRUE(text(row, 3).startsWith(QStringLiteral("CPU · run of 3 ")))
                << text(row, 3).toStdString();
            EXPECT_EQ(text(row, 4), QStringLiteral("NPU"));
        }
    EXPECT_EQ(groups, 1);
}

TEST_F(CompareSides, BothPanesHaveOneLayout) {
    compareTaken();
    const auto& state = window.document().state();
    std::size_t both = 0;
    for (std::size_t i = 0; i < state.scene->boxes.size(); ++i) {
        const SceneBox& box = state.scene->boxes[i];
        const auto there = state.before->boxOf(box.node);
        if (box.kind != SceneBox::Kind::node || !there)
            continue;
        EXPECT_DOUBLE_EQ(state.scene->layout.centers[i].y, state.before->layout.centers[*there].y);
        ++both;
    }
    EXPECT_EQ(both, 10U);
}

TEST_F(CompareSides, TheSideBeforeStandsOnTheLeftAndIsSwappedByTheKeys) {
    compareTaken();
    const auto left = [](QWidget& view) { return view.mapToGlobal(QPoint(0, 0)).x(); };
    EXPECT_LT(left(graph()), left(before()));
    const auto heads = window.pair().findChildren<QToolButton*>(QStringLiteral("paneChoice"));
    const auto titleOf = [&](const QString& title) {
        QString shown;
        for (const QToolButton* head : heads)
            if (head->accessibleName().startsWith(title))
                shown = head->accessibleName();
        return shown;
    };
    EXPECT_TRUE(titleOf(QStringLiteral("After")).contains(QStringLiteral("taken.json")));
    compared([&] { QTest::keyClick(&window, Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier); });
    EXPECT_FALSE(comparison().comparison()->documentIsA);
    EXPECT_EQ(comparison().comparison()->differences.after->partitions, 2U);
    EXPECT_GT(left(graph()), left(before()));
    EXPECT_TRUE(titleOf(QStringLiteral("Before")).contains(QStringLiteral("taken.json")));
    EXPECT_FALSE(graph().marks().isBefore);
}

TEST_F(CompareSides, PanesThatAreNotLinkedMoveAlone) {
    compareTaken();
    const auto topOf = [](const QRectF& visible) { return visible.top(); };
    test::drag(before(), {60, 100}, {60, 140});
    EXPECT_NEAR(topOf(before().visibleScene()), topOf(graph().visibleScene()), 1e-6);
    QTest::mouseClick(part<QToolButton>("linkSides"), Qt::LeftButton);
    EXPECT_FALSE(window.pair().isLinked());
    EXPECT_FALSE(window.action("linkSides")->isChecked());
    const double graphTop = topOf(graph().visibleScene()), top = topOf(before().visibleScene());
    test::drag(before(), {60, 100}, {60, 160});
    EXPECT_DOUBLE_EQ(topOf(graph().visibleScene()), graphTop);
    EXPECT_LT(topOf(before().visibleScene()), top - 1);
    test::turnWheel(before(), {60, 100}, 2);
    EXPECT_GT(before().toDevice().m11(), graph().scale() * 1.1);
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_TRUE(window.pair().isLinked());
    EXPECT_DOUBLE_EQ(before().toDevice().m11(), graph().scale());
}

TEST_F(CompareSides, AClickInTheStripGoesToTheDifference) {
    compareTaken();
    DifferenceStrip& strip = window.pair().strip();
    ASSERT_TRUE(strip.isVisible());
    ASSERT_EQ(strip.marks().size(), comparison().comparison()->beside->step.moved.size());
    QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
    for (int i = 0; i < 12; ++i) // so near that one node fills the view
        test::turnWheel(graph(), graph().rect().center(), 2);
    for (const DifferenceStrip::Mark& mark : {strip.marks().front(), strip.marks().back()}) {
        QTest::mouseClick(&strip, Qt::LeftButton, {}, {12, strip.heightOf(mark)});
        EXPECT_TRUE(graph().visibleScene().contains(mark.center));
    }
    // A drag goes along.
    QTest::mousePress(&strip, Qt::LeftButton, {}, {12, 20});
    const double top = graph().visibleScene().center().y();
    test::moveMouse(strip, {12, strip.height() - 20}, Qt::LeftButton);
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, {12, strip.height() - 20});
    EXPECT_GT(graph().visibleScene().center().y(), top + 50);
}

TEST_F(CompareSides, TheStripPointsAtTheDifferenceThatF8Shows) {
    compareTaken();
    const DifferenceStrip& strip = window.pair().strip();
    QTest::keyClick(&window, Qt::Key_F8);
    ASSERT_FALSE(comparison().pointedBeside().empty());
    ASSERT_TRUE(strip.current()) << "both sides have the node, which is marked once";
    EXPECT_EQ(strip.current()->node, window.document().currentNode());
}

TEST_F(CompareSides, ANodeOfAnotherSideHasTheReasonsOfBoth) {
    compareTaken();
    const auto* rows = panel().view()->model();
    QString before, after;
    for (int row = 0; row < rows->rowCount(); ++row)
        if (rows->index(row, 2).data().toString() == QLatin1String("Mish")) {
            before = rows->index(row, 3).data().toString();
            after = rows->index(row, 4).data().toString();
        }
    EXPECT_TRUE(before.endsWith(QStringLiteral(" has no Mish"))) << before.toStdString();
    EXPECT_TRUE(after.contains(QStringLiteral(" · assumed to be taken"))) << after.toStdString();
}

TEST_F(CompareSides, LaidOverShowsOnePaneWithTheMarksOfBoth) {
    compareTaken();
    auto* looks = part<QComboBox>("comparisonLook");
    ASSERT_TRUE(looks->isVisible());
    looks->setFocus();
    QTest::keyClick(looks, Qt::Key_Down);
    EXPECT_EQ(window.pair().look(), GraphPair::Look::over);
    EXPECT_FALSE(before().isVisible());
    EXPECT_TRUE(window.pair().strip().isVisible());
    EXPECT_TRUE(graph().marks().marksGhosts);
    EXPECT_FALSE(graph().marks().moved.empty());
    QTest::keyClick(looks, Qt::Key_Up);
    EXPECT_TRUE(before().isVisible());
    EXPECT_FALSE(graph().marks().marksGhosts);
}

TEST_F(CompareSides, OnlyDifferencesLeavesTheRestPale) {
    compareTaken();
    const GraphScene& scene = window.document().scene();
    const auto pale = [&](const char* name) {
        return graph().marks().dims(scene, scene.boxes[*scene.boxOf(node(name))]);
    };
    EXPECT_FALSE(pale("b6"));
    window.action("onlyDifferences")->trigger();
    EXPECT_TRUE(pale("b6"));
    EXPECT_FALSE(pale("cut"));
    EXPECT_TRUE(before().isVisible());
}

TEST_F(CompareSides, ThePointerIsMirroredInTheOtherPane) {
    compareTaken();
    const QPointF inScene = graph().visibleScene().center();
    test::moveMouse(before(), placeIn(before(), inScene, before().toDevice()));
    auto* ring =
        static_cast<PointerRing*>(graph().findChild<QWidget*>(QStringLiteral("pointerRing")));
    ASSERT_TRUE(ring->place());
    EXPECT_LT(QLineF(*ring->place(), graph().toDevice().map(inScene)).length(), 1.5);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&before(), &leave);
    EXPECT_FALSE(ring->place());
    test::moveMouse(graph(), placeIn(graph(), inScene, graph().toDevice()));
    ring = static_cast<PointerRing*>(before().findChild<QWidget*>(QStringLiteral("pointerRing")));
    EXPECT_TRUE(ring->place() && ring->isVisible());
}

TEST_F(CompareSides, ASelectionActsOnBothPanes) {
    compareTaken();
    const GraphScene& there = *window.document().state().before;
    const auto box = *there.boxOf(node("a2"));
    before().centerOn(before().painter().boxRect(box).center());
    QTest::mouseClick(
        &before(), Qt::LeftButton, {},
        placeIn(before(), before().painter().boxRect(box).center(), before().toDevice()));
    EXPECT_EQ(window.document().currentNode(), node("a2"));
    EXPECT_EQ(before().marks().current, static_cast<std::int64_t>(box));
    EXPECT_GE(graph().marks().current, 0);
    window.document().setCurrentNode(node("b3"));
    EXPECT_EQ(before().marks().current, static_cast<std::int64_t>(*there.boxOf(node("b3"))));
}

TEST_F(CompareSides, AScenarioThatFitsInPartIsSaidPlainly) {
    compareTaken(kTakenInPart);
    const auto* said = panel().findChild<QLabel*>(QStringLiteral("notApplied"));
    EXPECT_FALSE(said->isHidden());
    EXPECT_TRUE(said->text().contains(QStringLiteral("Softplus"))) << said->text().toStdString();
    EXPECT_TRUE(said->text().contains(QStringLiteral("Mish")) ||
                said->text().contains(QStringLiteral("taken only")));
    EXPECT_EQ(comparison().comparison()->differences.after->partitions, 1U);
}

TEST_F(CompareSides, AnotherPlacementOfTheDocumentIsComparedAgain) {
    compareTaken();
    EXPECT_FALSE(comparison().comparison()->beside->step.moved.empty());
    // Without b1 no run is long enough, whatever is taken anyway.
    compared([&] { window.document().setExcluded(node("b1"), "npu", true); });
    EXPECT_EQ(comparison().comparison()->a.placement, window.document().state().partitioning);
    EXPECT_TRUE(comparison().comparison()->beside->step.moved.empty());
    EXPECT_TRUE(graph().marks().moved.empty());
}

TEST_F(CompareSides, ADeviceIsAnotherSideOfTheSameModel) {
    compared([&] { comparison().compareWithOption("npu", "device", "ascend310"); });
    EXPECT_EQ(comparison().comparison()->b.name.text(), "ascend310");
    const auto fewest = comparison().comparison()->differences.matchedBy;
    EXPECT_EQ(fewest[static_cast<std::size_t>(MatchedBy::identity)], 10U);
    EXPECT_EQ(window.document().state().before->providerNames.front().device, "ascend310");
}

TEST_F(CompareSides, AChosenRunLengthHoldsOnTheOtherDevice) {
    const auto lengthOf = [](const PlacedSide& side) { return side.placement->leastRun.front(); };
    window.document().setProviders(*makeProviders({{}, {}, {{"min_run_length", "2"}}}));
    ASSERT_TRUE(idle());
    compared([&] { comparison().compareWithOption("npu", "device", "npu"); });
    EXPECT_EQ(lengthOf(comparison().comparison()->a), 2U);
    EXPECT_EQ(lengthOf(comparison().comparison()->b), 2U);
    EXPECT_FALSE(panel().findChild<QLabel*>(QStringLiteral("notApplied"))->isVisible());
}

TEST_F(CompareSides, ARuleThatIsOffButNoneOfTheOtherDeviceIsNamed) {
    auto& document = window.document();
    open(modelFile("open.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 4] x) => (float[n, 4] y) { [r] a = Relu(x) [s] y = Neg(a) })"));
    document.setProviders(*makeProviders({{}, "npu", {}}));
    ASSERT_TRUE(idle());
    const auto place = document.partitioning().verdicts(node("r")).front().place;
    ASSERT_TRUE(place);
    const std::string rule = *place;
    QSignalSpy shown(&document, &DocumentController::partitioningChanged);
    document.scenarios().add({{RuleOffChange{rule, "npu"}}});
    ASSERT_TRUE(waitFor([&] { return shown.count() > 0; }) && idle());
    compared([&] { comparison().compareWithOption("npu", "device", "ascend310"); });
    const auto* said = panel().findChild<QLabel*>(QStringLiteral("notApplied"));
    EXPECT_TRUE(said->text().contains(QStringLiteral("Not carried over to ascend310: the rule ") +
                                      QString::fromStdString(rule)))
        << said->text().toStdString();
}

TEST_F(CompareSides, WhatARecordDoesNotTellIsSaid) {
    const QString ran = write("ran.json", R"([{"ep_name": "CPUExecutionProvider",
        "nodes": [{"name": "a1", "op_type": "Relu"}]}])");
    compared([&] { comparison().compareWithRecord(ran.toStdString()); });
    const auto* said = panel().findChild<QLabel*>(QStringLiteral("notApplied"));
    EXPECT_FALSE(said->isHidden());
    EXPECT_TRUE(said->text().contains(
        QStringLiteral("Record of ran.json: it does not tell of 9 nodes, which are placed")))
        << said->text().toStdString();
}

TEST_F(CompareSides, ChoicesForNodesAreSaidNotToHoldInAnotherModel) {
    const QString other = write("other.onnx", "");
    ASSERT_TRUE(writeModel(test::modelFromText(kCut), other.toStdString()));
    QSignalSpy shown(&window.document(), &DocumentController::partitioningChanged);
    window.document().scenarios().add(
        {{NodesChange{NodesChange::What::exclude, {"", "Relu", ""}, "npu"}},
         {GroupingChange{Grouping::dependency}}});
    ASSERT_TRUE(waitFor([&] { return shown.count() > 0; }) && idle());
    compared([&] { comparison().compareWith(other.toStdString()); });
    const auto* said = panel().findChild<QLabel*>(QStringLiteral("notApplied"));
    EXPECT_TRUE(said->text().contains(QStringLiteral("the choices for 9 nodes")))
        << said->text().toStdString();
}

TEST_F(CompareSides, TheModelBeforeTheSimplifierIsASideOfItsOwn) {
    open(test::kSample);
    auto& document = window.document();
    EXPECT_FALSE(comparison().hasStart());
    document.simplifier().start({});
    ASSERT_TRUE(waitFor(
        [&] { return document.simplifier().position() > 0 && !document.jobs().isRunning(); }));
    ASSERT_TRUE(comparison().hasStart());
    compared([&] { comparison().compareWithStart(); });
    EXPECT_FALSE(comparison().comparison()->documentIsA);
    EXPECT_FALSE(comparison().comparison()->differences.equal());
    // The next step of the simplifier is another state: the comparison ends.
    document.simplifier().step(-1);
    EXPECT_TRUE(waitFor([&] { return !comparison().comparison(); }));
}

TEST_F(CompareSides, TwoDroppedFilesCanBeCompared) {
    const QString other = folder.filePath(QStringLiteral("other.onnx"));
    ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x) => (float[1, 8] y) { [a1] a = Relu(x) [new] y = Exp(a) })"),
                           other.toStdString()));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(folder.filePath(QStringLiteral("cut.onnx"))),
                  QUrl::fromLocalFile(other)});
    compared([&] {
        const Answers answers({Answers::message(QStringLiteral("cut.onnx"), QMessageBox::Yes)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &drop);
        EXPECT_TRUE(waitFor([&] { return comparison().comparison() != nullptr; }));
    });
    EXPECT_EQ(window.document().state().path.filename(), "other.onnx");
    EXPECT_EQ(comparison().comparison()->a.name.text(), "cut.onnx");
    EXPECT_TRUE(window.dock("differences")->isVisible());
}

TEST_F(CompareSides, TheHeadlineComparesWhatCopiesTake) {
    compareTaken();
    EXPECT_TRUE(headline().contains(QStringLiteral("est. 2 copies, "))) << headline().toStdString();
    EXPECT_FALSE(headline().contains(QStringLiteral("→ 2 copies"))) << "as many as before";
}

TEST_F(CompareSides, AGroupOfNodesThatFoldOnOneSideIsSaidToFold) {
    open(modelFile("shapes.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 8] x, float[n, 4] w) => (float[a, b] y, float[c, d] z) {
          s = Shape(x) y = Reshape(x, s) t = Shape(w) z = Reshape(w, t) })"));
    compareTaken(R"({ "partita_scenario": 1, "changes": [{ "size": "n", "is": 4 }] })");
    QStringList after;
    const auto* rows = panel().view()->model();
    for (int row = 0; row < rows->rowCount(); ++row)
        if (rows->index(row, 2).data().toString() == QLatin1String("Shape"))
            after += rows->index(row, 4).data().toString();
    for (int row = 0; row < rows->rowCount(); ++row) {
        if (rows->index(row, 2).data().toString() != QLatin1String("Shape"))
            continue;
        EXPECT_FALSE(rows->index(row, 3).data(Qt::DecorationRole).isNull()) << "its provider";
        EXPECT_TRUE(rows->index(row, 4).data(Qt::DecorationRole).isNull());
    }
    EXPECT_EQ(after, QStringList{QStringLiteral("folded")});
}

TEST_F(CompareSides, TheHeadlineSaysOfWhichSideASizeIsNotKnown) {
    std::string text = kCut;
    for (std::size_t at = text.find("[1, 8]"); at != std::string::npos; at = text.find("[1, 8]"))
        text.replace(at, 6, "[n, 8]");
    const QString path = folder.filePath(QStringLiteral("open.onnx"));
    ASSERT_TRUE(writeModel(test::modelFromText(text), path.toStdString()));
    open(path);
    compareTaken(R"({ "partita_scenario": 1, "changes": [{ "size": "n", "is": 4 }] })");
    EXPECT_TRUE(
        headline().contains(QRegularExpression(QStringLiteral("\\d+ B or more → \\d+ B per run"))))
        << headline().toStdString();
}

TEST_F(CompareSides, TheInspectorShowsANodeBeforeAndAfter) {
    compareTaken();
    const auto cells = [&] {
        QStringList texts;
        if (const auto* table =
                window.panel("inspector")->findChild<QWidget*>(QStringLiteral("sides"))) {
            for (const auto* label : table->findChildren<QLabel*>())
                texts += label->text();
            for (const auto* cell : table->findChildren<QTextEdit*>())
                texts += cell->toPlainText();
        }
        return texts;
    };
    window.document().setCurrentNode(node("cut"));
    EXPECT_TRUE(cells().contains(QStringLiteral("<b>Before</b>")));
    EXPECT_TRUE(cells().contains(QStringLiteral("CPU · C1")))
        << cells().join(QLatin1Char('|')).toStdString();
    EXPECT_TRUE(cells().contains(QStringLiteral("NPU · N1")));
    EXPECT_TRUE(cells().contains(QStringLiteral("Δ runs on")));
    // The sides are exchanged with the panes.
    const int was = cells().indexOf(QStringLiteral("CPU · C1"));
    EXPECT_LT(was, cells().indexOf(QStringLiteral("NPU · N1")));
    compared([&] { QTest::keyClick(&window, Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier); });
    window.document().setCurrentNode({});
    window.document().setCurrentNode(node("cut"));
    EXPECT_LT(cells().indexOf(QStringLiteral("NPU · N1")),
              cells().indexOf(QStringLiteral("CPU · C1")));
    comparison().clear();
    ASSERT_TRUE(waitFor([&] { return !window.document().state().beside; }));
    window.document().setCurrentNode({});
    window.document().setCurrentNode(node("cut"));
    EXPECT_TRUE(cells().isEmpty()) << "nothing is compared";
}

} // namespace
} // namespace partita
