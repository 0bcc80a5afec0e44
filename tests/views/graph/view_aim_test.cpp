// Which part of the graph the canvas shows, and that it stays in view.

#include <QStatusBar>
#include <QToolButton>
#include <fstream>

#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {
namespace {

class ViewAim : public test::Window {
protected:
    void openText(const std::string& text) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text);
        open(QString::fromStdString((folder / "m.onnx").string()));
    }
    /// Nodes "n0", "n1" … one below the other.
    void openChain(int nodes) {
        std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] v0) => (float[2] y) {)";
        for (int i = 0; i < nodes; ++i)
            text += "  [n" + std::to_string(i) + "] " +
                    (i + 1 == nodes ? "y" : "v" + std::to_string(i + 1)) + " = " +
                    (i % 2 ? "Neg" : "Relu") + "(v" + std::to_string(i) + ")";
        openText(text + "}");
    }
    GraphView& graph() { return window.graph(); }
    DocumentController& document() { return window.document(); }
    QRect onScreen(std::uint32_t box) {
        return graph().toDevice().mapRect(graph().painter().boxRect(box)).toAlignedRect();
    }
    QRect onScreen(NodeId id) { return onScreen(*document().scene().boxOf(id)); }
    bool isInView(NodeId id) { return graph().rect().contains(onScreen(id)); }
    /// Waits for the next scene after an action.
    template <class F> void relayout(F&& action) {
        QSignalSpy changed(&document(), &DocumentController::sceneChanged);
        action();
        ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
        QApplication::processEvents();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
        QTest::keyClick(&window, key, modifiers);
    }
    std::vector<QRect> covers() {
        std::vector<QRect> places;
        for (const QWidget* each : {static_cast<QWidget*>(window.findChild<Legend*>()),
                                    static_cast<QWidget*>(window.findChild<Minimap*>())})
            if (each->isVisible())
                places.push_back(each->geometry());
        return places;
    }
    QString statusText() {
        QString text;
        for (const auto* label : window.statusBar()->findChildren<QLabel*>())
            text += label->text() + QLatin1Char('|');
        return text;
    }
    test::TemporaryFolder folder;
};

TEST_F(ViewAim, FitShowsTheWholeGraphByKeyAndByButton) {
    openChain(150);
    EXPECT_EQ(graph().scale(), 1); // it opens where it can be read
    EXPECT_LT(graph().nodesInView(), 150U);
    press(Qt::Key_0);
    EXPECT_LT(graph().scale(), 0.3);
    EXPECT_EQ(graph().nodesInView(), 150U);
    for (std::uint32_t box = 0; box < document().scene().boxes.size(); ++box) {
        EXPECT_TRUE(graph().rect().contains(onScreen(box)));
        for (const QRect& cover : covers())
            EXPECT_FALSE(cover.intersects(onScreen(box)));
    }
    press(Qt::Key_1);
    for (auto* button : window.findChildren<QToolButton*>())
        if (button->defaultAction() == window.action("fit"))
            QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(graph().nodesInView(), 150U);
    openChain(3);
    press(Qt::Key_0);
    EXPECT_EQ(graph().scale(), 1); // never larger
}

TEST_F(ViewAim, AFittedGraphStaysFittedWhileTheWindowChanges) {
    openChain(150);
    press(Qt::Key_0);
    window.resize(1200, 700);
    QApplication::processEvents();
    EXPECT_EQ(graph().nodesInView(), 150U);
}

TEST_F(ViewAim, TheZoomFieldIsNeverZero) {
    openChain(150);
    for (int i = 0; i < 40; ++i)
        press(Qt::Key_Minus);
    for (const auto* label : window.findChildren<QLabel*>())
        EXPECT_NE(label->text(), QStringLiteral("0 %"));
}

TEST_F(ViewAim, ANodeThatWasShownStaysInViewWhileTheWindowShrinks) {
    openChain(20);
    document().setCurrentNode(node("n8"));
    QApplication::processEvents();
    // At the right side, but in view: selecting it there moves nothing.
    document().setCurrentNode({});
    const QRect box = onScreen(node("n8"));
    graph().centerOn(graph().visibleScene().center() -
                     QPointF(graph().width() - 70 - box.right(), 0) / graph().scale());
    const QRectF before = graph().visibleScene();
    document().setCurrentNode(node("n8"));
    ASSERT_EQ(graph().visibleScene(), before);
    window.resize(1000, 700);
    QApplication::processEvents();
    EXPECT_TRUE(isInView(node("n8")));
}

TEST_F(ViewAim, AfterSimplifyingBothPanesShowTheRewrite) {
    window.resize(1200, 800);
    open(test::kSample);
    graph().setFocus();
    press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] {
        return document().simplifier().history() && document().state().before &&
               !document().jobs().isRunning();
    }));
    QTest::qWait(50);
    EXPECT_GT(graph().nodesInView(), 0U);
    if (const NodeId focus = document().currentNode(); document().scene().boxOf(focus)) {
        EXPECT_TRUE(isInView(focus));
    }
}

TEST_F(ViewAim, AnotherLayoutKeepsTheSelectedNodeWhereItIs) {
    openChain(60);
    document().setCurrentNode(node("n40"));
    const QPoint before = onScreen(node("n40")).topLeft();
    relayout([&] { press(Qt::Key_U); }); // names make the boxes higher
    EXPECT_LE(std::abs(onScreen(node("n40")).top() - before.y()), 1);
    EXPECT_TRUE(isInView(node("n40")));
    relayout([&] { press(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier); });
    EXPECT_LE(std::abs(onScreen(node("n40")).top() - before.y()), 1);
    EXPECT_TRUE(isInView(node("n40")));
}

TEST_F(ViewAim, AnotherLayoutLeavesNodesInViewAlsoWithoutASelection) {
    openChain(60);
    graph().centerOn(graph().painter().boxRect(50).center());
    const std::size_t before = graph().nodesInView();
    relayout([&] { press(Qt::Key_U); });
    EXPECT_GE(graph().nodesInView(), before / 2);
}

TEST_F(ViewAim, AnOpenedGroupBeginsWhereItsBoxWas) {
    open(test::kSample);
    relayout([&] { press(Qt::Key_L); });
    const auto& boxes = document().scene().boxes;
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
        if (boxes[i].kind == SceneBox::Kind::group)
            last = i;
    ASSERT_GT(last, 0U);
    graph().centerOn(graph().painter().boxRect(last).center());
    const NodeId first = boxes[last].node;
    const QRect before = onScreen(last);
    relayout([&] { QTest::mouseDClick(&graph(), Qt::LeftButton, {}, before.center()); });
    EXPECT_LE(std::abs(onScreen(first).top() - before.top()), 1);
    EXPECT_LE(std::abs(onScreen(first).center().x() - before.center().x()), 1);
}

TEST_F(ViewAim, AClickOnTheLegendDoesNotMoveTheView) {
    open(test::kSample);
    auto* legend = window.findChild<Legend*>();
    for (auto* label : legend->findChildren<QLabel*>()) {
        if (!label->isVisible())
            continue;
        QTest::mouseClick(label, Qt::LeftButton);
        const QRectF before = graph().visibleScene();
        test::moveMouse(graph(), {graph().width() / 2, graph().height() - 60});
        EXPECT_EQ(graph().visibleScene(), before);
    }
    // A press whose release went elsewhere is no drag.
    const QRectF before = graph().visibleScene();
    QTest::mousePress(&graph(), Qt::LeftButton, {}, {400, 400});
    test::moveMouse(graph(), {500, 450});
    EXPECT_EQ(graph().visibleScene(), before);
    QTest::mouseRelease(&graph(), Qt::LeftButton, {}, {500, 450});
}

TEST_F(ViewAim, TheStatusLineCountsWhatIsInViewAfterEachMovement) {
    openChain(150);
    const auto said = [&](std::size_t count) {
        return statusText().contains(QStringLiteral(", %1 in view").arg(count));
    };
    press(Qt::Key_0);
    EXPECT_TRUE(waitFor([&] { return said(150); })) << statusText().toStdString();
    press(Qt::Key_1);
    const std::size_t few = graph().nodesInView();
    ASSERT_LT(few, 150U);
    EXPECT_TRUE(waitFor([&] { return said(few); })) << statusText().toStdString();
    test::drag(graph(), {400, 500}, {400, 300});
    EXPECT_TRUE(waitFor([&] { return said(graph().nodesInView()); }));
}

TEST_F(ViewAim, AClickOnATensorFromOutsideGoesToItsProducer) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[2] x) => (float[2] y) {
          [outer] o = Abs(x)
          [choice] y = If(c) <
            then_branch = t () => (float[2] u) { [inner] i = Neg(o) [more] u = Add(i, x) },
            else_branch = e () => (float[2] v) { [other] v = Abs(o) }> })");
    const auto body = document().model().node(node("choice"))->subgraphs().at(0);
    const auto click = [&](const char* name) {
        relayout([&] { document().setScope(body); });
        const auto& boxes = document().scene().boxes;
        for (std::uint32_t i = 0; i < boxes.size(); ++i)
            if (boxes[i].kind == SceneBox::Kind::captured && boxes[i].title.str() == name) {
                EXPECT_TRUE(test::toolTipAt(graph(), onScreen(i).center())
                                .contains(QStringLiteral("outside")));
                relayout(
                    [&] { QTest::mouseClick(&graph(), Qt::LeftButton, {}, onScreen(i).center()); });
                return;
            }
        FAIL() << name;
    };
    click("o");
    EXPECT_EQ(document().scope(), document().model().mainGraph());
    EXPECT_EQ(document().currentNode(), node("outer"));
    EXPECT_TRUE(isInView(node("outer")));
    click("x"); // nothing makes it: it is an input of the graph around
    EXPECT_EQ(document().scope(), document().model().mainGraph());
}

TEST_F(ViewAim, ATipOnABundleNamesItsFirstAndLastTensor) {
    std::string text =
                    R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[n] y) {)",
                list;
    for (int i = 0; i < 20; ++i) {
        text += "  v" + std::to_string(i) + " = Relu(x)";
        list += (i ? ", v" : "v") + std::to_string(i);
    }
    openText(text + "  [join] y = Concat <axis = 0> (" + list + ") }");
    document().setCurrentNode(node("join"));
    document().setCurrentNode({});
    const auto& layout = document().scene().layout;
    ASSERT_EQ(layout.bundles.size(), 1U);
    const PointF end = layout.pointsOf(layout.bundles[0]).back();
    const QString tip =
        test::toolTipAt(graph(), graph().toDevice().map(QPointF(end.x, end.y - 4)).toPoint());
    EXPECT_EQ(tip, QString::fromUtf8("<b>×20</b><br>v0 … v19"));
}

} // namespace
} // namespace partita
