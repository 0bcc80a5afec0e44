#pragma once

#include "app/cli/command_line.h"
#include "core/provider/partitioning.h"
#include "core/session/partitioner.h"

namespace partita::cli {

/// Who compares two models, as asked for on the command line.
struct JudgeArguments {
    std::string judge = "reference";

    void addTo(CLI::App& command);
    /// Fails where the reference would take too long for `model`.
    [[nodiscard]] Result<ProviderList> make(const Model& model) const;
};

/// Operators that the reference lacks and the CPU ran instead: a line that says which and how many;
/// empty where there are none.
std::string leftToTheCpu(const Model& model, const Partitioning& partitioning);

} // namespace partita::cli
