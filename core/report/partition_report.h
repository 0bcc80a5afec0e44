#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/ir/model.h"
#include "core/provider/partitioning.h"

namespace partita {

/// The keys of docs/command-line.md: summary, nodes, partitions, boundaries.
nlohmann::json toJson(const Model& model, const Partitioning& partitioning);
/// One entry of its `nodes`: who runs the node, and what every provider said of it.
nlohmann::json nodeJson(const Model& model, const Partitioning& partitioning, const Node& node);
/// One row a node: id, name, operator, graph, provider, partition, why.
std::string partitionCsv(const Model& model, const Partitioning& partitioning);
/// A page that stands alone: header figures, nodes that the first provider does not run,
/// boundaries.
std::string partitionHtml(const Model& model, const Partitioning& partitioning,
                          const std::string& title);

} // namespace partita
