// What the canvas shows at each zoom.

#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {
namespace {

constexpr double kLines = 0.12, kBoxesOnly = 0.04, kSpots = 0.006;

class Zoomed : public test::Window {
protected:
    void SetUp() override {
        open(test::kSample);
        // What lies on the canvas would be in the picture of it.
        window.findChild<Legend*>()->hide();
        window.findChild<Minimap*>()->hide();
    }
    GraphView& graph() { return window.graph(); }
    const GraphScene& scene() { return window.document().scene(); }
    void zoom(double scale) {
        graph().setScale(scale, {0, 0});
        graph().centerOn(graph().painter().bounds().center());
    }
    /// Whether a colour is at the middle of a box, which may be less than a pixel high.
    bool isAt(std::size_t box, const QColor& colour) {
        const QPointF middle = graph().painter().boxRect(box).center();
        const QPoint place = graph().toDevice().map(middle).toPoint();
        return test::pixelsOf(test::pictureOf(graph()), colour,
                              {place - QPoint(1, 1), QSize(3, 3)});
    }
    bool isAt(const char* name, const QColor& colour) {
        return isAt(*scene().boxOf(node(name)), colour);
    }
    int countOf(const QColor& colour) {
        return test::pixelsOf(test::pictureOf(graph()), colour, graph().rect());
    }
    QColor colour(Role role) { return graph().theme().colour(role); }
    /// The pixels of a colour in and around the box of a node.
    int around(const char* name, const QColor& colour, int off = 0) {
        const QRectF rect = graph().painter().boxRect(*scene().boxOf(node(name)));
        const QRect shown = graph().toDevice().mapRect(rect).toAlignedRect();
        return test::pixelsOf(test::pictureOf(graph()), colour, shown.adjusted(-6, -6, 6, 6), off);
    }
};

TEST_F(Zoomed, FromAfarABoxHasTheColourOfItsProvider) {
    for (const double scale : {kLines, kBoxesOnly}) {
        zoom(scale);
        EXPECT_TRUE(isAt("stem/conv", colour(Role::firstBand))) << scale;
        EXPECT_TRUE(isAt("neck/norm", colour(Role::lastBand))) << scale;
        for (std::size_t box = 0; box < scene().boxes.size(); ++box)
            if (scene().boxes[box].isPort()) {
                EXPECT_TRUE(isAt(box, graph().theme().lineStrong)) << scale;
            }
    }
}

TEST_F(Zoomed, LinesAreSeenUntilTheyWouldMerge) {
    zoom(kLines);
    EXPECT_GT(countOf(graph().theme().edge), 50);
    zoom(kBoxesOnly);
    EXPECT_EQ(countOf(graph().theme().edge), 0);
}

TEST_F(Zoomed, FromFarthestANodeIsASpotAndOneOfAnotherProviderALargerOne) {
    zoom(kSpots);
    const QColor first = graph().theme().provider(0, false).band,
                 last = graph().theme().provider(1, true).band;
    EXPECT_GT(countOf(first), 8);
    EXPECT_EQ(countOf(last), 9);
    EXPECT_TRUE(isAt("neck/norm", last));
    const auto center = scene().layout.centers[*scene().boxOf(node("neck/norm"))];
    const QPoint spot = graph().toDevice().map(QPointF(center.x, center.y)).toPoint();
    EXPECT_GE(test::pixelsOf(test::pictureOf(graph()), last, {spot - QPoint(2, 2), QSize(5, 5)}),
              9);
    // Out of view there is none, and nothing is written outside the picture.
    graph().centerOn({1e6, 1e6});
    EXPECT_EQ(countOf(first) + countOf(last), 0);
    const QRectF bounds = graph().painter().bounds();
    graph().centerOn(QPointF(center.x, center.y) +
                     QPointF(graph().width(), graph().height()) / kSpots / 2);
    EXPECT_GE(countOf(last), 1); // half of it, in the corner
    EXPECT_LT(countOf(last), 9);
    EXPECT_FALSE(bounds.isEmpty());
}

TEST_F(Zoomed, TheLegendsFilterHoldsAtEveryZoom) {
    graph().setProviderFilter({1});
    zoom(kLines);
    EXPECT_TRUE(isAt("stem/conv", graph().theme().lineStrong));
    EXPECT_TRUE(isAt("neck/norm", colour(Role::lastBand)));
    zoom(kSpots);
    const QColor first = graph().theme().provider(0, false).band,
                 last = graph().theme().provider(1, true).band;
    EXPECT_EQ(countOf(last), 9);
    const int ports = countOf(first);
    graph().setProviderFilter({0});
    EXPECT_EQ(countOf(last), 0);
    EXPECT_GT(countOf(first), ports);
}

TEST_F(Zoomed, ColoursByOperatorHoldFromAfar) {
    std::vector<std::string> operators;
    for (const SceneBox& box : scene().boxes)
        operators.push_back(box.isPort() ? std::string() : std::string(box.title));
    const NodeColouring colouring = NodeColouring::byKey(scene(), operators);
    QSignalSpy changed(&graph(), &GraphView::coloursChanged);
    graph().setColouring(colouring);
    EXPECT_EQ(changed.count(), 1);
    zoom(kLines);
    const auto wanted = [&](const char* name) {
        return graph().theme().colour(colouring.fill(*scene().boxOf(node(name))));
    };
    EXPECT_NE(wanted("stem/conv"), wanted("stem/relu"));
    for (const char* name : {"stem/conv", "stem/relu"})
        EXPECT_TRUE(isAt(name, wanted(name))) << name;
}

TEST_F(Zoomed, ABoxHasItsTextsOnlyWhereTheyCanBeRead) {
    const auto says = [&] { return test::paints(graph(), QStringLiteral("LayerNormalization")); };
    window.document().setCurrentNode(node("neck/norm"));
    graph().zoomTo100();
    window.document().setCurrentNode({});
    window.document().setCurrentNode(node("neck/norm"));
    EXPECT_TRUE(says());
    zoom(0.3);
    EXPECT_FALSE(says());
}

TEST_F(Zoomed, MarksAreSeenAroundTheirBoxes) {
    window.document().setCurrentNode(node("stem/relu"));
    window.document().setCurrentNode({});
    const QColor accent = graph().theme().accent, strong = graph().theme().strongEdge;
    const int plain = around("stem/relu", strong);
    EXPECT_EQ(around("stem/conv", accent), 0);
    graph().setFound({*scene().boxOf(node("stem/conv"))});
    EXPECT_GT(around("stem/conv", accent, 60), 40);
    graph().setFound({});
    EXPECT_EQ(around("stem/conv", accent), 0);
    window.document().setSelection({node("stem/conv"), node("stem/relu")});
    EXPECT_GT(around("stem/conv", accent), 40);
    window.document().setSelection({});
    EXPECT_EQ(around("stem/conv", accent), 0);
    test::moveMouse(graph(), graph().boxCenter(node("stem/relu")));
    EXPECT_GT(around("stem/relu", strong), plain);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&graph(), &leave);
    EXPECT_EQ(around("stem/relu", strong), plain);
    test::moveMouse(graph(), graph().boxCenter(node("stem/relu")));
    test::moveMouse(graph(), {3, graph().height() - 3});
    EXPECT_EQ(around("stem/relu", strong), plain);
    // The current node has a ring, and the nodes that it reads and feeds another.
    const int before = around("stem/conv", strong);
    window.document().setCurrentNode(node("stem/relu"), false);
    EXPECT_GT(around("stem/relu", strong), plain + 40);
    EXPECT_NE(around("stem/conv", strong), before);
}

TEST_F(Zoomed, TheRingOfAnInputIsAsRoundAsItsPill) {
    std::size_t input = 0;
    while (scene().boxes[input].kind != SceneBox::Kind::input)
        ++input;
    const QRectF rect = graph().painter().boxRect(input);
    graph().centerOn(rect.center());
    const QRect ring = graph().toDevice().mapRect(rect).toAlignedRect().adjusted(-3, -3, 3, 3);
    const QColor strong = graph().theme().strongEdge;
    const auto marked = [&](const QRect& part) {
        return test::pixelsOf(test::pictureOf(graph()), strong, part, 40);
    };
    const QRect corner(ring.topLeft(), QSize(6, 6)), top(ring.center().x() - 20, ring.top(), 12, 5);
    const int before = marked(top);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, ring.center());
    EXPECT_GT(marked(top), before);
    EXPECT_EQ(marked(corner), 0);
}

TEST_F(Zoomed, TheFocusHasAFrame) {
    const QColor accent = graph().theme().accent;
    const QRect left(0, 10, 1, graph().height() - 20);
    graph().setFocus();
    EXPECT_EQ(test::pixelsOf(test::pictureOf(graph()), accent, left), left.height());
    graph().clearFocus();
    EXPECT_EQ(test::pixelsOf(test::pictureOf(graph()), accent, left), 0);
}

} // namespace
} // namespace partita
