#include "core/tasks/merge_task.h"

#include "core/base/try.h"

namespace partita {

namespace {

constexpr std::uint64_t kTrialSeed = 1; ///< of the random inputs of a trial

} // namespace

MergePlan draftMergeFor(const std::vector<MergeInput>& inputs, const MergeOptions& options,
                        const ProviderList& devices) {
    MergePlan plan = draftMerge(inputs, options);
    if (auto problem = deviceProblem(inputs, devices))
        plan.problems.push_back(*std::move(problem));
    return plan;
}

WrittenMerge tryMerge(const MergePlan& plan, const std::vector<MergeInput>& inputs,
                      const std::filesystem::path& output, const MergeTrial& trial,
                      const Progress& progress, const Executor& executor) {
    WrittenMerge written;
    auto compared = compareWithSources(output, plan, inputs, trial.devices, trial.judges,
                                       kTrialSeed, progress, executor);
    written.ran = static_cast<bool>(compared);
    if (compared)
        written.compared = *std::move(compared);
    else
        written.notRun = whyNotRun(plan, std::move(compared).error());
    return written;
}

Result<WrittenMerge> writeAndTry(const MergePlan& plan, const std::vector<MergeInput>& inputs,
                                 const std::filesystem::path& output,
                                 const std::optional<MergeTrial>& trial, Replace replace,
                                 const Progress& progress, const Executor& executor) {
    PARTITA_TRY(writeMerge(plan, output, progress, replace));
    return trial ? tryMerge(plan, inputs, output, *trial, progress, executor) : WrittenMerge();
}

} // namespace partita
