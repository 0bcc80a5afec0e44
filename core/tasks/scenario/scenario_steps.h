#pragma once

#include <memory>

#include "core/session/optimization.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

/// What one change of a scenario does to the number of partitions of the first provider.
struct ScenarioStep {
    std::size_t before = 0, after = 0;
    friend bool operator==(const ScenarioStep&, const ScenarioStep&) = default;
};

/// The step of each change. For one that is on: from the changes above it that are on, to these and
/// itself, so that the steps add up. For one that is off: from the scenario as it is, to the same
/// with this change on. `optimized`: what `optimizeModel` made of the model on the level of
/// `options`, or null. Fails when cancelled.
Result<std::vector<ScenarioStep>> stepsOf(const Model& model, const ProviderList& providers,
                                          const PartitionOptions& options, const Scenario& scenario,
                                          std::shared_ptr<const OptimizedModel> optimized,
                                          const Progress& progress = {});

} // namespace partita
