#include <gtest/gtest.h>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"

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

} // namespace
} // namespace partita::cpu
