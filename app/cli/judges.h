#pragma once

#include "app/cli/command_line.h"
#include "core/provider/partitioning.h"
#include "core/session/output_judges.h"
#include "core/session/partitioner.h"

namespace partita::cli {

/// The option `--judge`: the providers that compare two models.
struct JudgeArguments {
    std::string judge; ///< empty: as `judgesOf` decides

    void addTo(CLI::App& command);
    /// The judges of `model` on inputs of these sizes. Warns where the CPU's kernels judge because
    /// the reference evaluator would take minutes.
    [[nodiscard]] Result<ProviderList> make(const Model& model, const Feeds& feeds,
                                            const Progress& progress) const;
};

/// A line that lists the operators that the CPU ran because the reference evaluator lacks them,
/// with counts; empty if there are none.
std::string leftToTheCpu(const Model& model, const Partitioning& partitioning);

} // namespace partita::cli
