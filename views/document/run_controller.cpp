#include "views/document/run_controller.h"

#include "core/ir/constants.h"
#include "core/tasks/worker_run.h"
#include "views/document/document_controller.h"

namespace partita {

namespace {

constexpr std::uint64_t kComputedBytes = 512U << 20; ///< of computed values that are kept

Result<RunResultPtr> runOnFeeds(const Model& model, const ProviderList& providers,
                                const PartitionOptions& wishes, const RunRequest& request,
                                Result<Feeds> feeds, const Progress& progress) {
    if (!feeds)
        return std::move(feeds).error();
    return runInWorker(model, providers, wishes, request, *std::move(feeds), progress);
}

} // namespace

void RunController::run(RunRequest request) {
    if (!m_document.hasDocument())
        return;
    const auto work = [model = m_document.model(), providers = m_document.providers(),
                       wishes = m_document.partitionOptions(),
                       request = std::move(request)](const Progress& progress) {
        return runOnFeeds(model, providers, wishes, request, feedsOf(request.feeds, model),
                          progress);
    };
    JobRunner& jobs = m_document.jobs()[Lane::work];
    m_job = jobs.start<RunResultPtr>(tr("Running"), work, [this](Result<RunResultPtr> result) {
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
        auto run = runOnFeeds(*extended, providers, wishes, {},
                              last ? Result<Feeds>(*last->feeds) : feedsOf({}, model), progress);
        if (!run)
            return std::move(run).error();
        for (DataValue& output : (*run)->best.outputs)
            if (output.name == name)
                return std::move(output);
        return Error{
            Errc::internal, "the run did not give the value", {"value '" + name + "'"}, {}};
    };
    JobRunner& jobs = m_document.jobs()[Lane::work];
    m_job = jobs.start<DataValue>(tr("Computing"), work, [this, id](Result<DataValue> result) {
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
    m_document.jobs()[Lane::work].cancel(m_job);
    m_result.reset();
    m_computed.clear();
    Q_EMIT finished();
    Q_EMIT valuesChanged();
}

} // namespace partita
