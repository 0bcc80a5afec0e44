#include "core/tasks/scenario/scenario_steps.h"

#include <algorithm>
#include <list>
#include <utility>

#include "core/base/try.h"
#include "core/session/placed_functions.h"
#include "core/session/placement_difference.h"

namespace partita {

namespace {

/// Counts partitions under scenarios that differ in what is on. Changed models, and what the rewrites
/// make of them, are kept: many scenarios share them.
class StepCounter {
public:
    StepCounter(const Model& model, const ProviderList& providers, const PartitionOptions& options,
                std::shared_ptr<const OptimizedModel> optimized, const Progress& progress)
        : m_providers(providers), m_options(options), m_progress(progress) {
        m_models.push_back({{}, model, std::move(optimized)});
    }

    Result<std::size_t> partitions(const Scenario& scenario) {
        ChangedModel& changed = modelFor(scenario);
        const auto applied = applyScenario(changed.model, m_providers, m_options,
                                           withoutModelChanges(scenario), m_progress);
        if (!changed.optimized || changed.optimized->level != applied.options.level)
            changed.optimized = std::make_shared<const OptimizedModel>(PARTITA_TRY(
                optimizeModel(changed.model, applied.options.level, evaluatorOf(applied.providers),
                              FoldConstants::whenRead, m_progress)));
        auto placed = PARTITA_TRY(
            placeOptimized(changed.optimized, applied.providers, applied.options, m_progress));
        changed.optimized = std::move(placed.optimized);
        return headlinePartitions(placed.partitioning);
    }

private:
    struct ChangedModel {
        std::vector<ScenarioChange> changes;
        Model model;
        std::shared_ptr<const OptimizedModel> optimized;
    };

    ChangedModel& modelFor(const Scenario& scenario) {
        auto changes = modelChangesOf(scenario);
        const auto known = std::ranges::find(m_models, changes, &ChangedModel::changes);
        if (known != m_models.end())
            return *known;
        auto applied =
            applyScenario(m_models.front().model, m_providers, m_options, {changes}, m_progress);
        return m_models.emplace_back(std::move(changes), std::move(applied.model), nullptr);
    }

    const ProviderList& m_providers;
    const PartitionOptions& m_options;
    const Progress& m_progress;
    std::list<ChangedModel> m_models; // the first is the model as it is
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
