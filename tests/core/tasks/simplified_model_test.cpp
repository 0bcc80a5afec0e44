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
    EXPECT_EQ(differenceMessage(large.maxAbsolute, large.maxRelative).text(),
              "0.000977, where only 0 is expected");
}

} // namespace
} // namespace partita
