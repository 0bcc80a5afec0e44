// A folded picture in columns.

#include <gtest/gtest.h>

#include "core/scene/scene_drawing.h"
#include "core/session/partitioner.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

double columnTextWidth(const std::string& text, bool) {
    return 7.0 * static_cast<double>(text.size());
}

constexpr LayoutInput::Box kView{1600, 1000};

struct Folded {
    explicit Folded(std::size_t nodes, LayoutInput::Box view = kView)
        : model(test::largeModel(nodes)), placed(*partitionModel(model, *makeProviders({}))) {
        options.textWidth = columnTextWidth;
        options.collapse = true;
        options.view = view;
        scene = *buildScene(model, model.mainGraph(), &placed, options);
    }
    Model model;
    Partitioning placed;
    SceneOptions options;
    GraphScene scene;
};

Rect rectOf(const GraphScene& scene, std::size_t box) {
    return Rect::at(scene.left(box), scene.top(box), scene.sizes[box].width,
                    scene.sizes[box].height);
}

TEST(SceneColumns, ALongStripTakesTheShapeOfTheView) {
    const Folded strip(50'000, {}), columns(50'000);
    ASSERT_TRUE(strip.scene.strip.empty());
    ASSERT_GT(strip.scene.layout.height, 4 * strip.scene.layout.width);
    ASSERT_FALSE(columns.scene.strip.empty());
    const double shape = columns.scene.layout.width / columns.scene.layout.height;
    EXPECT_GT(shape, 0.8);
    EXPECT_LT(shape, 3.2);
    const Folded upright(50'000, {500, 1000});
    EXPECT_LT(upright.scene.layout.width / upright.scene.layout.height, shape);
}

TEST(SceneColumns, NoTwoBoxesLieOnOneAnother) {
    const GraphScene scene = Folded(50'000).scene;
    for (std::size_t a = 0; a < scene.boxes.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            ASSERT_FALSE(rectOf(scene, a).meets(rectOf(scene, b))) << a << " and " << b;
}

TEST(SceneColumns, LinesBeginAndEndAtTheirBoxesAndGoStraight) {
    const GraphScene scene = Folded(50'000).scene;
    std::size_t drawn = 0;
    for (const Route& route : scene.layout.routes) {
        if (route.isStub())
            continue;
        ++drawn;
        const auto points = scene.layout.pointsOf(route);
        const SceneNet& net = scene.nets[route.net];
        const Rect source = rectOf(scene, net.source),
                   target = rectOf(scene, scene.targets(net)[route.target]);
        EXPECT_NEAR(points.front().y, source.bottom, 0.5);
        EXPECT_NEAR(points.back().y, target.top, 0.5);
        for (std::size_t i = 1; i < points.size(); ++i)
            EXPECT_TRUE(std::abs(points[i].x - points[i - 1].x) < 0.01 ||
                        std::abs(points[i].y - points[i - 1].y) < 0.01);
    }
    EXPECT_GT(drawn, scene.layout.routes.size() / 2) << "the next column is reached by a line";
}

TEST(SceneColumns, WhatFitsTheViewStaysAStrip) {
    const Folded small(2500, {1600, 20'000});
    EXPECT_TRUE(small.scene.strip.empty());
    EXPECT_TRUE(small.scene.rules.empty());
}

TEST(SceneColumns, APictureOfColumnsCanBeOpenedAndFoldedAgain) {
    Folded folded(50'000);
    GraphScene before = folded.scene;
    ASSERT_FALSE(before.groups.empty());
    folded.options.previous = &before;
    folded.options.expanded.insert(before.groups[before.groups.size() / 2].key);
    const GraphScene opened =
        *buildScene(folded.model, folded.model.mainGraph(), &folded.placed, folded.options);
    EXPECT_GT(opened.boxes.size(), before.boxes.size());
    for (std::size_t a = 0; a < opened.boxes.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            ASSERT_FALSE(rectOf(opened, a).meets(rectOf(opened, b)));
    folded.options.previous = &opened;
    folded.options.expanded.clear();
    const GraphScene again =
        *buildScene(folded.model, folded.model.mainGraph(), &folded.placed, folded.options);
    EXPECT_NEAR(again.layout.height, before.layout.height, before.layout.height / 10);
}

TEST(SceneColumns, ARuleStandsWhereAPartitionBegins) {
    // A chain of layers with one part in the middle that the device does not run.
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 20]> g (float[4] v0) => (float[4] y) {)";
    constexpr int kNodes = 600;
    for (int i = 0; i < kNodes; ++i)
        text += "  " + (i + 1 == kNodes ? std::string("y") : "v" + std::to_string(i + 1)) + " = " +
                (i % 120 >= 90 ? "Gelu"
                 : i % 7       ? "Relu"
                               : "Abs") +
                "(v" + std::to_string(i) + ")\n";
    const Model model = test::modelFromText(text + "}");
    const auto placed = *partitionModel(model, *makeProviders({}));
    ASSERT_GT(placed.partitions.size(), 4U);
    SceneOptions options;
    options.textWidth = columnTextWidth;
    options.collapse = true;
    options.view = {500, 300};
    const GraphScene scene = *buildScene(model, model.mainGraph(), &placed, options);
    ASSERT_FALSE(scene.strip.empty());
    EXPECT_GE(scene.rules.size(), placed.partitions.size() - 2);
    for (const SceneRule& rule : scene.rules)
        for (std::size_t box = 0; box < scene.boxes.size(); ++box)
            EXPECT_FALSE(rectOf(scene, box).meets(Rect::between(rule.from, rule.to).grown(0.5)));
    const SceneDrawing drawing(std::make_shared<const GraphScene>(scene),
                               DrawingText::english(columnTextWidth));
    const Drawing drawn = drawing.drawing({});
    std::size_t badges = 0;
    for (const DrawnShape& shape : drawn.shapes)
        if (const auto* words = std::get_if<DrawnText>(&shape))
            badges += words->title && words->words == "C2";
    EXPECT_GE(badges, 1U);
}

} // namespace
} // namespace partita
