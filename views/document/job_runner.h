#pragma once

#include <QObject>
#include <QtConcurrent>
#include <memory>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

/// Runs one piece of work at a time off the GUI thread. A new one makes the old one obsolete: it
/// is asked to stop and its result is thrown away.
class JobRunner : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~JobRunner() override {
        cancel();
        // Workers report to this object: they must be gone before it is.
        for (auto* watcher : findChildren<QFutureWatcherBase*>())
            watcher->waitForFinished();
    }

    /// `work(Progress) -> Result<T>` on a worker; `done(Result<T>)` on this thread.
    template <class T, class Work, class Done>
    void start(const QString& title, Work work, Done done) {
        cancel();
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
        watcher->setFuture(QtConcurrent::run(
            [work, progress] { return std::make_shared<Result<T>>(work(progress)); }));
    }

    /// Asks the running work to stop and forgets it.
    void cancel() {
        if (!m_current)
            return;
        m_current->request_stop();
        m_current.reset();
        Q_EMIT finished();
    }
    /// Asks the running work to stop and waits for what it says.
    void stop() {
        if (m_current)
            m_current->request_stop();
    }
    [[nodiscard]] bool isRunning() const { return m_current != nullptr; }
    [[nodiscard]] const QString& title() const { return m_title; }

Q_SIGNALS:
    void started(const QString& title);
    void progressed(double fraction);
    void finished();

private:
    std::shared_ptr<std::stop_source> m_current;
    QString m_title;
};

} // namespace partita
