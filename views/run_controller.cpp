#include "views/run_controller.h"

#include "core/ir/constants.h"
#include "core/ir/inline_functions.h"
#include "core/report/run_report.h"
#include "core/runtime/feed_files.h"
#include "core/runtime/random_feeds.h"
#include "views/document_controller.h"

namespace partita {

namespace {

constexpr std::uint64_t kComputedBytes = 512U << 20; ///< of computed values that are kept

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

Result<Feeds> feedsOf(const RunRequest& request, const Model& model) {
    if (request.inputs.empty())
        return randomFeeds(model, request.seed, request.sizes);
    return readFeeds(request.inputs, model);
}

using RunResultPtr = std::shared_ptr<RunResult>;

/// Work for a worker: compiles the model and runs it as often as `request` says.
Result<RunResultPtr> runModel(const Model& model, const ProviderList& providers,
                              const PartitionOptions& wishes, const RunRequest& request,
                              const Progress& progress) {
    Progress compiling = progress;
    compiling.report = [&](double fraction) { progress.at(fraction / 2); };
    auto session = Session::create(model, providers, wishes, compiling);
    if (!session)
        return std::move(session).error();
    auto feeds = feedsOf(request, model);
    if (!feeds)
        return std::move(feeds).error();
    auto result = std::make_shared<RunResult>();
    result->request = request;
    result->feeds = std::make_shared<const Feeds>(*std::move(feeds));
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

} // namespace

void RunController::run(RunRequest request) {
    if (!m_document.hasDocument())
        return;
    const auto work = [model = m_document.model(), providers = m_document.providers(),
                       wishes = m_document.partitionOptions(),
                       request = std::move(request)](const Progress& progress) {
        return runModel(model, providers, wishes, request, progress);
    };
    m_document.jobs().start<RunResultPtr>(tr("Running"), work, [this](Result<RunResultPtr> result) {
        if (!result) {
            if (result.error().code != Errc::cancelled)
                Q_EMIT m_document.failed(result.error());
            return;
        }
        m_result = *std::move(result);
        m_computed.clear();
        Q_EMIT finished();
        Q_EMIT valuesChanged();
    });
}

std::shared_ptr<const DataValue> RunController::value(ValueId id) const {
    if (!m_document.hasDocument())
        return nullptr;
    const Model& model = m_document.model();
    const auto& value = model.value(id);
    if (!value)
        return nullptr;
    for (const auto& [known, data] : m_computed)
        if (known == id)
            return data;
    const auto named = [&](const DataValue& data) {
        auto copy = std::make_shared<DataValue>(data);
        copy->name = copy->tensor.name = value->name;
        return copy;
    };
    if (m_result && value->graph == model.mainGraph()) {
        if (const auto fed = m_result->feeds->find(value->name); fed != m_result->feeds->end())
            return named(fed->second);
        for (const DataValue& output : m_result->best.outputs)
            if (output.name == value->name)
                return named(output);
    }
    if (auto constant = constantOf(model, id))
        return named(*std::move(constant));
    return nullptr;
}

void RunController::compute(ValueId id) {
    if (!m_document.hasDocument() || !m_document.model().value(id))
        return;
    const auto work = [model = m_document.model(), providers = m_document.providers(),
                       wishes = m_document.partitionOptions(),
                       name = m_document.model().value(id)->name,
                       last = m_result](const Progress& progress) -> Result<DataValue> {
        auto extended = withOutputs(model, {name});
        if (!extended)
            return std::move(extended).error();
        auto session = Session::create(*extended, providers, wishes, progress);
        if (!session)
            return std::move(session).error();
        auto feeds = last ? Result<Feeds>(*last->feeds) : feedsOf({}, model);
        if (!feeds)
            return std::move(feeds).error();
        auto report = (*session)->run(*feeds, progress.stop);
        if (!report)
            return std::move(report).error();
        for (DataValue& output : report->outputs)
            if (output.name == name)
                return std::move(output);
        return Error{
            Errc::internal, "the run did not give the value", {"value '" + name + "'"}, {}};
    };
    m_document.jobs().start<DataValue>(tr("Computing"), work, [this, id](Result<DataValue> result) {
        if (result)
            keep(id, *std::move(result));
        else if (result.error().code != Errc::cancelled)
            Q_EMIT m_document.failed(result.error());
    });
}

/// The oldest make room; the newest is kept however large it is.
void RunController::keep(ValueId id, DataValue value) {
    m_computed.emplace_front(id, std::make_shared<const DataValue>(std::move(value)));
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_computed.size(); ++i) {
        bytes += m_computed[i].second->tensor.byteSize();
        if (i > 0 && bytes > kComputedBytes) {
            m_computed.resize(i);
            break;
        }
    }
    Q_EMIT valuesChanged();
}

void RunController::clear() {
    m_result.reset();
    m_computed.clear();
    Q_EMIT finished();
    Q_EMIT valuesChanged();
}

} // namespace partita
