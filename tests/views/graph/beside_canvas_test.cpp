// The overview, the model before a step, and the find bar, operated by mouse and keys.

#include <QLineEdit>
#include <QToolButton>
#include <QTranslator>

#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/graph/find_bar.h"
#include "views/graph/minimap.h"

namespace partita {
namespace {

class BesideCanvas : public test::Window {
protected:
    void SetUp() override { open(test::kSample); }
    GraphView& graph() { return window.graph(); }
    /// Shows the model before a step that keeps "stem/conv" as it is.
    BeforeView& showStep() {
        SimplifyController& simplifier = window.document().simplifier();
        const auto idle = [&] { return !window.document().jobs().isRunning(); };
        simplifier.start({});
        EXPECT_TRUE(waitFor([&] { return simplifier.history() && idle(); }));
        simplifier.goTo(1);
        EXPECT_TRUE(waitFor([&] { return window.document().state().before && idle(); }));
        auto* before = window.findChild<BeforeView*>();
        EXPECT_TRUE(before->isVisible());
        return *before;
    }
};

TEST_F(BesideCanvas, TheTagsOfAStepFollowTheLanguage) {
    BeforeView& before = showStep();
    ASSERT_EQ(graph().marks().stepTitle, "after");
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/partita_zh_CN.qm")));
    QCoreApplication::installTranslator(&translator);
    QCoreApplication::processEvents();
    EXPECT_EQ(before.marks().stepTitle, "之前");
    EXPECT_EQ(graph().marks().stepTitle, "之后");
    QCoreApplication::removeTranslator(&translator);
    QCoreApplication::processEvents();
    EXPECT_EQ(before.marks().stepTitle, "before");
    EXPECT_EQ(graph().marks().stepTitle, "after");
}

TEST_F(BesideCanvas, DraggingOnTheMinimapMovesTheView) {
    auto* minimap = window.findChild<Minimap*>();
    graph().zoomTo100();
    const auto middle = [&] { return graph().visibleScene().center().y(); };
    const int x = minimap->width() / 2;
    QTest::mousePress(minimap, Qt::LeftButton, {}, {x, 10});
    const double top = middle();
    test::moveMouse(*minimap, {x, 80}, Qt::LeftButton);
    const double half = middle();
    EXPECT_GT(half, top);
    test::moveMouse(*minimap, {x, 150}, Qt::LeftButton);
    EXPECT_GT(middle(), half);
    QTest::mouseRelease(minimap, Qt::LeftButton, {}, {x, 150});
    const double end = middle();
    test::moveMouse(*minimap, {x, 20}); // no button is held
    EXPECT_EQ(middle(), end);
}

TEST_F(BesideCanvas, TheMinimapFramesWhatIsInView) {
    auto* minimap = window.findChild<Minimap*>();
    const auto framed = [&] {
        return test::pixelsOf(test::pictureOf(*minimap), graph().theme().text, minimap->rect());
    };
    graph().zoomTo100();
    QTest::mouseClick(minimap, Qt::LeftButton, {}, minimap->rect().center());
    const int near = framed();
    EXPECT_GT(near, 10);
    graph().centerOn({1e6, 1e6});
    EXPECT_EQ(framed(), 0);
    // The only node on the CPU is seen in it.
    EXPECT_GE(test::pixelsOf(test::pictureOf(*minimap), graph().theme().provider(1, true).band,
                             minimap->rect()),
              2);
}

TEST_F(BesideCanvas, TheModelBeforeAStepMovesWithTheCanvas) {
    BeforeView& before = showStep();
    const QPointF start = graph().visibleScene().topLeft();
    test::drag(before, {100, 300}, {130, 340});
    EXPECT_NEAR((start - graph().visibleScene().topLeft()).x(), 30 / graph().scale(), 1e-6);
    EXPECT_NEAR((start - graph().visibleScene().topLeft()).y(), 40 / graph().scale(), 1e-6);
    const QImage picture = test::pictureOf(before);
    test::drag(graph(), {400, 400}, {420, 460});
    EXPECT_NE(test::pictureOf(before), picture);
}

TEST_F(BesideCanvas, TheWheelOnTheModelBeforeAStepZoomsBoth) {
    BeforeView& before = showStep();
    const double scale = graph().scale();
    // The point of the canvas at the same place of the model stays where it is.
    const QPointF shift((graph().width() - before.width()) / 2.0,
                        graph().height() - before.height());
    const QPoint at(120, 200);
    const auto under = [&] { return graph().toDevice().inverted().map(QPointF(at) + shift); };
    const QPointF point = under();
    test::turnWheel(before, at, 2);
    EXPECT_NEAR(graph().scale(), scale * std::pow(1.0015, 240), 1e-6);
    EXPECT_NEAR(under().x(), point.x(), 1e-6);
    EXPECT_NEAR(under().y(), point.y(), 1e-6);
}

TEST_F(BesideCanvas, AClickOnAnUnchangedNodeBeforeAStepSelectsIt) {
    BeforeView& before = showStep();
    const auto& state = window.document().state();
    NodeId same; // of those that are drawn at the same place in both
    for (const SceneBox& box : state.scene->boxes)
        if (box.kind == SceneBox::Kind::node && state.before->boxOf(box.node)) {
            const PointF &was = state.before->layout.centers[*state.before->boxOf(box.node)],
                         &is = state.scene->layout.centers[*state.scene->boxOf(box.node)];
            if (was.x == is.x && was.y == is.y)
                same = box.node;
        }
    ASSERT_TRUE(same);
    window.document().setCurrentNode(same);
    window.document().setCurrentNode({});
    graph().centerOn(graph().painter().boxRect(*state.scene->boxOf(same)).center());
    const QPoint shift((graph().width() - before.width()) / 2, graph().height() - before.height());
    QTest::mouseClick(&before, Qt::LeftButton, {}, graph().boxCenter(same) - shift);
    EXPECT_EQ(window.document().currentNode(), same);
}

TEST_F(BesideCanvas, TheFindBarSaysWhichHitIsInView) {
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* text = window.findBar().findChild<QLineEdit*>();
    const auto said = [&] {
        QString all;
        for (const auto* label : window.findBar().findChildren<QLabel*>())
            all += label->text() + QLatin1Char('|');
        return all;
    };
    QTest::keyClicks(text, QStringLiteral("op:Relu"));
    const std::size_t hits = window.findBar().hits();
    ASSERT_GT(hits, 2U);
    EXPECT_TRUE(said().contains(QStringLiteral("%1 hit").arg(hits))) << said().toStdString();
    EXPECT_EQ(graph().marks().found.size(), hits);
    QTest::keyClick(&window, Qt::Key_F3, Qt::ShiftModifier); // backwards: the last one
    EXPECT_TRUE(said().contains(QStringLiteral("%1 of %1").arg(hits))) << said().toStdString();
    const NodeId last = window.document().currentNode();
    QTest::keyClick(text, Qt::Key_Return);
    EXPECT_TRUE(said().contains(QStringLiteral("1 of %1").arg(hits))) << said().toStdString();
    EXPECT_NE(window.document().currentNode(), last);
    for (auto* button : window.findBar().findChildren<QToolButton*>())
        if (button->toolTip().startsWith(QStringLiteral("Previous")))
            QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(window.document().currentNode(), last);
    text->clear();
    QTest::keyClicks(text, QStringLiteral("attr:no_such=1"));
    EXPECT_TRUE(said().contains(QStringLiteral("nothing found")));
    EXPECT_TRUE(graph().marks().found.empty());
    QTest::keyClick(text, Qt::Key_Return); // goes nowhere
    EXPECT_EQ(window.document().currentNode(), last);
    text->clear();
    EXPECT_FALSE(said().contains(QStringLiteral("nothing found")));
}

} // namespace
} // namespace partita
