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

/// How long one node took in one run.
struct NodeTiming {
    NodeId node;
    std::chrono::nanoseconds start{}, duration{}; ///< start: since the beginning of the run
    std::vector<NodeId> fusedWith;                ///< further nodes whose work is in `duration`
};

/// The values of one run, by ValueId: ids are unique over all graphs of a model, so a body reads
/// captured values like its own.
class Environment {
public:
    using SubgraphRunner = std::function<Result<void>(GraphId, Environment&, std::stop_token)>;

    Environment(std::size_t values, SubgraphRunner runner)
        : m_values(values), m_planned(values), m_grown(values), m_fixed(values),
          m_runner(std::move(runner)) {}

    [[nodiscard]] RuntimeValue& at(ValueId id) { return m_values[id.value]; }
    /// Memory for a value: its planned place in the arena if it fits, else its own, that of the
    /// last run where nobody holds it any more.
    RuntimeValue& allocate(ValueId id, DataType type, Dims dims);
    void release(ValueId id) { m_values[id.value] = {}; }

    /// Runs the body of a control-flow node; its inputs are set, its outputs are left here.
    Result<void> runSubgraph(GraphId graph, std::stop_token stop) {
        return m_runner(graph, *this, stop);
    }

    /// A value that is the same in every run: it is there before the first one and stays.
    void fix(ValueId id) { m_fixed[id.value] = true; }
    [[nodiscard]] bool isFixed(ValueId id) const { return m_fixed[id.value]; }

    void plan(ValueId id, std::byte* place, std::uint64_t bytes) {
        m_planned[id.value] = {place, bytes};
    }
    /// Bytes that a value needed when its place was too small or it had none; 0: never.
    [[nodiscard]] std::uint64_t grownTo(ValueId id) const { return m_grown[id.value]; }
    /// Whether that happened since it was last asked.
    [[nodiscard]] bool takeGrown() { return m_anyGrown.exchange(false); }

    /// Notes what a node took; only where somebody asked. Nodes and whole bodies may run at the same
    /// time.
    void record(NodeTiming timing) {
        const std::lock_guard lock(m_timingsMutex);
        timings->push_back(std::move(timing));
    }

    std::vector<NodeTiming>* timings = nullptr; ///< null: nobody asked; filled by `record`
    std::chrono::steady_clock::time_point start;

private:
    struct Place {
        std::byte* data = nullptr;
        std::uint64_t bytes = 0;
    };
    std::vector<RuntimeValue> m_values;
    std::vector<Place> m_planned;
    std::vector<std::uint64_t> m_grown;
    std::atomic<bool> m_anyGrown = false; // kernels may run at the same time
    std::vector<bool> m_fixed;            // not changed while a model runs
    SubgraphRunner m_runner;
    std::mutex m_timingsMutex;
};

} // namespace partita
