#include <gtest/gtest.h>

#include "core/report/boundary_counts.h"

namespace partita {
namespace {

TEST(BoundaryCounts, ATensorCountsOnceAndOnlyWhereNoneOfItsReadersIsElsewhere) {
    Partitioning placed;
    placed.providers = {"npu", "cpu"};
    placed.partitions.resize(4);
    placed.partitions[3].provider = 1;
    const auto add = [&](std::uint32_t value, std::uint32_t from, std::uint32_t to) {
        BoundaryTensor boundary{ValueId{value}, from, to, {}, 0, {}};
        boundary.sameProvider =
            placed.partitions[from - 1].provider == placed.partitions[to - 1].provider;
        placed.boundaries.push_back(boundary);
    };
    add(1, 1, 2); // one tensor, two readers of its provider
    add(1, 1, 3);
    add(2, 1, 3); // stays and moves
    add(2, 1, 4);
    EXPECT_EQ(tensorsThatStay(placed), (std::vector<std::size_t>{1, 0}));
}

} // namespace
} // namespace partita
