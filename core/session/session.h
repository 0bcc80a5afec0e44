#pragma once

#include <map>
#include <set>

#include "core/base/progress.h"
#include "core/provider/io_binding.h"
#include "core/session/arena.h"
#include "core/session/partitioner.h"

namespace partita {

/// A copy of a tensor from one provider to another.
struct Transfer {
    std::string name; ///< of the value; an id would mean nothing outside the session's model
    std::uint32_t from = 0, to = 0; ///< partitions
    std::uint64_t bytes = 0;
};

/// The results and the measurements of one run.
struct RunReport {
    std::vector<ModelData> outputs; ///< in the order of the graph's outputs, with their names
    std::vector<NodeTiming> timings;
    std::vector<Transfer> transfers;
    std::chrono::nanoseconds total{};
};

/// Adds values of the main graph to its outputs, so that a run returns them; their producers are
/// then not fused into the kernels that read them. Fails for a name that no node of the main graph
/// produces.
Result<Model> withOutputs(const Model& model, const std::vector<std::string>& names);

/// A model compiled for its providers. It may run any number of times, but one run at a time.
class Session {
public:
    /// Inlines calls of model-local functions, rewrites the model as the level of the options says,
    /// places the nodes, compiles every partition and plans
    /// the memory. Fails with the node and the operator when a node is invalid, no provider runs
    /// it, or a provider cannot compile what it has claimed.
    static Result<std::unique_ptr<Session>> create(const Model& model,
                                                   const ProviderList& providers,
                                                   const PartitionOptions& options = {},
                                                   const Progress& progress = {});
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Runs the model. Feeds must have the declared type and, as far as it is known, the declared
    /// shape; every input without a default needs one.
    Result<RunReport> run(const Feeds& feeds, std::stop_token stop = {});
    /// Runs the model on bound inputs. Bound outputs are stored in the binding, the others in the
    /// report.
    Result<RunReport> run(IoBinding& binding, std::stop_token stop = {});

    [[nodiscard]] const Partitioning& partitioning() const { return m_partitioning; }
    [[nodiscard]] const Model& model() const { return m_model; }
    /// The bytes of the arenas of all graphs.
    [[nodiscard]] std::uint64_t arenaBytes() const;
    /// The live bytes in the arena of the main graph, step by step, as last planned.
    [[nodiscard]] const std::vector<MemoryStep>& memoryTimeline() const;

    /// A partition as its provider compiled it; null: no such partition.
    [[nodiscard]] CompiledPartition* compiled(std::uint32_t partition) const;
    /// The dimensions of an input in the last run; nothing before the first run or if it is not a
    /// tensor.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> sizeOf(ValueId input) const;
    /// Whether the last run had an input or an output bound to a device.
    [[nodiscard]] bool isOnDevice(ValueId id) const { return m_onDevice.contains(id); }
    /// Whether a value is the same in every run: a constant, or computed from constants once.
    [[nodiscard]] bool isFixed(ValueId id) const { return m_runValues->isFixed(id); }

private:
    Session(Model model, Partitioning partitioning);
    struct Step {
        std::uint32_t partition = 0; ///< kNone: a body compiled by its node's provider
        std::unique_ptr<CompiledPartition> compiled;
        std::vector<ValueId> releaseAfter; ///< values that no later step reads
    };
    Result<void> compile(const ProviderList& providers, const Progress& progress);
    Result<void> compileFollowers(const ProviderList& providers, const Progress& progress);
    Result<void> loadConstants();
    [[nodiscard]] Result<void> constantsUnchanged() const;
    void planReleases();
    void planArenas();
    void releaseComputed();
    Result<void> feed(const Feeds& feeds, IoBinding* binding);
    Result<RunReport> runWith(const Feeds& feeds, IoBinding* binding, std::stop_token stop);
    Result<void> runGraph(GraphId graph, RunValues& runValues, std::stop_token stop);
    void recordTransfers(RunReport& report);

    Model m_model;
    Partitioning m_partitioning;
    OpVersions m_versions;
    std::vector<std::vector<Step>> m_steps; // by graph
    std::unique_ptr<RunValues> m_runValues;
    std::vector<Bytes> m_mappedConstants; // one constant of each mapped file
    bool m_hasFreedMuch = false;          // while it was made: given back before the first run
    std::vector<Arena> m_arenas;          // by graph
    std::set<ValueId> m_onDevice;         // of the last run's binding
};

/// The timeline of a session's run by the first provider that simulates a device; nothing if none
/// does.
Result<std::optional<Timeline>> simulatedTimeline(const Session& session,
                                                  const ProviderList& providers);

} // namespace partita
