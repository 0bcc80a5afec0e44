#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QListWidget>
#include <QTreeWidget>

#include "tests/support/window.h"
#include "views/dialogs/pass_chooser.h"
#include "views/tables/rewrite_tree.h"

namespace partita {
namespace {

using test::kSample;

class SimplifierWindow : public test::Window {
protected:
    SimplifyController& simplifier() { return window.document().simplifier(); }
    bool idle() {
        return waitFor([&] { return !window.document().jobs().isRunning(); });
    }
    void simplify() {
        open(kSample);
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    }
};

TEST_F(SimplifierWindow, SimplifiesStepByStepAndLeavesOutWhatIsNotWanted) {
    open(kSample);
    const std::size_t before = countNodes(window.document().model());
    SimplifyController& simplifier = window.document().simplifier();
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] {
        return simplifier.history() && countNodes(window.document().model()) ==
                                           countNodes(simplifier.history()->result().model);
    }));
    const std::size_t all = simplifier.history()->size();
    ASSERT_GT(all, 2U);
    EXPECT_EQ(simplifier.position(), all);
    EXPECT_LT(countNodes(window.document().model()), before);
    EXPECT_TRUE(window.dock("simplify")->isVisible());
    // Back at the start, the document shows the model as opened.
    simplifier.goTo(0);
    ASSERT_TRUE(waitFor([&] { return countNodes(window.document().model()) == before; }));
    // The outputs are the same at the end, and no rewrite changes them.
    simplifier.goTo(all);
    simplifier.check();
    ASSERT_TRUE(waitFor([&] { return simplifier.difference() != nullptr; }));
    EXPECT_LT(simplifier.difference()->maxRelative, 1e-4);
    QSignalSpy alike(&simplifier, &SimplifyController::allAlike);
    simplifier.findDifference();
    ASSERT_TRUE(waitFor([&] { return alike.count() == 1; }));
    // A pass that was left out stays out; all others run again.
    const std::string pass(simplifier.history()->rewrite(all - 1).pass);
    simplifier.leaveOutPass(pass);
    ASSERT_TRUE(waitFor([&] { return simplifier.history()->size() != all; }));
    for (std::size_t step = 0; step < simplifier.history()->size(); ++step)
        EXPECT_NE(simplifier.history()->rewrite(step).pass, pass);
    ASSERT_TRUE(waitFor([&] { return !window.document().jobs().isRunning(); }));
    // Leaving out a pass from one rewrite on keeps its earlier rewrites.
    simplifier.keepAll();
    ASSERT_TRUE(waitFor([&] { return simplifier.history()->size() == all; }));
    std::size_t from = 0;
    while (from + 1 < all &&
           &simplifier.history()->trace(from) != &simplifier.history()->trace(from + 1))
        ++from;
    const std::string second(simplifier.history()->rewrite(from + 1).pass);
    simplifier.leaveOutFrom(from + 1);
    ASSERT_TRUE(waitFor([&] { return simplifier.history()->size() != all; }));
    std::size_t kept = 0;
    for (std::size_t step = 0; step < simplifier.history()->size(); ++step)
        kept += simplifier.history()->rewrite(step).pass == second;
    EXPECT_EQ(kept, 1U);
    ASSERT_TRUE(waitFor([&] { return !window.document().jobs().isRunning(); }));
}

TEST_F(SimplifierWindow, ShowsEachStepBesideTheModelBeforeItAndKeepsThePlacesOfWhatIsGone) {
    simplify();
    const RewriteHistory& history = *simplifier().history();
    std::size_t step = 0; // a rewrite that removes a drawn node
    for (std::size_t i = 0; i < history.size(); ++i)
        if (nodeDifference(history.rewrite(i)) < 0)
            step = i;
    simplifier().goTo(step + 1);
    ASSERT_TRUE(idle());
    const DocumentState& state = window.document().state();
    ASSERT_TRUE(state.before);
    EXPECT_TRUE(window.pair().before().isVisible());
    ASSERT_FALSE(state.scene->ghosts.empty());
    for (const SceneGhost& ghost : state.scene->ghosts) {
        const auto box = state.before->boxOf(ghost.node);
        ASSERT_TRUE(box);
        const PointF& was = state.before->layout.centers[*box];
        EXPECT_EQ(ghost.center.x, was.x);
        EXPECT_NEAR(ghost.center.y, was.y, SceneMetrics::nodeHeight / 2); // labels may change
        EXPECT_FALSE(state.scene->boxOf(ghost.node));
    }
    EXPECT_FALSE(window.pair().before().marks().removed.empty());
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    EXPECT_FALSE(window.pair().before().isVisible());
}

TEST_F(SimplifierWindow, AStepTakesASingleSelectedNodeWithItAndLeavesSeveral) {
    simplify();
    DocumentController& document = window.document();
    ASSERT_GT(simplifier().history()->size(), 1U);
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    clickNode("stem/conv");
    EXPECT_EQ(document.selection(), std::vector{node("stem/conv")});
    NodeId focus; // of a step that leaves something to look at
    for (std::size_t step = 1; !focus && step <= simplifier().history()->size(); ++step) {
        simplifier().goTo(step);
        ASSERT_TRUE(idle());
        focus = document.currentNode();
    }
    ASSERT_TRUE(focus);
    EXPECT_EQ(document.selection(), std::vector{focus});
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(document.selection().empty());
    std::vector<NodeId> kept; // two nodes that are still there at the end
    document.model().nodes().forEach([&](NodeId id, const auto&) {
        if (kept.size() < 2 && simplifier().history()->result().model.node(id))
            kept.push_back(id);
    });
    ASSERT_EQ(kept.size(), 2U);
    document.setSelection(kept);
    simplifier().goTo(simplifier().history()->size());
    ASSERT_TRUE(idle());
    EXPECT_EQ(document.selection(), kept);
}

TEST_F(SimplifierWindow, StepsByPassAndByRound) {
    simplify();
    const RewriteHistory& history = *simplifier().history();
    auto* stride = window.findChild<QComboBox*>(QStringLiteral("stride"));
    stride->setCurrentIndex(1);
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    EXPECT_FALSE(window.document().state().before);
    simplifier().step(1);
    EXPECT_EQ(simplifier().position(), history.result().traces[0].rewrites.empty()
                                           ? simplifier().position()
                                           : history.result().traces[0].rewrites.size());
    std::size_t steps = 1;
    for (; simplifier().position() < history.size(); ++steps) {
        const std::size_t from = simplifier().position();
        simplifier().step(1);
        EXPECT_EQ(simplifier().comparedWith(), from);
        EXPECT_EQ(&history.trace(from), &history.trace(simplifier().position() - 1));
    }
    EXPECT_GT(steps, 1U);
    stride->setCurrentIndex(2);
    simplifier().step(-1);
    if (const std::size_t at = simplifier().position(); at > 0) {
        EXPECT_NE(history.trace(at - 1).round, history.trace(at).round);
    }
    ASSERT_TRUE(idle());
}

TEST_F(SimplifierWindow, UndoesOneRewriteAndLeavesTheOthersAsTheyAre) {
    simplify();
    const std::size_t all = simplifier().history()->size();
    std::size_t step = 0; // a rewrite that not all later ones build on
    while (simplifier().history()->dependents(step).size() + 2 > all)
        ++step;
    const std::size_t more = simplifier().history()->dependents(step).size();
    const std::string pass(simplifier().history()->rewrite(step).pass);
    simplifier().undo(step);
    EXPECT_EQ(simplifier().history()->size(), all - 1 - more);
    EXPECT_EQ(simplifier().recipe().skips.size(), 1 + more);
    EXPECT_EQ(simplifier().recipe().skips[0].pass, pass);
    ASSERT_TRUE(idle());
    simplifier().goTo(simplifier().history()->size());
    simplifier().setCheckEachStep(true);
    ASSERT_TRUE(waitFor([&] { return simplifier().difference(); }));
    EXPECT_LT(simplifier().difference()->maxRelative, 1e-4);
    // Every further step is compared automatically.
    simplifier().step(-1);
    ASSERT_TRUE(waitFor([&] { return simplifier().differences().size() == 2; }));
    EXPECT_GT(simplifier().startTime().count(), 0);
    ASSERT_TRUE(idle());
}

TEST_F(SimplifierWindow, ListsWhatChangedAndOnDemandWhatDidNot) {
    simplify();
    auto* tree = window.panel("simplify")->findChild<RewriteTree*>();
    ASSERT_GT(tree->idleCount(), 0);
    const int shown = tree->topLevelItem(0)->childCount();
    window.panel("simplify")->findChild<QCheckBox*>(QStringLiteral("idlePasses"))->click();
    EXPECT_GT(tree->topLevelItem(0)->childCount(), shown);
    auto* numbers = window.panel("numbers")->findChild<QTreeWidget*>(QStringLiteral("numbers"));
    ASSERT_TRUE(waitFor([&] { return numbers->topLevelItemCount() >= 3; }));
    EXPECT_EQ(numbers->topLevelItem(1)->child(0)->text(2),
              QString::number(window.document().model().nodes().count()));
}

TEST_F(SimplifierWindow, ThePassesAreForTheNodesThatWereSelectedAsTheDialogOpened) {
    open(kSample);
    window.document().setSelection({node("stem/conv"), node("stem/relu")});
    PassChooser chooser({}, window.document(), nullptr);
    chooser.findChild<QCheckBox*>(QStringLiteral("onlySelected"))->click();
    window.document().setSelection({});
    EXPECT_EQ(chooser.recipe().onlyNodes, (std::vector<std::string>{"stem/conv", "stem/relu"}));
}

TEST_F(SimplifierWindow, RunsChosenPassesInTheChosenOrderOnTheSelection) {
    open(kSample);
    // Ctrl+click selects a second node.
    window.document().setCurrentNode(node("stem/conv"));
    window.graph().centerOn(QPointF(window.graph().painter().boxRect(0).center()));
    const NodeId other = window.document().scene().boxes[2].node;
    QTest::mouseClick(&window.graph(), Qt::LeftButton, Qt::ControlModifier,
                      window.graph().boxCenter(other));
    EXPECT_EQ(window.document().selection().size(), 2U);
    Recipe recipe;
    recipe.passes = {"eliminate_unused_initializer", "eliminate_identity"};
    PassChooser chooser(recipe, window.document(), &window);
    EXPECT_EQ(chooser.recipe(), recipe);
    auto* list = chooser.findChild<QListWidget*>(QStringLiteral("passList"));
    list->insertItem(0, list->takeItem(1));
    chooser.findChild<QCheckBox*>(QStringLiteral("onlySelected"))->click();
    const Recipe chosen = chooser.recipe();
    EXPECT_EQ(chosen.passes,
              (std::vector<std::string>{"eliminate_identity", "eliminate_unused_initializer"}));
    EXPECT_EQ(chosen.onlyNodes.size(), 2U);
    simplifier().start(chosen);
    ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    EXPECT_EQ(simplifier().history()->result().traces.size(), 2U);
    // Dragging with Shift selects the nodes in the rectangle.
    QTest::mousePress(&window.graph(), Qt::LeftButton, Qt::ShiftModifier, {10, 10});
    QTest::mouseMove(&window.graph(), {60, 60});
    QMouseEvent drag(QEvent::MouseMove,
                     QPointF(window.graph().width() - 5, window.graph().height() - 5), Qt::NoButton,
                     Qt::LeftButton, Qt::ShiftModifier);
    QApplication::sendEvent(&window.graph(), &drag);
    QTest::mouseRelease(&window.graph(), Qt::LeftButton, Qt::ShiftModifier,
                        {window.graph().width() - 5, window.graph().height() - 5});
    EXPECT_GT(window.document().selection().size(), 2U);
}

} // namespace
} // namespace partita
