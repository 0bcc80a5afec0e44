#include "core/tasks/scenario/choices_in_force.h"

#include <algorithm>

namespace partita {

namespace {

/// The scenario with only its changes of some kinds on.
template <class... Kinds> Scenario only(Scenario scenario) {
    for (ScenarioChange& change : scenario.changes)
        change.on = change.on && (std::holds_alternative<Kinds>(change.action) || ...);
    return scenario;
}

/// The providers under some changes; what does not fit is switched off in `changes`.
ProviderList providersUnder(const ProviderList& chosen, Scenario& changes) {
    auto applied = applyScenario(Model(), chosen, {}, changes);
    for (const NotApplied& problem : applied.notApplied)
        changes.changes[problem.change].on = false;
    return std::move(applied.providers);
}

/// The last change that sets an option of a provider: by itself, or as a part of another device.
std::optional<std::size_t> setterOf(const std::string& provider, const std::string& option,
                                    const Scenario& changes) {
    std::optional<std::size_t> byName, byDevice, byLength;
    for (std::size_t i = 0; i < changes.changes.size(); ++i) {
        if (!changes.changes[i].on)
            continue;
        const auto* set = std::get_if<OptionChange>(&changes.changes[i].action);
        const auto* length = std::get_if<RunLengthChange>(&changes.changes[i].action);
        if (length && length->provider == provider && option == kRunLengthOption)
            byLength = i;
        if (set && set->provider == provider)
            (set->option == option ? byName : byDevice) = i;
    }
    return byLength ? byLength : byName ? byName : byDevice;
}

} // namespace

std::optional<std::size_t> ChoicesInForce::Provider::changeOf(const std::string& option) const {
    const auto found = setBy.find(option);
    return found == setBy.end() ? std::nullopt : std::optional(found->second);
}

const ChoicesInForce::Provider* ChoicesInForce::of(const ProviderPtr& wanted) const {
    const auto found = std::ranges::find(providers, wanted, &Provider::chosen);
    return found == providers.end() ? nullptr : &*found;
}

ChoicesInForce choicesInForce(const ProviderList& chosen, OptimizationLevel level,
                              const Scenario& scenario) {
    ChoicesInForce result;
    result.level = level;
    Scenario orders = only<OrderChange>(scenario);
    const ProviderList ordered = providersUnder(chosen, orders);
    for (std::size_t i = 0; i < orders.changes.size(); ++i)
        if (orders.changes[i].on)
            result.order = i;
    Scenario all = only<OrderChange, OptionChange, RunLengthChange>(scenario);
    const ProviderList inForce = providersUnder(chosen, all);
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        auto& each = result.providers.emplace_back();
        each.chosen = ordered[i];
        each.provider = inForce[i];
        const auto before = ordered[i]->options(), after = inForce[i]->options();
        for (const ProviderOption& option : after) {
            const auto old = std::ranges::find(before, option.name, &ProviderOption::name);
            if (old == before.end() || old->value == option.value)
                continue;
            if (const auto setter = setterOf(ordered[i]->info().id, option.name, all))
                each.setBy.emplace(option.name, *setter);
        }
    }
    for (std::size_t i = 0; i < scenario.changes.size(); ++i)
        if (const auto* set = std::get_if<OptimizationChange>(&scenario.changes[i].action))
            if (const auto named = levelNamed(set->level); named && scenario.changes[i].on) {
                result.level = *named;
                result.levelBy = i;
            }
    return result;
}

std::vector<Message> chosenOptions(const ProviderList& chosen, OptimizationLevel level) {
    std::vector<Message> lines;
    for (const ProviderPtr& provider : chosen)
        for (const ProviderOption& option : provider->options())
            if (!option.isDevice && option.value != option.defaultValue)
                lines.push_back(PARTITA_TEXT("{0}: {1} = {2}, by default {3}",
                                             provider->info().displayName, option.name,
                                             option.value, option.defaultValue));
    if (level != OptimizationLevel::basic)
        lines.push_back(describe({OptimizationChange{std::string(levelName(level))}}));
    return lines;
}

} // namespace partita
