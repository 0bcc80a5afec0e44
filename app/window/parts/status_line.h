#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QStatusBar>
#include <QTimer>
#include <chrono>

#include "app/window/parts/status_parts.h"
#include "core/report/model_summary.h"

class QProgressBar;
class QToolButton;

namespace partita {

class DocumentController;
class GraphView;
class JobRunner;
class Outline;

/// The status bar: what is in view, the size of the model, whether it is saved, and the device that
/// nodes are placed on. While a job runs longer than a moment, it shows the job's title, its progress,
/// how long a long one will take, and a Cancel button. Of several jobs it shows
/// `JobLanes::foremost`.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    StatusLine(DocumentController& document, const GraphView& graph);
    void refresh(); ///< updates all after a change of document, job or language
    void cancel();  ///< cancels the shown job
    [[nodiscard]] bool isWorking() const { return m_followed != nullptr; }
    void setModified(bool modified);
    void setMerging(bool merging); ///< a merge is in front, in place of a document
    /// "about 20 s left" of a job that has done `fraction` of its work; empty: it is too early to say.
    [[nodiscard]] static QString timeLeft(std::chrono::milliseconds since, double fraction);

Q_SIGNALS:
    void panelWanted(const char* id); ///< about what was clicked
    void workChanged();               ///< there is a job to cancel, or none any more

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectJobs(JobRunner& runner);
    void followForemost();
    [[nodiscard]] QVector<StatusParts::Part> documentParts();
    [[nodiscard]] QVector<StatusParts::Part> stateParts() const;
    [[nodiscard]] const ParameterCount& parameters();

    DocumentController& m_document;
    const GraphView& m_graph;
    StatusParts *m_left, *m_right;
    bool m_isModified = false, m_isMerging = false;
    ParameterCount m_parameters;
    std::weak_ptr<const Outline> m_counted; ///< of the model that the parameters are counted of
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QTimer m_viewDelay; ///< counts once after many movements of the view
    QHash<const JobRunner*, QElapsedTimer> m_since; ///< the beginning of their last jobs
    QString m_timeLeft;                             ///< of the job that is shown
    QTimer m_delay;                  ///< delays the display, so that short jobs are not shown
    JobRunner* m_followed = nullptr; ///< null: no job
};

} // namespace partita
