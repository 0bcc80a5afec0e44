#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>

#include "core/tasks/bridge/real_runtime.h"
#include "views/document/job_runner.h"

namespace partita {

/// The user's own ONNX Runtime, which all windows share: which one was chosen in the settings, and
/// what it says of itself, once it was asked.
class RuntimeChoice : public QObject {
    Q_OBJECT
public:
    /// The only one; it lasts as long as something holds it.
    [[nodiscard]] static std::shared_ptr<RuntimeChoice> shared();

    /// `python`: an interpreter; empty: python3 of the PATH. `plugins`: NAME:LIBRARY.
    void choose(const QString& python, const QStringList& plugins);
    [[nodiscard]] const RealRuntime& runtime() const { return m_runtime; }
    /// Asks what it has, in the background, unless that is known or being asked.
    void ask();
    /// Asks again, whatever is known.
    void askAgain();
    [[nodiscard]] bool isAsking() const { return m_jobs.isRunning(); }
    /// Nothing: it was not asked, or did not answer.
    [[nodiscard]] const std::optional<RuntimeFacts>& facts() const { return m_facts; }
    /// Why it did not answer.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }
    /// The providers that a session can have: first those in libraries, then the built-in ones, the
    /// CPU last.
    [[nodiscard]] std::vector<RealProvider> providers() const;

Q_SIGNALS:
    void changed(); ///< another choice, or an answer

private:
    RealRuntime m_runtime;
    QStringList m_plugins;
    std::optional<RuntimeFacts> m_facts;
    std::optional<Error> m_problem;
    JobRunner m_jobs;
};

} // namespace partita
