#include "views/document/run_controller.h"

#include "core/base/try.h"
#include "core/ir/constants.h"
#include "core/tasks/runs/runner.h"
#include "core/tasks/runs/worker_run.h"

namespace partita {

namespace {

constexpr std::uint64_t kComputedBytes = 512U << 20; ///< limit of the computed values kept

Result<RunResultPtr> runOnFeeds(const RunSubject& subject, const RunRequest& request,
                                Result<Feeds> feeds, const Progress& progress) {
    if (!feeds)
        return std::move(feeds).error();
    return runInWorker(subject.model, subject.providers, subject.wishes, request, *std::move(feeds),
                       progress);
}

} // namespace

RunController::RunController(JobRunner& jobs, std::function<std::optional<RunSubject>()> subject)
    : m_jobs(jobs), m_subject(std::move(subject)) {
    connect(&m_jobs, &JobRunner::finished, this, [this] {
        if (!m_judging || isJudging())
            return;
        m_judging.reset(); // it may have been cancelled
        Q_EMIT judgedChanged();
    });
}

void RunController::run(RunRequest request, Compared compared) {
    auto subject = m_subject();
    if (!subject)
        return;
    const auto work = [subject = *subject, request = std::move(request)](const Progress& progress) {
        return runOnFeeds(subject, request, feedsOf(request.feeds, subject.model), progress);
    };
    m_job = m_jobs.start<RunResultPtr>(
        tr("Running"), work, [this, subject = *subject, compared](Result<RunResultPtr> result) {
            show(std::move(result), subject, compared);
        });
}

void RunController::runInRuntime(RunRequest request, RuntimeWish wish, Compared compared) {
    auto subject = m_subject();
    if (!subject)
        return;
    wish.session.model = subject->path;
    const auto work = [model = subject->model, request = std::move(request),
                       wish = std::move(wish)](const Progress& progress) {
        return partita::runInRuntime(wish.runtime, wish.session, model, request, progress);
    };
    m_job = m_jobs.start<RunResultPtr>(
        tr("Running in ONNX Runtime"), work,
        [this, subject = *subject, compared](Result<RunResultPtr> result) {
            show(std::move(result), subject, compared);
        });
}

void RunController::show(Result<RunResultPtr> result, RunSubject subject, Compared compared) {
    if (!result && result.error().code == Errc::cancelled)
        return;
    if (!result) {
        m_failure = result.error();
        Q_EMIT finished();
        Q_EMIT failed(*m_failure);
        return;
    }
    m_failure.reset();
    m_result = *std::move(result);
    m_judged.reset();
    m_computed.clear();
    if (compared == Compared::yes)
        judge(std::move(subject));
    Q_EMIT finished();
    Q_EMIT valuesChanged();
}

/// Compares the outputs of the result, which is in view meanwhile. Cancelling ends this alone.
void RunController::judge(RunSubject subject) {
    const auto work = [subject = std::move(subject), result = m_result](const Progress& progress) {
        return judgeOutputs(subject.model, *result->feeds, result->best.outputs, subject.judges,
                            progress, runnerProcess());
    };
    m_job = m_judging = m_jobs.start<JudgedOutputs>(tr("Comparing outputs"), work,
                                                    [this](Result<JudgedOutputs> judged) {
                                                        m_judged = std::move(judged);
                                                        Q_EMIT judgedChanged();
                                                    });
}

std::shared_ptr<const ModelData> RunController::value(ValueId id) const {
    const auto subject = m_subject();
    if (!subject)
        return nullptr;
    const Model& model = subject->model;
    const auto& value = model.value(id);
    if (!value)
        return nullptr;
    for (const auto& [known, data] : m_computed)
        if (known == id)
            return data;
    const auto named = [&](const ModelData& data) {
        auto copy = std::make_shared<ModelData>(data);
        copy->name = copy->tensor.name = value->name;
        return copy;
    };
    if (m_result && value->graph == model.mainGraph()) {
        if (const auto fed = m_result->feeds->find(value->name); fed != m_result->feeds->end())
            return named(fed->second);
        for (const ModelData& output : m_result->best.outputs)
            if (output.name == value->name)
                return named(output);
    }
    if (auto constant = constantOf(model, id))
        return named(*std::move(constant));
    return nullptr;
}

void RunController::compute(ValueId id) {
    auto subject = m_subject();
    if (!subject || !subject->model.value(id))
        return;
    const std::string name = subject->model.value(id)->name;
    const auto work = [subject = *std::move(subject), name,
                       last = m_result](const Progress& progress) -> Result<ModelData> {
        auto extended = PARTITA_TRY(withOutputs(subject.model, {name}));
        RunRequest request; // the value alone is of interest
        request.peak = request.trace = false;
        auto run = PARTITA_TRY(
            runOnFeeds({std::move(extended), subject.providers, subject.wishes}, request,
                       last ? Result<Feeds>(*last->feeds) : feedsOf({}, subject.model), progress));
        for (ModelData& output : run->best.outputs)
            if (output.name == name)
                return std::move(output);
        return Error{Errc::internal,
                     PARTITA_TEXT("the run did not give the value"),
                     {PARTITA_TEXT("value '{0}'", name)},
                     {}};
    };
    m_job = m_jobs.start<ModelData>(tr("Computing"), work, [this, id](Result<ModelData> result) {
        if (result)
            keep(id, *std::move(result));
        else if (result.error().code != Errc::cancelled)
            Q_EMIT failed(result.error());
    });
}

/// Drops the oldest values when the limit is exceeded. The newest is kept whatever its size.
void RunController::keep(ValueId id, ModelData value) {
    m_computed.emplace_front(id, std::make_shared<const ModelData>(std::move(value)));
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
    m_jobs.cancel(m_job);
    m_result.reset();
    m_judged.reset();
    m_failure.reset();
    m_computed.clear();
    Q_EMIT finished();
    Q_EMIT valuesChanged();
}

} // namespace partita
