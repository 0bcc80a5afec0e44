#include "core/tasks/scenario/scenario_steps.h"

#include <algorithm>
#include <list>
#include <utility>

#include "core/base/try.h"
#include "core/session/placed_functions.h"
#include "core/session/placement_difference.h"

namespace partita {

namespace {

/// Counts partitions under scenarios that differ in what is on. Models with other sizes, and what
/// the rewrites make of them, are kept: many scenarios share them.
class StepCounter {
public:
    StepCounter(const Model& model, const ProviderList& providers, const PartitionOptions& options,
                std::shared_ptr<const OptimizedModel> optimized, const Progress& progress)
        : m_providers(providers), m_options(options), m_progress(progress) {
        m_sized.push_back({{}, model, std::move(optimized)});
    }

    Result<std::size_t> partitions(const Scenario& scenario) {
        SizedModel& sized = modelFor(scenario);
        const auto applied =
            applyScenario(sized.model, m_providers, m_options, withoutSizes(scenario), m_progress);
        if (!sized.optimized || sized.optimized->level != applied.options.level)
            sized.optimized = std::make_shared<const OptimizedModel>(PARTITA_TRY(
                optimizeModel(sized.model, applied.options.level, evaluatorOf(applied.providers),
                              FoldConstants::whenRead, m_progress)));
        auto placed = PARTITA_TRY(
            placeOptimized(sized.optimized, applied.providers, applied.options, m_progress));
        sized.optimized = std::move(placed.optimized);
        return headlinePartitions(placed.partitioning);
    }

private:
    struct SizedModel {
        std::vector<SizeChange> sizes;
        Model model;
        std::shared_ptr<const OptimizedModel> optimized;
    };

    SizedModel& modelFor(const Scenario& scenario) {
        auto sizes = sizesOf(scenario);
        const auto known = std::ranges::find(m_sized, sizes, &SizedModel::sizes);
        if (known != m_sized.end())
            return *known;
        Scenario fixing;
        for (const SizeChange& size : sizes)
            fixing.changes.push_back({size});
        auto applied =
            applyScenario(m_sized.front().model, m_providers, m_options, fixing, m_progress);
        return m_sized.emplace_back(std::move(sizes), std::move(applied.model), nullptr);
    }

    const ProviderList& m_providers;
    const PartitionOptions& m_options;
    const Progress& m_progress;
    std::list<SizedModel> m_sized; // the first is the model as it is
};

} // namespace

Result<std::vector<ScenarioStep>> stepsOf(const Model& model, const ProviderList& providers,
                                          const PartitionOptions& options, const Scenario& scenario,
                                          std::shared_ptr<const OptimizedModel> optimized,
                                          const Progress& progress) {
    StepCounter counter(model, providers, options, std::move(optimized), progress);
    Scenario soFar = scenario;
    for (ScenarioChange& change : soFar.changes)
        change.on = false;
    std::size_t now = PARTITA_TRY(counter.partitions(soFar));
    std::vector<ScenarioStep> steps(scenario.changes.size());
    for (std::size_t i = 0; i < scenario.changes.size(); ++i) {
        if (!scenario.changes[i].on)
            continue;
        soFar.changes[i].on = true;
        const std::size_t before = std::exchange(now, PARTITA_TRY(counter.partitions(soFar)));
        steps[i] = {before, now};
    }
    for (std::size_t i = 0; i < scenario.changes.size(); ++i) {
        if (scenario.changes[i].on)
            continue;
        soFar.changes[i].on = true;
        const std::size_t after = PARTITA_TRY(counter.partitions(soFar));
        steps[i] = {now, after};
        soFar.changes[i].on = false;
    }
    return steps;
}

} // namespace partita
