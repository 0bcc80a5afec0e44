#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>
#include <memory>

#include "core/tasks/remedies/remedies.h"
#include "views/document/document_controller.h"

namespace partita {

/// What would give the placement in view fewer partitions, or nodes to devices that have none. It is
/// looked for in the background, when a placement was made and nothing else runs; for a large model
/// only when the user asks. What was found for another placement is forgotten.
class RemediesController : public QObject {
    Q_OBJECT
public:
    enum class State {
        noModel,
        waiting, ///< until nothing else runs
        onDemand,
        searching,
        failed,
        found,
    };
    explicit RemediesController(DocumentController& document, QObject* parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    /// Of the placement in view; null unless `found`.
    [[nodiscard]] const std::shared_ptr<const Remedies>& remedies() const { return m_remedies; }
    [[nodiscard]] const Error& error() const { return m_error; } ///< why the search failed
    [[nodiscard]] std::chrono::milliseconds spent() const { return m_spent; }

    void search(); ///< now
    void cancel(); ///< the user may ask again
    /// Makes the changes: those of the placement are added to the scenario, passes and a conversion
    /// are run by the simplifier, on top of what it does already.
    void apply(const Remedy& remedy);
    /// Whether it searches by itself.
    void setAutomatic(bool on);
    /// The same for those that are made later; on unless it is set.
    static void setAutomaticAtFirst(bool on);

Q_SIGNALS:
    void changed();
    void progressed(double fraction);
    void simplifies(); ///< `apply` started the simplifier, whose steps are to be kept or discarded

private:
    void outdate();
    void searchWhenIdle();
    void giveWay();
    [[nodiscard]] Recipe onTopOfRewrites(const Remedy& remedy) const;

    DocumentController& m_document;
    JobRunner m_jobs; ///< of its own: a search replaces no work, and no work a search
    QTimer m_idle;
    bool m_automatic;
    bool m_bySelf = false; ///< the search in progress was not asked for
    State m_state = State::noModel;
    std::shared_ptr<const Remedies> m_remedies;
    Error m_error;
    std::chrono::milliseconds m_spent{};
};

} // namespace partita
