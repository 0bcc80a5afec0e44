// Which nodes have a box, and which lines are boundaries.

#include <algorithm>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/scene/graph_scene.h"
#include "core/session/placement.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Model opset19(const std::string& graph) {
    return inferShapesOrWarn(
        test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 19]> )" + graph));
}

GraphScene pictureOf(const Model& model, const Partitioning* placed) {
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 6 * static_cast<double>(text.size());
    };
    return *buildScene(model, model.mainGraph(), placed, options);
}

TEST(GraphScene, AConstantThatIsFoldedCrossesNoBoundary) {
    const Model model = opset19(R"(g (float[4] x) => (float[4] y) <float[4] w = {1, 2, 3, 4}> {
        [last] m = Mish(x)  [like] k = CastLike(w, m)
        a = Relu(m)  b = Abs(a)  c = Relu(b)  d = Abs(c)  e = Relu(d)  f = Abs(e)  y = Add(f, k) })");
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    ASSERT_TRUE(placement->ofSource.isFolded(test::nodeNamed(model, "like")));
    ASSERT_EQ(placement->ofSource.summary.boundaryTensors, 1U);
    const GraphScene scene = pictureOf(model, &placement->ofSource);
    for (const SceneNet& net : scene.nets)
        EXPECT_EQ(net.kind == SceneNet::Kind::boundary, model.value(net.value)->name == "m")
            << model.value(net.value)->name;
}

TEST(GraphScene, WhatIsBehindAnOpenInputIsShown) {
    const Model whole = opset19(R"(g (float[4] x) => (float[4] y) <float[4] w = {1, 2, 3, 4}> {
        [gone] a = Abs(x)  [open] b = Mul(a, w)  [next] c = Relu(b)
        [constant] d = Neg(w)  [last] y = Add(c, d) })");
    ModelEditor editor(whole);
    editor.changeNode(test::nodeNamed(whole, "open"),
                      [](Node& node) { node.inputs[0] = ValueId{}; });
    editor.removeNode(test::nodeNamed(whole, "gone"));
    const GraphScene scene = pictureOf(editor.model(), nullptr);
    for (const char* name : {"open", "next", "last"})
        EXPECT_TRUE(scene.boxOf(test::nodeNamed(whole, name))) << name;
    EXPECT_FALSE(scene.boxOf(test::nodeNamed(whole, "constant")));
}

/// A scene of the model after another one.
GraphScene pictureAfter(const GraphScene& previous, const Model& model, double columnGap) {
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 6 * static_cast<double>(text.size());
    };
    options.previous = &previous;
    options.layout.columnGap = columnGap;
    return *buildScene(model, model.mainGraph(), nullptr, options);
}

TEST(GraphScene, ALayoutOfTheSameBoxesAndLinesIsTakenAsItIs) {
    const Model model = opset19(R"(g (float[4] x) => (float[4] y) {
        [first] a = Abs(x)  [left] b = Relu(a)  [right] c = Neg(a)  [last] y = Add(b, c) })");
    GraphScene before = pictureOf(model, nullptr);
    const Layout made = before.layout;
    before.layout.centers.front().x += 1; // as no layout would place it
    const auto editedNode = [&](const char* name, auto&& change) {
        ModelEditor editor(model);
        editor.changeNode(test::nodeNamed(model, name), change);
        return editor.model();
    };
    constexpr double kGap = LayoutOptions::kColumnGap;
    const Model noted = editedNode("left", [](Node& node) { node.name = "renamed"; });
    EXPECT_EQ(pictureAfter(before, noted, kGap).layout.centers, before.layout.centers);
    EXPECT_EQ(pictureOf(noted, nullptr).layout.centers, made.centers) << "as made from nothing";
    const Model wider = editedNode("left", [](Node& node) { node.opType = "HardSigmoid"; });
    EXPECT_NE(pictureAfter(before, wider, kGap).layout.centers, before.layout.centers);
    EXPECT_NE(pictureAfter(before, noted, 2 * kGap).layout.centers, before.layout.centers);
}

} // namespace
} // namespace partita
