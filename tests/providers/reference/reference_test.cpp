// The reference, which judges the other providers, against the CPU's kernels.

#include <cmath>
#include <gtest/gtest.h>

#include "core/data/random_feeds.h"
#include "core/passes/pass_examples.h"
#include "core/session/model_comparison.h"
#include "providers/reference/array.h"
#include "providers/registry.h"
#include "tests/support/models.h"
#include "tests/support/passes.h"
#include "tests/support/random_models.h"

namespace partita {
namespace {

using namespace test;

/// Compares a run on the CPU's kernels with a run on the reference.
void expectAgreement(const Model& model, std::uint64_t seed, double rtol) {
    auto session = Session::create(model, *makeProviders({{"cpu"}, {}, {}}));
    ASSERT_TRUE(session) << session.error().message();
    const auto feeds = randomFeeds(model, seed, {{"n", 2}, {"m", 3}});
    ASSERT_TRUE(feeds) << feeds.error().message();
    const auto report = (*session)->run(*feeds);
    ASSERT_TRUE(report) << report.error().message();
    const auto differences = differencesFrom(makeJudges(), model, *feeds, report->outputs);
    ASSERT_TRUE(differences) << differences.error().message();
    for (const auto& [name, difference] : *differences) {
        EXPECT_TRUE(difference.comparable) << name << " " << difference.problem;
        EXPECT_LE(difference.maxRelative, rtol) << name;
    }
}

TEST(Reference, AgreesWithTheCpuOnEveryExampleOfAPass) {
    for (const PassExample& example : passExamples()) {
        if (example.apart) // some of these do not run on any input
            continue;
        SCOPED_TRACE(std::string(example.pass) + ": " + std::string(example.title));
        expectAgreement(parse(std::string(example.before), example.opset), 1, 1e-5);
    }
}

TEST(Reference, AgreesWithTheCpuOnRandomModels) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const std::string text = randomGraphText(random);
        SCOPED_TRACE(text);
        expectAgreement(parse(text, 18), seed, 1e-4);
    }
}

struct AgreesOn : testing::TestWithParam<const char*> {};
TEST_P(AgreesOn, RandomInputs) {
    expectAgreement(
        modelFromText(R"(<ir_version: 10, opset_import: ["" : 22]> g )" + std::string(GetParam())),
        3, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(
    Windows, AgreesOn,
    testing::Values(
        R"((float[2,6,9,8] x, float[4,3,3,2] w, float[4] b) => (float[] y) {
             y = Conv <group = 2, pads = [1,0,2,1], strides = [2,1], dilations = [1,2]> (x, w, b) })",
        R"((float[1,4,5] x, float[4,3,3] w) => (float[] y) {
             y = ConvTranspose <strides = [2], output_padding = [1], pads = [1,0]> (x, w) })",
        R"((float[1,4,6,7] x, float[4,2,3,3] w) => (float[] y) {
             y = ConvTranspose <group = 2, strides = [2,3], auto_pad = "SAME_LOWER"> (x, w) })",
        R"((float[1,3,10,7] x) => (float[] y, int64[] i) {
             y, i = MaxPool <kernel_shape = [3,2], strides = [2,2], pads = [1,0,1,1],
                             ceil_mode = 1, storage_order = 1> (x) })",
        R"((float[1,3,10,7] x) => (float[] y, float[] z) {
             y = AveragePool <kernel_shape = [3,3], strides = [2,2], pads = [1,1,1,1],
                              ceil_mode = 1, count_include_pad = 1> (x)
             z = AveragePool <kernel_shape = [4,2], auto_pad = "SAME_UPPER"> (x) })",
        R"((float[1,3,10,7] x) => (float[] y, float[] z) {
             y = LpPool <kernel_shape = [3,2], p = 3, dilations = [2,1]> (x) z = GlobalLpPool(x) })",
        R"((float[2,7,3,4] x) => (float[] y) { y = LRN <size = 4, alpha = 0.5, bias = 2.0> (x) })"));

INSTANTIATE_TEST_SUITE_P(
    Recurrent, AgreesOn,
    testing::Values(
        R"((float[5,2,3] x, float[2,16,3] w, float[2,16,4] r, float[2,32] b) =>
           (float[] y, float[] h, float[] c) {
             y, h, c = LSTM <hidden_size = 4, direction = "bidirectional"> (x, w, r, b) })",
        R"((float[5,2,3] x, float[1,12,3] w, float[1,12,4] r, float[1,24] b) =>
           (float[] y, float[] h) {
             y, h = GRU <hidden_size = 4, direction = "reverse", linear_before_reset = 1>
                    (x, w, r, b) })",
        R"((float[2,5,3] x, float[1,4,3] w, float[1,4,4] r) => (float[] y, float[] h) {
             y, h = RNN <hidden_size = 4, layout = 1, activations = ["Affine"],
                         activation_alpha = [0.5], activation_beta = [0.1]> (x, w, r) })"));

INSTANTIATE_TEST_SUITE_P(
    Lines, AgreesOn,
    testing::Values(
        R"((float[3,4,5] x) => (float[] a, float[] b, float[] c, float[] d) {
             a = Softmax <axis = 1> (x) b = LogSoftmax <axis = 0> (x) c = Hardmax(x)
             d = LpNormalization <axis = 1, p = 1> (x) })",
        R"((float[3,4,5] x) => (float[] a, float[] b, float[] c, float[] d)
           <int64[1] axes = {-2}> {
             a = ReduceLogSumExp(x, axes) b = ReduceL2 <keepdims = 0> (x, axes)
             c = ReduceMax <noop_with_empty_axes = 1> (x) d = ReduceProd(x) })",
        R"((float[3,4,5] x) => (float[] v, int64[] i, int64[] a, float[] s)
           <int64[1] k = {3}, int64 axis = {1}> {
             v, i = TopK <axis = 1, largest = 0> (x, k) a = ArgMin <axis = 2, keepdims = 0> (x)
             s = CumSum <exclusive = 1, reverse = 1> (x, axis) })",
        R"((float[2,3,4] a, float[4,5] b, float[3,3] m) => (float[] y, float[] z, float[] d) {
             y = MatMul(a, b) z = Einsum <equation = "...ij,jk->k...i"> (a, b) d = Det(m) })"));

TEST(Reference, LeavesWhatOnnxDoesNotDefineToTheCpu) {
    const Model model = modelFromText(R"(
        <ir_version: 10, opset_import: ["" : 21, "com.microsoft" : 1]>
        g (float[2,2] x) => (float[2,2] y) { h = com.microsoft.Inverse(x) y = Neg(h) })");
    auto session = Session::create(model, makeJudges());
    ASSERT_TRUE(session) << session.error().message();
    const auto& summary = (*session)->partitioning().summary;
    EXPECT_EQ(summary.byProvider, (std::vector<std::size_t>{1, 1}));
}

TEST(Reference, SaysWhichNodeItRefuses) {
    const Model model = modelFromText(R"(
        <ir_version: 10, opset_import: ["" : 21]>
        g (float[n] x, float[m] z) => (float[] y) { y = Add(x, z) })");
    auto session = Session::create(model, makeJudges());
    ASSERT_TRUE(session) << session.error().message();
    const auto feeds = randomFeeds(model, 1, {{"n", 2}, {"m", 3}});
    const auto report = (*session)->run(*feeds);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message().find("Add"), std::string::npos) << report.error().message();
}

TEST(Reference, WritesEveryCodeOfASmallTypeAsItWasRead) {
    for (const DataType type :
         {DataType::float8e4m3fn, DataType::float8e4m3fnuz, DataType::float8e5m2,
          DataType::float8e5m2fnuz, DataType::float8e8m0, DataType::float6e2m3,
          DataType::float6e3m2, DataType::float4e2m1})
        for (unsigned code = 0; code < 1U << dataTypeBits(type); ++code) {
            const std::byte bytes[2]{static_cast<std::byte>(code), std::byte{0}};
            const double value = numberAt(type, bytes, 0);
            if (!std::isnan(value)) {
                EXPECT_EQ(reference::encode(type, value, false), code) << dataTypeName(type);
            }
        }
}

} // namespace
} // namespace partita
