// What came with the newest opsets, and attention of halves against a plain evaluation.

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <span>

#include <fmt/format.h>

#include "core/ir/float_formats.h"
#include "core/runtime/random_feeds.h"
#include "core/runtime/session.h"
#include "core/runtime/tensor_files.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// The first output of a model whose inputs are in the text.
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
    // 27 and 28 are float6e2m3 and float6e3m2; ties go to the even code, all that is larger to the
    // largest.
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

/// One attention: sizes, and what its scores go through.
struct Attention {
    DataType type;
    std::int64_t heads, keyHeads, past;
    bool causal;
    double softcap;
};

void PrintTo(const Attention& a, std::ostream* out) {
    *out << dataTypeName(a.type) << " heads " << a.heads << "/" << a.keyHeads << " past " << a.past
         << " causal " << a.causal << " softcap " << a.softcap;
}

constexpr std::int64_t kBatch = 2, kRows = 5, kNew = 7, kSize = 24, kWidth = 16;

class AttentionOfHalves : public testing::TestWithParam<Attention> {
protected:
    std::uint16_t toHalf(double value) const {
        const auto number = static_cast<float>(value);
        return GetParam().type == DataType::float16 ? floatToHalf(number) : floatToBfloat16(number);
    }
    double fromHalf(std::uint16_t half) const {
        return static_cast<double>(GetParam().type == DataType::float16 ? halfToFloat(half)
                                                                        : bfloat16ToFloat(half));
    }
    /// The distance of two neighbours of the type around a number.
    double unit(double value) const {
        const bool half = GetParam().type == DataType::float16;
        const int exponent = value == 0 ? -1000 : std::ilogb(value);
        return std::ldexp(1.0, std::max(exponent, half ? -14 : -126) - (half ? 10 : 7));
    }
    /// Adds an input of random halves; returns them as numbers.
    std::vector<double> feed(const std::string& name, const Dims& dims, double scale) {
        std::uniform_real_distribution<double> random(-scale, scale);
        std::vector<std::uint16_t> halves(static_cast<std::size_t>(elementCount(dims).value()));
        std::vector<double> numbers;
        for (auto& half : halves) {
            half = toHalf(random(m_random));
            numbers.push_back(fromHalf(half));
        }
        m_feeds[name] = tensor(GetParam().type, dims, halves);
        return numbers;
    }

    std::mt19937_64 m_random{5};
    Feeds m_feeds;
};

/// softmax(softcap(q · k / sqrt(size)) + mask) · v for one row of one head, as the text says.
std::vector<double> attend(const double* query, const double* keys, const double* values,
                           const double* mask, std::int64_t columns, std::int64_t seen,
                           double softcap) {
    std::vector<double> weights(static_cast<std::size_t>(columns)), out(kWidth);
    double sum = 0;
    for (std::int64_t j = 0; j < std::min(columns, seen); ++j) {
        double score = 0;
        for (std::int64_t i = 0; i < kSize; ++i)
            score += query[i] * keys[j * kSize + i];
        score /= std::sqrt(static_cast<double>(kSize));
        if (softcap > 0)
            score = softcap * std::tanh(score / softcap);
        sum += weights[static_cast<std::size_t>(j)] = std::exp(score + mask[j]);
    }
    for (std::int64_t j = 0; j < columns; ++j)
        for (std::int64_t i = 0; i < kWidth; ++i)
            out[static_cast<std::size_t>(i)] +=
                weights[static_cast<std::size_t>(j)] / sum * values[j * kWidth + i];
    return out;
}

/// [batch, heads, past] and then [batch, heads, new], along the rows of `size`.
std::vector<double> joined(const std::vector<double>& past, const std::vector<double>& fresh,
                           const Attention& a, std::int64_t size) {
    std::vector<double> all;
    for (std::int64_t head = 0; head < kBatch * a.keyHeads; ++head) {
        const auto append = [&](const std::vector<double>& from, std::int64_t rows) {
            all.insert(all.end(), from.begin() + head * rows * size,
                       from.begin() + (head + 1) * rows * size);
        };
        append(past, a.past);
        append(fresh, kNew);
    }
    return all;
}

TEST_P(AttentionOfHalves, IsWithinOneUnitOfTheLastPlace) {
    const Attention& a = GetParam();
    const std::int64_t columns = a.past + kNew;
    const auto queries = feed("q", {kBatch, a.heads, kRows, kSize}, 2);
    const auto keys = feed("k", {kBatch, a.keyHeads, kNew, kSize}, 2);
    const auto values = feed("v", {kBatch, a.keyHeads, kNew, kWidth}, 1);
    const auto mask = feed("m", {kRows, columns}, 3);
    std::vector<double> pastKeys, pastValues;
    std::string more, inputs;
    const std::string type(dataTypeName(a.type));
    if (a.past > 0) {
        pastKeys = feed("pk", {kBatch, a.keyHeads, a.past, kSize}, 2);
        pastValues = feed("pv", {kBatch, a.keyHeads, a.past, kWidth}, 1);
        inputs = fmt::format(", {0}[{1},{2},{3},{4}] pk, {0}[{1},{2},{3},{5}] pv", type, kBatch,
                             a.keyHeads, a.past, kSize, kWidth);
        more = ", pk, pv";
    }
    const auto got = resultOf(
        fmt::format(
            "({0}[{1},{2},{3},{4}] q, {0}[{1},{5},{6},{4}] k, {0}[{1},{5},{6},{7}] v, "
            "{0}[{3},{8}] m{9}) => ({0}[{1},{2},{3},{7}] y) {{ y = Attention <is_causal = {10}, "
            "softcap = {11:.1f}> (q, k, v, m{12}) }}",
            type, kBatch, a.heads, kRows, kSize, a.keyHeads, kNew, kWidth, columns, inputs,
            a.causal ? 1 : 0, a.softcap, more),
        m_feeds);
    ASSERT_EQ(got.size(), static_cast<std::size_t>(kBatch * a.heads * kRows * kWidth));
    const auto allKeys = joined(pastKeys, keys, a, kSize),
               allValues = joined(pastValues, values, a, kWidth);
    for (std::int64_t row = 0; row < kBatch * a.heads * kRows; ++row) {
        const std::int64_t head = row / kRows,
                           keyHead = head / a.heads * a.keyHeads +
                                     head % a.heads / (a.heads / a.keyHeads),
                           seen = a.causal ? a.past + row % kRows + 1 : columns;
        const auto exact =
            attend(queries.data() + row * kSize, allKeys.data() + keyHead * columns * kSize,
                   allValues.data() + keyHead * columns * kWidth,
                   mask.data() + row % kRows * columns, columns, seen, a.softcap);
        for (std::int64_t i = 0; i < kWidth; ++i) {
            const double wanted = exact[static_cast<std::size_t>(i)];
            EXPECT_NEAR(got[static_cast<std::size_t>(row * kWidth + i)], wanted, unit(wanted));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(NewestOperators, AttentionOfHalves,
                         testing::Values(Attention{DataType::float16, 4, 4, 0, false, 0},
                                         Attention{DataType::float16, 4, 2, 3, true, 0},
                                         Attention{DataType::float16, 2, 1, 0, true, 1.5},
                                         Attention{DataType::bfloat16, 4, 4, 0, false, 0},
                                         Attention{DataType::bfloat16, 4, 2, 3, true, 0},
                                         Attention{DataType::bfloat16, 2, 1, 0, true, 1.5}));

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
    // Only the session's model has the values within the function of Attention.
    const Model model =
        test::modelFromText(R"(<ir_version: 11, opset_import: ["" : 23]> g (float[1,2,4,8] q,
            float[1,2,4,8] k, float[1,2,4,8] v) => (float[1,2,4,8] y) { y = Attention(q, k, v) })");
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
