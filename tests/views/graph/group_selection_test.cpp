// A closed group on the canvas is selected, and edited, with all its nodes.

#include <QAction>

#include "tests/support/gestures.h"
#include "tests/support/window.h"

namespace partita {
namespace {

class GroupSelection : public test::Window {
protected:
    void SetUp() override {
        open(test::kSample);
        document().setCollapsed(true);
        ASSERT_TRUE(waitFor([&] { return document().scene().collapsed; }));
        graph().setFocus();
    }
    GraphView& graph() { return window.graph(); }
    DocumentController& document() { return window.document(); }
    const GraphScene& scene() { return document().scene(); }
    std::vector<std::uint32_t> groups() {
        std::vector<std::uint32_t> boxes;
        for (std::uint32_t box = 0; box < scene().boxes.size(); ++box)
            if (scene().boxes[box].kind == SceneBox::Kind::group)
                boxes.push_back(box);
        return boxes;
    }
    std::size_t nodesOf(std::uint32_t box) {
        return scene().groups.at(static_cast<std::size_t>(scene().boxes[box].group)).key.nodes;
    }
    QPoint middleOf(std::uint32_t box) {
        graph().centerOn(graph().painter().boxRect(box).center());
        return graph().toDevice().map(graph().painter().boxRect(box).center()).toPoint();
    }
    void click(std::uint32_t box, Qt::KeyboardModifiers modifiers = {}) {
        const QPoint at = middleOf(box);
        QTest::mouseClick(&graph(), Qt::LeftButton, modifiers, at);
    }
};

TEST_F(GroupSelection, AClickSelectsAllNodesOfTheGroup) {
    const std::uint32_t group = groups().front();
    ASSERT_GT(nodesOf(group), 1U);
    click(group);
    EXPECT_EQ(document().selection().size(), nodesOf(group));
    EXPECT_EQ(document().currentNode(), scene().boxes[group].node);
    EXPECT_TRUE(scene().collapsed);
    EXPECT_TRUE(graph().marks().selected.contains(group));
    // So does a key that comes to it.
    document().setCurrentNode({}, false);
    for (std::size_t box = 0; box < scene().boxes.size(); ++box)
        if (graph().marks().current != group)
            QTest::keyClick(&graph(), Qt::Key_Tab);
    EXPECT_EQ(document().selection().size(), nodesOf(group));
}

TEST_F(GroupSelection, CtrlASelectsTheNodesOfClosedGroupsToo) {
    click(groups().front());
    QTest::keyClick(&graph(), Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(document().selection().size(), scene().nodeBoxes);
    for (const std::uint32_t group : groups())
        EXPECT_TRUE(graph().marks().selected.contains(group));
}

TEST_F(GroupSelection, CtrlAndAClickAddsAGroupAndTakesItAway) {
    const std::uint32_t group = groups().front();
    click(group, Qt::ControlModifier);
    EXPECT_EQ(document().selection().size(), nodesOf(group));
    click(group, Qt::ControlModifier);
    EXPECT_TRUE(document().selection().empty());
}

TEST_F(GroupSelection, ABandTakesTheGroupsThatItTouches) {
    const std::uint32_t group = groups().front();
    const QPoint at = middleOf(group);
    test::drag(graph(), at - QPoint(8, 4), at + QPoint(8, 4), Qt::LeftButton, Qt::ShiftModifier);
    EXPECT_EQ(document().selection().size(), nodesOf(group));
    test::drag(graph(), at - QPoint(8, 4), at + QPoint(8, 4), Qt::LeftButton,
               Qt::ShiftModifier | Qt::AltModifier);
    EXPECT_TRUE(document().selection().empty());
}

TEST_F(GroupSelection, DeleteTakesTheWholeGroup) {
    window.action("editMode")->trigger();
    graph().setFocus();
    const std::uint32_t group = groups().front();
    const std::size_t nodes = nodesOf(group), before = document().storedModel().nodes().count();
    click(group);
    QTest::keyClick(&graph(), Qt::Key_Delete);
    EXPECT_LE(document().storedModel().nodes().count(), before - nodes);
    ASSERT_TRUE(waitFor([&] { return !document().jobs().isRunning(); }));
    window.action("undo")->trigger();
    EXPECT_EQ(document().storedModel().nodes().count(), before);
}

TEST_F(GroupSelection, TheMenuOfAGroupEditsItAndKeepsALargerSelection) {
    window.action("editMode")->trigger();
    graph().setFocus();
    const std::uint32_t group = groups().front();
    const QStringList entries = test::menuAt(graph(), middleOf(group));
    EXPECT_EQ(document().selection().size(), nodesOf(group));
    for (const char* entry : {"Duplicate", "Copy nodes", "Delete"})
        EXPECT_TRUE(entries.contains(QLatin1String(entry))) << entry;
    QTest::keyClick(&graph(), Qt::Key_A, Qt::ControlModifier);
    test::menuAt(graph(), middleOf(group));
    EXPECT_EQ(document().selection().size(), scene().nodeBoxes);
}

} // namespace
} // namespace partita
