#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "core/report/partition_report.h"
#include "core/tasks/records/prediction_check.h"
#include "core/tasks/remedies/remedies.h"

namespace partita {

/// Everything that a report about a placement tells. The values must outlive it.
struct PlacementReport {
    const Model& model;
    const OptimizedModel& placed;     ///< the model that the nodes of `model` became
    const Partitioning& partitioning; ///< of the nodes of `model`
    const Triage& judged;             ///< of `partitioning`
    ReportSource source;
    const Scenario* scenario = nullptr;              ///< that the placement is under; null: none
    std::size_t applied = 0;                         ///< of its changes
    std::vector<NotApplied> notApplied{};            ///< of its changes
    const PlacementDifference* difference = nullptr; ///< from the placement without the scenario
    const Remedies* remedies = nullptr;              ///< what would help; null: not searched for
    Message whyNoRemedies{}; ///< where they were not searched for: why, and what does so
    const CheckedPlacement* measured = nullptr; ///< laid over it; null: nothing was measured
};

/// Whether a model is small enough to search for remedies unasked.
[[nodiscard]] inline bool isCheapToHelp(const Partitioning& partitioning) {
    return partitioning.summary.nodes + partitioning.summary.folded <= 1000;
}

/// The forms in which files have a report.
enum class ReportFormat : std::uint8_t { html, markdown, json, csv };
/// By the ending of a path: .html, .md, .json or .csv, in any case; nothing: no report has it.
[[nodiscard]] std::optional<ReportFormat> reportFormatOf(std::string_view path);
/// The whole file. Fails when cancelled.
Result<std::string> reportText(const PlacementReport& report, ReportFormat format,
                               const Progress& progress = {});
/// The report with the keys of docs/command-line-json.md.
nlohmann::json reportJson(const PlacementReport& report);

/// A self-contained HTML page: the figures, pictures of the graphs, the scenario, what would help,
/// the triage, all nodes, the partitions and the boundary tensors, linked with each other; tables
/// sort and filter without a network. Equal reports give equal pages. Fails when cancelled.
Result<std::string> placementHtml(const PlacementReport& report, const Progress& progress = {});
/// A short report in Markdown for a comment of a pull request: at most 60,000 characters.
std::string placementMarkdown(const PlacementReport& report);

/// By what the placement is predicted, and measured where it is: a line each.
std::vector<std::string> labelsOf(const PlacementReport& report);
/// The name of the model's file, without the folder that it was in.
std::string nameOf(const ReportSource& source);
/// What became of a change of the scenario: "off", "applied", or why it was not applied.
std::string fateOf(const PlacementReport& report, std::size_t change);
/// A remedy's figures and needs as one clause: "49 → 1 partition · 1.2 MiB → 0 B per run".
std::string effectOf(const Remedy& remedy);
/// What a remedy asks of the device or leaves to the last provider; empty: nothing.
std::string needsOf(const Remedy& remedy);
/// How good the search for remedies was, as sentences.
std::vector<std::string> notesOn(const Remedies& remedies);

} // namespace partita
