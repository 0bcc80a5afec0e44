#pragma once

#include "core/epcontext/merge/merge.h"
#include "core/session/output_judges.h"

namespace partita {

/// An output of a source model, compared between the merged model and that model alone.
struct MergedOutput {
    std::size_t model = 0;
    OutputDifference difference; ///< named as in that model
};

struct MergeComparison {
    std::vector<MergedOutput> outputs;
    bool isOnCpu = false; ///< the CPU ran what no device took: the reference would take minutes
};

/// The rules of `lint` that a source breaks, and whether a finding means that a binary's bytes are
/// not those that the model was written with, or that no merge makes it load. Reads its binaries
/// once.
SourceCheck checkSource(const MergeInput& input, const Progress& progress = {});

/// A warning where none of these devices loads the compiled nodes of the sources, and the choice of
/// another one does, by the option of a provider that is its device (`Fix::useDevice`).
std::optional<MergeProblem> deviceProblem(const std::vector<MergeInput>& inputs,
                                          const ProviderList& devices);

/// Why a written model was not run: its devices are others, where the plan warns of that, or else
/// what failed.
MergeProblem whyNotRun(const MergePlan& plan, Error failed);

/// The same providers, of which those that know such a device stand for it.
ProviderList withDevice(const ProviderList& providers, const std::string& device);

/// Applies `lint` to the merged model as it was written for `output` and fails on an error.
/// `broken` tells errors of a source from faults of the merge.
Result<void> lintMerge(const Model& written, const std::filesystem::path& output,
                       const std::set<std::string>& broken, const Progress& progress = {});

/// Loads the merged model at `output` and runs it on random inputs, then runs each source on the
/// values that the merged model had at its inputs, and compares the outputs. Fails where a model
/// cannot be loaded or run here, for instance because it was compiled for another device. Compiled
/// nodes run on `devices`; all others are computed by `judges` (`withJudges`), if there are any.
Result<MergeComparison> compareWithSources(const std::filesystem::path& output,
                                           const MergePlan& plan,
                                           const std::vector<MergeInput>& inputs,
                                           const ProviderList& devices, const ProviderList& judges,
                                           std::uint64_t seed, const Progress& progress = {},
                                           const Executor& executor = thisProcess());

} // namespace partita
