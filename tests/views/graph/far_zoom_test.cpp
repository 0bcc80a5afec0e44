// What is drawn of nodes that are smaller than a pixel, and where a graph starts.

#include <QAction>
#include <fstream>

#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {
namespace {

class FarZoom : public test::Window {
protected:
    void openText(const std::string& text) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text);
        open(QString::fromStdString((folder / "m.onnx").string()));
        window.findChild<Legend*>()->hide();
        window.findChild<Minimap*>()->hide();
    }
    void zoom(double scale) {
        graph().setScale(scale, {0, 0});
        graph().centerOn(graph().painter().bounds().center());
    }
    GraphView& graph() { return window.graph(); }
    test::TemporaryFolder folder;
};

TEST_F(FarZoom, NoNodeIsLostBetweenTheLinesOfTheScreen) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] v0) => (float[2] v300) {)";
    for (int i = 0; i < 300; ++i)
        text += " v" + std::to_string(i + 1) + " = " + (i % 2 ? "Neg" : "Relu") + "(v" +
                std::to_string(i) + ")";
    openText(text + "}");
    zoom(0.013);
    const QImage picture = test::pictureOf(graph());
    const QRect place = graph()
                            .toDevice()
                            .mapRect(graph().painter().bounds())
                            .toAlignedRect()
                            .adjusted(0, 4, 0, -4);
    const QColor band = graph().theme().provider(0, false).band;
    int lines = 0;
    for (int y = place.top(); y <= place.bottom(); ++y)
        lines += test::pixelsOf(picture, band, {0, y, graph().width(), 1}) > 0;
    EXPECT_GE(lines, place.height() * 95 / 100) << "of " << place.height();
}

TEST_F(FarZoom, AFoldedNodeIsPaleFromAfarAsItIsNear) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) {
          [one] a = Relu(x) [gone] b = Identity(a) [two] y = Neg(b) })");
    ASSERT_TRUE(window.document().partitioning().isFolded(node("gone")));
    zoom(0.1);
    const QPointF middle =
        graph().painter().boxRect(*window.document().scene().boxOf(node("gone"))).center();
    const QPoint at = graph().toDevice().map(middle).toPoint();
    EXPECT_EQ(test::pictureOf(graph()).pixelColor(at), graph().theme().lineStrong);
}

TEST_F(FarZoom, ColoursThatWereChosenAreSeenAtEveryZoom) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] v0) => (float[2] v200) {)";
    for (int i = 0; i < 200; ++i)
        text += " v" + std::to_string(i + 1) + " = " + (i < 100 ? "Neg" : "Relu") + "(v" +
                std::to_string(i) + ")";
    openText(text + "}");
    for (const char* id : {"legend", "minimap", "colourOperator"})
        window.action(id)->trigger(); // the first two would be in the picture
    const NodeColouring& colouring = graph().colouring();
    ASSERT_TRUE(colouring.isOn());
    for (const double scale : {0.1, 0.03, 0.006}) {
        zoom(scale);
        const QImage picture = test::pictureOf(graph());
        for (std::size_t key = 0; key < 2; ++key)
            EXPECT_GT(test::pixelsOf(picture, graph().theme().colour(NodeColouring::keyPaint(key)),
                                     graph().rect()),
                      0)
                << colouring.keys.at(key).first << " at " << scale;
        EXPECT_GT(test::pixelsOf(picture, graph().theme().lineStrong, graph().rect()), 0)
            << "what has the colour of the canvas is set apart from it, at " << scale;
    }
}

} // namespace
} // namespace partita
