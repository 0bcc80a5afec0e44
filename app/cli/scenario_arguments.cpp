#include "app/cli/scenario_arguments.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/escaped_text.h"
#include "core/base/log.h"

namespace partita::cli {

namespace {

constexpr std::size_t kMostWarnings = 20; ///< more changes are counted

void warn(const Scenario& scenario, const std::vector<NotApplied>& problems,
          const DisplayNames& names) {
    for (std::size_t i = 0; i < std::min(problems.size(), kMostWarnings); ++i) {
        const NotApplied& problem = problems[i];
        const std::size_t number = problem.change + 1;
        const Message change = describe(scenario.changes[problem.change], names);
        log(LogLevel::warning,
            problem.partly ? PARTITA_TEXT("change {0} of the scenario was applied only in part "
                                          "({1}): {2}",
                                          number, change, problem.why)
                           : PARTITA_TEXT("change {0} of the scenario was not applied ({1}): {2}",
                                          number, change, problem.why));
    }
    if (problems.size() > kMostWarnings)
        log(LogLevel::warning,
            PARTITA_TEXT("{0} more problems of the scenario; --json of partition lists all",
                         problems.size() - kMostWarnings));
}

} // namespace

void UnderScenario::judge(const Partitioning& placed) {
    auto pins = unkeptPins(scenario, applied, placed);
    warn(scenario, pins, namesOf(placed));
    std::ranges::move(pins, std::back_inserter(applied.notApplied));
    if (const std::size_t count = assumedNodes(placed))
        log(LogLevel::warning,
            count == 1 ? PARTITA_TEXT("1 node is taken only because the scenario says so: the "
                                      "rules of the device decline it")
                       : PARTITA_TEXT("{0} nodes are taken only because the scenario says so: "
                                      "the rules of the device decline them",
                                      count));
}

nlohmann::json UnderScenario::toJson() const {
    return scenarioJson(scenario, applied.applied, applied.notApplied);
}

void ScenarioArguments::addTo(CLI::App& command) {
    command
        .add_option("--scenario", file,
                    "What if: changes of order, devices, nodes, rules, sizes, opset and types "
                    "(docs/command-line.md)")
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
    warn(under.scenario, under.applied.notApplied, namesOf(providers));
    return under;
}

} // namespace partita::cli
