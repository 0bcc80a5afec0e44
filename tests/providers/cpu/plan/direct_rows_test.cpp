// Loops that read operands where they lie, or by a table for a long row, give what broadcasting gives.

#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "providers/cpu/plan/code_pair_rows.h"
#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

/// Numbers with zeros of both signs, infinities and NaN among them.
Tensor rareNumbers(const std::vector<std::int64_t>& dims, unsigned seed) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float rare[] = {0.0F, -0.0F, kInfinity, -kInfinity, std::nanf("")};
    std::mt19937 random(seed);
    std::int64_t count = 1;
    for (const std::int64_t size : dims)
        count *= size;
    std::vector<float> made;
    for (std::int64_t i = 0; i < count; ++i)
        made.push_back(random() % 9 == 0 ? rare[random() % std::size(rare)]
                                         : static_cast<float>(random() % 33) / 8 - 2);
    return floats(dims, made);
}

std::string shapeText(const std::vector<std::int64_t>& dims) {
    std::string text;
    for (const std::int64_t size : dims)
        text += (text.empty() ? "[" : ",") + std::to_string(size);
    return dims.empty() ? "" : text + "]";
}

TEST(DirectRows, OfOneStepAreThoseOfBroadcasting) {
    struct Shapes {
        std::vector<std::int64_t> x, y;
    };
    // One number for each long row, for each short one, for all, and none of these.
    const Shapes all[] = {
        {{3, 300}, {3, 1}},         {{2, 5, 257}, {5, 1}}, {{2, 3, 1000}, {2, 1, 1}},
        {{4, 100}, {4, 1}},         {{5, 700}, {1}},       {{5, 700}, {}},
        {{3, 1200}, {3, 1200}},     {{3, 1200}, {1200}},   {{2, 3, 400}, {3, 400}},
        {{2, 2, 500}, {2, 1, 500}}, {{0, 300}, {1, 1}}};
    for (const Shapes& each : all)
        for (const char* op : {"Add", "Sub", "Mul", "Div", "Max", "Min", "Pow"})
            for (const bool swapped : {false, true}) {
                const std::string x = shapeText(each.x), y = shapeText(each.y);
                SCOPED_TRACE(op + (" of " + x) + " and " + y + (swapped ? ", swapped" : ""));
                outputsOf("(float" + x + " x, float" + y + " y) => (float[] z) { z = " + op +
                              (swapped ? "(y, x) }" : "(x, y) }"),
                          {{"x", rareNumbers(each.x, 1)}, {"y", rareNumbers(each.y, 2)}});
            }
    outputsOf("(float[2,3,300] x, float[3,1] y) => (float[] z) { z = PRelu(x, y) }",
              {{"x", rareNumbers({2, 3, 300}, 1)}, {"y", rareNumbers({3, 1}, 2)}});
    outputsOf("(float[3,300] x, float l, float h) => (float[] z) { z = Clip(x, l, h) }",
              {{"x", rareNumbers({3, 300}, 1)}, {"l", floats({}, {-1})}, {"h", floats({}, {1})}});
    outputsOf("(float[3,300] x) => (float[] z) { z = Mul(x, x) }",
              {{"x", rareNumbers({3, 300}, 1)}});
}

TEST(DirectRows, OfCastsKeepTheirLowBitsBesideNumbersThatAreNoInteger) {
    std::mt19937 random(3);
    for (const std::int64_t size : {1, 7, 64, 1023, 1024, 1025, 3000})
        for (const bool isRare : {false, true}) {
            std::vector<float> x;
            for (std::int64_t i = 0; i < size; ++i)
                x.push_back((static_cast<float>(random() % 4001) - 2000) * 0.7F);
            if (isRare) // in one piece of several
                x[static_cast<std::size_t>(size) / 2] = 3e9F;
            if (isRare && size > 1)
                x.back() = std::nanf("");
            for (const char* type : {"2", "3", "4", "5", "6", "7", "12", "13"}) {
                SCOPED_TRACE(type + (" of " + std::to_string(size)));
                const auto y = numbersOf("(float" + shapeText({size}) +
                                             " x) => (double[] y) { a = Cast <to = " + type +
                                             "> (x) y = Cast <to = 11> (a) }",
                                         {{"x", floats({size}, x)}});
                EXPECT_EQ(static_cast<std::int64_t>(y.size()), size);
            }
        }
}

TEST(DirectRows, OfIntegersAreNumbersWhereTheyAreRead) {
    std::mt19937 random(11);
    const auto integers = [&](std::int64_t count) {
        std::vector<std::int32_t> made{std::numeric_limits<std::int32_t>::min(), 16777217,
                                       -16777219};
        while (static_cast<std::int64_t>(made.size()) < count)
            made.push_back(static_cast<std::int32_t>(random()) >> random() % 30); // of all sizes
        made.resize(static_cast<std::size_t>(count));
        return Tensor::of(DataType::int32, {2, count / 2}, made);
    };
    for (const std::int64_t half : {0, 1, 7, 40, 300, 1000}) {
        const std::string shape = shapeText({2, half});
        const Feeds feeds{{"x", integers(2 * half)}, {"s", floats({}, {0.037F})}};
        for (const char* body :
             {"y = Cast <to = 1> (x)", "a = Cast <to = 1> (x) y = Mul(a, s)",
              "a = Cast <to = 1> (x) b = Mul(a, s) y = Add(b, a)",
              "a = Cast <to = 1> (x) t = Transpose(a) b = Transpose(t) y = Sub(s, b)",
              "a = Cast <to = 10> (x) b = Cast <to = 10> (s) c = Mul(a, b) y = Cast <to = 1> "
              "(c)"}) {
            SCOPED_TRACE(shape + " " + body);
            outputsOf("(int32" + shape + " x, float s) => (float[] y) { " + body + " }", feeds);
        }
    }
}

TEST(DirectRows, OfCodesBesideOneCodeAreThoseOfThePairs) {
    using namespace cpu;
    const Dims dims{3, 1500};
    std::mt19937 random(5);
    std::vector<std::byte> x(4500), rows(3), all(4500);
    for (auto& each : x)
        each = static_cast<std::byte>(random());
    for (auto& each : rows)
        each = static_cast<std::byte>(random());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = rows[i / 1500];
    const Dequantization left{3, 0.2F}, right{-9, 0.1F};
    const auto pairs =
        CodePairs::of(VectorCode::subtract, false, left, right, {0.3F, 7, -128, 127});
    if (!pairs)
        GTEST_SKIP() << "this processor has no loop over pairs of codes";
    const VectorOperand codes{
        VectorOperand::Walk::whole, DataType::uint8, left, x.data(), {1500, 1}, {}},
        ones{VectorOperand::Walk::rows, DataType::int8, right, rows.data(), {1, 0}, {}},
        same{VectorOperand::Walk::whole, DataType::int8, right, all.data(), {1500, 1}, {}};
    for (const bool swapped : {false, true}) {
        std::vector<std::byte> made(4500), wanted(4500);
        const auto run = [&](const VectorOperand& one, std::vector<std::byte>& to,
                             std::int64_t begin, std::int64_t end) {
            runCodePairs(*pairs, swapped ? one : codes, swapped ? codes : one, dims, to.data(),
                         begin, end);
        };
        run(same, wanted, 0, 4500);
        run(ones, made, 0, 1100); // a row in two pieces, as two threads would take it
        run(ones, made, 1100, 4500);
        EXPECT_EQ(made, wanted) << swapped;
    }
}

} // namespace
} // namespace partita
