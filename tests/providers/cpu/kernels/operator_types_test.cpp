// Operators on types that few models have: doubles, strings, complex numbers, integers.

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <span>

#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/ir/constants.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Result<RunReport> run(const std::string& text, const Feeds& feeds) {
    auto session = Session::create(test::modelFromText(text), *makeProviders({{"cpu"}, "", {}}));
    if (!session)
        return std::move(session).error();
    return (*session)->run(feeds);
}

/// The text of a model with `type` in place of "T".
std::string inType(std::string text, const std::string& type) {
    for (std::size_t at = 0; (at = text.find("T[", at)) != std::string::npos; at += type.size())
        text.replace(at, 1, type);
    return text;
}

struct OfDoubles : testing::TestWithParam<const char*> {};

TEST_P(OfDoubles, GiveWhatFloatsGiveAndMoreOfIt) {
    const std::string text =
        std::string(R"(<ir_version: 10, opset_import: ["" : 22]> g )") + GetParam();
    const Model floats = test::modelFromText(inType(text, "float"));
    const auto feeds = randomFeeds(floats, 7);
    ASSERT_TRUE(feeds);
    const auto expected = run(inType(text, "float"), *feeds);
    ASSERT_TRUE(expected) << expected.error().message();
    Feeds wide;
    for (const auto& [name, value] : *feeds)
        wide[name] = value.tensor.type == DataType::float32
                         ? ModelData(Tensor::of(DataType::float64, value.tensor.dims,
                                                *elementsAsDoubles(value.tensor)))
                         : value;
    const auto got = run(inType(text, "double"), wide);
    ASSERT_TRUE(got) << got.error().message();
    ASSERT_EQ(got->outputs.size(), expected->outputs.size());
    for (std::size_t i = 0; i < got->outputs.size(); ++i) {
        const Tensor &a = expected->outputs[i].tensor, &b = got->outputs[i].tensor;
        EXPECT_EQ(b.type, DataType::float64);
        EXPECT_EQ(a.dims, b.dims);
        const auto x = *elementsAsDoubles(a), y = *elementsAsDoubles(b);
        for (std::size_t k = 0; k < x.size(); ++k)
            ASSERT_NEAR(x[k], y[k], 2e-5 * (1 + std::abs(y[k]))) << "output " << i << " at " << k;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Operators, OfDoubles,
    testing::Values(
        "(T[2,4,7,8] x, T[6,2,3,2] w, T[6] b) => (T[N,M,H,W] y) { y = Conv <group = 2, strides = "
        "[2, 1], pads = [1, 0, 1, 1], dilations = [1, 2]> (x, w, b) }",
        "(T[1,3,9] x, T[2,3,4] w) => (T[A,B,C] y) { y = Conv (x, w) }",
        "(T[2,4,5,4] x, T[4,3,3,3] w, T[6] b) => (T[N,M,H,W] y) { y = ConvTranspose <group = 2, "
        "strides = [2, 1], pads = [1, 1, 0, 0]> (x, w, b) }",
        "(T[2,3,9] x, T[3,5,4] w) => (T[N,M,L] y) { y = ConvTranspose <strides = [3], "
        "output_padding = [2], dilations = [2]> (x, w) }",
        "(T[1,2,3,4,3] x, T[2,3,2,3,2] w, T[3] b) => (T[A,B,C,D,E] y) { y = ConvTranspose "
        "<strides = [2, 1, 2], auto_pad = \"SAME_UPPER\"> (x, w, b) }",
        "(T[1,6,5,5] x, T[6,1,4,4] w) => (T[A,B,C,D] y) { y = ConvTranspose <group = 6, strides = "
        "[2, 2], pads = [1, 1, 1, 1]> (x, w) }",
        "(T[1,2,4,4] x, T[2,3,3,3] w) => (T[A,B,C,D] y) { y = ConvTranspose <strides = [2, 2], "
        "output_shape = [8, 9]> (x, w) }",
        "(T[2,3,8,7] x) => (T[A,B,C,D] y) { y = AveragePool <kernel_shape = [3, 2], strides = [2, "
        "2], pads = [1, 0, 1, 1], count_include_pad = 1, ceil_mode = 1> (x) }",
        "(T[2,3,8,7] x) => (T[A,B,C,D] y) { y = MaxPool <kernel_shape = [3, 2]> (x) }",
        "(T[2,3,8,7] x) => (T[A,B,C,D] y) { y = LpPool <kernel_shape = [3, 2], p = 3> (x) }",
        "(T[2,3,8,7] x) => (T[A,B,C,D] y) { y = GlobalLpPool <p = 3> (x) }",
        "(T[2,3,8,7] x) => (T[A,B,C,D] y) { y = GlobalAveragePool (x) }",
        "(T[2,3,8,7] x) => (T[A,B,C,D] y) { y = GlobalMaxPool (x) }",
        "(T[2,3,8,7] x, T[3] s, T[3] b, T[3] m, T[3] v) => (T[A,B,C,D] y) { y = "
        "BatchNormalization <epsilon = 0.01> (x, s, b, m, v) }",
        "(T[2,3,8,7] x, T[3] s, T[3] b) => (T[A,B,C,D] y) { y = InstanceNormalization (x, s, b) }",
        "(T[2,5,3,3] x) => (T[A,B,C,D] y) { y = LRN <size = 3> (x) }",
        "(T[2,3,5,5] x, T[2,4,4,2] grid) => (T[A,B,C,D] y) { y = GridSample <padding_mode = "
        "\"reflection\", mode = \"cubic\"> (x, grid) }",
        "(T[1,2,6,6] x, T[3,2,3,3] w, T[1,18,4,4] o) => (T[A,B,C,D] y) { y = DeformConv (x, w, o) "
        "}",
        "(T[1,2,9,9] x, T[2,4] rois, int64[2] batch) => (T[A,B,C,D] y) <int64[2] batch = {0, 0}> { "
        "y = RoiAlign <output_height = 2, output_width = 3, spatial_scale = 4.0> (x, rois, batch) "
        "}",
        "(T[1,2,9,9] x, T[2,5] rois) => (T[A,B,C,D] y) { r = Floor (rois) y = MaxRoiPool "
        "<pooled_shape = [2, 2], spatial_scale = 4.0> (x, r) }",
        "(T[4,3] a, T[5,3] b, T[5] c) => (T[M,N] y) { y = Gemm <transB = 1, alpha = 0.5, beta = "
        "2.0> (a, b, c) }",
        "(T[5,2,3] x, T[2,16,3] w, T[2,16,4] r, T[2,32] b) => (T[A,B,C,D] y, T[E,F,G] h, T[H,I,J] "
        "c) { y, h, c = LSTM <hidden_size = 4, direction = \"bidirectional\"> (x, w, r, b) }",
        "(T[5,2,3] x, T[1,12,3] w, T[1,12,4] r, T[1,24] b) => (T[A,B,C,D] y, T[E,F,G] h) { y, h = "
        "GRU <hidden_size = 4, linear_before_reset = 1, clip = 0.9> (x, w, r, b) }",
        "(T[5,2,3] x, T[1,12,3] w, T[1,12,4] r) => (T[A,B,C,D] y, T[E,F,G] h) { y, h = GRU "
        "<hidden_size = 4, direction = \"reverse\"> (x, w, r) }",
        "(T[5,2,3] x, T[1,4,3] w, T[1,4,4] r) => (T[A,B,C,D] y) { y = RNN <hidden_size = 4, "
        "activations = [\"Softsign\"]> (x, w, r) }"));

Tensor textTensor(std::vector<std::int64_t> dims, std::vector<std::string> values) {
    RuntimeValue made = RuntimeValue::allocate(DataType::string, std::move(dims));
    *made.strings = std::move(values);
    return made.toTensor({});
}

std::vector<std::string> textsOf(const Result<RunReport>& report) {
    if (!report) {
        ADD_FAILURE() << report.error().message();
        return {};
    }
    return *RuntimeValue::from(report->outputs[0])->strings;
}

TEST(Operators, StringsAreMovedByWhateverMovesNumbers) {
    const auto on = [](const std::string& operation, const std::string& out) {
        return textsOf(run(R"(<ir_version: 10, opset_import: ["" : 22]>
            g (string[2,2] x) => (string[)" +
                               out + R"(] y)
            <int64[2] i = {1, 1}, int64[4] p = {0, 0, 1, 0}, int64[1] s = {1}, int64[1] e = {2}> {)" +
                               operation + " }",
                           {{"x", ModelData(textTensor({2, 2}, {"a", "b", "c", "d"}))}}));
    };
    using Texts = std::vector<std::string>;
    EXPECT_EQ(on("y = Gather (x, i)", "A,B"), (Texts{"c", "d", "c", "d"}));
    EXPECT_EQ(on("y = Transpose (x)", "A,B"), (Texts{"a", "c", "b", "d"}));
    EXPECT_EQ(on("y = Concat <axis = 1> (x, x)", "A,B"),
              (Texts{"a", "b", "a", "b", "c", "d", "c", "d"}));
    EXPECT_EQ(on("y = Pad (x, p)", "A,B"), (Texts{"a", "b", "c", "d", "", ""}));
    EXPECT_EQ(on("y = Slice (x, s, e)", "A,B"), (Texts{"c", "d"}));
    EXPECT_EQ(on("y = Tile (x, i)", "A,B"), (Texts{"a", "b", "c", "d"}));
    EXPECT_EQ(on("y = Flatten (x)", "A,B"), (Texts{"a", "b", "c", "d"}));
}

template <class T> std::vector<T> bytesAs(const Result<RunReport>& report) {
    if (!report) {
        ADD_FAILURE() << report.error().message();
        return {};
    }
    const auto bytes = elements(report->outputs[0].tensor);
    std::vector<T> values(bytes->size() / sizeof(T));
    std::memcpy(values.data(), bytes->bytes().data(), bytes->size());
    return values;
}

TEST(Operators, ComplexNumbersAreComputedPartByPart) {
    for (const char* text : {
             "(T[1,1,3,4] x, float[1,2,5,2] g) => (T[A,B,C,D] y) { y = GridSample (x, g) }",
             "(T[1,1,3,4] x, float[1,2,5,2] g) => (T[A,B,C,D] y) { y = GridSample <mode = "
             "\"nearest\"> (x, g) }",
             "(T[1,1,3,4] x) => (T[A,B,C,D] y) <float[4] s = {1, 1, 2, 1.5}> { y = Resize <mode = "
             "\"linear\"> (x, , s) }",
             "(T[1,8,6] x) => (T[A,B,C,D] y) <int64[2] i = {4, 3}, int64[2] b = {2, 2}> { y = "
             "Col2Im (x, i, b) }",
         }) {
        const std::string model =
            std::string(R"(<ir_version: 10, opset_import: ["" : 22]> g )") + text;
        const auto feeds = randomFeeds(test::modelFromText(inType(model, "complex64")), 3);
        ASSERT_TRUE(feeds);
        const auto parts = bytesAs<float>(run(inType(model, "complex64"), *feeds));
        for (const std::size_t which : {0U, 1U}) {
            Feeds real = *feeds;
            const Tensor& x = feeds->at("x").tensor;
            std::vector<float> values(static_cast<std::size_t>(2 * x.count())), half;
            std::memcpy(values.data(), elements(x)->bytes().data(), 4 * values.size());
            for (std::size_t i = which; i < values.size(); i += 2)
                half.push_back(values[i]);
            real["x"] = ModelData(Tensor::of(DataType::float32, x.dims, half));
            const auto expected = bytesAs<float>(run(inType(model, "float"), real));
            ASSERT_EQ(parts.size(), 2 * expected.size()) << text;
            for (std::size_t i = 0; i < expected.size(); ++i)
                EXPECT_EQ(parts[2 * i + which], expected[i]) << text;
        }
    }
}

TEST(Operators, ZerosAndDuplicatesAreFoundInAnyType) {
    using Ints = std::vector<std::int64_t>;
    const std::string head = R"(<ir_version: 10, opset_import: ["" : 13]> g )";
    const ModelData complex(Tensor::of<float>(DataType::complex64, {4}, {0, 1, 0, 0, -1, 5, 0, 1}));
    const ModelData words(textTensor({4}, {"b", "", "a", "b"}));
    EXPECT_EQ(
        bytesAs<std::int64_t>(
            run(head + "(complex64[4] x) => (int64[A,B] y) { y = NonZero (x) }", {{"x", complex}})),
        (Ints{0, 2, 3}));
    EXPECT_EQ(bytesAs<std::int64_t>(run(
                  head + "(string[4] x) => (int64[A,B] y) { y = NonZero (x) }", {{"x", words}})),
              (Ints{0, 2, 3}));
    EXPECT_EQ(bytesAs<float>(run(head + "(complex64[4] x) => (complex64[A] y) { y = Unique (x) }",
                                 {{"x", complex}})),
              (std::vector<float>{-1, 5, 0, 0, 0, 1}));
    EXPECT_EQ(
        textsOf(run(head + "(string[4] x) => (string[A] y) { y = Unique (x) }", {{"x", words}})),
        (std::vector<std::string>{"", "a", "b"}));
}

TEST(Operators, IntegersAreSampledAndCutOffTowardsZero) {
    const auto sampled = run(
        R"(<ir_version: 10, opset_import: ["" : 22]>
        g (int32[1,1,1,2] x, float[1,1,2,2] grid) => (int32[A,B,C,D] y) {
          y = GridSample <align_corners = 1> (x, grid) })",
        {{"x", ModelData(Tensor::of<std::int32_t>(DataType::int32, {1, 1, 1, 2}, {-4, 1}))},
         {"grid", ModelData(Tensor::of<float>(DataType::float32, {1, 1, 2, 2}, {-1, 0, 0, 0}))}});
    EXPECT_EQ(bytesAs<std::int32_t>(sampled), (std::vector<std::int32_t>{-4, -1}));
}

TEST(Operators, RowsOfQuantizedBlocksAreGathered) {
    // A byte holds two 4-bit codes, the low bits first; for uint8 the zero point is 8.
    const auto gathered = [](const std::string& type, std::vector<std::uint8_t> codes) {
        const bool packed = type == "int4";
        return bytesAs<float>(run(
            "<ir_version: 10, opset_import: [\"\" : 21, \"com.microsoft\" : 1]> g (" + type +
                (packed ? "[2,16]" : "[2,8]") + R"( x, int64[1] i, float[2,1] s) => (float[A,B] y) {
              y = com.microsoft.GatherBlockQuantized <block_size = 16> (x, i, s) })",
            {{"x", ModelData(Tensor::fromBytes(packed ? DataType::int4 : DataType::uint8,
                                               {2, packed ? 16 : 8},
                                               Buffer::copyOf(std::as_bytes(std::span(codes)))))},
             {"i", ModelData(Tensor::of<std::int64_t>(DataType::int64, {1}, {-1}))},
             {"s", ModelData(Tensor::of<float>(DataType::float32, {2, 1}, {9, 0.5F}))}}));
    };
    std::vector<std::uint8_t> codes(16, 0x00);
    codes[8] = 0xF1;
    const auto four = gathered("int4", codes), bytes = gathered("uint8", codes);
    ASSERT_EQ(four.size(), 16U);
    ASSERT_EQ(bytes.size(), 16U);
    EXPECT_EQ(std::vector(four.begin(), four.begin() + 3), (std::vector<float>{0.5, -0.5, 0}));
    EXPECT_EQ(std::vector(bytes.begin(), bytes.begin() + 3), (std::vector<float>{-3.5, 3.5, -4}));
}

std::vector<double> typedNumbers(const Result<RunReport>& report, std::size_t output = 0) {
    if (!report) {
        ADD_FAILURE() << report.error().message();
        return {};
    }
    return *elementsAsDoubles(report->outputs[output].tensor);
}

ModelData floatData(std::vector<std::int64_t> dims, std::vector<float> values) {
    return ModelData(Tensor::of(DataType::float32, std::move(dims), values));
}

TEST(Operators, OldVersionsThatNoFunctionDefinesRunToo) {
    const auto old = [](int opset, const std::string& operation, std::vector<std::int64_t> dims,
                        const std::vector<float>& values) {
        std::string shape;
        for (const std::int64_t each : dims)
            shape += (shape.empty() ? "" : ",") + std::to_string(each);
        return typedNumbers(run("<ir_version: 3, opset_import: [\"\" : " + std::to_string(opset) +
                                    "]> g (float[" + shape + "] x) => (float[" +
                                    (operation.find("keepdims") == std::string::npos ? shape : "") +
                                    "] y) { " + operation + " }",
                                {{"x", floatData(std::move(dims), values)}}));
    };
    EXPECT_NEAR(old(13, "y = ReduceLogSum <keepdims = 0> (x)", {3}, {1, 2, 3})[0], std::log(6),
                1e-6);
    EXPECT_NEAR(old(11, "y = ReduceLogSumExp <keepdims = 0> (x)", {2}, {1000, 1000})[0],
                1000 + std::log(2), 1e-3);
    EXPECT_NEAR(old(1, "y = Selu (x)", {2}, {-1, 2})[1], 2 * 1.0507, 1e-5);
    EXPECT_NEAR(old(1, "y = LpPool <kernel_shape = [2], p = 1.0> (x)", {1, 1, 2}, {-1, 3})[0], 4,
                1e-6);
    EXPECT_NEAR(old(1, "y = GlobalLpPool (x)", {1, 1, 2}, {3, 4})[0], 5, 1e-6);
    EXPECT_EQ(
        old(1, "y = Upsample <height_scale = 1.0, width_scale = 2.0> (x)", {1, 1, 1, 2}, {1, 2}),
        (std::vector<double>{1, 1, 2, 2}));
    const auto split = run(R"(<ir_version: 3, opset_import: ["" : 1]>
        g (float[3] x) => (float[1] a, float[2] b) { a, b = Split <axis = 0, split = [1, 2]> (x) })",
                           {{"x", floatData({3}, {1, 2, 3})}});
    EXPECT_EQ(typedNumbers(split, 1), (std::vector<double>{2, 3}));
    const auto encoded = run(R"(<ir_version: 3, opset_import: ["" : 1, "ai.onnx.ml" : 1]>
        g (string[3] x) => (int64[3] y) {
          y = ai.onnx.ml.LabelEncoder <classes_strings = ["p", "q"]> (x) })",
                             {{"x", ModelData(textTensor({3}, {"q", "?", "p"}))}});
    EXPECT_EQ(typedNumbers(encoded), (std::vector<double>{1, -1, 0}));
}

TEST(Operators, GroupedAttentionReadsNothingBeyondItsCaches) {
    const auto step = [](std::int32_t length, std::int32_t total, float place) {
        return run(R"(<ir_version: 10, opset_import: ["" : 22, "com.microsoft" : 1]>
            g (float[1,1,4] q, float[1,1,2] k, float[1,1,2] v, float[1,1,2,2] a, float[1,1,2,2] c,
               int32[1] l, int32 t, float[3,1] u, float[3,1] w, int64[1,1] p)
            => (float[1,1,4] y, float[A,B,C,D] e, float[E,F,G,H] f) {
              y, e, f = com.microsoft.GroupQueryAttention <num_heads = 2, kv_num_heads = 1,
                do_rotary = 1> (q, k, v, a, c, l, t, u, w, p) })",
                   {{"q", floatData({1, 1, 4}, {1, 2, 3, 4})},
                    {"k", floatData({1, 1, 2}, {1, 2})},
                    {"v", floatData({1, 1, 2}, {5, 6})},
                    {"a", floatData({1, 1, 2, 2}, {1, 2, 3, 4})},
                    {"c", floatData({1, 1, 2, 2}, {1, 2, 3, 4})},
                    {"l", ModelData(Tensor::of<std::int32_t>(DataType::int32, {1}, {length}))},
                    {"t", ModelData(Tensor::of<std::int32_t>(DataType::int32, {}, {total}))},
                    {"u", floatData({3, 1}, {1, 1, 1})},
                    {"w", floatData({3, 1}, {0, 0, 0})},
                    {"p", ModelData(Tensor::of<std::int64_t>(
                              DataType::int64, {1, 1}, {static_cast<std::int64_t>(place)}))}});
    };
    const auto good = step(2, 3, 2);
    ASSERT_TRUE(good) << good.error().message();
    EXPECT_EQ(typedNumbers(good, 1), (std::vector<double>{1, 2, 3, 4, 1, 2}))
        << "keys with the new one";
    EXPECT_FALSE(step(7, 3, 2)) << "longer than the caches";
    EXPECT_FALSE(step(-5, 3, 2));
    EXPECT_FALSE(step(2, 1 << 30, 2)) << "a cache of a size that nothing fills";
    EXPECT_FALSE(step(2, 3, 3)) << "a position beyond the rotary caches";
    EXPECT_FALSE(step(2, 3, -1));
}

TEST(Operators, UniqueOfMicrosoftKeepsTheOrderOfFirstOccurrence) {
    const auto report = run(R"(<ir_version: 10, opset_import: ["" : 22, "com.microsoft" : 1]>
        g (float[6] x) => (float[A] y, int64[B] i, int64[C] c) {
          y, i, c = com.microsoft.Unique (x) })",
                            {{"x", floatData({6}, {2, 1, 1, 3, 4, 3})}});
    EXPECT_EQ(typedNumbers(report, 0), (std::vector<double>{2, 1, 3, 4}));
    EXPECT_EQ(typedNumbers(report, 1), (std::vector<double>{0, 1, 1, 2, 3, 2}));
    EXPECT_EQ(typedNumbers(report, 2), (std::vector<double>{1, 2, 2, 1}));
}

TEST(Operators, AttentionTakesEndsAndStartsOfItsKeys) {
    const auto difference = [](const std::string& batch, const std::string& length,
                               const std::vector<std::int32_t>& given,
                               const std::vector<std::int32_t>& mask) -> Result<double> {
        const Model model = test::modelFromText(
            R"(<ir_version: 10, opset_import: ["" : 22, "com.microsoft" : 1]> g (float[)" + batch +
            R"(,3,4] x, float[4,12] w, float[12] b, int32[)" + length + R"(] m, int32[)" + batch +
            R"(,3] f) => (float y) {
              p = com.microsoft.Attention <num_heads = 2> (x, w, b, m)
              q = com.microsoft.Attention <num_heads = 2> (x, w, b, f)
              d = Sub(p, q) e = Abs(d) y = ReduceMax <keepdims = 0> (e) })");
        const auto count = static_cast<std::int64_t>(given.size());
        const auto size = static_cast<std::int64_t>(mask.size() / 3);
        auto feeds = *randomFeeds(model, 3, {{"n", size}, {"m", count}});
        feeds["m"] = ModelData(Tensor::of<std::int32_t>(DataType::int32, {count}, given));
        feeds["f"] = ModelData(Tensor::of<std::int32_t>(DataType::int32, {size, 3}, mask));
        auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
        if (!session)
            return std::move(session).error();
        auto report = (*session)->run(feeds);
        if (!report)
            return std::move(report).error();
        return typedNumbers(report)[0];
    };
    const std::vector<std::int32_t> mask{1, 1, 0, 0, 1, 1}, counts{1, 1, 0, 1, 1, 1};
    for (const bool known : {true, false}) {
        const auto of = [&](std::size_t size, std::size_t batch) {
            return std::pair(known ? std::to_string(batch) : "n",
                             known ? std::to_string(size) : "m");
        };
        const auto check = [&](const std::vector<std::int32_t>& given,
                               const std::vector<std::int32_t>& wanted) {
            const auto [batch, length] = of(given.size(), wanted.size() / 3);
            return difference(batch, length, given, wanted);
        };
        for (const auto& [given, wanted] : {std::pair(std::vector<std::int32_t>{2, 3}, counts),
                                            {{2, 3, 0, 1}, mask},
                                            {{2, 3, 0, 2, 4, 0, 3, 6}, counts},
                                            {{2, 1}, {0, 1, 0}},
                                            {{2}, {1, 1, 0}},
                                            {{2, 0, 3, 0, 3}, {1, 1, 0}}}) {
            const auto found = check(given, wanted);
            ASSERT_TRUE(found) << found.error().message();
            EXPECT_LT(*found, 1e-5) << given.size();
        }
        for (const auto& given : {std::vector<std::int32_t>{2}, {2, 3, 1}, {2, 3, 1, 1, 1}}) {
            const auto found = check(given, mask);
            ASSERT_FALSE(found) << given.size();
            EXPECT_NE(found.error().message(), "");
        }
    }
}

TEST(Operators, GemmOfIntegersWrapsAround) {
    const auto report =
        run(R"(<ir_version: 10, opset_import: ["" : 22]>
        g (int32[1,2] a, int32[2,1] b) => (int32[1,1] y) { y = Gemm (a, b) })",
            {{"a", ModelData(Tensor::of<std::int32_t>(DataType::int32, {1, 2}, {1 << 30, 3}))},
             {"b", ModelData(Tensor::of<std::int32_t>(DataType::int32, {2, 1}, {4, 5}))}});
    EXPECT_EQ(typedNumbers(report), (std::vector<double>{15}));
}

} // namespace
} // namespace partita
