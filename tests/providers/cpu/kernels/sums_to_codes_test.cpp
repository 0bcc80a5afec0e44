// The way from sums of products of codes to codes, against the same steps one number at a time. Factors are
// powers of two, so that the order of operations rounds nothing, and halves are met exactly.

#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "providers/cpu/kernels/sums_to_codes.h"
#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {
namespace {

float powerOfTwo(std::mt19937& random) {
    return std::ldexp(1.0F, static_cast<int>(random() % 4) - 3);
}

float halves(std::mt19937& random) { return (static_cast<float>(random() % 81) - 40.0F) / 2; }

/// Lists of one number for each filter, or of one for all.
std::vector<float> some(std::mt19937& random, std::int64_t count, float (*number)(std::mt19937&)) {
    std::vector<float> made;
    for (std::int64_t i = 0; i < count; ++i)
        made.push_back(number(random));
    return made;
}

CodeRange rangeOf(DataType type, std::int32_t zero, std::int32_t low, std::int32_t high) {
    return {zero, type, low, high};
}

/// The code of a sum, step by step. `added`: the code that a step adds.
std::int32_t codeOf(const Requantization& how, std::int32_t sum, std::size_t filter,
                    std::int32_t added) {
    const auto toInteger = [](float number, const Finish& finish, const CodeRange& range) {
        const float code = std::nearbyint(number * finish.after);
        return std::clamp(code, static_cast<float>(range.lowest()),
                          static_cast<float>(range.highest()));
    };
    const auto of = [&](const std::vector<float>& list) {
        return list.empty() ? 0.0F : list.at(list.size() == 1 ? 0 : filter);
    };
    float number =
        toInteger(static_cast<float>(sum) * of(how.factors) + of(how.bias), how.finish, how.range);
    for (const RecodingStep& step : how.steps)
        number = toInteger(number * of(step.factors) + of(step.bias) +
                               (step.addend ? static_cast<float>(added) : 0.0F),
                           step.finish, step.range);
    return static_cast<std::int32_t>(number) + how.last().zero;
}

void check(const Requantization& how, std::int64_t pixels, std::int64_t filters) {
    std::mt19937 random(9);
    std::vector<std::int32_t> sums;
    std::vector<std::byte> addend, codes(static_cast<std::size_t>(pixels * filters));
    for (std::int64_t i = 0; i < pixels * filters; ++i) {
        sums.push_back(static_cast<std::int32_t>(random() % 2001) - 1000);
        addend.push_back(static_cast<std::byte>(random()));
    }
    const std::vector<double> factors(how.factors.begin(), how.factors.end()),
        bias(how.bias.begin(), how.bias.end());
    const SumsToCodes made(how, factors, bias);
    made.write({0, pixels, 0, filters, sums.data(), filters}, addend.data(), codes.data());
    const bool addsSigned = !how.steps.empty() && how.steps.back().addend == DataType::int8;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto added = static_cast<std::uint8_t>(addend[i]);
        const auto expected = codeOf(how, sums[i], i % static_cast<std::size_t>(filters),
                                     addsSigned ? std::int32_t{static_cast<std::int8_t>(added)}
                                                : std::int32_t{added});
        ASSERT_EQ(static_cast<std::uint8_t>(codes[i]), static_cast<std::uint8_t>(expected)) << i;
    }
}

TEST(SumsToCodes, AreTheStepsOneByOne) {
    std::mt19937 random(4);
    for (const std::int64_t filters : {1, 3, 16, 21, 32, 64, 100, 300})
        for (const std::int64_t pixels : {1, 5, 40}) {
            SCOPED_TRACE(testing::Message() << pixels << " pixels, " << filters << " filters");
            Requantization how;
            how.exact = true;
            how.factors = some(random, filters, powerOfTwo);
            how.range = rangeOf(DataType::uint8, 100, 40, 255);
            check(how, pixels, filters);
            how.bias = some(random, filters, halves);
            how.range = rangeOf(DataType::int8, -5, -128, 127);
            check(how, pixels, filters);
            how.range = rangeOf(DataType::uint8, 3, 3, 255);
            how.steps.push_back({some(random, 1, powerOfTwo),
                                 some(random, 1, halves),
                                 std::nullopt,
                                 {},
                                 rangeOf(DataType::int8, -128, -128, 100)});
            check(how, pixels, filters);
            for (const DataType added : {DataType::uint8, DataType::int8}) {
                RecodingStep last{some(random, filters, powerOfTwo),
                                  some(random, filters, halves),
                                  added,
                                  {},
                                  rangeOf(DataType::uint8, 128, 0, 255)};
                last.finish.after = 0.5F;
                Requantization more = how;
                more.steps.push_back(last);
                check(more, pixels, filters);
            }
        }
}

TEST(SumsToCodes, ActivationsAreTakenBetween) {
    Requantization how;
    how.exact = true;
    how.factors = {0.25F, 0.5F, 1};
    how.range = rangeOf(DataType::uint8, 10, 0, 255);
    how.finish.unit = 0.5F;
    how.finish.after = 2;
    VectorStep relu{};
    relu.code = VectorCode::relu;
    how.finish.activations = {relu};
    const SumsToCodes made(how, {0.25, 0.5, 1}, {});
    const std::vector<std::int32_t> sums{-40, 41, 300, 40, -2, 7};
    std::vector<std::byte> codes(sums.size());
    made.write({0, 2, 0, 3, sums.data(), 3}, nullptr, codes.data());
    const std::vector<int> expected{10, 30, 255, 20, 10, 17}; // 20.5 becomes 20
    for (std::size_t i = 0; i < codes.size(); ++i)
        EXPECT_EQ(static_cast<int>(codes[i]), expected[i]) << i;
}

TEST(SumsToCodes, WithoutANumberTheCodeIsZero) {
    Requantization how;
    how.exact = true;
    how.factors = {std::nanf(""), 1};
    how.range = rangeOf(DataType::uint8, 10, 5, 255);
    const SumsToCodes made(how, {std::nan(""), 1}, {});
    const std::vector<std::int32_t> sums{7, 7};
    std::vector<std::byte> codes(2, std::byte{77});
    made.write({0, 1, 0, 2, sums.data(), 2}, nullptr, codes.data());
    EXPECT_EQ(static_cast<int>(codes[0]), 5); // the smallest one that is left
    EXPECT_EQ(static_cast<int>(codes[1]), 17);
}

} // namespace
} // namespace partita::cpu
