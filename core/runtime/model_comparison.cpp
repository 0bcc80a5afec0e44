#include "core/runtime/model_comparison.h"

#include <algorithm>

#include "core/epcontext/ep_context.h"

namespace partita {

namespace {

constexpr int kMostRuns = 5;
constexpr std::chrono::milliseconds kEnough{200}; ///< of repeated runs

struct Run {
    std::vector<DataValue> outputs;
    std::chrono::nanoseconds time;
};

Result<Run> runOf(const Model& model, const ProviderList& providers, const Feeds& feeds,
                  const Progress& progress, bool timed = false) {
    auto session = Session::create(model, providers, {}, progress);
    if (!session) {
        Error error = std::move(session).error();
        if (!epContextsOf(model).empty()) // compiled graphs, which only their own provider runs
            error.remedy = "compare with the model that it was compiled from";
        return error;
    }
    // A model may have lost an input that it never needed.
    Feeds wanted;
    for (const ValueId id : model.graph(model.mainGraph())->inputs)
        if (const auto found = feeds.find(model.value(id)->name); found != feeds.end())
            wanted.insert(*found);
    auto report = (*session)->run(wanted, progress.stop);
    if (!report)
        return std::move(report).error();
    // The first run packs weights.
    std::chrono::nanoseconds fastest = report->total, spent = report->total;
    for (int i = 1; timed && (i == 1 || (i < kMostRuns && spent < kEnough)); ++i) {
        const auto again = (*session)->run(wanted, progress.stop);
        if (!again)
            return again.error();
        fastest = std::min<std::chrono::nanoseconds>(fastest, again->total);
        spent += again->total;
    }
    return Run{std::move(report->outputs), fastest};
}

/// Zero where there is nobody to run it.
Result<std::chrono::nanoseconds> timeOf(const Model& model, const ProviderList& providers,
                                        const Feeds& feeds, const Progress& progress) {
    if (providers.empty())
        return std::chrono::nanoseconds{};
    const auto run = runOf(model, providers, feeds, progress, true);
    if (!run)
        return run.error();
    return run->time;
}

} // namespace

Result<ModelJudge> ModelJudge::make(const Model& original, const ProviderList& judges, Feeds feeds,
                                    const Progress& progress, const ProviderList& timedOn) {
    auto expected = runOf(original, judges, feeds, progress);
    if (!expected)
        return std::move(expected).error();
    const auto time = timeOf(original, timedOn, feeds, progress);
    if (!time)
        return time.error();
    ModelJudge judge;
    judge.m_judges = judges;
    judge.m_timedOn = timedOn;
    judge.m_feeds = std::move(feeds);
    judge.m_expected = std::move(expected->outputs);
    judge.m_time = *time;
    return judge;
}

Result<ModelDifference> ModelJudge::judge(const Model& model, double rtol, double atol,
                                          const Progress& progress) const {
    auto actual = runOf(model, m_judges, m_feeds, progress);
    if (!actual)
        return std::move(actual).error();
    const auto time = timeOf(model, m_timedOn, m_feeds, progress);
    if (!time)
        return time.error();
    ModelDifference result;
    result.time = *time;
    for (const DataValue& output : actual->outputs) {
        const auto expected = std::ranges::find_if(
            m_expected, [&](const DataValue& each) { return each.name == output.name; });
        if (expected == m_expected.end())
            continue; // asked for one that the original does not give
        const Difference difference = compareValues(*expected, output, rtol, atol);
        if (!difference.comparable) {
            result.within = false;
            result.worst = output.name;
            result.problem = "output '" + output.name + "' " + difference.problem;
            return result;
        }
        result.within = result.within && difference.within;
        result.maxAbsolute = std::max(result.maxAbsolute, difference.maxAbsolute);
        if (difference.maxRelative > result.maxRelative) {
            result.maxRelative = difference.maxRelative;
            result.worst = output.name;
        }
    }
    return result;
}

Result<std::vector<OutputDifference>> differencesFrom(const ProviderList& providers,
                                                      const Model& model, const Feeds& feeds,
                                                      const std::vector<DataValue>& outputs,
                                                      const Progress& progress) {
    const auto run = runOf(model, providers, feeds, {progress.stop, {}});
    if (!run)
        return run.error();
    std::vector<OutputDifference> differences;
    for (const DataValue& output : outputs) {
        const auto expected = std::ranges::find(run->outputs, output.name, &DataValue::name);
        Difference difference;
        if (expected == run->outputs.end())
            difference.problem = "is no output of the model that it is compared with";
        else
            difference = compareValues(*expected, output, 0, 0);
        differences.push_back({output.name, std::move(difference)});
    }
    return differences;
}

} // namespace partita
