#pragma once

#include <vector>

#include "core/provider/partitioning.h"

namespace partita {

/// By provider: the tensors that go from one of its partitions to another and to no other provider.
/// Those that do are the headline's boundary tensors.
std::vector<std::size_t> tensorsThatStay(const Partitioning& partitioning);

/// Bytes that a partition takes from other providers and gives to them in one run, with every
/// unknown dimension taken as 1. A tensor that several partitions of one provider read is given
/// once, as in the headline: what all partitions give is the headline's number.
struct PartitionTraffic {
    std::uint64_t in = 0, out = 0;
};

/// By the index of the partition; the first entry is none's.
std::vector<PartitionTraffic> trafficByPartition(const Partitioning& partitioning);

} // namespace partita
