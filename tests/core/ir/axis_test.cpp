#include <gtest/gtest.h>

#include <limits>

#include "core/ir/type.h"

namespace partita {
namespace {

constexpr std::int64_t kLowestAxis = std::numeric_limits<std::int64_t>::min(),
                       kHighestAxis = std::numeric_limits<std::int64_t>::max();

TEST(Axis, CountsFromEitherEndAndIsNothingBeyond) {
    EXPECT_EQ(axisOf(0, 3), 0U);
    EXPECT_EQ(axisOf(2, 3), 2U);
    EXPECT_EQ(axisOf(-1, 3), 2U);
    EXPECT_EQ(axisOf(-3, 3), 0U);
    for (const std::int64_t axis : {std::int64_t{3}, std::int64_t{-4}, kLowestAxis, kHighestAxis})
        EXPECT_EQ(axisOf(axis, 3), std::nullopt) << axis;
    for (const std::int64_t axis : {std::int64_t{0}, std::int64_t{-1}})
        EXPECT_EQ(axisOf(axis, 0), std::nullopt) << "of a scalar: " << axis;
}

TEST(Axis, MayBeTheEndWhereATensorIsCutThere) {
    EXPECT_EQ(axisOrEndOf(3, 3), 3U);
    EXPECT_EQ(axisOrEndOf(-1, 3), 2U) << "the end has no negative number";
    EXPECT_EQ(axisOrEndOf(-3, 3), 0U);
    EXPECT_EQ(axisOrEndOf(0, 0), 0U);
    for (const std::int64_t axis : {std::int64_t{4}, std::int64_t{-4}, kLowestAxis, kHighestAxis})
        EXPECT_EQ(axisOrEndOf(axis, 3), std::nullopt) << axis;
}

TEST(Axis, ABoundOutsideIsTheNearestPlace) {
    EXPECT_EQ(clampedPlace(1, 4, 0, 4), 1);
    EXPECT_EQ(clampedPlace(-1, 4, 0, 4), 3);
    EXPECT_EQ(clampedPlace(kHighestAxis, 4, 0, 4), 4);
    EXPECT_EQ(clampedPlace(kLowestAxis, 4, 0, 4), 0);
    EXPECT_EQ(clampedPlace(-5, 4, -1, 3), -1) << "before the first one, where steps go backwards";
}

TEST(Axis, APermutationHasEachOnce) {
    EXPECT_TRUE(isPermutation({}));
    EXPECT_TRUE(isPermutation({2, 0, 1}));
    EXPECT_FALSE(isPermutation({0, 0}));
    EXPECT_FALSE(isPermutation({1, 2}));
    EXPECT_FALSE(isPermutation({-1, 0}));
}

} // namespace
} // namespace partita
