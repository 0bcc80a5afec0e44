#pragma once

#include <span>
#include <vector>

#include "core/base/large_memory.h"
#include "core/provider/execution_provider.h"
#include "core/provider/run_values.h"

namespace partita {

/// The bytes of an arena that hold live values while one step runs.
struct MemoryStep {
    NodeId node; ///< the first one of the step
    std::uint64_t liveBytes = 0;
};

/// The memory shared by the values of one graph, planned by their lifetimes.
class Arena {
public:
    /// The input of the plan. Graph outputs, constants and values computed once have no place in
    /// the arena, because they outlive the run.
    struct Request {
        const Model& model;
        GraphId graph;
        std::span<const PartitionStep> steps; ///< of all partitions, in order of execution
        const std::vector<bool>& excluded;    ///< by ValueId: has memory of its own
    };

    /// Plans the values whose size is known from their types or from an earlier run, and sets their
    /// places in the run values. Values of unknown size get their own memory. No value of an
    /// earlier plan may be in use.
    void plan(const Request& request, RunValues& runValues);

    /// The size of the arena; 0 when nothing is planned or the memory could not be allocated.
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    /// One entry for each step, in order of execution.
    [[nodiscard]] const std::vector<MemoryStep>& timeline() const { return m_timeline; }

private:
    AlignedMemory m_memory;
    std::uint64_t m_bytes = 0;
    std::vector<MemoryStep> m_timeline;
};

} // namespace partita
