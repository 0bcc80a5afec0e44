// Edits of the open document: steps of one history with changes of the scenario and rewrites.

#include <QAction>
#include <QTableView>

#include "app/window/edit_commands.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/scenario_window.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

using test::kThreeAndSix;

class Edits : public test::ScenarioWindow {
protected:
    EditController& edits() { return document().edits(); }
    DocumentHistory& history() { return document().history(); }
    void rename(const char* from, const char* to) {
        placed([&] { ASSERT_TRUE(edits().apply(RenameNode{node(from), to})); });
    }
    QString tableText(int row, int column) {
        auto* list = in<QTableView>("history", "historyList");
        return list->model()->index(row, column).data().toString();
    }
    void simplify() {
        document().simplifier().start();
        ASSERT_TRUE(waitFor([&] { return document().simplifier().history() != nullptr; }));
        ASSERT_TRUE(idle());
    }
};

TEST_F(Edits, AnEditIsAStepThatIsUndoneAndDoneAgain) {
    open(modelFile("m.onnx", kThreeAndSix));
    const NodeId cut = node("cut");
    rename("cut", "knife");
    EXPECT_EQ(document().model().node(cut)->name, "knife");
    EXPECT_EQ(document().storedModel().node(cut)->name, "knife");
    EXPECT_TRUE(window.action("undo")->text().contains(QStringLiteral("knife")));
    EXPECT_TRUE(window.isWindowModified());
    placed([&] { window.action("undo")->trigger(); });
    EXPECT_EQ(document().model().node(cut)->name, "cut");
    EXPECT_FALSE(window.isWindowModified());
    placed([&] { window.action("redo")->trigger(); });
    EXPECT_EQ(document().model().node(cut)->name, "knife");
    EXPECT_TRUE(window.isWindowModified());
}

TEST_F(Edits, EditsAndChangesOfTheScenarioAreUndoneInTheirOrder) {
    open(modelFile("m.onnx", kThreeAndSix));
    const NodeId cut = node("cut");
    rename("cut", "knife");
    placed([&] { document().setExcluded(node("b6"), "npu", true); });
    rename("b1", "first");
    EXPECT_EQ(history().size(), 3);
    EXPECT_EQ(history().unsavedSteps(), 2);
    placed([&] { history().undo(); });
    EXPECT_TRUE(node("b1"));
    EXPECT_EQ(document().partitionOptions().excluded.size(), 1U);
    placed([&] { history().undo(); });
    EXPECT_TRUE(document().partitionOptions().excluded.empty());
    EXPECT_EQ(document().model().node(cut)->name, "knife");
    placed([&] { history().goTo(0); });
    EXPECT_EQ(document().model().node(cut)->name, "cut");
    placed([&] { history().goTo(3); });
    EXPECT_TRUE(node("first"));
    EXPECT_EQ(document().partitionOptions().excluded.size(), 1U);
}

TEST_F(Edits, WhatIsRefusedChangesNothingAndSaysWhy) {
    open(modelFile("m.onnx", kThreeAndSix));
    const auto refused = edits().apply(RenameNode{NodeId{9999}, "x"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(history().size(), 0);
    applyOrTell(window, RenameNode{NodeId{9999}, "x"});
    EXPECT_FALSE(said().isEmpty());
    EXPECT_FALSE(window.isWindowModified());
}

TEST_F(Edits, TheSelectionComesBackWithUndo) {
    open(modelFile("m.onnx", kThreeAndSix));
    const NodeId a1 = node("a1"), b6 = node("b6");
    document().setCurrentNode(a1);
    placed([&] { ASSERT_TRUE(edits().apply(DeleteNodes{{a1}})); });
    EXPECT_FALSE(document().model().node(a1));
    EXPECT_TRUE(document().selection().empty());
    document().setCurrentNode(b6);
    placed([&] { history().undo(); });
    EXPECT_EQ(document().selection(), std::vector{a1});
    EXPECT_EQ(document().currentNode(), a1);
}

TEST_F(Edits, WhatIsSelectedBeforeThePictureOfAnEditArrivesStaysSelected) {
    open(modelFile("m.onnx", kThreeAndSix));
    const NodeId a1 = node("a1"), b6 = node("b6");
    document().setCurrentNode(a1);
    placed([&] {
        ASSERT_TRUE(edits().apply(RenameNode{a1, "renamed"}));
        document().setCurrentNode(b6);
    });
    EXPECT_EQ(document().currentNode(), b6);
    EXPECT_EQ(document().selection(), std::vector{b6});
    // What the edit takes away cannot stay.
    placed([&] {
        ASSERT_TRUE(edits().apply(DeleteNodes{{b6}}));
        document().setCurrentNode(b6);
    });
    EXPECT_FALSE(document().currentNode());
    EXPECT_TRUE(document().selection().empty());
}

TEST_F(Edits, RewritesInViewAreAppliedBeforeAnEdit) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Identity(x) [two] y = Relu(a) })"));
    const NodeId two = node("two");
    simplify();
    ASSERT_FALSE(node("one"));
    placed([&] { ASSERT_TRUE(edits().apply(RenameNode{two, "relu"})); });
    EXPECT_EQ(history().size(), 2);
    EXPECT_EQ(history().step(0).kind, StepKind::rewrites);
    EXPECT_FALSE(node("one"));
    EXPECT_TRUE(node("relu"));
    EXPECT_FALSE(document().simplifier().history());
    placed([&] { history().undo(); });
    EXPECT_TRUE(node("two"));
    EXPECT_FALSE(node("one"));
    placed([&] { history().undo(); });
    EXPECT_TRUE(node("one"));
    EXPECT_FALSE(edits().isModified());
}

TEST_F(Edits, UndoTakesRewritesOutOfViewBeforeTheEditBelowThem) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Identity(x) [two] y = Relu(a) })"));
    rename("two", "relu");
    simplify();
    ASSERT_FALSE(node("one"));
    const QAction *undo = window.action("undo"), *redo = window.action("redo");
    EXPECT_TRUE(undo->text().contains(QStringLiteral("Show"))) << undo->text().toStdString();
    EXPECT_TRUE(tableText(2, 2).startsWith(QStringLiteral("Show")))
        << tableText(2, 2).toStdString();
    EXPECT_EQ(tableText(2, 1), QStringLiteral("▶"));
    EXPECT_EQ(tableText(1, 1), QStringLiteral("1"));
    placed([&] { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); });
    EXPECT_TRUE(node("one"));
    EXPECT_TRUE(node("relu")) << "the edit stays";
    EXPECT_EQ(history().index(), 1);
    EXPECT_TRUE(undo->text().contains(QStringLiteral("relu"))) << undo->text().toStdString();
    EXPECT_TRUE(redo->text().contains(QStringLiteral("Show"))) << redo->text().toStdString();
    placed([&] { window.action("redo")->trigger(); });
    EXPECT_FALSE(node("one"));
    EXPECT_FALSE(redo->isEnabled());
    placed([&] { history().undo(); });
    placed([&] { history().undo(); });
    EXPECT_TRUE(node("two"));
    EXPECT_TRUE(node("one")) << "they are made again, and stay out of view";
    // A click on the last row of the history does the edit again, and shows them.
    auto* list = in<QTableView>("history", "historyList");
    placed([&] {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(2, 2)).center());
    });
    ASSERT_TRUE(waitFor([&] { return !node("one"); }) && idle());
    EXPECT_TRUE(node("relu"));
    // A new edit takes the place of what was undone.
    placed([&] { history().undo(); });
    placed([&] { ASSERT_TRUE(edits().apply(RenameNode{node("relu"), "other"})); });
    ASSERT_TRUE(idle());
    EXPECT_FALSE(redo->isEnabled());
    EXPECT_FALSE(tableText(3, 2).startsWith(QStringLiteral("Show")));
}

TEST_F(Edits, WhatWasDoneWithRewritesInViewIsUndoneBeforeThem) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Identity(x) [two] y = Relu(a) })"));
    simplify();
    placed([&] { document().setExcluded(node("two"), "npu", true); });
    EXPECT_EQ(tableText(2, 1), QStringLiteral("▶ 1")) << "after the row of the rewrites";
    placed([&] { history().undo(); });
    EXPECT_TRUE(document().partitionOptions().excluded.empty());
    EXPECT_FALSE(node("one"));
    placed([&] { history().undo(); });
    EXPECT_TRUE(node("one"));
    EXPECT_FALSE(window.action("undo")->isEnabled());
    placed([&] { history().redo(); });
    EXPECT_FALSE(node("one"));
    placed([&] { history().redo(); });
    EXPECT_EQ(document().partitionOptions().excluded.size(), 1U);
    // What steps to the model as it was takes them out of view as well.
    document().simplifier().goTo(0);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(window.action("redo")->text().contains(QStringLiteral("Show")));
    placed([&] { window.action("discardRewrites")->trigger(); });
    EXPECT_FALSE(window.action("redo")->isEnabled());
    EXPECT_EQ(history().size(), 1);
}

TEST_F(Edits, RewritesAreAppliedAndDiscardedByCommands) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Identity(x) [two] y = Relu(a) })"));
    simplify();
    placed([&] { window.action("discardRewrites")->trigger(); });
    EXPECT_TRUE(node("one"));
    EXPECT_FALSE(document().simplifier().history());
    EXPECT_EQ(history().size(), 0);
    simplify();
    placed([&] { window.action("applyRewrites")->trigger(); });
    EXPECT_FALSE(node("one"));
    EXPECT_EQ(history().size(), 1);
    EXPECT_TRUE(window.isWindowModified());
}

TEST_F(Edits, AnEditUnderRewritesThatAreNotInViewMakesThemAgain) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Identity(x) [two] y = Relu(a) })"));
    simplify();
    placed([&] { document().simplifier().goTo(0); });
    placed([&] { ASSERT_TRUE(edits().apply(RenameNode{node("two"), "relu"})); });
    ASSERT_TRUE(waitFor([&] { return document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    EXPECT_EQ(history().size(), 1);
    placed([&] { document().simplifier().goTo(document().simplifier().history()->size()); });
    EXPECT_FALSE(node("one"));
    EXPECT_TRUE(node("relu"));
}

TEST_F(Edits, ManyEditsAtOnceGiveOnePicture) {
    open(modelFile("m.onnx", kThreeAndSix));
    const NodeId cut = node("cut");
    for (int i = 0; i < 50; ++i)
        ASSERT_TRUE(edits().apply(RenameNode{cut, "n" + std::to_string(i)}));
    EXPECT_EQ(document().storedModel().node(cut)->name, "n49");
    ASSERT_TRUE(idle());
    EXPECT_EQ(document().model().node(cut)->name, "n49");
    placed([&] { history().goTo(10); });
    EXPECT_EQ(document().model().node(cut)->name, "n9");
}

TEST_F(Edits, TheHistoryWritesLargeNumbersAsOtherPanelsDo) {
    ASSERT_TRUE(writeModel(test::largeModel(2000), files / "large.onnx"));
    open(pathOf("large.onnx"));
    const QString count = countText(document().storedModel().nodes().count());
    ASSERT_TRUE(count.contains(QLatin1Char(',')));
    EXPECT_TRUE(tableText(0, 2).startsWith(QStringLiteral("Opened, ") + count))
        << tableText(0, 2).toStdString();
}

TEST_F(Edits, TheHistoryListsEveryStepAndAClickGoesThere) {
    open(modelFile("m.onnx", kThreeAndSix));
    rename("cut", "knife");
    placed([&] { document().setExcluded(node("b6"), "npu", true); });
    EXPECT_TRUE(tableText(0, 2).startsWith(QStringLiteral("Opened, 10 node")));
    EXPECT_EQ(tableText(0, 3), QStringLiteral("m.onnx"));
    EXPECT_TRUE(tableText(1, 2).contains(QStringLiteral("knife")));
    EXPECT_EQ(tableText(1, 4), QStringLiteral("Δ1"));
    EXPECT_EQ(tableText(2, 4), QString());
    EXPECT_TRUE(tableText(2, 1).startsWith(QStringLiteral("▶")));
    auto* list = in<QTableView>("history", "historyList");
    placed([&] {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(0, 2)).center());
    });
    EXPECT_TRUE(node("cut"));
    EXPECT_EQ(history().index(), 0);
    EXPECT_TRUE(list->model()->index(2, 2).data(Qt::ForegroundRole).isValid()) << "undone: grey";
    EXPECT_FALSE(list->model()->index(0, 2).data(Qt::ForegroundRole).isValid());
}

TEST_F(Edits, RevertingIsAStepAndSavesNothing) {
    open(modelFile("m.onnx", kThreeAndSix));
    rename("cut", "knife");
    placed([&] { window.action("revert")->trigger(); });
    EXPECT_TRUE(node("cut"));
    EXPECT_FALSE(window.isWindowModified());
    placed([&] { history().undo(); });
    EXPECT_TRUE(node("knife"));
    EXPECT_TRUE(window.isWindowModified());
}

} // namespace
} // namespace partita
