// Weights that several nodes read are packed once for all of them.

#include "providers/cpu/kernels/panel_product.h"
#include "providers/cpu/kernels/shared_weights.h"
#include "tests/support/agreement.h"
#include "tests/support/measure.h"
#include "tests/support/some_floats.h"

namespace partita {
namespace {

using namespace agreement;
using cpu::PackedWeights;

/// Weights of a program, and how often they were packed.
struct Weights {
    cpu::SharedWeights store;
    std::vector<float> numbers = test::someFloats(32 * 32, 1);
    int packed = 0;

    PackedWeights take(std::uint32_t value, const cpu::TensorDesc& wanted,
                       const cpu::TensorDesc& given) {
        return cpu::SharedWeights::Place{&store, ValueId{value}}.packedAs(wanted, given, [&] {
            ++packed;
            return cpu::pack(cpu::wrap(given, numbers.data()), wanted);
        });
    }
};

TEST(SharedWeights, ArePackedOnceWhileSomeNodeKeepsThem) {
    Weights weights;
    const auto panels = cpu::panelDesc(32, 32), rows = cpu::plainDesc({32, 32});
    auto first = weights.take(1, panels, rows);
    const auto second = weights.take(1, panels, rows);
    EXPECT_EQ(first.owner, second.owner);
    EXPECT_EQ(second.memory.get_data_handle(), second.owner.get());
    first = {};
    EXPECT_EQ(weights.take(1, panels, rows).owner, second.owner);
    EXPECT_EQ(weights.packed, 1);
}

TEST(SharedWeights, ArePackedAgainOnceNoNodeKeepsThem) {
    Weights weights;
    const auto panels = cpu::panelDesc(32, 32), rows = cpu::plainDesc({32, 32});
    weights.take(1, panels, rows) = {};
    EXPECT_TRUE(weights.take(1, panels, rows).memory);
    EXPECT_EQ(weights.packed, 2);
}

TEST(SharedWeights, ThatLieOrAreLookedAtInAnotherWayAreOthers) {
    Weights weights;
    const auto panels = cpu::panelDesc(32, 32), rows = cpu::plainDesc({32, 32}),
               turned = cpu::stridedDesc({32, 32}, {1, 32});
    const auto kept = weights.take(1, panels, rows);
    EXPECT_NE(weights.take(1, panels, turned).owner, kept.owner);
    EXPECT_NE(weights.take(1, rows, rows).owner, kept.owner);
    EXPECT_NE(weights.take(2, panels, rows).owner, kept.owner);
    EXPECT_EQ(weights.packed, 4);
}

TEST(SharedWeights, GiveTheResultsOfWeightsOfTheirOwn) {
    const std::string graph =
        "(float[m,5] x) => (float[m,5] y) <float[5,5] w = {1, 0, 2, -1, 1, 0, 1, 1, -2, 0, 2, -1, "
        "0, 1, 1, -1, 0, 1, 2, 0, 1, 1, -1, 0, 2}> { a = MatMul(x, w) b = Gemm <transB = 1> (a, w) "
        "c = Gemm <alpha = 0.5> (b, w) d = MatMul(c, w) e = Add(d, x) y = MatMul(e, w) }";
    for (const char* executor : {"sequential", "parallel"}) {
        const auto session = Session::create(
            test::modelFromText("<ir_version: 10, opset_import: [\"\" : 22]> g " + graph),
            *makeProviders({{"cpu"}, {}, {{"cpu.executor", executor}}}));
        ASSERT_TRUE(session) << session.error().message();
        for (const std::int64_t rows : {3, 1, 40, 3}) {
            const Feeds feeds{{"x", floats({rows, 5}, test::someFloats(rows * 5, 7))}};
            const auto report = (*session)->run(feeds);
            const auto judged = runOn("reference", graph, feeds, 22);
            ASSERT_TRUE(report) << report.error().message();
            ASSERT_TRUE(judged) << judged.error().message();
            const auto made = *elementsAsDoubles(report->outputs[0].tensor),
                       wanted = *elementsAsDoubles(judged->outputs[0].tensor);
            ASSERT_EQ(made.size(), wanted.size());
            for (std::size_t i = 0; i < wanted.size(); ++i)
                ASSERT_NEAR(made[i], wanted[i], 1e-4 * (1 + std::fabs(wanted[i])))
                    << "element " << i << " of " << rows << " rows, " << executor;
        }
    }
}

TEST(SharedWeights, TakeTheirMemoryOnceInARun) {
    constexpr int kLayers = 24;
    constexpr double kMbOfWeights = 4;
    std::string layers = "x0 = Identity(x) ";
    for (int i = 0; i < kLayers; ++i)
        layers += "x" + std::to_string(i + 1) + " = MatMul(x" + std::to_string(i) + ", w) ";
    const auto session = Session::create(
        test::modelFromText("<ir_version: 10, opset_import: [\"\" : 22]> g (float[4,1024] x) => "
                            "(float[4,1024] y) <int64[2] s = {1024, 1024}> { w = ConstantOfShape "
                            "<value = float[1] {0.001}> (s) " +
                            layers + "y = Identity(x" + std::to_string(kLayers) + ") }"),
        *makeProviders({{"cpu"}, {}, {}}));
    ASSERT_TRUE(session) << session.error().message();
    const double before = test::residentMb();
    const auto report = (*session)->run({{"x", floats({4, 1024}, test::someFloats(4096, 1))}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_LT(test::residentMb() - before, kLayers * kMbOfWeights / 2);
}

} // namespace
} // namespace partita
