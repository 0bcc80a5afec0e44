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

/// The line at the bottom: what is in view and how long it took. While a job takes longer than a
/// moment: what is done, how far it is, and a button that cancels it. Of several jobs it is about
/// the foremost.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    StatusLine(DocumentController& document, const GraphView& graph);
    void refresh(); ///< everything anew: document, job or language changed
    void cancel();  ///< the job that the line is about

private:
    void connectJobs(JobRunner& runner);
    void followForemost();
    [[nodiscard]] QString documentText() const;

    DocumentController& m_document;
    const GraphView& m_graph;
    QLabel *m_left, *m_right;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QTimer m_delay;                  ///< short jobs are not shown
    JobRunner* m_followed = nullptr; ///< null: no job
};

} // namespace partita
