// One loop over two operands of 8-bit codes gives what numbers give that are rounded at each step.

#include "providers/cpu/loops/code_pairs.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace partita::cpu {
namespace {

struct Scales {
    float x, y, to;
};

/// Scales of real models, and those by which many results lie halfway between two codes.
const Scales kScales[] = {{0.02F, 0.02F, 0.03F},       {0.25F, 0.5F, 1.0F},
                          {1.0F, 1.0F, 2.0F},          {0.1F, 0.3F, 0.2F},
                          {0.0117F, 0.0235F, 0.0235F}, {3.0F, 7.0F, 0.9999999F},
                          {1e-6F, 1e5F, 0.7F},         {1.0F / 3, 1.0F / 3, 2.0F / 3},
                          {1e5F, 1e5F, 3e-4F},         {1.9999999F, 1.9999999F, 1.9999999F}};
const VectorCode kSteps[] = {VectorCode::add, VectorCode::subtract, VectorCode::multiply};

DataType codesOf(bool isSigned) { return isSigned ? DataType::int8 : DataType::uint8; }

/// The codes by vector steps on floats.
std::vector<std::byte> byFloats(VectorCode op, bool relu, const CodeOperand& x,
                                const CodeOperand& y, const Quantization& by, bool isSigned,
                                std::size_t count) {
    std::vector<float> left(count), right(count);
    loadCodes(codesOf(x.isSigned), x.codes, x.meaning, left.data(), count);
    loadCodes(codesOf(y.isSigned), y.codes, y.meaning, right.data(), count);
    runVectorStep({op}, left.data(), right.data(), left.data(), count);
    if (relu)
        runVectorStep({VectorCode::relu}, left.data(), left.data(), left.data(), count);
    std::vector<std::byte> codes(count);
    storeCodes(codesOf(isSigned), left.data(), by, codes.data(), count);
    return codes;
}

class CodePairsTest : public testing::Test {
protected:
    void SetUp() override {
        if (!CodePairs::of(VectorCode::add, false, {}, {}, {1, 0, 0, 255}))
            GTEST_SKIP() << "this processor has no loop over pairs of codes";
        for (std::size_t i = 0; i < m_x.size(); ++i) { // every pair of codes
            m_x[i] = static_cast<std::byte>(i / 256);
            m_y[i] = static_cast<std::byte>(i % 256);
        }
    }
    std::vector<std::byte> m_x = std::vector<std::byte>(65536), m_y = std::vector<std::byte>(65536);
};

TEST_F(CodePairsTest, EveryPairOfCodesIsRoundedAsByDivision) {
    std::mt19937 random(5);
    std::vector<Scales> all(std::begin(kScales), std::end(kScales));
    std::uniform_real_distribution<float> any(0.001F, 0.1F);
    for (int i = 0; i < 20; ++i)
        all.push_back({any(random), any(random), any(random)});
    std::size_t number = 0;
    for (const Scales& each : all)
        for (const VectorCode op : kSteps) {
            const bool isSigned = number % 2 == 1, relu = number % 3 == 0;
            ++number;
            const float least = isSigned ? -128.0F : 0.0F;
            const Quantization by{each.to, least + static_cast<float>(random() % 256), least,
                                  least + 255};
            const CodeOperand x{m_x.data(),
                                nullptr,
                                false,
                                isSigned,
                                {least + static_cast<float>(random() % 256), each.x}},
                y{m_y.data(),
                  nullptr,
                  false,
                  !isSigned,
                  {-128 - least + static_cast<float>(random() % 256), each.y}};
            const auto pairs = CodePairs::of(op, relu, x.meaning, y.meaning, by);
            if (!pairs)
                continue; // quotients beyond 32 bits
            std::vector<std::byte> codes(m_x.size());
            pairs->run(x, y, codes.data(), codes.size());
            EXPECT_EQ(codes, byFloats(op, relu, x, y, by, isSigned, codes.size()))
                << "scales " << each.x << ", " << each.y << ", " << each.to << ", step "
                << static_cast<int>(op);
        }
    EXPECT_GT(number, 80U);
}

TEST_F(CodePairsTest, NumbersAndRowsOfAnyLengthAreTaken) {
    const Quantization by{0.3F, 7, 0, 255};
    const CodeOperand x{m_x.data() + 300, nullptr, false, false, {3, 0.2F}},
        y{m_y.data() + 300, nullptr, false, false, {9, 0.1F}};
    const auto pairs = CodePairs::of(VectorCode::subtract, false, x.meaning, y.meaning, by);
    ASSERT_TRUE(pairs);
    for (const std::size_t count : {1U, 15U, 63U, 64U, 65U, 200U}) {
        const auto wanted = byFloats(VectorCode::subtract, false, x, y, by, false, count);
        std::vector<float> left(count), right(count);
        loadCodes(DataType::uint8, x.codes, x.meaning, left.data(), count);
        loadCodes(DataType::uint8, y.codes, y.meaning, right.data(), count);
        const CodeOperand leftNumbers{nullptr, left.data(), false, false, {}},
            rightNumbers{nullptr, right.data(), false, false, {}};
        for (const bool leftCoded : {false, true})
            for (const bool rightCoded : {false, true}) {
                std::vector<std::byte> codes(count);
                pairs->run(leftCoded ? x : leftNumbers, rightCoded ? y : rightNumbers, codes.data(),
                           count);
                EXPECT_EQ(codes, wanted) << count << " codes";
            }
    }
}

TEST_F(CodePairsTest, OneNumberStandsForAllElementsOfARow) {
    const Quantization by{0.3F, 7, 0, 255};
    const std::vector<std::byte> same(100, std::byte{200});
    const CodeOperand x{m_y.data() + 20, nullptr, false, false, {3, 0.2F}},
        y{same.data(), nullptr, false, false, {9, 0.1F}};
    const float number = (200.0F - 9) * 0.1F;
    const CodeOperand one{nullptr, &number, true, false, {}};
    const auto pairs = CodePairs::of(VectorCode::subtract, false, x.meaning, y.meaning, by);
    ASSERT_TRUE(pairs);
    for (const std::size_t count : {5U, 64U, 100U}) {
        std::vector<std::byte> codes(count);
        pairs->run(x, one, codes.data(), count);
        EXPECT_EQ(codes, byFloats(VectorCode::subtract, false, x, y, by, false, count));
        pairs->run(one, x, codes.data(), count);
        EXPECT_EQ(codes, byFloats(VectorCode::subtract, false, y, x, by, false, count));
    }
}

TEST_F(CodePairsTest, ScalesWhoseNumbersMayNotBeFiniteAreLeftToFloats) {
    const Quantization by{1, 0, 0, 255};
    EXPECT_FALSE(CodePairs::of(VectorCode::add, false, {0, 1e38F}, {0, 1e38F}, by));
    EXPECT_FALSE(CodePairs::of(VectorCode::add, false, {0, -1}, {0, 1}, by));
    EXPECT_FALSE(CodePairs::of(VectorCode::multiply, false, {0, 1e6F}, {0, 1e6F}, by));
    EXPECT_FALSE(CodePairs::of(VectorCode::divide, false, {0, 1}, {0, 1}, by));
}

} // namespace
} // namespace partita::cpu
