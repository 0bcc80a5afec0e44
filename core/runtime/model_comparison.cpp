#include "core/runtime/model_comparison.h"

#include <algorithm>

namespace partita {

namespace {

constexpr int kMostRuns = 5;
constexpr std::chrono::milliseconds kEnough{200}; ///< of repeated runs

struct Run {
    std::vector<DataValue> outputs;
    std::chrono::nanoseconds time;
};

Result<Run> runOf(const Model& model, const ProviderList& providers, const Feeds& feeds,
                  const Progress& progress, bool timed) {
    auto session = Session::create(model, providers, {}, progress);
    if (!session)
        return std::move(session).error();
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

} // namespace

Result<ModelJudge> ModelJudge::make(const Model& original, const ProviderList& providers,
                                    Feeds feeds, const Progress& progress, bool timed) {
    auto expected = runOf(original, providers, feeds, progress, timed);
    if (!expected)
        return std::move(expected).error();
    ModelJudge judge;
    judge.m_providers = providers;
    judge.m_feeds = std::move(feeds);
    judge.m_expected = std::move(expected->outputs);
    judge.m_time = expected->time;
    judge.m_timed = timed;
    return judge;
}

Result<ModelDifference> ModelJudge::judge(const Model& model, double rtol, double atol,
                                          const Progress& progress) const {
    auto actual = runOf(model, m_providers, m_feeds, progress, m_timed);
    if (!actual)
        return std::move(actual).error();
    ModelDifference result;
    result.time = actual->time;
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

Result<std::vector<OutputDifference>>
differencesFrom(const std::shared_ptr<ExecutionProvider>& provider, const Model& model,
                const Feeds& feeds, const std::vector<DataValue>& outputs,
                const Progress& progress) {
    const auto run = runOf(model, {provider}, feeds, {progress.stop, {}}, false);
    if (!run)
        return run.error();
    std::vector<OutputDifference> differences;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        differences.push_back({outputs[i].name, compareValues(run->outputs[i], outputs[i], 0, 0)});
    return differences;
}

} // namespace partita
