// What is seen of the graph is part of a state of the history: pan, zoom and open groups.

#include "tests/support/scenario_window.h"

namespace partita {
namespace {

using test::kThreeAndSix;

class StateViews : public test::ScenarioWindow {
protected:
    DocumentHistory& history() { return document().history(); }
    GraphView& graph() { return window.graph(); }
    void rename(const char* from, const char* to) {
        placed([&] { ASSERT_TRUE(document().edits().apply(RenameNode{node(from), to})); });
    }
    void look(double scale, const char* at) {
        graph().setScale(scale, {0, 0});
        const auto box = document().scene().boxOf(node(at));
        ASSERT_TRUE(box);
        graph().centerOn(graph().painter().boxRect(*box).center());
    }
    void expectLook(double scale, const char* at) {
        EXPECT_NEAR(graph().scale(), scale, 1e-9);
        const QPoint middle = graph().rect().center();
        EXPECT_LT((graph().boxCenter(node(at)) - middle).manhattanLength(), 4);
    }
};

TEST_F(StateViews, ComeBackWithUndoAndRedo) {
    open(modelFile("m.onnx", kThreeAndSix));
    look(2, "a1");
    rename("cut", "knife");
    look(0.5, "b6");
    placed([&] { history().undo(); });
    expectLook(2, "a1");
    look(1, "b2"); // a pan is no step, and changes no other state
    placed([&] { history().redo(); });
    expectLook(0.5, "b6");
}

TEST_F(StateViews, ComeBackWithAClickInTheHistory) {
    open(modelFile("m.onnx", kThreeAndSix));
    look(2, "a1");
    rename("b1", "first");
    look(1.5, "b2");
    rename("b2", "second");
    look(0.5, "b6");
    placed([&] { history().goTo(0); });
    expectLook(2, "a1");
    placed([&] { history().goTo(1); });
    expectLook(1.5, "b2");
    placed([&] { history().goTo(2); });
    expectLook(0.5, "b6");
}

TEST_F(StateViews, AnEditLeavesTheViewWhereTheUserMovesItMeanwhile) {
    open(modelFile("m.onnx", kThreeAndSix));
    look(2, "a1");
    placed([&] {
        ASSERT_TRUE(document().edits().apply(RenameNode{node("cut"), "knife"}));
        graph().setScale(0.8, {0, 0}); // before the picture of the edit is there
    });
    EXPECT_NEAR(graph().scale(), 0.8, 1e-9);
}

TEST_F(StateViews, HaveTheirOpenGroups) {
    open(modelFile("m.onnx", kThreeAndSix));
    QSignalSpy shown(&document(), &DocumentController::sceneChanged);
    const auto after = [&](auto&& change) {
        const auto before = shown.count();
        change();
        ASSERT_TRUE(waitFor([&] { return shown.count() > before; }));
        ASSERT_TRUE(idle());
    };
    after([&] { document().setCollapsed(true); });
    const std::size_t closed = document().scene().boxes.size();
    rename("cut", "knife");
    after([&] { document().setCollapsed(false); });
    EXPECT_NE(document().scene().boxes.size(), closed);
    placed([&] { history().undo(); });
    EXPECT_TRUE(document().isCollapsed());
    EXPECT_EQ(document().scene().boxes.size(), closed);
    placed([&] { history().redo(); });
    EXPECT_FALSE(document().isCollapsed());
}

} // namespace
} // namespace partita
