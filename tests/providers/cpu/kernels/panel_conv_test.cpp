// Convolutions channels last as products by panels, against sums in double.

#include <cmath>
#include <gtest/gtest.h>

#include "core/session/session.h"
#include "providers/cpu/kernels/panel_conv.h"
#include "providers/registry.h"
#include "tests/support/agreement.h"
#include "tests/support/some_floats.h"

namespace partita::cpu {
namespace {

using test::numberAt;
using test::someFloats;

/// A convolution of images of random numbers.
struct ConvCase {
    Window window;
    Dims in, out, filters;
    std::vector<float> x, weights, bias, y;

    ConvCase(Window of, Dims images, std::int64_t channels)
        : window(std::move(of)),
          in(std::move(images)), filters{channels, in[1], window.kernel[0], window.kernel[1]} {
        const Dims places = window.outDims({in[2], in[3]}, false);
        out = {in[0], channels, places[0], places[1]};
        x = someFloats(product(in), 1);
        weights = someFloats(product(filters), 2);
        bias = someFloats(channels, 3);
        y = someFloats(product(out), 4);
    }

    [[nodiscard]] PackedWeights panels() const {
        return panelsOfFilters(wrap(plainDesc(filters), weights.data()));
    }

    [[nodiscard]] double expected(std::int64_t n, std::int64_t m, std::int64_t row,
                                  std::int64_t column) const {
        auto sum = numberAt(bias, m);
        for (std::int64_t i = 0; i < filters[2]; ++i)
            for (std::int64_t j = 0; j < filters[3]; ++j) {
                const std::int64_t r = window.placeOf(0, row) + i * window.dilations[0],
                                   k = window.placeOf(1, column) + j * window.dilations[1];
                if (r < 0 || r >= in[2] || k < 0 || k >= in[3])
                    continue;
                const std::int64_t pixel = (n * in[2] + r) * in[3] + k;
                for (std::int64_t c = 0; c < in[1]; ++c)
                    sum += numberAt(x, pixel * in[1] + c) *
                           numberAt(weights, ((m * in[1] + c) * filters[2] + i) * filters[3] + j);
            }
        return sum;
    }

    void check(bool adds) const {
        Epilogue epilogue;
        if (adds)
            epilogue.residual = 3;
        std::vector<float> made = y;
        const PackedWeights packed = panels();
        multiplyByPanels(convolutionByPanels(window, in, out, epilogue), x.data(),
                         static_cast<const float*>(packed.memory.get_data_handle()), bias.data(),
                         made.data());
        std::int64_t place = 0;
        for (std::int64_t n = 0; n < out[0]; ++n)
            for (std::int64_t row = 0; row < out[2]; ++row)
                for (std::int64_t column = 0; column < out[3]; ++column)
                    for (std::int64_t m = 0; m < out[1]; ++m, ++place) {
                        const double right =
                            expected(n, m, row, column) + (adds ? numberAt(y, place) : 0);
                        ASSERT_NEAR(numberAt(made, place), right,
                                    1e-6 * static_cast<double>(product(filters, 1) + 8))
                            << "image " << n << ", channel " << m << ", row " << row << ", column "
                            << column;
                    }
    }
};

TEST(PanelConv, TakesAnyWindowOfAnyChannels) {
    const Window windows[] = {
        {{1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}, {{1, 1}, {2, 3}, {1, 1}, {0, 0}, {0, 0}},
        {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}, {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}},
        {{3, 2}, {1, 2}, {2, 3}, {0, 3}, {4, 1}}, {{1, 5}, {1, 1}, {1, 1}, {0, 6}, {0, 0}},
    };
    for (const Window& window : windows)
        for (const std::int64_t channels : {1, 17, 40})
            for (const std::int64_t filters : {1, 31, 32, 50})
                for (const bool adds : {false, true})
                    ConvCase(window, {2, channels, 5, 7}, filters).check(adds);
}

TEST(PanelConv, TakesMoreChannelsThanOneTileReads) {
    ConvCase({{1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}, {1, 1100, 3, 3}, 20).check(false);
    ConvCase({{2, 1}, {1, 1}, {1, 1}, {1, 0}, {0, 0}}, {1, 1030, 3, 3}, 20).check(true);
}

TEST(PanelConv, FiltersComeBackFromPanels) {
    for (const std::int64_t size : {1, 3}) {
        const ConvCase some({{size, 2}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}, {1, 18, 4, 4}, 35);
        const PackedWeights plain =
            packFilters(some.panels(), some.filters, plainDesc(some.filters));
        const auto* first = static_cast<const float*>(plain.memory.get_data_handle());
        EXPECT_EQ(std::vector<float>(first, first + some.weights.size()), some.weights);
    }
}

/// The output of a Conv of `size` × `size` ones with padding, whose weights [40, 32, kernel, kernel]
/// begin with an infinite one.
std::vector<double> convolvedByInfinity(const std::string& kernel, std::int64_t size) {
    const auto session = Session::create(
        test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]> g
            (float[n,32,h,w] x) => (float[n,40,i,j] y)
            <float a = {0}, float c = {1}, int64[4] shape = {40, 32, )" +
                            kernel + ", " + kernel + R"(}, float all = {1280}, float k = {)" +
                            kernel + R"(}> {
            kk = Mul(k, k) b = Mul(all, kk) r = Range(a, b, c) l = Log(r) f = Reshape(l, shape)
            y = Conv <pads = [1, 1, 1, 1]> (x, f) })"),
        *makeProviders({{"cpu"}, {}, {}}));
    if (!session)
        throw std::runtime_error(session.error().message());
    const std::vector<float> ones(static_cast<std::size_t>(32 * size * size), 1.0F);
    const auto report = (*session)->run({{"x", agreement::floats({1, 32, size, size}, ones)}});
    if (!report)
        throw std::runtime_error(report.error().message());
    return *elementsAsDoubles(report->outputs[0].tensor);
}

TEST(PanelConv, PaddingIsNothingAlsoForWeightsThatAreNotFinite) {
    for (const std::int64_t size : {5, 7, 20}) {
        const auto nine = convolvedByInfinity("3", size), one = convolvedByInfinity("1", size);
        EXPECT_TRUE(std::isfinite(nine.at(0))) << size;
        EXPECT_TRUE(std::isinf(nine.at(static_cast<std::size_t>(size + 1)))) << size;
        EXPECT_EQ(one.at(0), 0) << size;
        EXPECT_TRUE(std::isinf(one.at(static_cast<std::size_t>(size + 3)))) << size;
    }
}

} // namespace
} // namespace partita::cpu
