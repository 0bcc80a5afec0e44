#include <gtest/gtest.h>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "tests/support/agreement.h"
#include "tests/support/unusual_input.h"

namespace partita::cpu {
namespace {

TEST(CountedBytes, OfElementsAreRefusedWhereSixtyFourBitsDoNotCountThem) {
    const RuntimeValue value = RuntimeValue::allocate(DataType::float64, {3});
    EXPECT_EQ(elementBytes(value, 3), 24U);
    EXPECT_THROW((void)elementBytes(value, std::int64_t{1} << 61), NodeFailure);
    const RuntimeValue nibbles = RuntimeValue::allocate(DataType::int4, {3});
    EXPECT_THROW((void)elementBytes(nibbles, 2), NodeFailure) << "these are not moved by bytes";
}

TEST(CountedBytes, OfScratchMemoryAreRefusedAlike) {
    EXPECT_NE(scratchFor<double>(3, 0), nullptr);
    EXPECT_THROW((void)scratchFor<double>(std::int64_t{1} << 61, 0), NodeFailure);
}

TEST(GatheredRows, OfMoreThanAllMachinesHoldAreRefused) {
    constexpr std::int64_t kMany = 1 << 20;
    const auto report =
        test::runGraph("(float[1,1048576] x, int64[1048576] i) => (float[] y) { y = Gather(x, i) }",
                       {{"x", agreement::floats({1, kMany}, std::vector<float>(kMany))},
                        {"i", agreement::ints({kMany}, std::vector<std::int64_t>(kMany))}});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().message(),
              "Gather: a tensor would be larger than 1 TiB (node 'Gather #1')");
}

} // namespace
} // namespace partita::cpu
