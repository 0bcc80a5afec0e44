#include "core/tasks/placement_report.h"

#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

#include "core/report/placement_difference_report.h"

namespace partita {

namespace {

constexpr std::pair<std::string_view, ReportFormat> kReportEndings[] = {
    {".html", ReportFormat::html},
    {".md", ReportFormat::markdown},
    {".json", ReportFormat::json},
    {".csv", ReportFormat::csv}};

bool endsWithoutCase(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() &&
           std::ranges::equal(
               text.substr(text.size() - ending.size()), ending,
               [](unsigned char letter, char lower) { return std::tolower(letter) == lower; });
}

} // namespace

std::optional<ReportFormat> reportFormatOf(std::string_view path) {
    for (const auto& [ending, format] : kReportEndings)
        if (endsWithoutCase(path, ending))
            return format;
    return std::nullopt;
}

nlohmann::json reportJson(const PlacementReport& report) {
    auto json = toJson(report.model, report.partitioning, report.placed, report.source.providers);
    if (report.scenario) {
        json["scenario"] = scenarioJson(*report.scenario, report.applied, report.notApplied);
        if (report.difference)
            json["scenario"]["difference"] = toJson(report.model, *report.difference);
    }
    if (report.measured)
        addMeasured(json, *report.measured);
    if (report.remedies) {
        json["what_would_help"] = toJson(*report.remedies);
        json["suggestions"] = suggestionsJson(*report.remedies);
    }
    return json;
}

Result<std::string> reportText(const PlacementReport& report, ReportFormat format,
                               const Progress& progress) {
    switch (format) {
    case ReportFormat::html: return placementHtml(report, progress);
    case ReportFormat::markdown: return placementMarkdown(report);
    case ReportFormat::csv:
        return placementCsv(report.model, report.partitioning, report.judged, report.measured);
    case ReportFormat::json: break;
    }
    return reportJson(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace partita
