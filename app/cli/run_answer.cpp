#include "app/cli/run_command.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/judges.h"
#include "app/cli/output_differences.h"
#include "core/base/line_text.h"
#include "core/base/message_list.h"
#include "core/base/milliseconds.h"
#include "core/report/run_report.h"

namespace partita::cli {

namespace {

/// The peak resident memory of this program in bytes. getrusage would include the parent's memory
/// from before exec.
std::uint64_t peakRss() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
    return 0;
}

/// Prints the slowest kernels and the nodes fused into them.
void printKernels(const Session& session, RunStatistics statistics, std::optional<double> peak,
                  std::size_t most) {
    std::ranges::stable_sort(statistics.kernels, [](const auto& a, const auto& b) {
        return a.time.median > b.time.median;
    });
    if (peak)
        std::cout << lineText("peak of these threads: {:.0f} GFLOP/s\n", *peak / 1e9);
    std::cout << lineText("  {:>9} {:>9} {:>9} {:>8} {:>5}  kernel\n", "min ms", "median", "p90",
                          "GFLOP/s", "peak");
    for (std::size_t i = 0; i < std::min(most, statistics.kernels.size()); ++i) {
        const KernelStatistics& kernel = statistics.kernels[i];
        const auto& node = session.model().node(kernel.node);
        const auto speed = kernel.flopsPerSecond(), share = kernel.shareOfPeak(peak);
        std::string with;
        for (const NodeId id : kernel.fusedWith)
            with += (with.empty() ? " + " : ", ") + session.model().node(id)->opType.str();
        std::cout << lineText("  {:9.4f} {:9.4f} {:9.4f} {:>8} {:>5}  {} {}{}\n",
                              milliseconds(kernel.time.min), milliseconds(kernel.time.median),
                              milliseconds(kernel.time.p90),
                              speed ? fmt::format("{:.1f}", *speed / 1e9) : "",
                              share ? fmt::format("{:.0f} %", 100 * *share) : "",
                              node->opType.str(), node->label(), with);
    }
}

void printStages(const std::vector<StageReport>& stages) {
    for (const StageReport& stage : stages) {
        std::cout << lineText("{}\n", stage.name);
        for (const std::string& line : stage.lines)
            std::cout << lineText("  {}\n", line);
    }
}

nlohmann::json toJson(const std::vector<Transfer>& transfers) {
    nlohmann::json list = nlohmann::json::array();
    for (const Transfer& transfer : transfers)
        list.push_back({{"name", transfer.name},
                        {"from", transfer.from},
                        {"to", transfer.to},
                        {"bytes", transfer.bytes}});
    return list;
}

} // namespace

nlohmann::json outputsJson(const std::vector<ModelData>& outputs) {
    nlohmann::json list = nlohmann::json::array();
    for (const ModelData& output : outputs)
        list.push_back(
            {{"name", output.name},
             {"type", output.kindText().text()},
             {"shape", output.isTensor() ? nlohmann::json(output.tensor.dims) : nlohmann::json()}});
    return list;
}

void addComparisons(nlohmann::json& answer, const std::vector<OtherRun>& others,
                    const std::optional<Comparison>& comparison) {
    for (const OtherRun& other : others)
        answer["against_" + other.name] = differencesJson(other.differences);
    if (comparison)
        answer["compare"] = {{"passed", comparison->passed},
                             {"max_abs", figureJson(comparison->maxAbsolute)},
                             {"max_rel", figureJson(comparison->maxRelative)}};
}

void printOutputs(const std::vector<ModelData>& outputs) {
    for (const ModelData& output : outputs)
        std::cout << lineText("  {}  {} {}\n", output.name,
                              output.isTensor() ? shapeText(output.tensor.shape()) : "",
                              output.kindText().text());
}

void printComparisons(const std::vector<OtherRun>& others) {
    for (const OtherRun& other : others)
        printDifferences(other.differences, other.name);
}

void printComparison(const std::optional<Comparison>& comparison) {
    if (!comparison)
        return;
    for (const auto& problem : comparison->problems)
        std::cout << lineText("  {}\n", problem);
    std::cout << lineText("{}: largest difference {}\n", comparison->passed ? "equal" : "different",
                          differenceMessage(comparison->figures).text());
}

nlohmann::json toJson(const Prepared& prepared, const Outcome& outcome) {
    const Session& session = *prepared.session;
    const Spread& latency = outcome.run->statistics.latency;
    nlohmann::json answer = {{"latency_ms",
                              {{"min", milliseconds(latency.min)},
                               {"median", milliseconds(latency.median)},
                               {"p90", milliseconds(latency.p90)}}},
                             {"create_ms", prepared.createMs},
                             {"peak_rss_bytes", peakRss()},
                             {"arena_bytes", session.arenaBytes()},
                             {"outputs", outputsJson(outcome.run->best.outputs)},
                             {"memory", memoryJson(session)},
                             {"nodes", kernelsJson(session, outcome.run->statistics)},
                             {"transfers", toJson(outcome.run->best.transfers)}};
    if (prepared.under.given)
        answer["scenario"] = prepared.under.toJson();
    if (outcome.run->peakFlops)
        answer["peak_gflops_per_s"] = *outcome.run->peakFlops / 1e9;
    if (outcome.run->timeline)
        answer["timeline"] = timelineJson(*outcome.run->timeline);
    addComparisons(answer, outcome.others, outcome.comparison);
    for (const StageReport& stage : outcome.stages)
        answer["stages"][stage.name] = stage.lines;
    return answer;
}

void print(const RunCommand& command, const Prepared& prepared, const Outcome& outcome) {
    const Spread& latency = outcome.run->statistics.latency;
    std::cout << lineText("{}\n", prepared.session->partitioning().headlineText());
    if (command.reference)
        std::cout << leftToTheCpu(prepared.session->model(), prepared.session->partitioning());
    std::cout << lineText("created in {:.1f} ms; run min {:.3f}, median {:.3f}, p90 {:.3f} ms\n",
                          prepared.createMs, milliseconds(latency.min),
                          milliseconds(latency.median), milliseconds(latency.p90));
    printOutputs(outcome.run->best.outputs);
    if (outcome.run->timeline)
        std::cout << lineText("simulated: {}\n", lineOf(timelineHeadline(*outcome.run->timeline)));
    printComparisons(outcome.others);
    printStages(outcome.stages);
    if (command.kernels)
        printKernels(*prepared.session, outcome.run->statistics, outcome.run->peakFlops,
                     command.kernels);
    printComparison(outcome.comparison);
}

} // namespace partita::cli
