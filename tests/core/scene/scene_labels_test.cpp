// What is drawn beside boxes and lines hides as little as possible.

#include <gtest/gtest.h>

#include "core/onnx/parse_text.h"
#include "tests/support/drawings.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::textWidth, test::drawingOf, test::allShapes;

GraphScene labelledScene(const Model& model, GraphId graph) {
    SceneOptions options;
    options.textWidth = textWidth;
    auto scene = buildScene(model, graph, nullptr, options);
    EXPECT_TRUE(scene);
    return *std::move(scene);
}

GraphScene labelledScene(const std::string& text) {
    const Model model = test::modelFromText(text);
    return labelledScene(model, model.mainGraph());
}

std::size_t count(const Drawing& drawing, std::string_view words) {
    return static_cast<std::size_t>(
        std::ranges::count(allShapes<DrawnText>(drawing), words, &DrawnText::words));
}

/// `inputs` nodes side by side that one Concat reads.
std::string fanIn(int inputs) {
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[n] y) {)";
    std::string list;
    for (int i = 0; i < inputs; ++i) {
        text += "  [n" + std::to_string(i) + "] v" + std::to_string(i) + " = Relu(x)\n";
        list += (i ? ", v" : "v") + std::to_string(i);
    }
    return text + "  [join] y = Concat <axis = 0> (" + list + ")\n}";
}

TEST(SceneLabels, ABundleIsOneThickLineWithItsCount) {
    const SceneDrawing about = drawingOf(labelledScene(fanIn(90)));
    const Drawing drawing = about.drawing({});
    EXPECT_EQ(count(drawing, "×90"), 1U);
    int thick = 0;
    for (const DrawnLine& line : allShapes<DrawnLine>(drawing))
        thick += line.pen && line.pen->width == 3;
    EXPECT_GE(thick, 2);
    EXPECT_LE(thick, 4);
    EXPECT_EQ(count(drawingOf(labelledScene(fanIn(8))).drawing({}), "×8"), 0U);
}

TEST(SceneLabels, TheLinesOfABundleFanOutUnderThePointer) {
    const SceneDrawing about = drawingOf(labelledScene(fanIn(20)));
    const auto slanted = [&](const DrawingMarks& marks) {
        const Drawing drawing = about.drawing(marks);
        int lines = 0;
        for (const DrawnLine& line : allShapes<DrawnLine>(drawing))
            if (const auto points = drawing.pointsOf(line); points.size() == 2)
                lines += std::abs(points[0].x - points[1].x) > 1 &&
                         std::abs(points[0].y - points[1].y) > 1;
        return lines;
    };
    EXPECT_EQ(slanted({}), 0);
    DrawingMarks marks;
    marks.hover = about.scene().layout.bundles.at(0).target;
    EXPECT_GE(slanted(marks), 18);
}

/// Every second node on another provider, so that each line has a chip.
GraphScene withChips(const std::string& text, double room = SceneMetrics::chipHeight) {
    GraphScene scene = labelledScene(text);
    scene.providerNames = {{"NPU", ""}, {"CPU", ""}};
    const SceneLabel chip{"1×64×56×56 fp32 · 784 KiB", 160};
    for (SceneNet& net : scene.nets) {
        net.kind = SceneNet::Kind::boundary;
        net.label = static_cast<std::int32_t>(scene.labels.size());
        scene.labels.push_back(chip);
    }
    LayoutInput input;
    input.boxes = scene.sizes;
    for (const SceneNet& net : scene.nets)
        input.nets.push_back(
            {net.source, {scene.targets(net).begin(), scene.targets(net).end()}, true, room});
    scene.layout = *layeredLayout(input);
    return scene;
}

TEST(SceneLabels, ChipsWithoutRoomBelowTheirBoxStandBesideIt) {
    const SceneDrawing about = drawingOf(withChips(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[4] y) {
             a = Relu(x) b = Neg(a) c = Abs(b) y = Exp(c) })",
        0));
    for (const std::uint32_t net : about.labelledNets())
        for (std::size_t box = 0; box < about.scene().boxes.size(); ++box)
            EXPECT_FALSE(about.boxRect(box).meets(about.chipRect(net)))
                << about.scene().boxes[box].title.str();
}

TEST(SceneLabels, ChipsLieOnNoBoxAndNotOnEachOther) {
    const SceneDrawing about = drawingOf(withChips(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[4] y, float[4] z) {
             a = Relu(x) b = Neg(x) c = Abs(a) d = Exp(b) y = Sqrt(c) z = Tanh(d) })"));
    const auto& nets = about.labelledNets();
    ASSERT_GE(nets.size(), 6U);
    for (const std::uint32_t net : nets) {
        const Rect& chip = about.chipRect(net);
        for (std::size_t box = 0; box < about.scene().boxes.size(); ++box)
            EXPECT_FALSE(about.boxRect(box).meets(chip)) << about.scene().boxes[box].title.str();
        for (const std::uint32_t other : nets)
            EXPECT_FALSE(other != net && about.chipRect(other).meets(chip));
        EXPECT_LE(chip.right, about.bounds().right);
        EXPECT_LE(chip.bottom, about.bounds().bottom);
    }
}

TEST(SceneLabels, TheNamesOfLongLinesAreApartFromEachOtherAndFromBoxes) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) {
        a0 = Relu(x) b = HardSwish(x) c = HardSwish(x) d = HardSwish(x) e = HardSwish(x))";
    for (int i = 0; i < 45; ++i)
        text += "  a" + std::to_string(i + 1) + " = Neg(a" + std::to_string(i) + ")";
    const SceneDrawing about = drawingOf(labelledScene(text + "  y = Sum(a45, a0, b, c, d, e) }"));
    const auto& stubs = about.stubs();
    ASSERT_GE(stubs.size(), 1U);
    for (std::size_t i = 0; i < stubs.size(); ++i) {
        for (std::size_t box = 0; box < about.scene().boxes.size(); ++box)
            EXPECT_FALSE(about.boxRect(box).meets(stubs[i].place))
                << stubs[i].text << " on " << about.scene().boxes[box].title.str();
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(stubs[j].place.meets(stubs[i].place)) << i << " " << j;
    }
    // They are drawn over lines, on a ground of their own.
    const Drawing drawing = about.drawing({});
    const auto lines = allShapes<DrawnLine>(drawing);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count_if(
                  lines, [](const DrawnLine& line) { return line.fill == Paint(Role::base); })),
              stubs.size());
}

TEST(SceneLabels, TheSignOfAGhostCoversNoBox) {
    GraphScene scene = labelledScene(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[4] y) {
             a = Relu(x) y = Neg(a) })");
    const std::uint32_t relu = *scene.boxOf(scene.boxes[1].node);
    const double beside = scene.sizes[relu].width / 2 + 4 + 40; // 4 pixels at the right of Relu
    PointF centre = scene.layout.centers[relu];
    centre.x += beside;
    scene.ghosts.push_back({NodeId{}, "Identity", {80, 24}, centre});
    const SceneDrawing about = drawingOf(std::move(scene));
    DrawingMarks marks;
    marks.marksGhosts = true;
    int signs = 0;
    for (const DrawnBox& each : allShapes<DrawnBox>(about.drawing(marks))) {
        if (each.fill != Paint(Role::bad))
            continue;
        ++signs;
        for (std::size_t box = 0; box < about.scene().boxes.size(); ++box)
            EXPECT_FALSE(about.boxRect(box).meets(each.place));
    }
    EXPECT_EQ(signs, 1);
}

TEST(SceneLabels, AGhostStepsAsideOfTheBoxInItsPlace) {
    GraphScene scene = labelledScene(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[4] y) {
             a = Relu(x) y = Neg(a) })");
    const std::uint32_t relu = *scene.boxOf(scene.boxes[1].node);
    scene.ghosts.push_back({NodeId{}, "Identity", {80, 24}, scene.layout.centers[relu]});
    const SceneDrawing about = drawingOf(std::move(scene));
    DrawingMarks marks;
    const Rect ghost = about.stepRect(marks);
    EXPECT_EQ(ghost.width(), 80);
    for (std::size_t box = 0; box < about.scene().boxes.size(); ++box)
        EXPECT_FALSE(about.boxRect(box).meets(ghost));
    EXPECT_LE(ghost.right, about.bounds().right);
    // Nor do the frame around it and the title of that hide anything.
    marks.stepTitle = "after";
    const Drawing drawing = about.drawing(marks);
    int parts = 0;
    for (const DrawnBox& each : allShapes<DrawnBox>(drawing)) {
        if (!each.border || each.border->paint != Paint(Role::accent))
            continue;
        ++parts;
        for (std::size_t box = 0; box < about.scene().boxes.size(); ++box)
            EXPECT_FALSE(about.boxRect(box).meets(each.place));
    }
    EXPECT_EQ(parts, 2);
}

TEST(SceneLabels, ABodyShowsWhatItReadsFromOutside) {
    const Model model = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[2] x) => (float[2] y) {
          [outer] o = Abs(x)
          [k] k = Constant <value = float[2] {1, 2}> ()
          [choice] y = If(c) <
            then_branch = t () => (float[2] u) { [inner] i = Neg(o) [more] j = Add(i, k) [again] u = Mul(j, o) },
            else_branch = e () => (float[2] v) { [deep] v = If(c) <
              then_branch = tt () => (float[2] p) { [p] p = Exp(x) },
              else_branch = ee () => (float[2] q) { [q] q = Identity(o) }> }> })");
    const auto bodies = model.node(test::nodeNamed(model, "choice"))->subgraphs();
    ASSERT_EQ(bodies.size(), 2U);
    const auto captured = [&](GraphId graph) {
        std::vector<std::string> names;
        for (const SceneBox& box : labelledScene(model, graph).boxes)
            if (box.kind == SceneBox::Kind::captured)
                names.push_back(box.title.str());
        return names;
    };
    EXPECT_EQ(captured(bodies[0]), (std::vector<std::string>{"o"}));
    EXPECT_EQ(captured(bodies[1]), (std::vector<std::string>{"c", "x", "o"}));
    EXPECT_TRUE(captured(model.mainGraph()).empty());
    const GraphScene scene = labelledScene(model, bodies[0]);
    const auto& pill = *std::ranges::find(scene.boxes, SceneBox::Kind::captured, &SceneBox::kind);
    EXPECT_EQ(pill.node, test::nodeNamed(model, "outer"));
    const auto net = std::ranges::find(scene.nets, pill.value, &SceneNet::value);
    ASSERT_NE(net, scene.nets.end());
    EXPECT_EQ(net->targetCount, 2U);
    const auto boxes = allShapes<DrawnBox>(drawingOf(scene).drawing({}));
    EXPECT_EQ(std::ranges::count_if(boxes,
                                    [](const DrawnBox& box) {
                                        return box.border && box.border->dash == Pen::Dash::dashed;
                                    }),
              1);
}

} // namespace
} // namespace partita
