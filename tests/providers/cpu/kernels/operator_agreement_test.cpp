// Two graphs for the same function give the same result: fast kernels against plain operators.

#include <array>
#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <numbers>
#include <random>

#include "core/data/random_feeds.h"
#include "core/ir/constants.h"
#include "core/ir/float_formats.h"
#include "core/session/session.h"
#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

constexpr unsigned kSeed = 20261122;

struct RandomRun {
    Feeds feeds;
    std::vector<ModelData> outputs; ///< none where the run failed
};

/// Runs a model on random inputs.
RandomRun runOnRandom(const Model& model) {
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    EXPECT_TRUE(session) << session.error().message();
    const auto feeds = randomFeeds(model, kSeed);
    EXPECT_TRUE(feeds) << feeds.error().message();
    if (!session || !feeds)
        return {};
    auto report = (*session)->run(*feeds);
    EXPECT_TRUE(report) << report.error().message();
    return {*feeds, report ? std::move(report->outputs) : std::vector<ModelData>()};
}

/// Checks that the two outputs of a model are equal on random inputs.
void expectEqualOutputs(const std::string& graph, double tolerance) {
    SCOPED_TRACE(graph);
    const auto run = runOnRandom(test::modelFromText(
        R"(<ir_version: 10, opset_import: ["" : 21, "com.microsoft" : 1]> g )" + graph));
    ASSERT_EQ(run.outputs.size(), 2U);
    const Tensor &a = run.outputs[0].tensor, &b = run.outputs[1].tensor;
    ASSERT_EQ(a.dims, b.dims);
    const auto x = *elementsAsDoubles(a), y = *elementsAsDoubles(b);
    for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_NEAR(x[i], y[i], tolerance * (1 + std::abs(y[i]))) << "at " << i;
}

struct InWords : testing::TestWithParam<const char*> {};
TEST_P(InWords, GivesTheSame) { expectEqualOutputs(GetParam(), 1e-5); }

INSTANTIATE_TEST_SUITE_P(
    Einsum, InWords,
    testing::Values(
        R"((float[7,5] a, float[5,9] b) => (float[] y, float[] z) {
             y = Einsum <equation = "ij,jk->ik"> (a, b) z = MatMul(a, b) })",
        R"((float[3,7,5] a, float[3,9,5] b) => (float[] y, float[] z) {
             y = Einsum <equation = "bij,bkj->bik"> (a, b)
             t = Transpose <perm = [0,2,1]> (b) z = MatMul(a, t) })",
        R"((float[2,6,4,8] a, float[2,7,4,8] b) => (float[] y, float[] z) {
             y = Einsum <equation = "bqhd,bkhd->bhqk"> (a, b)
             s = Transpose <perm = [0,2,1,3]> (a) t = Transpose <perm = [0,2,3,1]> (b)
             z = MatMul(s, t) })",
        R"((float[6,6] a) => (float[] y, float[] z) <float[6,6] e =
             {1,0,0,0,0,0, 0,1,0,0,0,0, 0,0,1,0,0,0, 0,0,0,1,0,0, 0,0,0,0,1,0, 0,0,0,0,0,1},
             int64[1] one = {1}> {
             y = Einsum <equation = "ii->i"> (a) d = Mul(a, e)
             z = ReduceSum <keepdims = 0> (d, one) })",
        R"((float[5] a, float[4] b) => (float[] y, float[] z) <int64[2] s = {5, 1}> {
             y = Einsum <equation = "i,j->ij"> (a, b) t = Reshape(a, s) z = Mul(t, b) })",
        R"((float[3,1,5] a, float[1,4,5] b) => (float[] y, float[] z) <int64[1] two = {2}> {
             y = Einsum <equation = "...k,...k->..."> (a, b) m = Mul(a, b)
             z = ReduceSum <keepdims = 0> (m, two) })",
        R"((float[3,4] a, float[4,5] b, float[5,2] c) => (float[] y, float[] z) {
             y = Einsum <equation = "ab,bc,cd->da"> (a, b, c) m = MatMul(a, b) n = MatMul(m, c)
             z = Transpose(n) })",
        R"((float[3,4,5] a) => (float[] y, float[] z) <int64[2] s = {0, 2}> {
             y = Einsum <equation = "abc->b"> (a) z = ReduceSum <keepdims = 0> (a, s) })",
        R"((int32[3,4] a, int32[4,2] b) => (int32[] y, int32[] z) {
             y = Einsum <equation = "ij,jk"> (a, b) z = MatMul(a, b) })",
        R"((float[0,4] a, float[4,2] b) => (float[] y, float[] z) {
             y = Einsum <equation = "ij,jk"> (a, b) z = MatMul(a, b) })",
        R"((float[3,0] a, float[0,2] b) => (float[] y, float[] z) {
             y = Einsum <equation = "ij,jk"> (a, b) z = MatMul(a, b) })"));

INSTANTIATE_TEST_SUITE_P(
    QuantizedConv, InWords,
    testing::Values(
        R"((uint8[2,6,9,8] x, uint8[4,3,3,2] w, uint8 u, uint8[4] v) => (int32[] y, double[] z)
             <int64[4] s = {4,1,1,1}> {
             y = ConvInteger <group = 2, pads = [1,0,2,1], strides = [2,1]> (x, w, u, v)
             a = Cast <to = 11> (x) b = Cast <to = 11> (u) c = Sub(a, b)
             d = Cast <to = 11> (w) e = Cast <to = 11> (v) f = Reshape(e, s) h = Sub(d, f)
             z = Conv <group = 2, pads = [1,0,2,1], strides = [2,1]> (c, h) })",
        R"((int8[1,5,20] x, int8[7,5,3] w, int8 u) => (int32[] y, double[] z) {
             y = ConvInteger <dilations = [2], pads = [2,2]> (x, w, u)
             a = Cast <to = 11> (x) b = Cast <to = 11> (u) c = Sub(a, b) d = Cast <to = 11> (w)
             z = Conv <dilations = [2], pads = [2,2]> (c, d) })",
        R"((uint8[1,8,5,5] x, int8[8,1,3,3] w, uint8 u, int8 v) => (int32[] y, double[] z) {
             y = ConvInteger <group = 8, pads = [1,1,1,1]> (x, w, u, v)
             a = Cast <to = 11> (x) b = Cast <to = 11> (u) c = Sub(a, b)
             d = Cast <to = 11> (w) e = Cast <to = 11> (v) h = Sub(d, e)
             z = Conv <group = 8, pads = [1,1,1,1]> (c, h) })",
        R"((uint8[1,4,6,6] x, int8[8,4,1,1] w, uint8 u, float[8] s) => (uint8[] y, uint8[] z)
             <float p = {0.02}, float q = {0.7}, uint8 t = {101}, int8[8] n = {0,0,0,0,0,0,0,0},
              float o = {0.01}, int64[3] r = {8,1,1}> {
             l = Abs(s) g = Add(l, o) y = QLinearConv (x, p, u, w, g, n, q, t)
             c = ConvInteger(x, w, u) d = Cast <to = 11> (c) e = Cast <to = 11> (g)
             f = Reshape(e, r) h = Mul(d, f) i = Cast <to = 11> (p) j = Cast <to = 11> (q)
             k = Mul(h, i) m = Div(k, j) a = Cast <to = 1> (m)
             one = Constant <value_float = 1.0> () z = QuantizeLinear(a, one, t) })"));

INSTANTIATE_TEST_SUITE_P(
    Broadcasting, InWords,
    testing::Values(
        R"((float[2,1,5,1] a, float[3,1,7] b) => (float[] y, float[] z)
             <int64[4] s = {2,3,5,7}> {
             y = Sub(a, b) c = Expand(a, s) d = Expand(b, s) z = Sub(c, d) })",
        R"((int64[4,1,6] a, int64[4,5,1] b) => (bool[] y, bool[] z) <int64[3] s = {4,5,6}> {
             y = Less(a, b) c = Expand(a, s) d = Expand(b, s) z = Less(c, d) })",
        R"((bool[4,1,6] c, float[5,1] a, float b) => (float[] y, float[] z)
             <int64[3] s = {4,5,6}> {
             y = Where(c, a, b) d = Expand(c, s) e = Expand(a, s) f = Expand(b, s)
             z = Where(d, e, f) })",
        R"((bool[1,6] c, int8[3,6] a, int8[3,1] b) => (int8[] y, int8[] z) <int64[2] s = {3,6}> {
             y = Where(c, a, b) d = Expand(c, s) e = Expand(b, s) z = Where(d, a, e) })",
        R"((double[3,1] a, double[4] b, double[1,4] c) => (double[] y, double[] z) {
             y = Sum(a, b, c) d = Add(a, b) z = Add(d, c) })",
        R"((float[70000] a) => (float[] y, float[] z) { b = Neg(a) y = Neg(b) z = Identity(a) })"));

INSTANTIATE_TEST_SUITE_P(
    Reductions, InWords,
    testing::Values(
        R"((float[3,70,41] a) => (float[] y, float[] z) <int64[2] s = {1,2}, int64[1] p = {2},
             int64[1] q = {1}> {
             y = ReduceSum <keepdims = 0> (a, s) b = ReduceSum <keepdims = 0> (a, p)
             z = ReduceSum <keepdims = 0> (b, q) })",
        R"((float[6,7,300] a) => (float[] y, float[] z) <int64[1] q = {1}> {
             y = ReduceMax (a, q) k = Constant <value_ints = [1]> ()
             z, i = TopK <axis = 1> (a, k) })",
        R"((float[4,5,6,7] a) => (float[] y, float[] z) <int64[2] s = {0,2}, int64[1] p = {2},
             int64[1] q = {0}> {
             y = ReduceMean <keepdims = 0> (a, s) b = ReduceMean <keepdims = 0> (a, p)
             z = ReduceMean <keepdims = 0> (b, q) })",
        R"((float[33,65] a) => (float[] y, float[] z) <int64[1] q = {1}> {
             y = ReduceL2 <keepdims = 0> (a, q) b = Mul(a, a)
             c = ReduceSum <keepdims = 0> (b, q) z = Sqrt(c) })"));

INSTANTIATE_TEST_SUITE_P(
    Others, InWords,
    testing::Values(
        // A convolution without input channels is its bias.
        R"((float[2,0,5,5] x, float[4,0,3,3] w, float[4] b) => (float[] y, float[] z)
             <int64[4] s = {2,4,3,3}, int64[4] r = {1,4,1,1}> {
             y = Conv(x, w, b) c = Reshape(b, r) z = Expand(c, s) })",
        R"((float[1,3,40] x) => (float[] y, float[] z) <int64[4] r = {1,3,1,40}, int64[1] t = {2}> {
             y = MaxPool <kernel_shape = [3], strides = [2], pads = [1,1], ceil_mode = 1> (x)
             a = Reshape(x, r)
             b = MaxPool <kernel_shape = [1,3], strides = [1,2], pads = [0,1,0,1],
                          ceil_mode = 1> (a)
             z = Squeeze(b, t) })",
        R"((float[2,3,5,40] x, float[3] s, float[3] b) => (float[] y, float[] z)
             <int64[2] a = {2,3}, int64[3] r = {3,1,1}, float e = {0.00001}> {
             y = InstanceNormalization(x, s, b) m = ReduceMean(x, a) c = Sub(x, m) d = Mul(c, c)
             v = ReduceMean(d, a) f = Add(v, e) g = Sqrt(f) h = Div(c, g) i = Reshape(s, r)
             j = Reshape(b, r) k = Mul(h, i) z = Add(k, j) })",
        R"((float[4,5] x) => (float[] y, float[] z) <int64 k = {1}, int64[2] r = {4,5},
             float[4,5] m = {0,1,1,1,1, 0,0,1,1,1, 0,0,0,1,1, 0,0,0,0,1}> {
             y = Trilu(x, k) z = Mul(x, m) })",
        R"((float[2,3,4] x) => (float[] y, float[] z) <int64[6] p = {0,1,2,0,0,3},
             int64[1] a = {1}, int64[1] b = {2}, int64[1] i = {1}, int64[5] j = {2,1,0,1,2}> {
             y = Pad <mode = "reflect"> (x, p)
             g = Constant <value_ints = [1,0,1,2]> () c = Gather <axis = 1> (x, g)
             h = Constant <value_ints = [2,1,0,1,2,3,2,1,0]> () z = Gather <axis = 2> (c, h) })",
        R"((float[1,2,5,6] x, float[3,2,3,3] w, float[1,18,5,6] n) => (float[] y, float[] z)
             <float zero = {0}> {
             o = Mul(n, zero) y = DeformConv <pads = [1,1,1,1]> (x, w, o)
             z = Conv <pads = [1,1,1,1]> (x, w) })"));

/// Whether a graph is refused or fails on random inputs.
bool fails(const std::string& graph) {
    const Model model =
        test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 21]> g )" + graph);
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    return !session || !(*session)->run(*randomFeeds(model, kSeed));
}

TEST(Operators, WithZeroPointsThatDoNotFitAreErrors) {
    const auto convolution = [](const char* zeros) {
        return std::string("(uint8[1,1,4,4] x, int8[2,1,3,3] w) => (uint8[] y) <float s = {1}, ") +
               "uint8 o = {4}, int8" + zeros + "> { y = QLinearConv(x, s, o, w, s, z, s, o) }";
    };
    EXPECT_FALSE(fails(convolution(" z = {0}")));
    EXPECT_FALSE(fails(convolution("[2] z = {0, 0}")));
    EXPECT_TRUE(fails(convolution("[3] z = {0, 0, 0}")));
    EXPECT_TRUE(fails(convolution("[3] z = {1, 2, 3}")));
}

TEST(Operators, OfImpossibleSizesAreErrors) {
    // The operands have no elements, but the result would have more than fit into memory.
    EXPECT_TRUE(fails(R"((float[4611686018427387904,0] a, float[0,4611686018427387904] b)
        => (float[] y) { y = Einsum <equation = "ij,jk->ik"> (a, b) })"));
    EXPECT_TRUE(fails(R"((uint8[4611686018427387904,0] a, uint8[0,4611686018427387904] b)
        => (int32[] y) { y = MatMulInteger(a, b) })"));
    EXPECT_TRUE(fails(R"((uint8[4611686018427387904,0] a, uint8[0,4611686018427387904] b)
        => (uint8[] y) <float s = {1}, uint8 z = {0}> {
          y = QLinearMatMul(a, s, z, b, s, z, s, z) })"));
    EXPECT_TRUE(fails(R"((uint8[1,1,2,2] x, uint8[1,1,1,1] w) => (int32[] y) {
        y = ConvInteger <pads = [2147483647,2147483647,2147483647,2147483647]> (x, w) })"));
}

TEST(IntegerProduct, IsThatOfTheNumbersByTheLibraryAndByPlainLoops) {
    std::mt19937 random(kSeed);
    const auto bytes = [&](DataType type, Dims dims) {
        RuntimeValue value = RuntimeValue::allocate(type, std::move(dims));
        for (std::int64_t i = 0; i < value.count(); ++i)
            value.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(random());
        return value;
    };
    const auto number = [](const RuntimeValue& value, std::int64_t i) {
        return value.type == DataType::uint8
                   ? static_cast<std::int32_t>(value.as<std::uint8_t>()[i])
                   : static_cast<std::int32_t>(value.as<std::int8_t>()[i]);
    };
    for (int round = 0; round < 60; ++round) {
        const auto size = [&] { return static_cast<std::int64_t>(1 + random() % 40); };
        const std::int64_t m = size(), k = size(), n = size(), batch = 1 + random() % 3;
        const DataType typeA = random() % 2 ? DataType::uint8 : DataType::int8,
                       typeB = random() % 2 ? DataType::uint8 : DataType::int8;
        const bool batched = random() % 2;
        const RuntimeValue a = bytes(typeA, {batch, m, k}),
                           b = bytes(typeB, batched ? Dims{batch, k, n} : Dims{k, n}),
                           zeroA = bytes(typeA, random() % 2 ? Dims{m} : Dims{}),
                           zeroB = bytes(typeB, random() % 2 ? Dims{n} : Dims{});
        const cpu::IntegerProduct::Operands operands{a, &zeroA, b, &zeroB, random() % 2 == 0};
        for (const bool library : {true, false}) {
            if (library && !cpu::sumsBytesExactly())
                continue;
            cpu::IntegerProduct product(library);
            std::vector<std::int32_t> sums(static_cast<std::size_t>(batch * m * n));
            ASSERT_EQ(cpu::IntegerProduct::outDims(operands), Dims({batch, m, n}));
            for (int again = 0; again < 2; ++again)
                product.run(operands, sums.data());
            for (std::int64_t at = 0; at < batch * m * n; ++at) {
                const std::int64_t i = at / n, j = at % n, first = batched ? i / m * k * n : 0;
                std::int32_t sum = 0;
                for (std::int64_t l = 0; l < k; ++l)
                    sum +=
                        (number(a, i * k + l) - number(zeroA, zeroA.count() > 1 ? i % m : 0)) *
                        (number(b, first + l * n + j) - number(zeroB, zeroB.count() > 1 ? j : 0));
                ASSERT_EQ(sums[static_cast<std::size_t>(at)], sum)
                    << "round " << round << (library ? ", library" : ", plain") << " at " << at;
            }
        }
    }
}

TEST(Halves, AreThoseOfTheFormats) {
    std::vector<std::uint16_t> codes(65536), back(codes.size());
    std::iota(codes.begin(), codes.end(), std::uint16_t{0});
    std::vector<float> floats(codes.size());
    const auto count = static_cast<std::int64_t>(codes.size());
    for (const DataType type : {DataType::float16, DataType::bfloat16}) {
        cpu::widenHalves(type, codes.data(), floats.data(), count);
        cpu::narrowToHalves(type, floats.data(), back.data(), count);
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const float expected =
                type == DataType::float16 ? halfToFloat(codes[i]) : bfloat16ToFloat(codes[i]);
            if (std::isnan(expected)) {
                EXPECT_TRUE(std::isnan(floats[i]));
                continue;
            }
            ASSERT_EQ(std::bit_cast<std::uint32_t>(floats[i]),
                      std::bit_cast<std::uint32_t>(expected));
            ASSERT_EQ(back[i], codes[i]);
        }
    }
    std::mt19937 random(kSeed);
    for (float& each : floats)
        each = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    cpu::narrowToHalves(DataType::float16, floats.data(), back.data(), count);
    for (std::size_t i = 0; i < floats.size(); ++i) {
        if (std::isnan(floats[i]))
            continue;
        ASSERT_EQ(back[i], floatToHalf(floats[i])) << floats[i];
    }
}

INSTANTIATE_TEST_SUITE_P(
    MovesAndChoices, InWords,
    testing::Values(
        R"((float[3,700] x) => (float[] y, float[] z) <int64[1] k = {5}, int64[1] n = {700},
             int64[1] o = {0}, int64[1] one = {1}> {
             y, i = TopK(x, k) all, j = TopK(x, n) z = Slice(all, o, k, one) })",
        R"((float[3,700] x) => (int64[] y, int64[] z) <int64[1] k = {7}, int64[1] n = {700},
             int64[1] o = {0}, int64[1] one = {1}> {
             a, y = TopK <largest = 0> (x, k) b, j = TopK <largest = 0> (x, n)
             z = Slice(j, o, k, one) })",
        R"((float[2,21,40] x) => (int64[] y, int64[] z) {
             y = ArgMax <axis = 1> (x) t = Transpose <perm = [0,2,1]> (x)
             a = ArgMax <axis = 2> (t) z = Transpose <perm = [0,2,1]> (a) })",
        R"((float[2,21,40] x) => (float[] y, float[] z) {
             y = Hardmax <axis = 1> (x) t = Transpose <perm = [0,2,1]> (x)
             a = Hardmax <axis = 2> (t) z = Transpose <perm = [0,2,1]> (a) })",
        R"((float[2,3,50] x) => (float[] y, float[] z) <int64[1] two = {2}> {
             y = MaxPool <kernel_shape = [3], strides = [2], pads = [2,1], dilations = [2]> (x)
             u = Unsqueeze(x, two)
             p = MaxPool <kernel_shape = [1,3], strides = [1,2], pads = [0,2,0,1],
                          dilations = [1,2]> (u)
             z = Squeeze(p, two) })",
        R"((float[2,3,9,11] x) => (float[] y, float[] z) {
             y = MaxPool <kernel_shape = [3,2], strides = [2,1], pads = [1,1,0,1]> (x)
             z, i = MaxPool <kernel_shape = [3,2], strides = [2,1], pads = [1,1,0,1]> (x) })",
        R"((uint8[2,5,9,11] x) => (float[] y, float[] z) {
             p = MaxPool <kernel_shape = [3,3], strides = [2,2], pads = [1,1,1,1]> (x)
             y = Cast <to = 1> (p) f = Cast <to = 1> (x)
             z = MaxPool <kernel_shape = [3,3], strides = [2,2], pads = [1,1,1,1]> (f) })",
        R"((float[1,2,5,7] x) => (float[] y, float[] z) <float[4] s = {1,1,2,4},
             int64[6] e = {1,2,5,2,7,4}, int64[2] a = {3,5}, int64[4] r = {1,2,10,28}> {
             y = Resize <mode = "nearest", coordinate_transformation_mode = "asymmetric",
                         nearest_mode = "floor"> (x, , s)
             u = Unsqueeze(x, a) w = Expand(u, e) z = Reshape(w, r) })",
        R"((float[2,3,8,10] x) => (float[] y, float[] z) <int64[6] s = {2,3,4,2,5,2},
             int64[4] r = {2,12,4,5}> {
             y = SpaceToDepth <blocksize = 2> (x) u = Reshape(x, s)
             t = Transpose <perm = [0,3,5,1,2,4]> (u) z = Reshape(t, r) })",
        R"((float[2,12,4,5] x) => (float[] y, float[] z) {
             d = DepthToSpace <blocksize = 2> (x) y = SpaceToDepth <blocksize = 2> (d)
             z = Identity(x) })",
        R"((float[6,20] x, int64[6,20] i) => (float[] y, float[] z) <int64 m = {6}> {
             j = Mod(i, m) y = GatherElements(x, j) t = Transpose(x) k = Transpose(j)
             g = GatherElements <axis = 1> (t, k) z = Transpose(g) })"));

INSTANTIATE_TEST_SUITE_P(
    Products, InWords,
    testing::Values(
        R"((double[2,13,70] a, double[70,35] b) => (double[] y, float[] z) {
             y = MatMul(a, b) c = Cast <to = 1> (a) d = Cast <to = 1> (b) z = MatMul(c, d) })",
        R"((float[2,40,32] q, float[2,40,32] k, float[2,40,32] v) => (float[] y, float[] z)
             <int32[2] l = {39,39}, int32 n = {40}> {
             y, e, f = com.microsoft.GroupQueryAttention <num_heads = 4, kv_num_heads = 4>
                         (q, k, v, , , l, n)
             z = com.microsoft.MultiHeadAttention <num_heads = 4, unidirectional = 1>
                         (q, k, v) })",
        R"((float[2,4,9,8] x, float[6,2,3,3] w, float[6] b) => (float[] y, float[] z)
             <int64[4] s = {2,18,9,8}> {
             o = ConstantOfShape(s)
             y = DeformConv <group = 2, pads = [1,1,1,1]> (x, w, o, b)
             z = Conv <group = 2, pads = [1,1,1,1]> (x, w, b) })",
        R"((double[1,2,7,6] x, double[2,2,3,3] w) => (double[] y, float[] z)
             <int64[4] s = {1,18,5,4}> {
             o = ConstantOfShape <value = double[1] {0}> (s) y = DeformConv(x, w, o)
             c = Cast <to = 1> (x) d = Cast <to = 1> (w) z = Conv(c, d) })",
        R"((double[2,5,16] x, double[16] s) => (double[] y, float[] z) {
             y = SimplifiedLayerNormalization(x, s) a = Cast <to = 1> (x) b = Cast <to = 1> (s)
             z = SimplifiedLayerNormalization(a, b) })",
        R"((float[2,5,16] x, float[16] s) => (float[] y, float[] z) <float e = {0.00001}> {
             y = com.microsoft.SimplifiedLayerNormalization(x, s) q = Mul(x, x)
             m = ReduceMean <keepdims = 1> (q, a) p = Add(m, e) r = Sqrt(p) n = Div(x, r)
             z = Mul(n, s) a = Constant <value_ints = [-1]> () })"));

/// Checks the Transpose by `perm` of a random tensor, element by element.
void expectTransposed(const std::string& type, const Dims& dims,
                      const std::vector<std::size_t>& perm) {
    const auto text = [](const auto& values) {
        std::string all;
        for (const auto each : values)
            all += (all.empty() ? "" : ",") + std::to_string(each);
        return all;
    };
    const Model model = test::modelFromText(
        "<ir_version: 10, opset_import: [\"\" : 21]> g (" + type + "[" + text(dims) + "] x) => (" +
        type + "[A,B,C] y) { y = Transpose <perm = [" + text(perm) + "]> (x) }");
    const auto run = runOnRandom(model);
    ASSERT_EQ(run.outputs.size(), 1U);
    const auto x = *elementsAsDoubles(run.feeds.at("x").tensor),
               y = *elementsAsDoubles(run.outputs[0].tensor);
    std::size_t at = 0;
    std::array<std::int64_t, 3> index{};
    for (std::int64_t a = 0; a < dims[perm[0]]; ++a)
        for (std::int64_t b = 0; b < dims[perm[1]]; ++b)
            for (std::int64_t c = 0; c < dims[perm[2]]; ++c, ++at) {
                index[perm[0]] = a;
                index[perm[1]] = b;
                index[perm[2]] = c;
                ASSERT_EQ(y[at], x[static_cast<std::size_t>(
                                     (index[0] * dims[1] + index[1]) * dims[2] + index[2])])
                    << type << " " << text(dims) << " by " << text(perm) << " at " << at;
            }
}

TEST(Transpose, MovesEachElementOfAnyTypeAndSize) {
    for (const char* type : {"uint8", "int16", "float", "double"})
        for (const Dims& dims : {Dims{2, 3, 5}, Dims{1, 16, 64}, Dims{3, 17, 33}, Dims{20, 4, 37}})
            for (const auto& perm :
                 {std::vector<std::size_t>{0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}})
                expectTransposed(type, dims, perm);
}

struct OlderOpsets : testing::TestWithParam<const char*> {};

/// The result of a graph in a model of opset `opset`.
std::vector<double> resultIn(int opset, const std::string& graph) {
    SCOPED_TRACE("opset " + std::to_string(opset));
    const auto run = runOnRandom(
        test::modelFromText("<ir_version: 7, opset_import: [\"\" : " + std::to_string(opset) +
                            ", \"com.microsoft\" : 1]> g " + graph));
    return run.outputs.empty() ? std::vector<double>() : *elementsAsDoubles(run.outputs[0].tensor);
}

TEST_P(OlderOpsets, HaveMicrosoftsOperatorsToo) {
    const auto expected = resultIn(21, GetParam());
    ASSERT_FALSE(expected.empty());
    for (const int opset : {11, 12, 13, 17}) {
        const auto got = resultIn(opset, GetParam());
        ASSERT_EQ(got.size(), expected.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_NEAR(got[i], expected[i], 1e-5) << "opset " << opset << " at " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Microsoft, OlderOpsets,
    testing::Values(
        "(uint8[3,4] x, uint8[3,4] y) => (uint8[M,N] z) <float s = {0.1}, uint8 o = {7}> { "
        "t = com.microsoft.QLinearAdd(x, s, o, y, s, o, s, o) "
        "z = com.microsoft.QLinearSoftmax <axis = -1, opset = 11> (t, s, o, s, o) }",
        "(float[2,3,8] x, float[8] b) => (float[A,B,C] z) { z = com.microsoft.BiasGelu(x, b) }",
        "(float[2,3,8] x, float[2,3,8] y, float[8] g) => (float[A,B,C] z) { "
        "z = com.microsoft.SkipLayerNormalization(x, y, g) }",
        "(float[1,3,8] x, float[8,24] w, float[24] b) => (float[A,B,C] z) { "
        "z = com.microsoft.Attention <num_heads = 2, unidirectional = 1> (x, w, b) }",
        "(float[3,5] x) => (float[A,B] z) <float[5,4] w = "
        "{1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2}> { m = com.microsoft.FusedMatMul <alpha = 0.5> "
        "(x, w) z = Identity(m) }"));

TEST(Dft, IsTheSumOfItsDefinitionForAnyLength) {
    for (const std::int64_t length : {1, 2, 3, 5, 8, 9, 12, 30, 49, 97, 128, 210}) {
        const Model model = test::modelFromText(
            R"(<ir_version: 10, opset_import: ["" : 20]> g (float[1,)" + std::to_string(length) +
            R"(,2] x) => (float[A,B,C] y, float[D,E,F] z) {
              y = DFT(x) l = Constant <value_int = 1> () e = Constant <value_int = )" +
            std::to_string(length) + R"(> () z = DFT <inverse = 1> (y, e, l) })");
        const auto run = runOnRandom(model);
        ASSERT_EQ(run.outputs.size(), 2U);
        const auto x = *elementsAsDoubles(run.feeds.at("x").tensor),
                   y = *elementsAsDoubles(run.outputs[0].tensor),
                   z = *elementsAsDoubles(run.outputs[1].tensor);
        for (std::int64_t k = 0; k < length; ++k) {
            std::complex<double> sum;
            for (std::int64_t i = 0; i < length; ++i) {
                const auto at = static_cast<std::size_t>(2 * i);
                sum += std::complex<double>(x[at], x[at + 1]) *
                       std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * i) /
                                           static_cast<double>(length));
            }
            const auto at = static_cast<std::size_t>(2 * k);
            ASSERT_NEAR(y[at], sum.real(), 1e-4) << length;
            ASSERT_NEAR(y[at + 1], sum.imag(), 1e-4) << length;
            ASSERT_NEAR(z[at], x[at], 1e-5) << length;
            ASSERT_NEAR(z[at + 1], x[at + 1], 1e-5) << length;
        }
    }
}

} // namespace
} // namespace partita
