#include "core/report/model_run.h"

#include <nlohmann/json.hpp>

#include "core/data/feed_files.h"
#include "core/data/random_feeds.h"
#include "core/ir/inline_functions.h"
#include "core/report/run_report.h"

namespace partita {

namespace {

/// Nodes of inlined functions count for the call that the document shows.
class ShownNodes {
public:
    ShownNodes(const Model& inlined, const Model& shown) : m_inlined(inlined), m_shown(shown) {}
    [[nodiscard]] NodeId operator()(NodeId id) const { return nodeBefore(m_shown, m_inlined, id); }
    void apply(RunReport& report) const {
        for (NodeTiming& timing : report.timings) {
            timing.node = (*this)(timing.node);
            for (NodeId& fused : timing.fusedWith)
                fused = (*this)(fused);
        }
    }
    void apply(Timeline& timeline) const {
        for (TimelineTask& task : timeline.tasks) {
            if (task.node)
                task.node = (*this)(task.node);
            for (NodeId& fused : task.fused)
                fused = (*this)(fused);
        }
    }

private:
    const Model &m_inlined, &m_shown;
};

} // namespace

Result<Feeds> feedsOf(const RunRequest& request, const Model& model) {
    if (request.inputs.empty())
        return randomFeeds(model, request.seed, request.sizes);
    return readFeeds(request.inputs, model);
}

Result<RunResultPtr> runModel(const Model& model, const ProviderList& providers,
                              const PartitionOptions& wishes, const RunRequest& request,
                              Feeds feeds, const Progress& progress) {
    Progress compiling = progress;
    compiling.report = [&](double fraction) { progress.at(fraction / 2); };
    auto session = Session::create(model, providers, wishes, compiling);
    if (!session)
        return std::move(session).error();
    auto result = std::make_shared<RunResult>();
    result->request = request;
    result->feeds = std::make_shared<const Feeds>(std::move(feeds));
    const ShownNodes shown((*session)->model(), model);
    RunRecorder recorder;
    RunReport fastest;
    // The first run packs weights and plans memory: it is not what the others are.
    const int first = request.repeat > 1 ? -1 : 0;
    std::optional<IoBinding> binding;
    if (request.bind) {
        auto bound = IoBinding::ofAll(model, *result->feeds, BoundPlace::device);
        if (!bound)
            return std::move(bound).error();
        binding = *std::move(bound);
    }
    for (int i = first; i < request.repeat; ++i) {
        auto report = binding ? (*session)->run(*binding, progress.stop)
                              : (*session)->run(*result->feeds, progress.stop);
        if (!report)
            return std::move(report).error();
        progress.at(0.5 + 0.5 * static_cast<double>(i + 1) / request.repeat);
        if (i < 0)
            continue;
        if (i == 0 || report->total < fastest.total)
            fastest = *report;
        shown.apply(*report);
        recorder.add(*report);
    }
    if (binding)
        fastest.outputs = binding->outputValues(model);
    result->trace = traceJson(**session, fastest)
                        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    shown.apply(fastest);
    result->best = std::move(fastest);
    result->statistics = recorder.statistics(model);
    result->memory = (*session)->memoryTimeline();
    for (MemoryStep& step : result->memory)
        step.node = shown(step.node);
    result->arenaBytes = (*session)->arenaBytes();
    auto timeline = simulatedTimeline(**session, providers);
    if (!timeline)
        return std::move(timeline).error();
    result->timeline = *std::move(timeline);
    if (result->timeline)
        shown.apply(*result->timeline);
    if (request.againstCpu) {
        auto compared = differencesFrom({providers.back()}, model, *result->feeds,
                                        result->best.outputs, progress);
        if (!compared)
            return std::move(compared).error();
        result->fromCpu = *std::move(compared);
    }
    if (const auto peak = measurePeakFlops(providers, {progress.stop, {}}))
        result->peakFlops = *peak;
    return result;
}

} // namespace partita
