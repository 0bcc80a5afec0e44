#pragma once

#include "app/cli/command_line.h"
#include "core/tasks/scenario/scenario.h"

namespace partita::cli {

/// A model, its providers and the wishes about it under the scenario of a command; without a
/// scenario they are as given.
struct UnderScenario {
    Scenario scenario;
    AppliedScenario applied;
    bool given = false;

    /// Warns of pins that the placement does not follow, and of nodes that are only assumed to be
    /// taken.
    void judge(const Partitioning& placed);
    /// `status`, but `answerIsNo` where it is `done` and some change could not be applied.
    [[nodiscard]] ExitStatus statusAfter(ExitStatus status) const {
        return status == done && !applied.notApplied.empty() ? answerIsNo : status;
    }
    /// What was applied and what was not, as JSON.
    [[nodiscard]] nlohmann::json toJson() const;
};

/// The option `--scenario`.
struct ScenarioArguments {
    std::string file;

    void addTo(CLI::App& command);
    Result<void> declare(OutputFiles& files) const { return files.reads(file); }
    /// Reads the file, so that a wrong one fails before any work; an empty scenario without one.
    [[nodiscard]] Result<Scenario> read() const;
    /// Applies the scenario and warns of each change that could not be applied.
    [[nodiscard]] UnderScenario apply(Scenario scenario, const Model& model,
                                      const ProviderList& providers,
                                      const PartitionOptions& options,
                                      const Progress& progress) const;
};

} // namespace partita::cli
