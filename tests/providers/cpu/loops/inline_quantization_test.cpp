// Codes are those of quotients that are rounded one by one, however many and whatever they are.

#include "providers/cpu/loops/inline_quantization.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace partita::cpu {
namespace {

/// Numbers beside many codes, halfway between them, far beyond them, and none at all.
std::vector<float> numbersFor(float scale, std::size_t count) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float rare[] = {std::nanf(""), kInfinity, -kInfinity,   3e38F,        -3e38F,
                          -0.0F,         1e-45F,    scale * 3e9F, scale * -3e9F};
    std::mt19937 random(20261129);
    std::vector<float> numbers(count);
    for (float& each : numbers) {
        const auto code = static_cast<float>(random() % 700) - 350;
        switch (random() % 4) {
        case 0: each = rare[random() % std::size(rare)]; break;
        case 1: each = (code + 0.5F) * scale; break;
        case 2: each = std::nextafter((code + 0.5F) * scale, kInfinity); break;
        default: each = code * scale * 1.37F;
        }
    }
    return numbers;
}

template <class T> T codeByDivision(float number, const Quantization& by) {
    const float quotient = number / by.scale;
    if (std::isnan(quotient))
        return 0;
    const double code =
        std::nearbyint(static_cast<double>(quotient)) + static_cast<double>(by.zero);
    return static_cast<T>(
        std::clamp(code, static_cast<double>(by.low), static_cast<double>(by.high)));
}

template <class T> void expectCodes(DataType type) {
    constexpr auto kLow = static_cast<float>(std::numeric_limits<T>::min()),
                   kHigh = static_cast<float>(std::numeric_limits<T>::max());
    for (const float scale : {0.02F, 0.25F, 1.0F, 3e-39F, 1e36F, 0.0F, -0.3F, std::nanf("")})
        for (const float zero : {0.0F, kLow, kHigh, 7.0F})
            for (const std::size_t count : {0U, 1U, 15U, 63U, 64U, 65U, 127U, 1000U}) {
                const Quantization by{scale, zero, kLow, kHigh};
                const auto numbers = numbersFor(scale, count);
                std::vector<T> codes(count + 1, T{99});
                storeCodes(type, numbers.data(), by, reinterpret_cast<std::byte*>(codes.data()),
                           count);
                for (std::size_t i = 0; i < count; ++i)
                    ASSERT_EQ(codes[i], codeByDivision<T>(numbers[i], by))
                        << numbers[i] << " / " << scale << " + " << zero << " at " << i;
                EXPECT_EQ(codes[count], T{99}) << "beyond the last code";
            }
}

TEST(StoredCodes, OfBytesAreRoundedQuotients) {
    expectCodes<std::uint8_t>(DataType::uint8);
    expectCodes<std::int8_t>(DataType::int8);
}

TEST(StoredCodes, OfShortIntegersAreRoundedQuotients) {
    expectCodes<std::uint16_t>(DataType::uint16);
    expectCodes<std::int16_t>(DataType::int16);
}

TEST(StoredCodes, KeepBoundsThatAreNotThoseOfTheType) {
    std::vector<float> numbers(100);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i) - 50;
    std::vector<std::uint8_t> codes(numbers.size());
    storeCodes(DataType::uint8, numbers.data(), {1, 20, 10, 30},
               reinterpret_cast<std::byte*>(codes.data()), codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
        EXPECT_EQ(codes[i], std::clamp(static_cast<int>(i) - 30, 10, 30));
}

TEST(StoredCodes, MayLieOverTheNumbers) {
    for (const std::size_t count : {64U, 100U, 777U}) {
        auto numbers = numbersFor(0.02F, count);
        const Quantization by{0.02F, 7, -128, 127};
        std::vector<std::int8_t> wanted;
        for (const float each : numbers)
            wanted.push_back(codeByDivision<std::int8_t>(each, by));
        auto* over = reinterpret_cast<std::byte*>(numbers.data());
        storeCodes(DataType::int8, numbers.data(), by, over, count);
        EXPECT_EQ(std::memcmp(over, wanted.data(), count), 0);
    }
}

} // namespace
} // namespace partita::cpu
