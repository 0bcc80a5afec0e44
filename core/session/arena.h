#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/provider/execution_provider.h"
#include "core/provider/run_values.h"

namespace partita {

/// How much of an arena holds values that are still needed while one step runs.
struct MemoryStep {
    NodeId node; ///< the first one of the step
    std::uint64_t liveBytes = 0;
};

/// The memory that the values of one graph share, by when they are live.
class Arena {
public:
    /// What the plan is made of. Values that a graph returns, constants and what is computed once
    /// have no place in the arena: they outlive the run.
    struct Request {
        const Model& model;
        GraphId graph;
        std::span<const PartitionStep> steps; ///< of all partitions, in order of execution
        const std::vector<bool>& excluded;    ///< by ValueId: has memory of its own
    };

    /// Plans values whose size is known from their types or was seen in an earlier run, and tells
    /// the environment their places. Values of unknown size get memory of their own until then.
    /// Nothing of an earlier plan may be in use.
    void plan(const Request& request, Environment& environment);

    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    /// One entry for each step, in order of execution.
    [[nodiscard]] const std::vector<MemoryStep>& timeline() const { return m_timeline; }

private:
    std::unique_ptr<std::byte, void (*)(void*)> m_memory{nullptr, nullptr};
    std::uint64_t m_bytes = 0;
    std::vector<MemoryStep> m_timeline;
};

} // namespace partita
