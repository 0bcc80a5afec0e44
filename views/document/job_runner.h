#pragma once

#include <QObject>
#include <QtConcurrent>
#include <memory>

#include "core/base/log.h"
#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

/// Runs one job at a time off the GUI thread. A new job replaces the running one, which is asked to
/// stop and whose result is discarded.
class JobRunner : public QObject {
    Q_OBJECT
public:
    /// Identifies a job, so that a caller can ask whether its own job is still running.
    using Job = std::shared_ptr<std::stop_source>;

    using QObject::QObject;
    ~JobRunner() override {
        cancel();
        // Workers report to this object, so they must end before it is destroyed.
        const auto watchers = findChildren<QFutureWatcherBase*>();
        for (auto* watcher : watchers)
            watcher->waitForFinished();
    }

    /// The document name that labels the log lines of later jobs.
    void setSubject(std::string document) { m_subject = std::move(document); }

    /// Why another job is refused while one runs, which it would replace.
    [[nodiscard]] Error stillAtWork() const {
        return {Errc::usage,
                PARTITA_TEXT("{0} is still at work", m_title.toStdString()),
                {},
                PARTITA_TEXT("wait for its end, or cancel it")};
    }

    /// Runs `work(Progress) -> Result<T>` on a worker, then `done(Result<T>)` on this thread.
    template <class T, class Work, class Done>
    Job start(const QString& title, Work work, Done done) {
        const Job former = m_current;
        cancel();
        if (former)
            Q_EMIT replaced(former, title);
        auto source = std::make_shared<std::stop_source>();
        m_current = source;
        m_title = title;
        Progress progress;
        progress.stop = source->get_token();
        progress.report = [this, source](double fraction) {
            if (!source->stop_requested())
                Q_EMIT progressed(fraction);
        };
        auto* watcher = new QFutureWatcher<std::shared_ptr<Result<T>>>(this);
        connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, source, done] {
            const auto result = watcher->result();
            watcher->deleteLater();
            if (m_current != source)
                return;
            m_current.reset();
            Q_EMIT finished();
            done(std::move(*result));
        });
        Q_EMIT started(title);
        watcher->setFuture(QtConcurrent::run([work, progress, subject = m_subject] {
            const LogSubject about(subject);
            return std::make_shared<Result<T>>(work(progress));
        }));
        return source;
    }

    /// Asks the running job to stop and discards its result.
    void cancel() {
        if (!m_current)
            return;
        m_current->request_stop();
        m_current.reset();
        Q_EMIT finished();
    }
    /// Cancels the running job only if it is `job`.
    void cancel(const Job& job) {
        if (isRunning(job))
            cancel();
    }
    /// Asks the running job to stop; `done` still gets its result.
    void stop() {
        if (m_current)
            m_current->request_stop();
    }
    [[nodiscard]] bool isRunning() const { return m_current != nullptr; }
    [[nodiscard]] bool isRunning(const Job& job) const { return job && m_current == job; }
    [[nodiscard]] const QString& title() const { return m_title; }

Q_SIGNALS:
    /// `title`: of the job that takes the place of a running one.
    void replaced(const partita::JobRunner::Job& job, const QString& title);
    void started(const QString& title);
    void progressed(double fraction);
    void finished();

private:
    Job m_current;
    QString m_title;
    std::string m_subject;
};

/// The kinds of jobs of a document: making its picture, working on the model, writing it.
enum class Lane { picture, work, save };
inline constexpr Lane kLanes[] = {Lane::picture, Lane::work, Lane::save};

/// The jobs of a document, one at a time in each lane: a new picture replaces an older picture but
/// never a run, and nothing takes the place of a saving that has begun.
class JobLanes {
public:
    [[nodiscard]] JobRunner& operator[](Lane lane) {
        return lane == Lane::picture ? m_picture : lane == Lane::work ? m_work : m_save;
    }
    /// The running job to show and to cancel, work before pictures; null: nothing runs.
    [[nodiscard]] JobRunner* foremost() {
        return m_save.isRunning()      ? &m_save
               : m_work.isRunning()    ? &m_work
               : m_picture.isRunning() ? &m_picture
                                       : nullptr;
    }
    [[nodiscard]] bool isRunning() const {
        return m_work.isRunning() || m_picture.isRunning() || m_save.isRunning();
    }
    /// All but a saving, which ends by itself.
    void cancelAll() {
        m_picture.cancel();
        m_work.cancel();
    }

private:
    JobRunner m_picture, m_work, m_save;
};

} // namespace partita
