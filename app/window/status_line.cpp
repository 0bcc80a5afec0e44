#include "app/window/status_line.h"

#include <QLocale>
#include <QProgressBar>
#include <QToolButton>

#include "views/document/document_controller.h"
#include "views/graph/graph_view.h"
#include "views/text/elided_line.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kDelayMs = 300, kViewDelayMs = 60;

}

StatusLine::StatusLine(DocumentController& document, const GraphView& graph)
    : m_document(document), m_graph(graph), m_left(new ElidedLine), m_right(new ElidedLine),
      m_progress(new QProgressBar), m_cancel(new QToolButton) {
    for (QLabel* label : {m_left, m_right})
        label->setContentsMargins(8, 0, 8, 0);
    m_progress->setRange(0, 100);
    m_progress->setFixedWidth(160);
    m_progress->setTextVisible(false);
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    m_progress->hide();
    m_cancel->hide();
    addWidget(m_left, 1);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    addPermanentWidget(m_right);
    setSizeGripEnabled(false);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_progress->show();
        m_cancel->show();
        refresh();
    });
    connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancel);
    connect(&document, &DocumentController::documentChanged, this, &StatusLine::refresh);
    connect(&document, &DocumentController::sceneChanged, this, &StatusLine::refresh);
    connect(&document, &DocumentController::currentNodeChanged, this, &StatusLine::refresh);
    m_viewDelay.setSingleShot(true);
    m_viewDelay.setInterval(kViewDelayMs);
    connect(&m_viewDelay, &QTimer::timeout, this, &StatusLine::refresh);
    connect(&graph, &GraphView::viewChanged, this, [this] {
        if (!m_viewDelay.isActive())
            m_viewDelay.start();
    });
    for (const Lane lane : kLanes)
        connectJobs(document.jobs()[lane]);
}

void StatusLine::connectJobs(JobRunner& runner) {
    connect(&runner, &JobRunner::started, this, &StatusLine::followForemost);
    connect(&runner, &JobRunner::finished, this, &StatusLine::followForemost);
    connect(&runner, &JobRunner::progressed, this, [this, &runner](double fraction) {
        if (m_followed == &runner)
            m_progress->setValue(static_cast<int>(fraction * 100));
    });
}

/// Follows the job to show after a job began or ended.
void StatusLine::followForemost() {
    JobRunner* now = m_document.jobs().foremost();
    if (now == m_followed)
        return;
    m_followed = now;
    m_progress->setValue(0);
    m_progress->hide();
    m_cancel->hide();
    m_delay.stop();
    if (now)
        m_delay.start();
    else
        refresh();
}

void StatusLine::cancel() {
    if (JobRunner* job = m_document.jobs().foremost())
        job->cancel();
}

void StatusLine::refresh() {
    m_cancel->setText(tr("Cancel"));
    m_left->setText(m_followed && !m_progress->isHidden()
                        ? m_followed->title() + QStringLiteral("…")
                        : documentText());
    if (m_document.hasDocument())
        m_right->setText(tr("Opened in %1 s · layout %2 ms")
                             .arg(m_document.state().openSeconds, 0, 'f', 2)
                             .arg(m_document.state().layoutSeconds * 1000, 0, 'f', 1));
    else
        m_right->clear();
}

QString StatusLine::documentText() const {
    if (!m_document.hasDocument())
        return tr("No model");
    const auto& info = m_document.model().info();
    const QLocale locale;
    // As in the headline: all nodes that are placed, in every graph of the model.
    const auto nodes = static_cast<qulonglong>(m_document.partitioning().summary.nodes);
    const QString inView = locale.toString(static_cast<qulonglong>(m_graph.nodesInView()));
    QString text = nodes == 1
                       ? tr("1 node placed, %1 in view").arg(inView)
                       : tr("%1 nodes placed, %2 in view").arg(locale.toString(nodes), inView);
    text += QStringLiteral("   ·   opset %1 · IR %2")
                .arg(info.opset("").value_or(0))
                .arg(info.irVersion);
    if (const auto& node = m_document.model().node(m_document.currentNode()))
        text += QStringLiteral("   ·   ") + tr("selected: %1").arg(toQString(node->label()));
    return text;
}

} // namespace partita
