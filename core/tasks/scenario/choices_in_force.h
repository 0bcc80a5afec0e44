#pragma once

#include <map>
#include <optional>

#include "core/tasks/scenario/scenario.h"

namespace partita {

/// What a scenario makes of the providers and the level that the user chose, and which of its
/// changes (by index) do so.
struct ChoicesInForce {
    struct Provider {
        ProviderPtr chosen, provider;             ///< the same where no change is about it
        std::map<std::string, std::size_t> setBy; ///< options that differ from the chosen ones
        /// The change of an option; nothing: it is as chosen.
        [[nodiscard]] std::optional<std::size_t> changeOf(const std::string& option) const;
    };
    std::vector<Provider> providers;  ///< in the order in force
    std::optional<std::size_t> order; ///< the change that sets it
    OptimizationLevel level = OptimizationLevel::basic;
    std::optional<std::size_t> levelBy; ///< the change that sets it

    /// That of a chosen provider; null: it is switched off.
    [[nodiscard]] const Provider* of(const ProviderPtr& chosen) const;
};

ChoicesInForce choicesInForce(const ProviderList& chosen, OptimizationLevel level,
                              const Scenario& scenario);

/// What of the chosen providers, but for their devices, and of the level is not as it is by default,
/// a line each: it holds for models that are opened later as well.
std::vector<Message> chosenOptions(const ProviderList& chosen, OptimizationLevel level);

} // namespace partita
