#include <gtest/gtest.h>

#include "core/tasks/simplified_model.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Tensor floats(std::vector<std::int64_t> dims, std::vector<float> values) {
    return Tensor::of(DataType::float32, std::move(dims), values);
}

/// A product of which a rounding is lost before the sum, and the same without that rounding: 0 is
/// expected, and `left` comes.
ModelDifference differenceOf(float left) {
    const float large = left * 0x1p24F;
    const Feeds feeds = {{"x", ModelData(floats({1, 2}, {1, 1}))},
                         {"w", ModelData(floats({2, 1}, {large, left}))},
                         {"c", ModelData(floats({1}, {-large}))}};
    const Model original = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,2] x, float[2,1] w, float[1] c) => (float[1,1] y) {
          t = MatMul(x, w)  y = Add(t, c) })"),
                changed = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,2] x, float[2,1] w, float[1] c) => (float[1,1] y) { y = Gemm(x, w, c) })");
    const auto judge = ModelJudge::make(original, makeJudges(), feeds);
    EXPECT_TRUE(judge) << judge.error().message();
    return *judge->judge(changed, kSameOutputs, kLeastDifference);
}

TEST(ModelJudge, LetsSmallDifferencesPassWhereOnlyZeroIsExpected) {
    const ModelDifference small = differenceOf(0x1p-20F);
    EXPECT_EQ(small.maxAbsolute, 0x1p-20);
    EXPECT_EQ(small.maxRelative, 0);
    EXPECT_TRUE(small.within);
    const ModelDifference large = differenceOf(0x1p-10F);
    EXPECT_EQ(large.maxAbsolute, 0x1p-10);
    EXPECT_FALSE(large.within);
    EXPECT_EQ(differenceMessage(large.figures).text(), "0.000977, where only 0 is expected");
}

/// `a` is expected to be 300000 and comes as 300003; `b` is expected to be 0 and comes as `left`.
ModelDifference differenceOfTwo(float left) {
    const Feeds feeds = {{"p", ModelData(floats({1}, {300000}))},
                         {"d", ModelData(floats({1}, {3}))},
                         {"z", ModelData(floats({1}, {0}))},
                         {"e", ModelData(floats({1}, {left}))}};
    const std::string head = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1] p, float[1] d, float[1] z, float[1] e) => (float[1] a, float[1] b) )";
    const Model original = test::modelFromText(head + "{ a = Identity(p)  b = Identity(z) }"),
                changed = test::modelFromText(head + "{ a = Add(p, d)  b = Add(z, e) }");
    const auto judge = ModelJudge::make(original, makeJudges(), feeds);
    EXPECT_TRUE(judge) << judge.error().message();
    return *judge->judge(changed, kSameOutputs, kLeastDifference);
}

TEST(ModelJudge, TakesTheFiguresOfTextsFromOneOutput) {
    const ModelDifference far = differenceOfTwo(0x1p-10F);
    EXPECT_FALSE(far.within);
    EXPECT_EQ(far.maxAbsolute, 3);
    EXPECT_EQ(far.worst, "b");
    EXPECT_EQ(differenceMessage(far.figures).text(), "0.000977, where only 0 is expected");
    const ModelDifference near = differenceOfTwo(0x1p-20F);
    EXPECT_TRUE(near.within);
    EXPECT_EQ(near.worst, "a");
    EXPECT_EQ(differenceMessage(near.figures).text(), "3, 1e-05 relative");
}

TEST(ModelJudge, NamesAnOutputThatDiffersWhereOnlyZeroIsExpected) {
    EXPECT_EQ(differenceOf(0).worst, "");
    EXPECT_EQ(differenceOf(0x1p-20F).worst, "y");
}

TEST(SimplifiedModel, IsComparedOnInputsOfTheShapesThatItWasMadeFor) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 4] x) => (float[n, 4] y) { a = Identity(x) y = Relu(a) })");
    Recipe recipe;
    recipe.inputShapes["x"] = {3, 4};
    const auto made = simplifyModel(model, recipe, nullptr, {});
    ASSERT_TRUE(made);
    const auto difference = compareOutputs(model, *made, makeJudges(), {}, 1, {});
    ASSERT_TRUE(difference) << difference.error().message();
    EXPECT_TRUE(difference->within);
}

} // namespace
} // namespace partita
