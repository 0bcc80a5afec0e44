#pragma once

#include <map>
#include <set>

#include "core/base/progress.h"
#include "core/provider/io_binding.h"
#include "core/session/arena.h"
#include "core/session/partitioner.h"

namespace partita {

/// A copy between host and device at the border of a partition.
struct Transfer {
    std::string name; ///< of the value: the session's model has values that no other model has
    std::uint32_t from = 0, to = 0; ///< partitions
    std::uint64_t bytes = 0;
};

struct RunReport {
    std::vector<DataValue> outputs; ///< in the order of the graph's outputs, with their names
    std::vector<NodeTiming> timings;
    std::vector<Transfer> transfers;
    std::chrono::nanoseconds total{};
};

/// The same model with further values of its main graph as outputs, so that a run returns them:
/// they are computed by kernels of their own, not swallowed by others. Fails for a name that is not
/// there or is a constant.
Result<Model> withOutputs(const Model& model, const std::vector<std::string>& names);

/// A model made ready on its providers; runs as often as wanted, one run at a time.
class Session {
public:
    /// Compiles every partition and plans the memory. Fails with the node and the operator when a
    /// provider cannot keep its claim. Calls of model-local functions are inlined
    /// first.
    static Result<std::unique_ptr<Session>> create(const Model& model,
                                                   const ProviderList& providers,
                                                   const PartitionOptions& options = {},
                                                   const Progress& progress = {});
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Feeds must have the declared type and, where it is known, the declared shape.
    Result<RunReport> run(const Feeds& feeds, std::stop_token stop = {});
    /// The same with inputs and outputs that stay where they are: outputs that are bound are left
    /// in the binding, the report has the others.
    Result<RunReport> run(IoBinding& binding, std::stop_token stop = {});

    [[nodiscard]] const Partitioning& partitioning() const { return m_partitioning; }
    [[nodiscard]] const Model& model() const { return m_model; }
    /// Of all graphs' intermediate values together.
    [[nodiscard]] std::uint64_t arenaBytes() const;
    /// Of the main graph's values in its arena, as last planned.
    [[nodiscard]] const std::vector<MemoryStep>& memoryTimeline() const;

    /// A partition as its provider made it ready; null: there is no such partition.
    [[nodiscard]] CompiledPartition* compiled(std::uint32_t partition) const;
    /// The size that an input had in the last run; nothing before it, or where it is no tensor.
    [[nodiscard]] std::optional<Dims> sizeOf(ValueId input) const;
    /// Whether the last run had an input or an output bound to a device.
    [[nodiscard]] bool isOnDevice(ValueId id) const { return m_onDevice.contains(id); }
    /// Whether a value is the same in every run: a constant, or computed from such when compiling.
    [[nodiscard]] bool isFixed(ValueId id) const { return m_environment->isFixed(id); }

private:
    Session(Model model, Partitioning partitioning);
    struct Step {
        std::uint32_t partition = 0; ///< kNone: a body that its node's provider compiled along
        std::unique_ptr<CompiledPartition> compiled;
        std::vector<ValueId> releaseAfter; ///< values nobody needs any more
    };
    Result<void> compile(const ProviderList& providers, const Progress& progress);
    Result<void> compileFollowers(const ProviderList& providers, const Progress& progress);
    Result<void> loadConstants();
    [[nodiscard]] Result<void> constantsUnchanged() const;
    void planReleases();
    void planArenas();
    void releaseComputed();
    Result<void> feed(const Feeds& feeds, const IoBinding* binding);
    Result<RunReport> runWith(const Feeds& feeds, IoBinding* binding, std::stop_token stop);
    Result<void> runGraph(GraphId graph, Environment& environment, std::stop_token stop);
    void recordTransfers(RunReport& report);

    Model m_model;
    Partitioning m_partitioning;
    OpVersions m_versions;
    std::vector<std::vector<Step>> m_steps; // by graph
    std::unique_ptr<Environment> m_environment;
    std::vector<Bytes> m_mappedConstants; // one from each mapped file that constants lie in
    std::vector<Arena> m_arenas;          // by graph
    std::set<ValueId> m_onDevice;         // of the last run's binding
};

/// What the first of the providers that simulates a device says of a session's run.
Result<std::optional<Timeline>> simulatedTimeline(const Session& session,
                                                  const ProviderList& providers);

} // namespace partita
