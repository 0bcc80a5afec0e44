// Operators of the newest opsets.

#include <cmath>
#include <gtest/gtest.h>
#include <span>

#include <fmt/format.h>

#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/ir/float_formats.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/agreement.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// The first output of a graph.
std::vector<double> resultOf(const std::string& graph, const Feeds& feeds = {}) {
    auto session = Session::create(
        test::modelFromText(R"(<ir_version: 13, opset_import: ["" : 28]> g )" + graph),
        *makeProviders({{"cpu"}, "", {}}));
    if (!session) {
        ADD_FAILURE() << session.error().message();
        return {};
    }
    const auto report = (*session)->run(feeds);
    if (!report) {
        ADD_FAILURE() << report.error().message();
        return {};
    }
    return *elementsAsDoubles(report->outputs[0].tensor);
}

template <class T>
Tensor tensor(DataType type, std::vector<std::int64_t> dims, std::vector<T> values) {
    return Tensor::of(type, std::move(dims), values);
}

Feeds shifted(const std::vector<std::int8_t>& x, const std::vector<std::int8_t>& by) {
    const auto size = static_cast<std::int64_t>(x.size());
    return {{"x", tensor(DataType::int8, {size}, x)}, {"b", tensor(DataType::int8, {size}, by)}};
}

TEST(NewestOperators, SignsComeAfterNegativeNumbersThatAreShiftedToTheRight) {
    const Feeds feeds = shifted({-128, -1, 64, -100, 100, -100}, {3, 1, 2, 8, 8, -1});
    EXPECT_EQ(resultOf(R"((int8[6] x, int8[6] b) => (int8[6] y) {
                           y = BitShift <direction = "RIGHT"> (x, b) })",
                       feeds),
              (std::vector<double>{-16, -1, 16, -1, 0, -1}));
    EXPECT_EQ(resultOf(R"((int8[6] x, int8[6] b) => (int8[6] y) {
                           y = BitShift <direction = "LEFT"> (x, b) })",
                       feeds),
              (std::vector<double>{0, -2, 0, 0, 0, 0}));
}

TEST(NewestOperators, SpaceToDepthUndoesDepthToSpaceInBothModes) {
    std::vector<float> values(2 * 12 * 2 * 3);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    for (const char* mode : {"DCR", "CRD"})
        EXPECT_EQ(resultOf(fmt::format(R"((float[2,12,2,3] x) => (float[2,12,2,3] y) {{
                               s = DepthToSpace <blocksize = 2, mode = "{0}"> (x)
                               y = SpaceToDepth <blocksize = 2, mode = "{0}"> (s) }})",
                                       mode),
                           {{"x", tensor(DataType::float32, {2, 12, 2, 3}, values)}}),
                  std::vector<double>(values.begin(), values.end()));
}

TEST(NewestOperators, NothingIsTrueInAnEmptySetAndAllOfItIs) {
    const Feeds feeds = {{"x", tensor(DataType::boolean, {2, 0}, std::vector<std::uint8_t>())}};
    const std::string graph = R"((bool[2,0] x) => (bool[2,1] y) <int64[1] a = {1}> { y = )";
    EXPECT_EQ(resultOf(graph + "ReduceMax(x, a) }", feeds), (std::vector<double>{0, 0}));
    EXPECT_EQ(resultOf(graph + "ReduceMin(x, a) }", feeds), (std::vector<double>{1, 1}));
}

TEST(NewestOperators, TheRestOfFloatsHasTheSignOfTheDivisor) {
    const float infinity = std::numeric_limits<float>::infinity();
    const auto rest =
        resultOf("(float[6] x, float[6] b) => (float[6] y) { y = Mod(x, b) }",
                 {{"x", tensor<float>(DataType::float32, {6}, {5.5F, -5.5F, 5.5F, -1, 0.0F, -6})},
                  {"b", tensor<float>(DataType::float32, {6}, {2, 2, -2, infinity, -3, 3})}});
    EXPECT_EQ(rest, (std::vector<double>{1.5, 0.5, -0.5, infinity, 0, 0}));
    EXPECT_TRUE(std::signbit(rest[4]));
    EXPECT_FALSE(std::signbit(rest[5]));
}

TEST(NewestOperators, FloatsOfSixBitsLieInBytesWithoutGaps) {
    // 27 and 28 are float6e2m3 and float6e3m2. Ties round to the even code, larger values to the
    // largest value.
    const Feeds feeds = {{"x", tensor<float>(DataType::float32, {7},
                                             {7.25F, -7.75F, 0.06F, 1e9F, -1e9F, 1.125F, 3})}};
    const std::string graph =
        "(float[7] x) => (float[7] y) {{ h = Cast <to = {}> (x) y = Cast <to = 1> (h) }}";
    EXPECT_EQ(resultOf(fmt::format(fmt::runtime(graph), 27), feeds),
              (std::vector<double>{7, -7.5, 0, 7.5, -7.5, 1.125, 3}));
    EXPECT_EQ(resultOf(fmt::format(fmt::runtime(graph), 28), feeds),
              (std::vector<double>{7, -8, 0.0625, 28, -28, 1, 3}));
    EXPECT_EQ(resultOf(R"((float[7] x) => (float[7] y) <float s = {2}> {
                           q = QuantizeLinear <output_dtype = 28> (x, s)
                           y = DequantizeLinear(q, s) })",
                       feeds),
              (std::vector<double>{7, -8, 0, 56, -56, 1, 3}));
}

TEST(NewestOperators, CodesOfSixBitsInAFileComeOneByOneOrPacked) {
    Tensor listed;
    listed.type = DataType::float6e2m3;
    listed.dims = {5};
    listed.storage = Tensor::Storage::int32Data;
    const std::vector<std::uint8_t> codes{0x08, 0x28, 0x1F, 0x3F, 0x01};
    listed.payload = Buffer::copyOf(std::as_bytes(std::span(codes)));
    EXPECT_EQ(*elementsAsDoubles(listed), (std::vector<double>{1, -1, 7.5, -7.5, 0.125}));
    const std::vector<std::uint8_t> packed{0x08, 0xFA, 0xFD, 0x01};
    EXPECT_EQ(*elementsAsDoubles(Tensor::fromBytes(
                  DataType::float6e2m3, {5}, Buffer::copyOf(std::as_bytes(std::span(packed))))),
              (std::vector<double>{1, -1, 7.5, -7.5, 0.125}));
}

TEST(NewestOperators, HalvesAndDoublesAreWhatTheTextSays) {
    const char* const kGraphs[] = {
        "(T[7] x) => (T[7] y) { y = Celu <alpha = 2.0> (x) }",
        "(T[7] x) => (T[7] y) { y = SwiGLU <alpha = 2.0> (x, x) }",
        "(T[n] x) => (T[n] y) { y = SwiGLU <alpha = 2.0> (x, x) }",
        "(T[7] x, T[7] z) => (T[7] y) { y = Mod(x, z) }",
        "(T[7] x, T[7] z) => (T[7] y) { y = Mod <fmod = 1> (x, z) }",
        "(T[2,3] x, T[3,2] z) => (T[2,2] y) { y = Einsum <equation = \"ij,jk->ik\"> (x, z) }",
        "(T[7] x) => (T[1] y) { y = ReduceLogSumExp(x) }",
        "(T[2,3] x) => (T[a,3] y) <bool[2] c = {0,1}> { y = Compress <axis = 0> (x, c) }",
        "(T[2,3] x) => (T[2,3] y) <int64[3] l = {1,2,1}> { y = ReverseSequence(x, l) }",
        "(T[5] x) => (T[a] y) { y = Unique(x) }",
        "(T[1,8,2,2] x) => (T[a,b,c,d] y) { y = DepthToSpace <blocksize = 2, mode = \"CRD\"> (x) }",
        "(T[2] x) => (T[2] y, bool b) { o = Optional(x) b = OptionalHasElement(o) y = "
        "OptionalGetElement(o) }",
        "(T[1,2,4] x, T[2,1,3] w, T[2] z, T[1,2,2] p) => (T[1,2,4] y, T[1,2,2] q) { y, q = "
        "CausalConvWithState <activation = \"silu\"> (x, w, z, p) }",
        "(T[1,3,4] x, T[1,3,2] w, float[1,1,2,2] p) => (T[1,3,4] y, float[1,1,2,2] q) { y, q = "
        "LinearAttention <q_num_heads = 2, kv_num_heads = 1, update_rule = \"linear\"> (x, w, w, "
        "p) "
        "}",
    };
    for (const char* graph : kGraphs)
        for (const char* type : {"float16", "bfloat16", "double"}) {
            std::string text = graph;
            for (std::size_t at = 0; (at = text.find("T[", at)) != std::string::npos;)
                text.replace(at, 1, type);
            if (std::string(type) == "double" &&
                text.find("State") + text.find("Linear") != 2 * std::string::npos)
                continue; // these take 16-bit floats and float32 only
            SCOPED_TRACE(text);
            const Model model =
                test::modelFromText(R"(<ir_version: 13, opset_import: ["" : 28]> g )" + text);
            const auto feeds = *randomFeeds(model, 7);
            std::vector<RunReport> reports;
            for (const char* provider : {"cpu", "reference"}) {
                auto session = Session::create(model, *makeProviders({{provider}, "", {}}));
                ASSERT_TRUE(session) << session.error().message();
                auto report = (*session)->run(feeds);
                ASSERT_TRUE(report) << report.error().message();
                reports.push_back(*std::move(report));
            }
            for (std::size_t i = 0; i < reports[1].outputs.size(); ++i) {
                const Tensor &made = reports[0].outputs[i].tensor,
                             &wanted = reports[1].outputs[i].tensor;
                ASSERT_EQ(made.type, wanted.type);
                ASSERT_EQ(made.dims, wanted.dims);
                const auto numbers = *elementsAsDoubles(made), exact = *elementsAsDoubles(wanted);
                for (std::size_t n = 0; n < exact.size(); ++n)
                    EXPECT_NEAR(numbers[n], exact[n], std::fabs(exact[n]) / 128);
            }
        }
}

TEST(NewestOperators, AGateOfAnotherShapeIsRefusedWhereverItIsSeen) {
    const Feeds feeds = {{"a", tensor<float>(DataType::float32, {1}, {1})},
                         {"b", tensor<float>(DataType::float32, {2}, {1, 2})}};
    for (const char* inputs : {"float[1] a, float[2] b", "float[1] a, float[n] b",
                               "float[n] a, float[n] b", "float[] a, float[] b"})
        for (const auto level : {OptimizationLevel::basic, OptimizationLevel::disabled})
            for (const char* provider : {"npu", "cpu", "reference"}) {
                SCOPED_TRACE(std::string(provider) + ": " + inputs);
                PartitionOptions options;
                options.level = level;
                auto session = Session::create(
                    test::modelFromText(R"(<ir_version: 14, opset_import: ["" : 28]> g ()" +
                                        std::string(inputs) +
                                        ") => (float[] y) { y = SwiGLU(a, b) }"),
                    *makeProviders({{provider}, "", {}}), options);
                const auto report =
                    session ? (*session)->run(feeds) : Result<RunReport>(session.error());
                ASSERT_FALSE(report);
                EXPECT_NE(report.error().message().find("A and B have different shapes"),
                          std::string::npos)
                    << report.error().message();
            }
}

TEST(NewestOperators, FunctionsWrittenForOneTypeTakeTheOthers) {
    const std::vector<std::uint16_t> halves{0x3C00, 0xBC00}; // 1, -1
    EXPECT_EQ(resultOf("(float16[1,1,1,2] x) => (float16[1,1,1,2] y) { "
                       "y = MeanVarianceNormalization <axes = [3]> (x) }",
                       {{"x", tensor(DataType::float16, {1, 1, 1, 2}, halves)}}),
              (std::vector<double>{1, -1}));
    EXPECT_EQ(resultOf("(float[1,3] x) => (float[1,1] y) <int32[1] s = {1}> { "
                       "y = CenterCropPad <axes = [1]> (x, s) }",
                       {{"x", tensor<float>(DataType::float32, {1, 3}, {1, 2, 3})}}),
              (std::vector<double>{2}));
    EXPECT_EQ(resultOf("(float[1,1,1,1] q, float[1,1,1,1] k, double[1,1,1,2] v) => "
                       "(float[1,1,1,2] y) { y = Attention(q, k, v) }",
                       {{"q", tensor<float>(DataType::float32, {1, 1, 1, 1}, {1})},
                        {"k", tensor<float>(DataType::float32, {1, 1, 1, 1}, {1})},
                        {"v", tensor<double>(DataType::float64, {1, 1, 1, 2}, {3, 4})}}),
              (std::vector<double>{3, 4}));
}

TEST(NewestOperators, ValuesOfFunctionsHaveNamesInTheTransfers) {
    // Only the session's model has the values inside the function of an Attention that gives its scores.
    const Model model =
        test::modelFromText(R"(<ir_version: 11, opset_import: ["" : 23]> g (float[1,2,4,8] q,
            float[1,2,4,8] k, float[1,2,4,8] v) => (float[1,2,4,8] y, float[1,2,4,4] s) {
            y, a, b, s = Attention<is_causal = 1>(q, k, v) })");
    auto session = Session::create(model, *makeProviders({}));
    ASSERT_TRUE(session) << session.error().message();
    const auto report = (*session)->run(*randomFeeds(model, 1));
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_FALSE(report->transfers.empty());
    for (const Transfer& transfer : report->transfers)
        EXPECT_FALSE(transfer.name.empty());
}

} // namespace
} // namespace partita
