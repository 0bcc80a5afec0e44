#include "core/report/run_report.h"

#include <nlohmann/json.hpp>

#include "core/base/milliseconds.h"

namespace partita {

namespace {

nlohmann::json labels(const Model& model, const std::vector<NodeId>& nodes) {
    nlohmann::json names = nlohmann::json::array();
    for (const NodeId id : nodes)
        names.push_back(model.node(id)->label());
    return names;
}

} // namespace

nlohmann::json traceJson(const Session& session, const RunReport& report) {
    nlohmann::json events = nlohmann::json::array();
    const Model& model = session.model();
    std::unordered_map<NodeId, std::uint64_t> liveAt;
    for (const MemoryStep& step : session.memoryTimeline())
        liveAt.emplace(step.node, step.liveBytes);
    for (std::size_t i = 0; i < session.partitioning().providerNames.size(); ++i)
        events.push_back({{"ph", "M"},
                          {"pid", 1},
                          {"tid", i + 1},
                          {"name", "thread_name"},
                          {"args", {{"name", session.partitioning().providerNames[i].full()}}}});
    for (const NodeTiming& timing : report.timings) {
        const auto& node = model.node(timing.node);
        const auto provider = session.partitioning().providerOf(timing.node).value_or(0);
        const double start = static_cast<double>(timing.start.count()) / 1e3;
        events.push_back({{"ph", "X"},
                          {"pid", 1},
                          {"tid", provider + 1},
                          {"name", node->label()},
                          {"cat", node->opType.str()},
                          {"ts", start},
                          {"dur", static_cast<double>(timing.duration.count()) / 1e3},
                          {"args",
                           {{"op_type", node->opType.str()},
                            {"provider", session.partitioning().providers[provider]},
                            {"fused_with", labels(model, timing.fusedWith)}}}});
        if (const auto live = liveAt.find(timing.node); live != liveAt.end())
            events.push_back({{"ph", "C"},
                              {"pid", 1},
                              {"name", "arena"},
                              {"ts", start},
                              {"args", {{"bytes in use", live->second}}}});
    }
    return {{"traceEvents", events}, {"displayTimeUnit", "ms"}};
}

nlohmann::json kernelsJson(const Session& session, const RunStatistics& statistics) {
    nlohmann::json kernels = nlohmann::json::array();
    for (const KernelStatistics& kernel : statistics.kernels) {
        const auto& node = session.model().node(kernel.node);
        const auto provider = session.partitioning().providerOf(kernel.node).value_or(0);
        const auto speed = kernel.flopsPerSecond();
        kernels.push_back(
            {{"name", node->label()},
             {"op_type", node->opType.str()},
             {"provider", session.partitioning().providers[provider]},
             {"ms", milliseconds(kernel.time.median)},
             {"min_ms", milliseconds(kernel.time.min)},
             {"p90_ms", milliseconds(kernel.time.p90)},
             {"calls", kernel.calls},
             {"gflops_per_s", speed ? nlohmann::json(*speed / 1e9) : nlohmann::json(nullptr)},
             {"fused_with", labels(session.model(), kernel.fusedWith)}});
    }
    return kernels;
}

nlohmann::json memoryJson(const Session& session) {
    nlohmann::json steps = nlohmann::json::array();
    for (const MemoryStep& step : session.memoryTimeline())
        steps.push_back(
            {{"node", session.model().node(step.node)->label()}, {"live_bytes", step.liveBytes}});
    return steps;
}

} // namespace partita
