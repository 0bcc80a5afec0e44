#include <gtest/gtest.h>

#include "core/scene/aligned_scenes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::nodeNamed;

GraphScene plainScene(const Model& model) {
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 7.0 * static_cast<double>(text.size());
    };
    auto scene = buildScene(model, model.mainGraph(), nullptr, options);
    EXPECT_TRUE(scene);
    return *std::move(scene);
}

const char* const kText = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) { [a] s = Relu(x) [b] t = Exp(s) [c] u = Neg(t) [d] y = Abs(u) })";

double heightOf(const GraphScene& scene, const Model& model, const char* node) {
    return scene.layout.centers[*scene.boxOf(nodeNamed(model, node))].y;
}

/// Moves everything below a node down, as a label under it does.
void moveBelow(GraphScene& scene, double y, double by) {
    for (PointF& centre : scene.layout.centers)
        centre.y += centre.y > y ? by : 0;
    for (PointF& point : scene.layout.points)
        point.y += point.y > y + 20 ? by : 0;
    scene.layout.height += by;
}

TEST(AlignedScenes, WhatBothShowIsAtTheSameHeight) {
    const Model model = test::modelFromText(kText);
    GraphScene one = plainScene(model), two = one;
    moveBelow(one, heightOf(one, model, "a"), 30);
    moveBelow(two, heightOf(two, model, "c"), 50);
    alignScenes(one, two);
    for (const char* node : {"a", "b", "c", "d"})
        EXPECT_DOUBLE_EQ(heightOf(one, model, node), heightOf(two, model, node)) << node;
    // Nothing comes nearer than it was in either of them.
    EXPECT_GE(heightOf(one, model, "b") - heightOf(one, model, "a"), 30);
    EXPECT_GE(heightOf(one, model, "d") - heightOf(one, model, "c"), 50);
}

TEST(AlignedScenes, LinesStillEndAtTheirBoxes) {
    const Model model = test::modelFromText(kText);
    GraphScene one = plainScene(model), two = one;
    moveBelow(two, heightOf(two, model, "b"), 40);
    alignScenes(one, two);
    for (const Route& route : one.layout.routes) {
        const auto points = one.layout.pointsOf(route);
        const SceneNet& net = one.nets[route.net];
        const std::uint32_t target = one.targets(net)[route.target];
        EXPECT_NEAR(points.back().y, one.top(target), 1e-6);
        EXPECT_NEAR(points.front().y, one.top(net.source) + one.sizes[net.source].height, 1e-6);
    }
}

TEST(AlignedScenes, ScenesWithNothingInCommonStayAsTheyAre) {
    const Model model = test::modelFromText(kText);
    GraphScene one = plainScene(model), two;
    const Layout before = one.layout;
    alignScenes(one, two);
    EXPECT_EQ(one.layout.centers, before.centers);
    EXPECT_EQ(one.layout.points, before.points);
}

} // namespace
} // namespace partita
