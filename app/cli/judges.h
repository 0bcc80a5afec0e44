#pragma once

#include "app/cli/command_line.h"
#include "core/provider/partitioning.h"
#include "core/session/output_judges.h"
#include "core/session/partitioner.h"

namespace partita::cli {

/// The option `--judge`: the providers that compare two models.
struct JudgeArguments {
    std::string judge = "reference";

    void addTo(CLI::App& command);
    /// Fails if the reference evaluator would take too long for `model` with inputs of these sizes.
    [[nodiscard]] Result<ProviderList> make(const Model& model, const Feeds& feeds) const;
};

/// A line that lists the operators that the CPU ran because the reference evaluator lacks them,
/// with counts; empty if there are none.
std::string leftToTheCpu(const Model& model, const Partitioning& partitioning);

} // namespace partita::cli
