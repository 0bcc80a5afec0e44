#pragma once

#include "core/epcontext/merge/merge.h"
#include "core/session/model_comparison.h"

namespace partita {

/// An output of one of the models that were merged: how far what the merged model gives is from
/// what that model alone gives.
struct MergedOutput {
    std::size_t model = 0;
    OutputDifference difference; ///< by its name in that model
};

/// The rules that `lint` says are broken in some source. Fails where that is about the bytes of a
/// binary: they are not what the model was written with.
Result<std::set<std::string>> brokenRules(const std::vector<MergeInput>& inputs);

/// Looks at a merged model, as it was written for `output`, as `lint` does: nothing that would not
/// load is written. An error that a source has, too, is the source's.
Result<void> lintMerge(const Model& written, const std::filesystem::path& output,
                       const std::set<std::string>& broken, const Progress& progress = {});

/// Loads the model that was written as `plan` says, runs it on random inputs (seeded), and runs each
/// of `inputs` on what the merged model gave it. Fails where a model cannot be loaded or run here,
/// for instance because it was compiled for another device.
Result<std::vector<MergedOutput>>
compareWithSources(const std::filesystem::path& output, const MergePlan& plan,
                   const std::vector<MergeInput>& inputs, const ProviderList& providers,
                   std::uint64_t seed, const Progress& progress = {},
                   const Executor& executor = thisProcess());

} // namespace partita
