#pragma once

#include <QObject>
#include <deque>
#include <functional>
#include <memory>

#include "core/tasks/measured_run.h"
#include "views/document/job_runner.h"

namespace partita {

/// What is run: the model in view, and who runs its nodes.
struct RunSubject {
    Model model;
    ProviderList providers;
    PartitionOptions wishes;
};

/// Runs the open document on its providers, in a process of its own, and keeps what it gave: times
/// and values.
class RunController : public QObject {
    Q_OBJECT
public:
    /// `subject`: asked anew for each run; nothing: no document is open.
    RunController(JobRunner& jobs, std::function<std::optional<RunSubject>()> subject)
        : m_jobs(jobs), m_subject(std::move(subject)) {}

    void run(RunRequest request);
    /// Of the last run; null: not run yet.
    [[nodiscard]] const std::shared_ptr<const RunResult>& result() const { return m_result; }
    /// A constant, an input or output of the last run, or what `compute` made; null: not known.
    [[nodiscard]] std::shared_ptr<const DataValue> value(ValueId id) const;
    /// Runs the model once more to see one value between two nodes, on the last run's inputs.
    void compute(ValueId id);
    /// Another model: nothing of this is true any more, nor what a run under way would say.
    void clear();

Q_SIGNALS:
    void finished();      ///< or nothing left of an older run
    void valuesChanged(); ///< `value` knows another one
    void failed(const partita::Error& error);

private:
    using Computed = std::pair<ValueId, std::shared_ptr<const DataValue>>;
    template <class T> [[nodiscard]] bool isGood(const Result<T>& result);
    void keep(ValueId id, DataValue value);

    JobRunner& m_jobs;
    std::function<std::optional<RunSubject>()> m_subject;
    JobRunner::Job m_job; ///< the latest of this controller
    std::shared_ptr<const RunResult> m_result;
    std::deque<Computed> m_computed; ///< the latest first
};

} // namespace partita
