#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/ir/model.h"
#include "core/session/optimization.h"
#include "core/session/partitioner.h"
#include "core/session/triage.h"

namespace partita {

/// A partitioning as JSON, with the keys of docs/command-line-json.md: summary, placed, nodes,
/// partitions, boundaries, triage. `placed`: the model that the nodes of `model` became.
nlohmann::json toJson(const Model& model, const Partitioning& partitioning,
                      const OptimizedModel& placed, const ProviderList& providers);
/// One entry of `nodes`: the provider of a node, the verdicts of all providers, and what the triage
/// says.
nlohmann::json nodeJson(const Model& model, const Partitioning& partitioning, const Triage& judged,
                        const Node& node);
/// A further column of a CSV.
struct CsvColumn {
    std::string title;
    std::function<std::string(NodeId)> text;
};
/// CSV with one row for each node: id, name, operator, domain, graph, provider, partition, why,
/// state, what the triage says, rule, by what it is predicted, and the further columns. Texts that a
/// spreadsheet would compute have an apostrophe in front.
std::string partitionCsv(const Model& model, const Partitioning& partitioning, const Triage& judged,
                         const std::vector<CsvColumn>& more = {});
/// What a report names besides the placement itself, so that it can be read on its own.
struct ReportSource {
    std::string file;       ///< the model
    ProviderList providers; ///< that placed its nodes, in order of priority
    std::string time;       ///< when; empty: not named
};
/// The local time, as a report names it: "2026-11-23 20:14".
std::string timeText();
/// The options of a provider as HTML, those that were changed first and marked.
std::string optionsHtml(const ExecutionProvider& provider);
/// The rules by which a provider judges: those of this program, or a profile that the user wrote.
std::string rulesOf(const ExecutionProvider& provider);

} // namespace partita
