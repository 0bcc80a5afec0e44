// What both panes of the simplifier show of a rewrite.

#include "tests/support/dialogs.h"
#include "views/graph/before_view.h"
#include "views/graph/graph_pair.h"

namespace partita {
namespace {

class SimplifierPanes : public test::OperatedWindow {
protected:
    void simplify(const char* model) {
        open(modelFile("panes.onnx", model));
        window.activateWindow();
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    }
    SimplifyController& simplifier() { return window.document().simplifier(); }
    const DocumentState& state() { return window.document().state(); }
    /// Goes to the state after the rewrite of that node.
    void showRewriteOf(const std::string& name) {
        const RewriteHistory& history = *simplifier().history();
        for (std::size_t i = 0; i < history.size(); ++i)
            if (history.rewrite(i).anchorName == name) {
                simplifier().goTo(i + 1);
                ASSERT_TRUE(idle());
                return;
            }
        FAIL() << "no rewrite of " << name;
    }
};

TEST_F(SimplifierPanes, ShowTheBodyInWhichARewriteIs) {
    simplify(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x, bool c) => (float[2] y) {
          [outer] a = Identity(x)
          [choice] b = If (c) <
            then_branch = t () => (float[2] p) { [same] s = Identity(a) [neg] p = Neg(s) },
            else_branch = e () => (float[2] q) { [abs] q = Abs(a) }>
          [exp] y = Exp(b) })");
    const NodeId same = test::nodeNamed(simplifier().history()->start(), "same");
    const GraphId body = simplifier().history()->start().node(same)->graph;
    showRewriteOf("same");
    EXPECT_EQ(state().scene->graph, body);
    ASSERT_TRUE(state().before);
    EXPECT_EQ(state().before->graph, body);
    EXPECT_TRUE(state().before->boxOf(same));
    EXPECT_FALSE(window.pair().before().marks().removed.empty());
    ASSERT_EQ(state().scene->ghosts.size(), 1U);
    EXPECT_EQ(state().scene->ghosts[0].node, same);
    showRewriteOf("outer");
    EXPECT_EQ(state().scene->graph, state().model.mainGraph());
    EXPECT_EQ(state().before->graph, state().model.mainGraph());
}

TEST_F(SimplifierPanes, AreLeftByDiscardForTheGraphInWhichSimplifyBegan) {
    simplify(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x, bool c) => (float[2] y) {
          [choice] b = If (c) <
            then_branch = t () => (float[2] p) { [same] s = Identity(x) [neg] p = Neg(s) },
            else_branch = e () => (float[2] q) { [abs] q = Abs(x) }>
          [exp] y = Exp(b) })");
    showRewriteOf("same");
    ASSERT_NE(state().scene->graph, state().model.mainGraph());
    window.action("discardRewrites")->trigger();
    EXPECT_TRUE(idle());
    EXPECT_EQ(state().scene->graph, state().model.mainGraph());
}

TEST_F(SimplifierPanes, ShowTheWholeBoxOfANodeThatIsTakenOut) {
    // Nothing reads it, and no node made what it reads: none is left to look at.
    std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x, float[2] z) => (float[2] y) { [dead] d = Abs(z) t0 = Neg(x)
)";
    for (int i = 0; i < 40; ++i)
        model += "t" + std::to_string(i + 1) + " = Exp(t" + std::to_string(i) + ")\n";
    simplify((model + "[last] y = Exp(t40) }").c_str());
    GraphView& graph = window.graph();
    const auto lookAtTheEnd = [&] {
        graph.setScale(3, {0, 0});
        graph.centerOn(graph.painter().boxRect(*state().scene->boxOf(node("last"))).center());
    };
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    lookAtTheEnd();
    showRewriteOf("dead");
    ASSERT_EQ(state().scene->ghosts.size(), 1U);
    const SceneGhost& ghost = state().scene->ghosts[0];
    QRectF box(0, 0, ghost.size.width, ghost.size.height);
    box.moveCenter({ghost.center.x, ghost.center.y});
    const auto isSeen = [&] {
        return QRectF(graph.rect()).contains(graph.toDevice().mapRect(box));
    };
    EXPECT_TRUE(isSeen());
    lookAtTheEnd();
    EXPECT_FALSE(isSeen()) << "it is far from there";
}

TEST_F(SimplifierPanes, DrawANodeOfConstantsThatIsFolded) {
    simplify(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> {
          [sum] v = Add(w, w) [twice] u = Mul(v, w) [last] y = Sub(x, u) })");
    const NodeId sum = test::nodeNamed(simplifier().history()->start(), "sum"),
                 twice = test::nodeNamed(simplifier().history()->start(), "twice");
    showRewriteOf("sum");
    ASSERT_TRUE(state().before);
    const auto box = state().before->boxOf(sum);
    ASSERT_TRUE(box) << "it is what the rewrite is about";
    EXPECT_TRUE(window.pair().before().marks().removed.contains(*box));
    ASSERT_EQ(state().scene->ghosts.size(), 1U);
    EXPECT_EQ(state().scene->ghosts[0].node, sum);
    // What is drawn on one side is on the other one, too.
    EXPECT_TRUE(state().before->boxOf(twice));
    EXPECT_TRUE(state().scene->boxOf(twice));
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    EXPECT_FALSE(state().scene->boxOf(sum)) << "without a step, constants are badges";
}

TEST_F(SimplifierPanes, FrameWhatReadsAConstantThatIsDrawnOnNeitherSide) {
    simplify(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) {
          [value] c = Constant<value = float[2] {1, 2}>()
          [none] i = Identity(x) [sum] a = Add(i, c) [last] y = Sigmoid(a) })");
    showRewriteOf("value");
    ASSERT_TRUE(state().before);
    const auto then = state().before->boxOf(node("sum")), now = state().scene->boxOf(node("sum"));
    ASSERT_TRUE(then && now);
    EXPECT_TRUE(window.pair().before().marks().framed.contains(*then));
    EXPECT_TRUE(window.graph().marks().framed.contains(*now));
    EXPECT_EQ(window.document().currentNode(), node("sum"));
    showRewriteOf("none");
    EXPECT_TRUE(window.graph().marks().framed.empty()) << "there are boxes that show it";
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(window.graph().marks().framed.empty());
}

} // namespace
} // namespace partita
