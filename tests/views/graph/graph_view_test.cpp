// The canvas, operated by mouse and keys.

#include <QClipboard>
#include <QGuiApplication>
#include <fstream>

#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

constexpr const char* kFork = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1,64] x) => (float[1,64] y) {
      [one] a = Relu(x)  [two] b = Sigmoid(a)  [three] c = Tanh(a)  [four] y = Add(b, c) })";
constexpr const char* kLoop = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (int64 n, bool c, float[2] x) => (float[2] y) {
      [loop] y = Loop(n, c, x) <body = b (int64 i, bool k, float[2] p) => (bool l, float[2] q) {
        [same] l = Identity(k)  [neg] q = Neg(p) }> })";

class GraphCanvas : public test::Window {
protected:
    void openText(const std::string& text) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text);
        open(QString::fromStdString((folder / "m.onnx").string()));
        graph().setFocus();
    }
    GraphView& graph() { return window.graph(); }
    DocumentController& document() { return window.document(); }
    std::string current() {
        const NodeId id = document().currentNode();
        return id ? document().model().node(id)->name : std::string();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&graph(), key, modifiers);
    }
    QPoint at(const QPointF& scene) { return graph().toDevice().map(scene).toPoint(); }
    QPoint middleOf(const char* name) { return graph().boxCenter(node(name)); }
    /// The first box of a kind.
    std::uint32_t boxOf(SceneBox::Kind kind) {
        const auto& boxes = document().scene().boxes;
        std::uint32_t i = 0;
        while (i < boxes.size() && boxes[i].kind != kind)
            ++i;
        EXPECT_LT(i, boxes.size());
        return i;
    }
    void collapse() {
        document().setCollapsed(true);
        ASSERT_TRUE(waitFor([&] { return document().scene().collapsed; }));
        graph().centerOn(graph().painter().boxRect(boxOf(SceneBox::Kind::group)).center());
    }
    QPoint middleOfGroup() {
        return at(graph().painter().boxRect(boxOf(SceneBox::Kind::group)).center());
    }
    test::TemporaryFolder folder;
};

TEST_F(GraphCanvas, WithoutAModelNothingHappens) {
    graph().setFocus();
    for (const Qt::Key each : {Qt::Key_Tab, Qt::Key_Down, Qt::Key_Right, Qt::Key_BracketRight,
                               Qt::Key_Return, Qt::Key_Home})
        key(each);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, {50, 50});
    test::drag(graph(), {10, 10}, {300, 300}, Qt::LeftButton, Qt::ShiftModifier);
    EXPECT_TRUE(test::menuAt(graph(), {50, 50}).empty());
    EXPECT_EQ(test::toolTipAt(graph(), {50, 50}), QString());
    EXPECT_EQ(graph().nodesInView(), 0U);
    EXPECT_FALSE(document().currentNode());
}

TEST_F(GraphCanvas, ATipOfANodeSaysItsAttributesAndWhyItRunsThere) {
    open(test::kSample);
    document().setCurrentNode(node("neck/norm"));
    const QString tip = test::toolTipAt(graph(), middleOf("neck/norm"));
    EXPECT_TRUE(tip.startsWith(QStringLiteral("<b>LayerNormalization</b> neck/norm<br>")))
        << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("<br>axis = "))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("ascend310 has no LayerNormalization")));
}

TEST_F(GraphCanvas, ATipOfAPortHasItsNameAndType) {
    openText(kFork);
    const auto input = graph().painter().boxRect(boxOf(SceneBox::Kind::input)).center();
    const QString tip = test::toolTipAt(graph(), at(input));
    EXPECT_TRUE(tip.startsWith(QStringLiteral("<b>x</b><br>"))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("64"))) << tip.toStdString();
}

TEST_F(GraphCanvas, ATipOfALineSaysItsTensorAndSize) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,64] x) => (float[1,64] y) { a = Relu(x)  y = Neg(a) })");
    const GraphScene& scene = document().scene();
    for (const Route& route : scene.layout.routes) {
        const auto points = scene.layout.pointsOf(route);
        const QPointF middle((points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2);
        const auto& value = document().model().value(scene.nets[route.net].value);
        const QString tip = test::toolTipAt(graph(), at(middle));
        EXPECT_TRUE(tip.startsWith(
            QStringLiteral("<b>%1</b><br>").arg(QString::fromStdString(value->name))))
            << tip.toStdString();
        EXPECT_TRUE(tip.endsWith(QString::fromUtf8(" · 256 B"))) << tip.toStdString();
    }
    const QPointF outside = graph().painter().bounds().bottomRight() + QPointF(20, 20);
    EXPECT_EQ(test::toolTipAt(graph(), at(outside)), QString());
}

TEST_F(GraphCanvas, ATipOfABoundaryIsThatOfItsTensor) {
    open(test::kSample);
    document().setCurrentNode(node("neck/norm"));
    const GraphScene& scene = document().scene();
    for (std::size_t net = 0; net < scene.nets.size(); ++net)
        if (scene.label(scene.nets[net])) {
            graph().centerOn(graph().painter().chipRect(net).center());
            const QString tip =
                test::toolTipAt(graph(), at(graph().painter().chipRect(net).center()));
            const auto& value = document().model().value(scene.nets[net].value);
            EXPECT_TRUE(tip.startsWith(
                QStringLiteral("<b>%1</b>").arg(QString::fromStdString(value->name))))
                << tip.toStdString();
        }
}

TEST_F(GraphCanvas, ATypeThatIsNotKnownIsSaidToBeSo) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18, "own" : 1]>
        g (float[2] x) => (float[2] y) { [odd] a = own.Odd(x)  [neg] y = Neg(a) })");
    const GraphScene& scene = document().scene();
    int said = 0;
    for (const Route& route : scene.layout.routes) {
        const auto points = scene.layout.pointsOf(route);
        const QPointF middle((points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2);
        said += test::toolTipAt(graph(), at(middle)).contains(QStringLiteral("type not known"));
    }
    EXPECT_EQ(said, 1);
}

TEST_F(GraphCanvas, LeftRightUpAndDownGoToTheNodeThere) {
    openText(kFork);
    key(Qt::Key_Down); // none yet: the first one
    EXPECT_EQ(current(), "one");
    key(Qt::Key_Up); // above it is an input only
    EXPECT_EQ(current(), "one");
    document().setCurrentNode(node("two"));
    const bool right = middleOf("three").x() > middleOf("two").x();
    key(right ? Qt::Key_Right : Qt::Key_Left);
    EXPECT_EQ(current(), "three");
    key(right ? Qt::Key_Right : Qt::Key_Left); // nothing beyond
    EXPECT_EQ(current(), "three");
    key(right ? Qt::Key_Left : Qt::Key_Right);
    EXPECT_EQ(current(), "two");
    key(Qt::Key_Down);
    EXPECT_EQ(current(), "four");
}

TEST_F(GraphCanvas, TabAndShiftTabWalkAroundPastThePorts) {
    openText(kFork);
    std::vector<std::string> names;
    for (int i = 0; i < 5; ++i) {
        key(Qt::Key_Tab);
        names.push_back(current());
    }
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 4U);
    EXPECT_EQ(names[4], names[0]);
    key(Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_EQ(current(), names[3]);
    document().setCurrentNode({});
    key(Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_EQ(current(), names[3]); // the last one
}

TEST_F(GraphCanvas, BracketsGoAroundTheBoundariesBothWays) {
    open(test::kSample);
    graph().setFocus();
    key(Qt::Key_BracketRight);
    EXPECT_EQ(current(), "neck/norm");
    key(Qt::Key_BracketRight);
    const std::string behind = current();
    EXPECT_NE(behind, "neck/norm");
    EXPECT_EQ(document().partitioning().providerOf(document().currentNode()), 0U);
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(current(), "neck/norm");
    document().setCurrentNode({});
    std::set<std::string> all;
    for (int i = 0; i < 20; ++i) {
        key(Qt::Key_BracketLeft);
        all.insert(current());
    }
    EXPECT_TRUE(all.count("neck/norm") && all.count(behind));
}

TEST_F(GraphCanvas, BracketsGoToBoundariesFromAListAsWellButAreTextInAField) {
    open(test::kSample);
    window.dock("boundaries")->raise();
    QApplication::processEvents();
    auto* list = window.panel("boundaries")->findChild<QTableView*>();
    list->setFocus();
    QTest::keyClick(list, Qt::Key_BracketRight);
    EXPECT_EQ(current(), "neck/norm");
    window.findBar().open();
    auto* text = window.findBar().findChild<QLineEdit*>();
    QTest::keyClicks(text, QStringLiteral("]["));
    EXPECT_EQ(text->text(), QStringLiteral("]["));
    EXPECT_EQ(current(), "neck/norm");
}

TEST_F(GraphCanvas, BackAndForwardFollowWhatWasLookedAt) {
    openText(kFork);
    for (const char* name : {"one", "two", "four"})
        QTest::mouseClick(&graph(), Qt::LeftButton, {}, middleOf(name));
    const auto back = [&] { QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier); };
    const auto forward = [&] { QTest::keyClick(&window, Qt::Key_Right, Qt::AltModifier); };
    back();
    EXPECT_EQ(current(), "two");
    back();
    back(); // no farther
    EXPECT_EQ(current(), "one");
    forward();
    EXPECT_EQ(current(), "two");
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, middleOf("three")); // in place of "four"
    forward();
    EXPECT_EQ(current(), "three");
    back();
    EXPECT_EQ(current(), "two");
}

TEST_F(GraphCanvas, ShiftAndTheWheelMoveSideways) {
    openText(kFork);
    const QRectF before = graph().visibleScene();
    test::turnWheel(graph(), {300, 300}, 1, Qt::ShiftModifier);
    EXPECT_NEAR(graph().visibleScene().left(), before.left() - 60 / graph().scale(), 1e-6);
    EXPECT_EQ(graph().visibleScene().top(), before.top());
    EXPECT_EQ(graph().visibleScene().size(), before.size());
}

TEST_F(GraphCanvas, ZoomHasLimitsAndHomeShowsTheGraphAgain) {
    openText(kFork);
    const QRectF fitted = graph().visibleScene();
    test::turnWheel(graph(), {300, 300}, 100);
    EXPECT_EQ(graph().scale(), 8);
    test::turnWheel(graph(), {300, 300}, -200);
    EXPECT_EQ(graph().scale(), 1e-4);
    key(Qt::Key_Home);
    EXPECT_EQ(graph().visibleScene(), fitted);
    EXPECT_EQ(graph().nodesInView(), document().scene().nodeBoxes);
}

TEST_F(GraphCanvas, TheMiddleButtonPansAndTheRightOneDoesNot) {
    openText(kFork);
    const QPointF before = graph().visibleScene().topLeft();
    test::drag(graph(), {400, 400}, {430, 450}, Qt::MiddleButton);
    EXPECT_EQ(graph().visibleScene().topLeft(), before - QPointF(30, 50) / graph().scale());
    const QPointF now = graph().visibleScene().topLeft();
    test::drag(graph(), {400, 400}, {500, 500}, Qt::RightButton);
    EXPECT_EQ(graph().visibleScene().topLeft(), now);
    QTest::mouseClick(&graph(), Qt::MiddleButton, {}, middleOf("two"));
    EXPECT_EQ(current(), "");
}

TEST_F(GraphCanvas, TheGraphKeepsItsFitUntilItIsMoved) {
    openText(kFork);
    const auto middle = [&] {
        return (at(graph().painter().bounds().center()) - graph().rect().center()).x();
    };
    EXPECT_LE(std::abs(middle()), 1);
    window.resize(1100, 800);
    QApplication::processEvents(); // beside the legend now, but still whole
    EXPECT_TRUE(
        QRectF(graph().rect()).contains(graph().toDevice().mapRect(graph().painter().bounds())));
    test::drag(graph(), {400, 500}, {460, 500});
    const QRectF moved = graph().visibleScene();
    window.resize(1300, 900);
    QApplication::processEvents();
    const QRectF wider = graph().visibleScene();
    EXPECT_GT(wider.width(), moved.width());
    EXPECT_NEAR(wider.center().x(), moved.center().x(), 1) << "the middle stays in the middle";
    EXPECT_NEAR(wider.top(), moved.top(), 1);
}

TEST_F(GraphCanvas, TheFirstNodesAreNotBelowTheLegend) {
    open(test::kSample);
    const auto* legend = window.findChild<Legend*>();
    ASSERT_TRUE(legend->isVisible());
    for (std::size_t i = 0; i < document().scene().boxes.size(); ++i)
        EXPECT_FALSE(graph()
                         .toDevice()
                         .mapRect(graph().painter().boxRect(i))
                         .intersects(legend->geometry()));
}

TEST_F(GraphCanvas, AGraphWiderThanTheViewStartsAtItsFirstBox) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) {
        [first] a = Neg(x))";
    std::string sum = "a";
    for (int i = 0; i < 60; ++i) {
        const std::string n = std::to_string(i);
        text += "  b" + n + " = Relu(a)";
        sum += ", b" + n;
    }
    openText(text + "  y = Sum(" + sum + ") }");
    ASSERT_GT(graph().painter().bounds().width() * graph().scale(), graph().width());
    EXPECT_EQ(graph().scale(), 1); // readable
    const int x = at(graph().painter().boxRect(0).center()).x();
    EXPECT_TRUE(x > 0 && x < graph().width());
}

TEST_F(GraphCanvas, ANodeThatIsSelectedElsewhereComesIntoViewReadably) {
    open(test::kSample);
    graph().setScale(0.1, {0, 0});
    graph().centerOn({100'000, 100'000});
    document().setCurrentNode(node("neck/norm"));
    EXPECT_EQ(graph().scale(), 1);
    EXPECT_TRUE(graph().rect().contains(middleOf("neck/norm")));
    // What is in view, and not covered, stays where it is.
    const QRectF before = graph().visibleScene();
    document().setCurrentNode({});
    document().setCurrentNode(node("neck/norm"));
    EXPECT_EQ(graph().visibleScene(), before);
    // What is covered by the minimap does not.
    const auto* minimap = window.findChild<Minimap*>();
    ASSERT_TRUE(minimap->isVisible());
    const QPointF away = QPointF(minimap->geometry().center() - middleOf("neck/norm"));
    graph().centerOn(graph().visibleScene().center() - away / graph().scale());
    ASSERT_TRUE(minimap->geometry().contains(middleOf("neck/norm")));
    document().setCurrentNode({});
    document().setCurrentNode(node("neck/norm"));
    EXPECT_FALSE(minimap->geometry().contains(middleOf("neck/norm")));
}

TEST_F(GraphCanvas, AClickOnTheEndOfALongLineGoesToItsStart) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) {
        [start] a0 = Relu(x))";
    for (int i = 0; i < 45; ++i)
        text += "  a" + std::to_string(i + 1) + " = Neg(a" + std::to_string(i) + ")";
    openText(text + "  [end] y = Add(a45, a0) }");
    document().setCurrentNode(node("end"));
    document().setCurrentNode({});
    ASSERT_EQ(graph().painter().stubs().size(), 1U);
    const Rect& place = graph().painter().stubs()[0].place;
    QTest::mouseClick(&graph(), Qt::LeftButton, {},
                      at({(place.left + place.right) / 2, (place.top + place.bottom) / 2}));
    EXPECT_EQ(current(), "start");
    EXPECT_TRUE(graph().rect().contains(middleOf("start")));
}

TEST_F(GraphCanvas, AClickBesideEverythingSelectsNothing) {
    openText(kFork);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, middleOf("two"));
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, {5, graph().height() - 5});
    EXPECT_EQ(current(), "");
    const auto port = graph().painter().boxRect(boxOf(SceneBox::Kind::input)).center();
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, at(port)); // an input is a tensor
    EXPECT_EQ(current(), "");
    EXPECT_EQ(document().model().value(document().currentTensor())->name, "x");
    // Beside a tensor, the panels are told as well: they show the model again.
    const QSignalSpy told(&document(), &DocumentController::currentNodeChanged);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, {5, graph().height() - 5});
    EXPECT_FALSE(document().currentTensor());
    EXPECT_EQ(told.count(), 1);
}

TEST_F(GraphCanvas, CtrlClicksAddAndTakeAwayNodes) {
    openText(kFork);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, middleOf("two"));
    QTest::mouseClick(&graph(), Qt::LeftButton, Qt::ControlModifier, middleOf("three"));
    EXPECT_EQ(document().selection(), (std::vector{node("two"), node("three")}));
    EXPECT_EQ(graph().marks().selected.size(), 2U);
    const auto port = graph().painter().boxRect(boxOf(SceneBox::Kind::input)).center();
    QTest::mouseClick(&graph(), Qt::LeftButton, Qt::ControlModifier, at(port));
    EXPECT_EQ(document().selection().size(), 2U);
    QTest::mouseClick(&graph(), Qt::LeftButton, Qt::ControlModifier, middleOf("two"));
    EXPECT_EQ(document().selection(), std::vector{node("three")});
}

TEST_F(GraphCanvas, TheBandIsSeenAndSelectsWhatItTouches) {
    openText(kFork);
    const QRect box =
        graph()
            .toDevice()
            .mapRect(graph().painter().boxRect(*document().scene().boxOf(node("one"))))
            .toAlignedRect();
    const QPoint from = box.topLeft() - QPoint(40, 12), to = box.center();
    QTest::mousePress(&graph(), Qt::LeftButton, Qt::ShiftModifier, from);
    test::moveMouse(graph(), to, Qt::LeftButton);
    EXPECT_EQ(graph().cursor().shape(), Qt::CrossCursor);
    const QRect left(from.x() - 1, from.y() + 2, 3, box.height() / 2);
    EXPECT_GE(test::pixelsOf(test::pictureOf(graph()), graph().theme().accent, left),
              box.height() / 2);
    QTest::mouseRelease(&graph(), Qt::LeftButton, Qt::ShiftModifier, to);
    EXPECT_EQ(test::pixelsOf(test::pictureOf(graph()), graph().theme().accent, left), 0);
    EXPECT_EQ(document().selection(), std::vector{node("one")});
}

TEST_F(GraphCanvas, TheNameOfANodeIsCopied) {
    openText(kFork);
    const auto texts = test::menuAt(graph(), middleOf("three"), QStringLiteral("Copy name"));
    EXPECT_TRUE(texts.contains(QStringLiteral("Copy name")));
    EXPECT_FALSE(texts.contains(QStringLiteral("Open its body")));
    EXPECT_FALSE(texts.contains(QStringLiteral("Close its group")));
    EXPECT_EQ(current(), "three");
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("three"));
}

TEST_F(GraphCanvas, TheMenuOfANodeKeepsItFromAProvider) {
    openText(kFork);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, middleOf("two"));
    // By the menu key, for the current node, wherever the pointer is.
    const auto texts = test::menuAt(graph(), {5, 5}, {}, QContextMenuEvent::Keyboard);
    const QStringList excluding = texts.filter(QStringLiteral("Must not run on"));
    ASSERT_EQ(excluding.size(), 2);
    QSignalSpy placed(&document(), &DocumentController::partitioningChanged);
    test::menuAt(graph(), middleOf("two"), excluding[0]);
    ASSERT_TRUE(waitFor([&] { return placed.count() == 1; }));
    EXPECT_EQ(document().partitioning().providerOf(node("two")), 1U);
    test::menuAt(graph(), middleOf("two"), excluding[0]); // it is checked, so this is "may"
    ASSERT_TRUE(waitFor([&] { return placed.count() == 2; }));
    EXPECT_TRUE(document().partitionOptions().excluded.empty());
}

TEST_F(GraphCanvas, ABodyOpensByDoubleClickByEnterAndByTheMenu) {
    openText(kLoop);
    const auto inside = [&] { return document().scene().graph != document().model().mainGraph(); };
    const auto leave = [&] {
        ASSERT_TRUE(waitFor(inside));
        graph().setFocus();
        key(Qt::Key_Backspace);
        ASSERT_TRUE(waitFor([&] { return !inside(); }));
    };
    QTest::mouseDClick(&graph(), Qt::LeftButton, {}, {5, graph().height() - 5}); // on nothing
    QTest::mouseDClick(&graph(), Qt::LeftButton, {}, middleOf("loop"));
    leave();
    document().setCurrentNode(node("loop"));
    key(Qt::Key_Return);
    leave();
    EXPECT_TRUE(test::menuAt(graph(), middleOf("loop"), QStringLiteral("Open its body"))
                    .contains(QStringLiteral("Open its body")));
    leave();
}

TEST_F(GraphCanvas, AGroupOpensByDoubleClickAndClosesByItsMenu) {
    open(test::kSample);
    collapse();
    const auto boxes = [&] { return document().scene().boxes.size(); };
    const std::size_t closed = boxes();
    const NodeId first = document().scene().boxes[boxOf(SceneBox::Kind::group)].node;
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, middleOfGroup());
    EXPECT_EQ(document().currentNode(), first);
    EXPECT_EQ(boxes(), closed); // a click does not open it
    QTest::mouseClick(&graph(), Qt::LeftButton, Qt::ControlModifier, middleOfGroup());
    EXPECT_LE(document().selection().size(), 1U);
    QTest::mouseDClick(&graph(), Qt::LeftButton, {}, middleOfGroup());
    ASSERT_TRUE(waitFor([&] { return boxes() > closed; }));
    while (document().scene().boxes[*document().scene().boxOf(first)].kind ==
           SceneBox::Kind::group) { // a group in it
        const std::size_t now = boxes();
        graph().setFocus();
        key(Qt::Key_Return);
        ASSERT_TRUE(waitFor([&] { return boxes() > now; }));
    }
    const std::size_t open = boxes();
    document().setCurrentNode(first);
    const QString close = QStringLiteral("Close its group");
    EXPECT_TRUE(test::menuAt(graph(), graph().boxCenter(first), close).contains(close));
    EXPECT_TRUE(waitFor([&] { return boxes() < open; }));
}

TEST_F(GraphCanvas, TheMenuOfAGroupOpensItAndItsTipNamesIt) {
    open(test::kSample);
    collapse();
    const SceneBox group = document().scene().boxes[boxOf(SceneBox::Kind::group)];
    const QString tip = test::toolTipAt(graph(), middleOfGroup());
    EXPECT_EQ(tip, QStringLiteral("<b>%1</b><br>%2")
                       .arg(toQString(group.title), toQString(group.detail).toHtmlEscaped()));
    const std::size_t closed = document().scene().boxes.size();
    const QString item = QStringLiteral("Open this group");
    EXPECT_EQ(test::menuAt(graph(), middleOfGroup(), item).front(), item);
    EXPECT_TRUE(waitFor([&] { return document().scene().boxes.size() > closed; }));
}

} // namespace
} // namespace partita
