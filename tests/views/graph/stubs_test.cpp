// Lines that are too long to draw, and counts that agree with the headline.

#include <QStatusBar>
#include <fstream>

#include "core/session/placed_order.h"
#include "tests/support/gestures.h"
#include "tests/support/window.h"
#include "views/text/elided_line.h"

namespace partita {
namespace {

class LongLines : public test::Window {
protected:
    LongLines() {
        std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) { [start] a0 = Relu(x))";
        for (int i = 0; i < 45; ++i)
            text += "  a" + std::to_string(i + 1) + " = Neg(a" + std::to_string(i) + ")";
        openText(text + "  [end] y = Add(a45, a0) }");
        window.document().setCurrentNode(node("end"));
        window.document().setCurrentNode({});
    }
    void openText(const std::string& text) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text);
        open(QString::fromStdString((folder / "m.onnx").string()));
    }
    GraphView& graph() { return window.graph(); }
    QPoint stub() {
        const Rect& place = graph().painter().stubs().at(0).place;
        return graph()
            .toDevice()
            .map(QPointF((place.left + place.right) / 2, (place.top + place.bottom) / 2))
            .toPoint();
    }
    QImage picture() { return graph().grab().toImage(); }
    test::TemporaryFolder folder;
};

TEST_F(LongLines, TheWholeLineIsDrawnWhileThePointerIsOnItsEnd) {
    const QImage without = picture();
    test::moveMouse(graph(), stub());
    EXPECT_EQ(graph().marks().hoverStub, 0);
    EXPECT_NE(picture(), without);
    EXPECT_EQ(graph().cursor().shape(), Qt::PointingHandCursor);
    const QString tip = test::toolTipAt(graph(), stub());
    const auto& placed = window.document().partitioning();
    const QString wanted = QString::fromStdString(placed.badge(*placed.partition(node("start")))) +
                           QStringLiteral(" from start · 46 ranks up");
    EXPECT_TRUE(tip.contains(wanted)) << tip.toStdString();
    test::moveMouse(graph(), {4, graph().height() - 4});
    EXPECT_EQ(graph().marks().hoverStub, -1);
    EXPECT_EQ(picture(), without);
}

TEST_F(LongLines, AltLeftComesBackFromTheOtherEnd) {
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, stub());
    EXPECT_EQ(window.document().currentNode(), node("start"));
    window.activateWindow();
    graph().setFocus();
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(window.document().currentNode(), node("end"));
    EXPECT_TRUE(graph().rect().contains(graph().boxCenter(node("end"))));
}

TEST_F(LongLines, AnInputAtTheOtherEndIsSelectedAsATensor) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { a0 = Relu(x))";
    for (int i = 0; i < 45; ++i)
        text += "  a" + std::to_string(i + 1) + " = Neg(a" + std::to_string(i) + ")";
    openText(text + "  [end] y = Add(a45, x) }");
    window.document().setCurrentNode(node("end"));
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, stub());
    const auto& value = window.document().model().value(window.document().currentTensor());
    ASSERT_TRUE(value);
    EXPECT_EQ(value->name, "x");
}

TEST_F(LongLines, TheStatusLineCountsWhatTheHeadlineCounts) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[4] x) => (float[4] y) {
          a = Relu(x)  k = Constant <value_float = 1.0> ()  n = Neg(k)  s = Add(a, n)
          y = If(c) < then_branch = t () => (float[4] p) { p = Abs(s) },
                      else_branch = e () => (float[4] q) { q = Neg(s) }> })");
    const auto nodes = window.document().partitioning().summary.nodes;
    QStringList texts;
    for (auto* line : window.statusBar()->findChildren<QLabel*>())
        texts += line->text();
    const QString wanted = QStringLiteral("%1 nodes placed, ").arg(nodes);
    EXPECT_TRUE(texts.join(QLatin1Char('|')).contains(wanted))
        << texts.join(QLatin1Char('|')).toStdString() << " has no " << wanted.toStdString();
}

TEST_F(LongLines, TheSizesOfPartitionsAddUpToTheNodesOfTheHeadline) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[4] x) => (float[4] y) {
          a = Relu(x)
          y = If(c) < then_branch = t () => (float[4] p) { b = Mish(a)  p = Abs(b) },
                      else_branch = e () => (float[4] q) { q = Neg(a) }> })");
    const auto& placed = window.document().partitioning();
    const auto sizes = partitionSizes(placed);
    std::size_t sum = 0;
    for (std::size_t i = 1; i < sizes.size(); ++i)
        sum += sizes[i];
    EXPECT_EQ(sum, placed.summary.nodes);
    EXPECT_EQ(window.document().scene().partitionNodes.size(), sizes.size());
}

} // namespace
} // namespace partita
