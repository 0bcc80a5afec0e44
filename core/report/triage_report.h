#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/session/partitioner.h"
#include "core/session/triage.h"

namespace partita {

/// What conditions can name: figures of the whole placement, and NAME-nodes and NAME-partitions of
/// each provider.
std::vector<std::string> placementFigures(const std::vector<std::string>& providers);
/// The value of one of them; 0 for another name.
double placementFigure(const Partitioning& partitioning, const Triage& triage,
                       std::string_view name);

/// The group as a list names it: "Resize · opsetOutOfRange".
std::string groupTitle(const TriageGroup& group);
/// With how many nodes of other groups a group does its damage: "with 540 nodes around them";
/// empty: with none.
Message aroundText(const TriageGroup& group);
/// What a change would save: "1.2 MiB", "3"; "–" for nothing.
std::string savedBytes(std::int64_t bytes);
std::string savedPartitions(std::int64_t count);
/// What a node cuts, by badges: "N1 | N3"; "in C2" where it joins a partition; "–": nothing.
Message cutText(const Partitioning& partitioning, const TriagedNode& node);
/// The headline, the groups and the most damaging nodes as text, for the command line.
std::string triageText(const Model& model, const ProviderList& providers,
                       const Partitioning& partitioning, const Triage& triage);
/// Why a node is not on the first provider in the end, and what harm it does, in lines; empty for
/// another node.
std::string triageText(const Model& model, const Partitioning& partitioning, const Triage& triage,
                       NodeId node);

/// The groups, with the keys of docs/command-line-json.md.
nlohmann::json groupsJson(const Model& model, const Triage& triage);
/// What the triage adds to an entry of `nodes`.
nlohmann::json toJson(const TriagedNode& node);

} // namespace partita
