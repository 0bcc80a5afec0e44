#include <gtest/gtest.h>

#include "core/report/boundary_counts.h"

namespace partita {
namespace {

/// Partitions 1 to 3 of the NPU, 4 and 5 of the CPU.
struct BoundaryCounts : testing::Test {
    BoundaryCounts() {
        placed.providers = {"npu", "cpu"};
        placed.partitions.resize(5);
        placed.partitions[3].provider = placed.partitions[4].provider = 1;
    }
    void add(std::uint32_t value, std::uint32_t from, std::uint32_t to) {
        BoundaryTensor boundary{ValueId{value}, from, to, 8, 8, {}};
        boundary.sameProvider =
            placed.partitions[from - 1].provider == placed.partitions[to - 1].provider;
        placed.boundaries.push_back(boundary);
    }
    Partitioning placed;
};

TEST_F(BoundaryCounts, ATensorCountsOnceAndOnlyWhereNoneOfItsReadersIsElsewhere) {
    add(1, 1, 2); // one tensor, two readers of its provider
    add(1, 1, 3);
    add(2, 1, 3); // stays and moves
    add(2, 1, 4);
    EXPECT_EQ(tensorsThatStay(placed), (std::vector<std::size_t>{1, 0}));
}

TEST_F(BoundaryCounts, WhatAPartitionGivesToOneProviderCountsOnce) {
    add(1, 1, 4); // two readers of the other provider
    add(1, 1, 5);
    add(1, 1, 2); // and one of its own
    add(2, 4, 2);
    const auto traffic = trafficByPartition(placed);
    ASSERT_EQ(traffic.size(), 6U);
    EXPECT_EQ(traffic[1].out, 8U);
    EXPECT_EQ(traffic[1].in, 0U);
    EXPECT_EQ(traffic[2].in, 8U);
    EXPECT_EQ(traffic[4].in, 8U);
    EXPECT_EQ(traffic[4].out, 8U);
    EXPECT_EQ(traffic[5].in, 8U);
}

TEST_F(BoundaryCounts, ATensorIsOneEntryWithAllItsReaders) {
    placed.providers.push_back("gpu");
    placed.partitions.resize(6);
    placed.partitions[5].provider = 2;
    for (std::uint32_t index = 1; index <= 6; ++index)
        placed.partitions[index - 1].index = index;
    placed.providerNames = {{"NPU", ""}, {"CPU", ""}, {"GPU", ""}};
    add(1, 1, 2); // on its own device
    add(1, 1, 4); // two readers of one provider: one copy
    add(1, 1, 5);
    add(1, 1, 6); // and one of a third provider
    add(2, 1, 3);
    const auto tensors = crossingTensors(placed);
    ASSERT_EQ(tensors.size(), 2U);
    EXPECT_EQ(tensors[0].to, (std::vector<std::uint32_t>{4, 5, 6, 2}));
    EXPECT_EQ(tensors[0].copies, 2U);
    EXPECT_EQ(tensors[0].bytes, 8U);
    EXPECT_EQ(tensors[1].copies, 0U);
    EXPECT_EQ(readersText(placed, tensors[0]).text(), "C4, C5, G6, N2");
    add(1, 1, 3);
    EXPECT_EQ(readersText(placed, crossingTensors(placed)[0]).text(), "C4, C5, G6, N2 and 1 more");
}

} // namespace
} // namespace partita
