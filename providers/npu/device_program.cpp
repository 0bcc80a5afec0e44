#include "providers/npu/device_program.h"

#include <map>

#include <fmt/format.h>

#include "core/ir/graph_order.h"
#include "providers/npu/device_fusion.h"
#include "providers/npu/device_precision.h"

namespace partita {

namespace {

StageReport fusionReport(const Model& model, const std::vector<DeviceTask>& tasks) {
    StageReport report{"fusion", {}};
    std::map<std::string, std::size_t> kinds;
    for (const DeviceTask& task : tasks) {
        if (task.rule.empty())
            continue;
        std::string text = task.rule + ": ";
        for (std::size_t i = 0; i < task.nodes.size(); ++i)
            text += (i ? " + " : "") + model.node(task.nodes[i])->opType.str();
        ++kinds[text];
    }
    for (const auto& [kind, count] : kinds)
        report.lines.push_back(fmt::format("{} × {}", count, kind));
    return report;
}

StageReport precisionReport(const Model& model, const DeviceProgram& program,
                            const NpuOptions& options) {
    StageReport report{"precision", {}};
    report.lines.push_back("mode " + (options.precisionV2Name.empty() ? options.precisionName
                                                                      : options.precisionV2Name));
    std::map<std::string, std::map<std::string, std::size_t>> kinds;
    for (const auto& [id, type] : program.precision.nodes)
        ++kinds[std::string(dataTypeName(type))][model.node(id)->opType.str()];
    for (const auto& [type, operators] : kinds)
        for (const auto& [op, count] : operators)
            report.lines.push_back(fmt::format("{} × {} in {}", count, op, type));
    return report;
}

} // namespace

DeviceProgram compileForDevice(const Model& part, const DeviceProfile& profile,
                               const NpuOptions& options) {
    DeviceProgram program{part, {}, {}, options.graphMode, {}};
    static const std::vector<FusionRule> kNone;
    program.tasks = fuseTasks(part, GraphOrder(part).topological(part.mainGraph()),
                              options.graphMode ? profile.fusions : kNone);
    program.stages.push_back(fusionReport(part, program.tasks));
    program.precision = choosePrecision(part, options, program.tasks);
    program.stages.push_back(precisionReport(part, program, options));
    return program;
}

} // namespace partita
