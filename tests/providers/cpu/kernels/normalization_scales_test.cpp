// Scale and bias of a normalization may be broadcast, as those of a product and a sum.

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

TEST(NormalizationScales, MayBeRepeatedAsThoseOfAProduct) {
    using Shape = std::vector<std::int64_t>;
    const auto counted = [](const Shape& dims, std::int64_t step) {
        std::vector<float> values(static_cast<std::size_t>(*elementCount(dims)));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(1 + static_cast<std::int64_t>(i) * step % 11);
        return floats(dims, std::move(values));
    };
    const std::pair<std::string, Shape> axes[] = {{"-1", {4}}, {"1", {3, 4}}, {"0", {2, 3, 4}}};
    const std::vector<Shape> shapes{{},     {1},       {4},       {3, 1},    {3, 4},
                                    {1, 4}, {2, 1, 1}, {2, 1, 4}, {1, 3, 1}, {2, 3, 4}};
    for (const auto& [axis, whole] : axes)
        for (const Shape& dims : shapes)
            for (const bool centred : {true, false}) {
                const std::string op =
                    (centred ? "LayerNormalization <axis = " : "RMSNormalization <axis = ") + axis;
                const auto report =
                    runOn("cpu",
                          "(float[2,3,4] x, float[] s, float[] o) => (float[2,3,4] y, float[2,3,4] "
                          "z) { " +
                              std::string(centred ? "y = " + op + "> (x, s, s)"
                                                  : "y = " + op + "> (x, s)") +
                              " n = " + op + "> (x, o) " +
                              (centred ? "m = Mul(n, s) z = Add(m, s) }" : "z = Mul(n, s) }"),
                          {{"x", counted({2, 3, 4}, 7)},
                           {"s", counted(dims, 1)},
                           {"o", counted(whole, 0)}},
                          23);
                ASSERT_TRUE(report) << report.error().message();
                const auto made = *elementsAsDoubles(report->outputs[0].tensor),
                           wanted = *elementsAsDoubles(report->outputs[1].tensor);
                ASSERT_EQ(made.size(), 24U);
                for (std::size_t i = 0; i < made.size(); ++i)
                    ASSERT_NEAR(made[i], wanted[i], 1e-5 * (1 + std::fabs(wanted[i])))
                        << op << ", scale of " << dims.size() << " dims, at " << i;
            }
    // As many elements as a row has, but one for each of the rows.
    const auto report =
        runOn("cpu",
              "(float[2,2] x, float[2,1] s) => (float[2,2] y) { y = "
              "LayerNormalization <epsilon = 0.0> (x, s) }",
              {{"x", floats({2, 2}, {0, 2, 0, 2})}, {"s", floats({2, 1}, {1, 10})}}, 17);
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(*elementsAsDoubles(report->outputs[0].tensor), (Numbers{-1, 1, -10, 10}));
}

} // namespace
} // namespace partita
