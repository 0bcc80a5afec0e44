// Kernels that work on rows or planes in vectors, at sizes around those of the vectors, against the
// reference.

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <limits>
#include <random>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

/// Numbers between -2 and 2 in steps of an eighth, so that many are equal; `nans` of 100 are NaN.
std::vector<float> someNumbers(std::int64_t count, unsigned nans = 0) {
    std::mt19937 random(20261127);
    std::vector<float> made;
    for (std::int64_t i = 0; i < count; ++i)
        made.push_back(random() % 100 < nans ? std::nanf("")
                                             : static_cast<float>(random() % 33) / 8 - 2);
    return made;
}

Tensor some(const std::vector<std::int64_t>& dims, unsigned nans = 0) {
    std::int64_t count = 1;
    for (const std::int64_t size : dims)
        count *= size;
    return floats(dims, someNumbers(count, nans));
}

std::string shapeOf(const std::vector<std::int64_t>& dims) {
    std::string text = "[";
    for (const std::int64_t size : dims)
        text += (text.size() > 1 ? "," : "") + std::to_string(size);
    return text + "]";
}

/// Checks one node y = `node`(x) with the given x.
void expectAgreement(const std::vector<std::int64_t>& dims, const std::string& node,
                     unsigned nans = 0, const std::string& weights = "") {
    SCOPED_TRACE(node + " of " + shapeOf(dims));
    const auto y = numbersOf("(float" + shapeOf(dims) + " x) => (float[] y) " + weights +
                                 " { y = " + node + " }",
                             {{"x", some(dims, nans)}});
    EXPECT_FALSE(y.empty());
}

TEST(VectorRows, OfAnyLengthArePooledReducedAndMarked) {
    for (const std::int64_t size : {1, 3, 7, 8, 9, 31, 32, 33, 49, 64, 71, 200})
        for (const unsigned nans : {0U, 2U}) {
            expectAgreement({1, 9, size, 1}, "GlobalMaxPool(x)", nans);
            expectAgreement({1, 9, size, 1}, "GlobalAveragePool(x)", nans);
            expectAgreement({9, size}, "ReduceMax(x, a)", nans, "<int64[1] a = {-1}>");
            expectAgreement({9, size}, "ReduceMin(x, a)", nans, "<int64[1] a = {-1}>");
            expectAgreement({9, size}, "ReduceMean(x, a)", nans, "<int64[1] a = {-1}>");
            expectAgreement({9, size}, "LpNormalization(x)", nans);
            expectAgreement({9, size}, "LpNormalization <p = 1> (x)", nans);
            expectAgreement({9, size}, "ReduceLogSumExp(x, a)", nans, "<int64[1] a = {-1}>");
            expectAgreement({3, size, 4}, "ReduceLogSumExp(x, a)", nans, "<int64[1] a = {1}>");
            expectAgreement({3, 4, size}, "ReduceLogSumExp(x, a)", nans, "<int64[1] a = {1}>");
            expectAgreement({9, size}, "Hardmax(x)", nans);
            expectAgreement({2, size, 3}, "Hardmax <axis = 1> (x)", nans);
        }
}

TEST(VectorRows, PlanesOfAnyWidthArePooled) {
    for (const std::int64_t width : {1, 5, 7, 8, 9, 16, 20, 33})
        for (const unsigned nans : {0U, 2U})
            for (const char* window :
                 {"kernel_shape = [3, 3], strides = [2, 2], pads = [1, 1, 1, 1]",
                  "kernel_shape = [2, 2], strides = [2, 2], ceil_mode = 1",
                  "kernel_shape = [3, 2], strides = [1, 1], pads = [1, 0, 2, 1], ceil_mode = 1",
                  "kernel_shape = [2, 3], strides = [3, 2], dilations = [3, 2], pads = [3, 4, 3, "
                  "3]",
                  "kernel_shape = [1, 1], strides = [2, 2]",
                  "kernel_shape = [2, 1], strides = [2, 3]",
                  "kernel_shape = [4, 5], strides = [1, 2], pads = [2, 2, 2, 2]"}) {
                const std::string attributes = " <" + std::string(window) + ">(x)";
                if (width >= 5)
                    expectAgreement({2, 3, 7, width}, "MaxPool" + attributes, nans);
                if (width >= 5 && nans == 0)
                    expectAgreement({2, 3, 7, width}, "LpPool" + attributes);
            }
}

TEST(VectorRows, PlanesOfAnyWidthAreAveraged) {
    for (const std::int64_t width : {5, 8, 9, 16, 20, 33})
        for (const char* window :
             {"kernel_shape = [3, 3], pads = [1, 1, 1, 1]",
              "kernel_shape = [5, 5], pads = [2, 2, 2, 2]",
              "kernel_shape = [2, 2], strides = [2, 2]",
              "kernel_shape = [2, 2], strides = [2, 2], ceil_mode = 1",
              "kernel_shape = [3, 2], strides = [1, 2], dilations = [2, 3], pads = [1, 0, 2, 1]",
              "kernel_shape = [1, 4], strides = [3, 1], pads = [0, 2, 0, 1]"})
            for (const char* counts : {"0", "1"})
                expectAgreement({2, 3, 7, width}, "AveragePool <" + std::string(window) +
                                                      ", count_include_pad = " + counts + "> (x)");
}

TEST(VectorRows, AnAverageMayFitWhereItsSumDoesNot) {
    const auto averaged = [](const std::vector<std::int64_t>& dims, const std::string& window) {
        std::vector<float> numbers;
        std::int64_t count = 1;
        for (const std::int64_t size : dims)
            count *= size;
        numbers.assign(static_cast<std::size_t>(count), -3.0e38F);
        return numbersOf("(float" + shapeOf(dims) + " x) => (float[] y) { y = AveragePool <" +
                             window + "> (x) }",
                         {{"x", floats(dims, numbers)}});
    };
    const auto all = testing::Each(testing::DoubleNear(-3.0e38, 1e32));
    EXPECT_THAT(averaged({1, 2, 9, 9}, "kernel_shape = [3, 3]"), all);
    EXPECT_THAT(averaged({1, 2, 9, 9}, "kernel_shape = [7, 7]"), all);
    EXPECT_THAT(averaged({1, 2, 4, 4, 4}, "kernel_shape = [2, 2, 2]"), all);
    EXPECT_THAT(averaged({1, 2, 9}, "kernel_shape = [3]"), all);
}

TEST(VectorRows, InfinitiesAreAveragedAsNumbers) {
    std::vector<float> numbers = someNumbers(3 * 9);
    numbers[4] = std::numeric_limits<float>::infinity();
    numbers[20] = -std::numeric_limits<float>::infinity();
    const auto y = numbersOf("(float[1,1,3,9] x) => (float[a,b,c,d] y) { y = AveragePool "
                             "<kernel_shape = [2, 2]> (x) }",
                             {{"x", floats({1, 1, 3, 9}, numbers)}});
    EXPECT_EQ(std::ranges::count_if(y, [](double each) { return std::isinf(each); }), 4);
}

TEST(VectorRows, FiltersOfOneChannelAreThoseOfTheReference) {
    for (const std::int64_t width : {13, 16, 17, 20, 33, 50})
        for (const std::string how :
             {"pads = [1,1,1,1]", "strides = [2,2], pads = [1,1,0,1]", "dilations = [2,2]",
              "strides = [1,2]", "strides = [3,2], dilations = [2,1], pads = [2,1,2,1]"})
            for (const std::string kernel : {"3,3", "2,5", "1,3", "5,1", "4,4"}) {
                SCOPED_TRACE(how + " of " + kernel + " on " + std::to_string(width));
                const std::string shape = "[1,3,23," + std::to_string(width) + "]";
                (void)numbersOf(
                    "(float" + shape + " x, float[6,1," + kernel +
                        "] w, float[6] b) => (float[a,c,d,e] y) { y = Conv <group = 3, " + how +
                        "> (x, w, b) }",
                    {{"x", some({1, 3, 23, width})},
                     {"w", some({6, 1, kernel[0] - '0', kernel[2] - '0'})},
                     {"b", some({6})}});
            }
    for (const std::int64_t length : {700, 1001}) // of one spatial axis
        (void)numbersOf("(float[1,3," + std::to_string(length) +
                            "] x, float[3,1,5] w) => (float[a,c,d] y) { y = Conv <group = 3, "
                            "pads = [2,2]> (x, w) }",
                        {{"x", some({1, 3, length})}, {"w", some({3, 1, 5})}});
}

TEST(VectorRows, PlacesOfAnyNumberAreSampled) {
    for (const std::int64_t width : {1, 3, 4, 5, 130})
        for (const std::string how : {"linear", "cubic", "nearest"})
            for (const std::string type : {"float", "double"}) {
                SCOPED_TRACE(how + " of " + type + " at " + std::to_string(width));
                Tensor grid = some({2, 2, width, 2});
                const auto y = numbersOf(
                    "(float[2,3,6,5] f, float" + shapeOf({2, 2, width, 2}) + " g) => (" + type +
                        "[a,b,c,d] y) { x = Cast <to = " + (type == "float" ? "1" : "11") +
                        "> (f) y = GridSample <mode = \"" + how + "\"> (x, g) }",
                    {{"f", some({2, 3, 6, 5})}, {"g", std::move(grid)}});
                EXPECT_EQ(y.size(), static_cast<std::size_t>(2 * 3 * 2 * width));
            }
}

TEST(VectorRows, OneNumberForEachOfThemIsReadOnce) {
    for (const std::int64_t width : {255, 256, 300, 511, 512, 513, 1500}) {
        const auto y = numbersOf(
            "(float" + shapeOf({2, 7, width}) + " x, float[7,1] b, float" + shapeOf({2, 1, width}) +
                " c) => (float[] y) { p = Mul(x, b) q = Sub(b, p) r = Add(q, c) "
                "y = Sub(r, b) }",
            {{"x", some({2, 7, width})}, {"b", some({7, 1})}, {"c", some({2, 1, width})}});
        EXPECT_EQ(y.size(), static_cast<std::size_t>(14 * width));
    }
}

TEST(VectorRows, NormsOfWindowsAreThoseOfTheReference) {
    for (const char* p : {"1", "2", "3"}) {
        expectAgreement({2, 3, 7, 9},
                        "LpPool <kernel_shape = [3, 2], p = " + std::string(p) + "> (x)");
        expectAgreement({2, 3, 7, 9}, "GlobalLpPool <p = " + std::string(p) + "> (x)");
    }
}

TEST(VectorRows, NormalNumbersAreThoseOfTheLibrary) {
    const auto drawn = numbersOnCpu("() => (double[n] y) { y = RandomNormal <seed = 7.0, shape = "
                                    "[3001], dtype = 11, mean = 1.0, scale = 2.0> () }",
                                    {});
    ASSERT_EQ(drawn.size(), 3001U);
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    for (const double each : drawn)
        EXPECT_NEAR(each, 1 + 2 * normal(random), 1e-12);
}

TEST(VectorRows, TheLargestOfPaddingAloneIsMinusInfinity) {
    // Both columns under the window lie outside of eight.
    const auto y =
        numbersOf("(float[1,1,8,8] x) => (float[a,b,c,d] y) { y = MaxPool <kernel_shape = "
                  "[1, 2], dilations = [1, 9], pads = [0, 1, 0, 1], strides = [8, 1]> (x) }",
                  {{"x", some({1, 1, 8, 8})}});
    EXPECT_EQ(y, Numbers{-std::numeric_limits<double>::infinity()});
}

TEST(VectorRows, AveragesOfCellsThatLieFarApartAreThoseOfTheReference) {
    expectAgreement({2, 3, 2}, "AveragePool <kernel_shape = [1], dilations = [5]> (x)");
    expectAgreement({1, 2, 3, 9}, "AveragePool <kernel_shape = [2, 2], dilations = [4, 3], "
                                  "pads = [2, 0, 2, 0]> (x)");
}

TEST(VectorRows, HugeWindowsAreRefusedOrPassQuickly) {
    const auto pooled = [](const std::string& node, const std::vector<std::int64_t>& dims) {
        return runOn("cpu",
                     "(float" + shapeOf(dims) + " x) => (float[] y) { d = Cast <to = 11> (x) p = " +
                         node + " y = Cast <to = 1> (p) }",
                     {{"x", some(dims)}}, 21);
    };
    const std::string most = "2147483647", less = "2147483646";
    const auto refused =
        pooled("AveragePool <count_include_pad = 1, kernel_shape = [" + most + "," + most + "," +
                   most + "], pads = [" + less + "," + less + "," + less + ", 0, 0, 0]> (d)",
               {1, 1, 1, 1, 1});
    EXPECT_FALSE(refused);
    const auto empty =
        pooled("MaxPool <kernel_shape = [3," + most + "], strides = [2, 1], pads = [0," + less +
                   ", 0," + less + "]> (d)",
               {1, 1, 1, 1});
    ASSERT_TRUE(!empty || elementsAsDoubles(empty->outputs[0].tensor)->empty());
}

TEST(VectorRows, BytesThatLieAFewApartAreBroughtTogether) {
    for (const std::int64_t step : {2, 3, 4, 5})
        for (const std::int64_t size : {1, 15, 16, 17, 47, 48, 49, 70})
            for (const char* type : {"3", "1"}) { // int8, float
                const std::string shape = shapeOf({2, size, step});
                const auto y = numbersOf("(float" + shape +
                                             " x) => (float[a,b,c] y) { c = Cast <to = " + type +
                                             "> (x) t = Transpose <perm = [0, 2, 1]> (c) "
                                             "y = Cast <to = 1> (t) }",
                                         {{"x", some({2, size, step})}});
                EXPECT_EQ(y.size(), static_cast<std::size_t>(2 * size * step));
            }
}

TEST(VectorRows, DistinctNumbersAreInOrder) {
    const double least = -9223372036854775808.0;
    const auto distinct = [](const std::string& type, const Tensor& x) {
        return numbersOf("(" + type + "[6] x) => (" + type + "[a] y) { y = Unique(x) }",
                         {{"x", x}});
    };
    EXPECT_EQ(
        distinct("int64", ints({6}, {5, -1, std::numeric_limits<std::int64_t>::min(), -1, 300, 0})),
        (Numbers{least, -1, 0, 5, 300}));
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(distinct("float", floats({6}, {0.0F, 1e-40F, -0.0F, -kInfinity, kInfinity, -3.5F})),
              (Numbers{-static_cast<double>(kInfinity), -3.5, 0, static_cast<double>(1e-40F),
                       static_cast<double>(kInfinity)}));
    // A byte, and numbers that differ in their high bytes only.
    EXPECT_EQ(numbersOf("(float[5] x) => (float[a] y, int64[5] i) { c = Cast <to = 3> (x) "
                        "u, f, i = Unique(c) y = Cast <to = 1> (u) }",
                        {{"x", floats({5}, {-128, 127, 0, -1, -128})}}),
              (Numbers{-128, -1, 0, 127}));
    EXPECT_EQ(distinct("int64", ints({6}, {std::int64_t{1} << 40, 0, std::int64_t{2} << 40, 0,
                                           std::int64_t{1} << 40, 0})),
              (Numbers{0, std::ldexp(1, 40), std::ldexp(2, 40)}));
}

TEST(VectorRows, NeighboursThatAreKeptAreCopiedAtOnce) {
    for (const int pattern : {0, 1, 0b1011, 0b111111, 0b110011, 0b101010}) {
        std::string flags, expected;
        Numbers kept;
        for (int i = 0; i < 6; ++i) {
            flags += (i ? ", " : "") + std::to_string(pattern >> i & 1);
            for (int n = 0; n < 2 && (pattern >> i & 1) != 0; ++n)
                kept.push_back(2 * i + n);
        }
        std::vector<float> numbers(12);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<float>(i);
        EXPECT_EQ(numbersOf("(float[6,2] x) => (float[a,b] y) <bool[6] c = {" + flags +
                                "}> { y = Compress <axis = 0> (x, c) }",
                            {{"x", floats({6, 2}, numbers)}}),
                  kept)
            << pattern;
    }
}

TEST(VectorRows, AnIndexAtTheEndOfManyIsFoundOutOfRange) {
    for (const char* op : {"Gather", "GatherElements"})
        for (const std::int64_t index : {-4, 3}) {
            std::vector<std::int64_t> indices(70, -3);
            indices.back() = index;
            const auto report = runOn(
                "cpu",
                "(float[3] x, int64[70] i) => (float[a] y) { y = " + std::string(op) + " (x, i) }",
                {{"x", some({3})}, {"i", ints({70}, indices)}}, 21);
            ASSERT_FALSE(report);
            EXPECT_THAT(report.error().message(), testing::HasSubstr("out of range"));
        }
}

TEST(VectorRows, DeterminantsAreThoseOfTheReference) {
    for (const std::int64_t n : {1, 2, 3, 4, 8, 11})
        expectAgreement({5, n, n}, "Det(x)");
    expectAgreement({2, 0, 0}, "Det(x)");
}

TEST(VectorRows, OfALinearRegressionAreScoredForEachTarget) {
    for (const std::int64_t width : {1, 4, 7, 30}) {
        std::string numbers;
        for (std::int64_t i = 0; i < 2 * width; ++i)
            numbers += (i ? ", " : "") + std::to_string(0.25 * static_cast<double>(i % 9) - 1);
        expectAgreement({5, width}, "ai.onnx.ml.LinearRegressor <targets = 2, coefficients = [" +
                                        numbers + "], intercepts = [0.5, -1.0]> (x)");
    }
}

TEST(VectorRows, RepeatAsExpandAndTileAsk) {
    for (const char* target : {"{2,64,5,7}", "{3,64,40,7}", "{1,64,5,1}"})
        expectAgreement({1, 64, 1, 7}, "Expand(x, s)", 0,
                        std::string("<int64[4] s = ") + target + ">");
    for (const char* target : {"{3,4,50}", "{300,4,5}", "{2,3,4,5}"})
        expectAgreement({4, 1}, "Expand(x, s)", 0,
                        "<int64[" + std::to_string(target == std::string("{2,3,4,5}") ? 4 : 3) +
                            "] s = " + target + ">");
    for (const char* times : {"{1,1,2,2}", "{2,1,3,1}", "{1,2,1,5}", "{3,2,2,2}", "{1,0,1,1}"})
        (void)outputsOf("(float[2,3,5,7] x) => (float[] y) <int64[4] n = " + std::string(times) +
                            "> { y = Tile(x, n) }",
                        {{"x", some({2, 3, 5, 7})}});
}

TEST(VectorColumns, GiveTheFirstOfEqualElementsInOrder) {
    for (const std::int64_t columns : {3, 16, 32, 45})
        for (const char* k : {"1", "4", "16", "19", "20"})
            for (const char* largest : {"0", "1"})
                for (const unsigned nans : {0U, 10U}) {
                    SCOPED_TRACE(k);
                    const auto outputs = outputsOf(
                        "(float" + shapeOf({2, 20, columns}) +
                            " x) => (float[] v, int64[] i) <int64[1] k = {" + k +
                            "}> { v, i = TopK <axis = 1, largest = " + largest + "> (x, k) }",
                        {{"x", some({2, 20, columns}, nans)}});
                    EXPECT_EQ(outputs.size(), 2U);
                }
}

TEST(Grams, AreCountedWhereverThePoolsWordsLie) {
    for (const char* pool :
         {"2, 3, 5, 4, 5, 6, 7, 8, 6, 7", "-9000000000, 3, 5, 4, 5, 6, 7, 8, 6, 7",
          "4000000000000, -4000000000000, 5, 4, 5, 6, 7, 8, 6, 7"})
        for (const char* mode : {"TF", "IDF", "TFIDF"}) {
            SCOPED_TRACE(pool);
            const auto counts = numbersOf(
                std::string("(int64[2,12] x) => (float[] y) { y = TfIdfVectorizer <mode = \"") +
                    mode +
                    "\", min_gram_length = 1, max_gram_length = 2, max_skip_count = 1, "
                    "ngram_counts = [0, 4], ngram_indexes = [0, 1, 2, 3, 4, 5, 6], "
                    "weights = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], pool_int64s = [" +
                    pool + "]> (x) }",
                {{"x",
                  ints(
                      {2, 12},
                      {5, 6, 7, 8, 2, 3, 6, 7, -9000000000, 99, 5, 6, 4000000000000, -4000000000000,
                       7, 8, 8, 6, 7, 5, 5, 6, 4,           2})}});
            EXPECT_EQ(counts.size(), 14U);
        }
}

TEST(Grams, OfManyWordsAreAllFound) {
    std::string pool, indexes;
    std::vector<std::int64_t> words;
    for (int i = 0; i < 300; ++i) {
        pool += (i ? ", " : "") + std::to_string(i % 7) + ", " + std::to_string(i);
        indexes += (i ? ", " : "") + std::to_string(i);
        words.insert(words.end(), {i % 7, i});
    }
    const auto counts = numbersOf(
        "(int64[600] x) => (float[] y) { y = TfIdfVectorizer <mode = \"TF\", min_gram_length = 2, "
        "max_gram_length = 2, max_skip_count = 0, ngram_counts = [0, 0], ngram_indexes = [" +
            indexes + "], pool_int64s = [" + pool + "]> (x) }",
        {{"x", ints({600}, words)}});
    ASSERT_EQ(counts.size(), 300U);
    for (const double count : counts)
        EXPECT_GE(count, 1);
}

/// An initializer of numbers like `someNumbers`.
std::string constant(const std::string& name, const std::vector<std::int64_t>& dims) {
    std::int64_t count = 1;
    for (const std::int64_t size : dims)
        count *= size;
    std::string text;
    for (const float number : someNumbers(count))
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return "float" + shapeOf(dims) + " " + name + " = {" + text + "}";
}

struct Plane {
    std::vector<std::int64_t> in, weights;
    const char* attributes;
    [[nodiscard]] std::string groups() const { return std::to_string(in[1] / weights[1]); }
};

class Planes : public testing::TestWithParam<Plane> {};

/// What follows a convolution of x, w and b, in place of CONV; v is positive.
constexpr const char* kBodies[] = {
    "y = CONV (x, w)",
    "c = CONV (x, w, b) y = Relu(c)",
    "c = CONV (x, w, b) s = Sigmoid(c) y = Mul(c, s)",
    "c = CONV (x, w) d = Abs(c) y = Add(c, d)",
    "c = CONV (x, w, b) y = BatchNormalization(c, b, b, b, v)",
};

TEST_P(Planes, AreConvolvedOneByOne) {
    const Plane& plane = GetParam();
    const std::int64_t filters = plane.weights[0];
    const std::string conv = "Conv <group = " + plane.groups() + ", " + plane.attributes + ">";
    for (std::string body : kBodies) {
        body.replace(body.find("CONV"), 4, conv);
        SCOPED_TRACE(body);
        const auto y =
            numbersOf("(float" + shapeOf(plane.in) + " x) => (float[] y) <" +
                          constant("w", plane.weights) + ", " + constant("b", {filters}) + ", " +
                          constant("n", {filters}) + "> { v = Exp(n) " + body + " }",
                      {{"x", some(plane.in)}});
        EXPECT_FALSE(y.empty());
    }
}

TEST_P(Planes, OfCodesAreConvolvedToCodes) {
    const Plane& plane = GetParam();
    for (const char* type : {"uint8", "int8"}) {
        SCOPED_TRACE(type);
        const std::string graph =
            "(float" + shapeOf(plane.in) + " x) => (" + type + "[] y) <" +
            constant("f", plane.weights) +
            ", float s = {0.031}, float t = {0.017}, float u = {0.15}, " + type + " z = {7}, " +
            type +
            " o = {12}, int8 h = {0}> { w = QuantizeLinear(f, t, h) c = QuantizeLinear(x, s, z)"
            " y = QLinearConv <group = " +
            plane.groups() + ", " + plane.attributes + "> (c, s, z, w, t, h, u, o) }";
        const auto made = runOn("cpu", graph, {{"x", some(plane.in)}}, 22),
                   wanted = runOn("reference", graph, {{"x", some(plane.in)}}, 22);
        ASSERT_TRUE(made && wanted);
        const auto codes = *elementsAsDoubles(made->outputs[0].tensor),
                   expected = *elementsAsDoubles(wanted->outputs[0].tensor);
        ASSERT_EQ(codes.size(), expected.size());
        for (std::size_t i = 0; i < codes.size(); ++i)
            ASSERT_NEAR(codes[i], expected[i], 1) << i; // a sum may lie between two codes
    }
}

INSTANTIATE_TEST_SUITE_P(
    OfSizes, Planes,
    // Planes of enough sums for each number of a filter; small ones, and large filters, go to oneDNN.
    testing::Values(Plane{{1, 6, 25, 27}, {6, 1, 3, 3}, "pads = [1,1,1,1]"},
                    Plane{{2, 3, 52, 51}, {6, 1, 3, 3}, "pads = [1,0,2,1], strides = [2,2]"},
                    Plane{{1, 4, 24, 63}, {4, 1, 3, 2}, "dilations = [2,3], strides = [1,3]"},
                    Plane{{1, 3, 90, 110}, {9, 1, 5, 5}, "pads = [2,2,2,2], strides = [3,2]"},
                    Plane{{2, 5, 470}, {5, 1, 7}, "pads = [3,3], dilations = [1]"},
                    Plane{{1, 2, 60, 50}, {2, 1, 7, 5}, "strides = [1,1]"},
                    Plane{{1, 2, 28, 28}, {2, 1, 1, 1}, "strides = [3,3]"},
                    Plane{{1, 6, 9, 11}, {6, 1, 3, 3}, "pads = [1,1,1,1]"},
                    Plane{{1, 3, 57, 29}, {3, 1, 3, 3}, "pads = [1,1,1,1], strides = [2,2]"},
                    Plane{{1, 3, 90, 6}, {3, 1, 2, 1}, "strides = [1,2]"},
                    Plane{{1, 3, 90, 11}, {3, 1, 2, 1}, "strides = [1,2]"},
                    Plane{{1, 3, 90, 3}, {3, 1, 1, 2}, "pads = [0,1,0,1]"},
                    Plane{{2, 12, 20, 33}, {8, 3, 3, 3}, "pads = [1,1,1,1]"},
                    Plane{{1, 3, 45, 47}, {5, 3, 5, 4}, "pads = [1,2,3,2], strides = [2,2]"},
                    Plane{{1, 20, 30, 17}, {2, 20, 3, 3}, "dilations = [2,1]"},
                    Plane{{2, 4, 900}, {6, 2, 9}, "pads = [4,4]"},
                    Plane{{1, 4, 19, 19}, {3, 4, 1, 1}, "strides = [1,1]"},
                    Plane{{2, 20, 11, 13}, {7, 20, 1, 1}, "strides = [1,1]"},
                    Plane{{1, 3, 33, 10}, {19, 3, 1, 1}, "strides = [1,1]"},
                    Plane{{2, 5, 131}, {1, 5, 1}, "strides = [1]"},
                    Plane{{1, 2, 30, 31}, {2, 1, 15, 15}, "strides = [1,1]"}));

} // namespace
} // namespace partita
