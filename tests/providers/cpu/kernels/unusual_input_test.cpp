// Operators on input that no exporter writes but a file may hold must give ONNX Runtime's result.

#include <cmath>
#include <limits>
#include <tuple>

#include "core/base/large_memory.h"
#include "tests/support/agreement.h"
#include "tests/support/unusual_input.h"

namespace partita {
namespace {

using agreement::floats, agreement::ints;
using test::bytes, test::kLowest, test::kMost, test::runGraph;

/// Fills fresh memory with 0xFF in all tests of this program, so that unwritten elements are NaN, -1
/// or 255.
class FreshMemory : public testing::Environment {
    void SetUp() override { fillFreshMemory(std::byte{0xFF}); }
};
const testing::Environment* const kFreshMemory =
    testing::AddGlobalTestEnvironment(new FreshMemory); // gtest deletes it

std::vector<double> valuesOf(const Result<RunReport>& report, std::size_t output = 0) {
    if (!report) {
        ADD_FAILURE() << report.error().message();
        return {};
    }
    return *elementsAsDoubles(report->outputs[output].tensor);
}

TEST(UnusualInput, CodesOverAnAxisOfNothingMakeTheZeroPoint) {
    EXPECT_EQ(valuesOf(runGraph("(uint8[2,0] x) => (uint8[2,8] y) <float s = {0.5}, uint8 z = {7}, "
                                "int8[0,8] w = {}, int8 o = {0}> { a = DequantizeLinear(x, s, z) "
                                "b = DequantizeLinear(w, s, o) p = MatMul(a, b) "
                                "y = QuantizeLinear(p, s, z) }",
                                {{"x", bytes(DataType::uint8, {2, 0}, {})}})),
              std::vector<double>(16, 7));
    // However wide the window, nothing is added up.
    EXPECT_EQ(valuesOf(runGraph("(uint8[n,c,h,v] x, int8[m,c,k,l] w) => (int32[] y) "
                                "{ y = ConvInteger <strides = [2147483647, 1], "
                                "pads = [0, 0, 2147483647, 0]> (x, w) }",
                                {{"x", bytes(DataType::uint8, {1, 0, 1, 1}, {})},
                                 {"w", bytes(DataType::int8, {1, 0, 1, 1}, {})}})),
              std::vector<double>(2, 0));
    EXPECT_EQ(valuesOf(runGraph("(uint8[n,c,h,v] x, int8[m,c,k,l] w) => (int32[] y) "
                                "{ y = ConvInteger(x, w) }",
                                {{"x", bytes(DataType::uint8, {1, 0, 1, 2147483647}, {})},
                                 {"w", bytes(DataType::int8, {1, 0, 1, 2147483647}, {})}})),
              std::vector<double>(1, 0));
}

TEST(UnusualInput, OverAnAxisOfNothingAProductIsCOrZero) {
    const Feeds feeds{
        {"a", floats({2, 0}, {})}, {"b", floats({0, 3}, {})}, {"c", floats({3}, {1, -2, 3})}};
    const std::string head = "(float[m,k] a, float[k,n] b, float[n] c) => (float[] y) { ";
    EXPECT_EQ(valuesOf(runGraph(head + "y = MatMul(a, b) }", feeds)), std::vector<double>(6, 0));
    EXPECT_EQ(valuesOf(runGraph(head + "y = Gemm(a, b) }", feeds)), std::vector<double>(6, 0));
    const std::vector<double> rows{1, -2, 3, 1, -2, 3}, twice{2, -4, 6, 2, -4, 6};
    EXPECT_EQ(valuesOf(runGraph(head + "y = Gemm(a, b, c) }", feeds)), rows);
    EXPECT_EQ(valuesOf(runGraph(head + "y = Gemm <beta = 2.0> (a, b, c) }", feeds)), twice);
    EXPECT_EQ(valuesOf(runGraph(head + "z = MatMul(a, b)  y = Add(z, c) }", feeds)), rows);
    EXPECT_EQ(valuesOf(runGraph("(float[k,m] a, float[n,k] b, float[n] c) => (float[] y) { y = "
                                "Gemm <transA = 1, transB = 1> (a, b, c) }",
                                {{"a", floats({0, 2}, {})},
                                 {"b", floats({3, 0}, {})},
                                 {"c", floats({3}, {1, -2, 3})}})),
              rows);
}

TEST(UnusualInput, OverAnAxisOfNothingWhatIsFusedIntoAProductStillHappens) {
    EXPECT_EQ(valuesOf(runGraph(R"((float[2,0] a) => (float[2,3] y)
        <float[0,3] b = {}, float[3] c = {1,-2,3}> { z = MatMul(a, b)  s = Add(z, c)  y = Relu(s) })",
                                {{"a", floats({2, 0}, {})}})),
              (std::vector<double>{1, 0, 3, 1, 0, 3}));
    EXPECT_EQ(valuesOf(runGraph(R"((float[2,0] a) => (float[2,3] y)
        <float[0,3] b = {}, float[3] c = {1,-2,3}> { s = Gemm(a, b, c)  y = Relu(s) })",
                                {{"a", floats({2, 0}, {})}})),
              (std::vector<double>{1, 0, 3, 1, 0, 3}));
}

TEST(UnusualInput, RegionsOutsideTheImageDoNotReadItsInfinities) {
    const Feeds feeds{
        {"x", floats({1, 1, 2, 2}, {-std::numeric_limits<float>::infinity(), 1, 2, 3})},
        {"r", floats({1, 4}, {-9, -9, -7, -7})},
        {"b", ints({1}, {0})}};
    for (const char* mode : {"avg", "max"})
        EXPECT_EQ(valuesOf(runGraph(std::string("(float[1,1,2,2] x, float[1,4] r, int64[1] b) => "
                                                "(float[] y) { y = RoiAlign <mode = \"") +
                                        mode + "\"> (x, r, b) }",
                                    feeds)),
                  std::vector<double>{0})
            << mode;
}

TEST(UnusualInput, MicrosoftsGeluOfHalvesRoundsItsResultOnce) {
    for (const char* type : {"16", "10"}) {
        const std::string halves = std::string(" = Cast <to = ") + type + "> (";
        const auto session = Session::create(
            test::modelFromText("<ir_version: 8, opset_import: [\"\" : 18, \"com.microsoft\" : 1]> "
                                "g (float[3] x) => (float[3] once, float[3] wide) { h" +
                                halves +
                                "x) r = com.microsoft.FastGelu(h) once = Cast <to = 1> (r) "
                                "f = Cast <to = 1> (h) g = com.microsoft.FastGelu(f) n" +
                                halves + "g) wide = Cast <to = 1> (n) }"),
            *makeProviders({}));
        ASSERT_TRUE(session) << session.error().message();
        const auto report = (*session)->run({{"x", floats({3}, {-2.78125, 0.25, 1.5})}});
        EXPECT_EQ(valuesOf(report, 0), valuesOf(report, 1)) << type;
        EXPECT_LT(valuesOf(report, 1)[0], -0.006) << type;
    }
}

TEST(UnusualInput, ASpectrumOfARealSignalHasNoImaginaryEnds) {
    const Feeds feeds{{"x", floats({1, 4, 2}, {6, 1e15F, 0, 0, 0, 0, 0, -1e15F})}};
    const auto report = runGraph("(float[1,4,2] x) => (float[] y) <int64 a = {1}> "
                                 "{ y = DFT <inverse = 1, onesided = 1> (x, , a) }",
                                 feeds);
    EXPECT_EQ(valuesOf(report), std::vector<double>(6, 1));
}

TEST(UnusualInput, EmptyTensorsMakeEmptyOnes) {
    const Tensor none = floats({0, 2, 3, 3}, {});
    for (const char* node :
         {"MaxPool <kernel_shape = [2,2]> (x)", "AveragePool <kernel_shape = [2,2]> (x)",
          "GlobalAveragePool(x)", "GlobalMaxPool(x)", "Softmax(x)", "LpNormalization(x)",
          "LRN <size = 3> (x)", "Relu(x)", "CumSum(x, a)", "ReduceSum(x, b)",
          "ArgMax <axis = 1> (x)", "Resize(x, , s)", "Transpose(x)", "Conv(x, w)",
          "ConvTranspose(x, v)", "Gather <axis = 1> (x, b)", "DepthToSpace <blocksize = 1> (x)",
          "LpPool <kernel_shape = [2,2]> (x)"}) {
        const auto report = runGraph(
            std::string("(float[n,2,3,3] x) => (float[] y) <int64 a = {1}, int64[1] b = {1}, "
                        "float[4] s = {1,1,2,2}, float[1,2,1,1] w = {1,1}, float[2,1,1,1] v = "
                        "{1,1}> { z = ") +
                node + "  y = Cast <to = 1> (z) }",
            {{"x", none}});
        ASSERT_TRUE(report) << node << ": " << report.error().message();
        EXPECT_EQ(report->outputs[0].tensor.count(), 0) << node;
    }
}

TEST(UnusualInput, ASliceMayStepAsFarAsItLikes) {
    const auto sliced = [](std::int64_t start, std::int64_t end, std::int64_t step) {
        return valuesOf(runGraph("(float[3] x, int64[1] s, int64[1] e, int64[1] a, int64[1] t) => "
                                 "(float[] y) { y = Slice(x, s, e, a, t) }",
                                 {{"x", floats({3}, {1, 2, 3})},
                                  {"s", ints({1}, {start})},
                                  {"e", ints({1}, {end})},
                                  {"a", ints({1}, {0})},
                                  {"t", ints({1}, {step})}}));
    };
    EXPECT_EQ(sliced(kMost, kLowest, kLowest), (std::vector<double>{3}));
    EXPECT_EQ(sliced(kLowest, kMost, kMost), (std::vector<double>{1}));
    EXPECT_EQ(sliced(kMost, kLowest, -1), (std::vector<double>{3, 2, 1}));
}

TEST(UnusualInput, OfAnyFloatInfinityBecomesTheSameInteger) {
    const double inf = std::numeric_limits<double>::infinity();
    for (const DataType type :
         {DataType::float16, DataType::bfloat16, DataType::float32, DataType::float64}) {
        const auto tensor = Tensor::ofFloats(type, {4}, {inf, -inf, std::nan(""), -3.7});
        ASSERT_TRUE(tensor);
        const std::string name = type == DataType::float32   ? "float"
                                 : type == DataType::float64 ? "double"
                                                             : std::string(dataTypeName(type));
        for (const auto& [to, least, most] :
             {std::tuple(7, kLowest, kMost),
              std::tuple(6, std::int64_t{INT32_MIN}, std::int64_t{INT32_MAX}),
              std::tuple(2, std::int64_t{0}, std::int64_t{255})}) {
            const auto report = runGraph("(" + name + "[4] x) => (int64[] y) { z = Cast <to = " +
                                             std::to_string(to) + "> (x)  y = Cast <to = 7> (z) }",
                                         {{"x", *tensor}});
            ASSERT_TRUE(report) << report.error().message();
            const auto made = *elementsAsInts(report->outputs[0].tensor);
            EXPECT_EQ(made, (std::vector<std::int64_t>{most, least, 0, to == 2 ? 253 : -3}))
                << name << " to " << to;
        }
    }
}

TEST(UnusualInput, AReductionKeepsWhatIsNoNumber) {
    constexpr std::size_t kCount = 40;
    for (const char* op : {"ReduceMax", "ReduceMin", "ReduceLogSumExp"})
        for (const char* shape : {"1,40", "40,1", "5,8"})
            for (const std::size_t where : {std::size_t{0}, std::size_t{17}, kCount - 1}) {
                std::vector<float> values(kCount, 1);
                values[where] = std::nanf("");
                values[(where + 1) % kCount] = std::numeric_limits<float>::infinity();
                const auto report =
                    runGraph("(float[40] x) => (float[] y) <int64[2] s = {" + std::string(shape) +
                                 "}> { r = Reshape(x, s) y = " + op + "(r) }",
                             {{"x", floats({kCount}, values)}});
                EXPECT_TRUE(std::isnan(valuesOf(report).at(0)))
                    << op << " " << shape << " " << where;
            }
}

TEST(UnusualInput, ABooleanOfAFileIsTrueUnlessItIsZero) {
    EXPECT_EQ(valuesOf(runGraph("(bool[3] c, float[3] a, float[3] b) => (float[] y) { y = Where(c, "
                                "a, b) }",
                                {{"c", bytes(DataType::boolean, {3}, {0, 2, 255})},
                                 {"a", floats({3}, {1, 2, 3})},
                                 {"b", floats({3}, {-1, -2, -3})}})),
              (std::vector<double>{-1, 2, 3}));
}

TEST(UnusualInput, IntegersWrapAround) {
    const Feeds feeds{{"a", ints({2}, {kMost, kLowest})}, {"b", ints({2}, {1, -1})}};
    const auto made = [&](const char* node) {
        const auto report = runGraph(
            std::string("(int64[2] a, int64[2] b) => (int64[] y) { y = ") + node + " }", feeds);
        EXPECT_TRUE(report);
        return report ? *elementsAsInts(report->outputs[0].tensor) : std::vector<std::int64_t>();
    };
    using Integers = std::vector<std::int64_t>;
    EXPECT_EQ(made("Add(a, b)"), (Integers{kLowest, kMost}));
    EXPECT_EQ(made("Sub(b, a)"), (Integers{kLowest + 2, kMost}));
    EXPECT_EQ(made("Mul(a, a)"), (Integers{1, 0}));
    EXPECT_EQ(made("Div(a, b)"), (Integers{kMost, kLowest}));
    EXPECT_EQ(made("Mod(a, b)"), (Integers{0, 0}));
    EXPECT_EQ(made("Neg(a)"), (Integers{-kMost, kLowest}));
    EXPECT_EQ(made("Abs(a)"), (Integers{kMost, kLowest}));
    EXPECT_EQ(made("ReduceSum <keepdims = 0> (a)"), (Integers{-1}));
}

TEST(UnusualInput, AScanOutputOfTextsIsCollected) {
    const auto report = runGraph(
        R"((int64 m) => (string[] y) <bool c = {1}, string[1] t = {"a"}> {
          y = Loop (m, c) <body = b (int64 i, bool k) => (bool o, string[1] u) {
            o = Identity(k)  u = Identity(t) }> })",
        {{"m", ints({}, {2})}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->outputs[0].tensor.strings, (std::vector<std::string>{"a", "a"}));
}

TEST(UnusualInput, ResultsWithoutANameAreNotKept) {
    EXPECT_EQ(valuesOf(runGraph("(float[3] x, int64[1] k) => (int64[] i) { , i = TopK(x, k) }",
                                {{"x", floats({3}, {1, 3, 2})}, {"k", ints({1}, {1})}})),
              (std::vector<double>{1}));
}

TEST(UnusualInput, AQuotientThatIsNoNumberHasTheCode0InAConcat) {
    const float nan = std::nanf("");
    for (const auto& [from, to] : {std::pair{nan, 1.0F}, {0.0F, 0.0F}, {HUGE_VALF, 1.0F}}) {
        const auto session =
            Session::create(test::modelFromText(
                                R"(<ir_version: 10, opset_import: ["" : 22, "com.microsoft" : 1]> g
                   (uint8[3] x, float s, float t) => (uint8[3] y) <uint8 z = {3}, uint8 o = {5}>
                   { y = com.microsoft.QLinearConcat <axis = 0> (t, o, x, s, z) })"),
                            *makeProviders({}));
        ASSERT_TRUE(session) << session.error().message();
        const auto report = (*session)->run({{"x", bytes(DataType::uint8, {3}, {3, 3, 3})},
                                             {"s", floats({}, {from})},
                                             {"t", floats({}, {to})}});
        EXPECT_EQ(valuesOf(report), (std::vector<double>{0, 0, 0}));
    }
}

} // namespace
} // namespace partita
