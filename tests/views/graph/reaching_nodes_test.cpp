// Ways to a node that is not drawn by itself: in a closed group, folded, in another graph; and what
// the colours of a group and of a run tell.

#include <QLineEdit>
#include <QListWidget>
#include <QTableView>
#include <QToolButton>

#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {
namespace {

using test::kSample;

class ReachingNodes : public test::OperatedWindow {
protected:
    template <class F> void shown(F&& act) {
        QSignalSpy changed(&window.document(), &DocumentController::sceneChanged);
        act();
        ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }) && idle());
    }
    /// Opens a model of 2000 nodes, drawn as groups.
    void openGroups() {
        ASSERT_TRUE(writeModel(test::largeModel(2000), files / "large.onnx"));
        open(pathOf("large.onnx"));
        if (!window.document().isCollapsed())
            shown([&] { QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier); });
    }
    bool isInGroup(NodeId id) {
        const GraphScene& scene = window.document().scene();
        return scene.boxes[*scene.boxOf(id)].kind == SceneBox::Kind::group;
    }
    QToolButton* legendRow(int provider) {
        for (auto* button : window.findChild<Legend*>()->findChildren<QToolButton*>())
            if (button->isVisible() && button->property("provider").isValid() &&
                button->property("provider").toInt() == provider)
                return button;
        return nullptr;
    }
};

TEST_F(ReachingNodes, ARowOpensTheGroupsAroundItsNodeAndADoubleClickDoesSoAgain) {
    openGroups();
    auto* table = in<QTableView>("nodes");
    const int row = table->model()->rowCount() / 2;
    const QModelIndex index = table->model()->index(row, 1);
    table->scrollTo(index);
    const auto at = [&] { return table->visualRect(index).center(); };
    shown([&] { QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at()); });
    const NodeId chosen = window.document().currentNode();
    ASSERT_TRUE(chosen);
    EXPECT_FALSE(isInGroup(chosen));
    for (const bool byKey : {false, true}) {
        while (window.document().isInOpenGroup(chosen))
            shown([&] { window.document().collapseAround(chosen); });
        ASSERT_TRUE(isInGroup(chosen));
        shown([&] {
            if (byKey)
                QTest::keyClick(table, Qt::Key_Return);
            else
                QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at());
        });
        EXPECT_FALSE(isInGroup(chosen)) << byKey;
        EXPECT_EQ(window.document().currentNode(), chosen);
    }
}

TEST(LegendFilter, AGroupWithANodeOfTheWantedProviderKeepsItsColours) {
    GraphScene scene;
    SceneGroup group;
    group.placed = 8;
    group.byProvider = {6, 1, 0};
    scene.groups.push_back(group);
    SceneBox box;
    box.kind = SceneBox::Kind::group;
    box.provider = 0;
    box.group = 0;
    SceneMarks marks;
    EXPECT_FALSE(marks.dims(scene, box));
    for (const auto& [wanted, dimmed] :
         {std::pair{0, false}, {1, false}, {2, true}, {-1, false}}) { // one node runs nowhere
        marks.providers = {wanted};
        EXPECT_EQ(marks.dims(scene, box), dimmed) << wanted;
    }
}

TEST_F(ReachingNodes, TheFindBarKnowsItsHitInAnotherGraph) {
    open(modelFile("nested.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[2] x) => (float[2] y) {
          [outside] z = Neg(x)
          [choice] y = If(c) <
            then_branch = t () => (float[2] u) { [inner] u = Neg(z) },
            else_branch = e () => (float[2] v) { [other] v = Abs(z) }> })"));
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* text = window.findBar().findChild<QLineEdit*>(QStringLiteral("findText"));
    QTest::keyClicks(text, QStringLiteral("op:Neg"));
    QTest::keyClick(text, Qt::Key_Return);
    const NodeId first = window.document().currentNode();
    ASSERT_TRUE(idle());
    QTest::keyClick(text, Qt::Key_Return);
    ASSERT_TRUE(idle());
    EXPECT_NE(window.document().currentNode(), first);
    EXPECT_TRUE(test::labelsOf(window.findBar()).contains(QStringLiteral("2 of 2")))
        << test::labelsOf(window.findBar()).toStdString();
    QTest::keyClick(text, Qt::Key_Return); // around to the first again
    ASSERT_TRUE(idle());
    EXPECT_EQ(window.document().currentNode(), first);
    EXPECT_TRUE(test::labelsOf(window.findBar()).contains(QStringLiteral("1 of 2")));
}

TEST_F(ReachingNodes, ARightClickOnOneOfSeveralSelectedNodesKeepsThem) {
    open(kSample);
    clickNode("stem/conv");
    QTest::mouseClick(&window.graph(), Qt::LeftButton, Qt::ControlModifier,
                      window.graph().boxCenter(node("stem/relu")));
    ASSERT_EQ(window.document().selection().size(), 2U);
    test::menuAt(window.graph(), window.graph().boxCenter(node("stem/relu")));
    EXPECT_EQ(window.document().selection().size(), 2U);
}

TEST_F(ReachingNodes, ColoursByTimeAreMediansOnAScaleThatIsChosenInTheLegend) {
    open(kSample);
    auto* minimap = window.findChild<Minimap*>();
    const QImage byProvider = minimap->grab().toImage();
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier); // runs, too
    ASSERT_TRUE(waitFor([&] { return window.graph().colouring().isOn(); }));
    EXPECT_NE(minimap->grab().toImage(), byProvider) << "has the colours of the canvas";
    const NodeColouring& colours = window.graph().colouring();
    const auto result = window.document().runs().result();
    std::vector<double> sums(window.document().scene().boxes.size(), 0);
    for (const KernelStatistics& kernel : result->statistics.kernels)
        if (const auto box = window.document().scene().boxOf(kernel.node))
            sums[*box] += static_cast<double>(kernel.time.median.count());
    EXPECT_NEAR(colours.most, *std::ranges::max_element(sums) / 1e6, 1e-9);
    EXPECT_EQ(colours.scale, NodeColouring::Scale::linear);
    const auto press = [&](const char* scale) {
        test::clickButton(*window.findChild<Legend*>(), QString::fromLatin1(scale));
        QApplication::processEvents();
    };
    press("rank");
    EXPECT_EQ(colours.scale, NodeColouring::Scale::rank);
    const auto timed = std::ranges::count_if(colours.part, [](float each) { return each > 0; });
    std::set<float> heats(colours.heat.begin(), colours.heat.end());
    heats.erase(0);
    EXPECT_GE(heats.size(), static_cast<std::size_t>(timed) / 2) << "equal times share a colour";
    press("logarithmic");
    EXPECT_EQ(colours.scale, NodeColouring::Scale::logarithmic);
    for (std::size_t box = 0; box < colours.heat.size(); ++box)
        EXPECT_GE(colours.heat[box], colours.part[box] > 0 ? 0.019F : 0.0F);
    press("linear");
    EXPECT_EQ(colours.heat, colours.part);
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier);
    EXPECT_EQ(minimap->grab().toImage(), byProvider);
}

} // namespace
} // namespace partita
