#pragma once

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace partita {

class DocumentController;
class GraphView;
class JobRunner;

/// The status bar: what is in view and how long it took to open. While a job runs longer than a
/// moment, it shows the job's title, its progress and a Cancel button. Of several jobs it shows
/// `JobLanes::foremost`.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    StatusLine(DocumentController& document, const GraphView& graph);
    void refresh(); ///< updates all after a change of document, job or language
    void cancel();  ///< cancels the shown job

private:
    void connectJobs(JobRunner& runner);
    void followForemost();
    [[nodiscard]] QString documentText() const;

    DocumentController& m_document;
    const GraphView& m_graph;
    QLabel *m_left, *m_right;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QTimer m_viewDelay;              ///< counts once after many movements of the view
    QTimer m_delay;                  ///< delays the display, so that short jobs are not shown
    JobRunner* m_followed = nullptr; ///< null: no job
};

} // namespace partita
