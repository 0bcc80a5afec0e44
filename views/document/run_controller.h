#pragma once

#include <QObject>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "core/session/output_judges.h"
#include "core/tasks/bridge/real_runtime.h"
#include "views/document/job_runner.h"

namespace partita {

/// The input of a run: the model in view and its providers.
struct RunSubject {
    Model model;
    ProviderList providers;
    PartitionOptions wishes;
    std::filesystem::path path{}; ///< that the model was opened from
    ProviderList judges{};        ///< of the outputs
};

/// The user's ONNX Runtime in place of the document's providers.
struct RuntimeWish {
    RealRuntime runtime;
    RealSession session; ///< but for its model
};

/// Whether the outputs of a run are judged afterwards: as slow as the reference evaluator is.
enum class Compared { no, yes };

/// Runs the open document on its providers in a separate process, and keeps the resulting times and
/// values.
class RunController : public QObject {
    Q_OBJECT
public:
    /// `subject` is called for each run; it returns nothing while no document is open.
    RunController(JobRunner& jobs, std::function<std::optional<RunSubject>()> subject);

    void run(RunRequest request, Compared compared = Compared::no);
    /// The same in the user's ONNX Runtime.
    void runInRuntime(RunRequest request, RuntimeWish wish, Compared compared = Compared::no);
    /// The result of the last run that succeeded; null: there is none.
    [[nodiscard]] const std::shared_ptr<const RunResult>& result() const { return m_result; }
    /// What the judge says of the result's outputs; nothing: not compared, or not yet.
    [[nodiscard]] const std::optional<Result<JudgedOutputs>>& judged() const { return m_judged; }
    [[nodiscard]] bool isJudging() const { return m_jobs.isRunning(m_judging); }
    /// Why the last run failed, or nothing. The result is then that of an earlier run, if any.
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }
    /// A constant, an input or output of the last run, or a value from `compute`; null: not known.
    [[nodiscard]] std::shared_ptr<const ModelData> value(ValueId id) const;
    /// Runs the model again on the last run's inputs to get one intermediate value.
    void compute(ValueId id);
    /// Discards all results and cancels the running job: the model has changed.
    void clear();

Q_SIGNALS:
    void finished();      ///< also when a run failed, and when the results were discarded
    void judgedChanged(); ///< the outputs are compared, or no longer
    void valuesChanged(); ///< `value` has one more value
    void failed(const partita::Error& error);

private:
    void show(Result<RunResultPtr> result, RunSubject subject, Compared compared);
    void judge(RunSubject subject);
    using Computed = std::pair<ValueId, std::shared_ptr<const ModelData>>;
    void keep(ValueId id, ModelData value);

    JobRunner& m_jobs;
    std::function<std::optional<RunSubject>()> m_subject;
    JobRunner::Job m_job, m_judging; ///< the last job of this controller, and the last comparison
    std::shared_ptr<const RunResult> m_result;
    std::optional<Result<JudgedOutputs>> m_judged;
    std::optional<Error> m_failure;
    std::deque<Computed> m_computed; ///< newest first
};

} // namespace partita
