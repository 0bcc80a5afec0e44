#pragma once

#include <vector>

#include "core/compare/model_differences.h"

namespace partita {

/// How long what a runtime did for the nodes of a model took in one run.
struct NodeTimes {
    struct Kernel {
        std::vector<NodeId> nodes; ///< those that ran as one; at least one
        double microseconds = 0;
    };
    Message label; ///< by what it was measured
    std::vector<Kernel> kernels;
};

/// Nodes that ran as one on some side, with their partners, and how long they took on each side.
struct TimeDifference {
    std::vector<NodeId> a, b; ///< in the order of their kernels; empty: the side has no such node
    double before = 0, after = 0; ///< microseconds of one run; 0 where the side has no such node
    [[nodiscard]] double change() const { return after - before; }
};

/// How the times of two sides differ.
struct TimeDifferences {
    Message labelA, labelB;            ///< by what the times of each side were measured
    std::vector<TimeDifference> nodes; ///< what changed most first
    double before = 0, after = 0;      ///< their sums
    std::size_t untold = 0; ///< nodes with a time on one side that on the other have none
};

/// Compares the times of both sides of a comparison. What ran as one on either side is one entry: a
/// fused kernel of B stands beside the sum of the kernels that it replaced in A.
TimeDifferences compareTimes(const ModelDifferences& differences, const NodeTimes& a,
                             const NodeTimes& b);

} // namespace partita
