#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/line_text.h"
#include "core/base/try.h"

namespace partita::cli {

Subcommand addProviders(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "providers", "List the providers with their devices, options and defaults");
    return {app, [&common]() -> Result<ExitStatus> {
                auto providers = PARTITA_TRY(makeProviders({}));
                nlohmann::json list = nlohmann::json::array();
                for (const auto& provider : providers) {
                    const ProviderInfo info = provider->info();
                    nlohmann::json options = nlohmann::json::array();
                    if (!common.json)
                        std::cout << lineText("{:<6}{} · {}\n", info.id, info.displayName,
                                              info.device);
                    if (!common.json && !info.leavesOut.empty())
                        std::cout << lineText("      {}\n", info.leavesOut);
                    const auto known = provider->options();
                    const auto width = [&](auto member) {
                        std::size_t most = 0;
                        for (const auto& option : known)
                            most = std::max(most, (option.*member).size());
                        return most + 2;
                    };
                    const std::size_t names = width(&ProviderOption::name),
                                      defaults = width(&ProviderOption::defaultValue);
                    for (const auto& option : known) {
                        options.push_back({{"name", option.name},
                                           {"default", option.defaultValue},
                                           {"choices", option.choices},
                                           {"help", option.help.text()}});
                        if (!common.json)
                            std::cout << lineText(
                                "      {:<{}}{:<{}}{}{}\n", option.name, names, option.defaultValue,
                                defaults, option.help.text(),
                                option.choices.empty()
                                    ? ""
                                    : fmt::format(" ({})", fmt::join(option.choices, ", ")));
                    }
                    list.push_back({{"id", info.id},
                                    {"name", info.displayName},
                                    {"device", info.device},
                                    {"context_source", info.contextSource},
                                    {"leaves_out", info.leavesOut},
                                    {"options", options}});
                }
                if (common.json)
                    printJson(list);
                return done;
            }};
}

} // namespace partita::cli
