#pragma once

#include "app/cli/command_line.h"
#include "core/tasks/runs/feeds.h"

namespace partita::cli {

/// The options `--inputs`, `--seed` and `--dim`: the inputs of a run.
struct FeedArguments {
    std::string inputs;
    std::uint64_t seed = 0;
    std::vector<std::string> dims;

    void addTo(CLI::App& command);
    [[nodiscard]] Result<FeedSource> source() const;
};

/// Parses the "symbol=size" entries of an option.
Result<std::map<std::string, std::int64_t>> symbolSizes(const std::vector<std::string>& texts,
                                                        const char* option);

} // namespace partita::cli
