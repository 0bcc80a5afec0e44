#pragma once

#include "core/epcontext/merge.h"
#include "core/runtime/model_comparison.h"

namespace partita {

/// An output of one of the models that were merged: how far what the merged model gives is from
/// what that model alone gives.
struct MergedOutput {
    std::size_t model = 0;
    OutputDifference difference; ///< by its name in that model
};

/// Reads a merged model back and looks at it as `lint` does: nothing that would not load stays
/// unnoticed.
Result<void> lintMerge(const std::filesystem::path& output, const Progress& progress = {});

/// Loads the model that was written as `plan` says, runs it on random inputs (seeded), and runs each
/// of `inputs` on what the merged model gave it. Fails where a model cannot be loaded or run here,
/// for instance because it was compiled for another device.
Result<std::vector<MergedOutput>>
compareWithSources(const std::filesystem::path& output, const MergePlan& plan,
                   const std::vector<MergeInput>& inputs, const ProviderList& providers,
                   std::uint64_t seed, const Progress& progress = {});

} // namespace partita
