#include "app/cli/scenario_arguments.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/escaped_text.h"
#include "core/base/log.h"

namespace partita::cli {

namespace {

void warn(const Scenario& scenario, const NotApplied& problem) {
    log(LogLevel::warning,
        fmt::format("change {} of the scenario was not applied ({}): {}", problem.change + 1,
                    describe(scenario.changes[problem.change]).text(), problem.why.text()));
}

} // namespace

void UnderScenario::judge(const Partitioning& placed) {
    for (NotApplied& pin : unkeptPins(scenario, applied, placed)) {
        warn(scenario, pin);
        applied.notApplied.push_back(std::move(pin));
    }
    if (const std::size_t count = assumedNodes(placed))
        log(LogLevel::warning,
            fmt::format("{} only because the scenario says so: the rules of "
                        "the device decline them",
                        count == 1 ? "1 node is taken" : fmt::format("{} nodes are taken", count)));
}

nlohmann::json scenarioJson(const Scenario& scenario, std::size_t applied,
                            const std::vector<NotApplied>& notApplied) {
    nlohmann::json problems = nlohmann::json::array();
    for (const NotApplied& problem : notApplied)
        problems.push_back({{"change", problem.change + 1},
                            {"what", utf8(describe(scenario.changes[problem.change]).text())},
                            {"why", utf8(problem.why.text())}});
    const auto off = std::ranges::count(scenario.changes, false, &ScenarioChange::on);
    return {{"changes", scenario.changes.size()},
            {"applied", applied},
            {"off", off},
            {"not_applied", problems}};
}

nlohmann::json UnderScenario::toJson() const {
    return scenarioJson(scenario, applied.applied, applied.notApplied);
}

void ScenarioArguments::addTo(CLI::App& command) {
    command
        .add_option(
            "--scenario", file,
            "What if: changes of order, devices, nodes, rules and sizes (docs/command-line.md)")
        ->type_name("FILE");
}

Result<Scenario> ScenarioArguments::read() const {
    return file.empty() ? Result<Scenario>(Scenario()) : readScenario(file);
}

UnderScenario ScenarioArguments::apply(Scenario scenario, const Model& model,
                                       const ProviderList& providers,
                                       const PartitionOptions& options,
                                       const Progress& progress) const {
    UnderScenario under;
    under.given = !file.empty();
    under.scenario = std::move(scenario);
    under.applied = applyScenario(model, providers, options, under.scenario, progress);
    for (const NotApplied& problem : under.applied.notApplied)
        warn(under.scenario, problem);
    return under;
}

} // namespace partita::cli
