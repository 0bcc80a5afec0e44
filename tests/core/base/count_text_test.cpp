#include "core/base/count_text.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

TEST(CountText, HasSeparatorsAndTheRightNumberOfTheNoun) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(1234567), "1,234,567");
    EXPECT_EQ(grouped(UINT64_MAX), "18,446,744,073,709,551,615");
    EXPECT_EQ(countText(0, "node", "nodes"), "0 nodes");
    EXPECT_EQ(countText(1, "node", "nodes"), "1 node");
    EXPECT_EQ(countText(1984, "boundary tensor", "boundary tensors"), "1,984 boundary tensors");
}

} // namespace
} // namespace partita
