#include "core/session/model_comparison.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/ir/ep_context.h"

namespace partita {

namespace {

Result<ModelOutputs> outputsOf(const Model& model, const ProviderList& providers,
                               const Feeds& feeds, const Progress& progress,
                               const Executor& executor, bool timed = false) {
    auto outputs = executor.run(model, providers, feeds, timed, progress);
    if (outputs || outputs.error().code != Errc::provider || epContextsOf(model).empty())
        return outputs;
    Error error = std::move(outputs).error(); // compiled graphs run on their own provider only
    error.remedy = PARTITA_TEXT("compare with the model that it was compiled from");
    return error;
}

/// The time of the model's fastest run; zero without providers.
Result<std::chrono::nanoseconds> timeOf(const Model& model, const ProviderList& providers,
                                        const Feeds& feeds, const Progress& progress,
                                        const Executor& executor) {
    if (providers.empty())
        return std::chrono::nanoseconds{};
    const auto run = PARTITA_TRY(outputsOf(model, providers, feeds, progress, executor, true));
    return run.time;
}

} // namespace

Result<ModelJudge> ModelJudge::make(const Model& original, const ProviderList& judges, Feeds feeds,
                                    const Progress& progress, const ProviderList& timedOn,
                                    const Executor& executor) {
    auto expected = PARTITA_TRY(outputsOf(original, judges, feeds, progress, executor));
    const auto time = PARTITA_TRY(timeOf(original, timedOn, feeds, progress, executor));
    ModelJudge judge;
    judge.m_judges = judges;
    judge.m_timedOn = timedOn;
    judge.m_feeds = std::move(feeds);
    judge.m_expected = std::move(expected.values);
    judge.m_executor = &executor;
    judge.m_time = time;
    return judge;
}

Result<ModelDifference> ModelJudge::judge(const Model& model, double rtol, double atol,
                                          const Progress& progress, Scale scale) const {
    auto actual = PARTITA_TRY(outputsOf(model, m_judges, m_feeds, progress, *m_executor));
    const auto time = PARTITA_TRY(timeOf(model, m_timedOn, m_feeds, progress, *m_executor));
    ModelDifference result;
    result.time = time;
    for (const ModelData& output : actual.values) {
        const auto expected = std::ranges::find_if(
            m_expected, [&](const ModelData& each) { return each.name == output.name; });
        if (expected == m_expected.end())
            continue; // an added output, which the original does not have
        const Difference difference = compareValues(*expected, output, rtol, atol, scale);
        if (!difference.comparable) {
            result.within = false;
            result.worst = output.name;
            result.problem = PARTITA_TEXT("output '{0}' {1}", output.name, difference.problem);
            return result;
        }
        result.within = result.within && difference.within;
        if (result.include(difference))
            result.worst = output.name;
    }
    return result;
}

std::vector<OutputDifference> differencesBetween(const std::vector<ModelData>& expected,
                                                 const std::vector<ModelData>& outputs) {
    std::vector<OutputDifference> differences;
    for (const ModelData& output : outputs) {
        const auto wanted = std::ranges::find(expected, output.name, &ModelData::name);
        Difference difference;
        if (wanted == expected.end())
            difference.problem = PARTITA_TEXT("is no output of the model that it is compared with");
        else
            difference = compareValues(*wanted, output, 0, 0);
        differences.push_back({output.name, std::move(difference)});
    }
    return differences;
}

Result<std::vector<OutputDifference>> differencesFrom(const ProviderList& providers,
                                                      const Model& model, const Feeds& feeds,
                                                      const std::vector<ModelData>& outputs,
                                                      const Progress& progress,
                                                      const Executor& executor) {
    const auto run = PARTITA_TRY(outputsOf(model, providers, feeds, progress, executor));
    return differencesBetween(run.values, outputs);
}

} // namespace partita
