#pragma once

#include "core/epcontext/merge/merge_check.h"

namespace partita {

/// The plan of a merge, as `draftMerge` makes it, with a warning where none of `devices`, which run
/// what is written, loads the compiled nodes of the sources.
MergePlan draftMergeFor(const std::vector<MergeInput>& inputs, const MergeOptions& options,
                        const ProviderList& devices);

/// Who runs a written merge and its sources, to compare them.
struct MergeTrial {
    ProviderList devices;
    ProviderList judges; ///< of what no device takes (`withJudges`); empty: a device runs it
};

/// A merge that was written, and how its outputs compare with those of its sources.
struct WrittenMerge {
    MergeComparison compared;
    std::optional<MergeProblem> notRun; ///< why what was written could not be run here
    bool ran = false;
};

/// Runs a merge that was written to `output`, and its sources, on the same random inputs.
WrittenMerge tryMerge(const MergePlan& plan, const std::vector<MergeInput>& inputs,
                      const std::filesystem::path& output, const MergeTrial& trial,
                      const Progress& progress = {}, const Executor& executor = thisProcess());

/// Writes the planned merge to `output`, and runs it and its sources on the same random inputs if a
/// trial is wished. Fails only where nothing was written.
Result<WrittenMerge> writeAndTry(const MergePlan& plan, const std::vector<MergeInput>& inputs,
                                 const std::filesystem::path& output,
                                 const std::optional<MergeTrial>& trial, Replace replace,
                                 const Progress& progress = {},
                                 const Executor& executor = thisProcess());

} // namespace partita
