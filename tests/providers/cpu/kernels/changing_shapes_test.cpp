// What a kernel made ready for the shapes of one run is not used for those of another one.

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

/// The sums of A [2,3] of ones times B [3,n] of ones, with the n of each turn of a loop.
std::string productsInALoop(const std::string& size, const std::string& product) {
    return "() => (float[4] s) <int64 trips = {4}, bool go = {1}> { s = Loop <body = turn "
           "(int64 i, bool c) => (bool d, float e) <int64[1] three = {3}, int64[2] a = {2, 3}, "
           "int64[1] one = {1}, int64[1] five = {5}> { d = Identity(c) r = Reshape(i, one) "
           "n = " +
           size +
           " z = Concat <axis = 0> (three, n) "
           "x = ConstantOfShape <value = float[1] {1}> (a) "
           "y = ConstantOfShape <value = float[1] {1}> (z) p = " +
           product + " e = ReduceSum <keepdims = 0> (p) }> (trips, go) }";
}

TEST(ChangingShapes, AMatrixMayGrowAndShrinkFromTurnToTurn) {
    for (const std::string product : {"Gemm(x, y)", "MatMul(x, y)"}) {
        EXPECT_EQ(numbersOf(productsInALoop("Add(r, one)", product), {}), (Numbers{6, 12, 18, 24}));
        EXPECT_EQ(numbersOf(productsInALoop("Sub(five, r)", product), {}),
                  (Numbers{30, 24, 18, 12}));
    }
}

struct Case {
    const char* name;
    const char* graph; ///< of inputs x and w
    Dims x[2], w[2];
};
std::ostream& operator<<(std::ostream& out, const Case& each) { return out << each.name; }

class ShapesOfRuns : public testing::TestWithParam<Case> {};

/// Small whole numbers, so that sums are exact.
Tensor numbered(const Dims& dims) {
    std::vector<float> values(static_cast<std::size_t>(elementCount(dims).value_or(0)));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i * 7 % 11) - 5;
    return floats(dims.toVector(), std::move(values));
}

TEST_P(ShapesOfRuns, MayDifferInASession) {
    const Case& each = GetParam();
    for (const char* fusion : {"0", "1"}) {
        const auto session =
            Session::create(test::modelFromText("<ir_version: 10, opset_import: [\"\" : 22]> g " +
                                                std::string(each.graph)),
                            *makeProviders({{"cpu"}, {}, {{"cpu.fusion", fusion}}}));
        ASSERT_TRUE(session) << session.error().message();
        for (const std::size_t at : {0U, 1U, 0U, 1U, 1U}) {
            const Feeds feeds{{"x", numbered(each.x[at])}, {"w", numbered(each.w[at])}};
            const auto report = (*session)->run(feeds);
            const auto judged = runOn("reference", each.graph, feeds, 22);
            ASSERT_TRUE(report) << report.error().message();
            ASSERT_TRUE(judged) << judged.error().message();
            const Tensor &made = report->outputs[0].tensor, &wanted = judged->outputs[0].tensor;
            ASSERT_EQ(made.dims, wanted.dims);
            const auto numbers = *elementsAsDoubles(made), expected = *elementsAsDoubles(wanted);
            for (std::size_t i = 0; i < expected.size(); ++i)
                ASSERT_NEAR(numbers[i], expected[i], 1e-4 * (1 + std::fabs(expected[i])))
                    << "element " << i << " of run " << at;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Operators, ShapesOfRuns,
    testing::Values(
        Case{"Gemm",
             "(float[m,k] x, float[k,n] w) => (float[a,b] y) { y = Gemm(x, w) }",
             {{2, 3}, {2, 3}},
             {{3, 2}, {3, 5}}},
        Case{"GemmTransposed",
             "(float[k,m] x, float[n,k] w) => (float[a,b] y) { y = Gemm <transA = 1, transB = 1, "
             "alpha = 2.0> (x, w) }",
             {{3, 2}, {3, 2}},
             {{7, 3}, {4, 3}}},
        Case{"GemmOfC",
             "(float[m,3] x, float[n] w) => (float[a,b] y) <float[2,3] b = {1,2,3,4,5,6}> "
             "{ y = Gemm <transB = 1> (x, b, w) }",
             {{2, 3}, {4, 3}},
             {{2}, {1}}},
        Case{"MatMul",
             "(float[m,k] x, float[k,n] w) => (float[a,b] y) { y = MatMul(x, w) }",
             {{2, 3}, {2, 3}},
             {{3, 2}, {3, 5}}},
        Case{"MatMulOfWeights",
             "(float[] x, float[n] w) => (float[] y) <float[1,3,2] b = {1,2,3,4,5,6}> "
             "{ p = MatMul(x, b) y = Relu(p) }",
             {{2, 3}, {2, 1, 2, 3}},
             {{1}, {2}}},
        Case{"MatMulOfWeightsOfHalves", // which are converted once
             "(float[m,3] x, float[n] w) => (float[a,b] y) <float[3,2] c = {1,2,3,4,5,6}> "
             "{ h = Cast <to = 10> (x) d = Cast <to = 10> (c) p = MatMul(h, d) "
             "q = Add(p, p) y = Cast <to = 1> (q) }",
             {{2, 3}, {5, 3}},
             {{1}, {2}}},
        Case{"Conv",
             "(float[n,2,h,v] x, float[m,2,k,l] w) => (float[a,b,c,d] y) { p = Conv(x, w) "
             "y = Relu(p) }",
             {{1, 2, 5, 5}, {1, 2, 5, 5}},
             {{3, 2, 3, 3}, {4, 2, 2, 1}}},
        Case{"ConvOfFewAndManyPixels",
             "(float[n,32,h,v] x, float[m] w) => (float[a,b,c,d] y) <float first = {0}, "
             "float last = {10368}, float step = {1}, int64[4] shape = {36, 32, 3, 3}> "
             "{ r = Range(first, last, step) s = Sin(r) f = Reshape(s, shape) "
             "p = Conv <pads = [1, 0, 1, 2]> (x, f) y = Relu(p) }",
             {{1, 32, 7, 7}, {2, 32, 14, 13}},
             {{1}, {1}}},
        Case{"ConvOfTilesAndOfFewPixels",
             "(float[n,32,h,v] x, float[m] w) => (float[a,b,c,d] y) <float first = {0}, "
             "float last = {9216}, float step = {1}, int64[4] shape = {32, 32, 3, 3}, float small "
             "= {0.02}> "
             "{ r = Range(first, last, step) s = Sin(r) t = Mul(s, small) f = Reshape(t, shape) "
             "p = Conv <pads = [1, 1, 1, 1]> (x, f) y = Relu(p) }",
             {{1, 32, 25, 24}, {1, 32, 6, 5}},
             {{1}, {1}}},
        Case{"ConvOfFewPixelsAndOfTiles",
             "(float[n,32,h,v] x, float[m] w) => (float[a,b,c,d] y) <float first = {0}, "
             "float last = {9216}, float step = {1}, int64[4] shape = {32, 32, 3, 3}, float small "
             "= {0.02}> "
             "{ r = Range(first, last, step) s = Sin(r) t = Mul(s, small) f = Reshape(t, shape) "
             "p = Conv <pads = [1, 1, 1, 1]> (x, f) y = Relu(p) }",
             {{1, 32, 6, 5}, {1, 32, 25, 24}},
             {{1}, {1}}},
        Case{"ConvOfManyAndFewPixels",
             "(float[n,32,h,v] x, float[m] w) => (float[a,b,c,d] y) <float first = {0}, "
             "float last = {1152}, float step = {1}, int64[4] shape = {36, 32, 1, 1}> "
             "{ r = Range(first, last, step) s = Sin(r) f = Reshape(s, shape) "
             "p = Conv <strides = [2, 1]> (x, f) q = Add(p, p) y = Relu(q) }",
             {{1, 32, 20, 20}, {1, 32, 6, 5}},
             {{1}, {1}}},
        Case{"MatMulOfFewAndManyRows",
             "(float[m,40] x, float[n] w) => (float[a,b] y) <float first = {0}, "
             "float last = {1600}, float step = {1}, int64[2] shape = {40, 40}> "
             "{ r = Range(first, last, step) s = Sin(r) f = Reshape(s, shape) y = MatMul(x, f) }",
             {{3, 40}, {300, 40}},
             {{1}, {1}}},
        Case{"MatMulOfManyAndFewRows",
             "(float[m,40] x, float[n] w) => (float[a,b] y) <float first = {0}, "
             "float last = {1600}, float step = {1}, int64[2] shape = {40, 40}> "
             "{ r = Range(first, last, step) s = Sin(r) f = Reshape(s, shape) y = MatMul(x, f) }",
             {{300, 40}, {3, 40}},
             {{1}, {1}}},
        Case{"ConvTranspose",
             "(float[n,2,h,v] x, float[2,m,k,l] w) => (float[a,b,c,d] y) { y = "
             "ConvTranspose(x, w) }",
             {{1, 2, 5, 5}, {1, 2, 5, 5}},
             {{2, 3, 3, 3}, {2, 4, 2, 1}}},
        Case{"MaxPool",
             "(float[n,2,h,v] x, float[m] w) => (float[a,b,c,d] y) { y = MaxPool <kernel_shape = "
             "[2,2]> (x) }",
             {{1, 2, 5, 5}, {2, 2, 4, 3}},
             {{1}, {1}}},
        Case{"Einsum",
             "(float[m,k] x, float[k,n] w) => (float[a,b] y) { y = Einsum <equation = "
             "\"ik,kj->ij\"> (x, w) }",
             {{2, 3}, {2, 4}},
             {{3, 2}, {4, 2}}},
        Case{"Attention",
             "(float[b,r,d] x, float[b,d,c] w) => (float[e,f,g] y) { s = MatMul(x, w) "
             "p = Softmax <axis = -1> (s) v = Transpose <perm = [0,2,1]> (w) y = MatMul(p, v) }",
             {{1, 2, 3}, {1, 2, 3}},
             {{1, 3, 4}, {1, 3, 2}}},
        Case{"RNN",
             "(float[s,b,i] x, float[1,h,i] w) => (float[e,f,g,j] y) <float[1,2,2] r = "
             "{1,0.5,-1,2}> { y, l = RNN <hidden_size = 2> (x, w, r) }",
             {{2, 1, 3}, {3, 2, 4}},
             {{1, 2, 3}, {1, 2, 4}}},
        Case{"LayerNormalization",
             "(float[m,k] x, float[n] w) => (float[a,b] y) { y = LayerNormalization(x, w) }",
             {{2, 3}, {2, 4}},
             {{3}, {1}}}));

/// Sums of rows of weights 1e8, 1 and 1e8, of which a pixel in the middle sees one.
TEST(ChangingShapes, FiltersOfAnEarlierShapeLoseNoDigits) {
    const auto session =
        Session::create(test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 22]> g
            (float[n,32,h,v] x) => (float[n,32,a,b] y)
            <float[1,1,1,3] row = {1e8, 1, 1e8}, int64[4] shape = {32, 32, 3, 3}> {
            f = Expand(row, shape) y = Conv <pads = [1, 1, 1, 1]> (x, f) })"),
                        *makeProviders({{"cpu"}, {}, {}}));
    ASSERT_TRUE(session) << session.error().message();
    const auto middle = [&](std::int64_t height, std::int64_t width) {
        std::vector<float> x(static_cast<std::size_t>(32 * height * width));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<std::int64_t>(i) % width == width / 2 ? 1.0F : 0.0F;
        const auto report = (*session)->run({{"x", floats({1, 32, height, width}, x)}});
        const auto at = static_cast<std::size_t>(width + width / 2); // of the second row
        return report ? elementsAsDoubles(report->outputs[0].tensor)->at(at) : -1;
    };
    (void)middle(25, 24);
    EXPECT_EQ(middle(6, 5), 96);
}

} // namespace
} // namespace partita
