#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/provider/runtime_value.h"

namespace partita {

/// The time that one node took in one run.
struct NodeTiming {
    NodeId node;
    std::chrono::nanoseconds start{}, duration{}; ///< start: relative to the start of the run
    std::vector<NodeId> fusedWith;                ///< further nodes whose work is in `duration`
};

/// The values of a run, by ValueId. Ids are unique over all graphs of a model, so a body reads
/// captured values like its own.
class RunValues {
public:
    using SubgraphRunner = std::function<Result<void>(GraphId, RunValues&, std::stop_token)>;

    RunValues(std::size_t values, SubgraphRunner runner)
        : m_values(values), m_planned(values), m_grown(values), m_fixed(values),
          m_runner(std::move(runner)) {}

    [[nodiscard]] RuntimeValue& at(ValueId id) { return m_values[id.value]; }
    /// Allocates memory for a value: its planned place in the arena if it fits, otherwise its
    /// memory of the last run if it is large enough and not shared, otherwise new memory. Throws
    /// std::length_error for an impossible size and std::bad_alloc.
    RuntimeValue& allocate(ValueId id, DataType type, const Dims& dims);
    void release(ValueId id) { m_values[id.value] = {}; }

    /// Runs the body of a control-flow node: the caller sets its inputs, and the body stores its
    /// outputs here.
    Result<void> runSubgraph(GraphId graph, std::stop_token stop) {
        return m_runner(graph, *this, stop);
    }

    /// Marks a value that is the same in every run: it is set before the first run and stays.
    void fix(ValueId id) { m_fixed[id.value] = true; }
    [[nodiscard]] bool isFixed(ValueId id) const { return m_fixed[id.value]; }

    /// Sets the planned place of a value in an arena; null: none.
    void plan(ValueId id, std::byte* place, std::uint64_t bytes) {
        m_planned[id.value] = {place, bytes};
    }
    /// The bytes that a value needed when it did not fit its planned place or had none; 0: it
    /// fitted.
    [[nodiscard]] std::uint64_t grownTo(ValueId id) const { return m_grown[id.value]; }
    /// Whether `grownTo` has changed for a value since the last call.
    [[nodiscard]] bool takeGrown() { return m_anyGrown.exchange(false); }

    /// Records the time of a node; call it only when `timings` is set. Thread-safe: nodes and
    /// bodies may run in parallel.
    void record(NodeTiming timing) {
        const std::lock_guard lock(m_timingsMutex);
        timings->push_back(std::move(timing));
    }

    std::vector<NodeTiming>* timings = nullptr; ///< null: not wanted; filled by `record`
    std::chrono::steady_clock::time_point start;

private:
    struct Place {
        std::byte* data = nullptr;
        std::uint64_t bytes = 0;
    };
    std::vector<RuntimeValue> m_values;
    std::vector<Place> m_planned;
    std::vector<std::uint64_t> m_grown;
    std::atomic<bool> m_anyGrown = false; // kernels may run in parallel
    std::vector<bool> m_fixed;            // not changed while a model runs
    SubgraphRunner m_runner;
    std::mutex m_timingsMutex;
};

} // namespace partita
