#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/ir/model.h"
#include "core/session/optimization.h"
#include "core/session/triage.h"

namespace partita {

/// A partitioning as JSON, with the keys of docs/command-line-json.md: summary, placed, nodes,
/// partitions, boundaries, triage. `placed`: the model that the nodes of `model` became.
nlohmann::json toJson(const Model& model, const Partitioning& partitioning,
                      const OptimizedModel& placed);
/// One entry of `nodes`: the provider of a node, the verdicts of all providers, and what the triage
/// says.
nlohmann::json nodeJson(const Model& model, const Partitioning& partitioning, const Triage& judged,
                        const Node& node);
/// CSV with one row for each node: id, name, operator, domain, graph, provider, partition, why.
std::string partitionCsv(const Model& model, const Partitioning& partitioning);
/// A self-contained HTML page: the headline, the nodes that the first provider does not run, and
/// the boundary tensors.
std::string partitionHtml(const Model& model, const Partitioning& partitioning,
                          const std::string& title);

} // namespace partita
