// Quantized nodes that are fused give the results of DequantizeLinear, the node and QuantizeLinear
// one by one. Scales are powers of two, so that every number is exact in float32 and float16.

#include <gtest/gtest.h>
#include <random>

#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/session.h"
#include "providers/cpu/kernels/integer_product.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

constexpr unsigned kSeed = 20261122;

struct QuantizedCase {
    const char* name;
    std::size_t kernels; ///< number of kernels that run with fusion
    const char* text;    ///< "@N" stands for N random codes
};

std::ostream& operator<<(std::ostream& out, const QuantizedCase& each) { return out << each.name; }

std::string withCodes(std::string text) {
    std::mt19937 random(kSeed);
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
        std::size_t digits = 0;
        const int count = std::stoi(text.substr(at + 1), &digits);
        std::string codes;
        for (int i = 0; i < count; ++i)
            codes += (i ? "," : "") + std::to_string(random() % 128);
        text.replace(at, digits + 1, codes);
    }
    return text;
}

Model quantizedModel(const char* text) {
    auto model = inferShapes(
        test::modelFromText("<ir_version: 9, opset_import: [\"\" : 21]> g " + withCodes(text)));
    EXPECT_TRUE(model) << model.error().message();
    return model ? *std::move(model) : Model();
}

Result<RunReport> runWith(const Model& model, const Feeds& feeds, const char* fusion,
                          const char* executor = "sequential") {
    auto session = Session::create(
        model,
        *makeProviders(
            {{"cpu"}, "", {{"fusion", fusion}, {"threads", "2"}, {"executor", executor}}}),
        PartitionOptions::asWritten());
    if (!session)
        return session.error();
    auto first = (*session)->run(feeds);
    return first ? (*session)->run(feeds) : std::move(first); // the second run reuses all memory
}

class QuantizedFusion : public testing::TestWithParam<QuantizedCase> {};

TEST_P(QuantizedFusion, GivesTheCodesThatTheNodesGiveOneByOne) {
    const Model model = quantizedModel(GetParam().text);
    for (const std::uint64_t seed : {1U, 2U}) {
        const Feeds feeds = *randomFeeds(model, seed);
        const auto expected = runWith(model, feeds, "0"), got = runWith(model, feeds, "1"),
                   parallel = runWith(model, feeds, "1", "parallel");
        ASSERT_TRUE(expected) << expected.error().message();
        ASSERT_TRUE(got) << got.error().message();
        ASSERT_TRUE(parallel) << parallel.error().message();
        if (cpu::multipliesBytesFast()) {
            EXPECT_EQ(got->timings.size(), GetParam().kernels);
        }
        for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
            const std::string plain(elements(expected->outputs[i].tensor)->text());
            EXPECT_EQ(elements(got->outputs[i].tensor)->text(), plain) << "output " << i;
            EXPECT_EQ(elements(parallel->outputs[i].tensor)->text(), plain) << "output " << i;
        }
    }
}

#define SCALES                                                                                     \
    "float s = {0.03125}, uint8 z = {117}, float t = {0.25}, uint8 o = {9}, int8 i = {0}, "        \
    "float v = {0.0078125}"

INSTANTIATE_TEST_SUITE_P(
    Cases, QuantizedFusion,
    testing::Values(
        QuantizedCase{"SumOfCodesWithRelu", 1,
                      "(uint8[2,3,9,31] x, int8[2,3,9,31] k) => (uint8[2,3,9,31] y) <" SCALES R"(> {
            d = DequantizeLinear(x, s, z) e = DequantizeLinear(k, v, i) a = Add(d, e) r = Relu(a)
            y = QuantizeLinear(r, s, o) })"},
        QuantizedCase{"DifferenceOfCodesAndOneForEachChannel", 1,
                      "(uint8[2,3,9,31] x, uint8[3,1,1] k) => (int8[2,3,9,31] y) <" SCALES R"(> {
            d = DequantizeLinear(x, s, z) e = DequantizeLinear(k, s, o) a = Sub(e, d)
            y = QuantizeLinear(a, t, i) })"},
        QuantizedCase{"ProductOfCodesAndARowOfThem", 1,
                      "(uint8[2,3,9,31] x, uint8[31] k) => (int8[2,3,9,31] y) <" SCALES R"(> {
            d = DequantizeLinear(x, s, z) e = DequantizeLinear(k, t, o) a = Mul(d, e)
            y = QuantizeLinear(a, t, i) })"},
        QuantizedCase{"MatMulOfAsManyRowsAsColumns", 2,
                      "(float[1,8,5] x) => (uint8[1,8,8] y) <" SCALES R"(, int8[5,8] w = {@40}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = MatMul(d, e) y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"Conv", 2, "(float[2,3,9,9] x) => (uint8[2,5,9,9] y) <" SCALES R"(,
            int8[5,3,3,3] w = {@135}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e)
            y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"ConvOfGroupsWithBiasReluAndScalesByFilter", 2,
                      "(float[1,4,8,8] x) => (uint8[1,6,4,4] y) <" SCALES R"(,
            int8[6,2,3,3] w = {@108}, float[6] f = {0.5,0.25,0.125,0.5,1,0.25},
            int8[6] n = {0,0,0,0,0,0}, float[6] b = {1,-2,3,-4,5,-6}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear<axis = 0>(w, f, n)
            c = Conv<group = 2, pads = [1,1,1,1], strides = [2,2]>(d, e, b) r = Relu(c)
            y = QuantizeLinear(r, t, o) })"},
        QuantizedCase{"DepthwiseConvWithClip", 2,
                      "(float[1,8,7,7] x) => (uint8[1,8,7,7] y) <" SCALES R"(,
            int8[8,1,3,3] w = {@72}, float low = {0}, float high = {6}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<group = 8, pads = [1,1,1,1]>(d, e)
            r = Clip(c, low, high) y = QuantizeLinear(r, t, o) })"},
        QuantizedCase{"ConvOfUnsignedWeights", 2,
                      "(float[1,3,6,6] x) => (uint8[1,4,4,4] y) <" SCALES R"(,
            uint8[4,3,3,3] w = {@108}, uint8 a = {61}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, a) c = Conv(d, e) y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"ConvsThatHandPixelsOn", 6,
                      "(float[1,3,12,12] x) => (float[1,144] y) <" SCALES R"(,
            int8[16,3,3,3] w = {@432}, int8[4,16,1,1] p = {@64}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e) r = Relu(c)
            q1 = QuantizeLinear(r, t, o) d1 = DequantizeLinear(q1, t, o)
            m = MaxPool<kernel_shape = [3,3], strides = [2,2], pads = [1,1,1,1]>(d1)
            q2 = QuantizeLinear(m, t, o) d2 = DequantizeLinear(q2, t, o)
            e1 = DequantizeLinear(p, v, i) c1 = Conv(d2, e1) q3 = QuantizeLinear(c1, t, o)
            d3 = DequantizeLinear(q3, t, o) k = Constant<value_ints = [1,144]>()
            h = Reshape(d3, k) q4 = QuantizeLinear(h, t, o) y = DequantizeLinear(q4, t, o) })"},
        QuantizedCase{"CodesThatAreGatheredByElement", 2,
                      "(float[2,4] x) => (uint8[2,3] y) <" SCALES
                      R"(, int64[2,3] at = {0,1,1,1,0,0}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            g = GatherElements(d, at) y = QuantizeLinear(g, s, z) })"},
        QuantizedCase{"ConvOfAnImageOnePixelWide", 2,
                      "(float[1,4,40,1] x) => (uint8[1,5,18,1] y) <" SCALES R"(,
            int8[5,4,5,1] w = {@100}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,0,0,0], strides = [2,1]>(d, e)
            y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"ConvNormalizedAndClippedToFurtherCodes", 2,
                      "(float[2,3,9,9] x) => (int8[2,6,9,9] y) <" SCALES R"(, int8 j = {-3},
            int8[6,3,3,3] w = {@162}, float[6] b = {1,-2,3,-4,5,-6}, float[6] g = {1,2,-1,4,8,0.5},
            float[6] h = {0.5,-2,3,-4,16,1}, float[6] m = {2,-1,0,4,-8,1},
            float[6] r = {1,1,4,16,1,4}, float low = {0}, float high = {24}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e, b)
            q1 = QuantizeLinear(c, t, o) d1 = DequantizeLinear(q1, t, o)
            n = BatchNormalization<epsilon = 0.0>(d1, g, h, m, r)
            q2 = QuantizeLinear(n, t, z) d2 = DequantizeLinear(q2, t, z)
            k = Clip(d2, low, high) y = QuantizeLinear(k, s, j) })"},
        QuantizedCase{"ConvsWhoseCodesAreNormalizedAndAdded", 3,
                      "(float[1,4,8,8] x) => (uint8[1,4,8,8] y) <" SCALES R"(, int8 j = {-3},
            int8[4,4,3,3] w = {@144}, int8[4,1,3,3] p = {@36}, float[4] g = {1,2,-1,4},
            float[4] h = {0.5,-2,3,-4}, float[4] m = {2,-1,0,4}, float[4] r = {1,1,4,16}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e)
            q1 = QuantizeLinear(c, t, j) d1 = DequantizeLinear(q1, t, j)
            f = DequantizeLinear(p, v, i) c2 = Conv<group = 4, pads = [1,1,1,1]>(d, f)
            q2 = QuantizeLinear(c2, t, o) d2 = DequantizeLinear(q2, t, o)
            n = BatchNormalization<epsilon = 0.0>(d2, g, h, m, r)
            q3 = QuantizeLinear(n, t, z) d3 = DequantizeLinear(q3, t, z)
            a = Add(d3, d1) u = Relu(a) y = QuantizeLinear(u, t, o) })"},
        QuantizedCase{"ConvOfUnsignedWeightsNormalizedAndAdded", 2,
                      "(float[1,3,6,6] x, uint8[1,3,6,6] p) => (uint8[1,3,6,6] y) <" SCALES R"(,
            uint8[3,3,3,3] w = {@81}, uint8 a = {61}, float[3] g = {1,2,-1},
            float[3] h = {0.5,-2,3}, float[3] m = {2,-1,0}, float[3] r = {1,1,4}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, a) c = Conv<pads = [1,1,1,1]>(d, e)
            q1 = QuantizeLinear(c, t, o) d1 = DequantizeLinear(q1, t, o)
            n = BatchNormalization<epsilon = 0.0>(d1, g, h, m, r)
            q2 = QuantizeLinear(n, t, z) d2 = DequantizeLinear(q2, t, z)
            f = DequantizeLinear(p, s, z) k = Add(f, d2) y = QuantizeLinear(k, t, o) })"},
        QuantizedCase{"QLinearConvAddedToOtherCodes", 1,
                      "(uint8[1,3,6,6] x, uint8[1,4,6,6] p) => (uint8[1,4,6,6] y) <" SCALES R"(,
            int8[4,3,3,3] w = {@108}, int32[4] b = {100,-200,300,-400}> {
            c = QLinearConv<pads = [1,1,1,1]>(x, s, z, w, v, i, t, o, b)
            d = DequantizeLinear(c, t, o) e = DequantizeLinear(p, s, z) a = Add(e, d) r = Relu(a)
            y = QuantizeLinear(r, t, o) })"},
        QuantizedCase{"QLinearConvOfManyChannelsAddedToOtherCodes", 1, // by Winograd, with AVX2
                      "(uint8[1,16,12,12] x, uint8[1,16,12,12] p) => (uint8[1,16,12,12] y) <" SCALES
                      R"(, int8[16,16,3,3] w = {@2304}> {
            c = QLinearConv<pads = [1,1,1,1]>(x, s, z, w, v, i, t, o)
            d = DequantizeLinear(c, t, o) e = DequantizeLinear(p, s, z) a = Add(e, d) r = Relu(a)
            y = QuantizeLinear(r, t, o) })"},
        QuantizedCase{"ConvWithAnActivationAndOneOnItsCodes", 2,
                      "(float[1,4,8,8] x) => (uint8[1,4,8,8] y) <" SCALES R"(,
            int8[4,4,3,3] w = {@144}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e)
            l = LeakyRelu<alpha = 0.5>(c) q1 = QuantizeLinear(l, t, z)
            d1 = DequantizeLinear(q1, t, z) h = HardSigmoid<alpha = 0.25, beta = 0.5>(d1)
            y = QuantizeLinear(h, v, o) })"},
        QuantizedCase{"ConvOfUnsignedWeightsAddedAndActivated", 1,
                      "(uint8[1,3,6,6] x, uint8[1,3,6,6] p) => (uint8[1,3,6,6] y) <" SCALES R"(,
            uint8[3,3,3,3] w = {@81}, uint8 a = {61}> {
            d = DequantizeLinear(x, s, z)
            e = DequantizeLinear(w, v, a) c = Conv<pads = [1,1,1,1]>(d, e)
            l = LeakyRelu<alpha = 0.5>(c) q1 = QuantizeLinear(l, t, o)
            d1 = DequantizeLinear(q1, t, o) f = DequantizeLinear(p, s, z) k = Add(f, d1)
            h = LeakyRelu<alpha = 0.25>(k) y = QuantizeLinear(h, t, o) })"},
        QuantizedCase{"MatMulIntegerScaledAndQuantized", 1,
                      "(uint8[3,6] x) => (uint8[3,4] y) <" SCALES R"(,
            int8[6,4] w = {@24}, int32[4] b = {100,-200,300,-400},
            float[4] f = {0.5,0.25,0.125,0.0078125}> {
            m = MatMulInteger(x, w, z) a = Add(m, b) c = Cast<to = 1>(a) d = Mul(f, c)
            y = QuantizeLinear(d, t, o) })"},
        QuantizedCase{"QLinearMatMulByComputedWeights", 1,
                      "(uint8[3,6] x) => (uint8[3,4] y) <" SCALES R"(, int8[4,6] w = {@24}> {
            k = Transpose(w) y = QLinearMatMul(x, s, z, k, v, i, t, o) })"},
        QuantizedCase{"CodesThatAreReadBesidesTheStageAfterThem", 5,
                      "(float[1,4,8,8] x) => (uint8[1,4,8,8] y, float[1,4,8,8] u) <" SCALES R"(,
            int8[4,4,3,3] w = {@144}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e)
            q1 = QuantizeLinear(c, t, o) d1 = DequantizeLinear(q1, t, o)
            r = Relu(d1) y = QuantizeLinear(r, t, z) u = Neg(d1) })"},
        QuantizedCase{"GemmAddedToOtherCodes", 2,
                      "(float[3,6] x, int8[3,4] p) => (uint8[3,4] y) <" SCALES R"(,
            int8[4,6] w = {@24}, float[4] b = {1,2,3,4}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Gemm<transB = 1>(d, e, b)
            q1 = QuantizeLinear(c, t, o) d1 = DequantizeLinear(q1, t, o)
            f = DequantizeLinear(p, v, i) a = Add(d1, f) r = Relu(a)
            y = QuantizeLinear(r, t, z) })"},
        QuantizedCase{"AResidualThatConvAndSumRead", 5,
                      "(float[1,4,8,8] x) => (float[1,4,8,8] y) <" SCALES R"(,
            int8[4,4,3,3] w = {@144}, int8[4,4,1,1] p = {@16}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e) r = Relu(c)
            q1 = QuantizeLinear(r, t, o) d1 = DequantizeLinear(q1, t, o)
            e1 = DequantizeLinear(p, v, i) c1 = Conv(d1, e1) q2 = QuantizeLinear(c1, t, o)
            d2 = DequantizeLinear(q2, t, o) a = Add(d2, d1) u = Relu(a)
            q3 = QuantizeLinear(u, t, z) d3 = DequantizeLinear(q3, t, z) e2 = DequantizeLinear(p, v, i)
            y = Conv(d3, e2) })"},
        QuantizedCase{"CodesThatAreReadAgainAfterOthersNeededMemory", 6,
                      "(float[1,4,8,8] x) => (uint8[1,4,8,8] y, uint8[1,4,8,8] u) <" SCALES R"(,
            int8[4,4,3,3] w = {@144}, int8[4,4,3,3] p = {@144}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) e1 = DequantizeLinear(p, v, i)
            c = Conv<pads = [1,1,1,1]>(d, e) q1 = QuantizeLinear(c, t, o)
            d1 = DequantizeLinear(q1, t, o) c1 = Conv<pads = [1,1,1,1]>(d1, e1)
            q2 = QuantizeLinear(c1, t, o) d2 = DequantizeLinear(q2, t, o)
            c2 = Conv<pads = [1,1,1,1]>(d2, e) q3 = QuantizeLinear(c2, t, o)
            d3 = DequantizeLinear(q3, t, o) c3 = Conv<pads = [1,1,1,1]>(d3, e1)
            y = QuantizeLinear(c3, t, o) c4 = Conv<pads = [1,1,1,1]>(d, e1)
            u = QuantizeLinear(c4, t, o) })"},
        QuantizedCase{"Gemm", 2, "(float[3,6] x) => (uint8[3,4] y) <" SCALES R"(,
            int8[4,6] w = {@24}, float[4] b = {1,2,3,4}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Gemm<transB = 1>(d, e, b)
            y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"MatMulByWeightsWithScalesByColumn", 2,
                      "(float[2,3,6] x) => (uint8[2,3,4] y) <" SCALES R"(,
            int8[6,4] w = {@24}, float[4] f = {0.5,0.25,0.125,0.5}, int8[4] n = {0,0,0,0}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear<axis = 1>(w, f, n) c = MatMul(d, e)
            y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"MatMulByWeightsThatAreTransposedAndQuantizedHere", 2,
                      "(float[2,3,6] x) => (uint8[2,3,5] y) <" SCALES
                      R"(, float[5,6] f = {@30}, float u = {1}, uint8 m = {100}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            k = Transpose(f) w = QuantizeLinear(k, u, m) e = DequantizeLinear(w, u, m)
            c = MatMul(d, e) y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"MatMulWithABiasAddedToItsCodes", 2,
                      "(float[2,3,6] x) => (uint8[2,3,5] y) <" SCALES R"(,
            int8[6,5] w = {@30}, int8[5] k = {@5}, float u = {0.5}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = MatMul(d, e) p = QuantizeLinear(c, t, o)
            g = DequantizeLinear(p, t, o) b = DequantizeLinear(k, v, i) a = Add(b, g)
            y = QuantizeLinear(a, u, o) })"},
        QuantizedCase{"MatMulByUnsignedWeightsWithABiasAddedToItsCodes", 2,
                      "(float[2,3,6] x) => (uint8[2,3,5] y) <" SCALES R"(,
            uint8[6,5] w = {@30}, uint8 n = {61}, float[5] b = {1,-2,3.5,-4,0.25}, float u = {0.5}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, n) c = MatMul(d, e) p = QuantizeLinear(c, t, o)
            g = DequantizeLinear(p, t, o) a = Add(g, b) r = Relu(a)
            y = QuantizeLinear(r, u, o) })"},
        QuantizedCase{"MatMulOfTwoQuantizedValues", 3,
                      "(float[2,3,6] x, float[2,6,5] p) => (uint8[2,3,5] y) <" SCALES R"(> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            r = QuantizeLinear(p, t) e = DequantizeLinear(r, t) c = MatMul(d, e)
            y = QuantizeLinear(c, t, o) })"},
        QuantizedCase{"SumsAndActivationsInOneLoop", 1,
                      "(uint8[2,3,40,40] x, int8[3,1,1] p) => (uint8[2,3,40,40] y) <" SCALES R"(> {
            d = DequantizeLinear(x, s, z) e = DequantizeLinear(p, v, i) a = Mul(d, e) r = Relu(a)
            b = QuantizeLinear(r, v, o) c = DequantizeLinear(b, v, o) g = Add(c, d)
            y = QuantizeLinear(g, s, z) })"},
        QuantizedCase{"AnythingThatOneCodeDecides", 1,
                      "(uint8[2,3,41,37] x) => (int8[2,3,41,37] y) <" SCALES R"(,
            float half = {0.5}, float[1] one = {1}, int8 j = {-3}> {
            d = DequantizeLinear(x, s, z) h = Mul(d, half) q1 = QuantizeLinear(h, s, o)
            d1 = DequantizeLinear(q1, s, o) e = Tanh(d1) q2 = QuantizeLinear(e, v, z)
            d2 = DequantizeLinear(q2, v, z) a = Add(d2, one) q3 = QuantizeLinear(a, v, o)
            d3 = DequantizeLinear(q3, v, o) m = Mul(d1, d3) q4 = QuantizeLinear(m, s, z)
            d4 = DequantizeLinear(q4, s, z) g = Mul(d4, d) q5 = QuantizeLinear(g, s, z)
            d5 = DequantizeLinear(q5, s, z) k = Sigmoid(d5) q6 = QuantizeLinear(k, v, i)
            d6 = DequantizeLinear(q6, v, i) n = Sub(d6, d1) q7 = QuantizeLinear(n, s, j)
            d7 = DequantizeLinear(q7, s, j) u = Abs(d7) y = QuantizeLinear(u, s, j) })"},
        QuantizedCase{"ASwishOnCodesBetweenConvs", 4,
                      "(float[2,3,9,9] x) => (uint8[2,4,9,9] y) <" SCALES R"(,
            int8[16,3,3,3] w = {@432}, int8[4,16,1,1] p = {@64}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e)
            q1 = QuantizeLinear(c, t, z) d1 = DequantizeLinear(q1, t, z) k = Sigmoid(d1)
            q2 = QuantizeLinear(k, v, o) d2 = DequantizeLinear(q2, v, o) m = Mul(d1, d2)
            q3 = QuantizeLinear(m, t, o) d3 = DequantizeLinear(q3, t, o)
            f = DequantizeLinear(p, v, i) h = Conv(d3, f) y = QuantizeLinear(h, t, o) })"},
        QuantizedCase{"ASumOfTwoMemoryOrders", 5,
                      "(float[1,3,40,40] x, uint8[1,4,40,40] p) => "
                      "(uint8[1,2,40,40] y, uint8[1,2,40,40] u) <" SCALES R"(,
            int8[4,3,3,3] w = {@108}, int8[2,4,1,1] k = {@8}> {
            q = QuantizeLinear(x, s, z) d = DequantizeLinear(q, s, z)
            e = DequantizeLinear(w, v, i) c = Conv<pads = [1,1,1,1]>(d, e)
            q1 = QuantizeLinear(c, t, o) d1 = DequantizeLinear(q1, t, o)
            f = DequantizeLinear(k, v, i) c1 = Conv(d1, f) u = QuantizeLinear(c1, t, o)
            d2 = DequantizeLinear(p, s, z) a = Add(d1, d2) q2 = QuantizeLinear(a, t, z)
            d3 = DequantizeLinear(q2, t, z) c2 = Conv(d3, f) y = QuantizeLinear(c2, t, o) })"},
        QuantizedCase{"SixteenBits", 1,
                      "(uint16[2,600] x, int16[600] p) => (int16[2,600] y) <float s = {0.5}, "
                      R"(uint16 z = {31117}, int16 n = {-17}> {
            d = DequantizeLinear(x, s, z) e = DequantizeLinear(p, s, n) a = Sub(d, e)
            y = QuantizeLinear(a, s, n) })"},
        QuantizedCase{"MovesOfCodes", 5,
                      "(uint8[2,3,4,4] x) => (uint8[2,48] y, uint8[2,4,4,3] w) <" SCALES R"(> {
            d = DequantizeLinear(x, s, z) f = Flatten(d) y = QuantizeLinear(f, s, z)
            e = DequantizeLinear(x, s, z) p = Transpose<perm = [0,2,3,1]>(e)
            w = QuantizeLinear(p, s, z) g = MaxPool<kernel_shape = [2,2]>(e)
            h = QuantizeLinear(g, t, z) k = DequantizeLinear(h, t, z) })"},
        QuantizedCase{"ResizingToTheNearestCode", 2,
                      "(uint8[1,2,4,4] x) => (uint8[1,2,8,8] y, uint8[1,4,4,4] w) <" SCALES
                      R"(, float[4] f = {1,1,2,2}> {
            d = DequantizeLinear(x, s, z) r = Resize<mode = "nearest">(d, , f)
            y = QuantizeLinear(r, s, z) c = Concat<axis = 1>(d, d) w = QuantizeLinear(c, s, z) })"},
        QuantizedCase{"AMoveToAnotherScaleIsNoMove", 3,
                      "(uint8[2,3] x) => (uint8[3,2] y) <" SCALES R"(> {
            d = DequantizeLinear(x, s, z) p = Transpose(d) y = QuantizeLinear(p, t, z) })"}),
    [](const auto& each) { return each.param.name; });

} // namespace
} // namespace partita
