#include "providers/cpu/kernels/prepared_by_shape.h"

#include <gtest/gtest.h>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;
using Prepared = cpu::PreparedByShape<int, int>;

TEST(PreparedByShape, MakesAValueOncePerShape) {
    Prepared values;
    int made = 0;
    const auto value = [&](int key) { return values.of(key, [&] { return ++made; }); };
    EXPECT_EQ(value(5), 1);
    EXPECT_EQ(value(6), 2);
    EXPECT_EQ(value(5), 1);
    EXPECT_EQ(made, 2);
}

TEST(PreparedByShape, GivesUpTheShapeUsedLongestAgo) {
    Prepared values;
    int made = 0;
    const auto use = [&](int key) { values.of(key, [&] { return ++made; }); };
    for (int key = 0; key < static_cast<int>(Prepared::kMost); ++key)
        use(key);
    use(0);
    use(1000); // takes the place of 1
    EXPECT_EQ(values.size(), Prepared::kMost);
    const int before = made;
    use(0);
    EXPECT_EQ(made, before) << "0 was used after 1";
    use(1);
    EXPECT_EQ(made, before + 1);
}

TEST(PreparedByShape, AnEarlierValueCanBeReadWhileOneIsMade) {
    cpu::PreparedByShape<int, int> values;
    values.of(1, [] { return 10; });
    EXPECT_EQ(values.of(2, [&] { return *values.any() + 1; }), 11);
    EXPECT_EQ(*values.firstWhere([](int key, int) { return key == 2; }), 11);
    EXPECT_EQ(values.firstWhere([](int key, int) { return key == 3; }), nullptr);
}

struct Graph {
    const char *name, *text;
    Dims (*dims)(std::int64_t size); ///< of x
};
std::ostream& operator<<(std::ostream& out, const Graph& each) { return out << each.name; }

class EverNewSizes : public testing::TestWithParam<Graph> {};

TEST_P(EverNewSizes, ComeOutAsTheReferenceHasThem) {
    const Model model = test::modelFromText("<ir_version: 11, opset_import: [\"\" : 23]> g (float" +
                                            std::string(GetParam().text));
    const auto session = Session::create(model, *makeProviders({{"cpu"}, {}, {}}));
    const auto judge = Session::create(model, *makeProviders({{"reference"}, {}, {}}));
    ASSERT_TRUE(session) << session.error().message();
    ASSERT_TRUE(judge) << judge.error().message();
    const std::int64_t most = Prepared::kMost + 2; // and back again: the first ones are gone
    for (std::int64_t turn = 1; turn < 2 * most; ++turn) {
        const Dims dims = GetParam().dims(turn <= most ? turn : 2 * most - turn);
        std::vector<float> values(static_cast<std::size_t>(elementCount(dims).value_or(0)));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i % 5) - 2;
        const Feeds feeds{{"x", floats(dims.toVector(), std::move(values))}};
        const auto given = (*session)->run(feeds), wanted = (*judge)->run(feeds);
        ASSERT_TRUE(given) << given.error().message();
        ASSERT_TRUE(wanted) << wanted.error().message();
        const auto numbers = *elementsAsDoubles(given->outputs[0].tensor),
                   expected = *elementsAsDoubles(wanted->outputs[0].tensor);
        ASSERT_EQ(numbers.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            ASSERT_NEAR(numbers[i], expected[i], 1e-4 * (1 + std::fabs(expected[i])))
                << "element " << i << " of run " << turn;
    }
}

Dims rows(std::int64_t size) { return {size, 3}; }
Dims pixels(std::int64_t size) { return {1, 1, size}; }

INSTANTIATE_TEST_SUITE_P(
    Operators, EverNewSizes,
    testing::Values(
        Graph{"MatMul",
              "[n, 3] x) => (float[n, 2] y) <float[3, 2] w = {1, 2, 3, 4, 5, 6}> "
              "{ y = MatMul(x, w) }",
              rows},
        Graph{"Gemm",
              "[n, 3] x) => (float[n, 2] y) <float[3, 2] w = {1, 2, 3, 4, 5, 6}> "
              "{ y = Gemm(x, w) }",
              rows},
        Graph{"Einsum",
              "[n, 3] x) => (float[n, 2] y) <float[3, 2] w = {1, 2, 3, 4, 5, 6}> "
              "{ y = Einsum <equation = \"ij,jk->ik\"> (x, w) }",
              rows},
        Graph{"Conv",
              "[1, 1, n] x) => (float[1, 2, m] y) <float[2, 1, 1] w = {1, 2}> { y = Conv(x, w) }",
              pixels},
        Graph{"ConvOfAnImageOnePixelWide",
              "[1, 2, n, 1] x) => (float[1, 2, m, 1] y) "
              "<float[2, 2, 3, 1] w = {1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6}, "
              "float[2] b = {1, -1}> "
              "{ c = Conv <pads = [1, 0, 1, 0]> (x, w, b) s = Add(c, x) y = Relu(s) }",
              [](std::int64_t size) {
                  return Dims{1, 2, size, 1};
              }},
        Graph{"ConvTranspose",
              "[1, 1, n] x) => (float[1, 1, m] y) <float[1, 1, 2] w = {1, 2}> "
              "{ y = ConvTranspose(x, w) }",
              pixels},
        Graph{"MaxPool",
              "[1, 1, n] x) => (float[1, 1, m] y) { y = MaxPool <kernel_shape = [1]> (x) }",
              pixels},
        Graph{"LSTM",
              "[n, 1, 2] x) => (float[n, 1, 1, 1] y) <float[1, 4, 2] w = "
              "{1, 2, 3, 4, 5, 6, 7, 8}, float[1, 4, 1] r = {1, 2, 3, 4}> "
              "{ y, h, c = LSTM <hidden_size = 1> (x, w, r) }",
              [](std::int64_t size) {
                  return Dims{size, 1, 2};
              }},
        Graph{"Attention", "[1, 1, n, 4] x) => (float[1, 1, n, 4] y) { y = Attention(x, x, x) }",
              [](std::int64_t size) {
                  return Dims{1, 1, size, 4};
              }}),
    [](const auto& each) { return each.param.name; });

} // namespace
} // namespace partita
