#include "core/report/partition_sentence.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

/// N1 → C2 → N3, and N4, which exchanges nothing.
Partitioning placed() {
    Partitioning partitioning;
    partitioning.providers = {"npu", "cpu"};
    partitioning.providerNames = {{"NPU", "ascend310"}, {"CPU", "oneDNN"}};
    for (const std::uint32_t provider : {0U, 1U, 0U, 0U}) {
        Partition each;
        each.index = static_cast<std::uint32_t>(partitioning.partitions.size()) + 1;
        each.provider = provider;
        each.compiled = provider == 0;
        partitioning.partitions.push_back(each);
    }
    for (const auto& [from, to] : {std::pair(1U, 2U), {1U, 2U}, {2U, 3U}}) {
        BoundaryTensor boundary;
        boundary.from = from;
        boundary.to = to;
        partitioning.boundaries.push_back(boundary);
    }
    return partitioning;
}

TEST(PartitionSentence, SaysWhatAPartitionDoesAmongTheOthers) {
    const Partitioning partitioning = placed();
    const auto sentence = [&](std::size_t index) {
        return partitionSentence(partitioning, partitioning.partitions[index - 1]).text();
    };
    EXPECT_EQ(sentence(2),
              "C2 splits what NPU runs: N1 → C2 → N3. It runs kernel by kernel, not compiled");
    EXPECT_EQ(sentence(1), "N1 → C2. It is compiled as one piece");
    EXPECT_EQ(sentence(3), "C2 → N3. It is compiled as one piece");
    EXPECT_EQ(sentence(4), "N4. It is compiled as one piece");
}

TEST(PartitionSentence, NamesTheFirstOfManyNeighbours) {
    Partitioning partitioning = placed();
    for (std::uint32_t index = 5; index < 20; ++index) {
        Partition each = partitioning.partitions.front();
        each.index = index;
        partitioning.partitions.push_back(each);
        BoundaryTensor boundary;
        boundary.from = 2;
        boundary.to = index;
        partitioning.boundaries.push_back(boundary);
    }
    EXPECT_EQ(partitionSentence(partitioning, partitioning.partitions[1]).text(),
              "C2 splits what NPU runs: N1 → C2 → N3, N5, N6, N7 and 12 more. It runs kernel by "
              "kernel, not compiled");
}

} // namespace
} // namespace partita
