// A convolution of single pixels and one by filters that see one channel each, as one, at sizes around those of panels, tiles and pieces, against sums in double.

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "core/data/random_feeds.h"
#include "core/data/value_comparison.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/session.h"
#include "providers/cpu/kernels/depthwise_pair.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"
#include "providers/registry.h"
#include "tests/support/models.h"
#include "tests/support/some_floats.h"

namespace partita::cpu {
namespace {

using test::numberAt;
using test::someFloats;

/// A DepthwisePair with random numbers, and its sums in double.
struct PairCase {
    Window window;
    Dims in, out;              ///< of what the filters see; of the result
    std::int64_t channels = 0; ///< of x
    bool halves = false;       ///< the result is the largest of each 2 × 2 sums
    std::vector<float> x, pixels, pixelBias, filters, bias;
    std::vector<VectorStep> pixelSteps, steps;

    PairCase(Window of, Dims seen, std::int64_t channelsOfX)
        : window(std::move(of)), in(std::move(seen)), out(in), channels(channelsOfX) {
        const Dims places = window.outDims({in[2], in[3]}, false);
        out[2] = places[0];
        out[3] = places[1];
        x = someFloats(in[0] * in[2] * in[3] * channels, 1);
        pixels = someFloats(in[1] * channels, 2);
        pixelBias = someFloats(in[1], 3);
        filters = someFloats(in[1] * product(window.kernel), 4);
        bias = someFloats(in[1], 5);
    }

    [[nodiscard]] std::vector<float> run() const {
        const auto constants = std::make_shared<PairConstants>(
            ConvConstants{pixels.data(), pixelBias.data(), pixelSteps}, channels,
            ConvConstants{filters.data(), bias.data(), steps}, in[1], product(window.kernel));
        std::vector<float> y(static_cast<std::size_t>(product(out)), -77.0F);
        DepthwisePair(window, halves, in, out, constants).run(x.data(), y.data());
        return y;
    }

    static double after(const std::vector<VectorStep>& all, double value) {
        for (const VectorStep& step : all) {
            const auto given = static_cast<float>(value);
            float made = 0;
            runVectorStep(step, &given, nullptr, &made, 1);
            value = static_cast<double>(made);
        }
        return value;
    }

    /// What the filters see.
    [[nodiscard]] double seen(std::int64_t n, std::int64_t c, std::int64_t row,
                              std::int64_t column) const {
        const std::int64_t pixel = (n * in[2] + row) * in[3] + column;
        auto sum = numberAt(pixelBias, c);
        for (std::int64_t i = 0; i < channels; ++i)
            sum += numberAt(x, pixel * channels + i) * numberAt(pixels, c * channels + i);
        return after(pixelSteps, sum);
    }

    [[nodiscard]] double expected(std::int64_t n, std::int64_t c, std::int64_t row,
                                  std::int64_t column) const {
        auto sum = numberAt(bias, c);
        for (std::int64_t i = 0; i < window.kernel[0]; ++i)
            for (std::int64_t j = 0; j < window.kernel[1]; ++j) {
                const std::int64_t r = window.placeOf(0, row) + i * window.dilations[0],
                                   k = window.placeOf(1, column) + j * window.dilations[1];
                if (r < 0 || r >= in[2] || k < 0 || k >= in[3])
                    continue;
                sum += seen(n, c, r, k) *
                       numberAt(filters, (c * window.kernel[0] + i) * window.kernel[1] + j);
            }
        return after(steps, sum);
    }

    void halve() {
        halves = true;
        out[2] /= 2;
        out[3] /= 2;
    }

    /// What y has to hold: a sum, or the largest of four.
    [[nodiscard]] double wanted(std::int64_t n, std::int64_t c, std::int64_t row,
                                std::int64_t column) const {
        if (!halves)
            return expected(n, c, row, column);
        double most = -HUGE_VAL;
        for (const std::int64_t i : {0, 1})
            for (const std::int64_t j : {0, 1})
                most = std::max(most, expected(n, c, 2 * row + i, 2 * column + j));
        return most;
    }

    void check() const {
        const std::vector<float> y = run();
        std::int64_t place = 0;
        for (std::int64_t n = 0; n < out[0]; ++n)
            for (std::int64_t row = 0; row < out[2]; ++row)
                for (std::int64_t column = 0; column < out[3]; ++column)
                    for (std::int64_t c = 0; c < out[1]; ++c, ++place) {
                        const double right = wanted(n, c, row, column);
                        ASSERT_NEAR(numberAt(y, place), right,
                                    1e-5 * (1 + std::abs(right)) *
                                        static_cast<double>(1 + channels))
                            << "image " << n << ", channel " << c << ", row " << row << ", column "
                            << column;
                    }
    }
};

Window plainWindow(std::int64_t size, std::int64_t stride, std::int64_t pad) {
    return {{size, size}, {stride, stride}, {1, 1}, {pad, pad}, {pad, pad}};
}

TEST(DepthwisePair, SumsWhatItsFiltersSeeAtAnySize) {
    for (const std::int64_t filters : {1, 2, 3, 4, 5, 16, 17, 20, 40, 64, 81})
        for (const std::int64_t width : {1, 2, 7, 8, 15, 23})
            for (const std::int64_t channels : {1, 3, 16, 48})
                PairCase(plainWindow(3, 1, 1), {1, filters, 5, width}, channels).check();
}

TEST(DepthwisePair, TakesAnyWindow) {
    const Window windows[] = {
        plainWindow(1, 1, 0),
        plainWindow(3, 2, 1),
        plainWindow(5, 1, 2),
        plainWindow(5, 2, 2),
        plainWindow(2, 3, 0), // some rows and columns are not seen
        plainWindow(3, 1, 4), // some sums see the padding alone
        {{3, 5}, {2, 1}, {1, 3}, {0, 2}, {3, 1}},
        {{1, 7}, {1, 4}, {1, 2}, {0, 6}, {0, 0}},
        {{4, 1}, {3, 1}, {5, 1}, {7, 0}, {2, 0}},
    };
    for (const Window& window : windows)
        PairCase(window, {2, 20, 14, 13}, 6).check();
}

TEST(DepthwisePair, ConvolvesWideImagesPieceByPiece) {
    for (const std::int64_t width : {192, 193, 500})
        for (const std::int64_t stride : {1, 2})
            PairCase(plainWindow(3, stride, 1), {1, 18, 3, width}, 4).check();
}

TEST(DepthwisePair, AppliesTheActivationsOfBothConvolutions) {
    VectorStep relu, clip, tanh;
    relu.code = VectorCode::relu;
    clip.code = VectorCode::clip;
    clip.alpha = -0.25F;
    clip.beta = 0.5F;
    tanh.code = VectorCode::tanh;
    const std::vector<VectorStep> all[] = {
        {relu}, {clip}, {relu, clip}, {clip, relu}, {tanh, clip}};
    for (const auto& first : all)
        for (const auto& second : all) {
            PairCase some(plainWindow(3, 1, 1), {1, 19, 6, 9}, 16);
            some.pixelSteps = first;
            some.steps = second;
            some.check();
        }
}

TEST(DepthwisePair, KeepsTheLargestOfEachFourSums) {
    VectorStep tanh;
    tanh.code = VectorCode::tanh;
    const Window windows[] = {
        plainWindow(3, 1, 1),
        plainWindow(3, 2, 1),
        plainWindow(5, 1, 2),
        plainWindow(2, 3, 0),
        {{3, 5}, {2, 1}, {1, 3}, {0, 6}, {3, 6}},
    };
    for (const Window& window : windows)
        for (const std::int64_t filters : {5, 16, 70})
            for (const bool activates : {false, true}) {
                PairCase some(window, {2, filters, 14, 13}, 6);
                some.halve();
                if (activates)
                    some.steps = {tanh};
                some.check();
            }
    for (const std::int64_t width : {193, 386, 500}) {
        PairCase some(plainWindow(3, 1, 1), {1, 18, 4, width}, 4);
        some.halve();
        some.check();
    }
}

TEST(DepthwisePair, ThreadsDoNotChangeABit) {
    for (const std::int64_t filters : {24, 80, 128, 600, -80}) { // below 0: halves
        PairCase some(plainWindow(3, 1, 1), {1, std::abs(filters), 30, 21}, 24);
        if (filters < 0)
            some.halve();
        std::vector<float> first;
        for (const int threads : {1, 2, 3}) {
            const ThreadTeam::Limit limit(threads);
            const auto y = some.run();
            first = first.empty() ? y : first;
            EXPECT_EQ(y, first) << threads;
        }
    }
}

TEST(DepthwisePair, PaddingIsNothingAlsoForWeightsThatAreNotFinite) {
    PairCase some(plainWindow(3, 1, 1), {1, 17, 4, 5}, 2);
    some.filters.at(16 * 9 + 3) = std::numeric_limits<float>::infinity(); // a first column
    const auto y = some.run();
    const auto y16 = [&](std::int64_t column) { return numberAt(y, (2 * 5 + column) * 17 + 16); };
    EXPECT_NEAR(y16(0), some.expected(0, 16, 2, 0), 1e-5);
    EXPECT_TRUE(std::isinf(y16(1)));
    some.filters.at(16 * 9 + 3) = 0.5F;
    EXPECT_NEAR(numberAt(some.run(), 2 * 5 * 17 + 16), y16(0), 1e-5);
}

TEST(DepthwisePair, ANumberThatIsNoneStaysOne) {
    VectorStep relu;
    relu.code = VectorCode::relu;
    for (const std::int64_t channels : {2, 16}) {
        PairCase some(plainWindow(3, 1, 1), {1, 4, 3, 3}, channels);
        some.pixelSteps = some.steps = {relu};
        // the pixel in the middle
        some.x.at(static_cast<std::size_t>(4 * channels)) = std::numeric_limits<float>::quiet_NaN();
        for (const float each : some.run())
            EXPECT_TRUE(std::isnan(each));
    }
}

TEST(DepthwisePair, ANumberThatIsNoneIsTheLargest) {
    for (const std::int64_t pixel : {0, 1, 4, 5}) { // of an image of 4 columns
        PairCase some(plainWindow(1, 1, 0), {1, 17, 2, 4}, 1);
        some.halve();
        some.x.at(static_cast<std::size_t>(pixel)) = std::numeric_limits<float>::quiet_NaN();
        const auto y = some.run();
        for (std::int64_t i = 0; i < 34; ++i)
            EXPECT_EQ(std::isnan(numberAt(y, i)), i < 17) << pixel << ", " << i;
    }
}

/// What the CPU makes of one model, fused and node by node.
struct FusedAndPlain {
    std::unique_ptr<Session> fused, plain;

    explicit FusedAndPlain(const Model& model)
        : fused(sessionOf(model, "1")), plain(sessionOf(model, "0")) {}
    static std::unique_ptr<Session> sessionOf(const Model& model, const char* fusion) {
        auto made = Session::create(model, *makeProviders({{"cpu"}, "", {{"fusion", fusion}}}));
        EXPECT_TRUE(made);
        return std::move(*made);
    }
    /// Checks that both give the same, and how many kernels are left.
    void check(const Feeds& feeds, std::size_t kernels) const {
        const auto expected = plain->run(feeds), got = fused->run(feeds);
        ASSERT_TRUE(expected && got);
        EXPECT_EQ(got->timings.size(), kernels);
        for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
            const auto difference =
                compareValues(expected->outputs[i], got->outputs[i], 1e-4, 1e-4);
            EXPECT_TRUE(difference.comparable && difference.within)
                << "output " << i << ": " << difference.maxAbsolute;
        }
    }
};

constexpr const char* kInvertedBottleneck = R"(<ir_version: 9, opset_import: ["" : 18]> g
    (float[n,2,h,w] x) => (float[n,3,h,w] y)
    <float[3,2,1,1] e = {1,-2,3,4,5,-6}, float[3] f = {1,-1,0.5},
     float[3] s = {1,2,3}, float[3] b = {0,1,0}, float[3] m = {1,0,1}, float[3] v = {1,2,3},
     float[3,1,3,3] d = {1,2,3,4,5,6,7,8,9,-1,-2,-3,4,5,6,-7,8,9,1,0,1,0,2,0,1,0,1},
     float[3,3,1,1] p = {1,2,3,-4,5,6,7,-8,9}, float lo = {0}, float hi = {6}> {
    c = Conv(x, e, f) t = BatchNormalization(c, s, b, m, v) r = Clip(t, lo, hi)
    k = Conv<group = 3, pads = [1,1,1,1]>(r, d) u = BatchNormalization(k, s, b, m, v) q = Clip(u, lo, hi)
    y = Conv(q, p) })";

TEST(DepthwisePair, APairWithWhatFollowsIsOneKernelAtEachSize) {
    const auto model = inferShapes(test::modelFromText(kInvertedBottleneck));
    ASSERT_TRUE(model) << model.error().message();
    const FusedAndPlain both(*model);
    for (const std::int64_t size : {7, 1, 12, 7}) // the pair and the projection
        both.check(*randomFeeds(*model, 3, {{"n", 2}, {"h", size}, {"w", size + 1}}), 2);
}

TEST(DepthwisePair, APoolThatHalvesIsTakenAlong) {
    const auto check = [](const std::string& pool, std::size_t kernels) {
        SCOPED_TRACE(pool);
        const auto model = inferShapes(test::modelFromText(
            R"(<ir_version: 9, opset_import: ["" : 18]> g (float[n,2,h,w] x) => (float[n,2,i,j] y)
               <float[2,2,1,1] e = {1,-2,3,1}, float[2,1,3,3] d = {1,2,3,4,-5,6,7,8,-9,-1,2,-3,
                4,5,-6,7,8,-9}> {
               a = Conv(x, e) b = Conv<group = 2, pads = [1,1,1,1]>(a, d) c = Relu(b)
               p = MaxPool<)" +
            pool + R"(>(c) y = Neg(p) })"));
        ASSERT_TRUE(model) << model.error().message();
        const FusedAndPlain both(*model);
        for (const std::int64_t size : {2, 7, 8})
            both.check(*randomFeeds(*model, 3, {{"n", 2}, {"h", size}, {"w", size + 1}}), kernels);
        const Feeds tooSmall = *randomFeeds(*model, 3, {{"n", 1}, {"h", 1}, {"w", 4}});
        EXPECT_EQ(both.fused->run(tooSmall).has_value(), both.plain->run(tooSmall).has_value());
    };
    check("kernel_shape = [2,2], strides = [2,2]", 2);
    check("kernel_shape = [2,2], strides = [2,2], auto_pad = \"VALID\", pads = [0,0,0,0]", 2);
    check("kernel_shape = [2,2], strides = [2,2], pads = [1,1,1,1]", 3);
    check("kernel_shape = [2,2], strides = [2,2], ceil_mode = 1", 3);
    check("kernel_shape = [2,2], strides = [2,2], auto_pad = \"SAME_UPPER\"", 3);
    check("kernel_shape = [2,2], strides = [1,2]", 3);
    check("kernel_shape = [3,3], strides = [2,2], pads = [1,1,1,1]", 3);
}

/// Pairs that read one image: filters of each, what else is said of its second convolution, and what
/// is made of its result.
struct Head {
    std::int64_t filters;
    std::string window = "pads = [1,1,1,1]", after = "y = Neg";
};

std::string textOfHeads(const std::vector<Head>& heads, bool biased) {
    unsigned seed = 0;
    const auto numbers = [&](std::int64_t count) {
        std::string text;
        for (const float each : someFloats(count, ++seed))
            text += (text.empty() ? "" : ",") + std::to_string(each);
        return "{" + text + "}";
    };
    std::string outputs, weights, nodes;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const std::string n = std::to_string(i), c = std::to_string(heads[i].filters);
        outputs += (i ? ", float[] y" : "float[] y") + n;
        weights += (i ? ", float[" : "float[") + c + ",3,1,1] e" + n + " = " +
                   numbers(3 * heads[i].filters) + ", float[" + c + ",1,3,3] d" + n + " = " +
                   numbers(9 * heads[i].filters);
        if (biased)
            weights += ", float[" + c + "] b" + n + " = " + numbers(heads[i].filters);
        const std::string bias = biased ? ", b" + n : "";
        nodes += "p" + n + " = Conv(x, e" + n + bias + ") q" + n + " = Conv<group = " + c + ", " +
                 heads[i].window + ">(p" + n + ", d" + n + bias + ") y" + n +
                 heads[i].after.substr(1) + "(q" + n + ") ";
    }
    return R"(<ir_version: 9, opset_import: ["" : 18]> g (float[n,3,h,w] x) => ()" + outputs +
           ") <" + weights + "> { " + nodes + "}";
}

TEST(DepthwisePair, PairsThatReadOneImageAreOneKernelWhereThatFillsItsPanels) {
    const auto check = [](const std::vector<Head>& heads, std::size_t kernels) {
        for (const bool biased : {false, true}) {
            const std::string text = textOfHeads(heads, biased);
            SCOPED_TRACE(text);
            const auto model = inferShapes(test::modelFromText(text));
            ASSERT_TRUE(model) << model.error().message();
            const FusedAndPlain both(*model);
            for (const std::int64_t size : {1, 9, 20, 9})
                both.check(*randomFeeds(*model, 3, {{"n", 2}, {"h", size}, {"w", size + 1}}),
                           kernels);
        }
    };
    const std::string turn = "y = Transpose<perm = [0,2,3,1]>", window = "pads = [1,1,1,1]";
    check({{1}, {4}, {1}, {10}}, 5);
    check({{1, window, turn}, {4, window, turn}, {1, window, turn}, {10, window, turn}}, 5);
    check({{3, window, turn}, {2}}, 3);
    check({{20}, {5}}, 3);
    check({{16}, {3}}, 4);
    check({{3, "pads = [1,1,0,1]"}, {2}}, 4);
    check({{3, "strides = [2,2], pads = [1,1,1,1]"}, {2}, {7}}, 5);
    check({{3, window, "y = Relu"}, {2}, {7}}, 4);
    check({{3, "pads = [1,1,1,1], dilations = [1,1]"}, {2, "strides = [1,1], pads = [1,1,1,1]"}},
          3);
}

TEST(DepthwisePair, APairOfSizesThatDoNotFitIsRefusedAsByItsNodes) {
    const auto model = inferShapes(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[n,c,h,w] x) => (float[n,o,i,j] y)
           <float[1,2,1,1] e = {1,-2}, float[1,1,3,3] d = {1,2,3,4,5,6,7,8,9}>
           { c1 = Conv(x, e) y = Conv<group = 1>(c1, d) })"));
    ASSERT_TRUE(model) << model.error().message();
    const FusedAndPlain both(*model);
    for (const std::vector<std::int64_t>& dims : std::vector<std::vector<std::int64_t>>{
             {1, 3, 5, 5}, {1, 2, 1, 5}, {1, 2, 2, 5}, {1, 2, 5, 2}}) {
        const std::vector<float> numbers(static_cast<std::size_t>(product(dims)), 1.0F);
        const Feeds feeds{{"x", Tensor::of(DataType::float32, dims, numbers)}};
        EXPECT_EQ(both.fused->run(feeds).has_value(), both.plain->run(feeds).has_value())
            << dims[1] << dims[2];
    }
    const auto empty =
        both.fused->run({{"x", Tensor::of(DataType::float32, {0, 2, 5, 5}, std::vector<float>{})}});
    ASSERT_TRUE(empty) << empty.error().message();
    EXPECT_EQ(empty->outputs[0].tensor.dims, (Dims{0, 1, 3, 3}));
}

} // namespace
} // namespace partita::cpu
