#pragma once

#include <vector>

#include "core/provider/partitioning.h"

namespace partita {

/// By provider: the tensors that go from one of its partitions to another and to no other provider.
/// Tensors that go to another provider are the headline's boundary tensors.
std::vector<std::size_t> tensorsThatStay(const Partitioning& partitioning);

/// Bytes that a partition takes from other providers and gives to them in one run, with every
/// unknown dimension taken as 1. A tensor that several partitions of one provider read is given
/// once, as in the headline: what all partitions give is the headline's number.
struct PartitionTraffic {
    std::uint64_t in = 0, out = 0;
};

/// By the index of the partition; the first entry is none's.
std::vector<PartitionTraffic> trafficByPartition(const Partitioning& partitioning);

/// A tensor that leaves its partition, with all that read it: the boundaries of one value.
struct CrossingTensor {
    ValueId value;
    std::uint32_t from = 0;        ///< index of the partition that makes it
    std::vector<std::uint32_t> to; ///< of those that read it, those of other providers first
    std::size_t copies = 0;        ///< other providers that read it; 0: it stays on its own
    std::uint64_t bytes = 0;       ///< of one copy, with every unknown dimension taken as 1
    bool complete = true;          ///< false: some dimension is unknown
};
/// The sum of their copies is the headline's number of boundary tensors, and that of the bytes of
/// the copies its bytes per run.
std::vector<CrossingTensor> crossingTensors(const Partitioning& partitioning);
/// The badges of the partitions that read it, in their order: "C2, C4, C6, C8 and 12 more".
Message readersText(const Partitioning& partitioning, const CrossingTensor& tensor);

} // namespace partita
