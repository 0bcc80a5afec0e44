#pragma once

#include <filesystem>

#include "core/compare/time_difference.h"
#include "core/report/run_statistics.h"
#include "core/tasks/records/measured_placement.h"

namespace partita {

/// The times of a record, divided by its number of runs.
NodeTimes nodeTimesOf(const MeasuredPlacement& measured);
/// The medians over all runs.
NodeTimes nodeTimesOf(const RunStatistics& statistics);

/// Reads what a runtime wrote, or the report of `partita-cli run --json`, and finds the nodes in the
/// model. Fails for a file without times of nodes. Errors name the file.
Result<NodeTimes> readNodeTimes(const Model& model, const std::filesystem::path& file);

} // namespace partita
