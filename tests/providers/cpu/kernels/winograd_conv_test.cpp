// Convolutions by Winograd's transforms, against sums in double.

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "core/session/session.h"
#include "providers/cpu/kernels/panel_conv.h"
#include "providers/cpu/kernels/winograd_conv.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"
#include "tests/support/some_floats.h"

namespace partita::cpu {
namespace {

using test::numberAt;
using test::someFloats;

/// Images of random numbers, and filters of 3 × 3.
struct WinogradCase {
    Window window;
    Dims in, out, filters;
    std::vector<float> x, weights, bias, y;
    bool adds = false;
    std::vector<VectorStep> steps;

    WinogradCase(Dims padBegin, Dims padEnd, Dims images, std::int64_t count)
        : window{{3, 3}, {1, 1}, {1, 1}, std::move(padBegin), std::move(padEnd)},
          in(std::move(images)), filters{count, in[1], 3, 3} {
        const Dims places = window.outDims({in[2], in[3]}, false);
        out = {in[0], count, places[0], places[1]};
        x = someFloats(product(in), 1);
        weights = someFloats(product(filters), 2);
        bias = someFloats(count, 3);
        y = someFloats(product(out), 4);
    }

    [[nodiscard]] std::vector<float> run() const {
        Epilogue epilogue;
        if (adds)
            epilogue.residual = 3;
        epilogue.activations = steps;
        const auto given = wrap(plainDesc(filters), weights.data());
        const PackedWeights factors = WinogradConv::factorsOf(given),
                            panels = panelsOfFilters(given);
        const auto numbersIn = [](const PackedWeights& packed) {
            return static_cast<const float*>(packed.memory.get_data_handle());
        };
        std::vector<float> made = y;
        WinogradConv(window, in, out, epilogue)
            .run({x.data(), numbersIn(factors), numbersIn(panels), bias.data()}, made.data());
        return made;
    }

    [[nodiscard]] double expected(std::int64_t n, std::int64_t m, std::int64_t row,
                                  std::int64_t column) const {
        double sum = numberAt(bias, m);
        for (std::int64_t i = 0; i < 3; ++i)
            for (std::int64_t j = 0; j < 3; ++j) {
                const std::int64_t r = window.placeOf(0, row) + i,
                                   k = window.placeOf(1, column) + j;
                if (r < 0 || r >= in[2] || k < 0 || k >= in[3])
                    continue;
                const std::int64_t pixel = (n * in[2] + r) * in[3] + k;
                for (std::int64_t c = 0; c < in[1]; ++c)
                    sum += numberAt(x, pixel * in[1] + c) *
                           numberAt(weights, ((m * in[1] + c) * 3 + i) * 3 + j);
            }
        return sum;
    }

    /// Calls visit(result, sum in double) for each place.
    template <class F> void forEach(F&& visit) const {
        const std::vector<float> made = run();
        std::int64_t place = 0;
        for (std::int64_t n = 0; n < out[0]; ++n)
            for (std::int64_t row = 0; row < out[2]; ++row)
                for (std::int64_t column = 0; column < out[3]; ++column)
                    for (std::int64_t m = 0; m < out[1]; ++m, ++place)
                        visit(numberAt(made, place),
                              expected(n, m, row, column) + (adds ? numberAt(y, place) : 0));
    }

    void check() const {
        SCOPED_TRACE(testing::Message() << in[1] << " channels, " << out[1] << " filters, "
                                        << out[2] << " x " << out[3]);
        double most = 0, off = 0;
        forEach([&](double made, double right) {
            most = std::max(most, std::abs(right));
            off = std::max(off, std::abs(made - right));
        });
        EXPECT_LT(off, 2e-5 * most);
    }
};

TEST(WinogradConv, GivesTheSumsForImagesOfAnySize) {
    for (const std::int64_t height : {3, 4, 5, 8, 14})
        for (const std::int64_t width : {3, 7, 9, 16})
            WinogradCase({1, 1}, {1, 1}, {1, 32, height, width}, 48).check();
}

TEST(WinogradConv, TakesAnyPaddingAndSeveralImages) {
    WinogradCase({0, 0}, {0, 0}, {2, 16, 9, 8}, 16).check();
    WinogradCase({0, 3}, {5, 1}, {2, 48, 6, 7}, 32).check();
    WinogradCase({7, 0}, {0, 7}, {3, 16, 5, 5}, 64).check();
}

TEST(WinogradConv, TakesMoreTilesAndChannelsThanStayInTheCache) {
    WinogradCase({1, 1}, {1, 1}, {1, 32, 61, 58}, 32).check();
    WinogradCase({1, 1}, {1, 1}, {1, 528, 9, 9}, 32).check();
}

TEST(WinogradConv, AddsToWhatIsThereAndAppliesSteps) {
    WinogradCase some({1, 1}, {1, 1}, {2, 32, 10, 11}, 32);
    some.adds = true;
    some.check();
    VectorStep relu;
    relu.code = VectorCode::relu;
    some.steps = {relu};
    some.forEach([](double made, double right) { EXPECT_NEAR(made, std::max(right, 0.0), 1e-3); });
}

TEST(WinogradConv, ThreadsDoNotChangeABit) {
    for (const std::int64_t size : {14, 57}) { // fewer blocks than threads, and more
        const WinogradCase some({1, 1}, {1, 1}, {1, 64, size, size}, 64);
        std::vector<float> first;
        for (const int threads : {1, 2, 3}) {
            const ThreadTeam::Limit limit(threads);
            const auto y = some.run();
            first = first.empty() ? y : first;
            EXPECT_EQ(y, first) << threads;
        }
    }
}

TEST(WinogradConv, ANumberThatIsNotFiniteReachesOnlyWhatSeesIt) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float odd : {kInfinity, std::numeric_limits<float>::quiet_NaN(), 3e38F}) {
        WinogradCase some({1, 1}, {1, 1}, {1, 32, 9, 9}, 32);
        some.x.at((4 * 9 + 4) * 32 + 7) = odd;
        const std::vector<float> made = some.run();
        std::int64_t place = 0;
        for (std::int64_t row = 0; row < 9; ++row)
            for (std::int64_t column = 0; column < 9; ++column)
                for (std::int64_t m = 0; m < 32; ++m, ++place) {
                    const double right = some.expected(0, m, row, column);
                    const bool sees = std::abs(row - 4) <= 1 && std::abs(column - 4) <= 1;
                    if (!sees)
                        ASSERT_NEAR(numberAt(made, place), right, 1e-3) << row << ", " << column;
                    else if (std::isnan(right))
                        ASSERT_TRUE(std::isnan(numberAt(made, place)));
                    else
                        ASSERT_TRUE(numberAt(made, place) == right ||
                                    std::abs(numberAt(made, place) / right - 1) < 1e-4)
                            << numberAt(made, place) << " for " << right;
                }
    }
}

TEST(WinogradConv, ALargePixelReachesOnlyWhatSeesIt) {
    for (const float large : {1e3F, 1e6F, -1e30F}) {
        WinogradCase some({1, 1}, {1, 1}, {1, 32, 12, 12}, 32);
        std::ranges::fill(some.bias, 0.0F);
        std::vector<float>& x = some.x;
        std::fill(x.begin() + 12 * 6 * 32, x.end(), 0.0F); // the lower half
        x.at((9 * 12 + 5) * 32 + 7) = large;
        x.at((2 * 12 + 5) * 32 + 7) = large;
        const std::vector<float> made = some.run();
        std::int64_t place = 0;
        for (std::int64_t row = 0; row < 12; ++row)
            for (std::int64_t column = 0; column < 12; ++column)
                for (std::int64_t m = 0; m < 32; ++m, ++place) {
                    const double right = some.expected(0, m, row, column);
                    const bool sees = (std::abs(row - 9) <= 1 || std::abs(row - 2) <= 1) &&
                                      std::abs(column - 5) <= 1;
                    const double off = numberAt(made, place) - right;
                    if (row > 6 && !sees)
                        ASSERT_EQ(numberAt(made, place), 0) << row << ", " << column;
                    else
                        ASSERT_LT(std::abs(off), 1e-3 * (1 + std::abs(right)))
                            << row << ", " << column;
                }
    }
}

TEST(WinogradConv, AMaskedHalfLeavesTheOtherHalfAsItIs) {
    for (const bool columns : {false, true}) {
        WinogradCase some({1, 1}, {1, 1}, {1, 32, 11, 11}, 32);
        for (std::int64_t pixel = 0; pixel < 121; ++pixel)
            if ((columns ? pixel % 11 : pixel / 11) > 5)
                std::fill_n(some.x.begin() + pixel * 32, 32, -1e9F);
        const std::vector<float> made = some.run();
        std::int64_t place = 0;
        for (std::int64_t row = 0; row < 11; ++row)
            for (std::int64_t column = 0; column < 11; ++column)
                for (std::int64_t m = 0; m < 32; ++m, ++place)
                    ASSERT_TRUE((columns ? column : row) >= 5 ||
                                std::abs(numberAt(made, place) - some.expected(0, m, row, column)) <
                                    1e-4)
                        << row << ", " << column;
    }
}

} // namespace
} // namespace partita::cpu
