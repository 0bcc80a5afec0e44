// One copy of a repeated block beside its closed group.

#include "views/graph/block_beside.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTemporaryDir>

#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"

namespace partita {
namespace {

using test::Answers;

class BlockBesideTest : public test::Window {
protected:
    void SetUp() override {
        window.resize(1600, 1000);
        std::string text =
            R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4, 4] v0) => (float[4, 4] y) {)";
        std::vector<std::pair<std::string, std::string>> names;
        constexpr int kLayers = 12, kNodes = 26;
        for (int made = 0; made < kLayers * kNodes; ++made) {
            const std::string in = "v" + std::to_string(made), id = "n" + std::to_string(made),
                              out = made + 1 == kLayers * kNodes ? "y"
                                                                 : "v" + std::to_string(made + 1);
            text += " [" + id + "] " + out + " = " + (made % 2 ? "Abs(" : "Relu(") + in + ")";
            names.emplace_back(id, "/m/layers." + std::to_string(made / kNodes) +
                                       (made % kNodes < 10 ? "/attention/" : "/mlp/") + id);
        }
        const Model model = test::modelFromText(text + " }");
        ModelEditor editor(model);
        for (const auto& [from, to] : names)
            editor.changeNode(test::nodeNamed(model, from), [&](Node& node) { node.name = to; });
        const QString path = folder.filePath(QStringLiteral("layers.onnx"));
        ASSERT_TRUE(writeModel(editor.model(), path.toStdString()));
        open(path);
        document().setGroupBy(GroupBy::names);
        document().setCollapsed(true);
        ASSERT_TRUE(waitFor([&] {
            return !document().jobs().isRunning() && document().scene().collapsed && group();
        }));
        graph().setFocus();
    }
    DocumentController& document() { return window.document(); }
    GraphView& graph() { return window.graph(); }
    BlockBeside& block() { return *window.findChild<BlockBeside*>(); }
    /// The box of the group that stands for the copies.
    std::optional<std::uint32_t> group() {
        const GraphScene& scene = document().scene();
        for (std::uint32_t box = 0; box < scene.boxes.size(); ++box)
            if (scene.boxes[box].kind == SceneBox::Kind::group &&
                repeatedGroup(scene,
                              scene.groups[static_cast<std::size_t>(scene.boxes[box].group)].key))
                return box;
        return std::nullopt;
    }
    QPoint placeOfGroup() {
        graph().centerOn(graph().painter().boxRect(*group()).center());
        return graph().toDevice().map(graph().painter().boxRect(*group()).center()).toPoint();
    }
    void select() {
        const QPoint at = placeOfGroup();
        QTest::mouseClick(&graph(), Qt::LeftButton, Qt::NoModifier, at);
    }
    bool waitForCopy() {
        return waitFor([&] { return block().copy() != nullptr; });
    }
    QTemporaryDir folder;
};

TEST_F(BlockBesideTest, ASelectedGroupShowsItsFirstCopyBesideIt) {
    select();
    ASSERT_TRUE(waitForCopy());
    EXPECT_EQ(block().copy()->title, "layers.0");
    EXPECT_EQ(block().copy()->nodes.size(), 26U);
    EXPECT_EQ(document().selection().size(), 26U * 12U) << "the group stays selected";
    // It does not lie on its group, nor on what else is on the canvas.
    const QRectF box = graph().toDevice().mapRect(graph().painter().boxRect(*group()));
    EXPECT_LT(box.right(), block().x());
    EXPECT_TRUE(graph().rect().contains(block().geometry()));
    for (const char* card : {"legend", "minimap"}) {
        const auto* other = window.findChild<QWidget*>(QLatin1String(card));
        EXPECT_TRUE(other->isHidden() || !other->geometry().intersects(block().geometry())) << card;
    }
    EXPECT_GT(test::pixelsOf(test::pictureOf(block()), graph().theme().provider(0, false).band,
                             block().rect()),
              100);
}

TEST_F(BlockBesideTest, AClickInItSelectsTheNodeOfTheFirstCopyAndTheGroupStaysClosed) {
    select();
    ASSERT_TRUE(waitForCopy());
    const NodeId wanted = block().copy()->nodes[7];
    QTest::mouseClick(&block(), Qt::LeftButton, Qt::NoModifier, *block().placeOf(wanted));
    EXPECT_EQ(document().currentNode(), wanted);
    QTest::qWait(50);
    EXPECT_TRUE(document().scene().collapsed);
    EXPECT_FALSE(document().isInOpenGroup(wanted));
    EXPECT_TRUE(block().copy());
}

TEST_F(BlockBesideTest, EscapeClosesItAndItComesBackByTheKeyOnly) {
    select();
    ASSERT_TRUE(waitForCopy());
    QTest::keyClick(&graph(), Qt::Key_Escape);
    EXPECT_FALSE(block().copy());
    EXPECT_TRUE(document().currentNode()) << "the first Escape closes the copy alone";
    QTest::keyClick(&graph(), Qt::Key_Escape);
    EXPECT_FALSE(document().currentNode());
    select();
    QTest::qWait(2 * QApplication::doubleClickInterval());
    EXPECT_FALSE(block().copy()) << "the user closed it";
    QTest::keyClick(&graph(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(waitForCopy());
    QTest::keyClick(&graph(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_FALSE(block().copy());
}

TEST_F(BlockBesideTest, AnotherSelectionOrAnOpenedGroupClosesIt) {
    select();
    ASSERT_TRUE(waitForCopy());
    document().setCurrentNode({}, false);
    EXPECT_FALSE(block().copy());
    select();
    ASSERT_TRUE(waitForCopy());
    QTest::mouseDClick(&graph(), Qt::LeftButton, Qt::NoModifier, placeOfGroup());
    EXPECT_TRUE(waitFor([&] { return !block().copy(); }));
}

TEST_F(BlockBesideTest, TheMenuOfTheGroupOffersItWhereTheWindowIsSmall) {
    window.resize(1024, 768);
    QApplication::processEvents();
    select();
    QTest::qWait(2 * QApplication::doubleClickInterval());
    EXPECT_FALSE(block().copy()) << "it would cover the graph unasked";
    const QPoint at = placeOfGroup();
    const Answers answers({Answers::entry(QStringLiteral("Show one of its copies beside it"))});
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, graph().mapToGlobal(at));
    QApplication::sendEvent(&graph(), &event);
    ASSERT_TRUE(waitForCopy());
    EXPECT_TRUE(graph().rect().contains(block().geometry()));
}

} // namespace
} // namespace partita
