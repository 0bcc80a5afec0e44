// Filters on codes of one channel each give the codes of plain loops, at sizes around those of the
// blocks of channels, with all kinds of padding.

#include "providers/cpu/kernels/depthwise_codes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "tests/support/agreement.h"

namespace partita::cpu {
namespace {

struct Filters {
    std::int64_t channels;
    Dims in; ///< height and width
    Window window;
};

ConvGeometry geometryOf(const Filters& filters, std::int64_t images) {
    ConvGeometry made;
    made.window = filters.window;
    made.in = {images, filters.channels, filters.in[0], filters.in[1]};
    made.group = filters.channels;
    made.weights = {filters.channels, 1, 1, filters.window.kernel[0], filters.window.kernel[1]};
    const Dims spatial = filters.window.outDims(filters.in, false);
    made.out = {images, filters.channels, spatial[0], spatial[1]};
    made.inStrides = channelsLastStrides(made.in);
    made.outStrides = channelsLastStrides(made.out);
    return made;
}

int codeAt(const RuntimeValue& value, std::int64_t at) {
    return value.type == DataType::uint8 ? value.as<std::uint8_t>()[at]
                                         : value.as<std::int8_t>()[at];
}

RuntimeValue someCodes(DataType type, const Dims& dims, std::mt19937& random) {
    RuntimeValue made = RuntimeValue::allocate(type, dims);
    for (std::int64_t i = 0; i < made.count(); ++i)
        made.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(random());
    return made;
}

/// The code at a place of the result, channels last.
int codeByLoops(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                const Requantization& how, std::int64_t at) {
    const std::int64_t channels = geometry.in[1], height = geometry.in[2], width = geometry.in[3],
                       channel = at % channels, column = at / channels % geometry.out[3],
                       row = at / channels / geometry.out[3] % geometry.out[2],
                       image = at / channels / geometry.out[3] / geometry.out[2],
                       down = geometry.window.kernel[0], across = geometry.window.kernel[1];
    int sum = 0;
    for (std::int64_t i = 0; i < down; ++i)
        for (std::int64_t j = 0; j < across; ++j) {
            const std::int64_t y = geometry.window.placeOf(0, row) +
                                   i * geometry.window.dilations[0],
                               x = geometry.window.placeOf(1, column) +
                                   j * geometry.window.dilations[1];
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum +=
                    (codeAt(operands.x, ((image * height + y) * width + x) * channels + channel) -
                     operands.zeroX) *
                    (codeAt(operands.w, (channel * down + i) * across + j) - operands.zerosW[0]);
        }
    const auto from = static_cast<std::size_t>(channel);
    const float made = std::fma(static_cast<float>(sum), how.factors[from],
                                how.bias.empty() ? 0.0F : how.bias[from]);
    return static_cast<int>(std::clamp<double>(
        std::nearbyint(static_cast<double>(made)) + how.range.zero, how.range.low, how.range.high));
}

const Filters kAll[] = {
    {64, {7, 7}, {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}},
    {103, {6, 9}, {{5, 5}, {1, 1}, {1, 1}, {2, 2}, {2, 2}}},
    {128, {9, 8}, {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}}},
    {64, {12, 11}, {{5, 5}, {2, 1}, {1, 2}, {2, 0}, {1, 3}}},
    {66 * 2, {5, 5}, {{2, 2}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}}, // fills too little of its blocks
    {127, {4, 5}, {{2, 3}, {1, 3}, {2, 1}, {4, 5}, {4, 5}}},    // windows in the padding alone
    {64, {1, 40}, {{1, 7}, {1, 1}, {1, 3}, {0, 9}, {0, 9}}},
    {65 * 4 + 50, {9, 9}, {{8, 8}, {1, 1}, {1, 1}, {3, 3}, {4, 4}}},
    {64, {1, 1}, {{1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}},
};

TEST(DepthwiseCodes, AreThoseOfPlainLoops) {
    std::mt19937 random(20261129);
    std::size_t taken = 0, number = 0;
    for (const Filters& filters : kAll)
        for (const DataType pixels : {DataType::uint8, DataType::int8})
            for (const DataType codes : {DataType::uint8, DataType::int8}) {
                const bool clips = ++number % 2 == 0, unsignedWeights = number % 3 == 0;
                const ConvGeometry geometry = geometryOf(filters, 2);
                const Dims last{2, filters.in[0], filters.in[1], filters.channels};
                const RuntimeValue x = someCodes(pixels, last, random),
                                   w = someCodes(unsignedWeights ? DataType::uint8 : DataType::int8,
                                                 {filters.channels, 1, filters.window.kernel[0],
                                                  filters.window.kernel[1]},
                                                 random);
                const std::int32_t shift = unsignedWeights ? 128 : 0,
                                   zeroX = pixels == DataType::uint8 ? 131 : -7,
                                   least = codes == DataType::uint8 ? 0 : -128;
                const std::vector<std::int32_t> zerosW{shift};
                const IntegerConvOperands operands{x, zeroX, w, zerosW, true};
                Requantization how;
                how.exact = true;
                how.range = {least + 100, codes, least + (clips ? 90 : 0),
                             least + (clips ? 200 : 255)};
                for (std::int64_t i = 0; i < filters.channels; ++i) {
                    how.factors.push_back(static_cast<float>(random() % 1000) * 1e-5F);
                    if (clips)
                        how.bias.push_back(static_cast<float>(random() % 64) / 2 - 16.0F);
                }
                how.factors[1] = 0.5F;
                how.factors[2] = 1e30F; // beyond all codes
                how.factors[3] = -1e30F;
                const auto made = DepthwiseCodes::of(geometry, operands, how);
                if (!made)
                    continue;
                ++taken;
                EXPECT_TRUE(made->suits(operands, how));
                std::vector<std::uint8_t> y(static_cast<std::size_t>(product(geometry.out)) + 1,
                                            77);
                made->run(x.data, y.data());
                EXPECT_EQ(y.back(), 77) << "beyond the last code";
                for (std::int64_t i = 0; i < product(geometry.out); ++i) {
                    const auto byte = y[static_cast<std::size_t>(i)];
                    const int code =
                        codes == DataType::uint8 ? byte : static_cast<std::int8_t>(byte);
                    ASSERT_EQ(code, codeByLoops(geometry, operands, how, i))
                        << i << " of " << filters.channels << " channels, case " << number;
                }
                how.factors[5] += 1;
                EXPECT_FALSE(made->suits(operands, how));
            }
    if (usesInstructions(dnnl::cpu_isa::avx512_core_vnni)) {
        EXPECT_EQ(taken, 32U);
    }
}

TEST(DepthwiseCodes, DoNotDependOnTheThreadsAndFollowTheirZeroPoint) {
    const Model model = test::modelFromText(
        "<ir_version: 10, opset_import: [\"\" : 22]> g (uint8[1,64,40,41] x, uint8 z) => (uint8[] "
        "y)"
        " <float s = {0.03}, float t = {0.02}, int8 h = {0}, float u = {0.15}, uint8 o = {12}, "
        "int64[4] d = {64,1,3,3}, int8[1] k = {33}> { w = Expand(k, d) "
        "y = QLinearConv <group = 64, pads = [1,1,1,1]> (x, s, z, w, t, h, u, o) }");
    std::mt19937 random(7);
    std::vector<std::uint8_t> codes(64 * 40 * 41);
    for (auto& each : codes)
        each = static_cast<std::uint8_t>(random());
    const auto run = [&](const std::string& threads) {
        std::vector<std::string> made;
        auto session =
            Session::create(model, *makeProviders({{"cpu"}, "", {{"threads", threads}}}));
        EXPECT_TRUE(session);
        for (const std::uint8_t zero : {std::uint8_t{0}, std::uint8_t{100}}) {
            const auto report = (*session)->run(
                {{"x", Tensor::of(DataType::uint8, {1, 64, 40, 41}, codes)},
                 {"z", Tensor::of(DataType::uint8, {}, std::vector<std::uint8_t>{zero})}});
            EXPECT_TRUE(report) << report.error().message();
            made.emplace_back(elements(report->outputs[0].tensor)->text());
        }
        return made;
    };
    const auto one = run("1");
    EXPECT_NE(one[0], one[1]);
    EXPECT_EQ(run("3"), one);
}

} // namespace
} // namespace partita::cpu
