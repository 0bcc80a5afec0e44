#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/try.h"
#include "providers/npu/simulator/npu_partition.h"
#include "providers/npu/simulator/simulator.h"

namespace partita {

namespace {

using Counts = std::map<std::string, std::size_t>;

/// Sums up the compiler's decisions over all partitions.
class Stages {
public:
    Result<void> add(NpuPartition& partition) {
        const DeviceProgram& program = partition.program();
        const auto schedule = PARTITA_TRY(partition.schedule());
        const NpuOptions& options = partition.device()->options;
        m_modes.insert(options.precisionV2Name.empty() ? options.precisionName
                                                       : options.precisionV2Name);
        for (std::size_t i = 0; i < program.tasks.size(); ++i)
            addTask(program, program.tasks[i], schedule->costs[i]);
        for (const auto& [id, type] : program.precision.nodes)
            ++m_types[fmt::format("{} in {}", program.model.node(id)->opType.str(),
                                  dataTypeName(type))];
        m_memory.push_back(fmt::format(
            "{} weights, {} at most in use, {} held by the arena", byteText(schedule->weightBytes),
            byteText(schedule->peakBytes), byteText(schedule->reservedBytes)));
        return {};
    }

    std::vector<StageReport> reports() const {
        StageReport precision{"precision", {}};
        for (const std::string& mode : m_modes)
            precision.lines.push_back("mode " + mode);
        append(precision, m_types);
        StageReport fusion{"fusion", {}}, tiling{"tiling", {}};
        append(fusion, m_fusions);
        append(tiling, m_tilings);
        return {fusion, precision, tiling, {"memory", m_memory}};
    }

private:
    void addTask(const DeviceProgram& program, const DeviceTask& task, const TaskCost& cost) {
        std::string operators;
        for (const NodeId id : task.nodes)
            operators += (operators.empty() ? "" : " + ") + program.model.node(id)->opType.str();
        if (!task.rule.empty())
            ++m_fusions[task.rule + ": " + operators];
        if (cost.tiles > 1)
            ++m_tilings[fmt::format("{} in {} tiles", operators, cost.tiles)];
    }

    static void append(StageReport& report, const Counts& counts) {
        for (const auto& [what, count] : counts)
            report.lines.push_back(fmt::format("{} × {}", count, what));
    }

    std::set<std::string> m_modes;
    Counts m_fusions, m_types, m_tilings;
    std::vector<std::string> m_memory;
};

} // namespace

Result<std::vector<StageReport>> stageReports(const Session& session) {
    Stages stages;
    bool any = false;
    for (const Partition& partition : session.partitioning().partitions)
        if (auto* program = dynamic_cast<NpuPartition*>(session.compiled(partition.index))) {
            any = true;
            PARTITA_TRY(stages.add(*program));
        }
    return any ? stages.reports() : std::vector<StageReport>();
}

} // namespace partita
