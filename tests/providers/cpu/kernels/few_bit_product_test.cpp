// MatMulNBits: weights of a few bits, against the reference, which computes them by plain operators.

#include <limits>
#include <random>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

constexpr unsigned kProductSeed = 20261125;

/// A product of random numbers with random codes.
struct FewBits {
    std::int64_t rows, depth, columns, block;
    int bits;
    enum class Zeros { none, packed, floats } zeros = Zeros::none;
    bool grouped = false, bias = false;

    [[nodiscard]] std::string graph() const {
        return "(float[m,k] a, uint8[n,b,c] w, float[s] scales" +
               std::string(zeros == Zeros::packed   ? ", uint8[z] zero"
                           : zeros == Zeros::floats ? ", float[z] zero"
                                                    : "") +
               (grouped ? ", int32[k] blocks" : "") + (bias ? ", float[n] bias" : "") +
               ") => (float[m,n] y) { y = com.microsoft.MatMulNBits <K = " + std::to_string(depth) +
               ", N = " + std::to_string(columns) + ", bits = " + std::to_string(bits) +
               ", block_size = " + std::to_string(block) + "> (a, w, scales, " +
               (zeros == Zeros::none ? "" : "zero") + ", " + (grouped ? "blocks" : "") + ", " +
               (bias ? "bias" : "") + ") }";
    }

    [[nodiscard]] Feeds feeds() const {
        std::mt19937 random(kProductSeed);
        const auto bytes = [&](std::vector<std::int64_t> dims) {
            std::vector<std::uint8_t> all(static_cast<std::size_t>(*elementCount(dims)));
            for (std::uint8_t& each : all)
                each = static_cast<std::uint8_t>(random());
            return Tensor::of(DataType::uint8, std::move(dims), all);
        };
        const auto reals = [&](std::vector<std::int64_t> dims, float scale) {
            std::vector<float> all(static_cast<std::size_t>(*elementCount(dims)));
            for (float& each : all)
                each = (static_cast<float>(random() % 2001) / 1000 - 1) * scale;
            return floats(std::move(dims), all);
        };
        const std::int64_t blocks = (depth + block - 1) / block;
        Feeds feeds{{"a", reals({rows, depth}, 1)},
                    {"w", bytes({columns, blocks, block * bits / 8})},
                    {"scales", reals({columns * blocks}, 0.1F)}};
        if (zeros == Zeros::packed)
            feeds["zero"] = bytes({columns * ((blocks * bits + 7) / 8)});
        if (zeros == Zeros::floats)
            feeds["zero"] = reals({columns * blocks}, 8);
        if (bias)
            feeds["bias"] = reals({columns}, 1);
        if (grouped) {
            std::vector<std::int32_t> all(static_cast<std::size_t>(depth));
            for (std::int32_t& each : all)
                each = static_cast<std::int32_t>(random() % static_cast<unsigned>(blocks));
            feeds["blocks"] = Tensor::of(DataType::int32, {depth}, all);
        }
        return feeds;
    }
};

TEST(FewBitProduct, ComputesWhatTheReferenceDoes) {
    using enum FewBits::Zeros;
    for (const FewBits& each : {
             FewBits{1, 64, 5, 32, 4},
             {1, 100, 37, 32, 4, packed}, // K is not whole blocks
             {3, 256, 40, 128, 4, floats, false, true},
             {4, 200, 33, 64, 4, packed, false, true},
             {1, 48, 20, 16, 4}, // blocks of less than a vector
             {5, 100, 37, 32, 4, packed},
             {20, 96, 50, 16, 4, packed, false, true},
             {1, 40, 18, 20, 4}, // blocks that are no whole words
             {7, 64, 17, 32, 8, packed},
             {1, 70, 17, 32, 8, floats},
             {6, 80, 35, 16, 2, packed},
             {1, 80, 35, 16, 2},
             {2, 64, 9, 32, 4, packed, true},
             {1, 64, 9, 32, 4, none, true, true},
         }) {
        SCOPED_TRACE(each.graph() + " of " + std::to_string(each.rows) + " rows");
        EXPECT_EQ(outputsOf(each.graph(), each.feeds()).size(), 1U);
    }
}

TEST(FewBitProduct, InfinitiesAndNansAreThoseOfTheReference) {
    for (const float rare : {std::numeric_limits<float>::infinity(), std::nanf("")})
        for (const std::int64_t rows : {1, 6}) {
            const FewBits each{rows, 70, 18, 32, 4, FewBits::Zeros::packed};
            Feeds feeds = each.feeds();
            std::vector<float> scales(54, 0.5F);
            scales[2] = rare; // of the block that the 70 codes fill in part
            feeds["scales"] = floats({54}, scales);
            EXPECT_EQ(outputsOf(each.graph(), feeds).size(), 1U);
            std::vector<float> a(static_cast<std::size_t>(rows * 70), 1);
            a[33] = rare;
            feeds["a"] = floats({rows, 70}, a);
            EXPECT_EQ(outputsOf(each.graph(), feeds).size(), 1U);
        }
}

TEST(FewBitProduct, WhatDoesNotFitIsRefused) {
    const auto refusal = [](const FewBits& each, const char* input, Tensor given) {
        Feeds feeds = each.feeds();
        feeds[input] = std::move(given);
        const auto report = runOn("cpu", each.graph(), feeds, 22);
        return report ? std::string("it ran") : report.error().what.text();
    };
    const FewBits good{2, 64, 9, 32, 4, FewBits::Zeros::packed, true, true};
    EXPECT_NE(refusal(good, "scales", floats({17}, std::vector<float>(17))).find("one scale"),
              std::string::npos);
    EXPECT_NE(refusal(good, "bias", floats({8}, std::vector<float>(8))).find("one bias"),
              std::string::npos);
    EXPECT_NE(
        refusal(good, "blocks", Tensor::of(DataType::int32, {64}, std::vector<std::int32_t>(64, 2)))
            .find("out of range"),
        std::string::npos);
    EXPECT_NE(
        refusal({1, 64, 9, 33, 4}, "a", floats({1, 64}, std::vector<float>(64))).find("block_size"),
        std::string::npos);
}

} // namespace
} // namespace partita
