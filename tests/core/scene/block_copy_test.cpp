// One copy of a repeated block as a picture of its own.

#include "core/scene/block_copy.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/session/placement.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Layers of an attention of ten nodes and a feed-forward of sixteen; with `names`, they say so.
Model layersOf(int layers, bool names, bool constants = false) {
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4, 4] v0) => (float[4, 4] y) {)";
    if (constants)
        text += " [one] one = Constant <value_float = 1.0> () [two] two = Exp(one)";
    std::vector<std::pair<std::string, std::string>> given;
    // No two neighbours repeat inside of a layer.
    const std::vector<std::string> kOperators = {
        "Relu",  "Abs",  "Neg",      "Exp",      "Tanh", "Sin",  "Cos",  "Sigmoid", "Erf",
        "Floor", "Ceil", "Softsign", "Softplus", "Sqrt", "Atan", "Sinh", "Cosh"};
    int made = 0;
    for (int layer = 0; layer < layers; ++layer)
        for (int i = 0; i < 26; ++i) {
            const bool isLast = layer + 1 == layers && i == 25;
            const std::string in = "v" + std::to_string(made),
                              out = isLast ? "y" : "v" + std::to_string(made + 1);
            const std::string call =
                i == 3    ? "Softmax(" + in + ")"
                : i == 20 ? "MatMul(" + in + ", " + in + ")"
                : constants && i == 5
                    ? "Mul(" + in + ", two)"
                    : kOperators[static_cast<std::size_t>(i) % kOperators.size()] +
                          ("(" + in + ")");
            text += " [n" + std::to_string(made) + "] " + out + " = " + call;
            if (names)
                given.emplace_back("n" + std::to_string(made),
                                   "/m/layers." + std::to_string(layer) + "/" +
                                       (i < 10 ? "attention/" : "mlp/") + std::to_string(i));
            ++made;
        }
    const Model model = *inferShapes(test::modelFromText(text + " }"));
    ModelEditor editor(model);
    for (const auto& [from, to] : given)
        editor.changeNode(test::nodeNamed(model, from), [&](Node& node) { node.name = to; });
    return editor.model();
}

struct FoldedLayers {
    explicit FoldedLayers(Model of)
        : model(std::move(of)), placed(placeModel(model, *makeProviders({}))->ofSource) {
        options.textWidth = [](const std::string& text, bool) {
            return 6.0 * static_cast<double>(text.size());
        };
        SceneOptions folded = options;
        folded.collapse = true;
        folded.groupBy = GroupBy::names;
        scene = *buildScene(model, model.mainGraph(), &placed, folded);
    }
    /// The key of the group that has copies.
    GroupKey key() const {
        for (const SceneGroup& group : scene.groups)
            if (repeatedGroup(scene, group.key))
                return group.key;
        return {};
    }
    Model model;
    Partitioning placed;
    SceneOptions options;
    GraphScene scene;
};

TEST(BlockCopy, TheFirstCopyHasTheIdsOfItsNodesAndTheirProviders) {
    const FoldedLayers folded(layersOf(12, true));
    const BlockCopy copy =
        *firstCopy(folded.model, folded.placed, folded.scene, folded.key(), folded.options);
    EXPECT_EQ(copy.repeats, 12U);
    EXPECT_EQ(copy.title, "layers.0");
    ASSERT_EQ(copy.nodes.size(), 26U);
    for (const NodeId node : copy.nodes) {
        const auto box = copy.scene.boxOf(node);
        ASSERT_TRUE(box);
        EXPECT_EQ(copy.scene.boxes[*box].node, node);
        EXPECT_EQ(copy.scene.boxes[*box].title.str(), folded.model.node(node)->opType.str());
        EXPECT_EQ(copy.scene.boxes[*box].provider,
                  static_cast<std::int32_t>(*folded.placed.providerOf(node)));
    }
}

TEST(BlockCopy, SectionsAreTheScopesInsideOfTheBlock) {
    const FoldedLayers folded(layersOf(12, true));
    const BlockCopy copy =
        *firstCopy(folded.model, folded.placed, folded.scene, folded.key(), folded.options);
    ASSERT_EQ(copy.sections.size(), 2U);
    EXPECT_EQ(copy.sections[0].title, "attention");
    EXPECT_EQ(copy.sections[1].title, "mlp");
    EXPECT_LE(copy.sections[0].bottom, copy.sections[1].top);
}

TEST(BlockCopy, WithoutNamesSectionsAreCalledByOperators) {
    const FoldedLayers folded(layersOf(12, false));
    const BlockCopy copy =
        *firstCopy(folded.model, folded.placed, folded.scene, folded.key(), folded.options);
    ASSERT_GE(copy.sections.size(), 2U);
    double last = -1e300;
    std::string all;
    for (const auto& section : copy.sections) {
        EXPECT_GE(section.top, last - 1e-6);
        EXPECT_GT(section.bottom, section.top);
        EXPECT_FALSE(section.title.empty());
        last = section.bottom;
        all += section.title + "; ";
    }
    EXPECT_NE(all.find("MatMul"), std::string::npos) << all;
}

TEST(BlockCopy, WhatIsComputedFromConstantsIsNoInputOfTheCopy) {
    const FoldedLayers folded(layersOf(12, true, true));
    const BlockCopy copy =
        *firstCopy(folded.model, folded.placed, folded.scene, folded.key(), folded.options);
    EXPECT_EQ(std::ranges::count(copy.scene.boxes, SceneBox::Kind::input, &SceneBox::kind), 1);
    EXPECT_EQ(std::ranges::count(copy.scene.boxes, SceneBox::Kind::output, &SceneBox::kind), 1);
}

TEST(BlockCopy, AGroupThatDoesNotRepeatHasNoCopy) {
    const FoldedLayers folded(layersOf(12, true));
    EXPECT_FALSE(repeatedGroup(folded.scene, {folded.scene.order.front(), 3}));
    EXPECT_FALSE(firstCopy(folded.model, folded.placed, folded.scene, {}, folded.options));
}

} // namespace
} // namespace partita
