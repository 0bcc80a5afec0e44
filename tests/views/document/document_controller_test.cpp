// The current node and the selection, by mouse and keys.

#include <QDockWidget>
#include <QTableView>
#include <fstream>

#include "tests/support/window.h"

namespace partita {
namespace {

class CurrentNode : public test::Window {
protected:
    /// Clicks the row of a node in the table of all nodes.
    void clickRow(const char* name) {
        auto* panel = window.panel("nodes");
        for (QWidget* at = panel; at; at = at->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(at)) {
                dock->show();
                dock->raise();
            }
        auto* table = panel->findChild<QTableView*>();
        const QString wanted = QString::fromLatin1(name);
        for (int row = 0; row < table->model()->rowCount(); ++row)
            for (int column = 0; column < table->model()->columnCount(); ++column)
                if (const auto index = table->model()->index(row, column);
                    index.data().toString() == wanted) {
                    table->scrollTo(index);
                    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier,
                                      table->visualRect(index).center());
                    return;
                }
        FAIL() << "no row of " << name;
    }
    bool isInView(const char* name) {
        return window.graph().rect().contains(window.graph().boxCenter(node(name)));
    }
    bool idle() {
        return waitFor([&] { return !window.document().jobs().isRunning(); });
    }
    /// The last node in a group.
    NodeId lastFolded() {
        const GraphScene& scene = window.document().scene();
        NodeId folded;
        window.document().model().nodes().forEach([&](NodeId id, const auto& each) {
            const auto box = scene.boxOf(id);
            if (box && scene.boxes[*box].kind == SceneBox::Kind::group && !each->name.empty())
                folded = id;
        });
        return folded;
    }
    std::vector<NodeId> only(const char* name) { return {node(name)}; }
};

TEST_F(CurrentNode, InABodyIsTheSelectionAndComesIntoView) {
    const test::TemporaryFolder folder;
    const auto path = folder / "body.onnx";
    std::string text = "[inner0] a0 = Neg(x)";
    for (int i = 1; i < 100; ++i)
        text += " [inner" + std::to_string(i) + "] a" + std::to_string(i) + " = Neg(a" +
                std::to_string(i - 1) + ")";
    std::ofstream(path, std::ios::binary) << test::bytesFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x, bool c) => (float[2] y) {
             [outer] o = Abs(x)
             [choice] y = If (c) <then_branch = t () => (p) { )" +
        text + R"( [last] p = Neg(a99) }, else_branch = e () => (q) { q = Identity(o) }> })");
    open(QString::fromStdString(path.string()));
    clickNode("outer");
    EXPECT_EQ(window.document().selection(), only("outer"));
    clickRow("last");
    ASSERT_TRUE(idle());
    EXPECT_EQ(window.document().scope(), window.document().model().node(node("last"))->graph);
    EXPECT_EQ(window.document().selection(), only("last"));
    EXPECT_TRUE(isInView("last"));
}

TEST_F(CurrentNode, InAFoldedGroupIsTheSelectionAndComesIntoView) {
    open(test::kSample);
    QSignalSpy changed(&window.document(), &DocumentController::sceneChanged);
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }) && idle());
    const NodeId folded = lastFolded();
    ASSERT_TRUE(folded);
    const std::string name = window.document().model().node(folded)->name;
    window.document().setSelection({node("stem/conv"), node("stem/relu")});
    clickRow(name.c_str());
    ASSERT_TRUE(idle());
    EXPECT_EQ(window.document().currentNode(), folded);
    EXPECT_EQ(window.document().selection(), only(name.c_str()));
    EXPECT_TRUE(isInView(name.c_str()));
}

TEST_F(CurrentNode, ComesIntoViewWithTheSceneThatWasAskedForOrNotAtAll) {
    open(test::kSample);
    QSignalSpy changed(&window.document(), &DocumentController::sceneChanged);
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }) && idle());
    const NodeId folded = lastFolded();
    ASSERT_TRUE(folded);
    clickRow(window.document().model().node(folded)->name.c_str());
    ASSERT_TRUE(window.document().jobs().isRunning());
    window.document().jobs().cancelAll();
    QSignalSpy shown(&window.document(), &DocumentController::currentNodeChanged);
    QTest::keyClick(&window, Qt::Key_U, Qt::ControlModifier); // another layout
    ASSERT_TRUE(waitFor([&] { return shown.count() > 0; }) && idle());
    EXPECT_FALSE(shown.last().at(1).toBool());
}

TEST_F(CurrentNode, OfNothingSelectsNothing) {
    open(test::kSample);
    clickNode("stem/conv");
    window.document().setCurrentNode({});
    EXPECT_TRUE(window.document().selection().empty());
}

} // namespace
} // namespace partita
