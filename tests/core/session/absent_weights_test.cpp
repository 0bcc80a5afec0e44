#include <gtest/gtest.h>

#include "core/ir/constants.h"
#include "core/ir/sourced_tensor.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/placement.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

const char* const kWithoutWeights = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1,2,4,4] x) => (float[1,2,4,4] y)
<float[2,2,1,1] w = {1.0, 2.0, 3.0, 4.0}, float[2,2,1,1] v = {1.0, 2.0, 3.0, 4.0},
 float[2] one = {1.0, 1.0}, float[2] zero = {0.0, 0.0}, float[2,1,1] shift = {1.0, 2.0}> {
  [c] a = Conv(x, w)  [b] n = BatchNormalization(a, one, zero, zero, one)
  [d] e = Conv(x, v)  [t] s = Transpose<perm = [0, 2, 1]>(shift)  [f] h = Mul(n, e)
  [m] y = Max(h, s)
})";

/// As a file that was stored without its weights.
Model withoutWeights(const Model& model) {
    ModelEditor editor(model);
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->initializer)
            editor.changeValue(id, [](Value& changed) {
                auto empty = std::make_shared<Tensor>(*changed.initializer);
                empty->payload = {};
                changed.initializer = std::move(empty);
            });
    });
    return editor.model();
}

Placement placedWithout(const Model& model) {
    auto placement = placeModel(model, *makeProviders({}));
    EXPECT_TRUE(placement) << placement.error().message();
    return placement ? *std::move(placement) : Placement();
}

TEST(AbsentWeights, AModelWithoutItsWeightsIsPlacedAsWithThem) {
    const Model whole = inferShapesOrWarn(test::modelFromText(kWithoutWeights));
    const Model bare = withoutWeights(whole);
    const Partitioning now = placedWithout(bare).ofSource;
    EXPECT_EQ(now.headlineText(), placedWithout(whole).ofSource.headlineText());
    EXPECT_TRUE(now.isFolded(test::nodeNamed(bare, "t")));
    EXPECT_TRUE(now.isFolded(test::nodeNamed(bare, "b")));
}

TEST(AbsentWeights, WhatIsComputedFromThemTakesNoMemory) {
    const Model bare = withoutWeights(inferShapesOrWarn(test::modelFromText(kWithoutWeights)));
    const auto placement = placeModel(bare, *makeProviders({}));
    ASSERT_TRUE(placement) << placement.error().message();
    const Model& placed = placement->optimized->model;
    const auto weights = constantOf(placed, placed.node(test::nodeNamed(placed, "c"))->inputs[1]);
    ASSERT_TRUE(weights);
    EXPECT_TRUE(isStandIn(*weights));
}

TEST(AbsentWeights, TwoOfOneShapeAreNotTakenForEqual) {
    const Model bare = withoutWeights(inferShapesOrWarn(test::modelFromText(kWithoutWeights)));
    const Partitioning now = placedWithout(bare).ofSource;
    EXPECT_FALSE(now.isFolded(test::nodeNamed(bare, "c")));
    EXPECT_FALSE(now.isFolded(test::nodeNamed(bare, "d")));
}

TEST(AbsentWeights, StayAbsentInTheModelItself) {
    const Model bare = withoutWeights(inferShapesOrWarn(test::modelFromText(kWithoutWeights)));
    (void)placedWithout(bare);
    EXPECT_FALSE(elements(*bare.value(test::valueNamed(bare, "w"))->initializer));
}

} // namespace
} // namespace partita
