// Nodes that are fused into one kernel give the results of the single nodes.

#include <cmath>
#include <gtest/gtest.h>
#include <thread>

#include "core/data/random_feeds.h"
#include "core/data/value_comparison.h"
#include "core/onnx/infer_shapes.h"
#include "core/passes/pass_examples.h"
#include "core/session/session.h"
#include "providers/cpu/plan/fusion_patterns.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

#define HEAD "<ir_version: 9, opset_import: [\"\" : 18]> g "

// The first convolution prefers another layout than the rest; the mean has enough pixels for
// several tasks; there is one factor for each channel.
constexpr const char* kSqueezeAndExcitation =
    HEAD R"((float[2,3,65,65] x, float[24,3,3,3] f, float[24,1,3,3] w, float[6,24,1,1] a,
             float[24,6,1,1] b, float[8,24,1,1] p) => (float[2,8,33,33] y) {
          c = Conv<strides = [2,2], pads = [1,1,1,1]>(x, f) r = Relu(c)
          d = Conv<group = 24, pads = [1,1,1,1]>(r, w) m = GlobalAveragePool(d) s = Conv(m, a)
          t = Relu(s) u = Conv(t, b) v = Sigmoid(u) e = Mul(d, v) y = Conv(e, p) })";

struct FusionCase {
    const char* name;
    std::size_t kernels; ///< number of kernels that run with fusion
    const char* text;
};

std::ostream& operator<<(std::ostream& out, const FusionCase& each) { return out << each.name; }

std::unique_ptr<Session> sessionFor(const Model& model, const char* fusion,
                                    const char* executor = "sequential") {
    auto session = Session::create(
        model,
        *makeProviders(
            {{"cpu"}, "", {{"fusion", fusion}, {"threads", "2"}, {"executor", executor}}}),
        PartitionOptions::asWritten());
    EXPECT_TRUE(session) << session.error().message();
    return session ? *std::move(session) : nullptr;
}

class Fusion : public testing::TestWithParam<FusionCase> {};

TEST_P(Fusion, GivesWhatTheNodesGiveOneByOne) {
    const auto model = inferShapes(test::modelFromText(GetParam().text));
    ASSERT_TRUE(model) << model.error().message();
    const auto fused = sessionFor(*model, "1"), plain = sessionFor(*model, "0"),
               parallel = sessionFor(*model, "1", "parallel");
    ASSERT_TRUE(fused && plain && parallel);
    for (const std::uint64_t seed : {1U, 2U, 3U}) { // later runs reuse all memory
        const Feeds feeds = *randomFeeds(*model, seed, {{"n", static_cast<std::int64_t>(seed)}});
        const auto expected = plain->run(feeds), got = fused->run(feeds);
        ASSERT_TRUE(expected) << expected.error().message();
        ASSERT_TRUE(got) << got.error().message();
        EXPECT_EQ(got->timings.size(), GetParam().kernels);
        const auto together = parallel->run(feeds);
        ASSERT_TRUE(together) << together.error().message();
        for (std::size_t i = 0; i < got->outputs.size(); ++i)
            EXPECT_EQ(elements(got->outputs[i].tensor)->text(),
                      elements(together->outputs[i].tensor)->text());
        for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
            const auto difference =
                compareValues(expected->outputs[i], got->outputs[i], 1e-4, 1e-5);
            EXPECT_TRUE(difference.comparable && difference.within)
                << "seed " << seed << ", output " << i << ": " << difference.problem
                << difference.maxAbsolute;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, Fusion,
    testing::Values(
        FusionCase{"ConvTakesNormalizationAndActivation", 1,
                   HEAD R"((float[1,2,5,5] x) => (float[1,4,5,5] y)
          <float[4,2,1,1] w = {1,-2,3,4,5,-6,7,8}, float[4] s = {1,2,3,4}, float[4] b = {0,1,0,1},
           float[4] m = {1,0,1,0}, float[4] v = {1,2,3,4}> {
          c = Conv(x, w) n = BatchNormalization<epsilon = 0.5>(c, s, b, m, v) y = Relu(n) })"},
        FusionCase{"AProductInTheCacheIsFinishedRowByRow", 1,
                   HEAD R"((float[n,40,3] x) => (float[n,40,5] y)
          <float[3,5] w = {1,-2,3,4,5,-6,7,8,9,-1,2,-3,4,5,6}, float[5] b = {1,-1,2,-2,0.5}> {
          m = MatMul(x, w) a = Add(m, b) r = LeakyRelu<alpha = 0.1>(a) t = Tanh(r) y = Relu(t) })"},
        FusionCase{"AProductBeyondTheCacheIsFinishedAtOnce", 1,
                   HEAD R"((float[14000,3] x, float[14000,5] z) => (float[14000,5] y)
          <float[3,5] w = {1,-2,3,4,5,-6,7,8,9,-1,2,-3,4,5,6}, float[5] b = {1,-1,2,-2,0.5}> {
          m = Gemm(x, w, b) a = Add(m, z) y = Tanh(a) })"},
        FusionCase{"AProductInTheCacheIsAddedBeforeItIsFinished", 1,
                   HEAD R"((float[900,3] x, float[900,5] z) => (float[900,5] y)
          <float[3,5] w = {1,-2,3,4,5,-6,7,8,9,-1,2,-3,4,5,6}, float[5] b = {1,-1,2,-2,0.5}> {
          m = Gemm(x, w, b) a = Add(m, z) y = Tanh(a) })"},
        FusionCase{"ConvReadsABiasThatIsComputed", 2,
                   HEAD R"((float[1,2,5,5] x, float[4] p) => (float[1,4,5,5] y)
          <float[4,2,1,1] w = {1,-2,3,4,5,-6,7,8}> { b = Exp(p) y = Conv(x, w, b) })"},
        FusionCase{"ConvAddsInPlaceOfWhatNobodyNeedsAnyMore", 3,
                   HEAD R"((float[1,2,6,6] x) => (float[1,2,6,6] y)
          <float[2,2,3,3] w = {1,2,3,4,5,6,7,8,9,-1,-2,-3,-4,-5,-6,-7,-8,-9,
                               1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0}> {
          a = Conv<pads = [1,1,1,1]>(x, w) r = Relu(a) b = Conv<pads = [1,1,1,1]>(r, w)
          s = Add(b, r) z = Relu(s) y = Conv<pads = [1,1,1,1]>(z, w) })"},
        FusionCase{"ConvAddsWhatIsReadAgainLater", 4,
                   HEAD R"((float[1,2,6,6] x) => (float[1,2,6,6] y)
          <float[2,2,1,1] w = {1,2,3,4}> {
          r = Conv(x, w) b = Conv(r, w) s = Add(b, r) z = Conv(s, w) y = Mul(z, r) })"},
        FusionCase{"ChannelsLastReachPoolingAndConcat", 6,
                   HEAD R"((float[1,2,8,8] x) => (float[1,4,1,1] y)
          <float[2,2,1,1] w = {1,2,3,4}> {
          a = Conv(x, w) b = MaxPool<kernel_shape = [2,2], strides = [2,2]>(a)
          c = AveragePool<kernel_shape = [2,2], strides = [2,2]>(a) d = Concat<axis = 1>(b, c)
          e = Sigmoid(d) y = GlobalAveragePool(e) })"},
        FusionCase{"ChannelsLastReachResize", 5, HEAD R"((float[2,16,6,5] x, float[32,16,3,3] w,
             float[16,32,3,3] v) => (float[2,16,12,15] y) <float[4] s = {1.0, 1.0, 2.0, 3.0}> {
          a = Conv<pads = [1,1,1,1]>(x, w)
          b = Resize<mode = "nearest", coordinate_transformation_mode = "asymmetric",
                     nearest_mode = "floor">(a, , s)
          c = Resize<mode = "linear">(a, , s) d = Add(b, c)
          y = Conv<pads = [1,1,1,1]>(d, v) })"},
        FusionCase{"AChannelsLastValueMeetsOneRowByRow", 3,
                   HEAD R"((float[1,2,4,4] x, float[1,2,4,4] p) => (float[1,2,4,4] y)
          <float[2,2,1,1] w = {1,2,3,4}> {
          a = Conv(x, w) i = InstanceNormalization(p, s, s) b = Add(a, i) c = Tanh(b)
          s = Constant<value_floats = [1.0, 2.0]>() y = Conv(c, w) })"},
        FusionCase{"AResultGoesOverAnOperandThatLiesInAnotherOrder", 3,
                   HEAD R"((float[1,2,32,32] x, float[1,2,32,32] p) => (float[1,2,32,32] y)
          <float[2,2,1,1] w = {1,2,3,4}> {
          i = InstanceNormalization(p, s, s) a = Conv(x, w) b = Add(i, a) c = Tanh(b)
          s = Constant<value_floats = [1.0, 2.0]>() y = Conv(c, w) })"},
        FusionCase{"MatMulTakesBiasResidualAndGelu", 2, HEAD R"((float[2,3,4] x) => (float[2,3,4] y)
          <float[4,4] w = {1,2,3,4,5,6,7,8,-1,-2,-3,-4,-5,-6,-7,-8}, float[4] b = {1,2,3,4},
           float root = {1.41421356}, float one = {1}, float half = {0.5}> {
          m = MatMul(x, w) a = Add(b, m) d = Div(a, root) e = Erf(d) p = Add(e, one)
          q = Mul(a, p) g = Mul(q, half) n = MatMul(g, w) c = Add(n, b) y = Add(c, x) })"},
        FusionCase{"AProductOfTransposedViews", 3,
                   HEAD R"((float[2,3,2,4] q, float[2,5,2,4] k) => (float[2,2,3,5] y) {
          a = Transpose<perm = [0,2,1,3]>(q) b = Transpose<perm = [0,2,3,1]>(k) y = MatMul(a, b) })"},
        FusionCase{"GemmAddsItsOwnCAndAResidual", 2,
                   HEAD R"((float[3,2] x, float[3,2] r) => (float[3,2] y)
          <float[2,2] w = {1,2,3,4}, float[3,1] c = {1,2,3}> {
          q = Exp(r) g = Gemm<alpha = 0.5, beta = 2.0>(x, w, c) s = Add(g, q) y = Relu(s) })"},
        FusionCase{"AGeluByTanhIsOneOperator", 1, HEAD R"((float[2,3,4] x) => (float[2,3,4] y)
          <float[4,4] w = {1,2,3,4,5,6,7,8,-1,-2,-3,-4,-5,-6,-7,-8}, float three = {3},
           float c = {0.044715}, float root = {0.7978846}, float one = {1}, float half = {0.5}> {
          m = MatMul(x, w) p = Pow(m, three) q = Mul(p, c) a = Add(m, q) v = Mul(a, root)
          t = Tanh(v) s = Add(t, one) h = Mul(m, half) y = Mul(h, s) })"},
        FusionCase{"AGeluOfWhichAPartIsReadByOthersStaysWhatItIs", 2,
                   HEAD R"((float[2,3,4] x) => (float[2,3,4] y, float[2,3,4] e)
          <float root = {1.41421356}, float one = {1}, float half = {0.5}> {
          d = Div(x, root) e = Erf(d) p = Add(e, one) q = Mul(x, p) y = Mul(q, half) })"},
        FusionCase{"LayerNormalizationWrittenOut", 1, HEAD R"((float[2,3,5] x) => (float[2,3,5] y)
          <float two = {2}, float tiny = {0.00001}, float[5] s = {1,2,3,4,5}, float[5] b = {5,4,3,2,1}> {
          m = ReduceMean<keepdims = 1>(x, axes) axes = Constant<value_ints = [-1]>()
          d = Sub(x, m) p = Pow(d, two) v = ReduceMean<keepdims = 1>(p, axes) e = Add(v, tiny)
          r = Sqrt(e) q = Div(d, r) t = Mul(q, s) y = Add(t, b) })"},
        FusionCase{"HardSwishAndSwishWrittenOut", 2,
                   HEAD R"((float[1,2,3,3] x) => (float[1,2,3,3] y)
          <float[2,2,1,1] w = {1,2,3,4}, float three = {3}, float zero = {0}, float six = {6}> {
          a = Conv(x, w) b = Add(a, three) c = Clip(b, zero, six) d = Mul(a, c) e = Div(d, six)
          f = Conv(e, w) s = Sigmoid(f) y = Mul(f, s) })"},
        FusionCase{"AMinimumAboveTheMaximum", 1, HEAD R"((float[2,3] x) => (float[2,2] y)
          <float[3,2] w = {1,2,3,4,5,6}, float low = {0.5}, float high = {0.25}> {
          a = MatMul(x, w) y = Clip(a, low, high) })"},
        FusionCase{"ElementWiseNodesInOneLoop", 1,
                   HEAD R"((float[n,3,4] x, float[3,1] b, float[4] c) => (float[n,3,4] y) {
          t = Tanh(x) a = Add(t, x) m = Mul(a, x) e = Exp(m) s = Sub(e, t) r = Neg(s) y = Abs(r) })"},
        FusionCase{"AValueThatIsAnOutputIsNotSwallowed", 2,
                   HEAD
                   R"((float[2,2] x) => (float[2,2] a, float[2,2] y) { a = Exp(x) y = Neg(a) })"},
        FusionCase{"AttentionOfAFewRows", 1,
                   HEAD
                   R"((float[2,2,5,4] q, float[2,2,4,7] k, float[2,2,7,3] v, float[2,1,1,7] m) =>
                           (float[2,2,5,3] y) <float root = {2}> {
          s = MatMul(q, k) d = Div(s, root) a = Add(d, m) p = Softmax<axis = -1>(a) y = MatMul(p, v) })"},
        FusionCase{"AttentionInBlocks", 1,
                   HEAD R"((float[1,2,300,8] q, float[1,2,8,200] k, float[1,2,200,16] v,
                            float[1,2,300,200] m) => (float[1,2,300,16] y) {
          s = MatMul(q, k) a = Add(m, s) p = Softmax<axis = -1>(a) y = MatMul(p, v) })"},
        FusionCase{"ARowTimesASmallMatrixOrSomeRows", 1, HEAD R"((float[n,3] x) => (float[n,4] y)
          <float[3,4] w = {1,2,3,4,-5,6,7,-8,9,-1,2,3}, float[4] b = {0.5,-1,2,-3}> {
          m = MatMul(x, w) a = Add(m, b) y = Sigmoid(a) })"},
        FusionCase{"SqueezeAndExcitation", 7, kSqueezeAndExcitation},
        FusionCase{"ALayerBetweenReshapesTakesWhatFollows", 1,
                   HEAD R"((float[2,3,4] x, float[2,3,4] r) => (float[2,3,4] y)
          <float[4,4] w = {1,2,3,4,5,6,7,8,-1,-2,-3,-4,-5,-6,-7,-8}, float[4] b = {1,2,3,4},
           int64[2] rows = {-1,4}, int64[3] back = {2,3,4}> {
          f = Reshape(x, rows) g = Gemm(f, w, b) h = Reshape(g, back) s = Add(h, r) y = Relu(s) })"},
        FusionCase{"ALayerOfOtherRowsKeepsItsReshapes", 3,
                   HEAD R"((float[2,3,4] x) => (float[3,2,4] y)
          <float[4,4] w = {1,2,3,4,5,6,7,8,-1,-2,-3,-4,-5,-6,-7,-8}, float[4] b = {1,2,3,4},
           int64[2] rows = {-1,4}, int64[3] back = {3,2,4}> {
          f = Reshape(x, rows) g = Gemm(f, w, b) y = Reshape(g, back) })"},
        FusionCase{"RowsGoWhereABroadcastIndexSays", 5,
                   HEAD R"((float[6,3,4] x, float[2,6] k, float[2,3,4] u) => (float[6,3,4] y)
          <int64 six = {6}, int64[1] two = {2}, int64[3] shape = {2,3,4}> {
          d = Exp(x) a = ArgMax<axis = 1>(k) n = Sub(a, six) i = Unsqueeze(n, two)
          e = Expand(i, shape) y = ScatterElements<axis = 0>(d, e, u) })"},
        FusionCase{"RmsNormalizationWrittenOut", 1, HEAD R"((float[2,3,5] x) => (float[2,3,5] y)
          <float two = {2}, float tiny = {0.00001}, float[5] s = {1,2,3,4,5}> {
          p = Pow(x, two) m = ReduceMean<keepdims = 1>(p, axes)
          axes = Constant<value_ints = [-1]>() e = Add(m, tiny) r = Sqrt(e) q = Reciprocal(r)
          t = Mul(x, q) y = Mul(s, t) })"},
        FusionCase{"HalvesOfRowsAreTurned", 2,
                   HEAD R"((float[1,5,2,8] x, float[1,1,5,8] c, float[5,8] s) => (float[1,2,5,8] y)
          <int64[1] zero = {0}, int64[1] four = {4}, int64[1] end = {9223372036854775807},
           int64[1] last = {3}> {
          t = Transpose<perm = [0,2,1,3]>(x) a = Mul(t, c) l = Slice(t, zero, four, last)
          h = Slice(t, four, end, last) n = Neg(h) r = Concat<axis = -1>(n, l) b = Mul(r, s)
          y = Add(a, b) })"},
        FusionCase{"ThirdsOfRowsAreNotTurned", 5,
                   HEAD R"((float[2,6] x, float[2,6] c, float[2,6] s) => (float[2,6] y)
          <int64[1] zero = {0}, int64[1] two = {2}, int64[1] six = {6}, int64[1] last = {1}> {
          a = Mul(x, c) l = Slice(x, zero, two, last) h = Slice(x, two, six, last) n = Neg(h)
          r = Concat<axis = -1>(n, l) b = Mul(r, s) y = Add(a, b) })"},
        FusionCase{"HeadsOfAttentionGoBehindTheRows", 1,
                   HEAD R"((float[2,3,17,24] q, float[2,3,24,49] k, float[2,3,49,20] v,
                            float[3,1,49] m) => (float[2,17,3,20] y) <float half = {0.5}> {
          a = Mul(q, half) s = MatMul(a, k) b = Add(s, m) p = Softmax<axis = -1>(b)
          o = MatMul(p, v) y = Transpose<perm = [0,2,1,3]>(o) })"},
        FusionCase{"HeadsOfBlocksGoBehindTheRows", 1,
                   HEAD R"((float[1,2,300,8] q, float[1,2,8,200] k, float[1,2,200,16] v) =>
                           (float[1,300,2,16] y) {
          s = MatMul(q, k) p = Softmax<axis = -1>(s) o = MatMul(p, v)
          y = Transpose<perm = [0,2,1,3]>(o) })"},
        FusionCase{"FewRowsOfHeadsGoBehindTheRows", 1,
                   HEAD R"((float[1,2,1,8] q, float[1,2,8,20] k, float[1,2,20,16] v) =>
                           (float[1,1,2,16] y) {
          s = MatMul(q, k) p = Softmax<axis = -1>(s) o = MatMul(p, v)
          y = Transpose<perm = [0,2,1,3]>(o) })"},
        FusionCase{"HeadsThatShareKeysDoNotRepeatThem", 1,
                   HEAD R"((float[2,4,50,8] q, float[2,2,60,8] k, float[2,2,60,16] v,
                            float[2,1,1,60] m) => (float[2,50,4,16] y)
          <int64[1] two = {2}, int64[5] keys = {2,2,2,60,8}, int64[5] values = {2,2,2,60,16},
           int64[4] flat = {2,4,60,8}, int64[4] wide = {2,4,60,16}, float half = {0.5}> {
          a = Unsqueeze(k, two) b = Expand(a, keys) c = Reshape(b, flat)
          t = Transpose<perm = [0,1,3,2]>(c) d = Unsqueeze(v, two) e = Expand(d, values)
          f = Reshape(e, wide) s = MatMul(q, t) h = Mul(s, half) i = Add(h, m)
          p = Softmax<axis = -1>(i) o = MatMul(p, f) y = Transpose<perm = [0,2,1,3]>(o) })"},
        FusionCase{"KeysAloneThatAreRepeatedStayRepeated", 5,
                   HEAD R"((float[2,4,5,8] q, float[2,2,6,8] k, float[2,4,6,3] v) =>
                           (float[2,4,5,3] y)
          <int64[1] two = {2}, int64[5] keys = {2,2,2,6,8}, int64[4] flat = {2,4,6,8}> {
          a = Unsqueeze(k, two) b = Expand(a, keys) c = Reshape(b, flat)
          t = Transpose<perm = [0,1,3,2]>(c) s = MatMul(q, t) p = Softmax<axis = -1>(s)
          y = MatMul(p, v) })"},
        FusionCase{"KeysAndValuesOfOtherNumbersOfHeadsStayRepeated", 8,
                   HEAD R"((float[2,4,5,8] q, float[2,2,6,8] k, float[2,1,6,3] v) =>
                           (float[2,4,5,3] y)
          <int64[1] two = {2}, int64[5] keys = {2,2,2,6,8}, int64[4] flat = {2,4,6,8},
           int64[5] values = {2,1,4,6,3}, int64[4] wide = {2,4,6,3}> {
          a = Unsqueeze(k, two) b = Expand(a, keys) c = Reshape(b, flat)
          t = Transpose<perm = [0,1,3,2]>(c) d = Unsqueeze(v, two) e = Expand(d, values)
          f = Reshape(e, wide) s = MatMul(q, t) p = Softmax<axis = -1>(s) y = MatMul(p, f) })"},
        FusionCase{"RepeatedKeysThatAreTurnedInAnotherWayStayRepeated", 8,
                   HEAD R"((float[1,4,5,8] q, float[1,2,8,8] k, float[1,2,8,8] v) =>
                           (float[1,4,5,8] y)
          <int64[1] two = {2}, int64[5] wide = {1,2,2,8,8}, int64[4] flat = {1,4,8,8}> {
          a = Unsqueeze(k, two) b = Expand(a, wide) c = Reshape(b, flat)
          t = Transpose<perm = [0,1,2,3]>(c) d = Unsqueeze(v, two) e = Expand(d, wide)
          f = Reshape(e, flat) s = MatMul(q, t) p = Softmax<axis = -1>(s) y = MatMul(p, f) })"},
        FusionCase{"HeadsOfOneKeyHaveTheirOwnValues", 1,
                   HEAD R"((float[1,3,20,8] q, float[1,1,8,20] k, float[1,3,20,16] v) =>
                           (float[1,3,20,16] y) {
          s = MatMul(q, k) p = Softmax<axis = -1>(s) y = MatMul(p, v) })"},
        FusionCase{"MasksHideWhatComesLater", 1,
                   HEAD R"((float[2,2,6,4] q, float[2,2,4,5] k, float[2,2,5,3] v) =>
                           (float[2,2,6,3] y)
          <float[6,5] m = {0,-inf,-inf,-inf,-inf, 0,0,-3e38,-3e38,-3e38, -inf,0,0,-3e38,-inf,
           -3e38,-3e38,-3e38,-3e38,-3e38, 1,2,3,4,-inf, -3e38,-inf,-inf,-inf,-inf}> {
          s = MatMul(q, k) a = Add(s, m) p = Softmax<axis = -1>(a) y = MatMul(p, v) })"},
        FusionCase{"EntriesAndPadsOfNothingAreViews", 6, HEAD R"((float[3,4,5] x) => (float[4,5] y)
          <int64 one = {1}, int64 end = {-1}, int64[6] none = {0,0,0,0,0,0}> {
          a = Exp(x) p = Pad(a, none) g = Gather(p, one) h = Gather(p, end)
          n = Softmax(g) y = Mul(n, h) })"},
        FusionCase{"PiecesOfASequenceAreASplit", 2, HEAD R"((float[2,9] x) => (float[2,3] y)
          <int64 three = {3}, int64 one = {1}, int64 last = {-1}> {
          s = SplitToSequence<axis = 1>(x, three) a = SequenceAt(s, last) b = SequenceAt(s, one)
          y = Sub(a, b) })"},
        FusionCase{"PiecesOfSeveralSizesAreASplit", 3,
                   HEAD R"((float[2,9] x) => (float[2,4] y, float[2,3] z)
          <int64[3] sizes = {4,2,3}, int64 zero = {0}, int64 two = {2}> {
          s = SplitToSequence<axis = -1>(x, sizes) a = SequenceAt(s, zero) b = SequenceAt(s, two)
          y = Exp(a) z = Exp(b) })"},
        FusionCase{"RegionsOfAnImageInAnyOrder", 4,
                   HEAD R"((float[2,2,9,7] x, float[40,2,3,3] w, float[5,4] r) =>
                           (float[5,40,3,2] y, float[5,40,3,2] z)
          <float[4] far = {3,4,5,6}, int64[5] image = {0,1,1,0,1}> {
          c = Conv<pads = [1,1,1,1]>(x, w) b = Mul(r, far)
          y = RoiAlign<output_height = 3, output_width = 2, sampling_ratio = 2>(c, b, image)
          z = RoiAlign<output_height = 3, output_width = 2, mode = "max">(c, b, image) })"},
        FusionCase{"OneHeadOfValuesForAllHeads", 1,
                   HEAD R"((float[1,3,300,8] q, float[1,1,8,200] k, float[1,1,200,16] v) =>
                           (float[1,3,300,16] y) {
          s = MatMul(q, k) p = Softmax<axis = -1>(s) y = MatMul(p, v) })"}),
    [](const testing::TestParamInfo<FusionCase>& each) { return std::string(each.param.name); });

/// Whether the plan recognizes that the model computes one operator in single steps.
bool recognizes(const Model& model) {
    Partition partition;
    for (const NodeId id : model.topologicalOrder(model.mainGraph()))
        partition.nodes.push_back(id);
    const OpVersions versions(model);
    const std::stop_token stop;
    const cpu::ConstantValues constants(model, partition, versions, stop);
    cpu::FusionGraph graph(model, partition, versions, constants);
    cpu::recognizeOperators(graph);
    cpu::recognizeAttention(graph);
    return graph.at(graph.size() - 1).recognized;
}

TEST(Fusion, APlanRecognizesWhatPassesWriteAsOperatorsWhateverTheOpset) {
    std::size_t seen = 0;
    for (const PassExample& example : passExamples()) {
        if (example.pass != "fuse_gelu" && example.pass != "fuse_hard_swish" &&
            example.pass != "fuse_layer_normalization" && example.pass != "fuse_attention")
            continue;
        const auto model = inferShapes(test::modelFromText(
            "<ir_version: 10, opset_import: [\"\" : " + std::to_string(example.opset) + "]> " +
            std::string(example.before)));
        ASSERT_TRUE(model) << model.error().message();
        const bool isWritten = example.after.find(' ') == std::string_view::npos ||
                               example.after.ends_with(" Attention"),
                   isTooOld = example.title.starts_with("before_");
        if (example.pass == "fuse_attention" && !isWritten && !isTooOld)
            continue; // the kernel broadcasts heads, the operator does not
        EXPECT_EQ(recognizes(*model), isWritten || isTooOld)
            << example.pass << ", " << example.title;
        ++seen;
    }
    EXPECT_GT(seen, 10U);
}

TEST(Fusion, PiecesThatAreNotTheWholeAxisAreRefusedAsByTheNodeItself) {
    const Model model =
        inferShapesOrWarn(test::modelFromText(HEAD R"((float[2,6] x) => (float[2,2] y)
          <int64[2] sizes = {2,2}, int64 zero = {0}, int64 one = {1}> {
          s = SplitToSequence<axis = 1>(x, sizes) a = SequenceAt(s, zero) b = SequenceAt(s, one)
          y = Add(a, b) })"));
    const auto session = sessionFor(model, "1");
    ASSERT_TRUE(session);
    EXPECT_FALSE(session->run(*randomFeeds(model, 0, {})));
}

TEST(Fusion, ASessionRunsOnAnotherThreadThanTheOneThatPreparedIt) {
    const auto model = inferShapes(test::modelFromText(
        HEAD R"((float[1,3,64,64] x, float[8,3,3,3] w) => (float[1,8,64,64] y)  {
          y = Conv<pads = [1,1,1,1]>(x, w) })"));
    const auto session = sessionFor(*model, "1");
    ASSERT_TRUE(session);
    const Feeds feeds = *randomFeeds(*model, 0, {});
    const auto here = session->run(feeds);
    ASSERT_TRUE(here);
    Result<RunReport> there = Error{Errc::internal, std::string("not run"), {}, {}};
    std::thread([&] { there = session->run(feeds); }).join();
    ASSERT_TRUE(there) << there.error().message();
    EXPECT_EQ(elements(here->outputs[0].tensor)->text(),
              elements(there->outputs[0].tensor)->text());
}

TEST(Fusion, ThreadsDoNotChangeABit) {
    for (const char* text :
         {HEAD R"((float[1,40,96] x, float[96,96] w, float[96] b) => (float[1,40,96] y) {
          m = MatMul(x, w) a = Add(m, b) t = Tanh(a) s = Softmax(t) y = Mul(s, x) })",
          HEAD R"((float[1,1,101,8] q, float[1,1,8,530] k, float[1,1,530,5] v) =>
                  (float[1,1,101,5] y) {
          s = MatMul(q, k) p = Softmax<axis = -1>(s) y = MatMul(p, v) })",
          kSqueezeAndExcitation}) {
        const auto model = inferShapes(test::modelFromText(text));
        std::string first;
        for (const char* threads : {"1", "2", "3"}) {
            auto session =
                Session::create(*model, *makeProviders({{"cpu"}, "", {{"threads", threads}}}));
            ASSERT_TRUE(session);
            const auto report = (*session)->run(*randomFeeds(*model, 7, {}));
            ASSERT_TRUE(report);
            const std::string bytes(elements(report->outputs[0].tensor)->text());
            first = first.empty() ? bytes : first;
            EXPECT_EQ(bytes, first) << threads;
        }
    }
}

TEST(Fusion, NothingIsDividedByTheSizeOfWhatIsEmpty) {
    for (const char* text : {
             HEAD R"((float[1,4,4,0] x) => (float[1,0,1,1] y) {
          t = Transpose<perm = [0,3,1,2]>(x) y = GlobalAveragePool(t) })",
             HEAD R"((float[0,4,4,3] x) => (float[0,3,1,1] y) {
          t = Transpose<perm = [0,3,1,2]>(x) y = GlobalAveragePool(t) })",
             HEAD R"((float[0,5] x, float[5,1] b) => (float[5,0] y) {
          t = Transpose<perm = [1,0]>(x) y = Add(b, t) })",
             HEAD R"((float[2,0,3] x, float[1,1,3] b) => (float[2,0,3] y) { y = Add(x, b) })",
         }) {
        const auto model = inferShapes(test::modelFromText(text));
        ASSERT_TRUE(model) << model.error().message();
        const auto session = sessionFor(*model, "1");
        ASSERT_TRUE(session);
        const auto report = session->run(*randomFeeds(*model, 1, {}));
        ASSERT_TRUE(report) << report.error().message();
        const auto numbers = *elementsAsDoubles(report->outputs[0].tensor);
        for (const double number : numbers)
            EXPECT_TRUE(std::isnan(number)) << text; // the mean of nothing
    }
}

TEST(Fusion, AnOldAddWithAnAxisIsNoBias) {
    const auto model = inferShapes(test::modelFromText(
        R"(<ir_version: 3, opset_import: ["" : 6]> g (float[2,2] x) => (float[2,2] y)
          <float[2,2] w = {1,0,0,1}> {
          b = Constant<value = float[2] {10,20}>() m = MatMul(x, w)
          y = Add<broadcast = 1, axis = 0>(m, b) })"));
    ASSERT_TRUE(model) << model.error().message();
    const auto session = sessionFor(*model, "1");
    ASSERT_TRUE(session);
    const auto report = session->run(
        {{"x", Tensor::of(DataType::float32, {2, 2}, std::vector<float>{1, 2, 3, 4})}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(*elementsAsDoubles(report->outputs[0].tensor), (std::vector<double>{11, 12, 23, 24}));
}

TEST(Fusion, AnAxisOutOfRangeIsRefusedByWhatWouldBeFusedAsWell) {
    const auto attention = [](const std::string& axis) {
        return test::modelFromText(HEAD "(float[2,3,4] q, float[2,4,3] k, float[2,3,5] v) => "
                                        "(float[2,3,5] y) <float[2,3,3] s, float[2,3,3] p> "
                                        "{ s = MatMul(q, k) p = Softmax<axis = " +
                                   axis + ">(s) y = MatMul(p, v) }");
    };
    for (const char* axis : {"-1", "2"}) {
        const auto session = sessionFor(attention(axis), "1");
        ASSERT_TRUE(session);
        const auto report = session->run(*randomFeeds(attention(axis), 1, {}));
        ASSERT_TRUE(report) << report.error().message();
        EXPECT_EQ(report->timings.size(), 1U) << axis;
    }
    const auto quantized = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]> g
           (uint8[2,3] x) => (uint8[2,3] y) <float s = {1}, uint8 z = {0}>
           { y = com.microsoft.QLinearSoftmax<axis = 9223372036854775807, opset = 13>
                                             (x, s, z, s, z) })");
    for (const Model& model : {attention("3"), attention("-4"), attention("9223372036854775807"),
                               attention("-9223372036854775807"), quantized}) {
        const auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}),
                                             PartitionOptions::asWritten());
        if (session) {
            EXPECT_FALSE((*session)->run(*randomFeeds(model, 1, {})));
        }
    }
}

TEST(Fusion, ANormalizationOfEachPlaceIsNotTakenIntoAConvolution) {
    const auto model = inferShapes(test::modelFromText(
        R"(<ir_version: 4, opset_import: ["" : 8]> g (float[1,1,1,3] x) => (float[1,1,1,2] y)
           <float[1,1,1,2] w = {1, 2}, float[1,1,2] s = {1, 10}, float[1,1,2] b = {0, 1},
            float[1,1,2] m = {0, 0}, float[1,1,2] v = {1, 1}>
           { c = Conv(x, w) y = BatchNormalization <spatial = 0, epsilon = 0.0> (c, s, b, m, v) })"));
    ASSERT_TRUE(model) << model.error().message();
    for (const char* fusion : {"0", "1"}) {
        const auto session = sessionFor(*model, fusion);
        ASSERT_TRUE(session);
        const auto report = session->run(
            {{"x", Tensor::of(DataType::float32, {1, 1, 1, 3}, std::vector<float>{1, 2, 3})}});
        ASSERT_TRUE(report) << report.error().message();
        EXPECT_EQ(*elementsAsDoubles(report->outputs[0].tensor), (std::vector<double>{5, 81}));
    }
}

} // namespace
} // namespace partita
