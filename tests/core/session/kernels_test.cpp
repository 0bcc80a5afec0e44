// Single nodes give the results that were worked out by hand from ONNX's definition.

#include <gtest/gtest.h>

#include "tests/support/agreement.h"
#include "tests/support/models.h"
#include "tests/support/session_runs.h"

namespace partita {
namespace {

using agreement::floats;
using test::modelFromText;
using test::numbers;
using test::runOn;

/// One node, its inputs, and the result worked out by hand from ONNX's definition.
struct KernelCase {
    const char* name;
    const char* body;
    Feeds feeds;
    std::vector<std::int64_t> dims;
    std::vector<double> values;
};

class Kernels : public testing::TestWithParam<KernelCase> {};

TEST_P(Kernels, GiveWhatTheSpecificationSays) {
    const KernelCase& each = GetParam();
    const auto report = runOn(
        modelFromText(std::string("<ir_version: 9, opset_import: [\"\" : 18]> g ") + each.body),
        each.feeds, {"cpu"});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->outputs[0].tensor.dims, each.dims);
    const auto values = numbers(*report);
    ASSERT_EQ(values.size(), each.values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_NEAR(values[i], each.values[i], 1e-5) << i;
}

const KernelCase kCases[] = {
    {"BroadcastAdd",
     "(float[2,1] a, float[3] b) => (float[2,3] y) { y = Add(a, b) }",
     {{"a", floats({2, 1}, {1, 2})}, {"b", floats({3}, {10, 20, 30})}},
     {2, 3},
     {11, 21, 31, 12, 22, 32}},
    {"IntegerMod",
     "(int64[3] a, int64[3] b) => (int64[3] y) { y = Mod(a, b) }",
     {{"a", Tensor::int64s({-7, 7, -8})}, {"b", Tensor::int64s({3, -3, 4})}},
     {3},
     {2, -2, 0}},
    {"DivByMinusOne",
     "(int64[2] a, int64[2] b) => (int64[2] y) { y = Div(a, b) }",
     {{"a", Tensor::int64s({7, -9})}, {"b", Tensor::int64s({-2, 2})}},
     {2},
     {-3, -4}},
    {"SliceBackwards",
     "(float[4] x) => (float[2] y) <int64[1] s = {-1}, int64[1] e = {-5}, int64[1] a = {0}, "
     "int64[1] t = {-2}> { y = Slice(x, s, e, a, t) }",
     {{"x", floats({4}, {1, 2, 3, 4})}},
     {2},
     {4, 2}},
    {"ReshapeZeroAndMinusOne",
     "(float[2,3] x) => (float[2,3,1] y) <int64[3] s = {0, -1, 1}> { y = Reshape(x, s) }",
     {{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})}},
     {2, 3, 1},
     {1, 2, 3, 4, 5, 6}},
    {"TransposeDefault",
     "(float[2,3] x) => (float[3,2] y) { y = Transpose(x) }",
     {{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})}},
     {3, 2},
     {1, 4, 2, 5, 3, 6}},
    {"GatherNegative",
     "(float[3,2] x) => (float[2,2] y) <int64[2] i = {-1, 0}> { y = Gather(x, i) }",
     {{"x", floats({3, 2}, {1, 2, 3, 4, 5, 6})}},
     {2, 2},
     {5, 6, 1, 2}},
    {"ScatterNd",
     "(float[4] x) => (float[4] y) <int64[2,1] i = {3, 1}, float[2] u = {9.0, 8.0}> { y = "
     "ScatterND(x, i, u) }",
     {{"x", floats({4}, {1, 2, 3, 4})}},
     {4},
     {1, 8, 3, 9}},
    {"PadReflect",
     "(float[3] x) => (float[7] y) <int64[2] p = {2, 2}> { y = Pad <mode = \"reflect\"> (x, p) }",
     {{"x", floats({3}, {1, 2, 3})}},
     {7},
     {3, 2, 1, 2, 3, 2, 1}},
    {"PadNegative",
     "(float[4] x) => (float[3] y) <int64[2] p = {1, -2}> { y = Pad(x, p) }",
     {{"x", floats({4}, {1, 2, 3, 4})}},
     {3},
     {0, 1, 2}},
    {"ReduceMeanAxes",
     "(float[2,2] x) => (float[2,1] y) <int64[1] a = {1}> { y = ReduceMean(x, a) }",
     {{"x", floats({2, 2}, {1, 3, 5, 9})}},
     {2, 1},
     {2, 7}},
    {"ReduceSumEmptyAxis",
     "(float[0,2] x) => (float[1,2] y) <int64[1] a = {0}> { y = ReduceSum(x, a) }",
     {{"x", floats({0, 2}, {})}},
     {1, 2},
     {0, 0}},
    {"SoftmaxLastAxis",
     "(float[1,2] x) => (float[1,2] y) { y = Softmax(x) }",
     {{"x", floats({1, 2}, {0, 0})}},
     {1, 2},
     {0.5, 0.5}},
    {"ConvPadStride",
     "(float[1,1,3,3] x) => (float[1,1,2,2] y) <float[1,1,3,3] w = {0,0,0,0,1,0,0,0,0}, float[1] b "
     "= {10}> { y = Conv <pads = [1,1,1,1], strides = [2,2]> (x, w, b) }",
     {{"x", floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}},
     {1, 1, 2, 2},
     {11, 13, 17, 19}},
    {"ConvDepthwise1d",
     "(float[1,2,3] x) => (float[1,2,2] y) <float[2,1,2] w = {1,1,2,2}> { y = Conv <group = 2> (x, "
     "w) }",
     {{"x", floats({1, 2, 3}, {1, 2, 3, 4, 5, 6})}},
     {1, 2, 2},
     {3, 5, 18, 22}},
    {"MaxPoolCeil",
     "(float[1,1,3,3] x) => (float[1,1,2,2] y) { y = MaxPool <kernel_shape = [2,2], strides = "
     "[2,2], ceil_mode = 1> (x) }",
     {{"x", floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}},
     {1, 1, 2, 2},
     {5, 6, 8, 9}},
    {"AveragePoolExcludesPadding",
     "(float[1,1,2,2] x) => (float[1,1,1,1] y) { y = AveragePool <kernel_shape = [3,3], pads = "
     "[1,1,0,0]> (x) }",
     {{"x", floats({1, 1, 2, 2}, {1, 2, 3, 6})}},
     {1, 1, 1, 1},
     {3}},
    {"GemmTransposedBias",
     "(float[2,2] a, float[2,2] b) => (float[2,2] y) <float[2] c = {1, 2}> { y = Gemm <transB = 1, "
     "alpha = 2.0, beta = 0.5> (a, b, c) }",
     {{"a", floats({2, 2}, {1, 2, 3, 4})}, {"b", floats({2, 2}, {1, 0, 0, 1})}},
     {2, 2},
     {2.5, 5, 6.5, 9}},
    {"MatMulBroadcastBatch",
     "(float[2,1,2] a, float[2,2] b) => (float[2,1,2] y) { y = MatMul(a, b) }",
     {{"a", floats({2, 1, 2}, {1, 2, 3, 4})}, {"b", floats({2, 2}, {0, 1, 1, 0})}},
     {2, 1, 2},
     {2, 1, 4, 3}},
    {"MatMulVector",
     "(float[2] a, float[2] b) => (float[] y) { y = MatMul(a, b) }",
     {{"a", floats({2}, {1, 2})}, {"b", floats({2}, {3, 4})}},
     {},
     {11}},
    {"ResizeNearestFloor",
     "(float[1,1,1,2] x) => (float[1,1,1,4] y) <float[4] s = {1,1,1,2}> { y = Resize <mode = "
     "\"nearest\", coordinate_transformation_mode = \"asymmetric\", nearest_mode = \"floor\"> (x, "
     ", s) }",
     {{"x", floats({1, 1, 1, 2}, {1, 2})}},
     {1, 1, 1, 4},
     {1, 1, 2, 2}},
    {"ResizeLinearHalfPixel",
     "(float[1,1,1,2] x) => (float[1,1,1,4] y) <float[4] s = {1,1,1,2}> { y = Resize <mode = "
     "\"linear\"> (x, , s) }",
     {{"x", floats({1, 1, 1, 2}, {1, 3})}},
     {1, 1, 1, 4},
     {1, 1.5, 2.5, 3}},
    {"RoundHalfToEven",
     "(float[4] x) => (float[4] y) { y = Round(x) }",
     {{"x", floats({4}, {0.5F, 1.5F, -0.5F, 2.4F})}},
     {4},
     {0, 2, 0, 2}},
    {"CastToInt",
     "(float[3] x) => (int32[3] y) { y = Cast <to = 6> (x) }",
     {{"x", floats({3}, {1.9F, -1.9F, 3})}},
     {3},
     {1, -1, 3}},
    {"RangeSteps",
     "(float x) => (float[3] y) <float l = {7}, float d = {2}> { y = Range(x, l, d) }",
     {{"x", floats({}, {1})}},
     {3},
     {1, 3, 5}},
    {"ClipOnlyMaximum",
     "(float[3] x) => (float[3] y) <float m = {2}> { y = Clip(x, , m) }",
     {{"x", floats({3}, {-1, 2, 3})}},
     {3},
     {-1, 2, 2}},
    {"LayerNormalization",
     "(float[1,2] x) => (float[1,2] y) <float[2] s = {2, 2}, float[2] b = {1, 1}> { y = "
     "LayerNormalization <epsilon = 0.0> (x, s, b) }",
     {{"x", floats({1, 2}, {1, 3})}},
     {1, 2},
     {-1, 3}},
    {"SplitUneven",
     "(float[5] x) => (float[3] y, float[2] z) <int64[2] s = {3, 2}> { y, z = Split(x, s) }",
     {{"x", floats({5}, {1, 2, 3, 4, 5})}},
     {3},
     {1, 2, 3}},
    {"NonZero",
     "(float[2,2] x) => (int64[2, n] y) { y = NonZero(x) }",
     {{"x", floats({2, 2}, {1, 0, 0, 2})}},
     {2, 2},
     {0, 1, 0, 1}},
    {"MatMulOfARow",
     "(float[1,2] x) => (float[1,3] y) <float[2,3] w = {1, 2, 3, 4, 5, 6}> { y = MatMul(x, w) }",
     {{"x", floats({1, 2}, {10, 100})}},
     {1, 3},
     {410, 520, 630}},
};

INSTANTIATE_TEST_SUITE_P(Cases, Kernels, testing::ValuesIn(kCases),
                         [](const auto& each) { return std::string(each.param.name); });

} // namespace
} // namespace partita
