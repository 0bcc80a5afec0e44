// Shapes that follow from known ones without another inference.

#include "core/shapes/proven_shapes.h"

#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// The sizes of `y`, which `steps` make of `x`, as an inference knows them and as they are proven.
std::pair<std::string, std::string> sizesOfY(const std::string& input, const std::string& steps) {
    const Model model = inferShapesOrWarn(
        test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]> g (float[" + input +
                            "] x) => (float[n] z) { " + steps + " z = Flatten<axis = 0>(y) }"));
    const auto sizesIn = [&](const Model& each) -> std::string {
        const auto& shape = each.value(test::valueNamed(each, "y"))->type->shape;
        return staticDims(shape) ? shapeText(shape) : "open";
    };
    return {sizesIn(model), sizesIn(withProvenShapes(model))};
}

using Sizes = std::pair<std::string, std::string>;

constexpr const char* kChosen = R"(
    three = Constant<value = int64[1] {3}>() four = Constant<value = int64[1] {4}>()
    s = Shape<start = 1>(x) e = Equal(s, three) t = Where(e, four, s) )";

TEST(ProvenShapes, FollowFromSizesThatAreComputedOfKnownShapes) {
    const std::string filled = std::string(kChosen) + "y = ConstantOfShape(t)";
    EXPECT_EQ(sizesOfY("12, 1", filled), Sizes("open", "1"));
    EXPECT_EQ(sizesOfY("12, 3", filled), Sizes("open", "4"));
    EXPECT_EQ(sizesOfY("12, 3", std::string(kChosen) + "a = ConstantOfShape(t) y = Neg(a)"),
              Sizes("open", "4"))
        << "and behind them";
}

TEST(ProvenShapes, WhatIsNotFoldedIsLeftToTheInference) {
    EXPECT_EQ(sizesOfY("B, 1", std::string(kChosen) + "y = ConstantOfShape(t)"),
              Sizes("open", "open"))
        << "the Shape of an open shape is computed in the run";
    EXPECT_EQ(sizesOfY("12, S", std::string(kChosen) + "y = ConstantOfShape(t)"),
              Sizes("open", "open"));
}

} // namespace
} // namespace partita
