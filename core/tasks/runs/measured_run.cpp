#include "core/tasks/runs/measured_run.h"

#include <functional>

#include <nlohmann/json.hpp>

#include "core/base/try.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/infer_shapes.h"
#include "core/report/run_report.h"

namespace partita {

namespace {

/// Maps a node of the session's model to the node that the result shows in its place.
using NodeShown = std::function<NodeId(NodeId)>;

struct MeasuredRuns {
    RunReport best; ///< of the session's nodes
    RunStatistics statistics;
};

void rename(RunReport& report, const NodeShown& shown) {
    for (NodeTiming& timing : report.timings) {
        timing.node = shown(timing.node);
        for (NodeId& fused : timing.fusedWith)
            fused = shown(fused);
    }
}

void rename(Timeline& timeline, const NodeShown& shown) {
    for (TimelineTask& task : timeline.tasks) {
        if (task.node)
            task.node = shown(task.node);
        for (NodeId& fused : task.fused)
            fused = shown(fused);
    }
}

std::map<std::string, std::vector<std::int64_t>> sizesOf(const Feeds& feeds) {
    std::map<std::string, std::vector<std::int64_t>> sizes;
    for (const auto& [name, feed] : feeds)
        if (feed.isTensor())
            sizes.emplace(name, feed.tensor.dims);
    return sizes;
}

Result<MeasuredRuns> measureRuns(Session& session, const Model& model, const Feeds& feeds,
                                 const RunRequest& request, NodesOf nodes, const NodeShown& shown,
                                 const Progress& progress) {
    std::optional<IoBinding> binding;
    if (request.bind)
        binding = PARTITA_TRY(IoBinding::ofAll(model, feeds, BoundPlace::device));
    MeasuredRuns runs;
    RunRecorder recorder;
    RunReport last;
    const int warmup = request.warmupRuns(), all = warmup + request.repeat;
    for (int i = 0; i < all; ++i) {
        last = {}; // releases its outputs, so that the run can reuse their memory
        last = PARTITA_TRY(binding ? session.run(*binding, progress.stop)
                                   : session.run(feeds, progress.stop));
        progress.at(static_cast<double>(i + 1) / all);
        if (i < warmup)
            continue;
        if (i == warmup || last.total < runs.best.total)
            runs.best = {{}, last.timings, last.transfers, last.total};
        RunReport renamed{{}, last.timings, {}, last.total};
        rename(renamed, shown);
        recorder.add(renamed);
    }
    runs.best.outputs = binding ? binding->outputValues(model) : std::move(last.outputs);
    runs.statistics = recorder.statistics(
        withSizesOfRun(nodes == NodesOf::session ? session.model() : model, sizesOf(feeds)));
    return runs;
}

} // namespace

Result<RunResultPtr> runInSession(Session& session, const Model& model,
                                  const ProviderList& providers, const RunRequest& request,
                                  Feeds feeds, NodesOf nodes, const Progress& progress) {
    auto result = std::make_shared<RunResult>();
    result->request = request;
    result->feeds = std::make_shared<const Feeds>(std::move(feeds));
    // Nodes of an inlined function count for its call, which is what a document shows.
    const NodeShown shown = [&](NodeId id) {
        return nodes == NodesOf::session ? id : nodeBefore(model, session.model(), id);
    };
    auto runs =
        PARTITA_TRY(measureRuns(session, model, *result->feeds, request, nodes, shown, progress));
    if (request.trace)
        result->trace = traceJson(session, runs.best)
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    rename(runs.best, shown);
    result->best = std::move(runs.best);
    result->statistics = std::move(runs.statistics);
    result->memory = session.memoryTimeline();
    for (MemoryStep& step : result->memory)
        step.node = shown(step.node);
    result->arenaBytes = session.arenaBytes();
    result->timeline = PARTITA_TRY(simulatedTimeline(session, providers));
    if (result->timeline)
        rename(*result->timeline, shown);
    if (request.peak)
        if (const auto peak = measurePeakFlops(providers, {progress.stop, {}}))
            result->peakFlops = *peak;
    return result;
}

Result<RunResultPtr> runModel(const Model& model, const ProviderList& providers,
                              const PartitionOptions& wishes, const RunRequest& request,
                              Feeds feeds, const Progress& progress) {
    const auto half = [&](double from) {
        Progress part = progress;
        part.report = [&progress, from](double fraction) { progress.at(from + fraction / 2); };
        return part;
    };
    const auto session = PARTITA_TRY(Session::create(model, providers, wishes, half(0)));
    return runInSession(*session, model, providers, request, std::move(feeds), NodesOf::model,
                        half(0.5));
}

} // namespace partita
