#include "app/window/parts/status_line.h"

#include <QLocale>
#include <QProgressBar>
#include <QResizeEvent>
#include <QToolButton>
#include <cmath>
#include <utility>

#include "views/document/document_controller.h"
#include "views/graph/graph_view.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kDelayMs = 300, kViewDelayMs = 60;
constexpr int kWide = 1200;   ///< pixels; from then on, times are told as well
constexpr int kSavedPart = 1; ///< of the parts on the right

} // namespace

StatusLine::StatusLine(DocumentController& document, const GraphView& graph)
    : m_document(document), m_graph(graph), m_left(new StatusParts), m_right(new StatusParts),
      m_progress(new QProgressBar), m_cancel(new QToolButton) {
    m_left->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_right->setObjectName(QStringLiteral("stateParts"));
    connect(m_right, &StatusParts::clicked, this,
            [this](int part) { Q_EMIT panelWanted(part == kSavedPart ? "history" : "providers"); });
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
    connect(&document, &DocumentController::selectionChanged, this, &StatusLine::refresh);
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
    connect(&runner, &JobRunner::started, this, [this, &runner] { m_since[&runner].start(); });
    connect(&runner, &JobRunner::started, this, &StatusLine::followForemost);
    connect(&runner, &JobRunner::finished, this, &StatusLine::followForemost);
    connect(&runner, &JobRunner::progressed, this, [this, &runner](double fraction) {
        if (m_followed != &runner)
            return;
        m_progress->setValue(static_cast<int>(fraction * 100));
        const QString left =
            timeLeft(std::chrono::milliseconds(m_since[&runner].elapsed()), fraction);
        if (std::exchange(m_timeLeft, left) != left)
            refresh();
    });
}

QString StatusLine::timeLeft(std::chrono::milliseconds since, double fraction) {
    constexpr std::chrono::seconds kTooEarly(2);
    constexpr double kTooLittle = 0.02;
    if (since < kTooEarly || fraction < kTooLittle || fraction >= 1)
        return {};
    const double seconds = static_cast<double>(since.count()) / 1000 * (1 - fraction) / fraction;
    if (seconds > 90)
        return tr("about %1 min left").arg(std::lround(seconds / 60));
    constexpr double kStep = 5; // it does not change with each word of the worker
    return tr("about %1 s left").arg(std::lround(std::ceil(seconds / kStep) * kStep));
}

/// Follows the job to show after a job began or ended.
void StatusLine::followForemost() {
    JobRunner* now = m_document.jobs().foremost();
    if (now == m_followed)
        return;
    m_followed = now;
    m_timeLeft.clear();
    m_progress->setValue(0);
    m_progress->hide();
    m_cancel->hide();
    m_delay.stop();
    if (now)
        m_delay.start();
    else
        refresh();
    Q_EMIT workChanged();
}

void StatusLine::cancel() {
    if (JobRunner* job = m_document.jobs().foremost())
        job->cancel();
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QStatusBar::resizeEvent(event);
    if ((event->oldSize().width() < kWide) != (width() < kWide))
        refresh();
}

void StatusLine::setModified(bool modified) {
    m_isModified = modified;
    refresh();
}

void StatusLine::setMerging(bool merging) {
    m_isMerging = merging;
    refresh();
}

void StatusLine::refresh() {
    m_cancel->setText(tr("Cancel"));
    if (m_followed && !m_progress->isHidden()) {
        const QString left = m_timeLeft.isEmpty() ? QString() : QLatin1Char(' ') + m_timeLeft;
        m_left->setParts({{m_followed->title() + QStringLiteral("…") + left}});
    } else {
        m_left->setParts(documentParts());
    }
    m_right->setParts(stateParts());
}

/// Counted once for each model, because it takes a walk over all of it.
const ParameterCount& StatusLine::parameters() {
    const auto& outline = m_document.state().outline;
    if (m_counted.lock() != outline) {
        m_parameters = parametersOf(m_document.model());
        m_counted = outline;
    }
    return m_parameters;
}

QVector<StatusParts::Part> StatusLine::documentParts() {
    if (!m_document.hasDocument())
        return {{m_isMerging ? tr("Merge of context models") : tr("No model")}};
    const auto& info = m_document.model().info();
    const QLocale locale;
    // As in the headline: all nodes that are placed, in every graph of the model.
    const auto nodes = static_cast<qulonglong>(m_document.partitioning().summary.nodes);
    const QString inView = locale.toString(static_cast<qulonglong>(m_graph.nodesInView()));
    const ParameterCount& weights = parameters();
    QVector<StatusParts::Part> parts{
        {nodes == 1 ? tr("1 node placed, %1 in view").arg(inView)
                    : tr("%1 nodes placed, %2 in view").arg(locale.toString(nodes), inView)},
        {QStringLiteral("opset %1 · IR %2").arg(info.opset("").value_or(0)).arg(info.irVersion),
         {},
         3},
        {weights.elements == 1 ? tr("1 parameter, %1").arg(toQString(byteText(weights.bytes)))
                               : tr("%1 parameters, %2")
                                     .arg(locale.toString(static_cast<qlonglong>(weights.elements)),
                                          toQString(byteText(weights.bytes))),
         tr("The elements of all initializers and Constant nodes of the model in view"), 2}};
    const std::size_t selected = m_document.selection().size();
    if (const auto& node = m_document.model().node(m_document.currentNode()))
        parts.append({selected > 1
                          ? tr("%1 selected: %2").arg(countText(selected), toQString(node->label()))
                          : tr("selected: %1").arg(toQString(node->label())),
                      {},
                      1});
    return parts;
}

/// The device that the first provider with one stands for; without one, the first provider.
QVector<StatusParts::Part> StatusLine::stateParts() const {
    if (!m_document.hasDocument())
        return {};
    QString device;
    for (const ProviderPtr& provider : m_document.providers())
        for (const ProviderOption& option : provider->options())
            if (option.isDevice && device.isEmpty())
                device = tr("Device: %1 (simulated)").arg(toQString(provider->info().device));
    if (device.isEmpty())
        device =
            tr("Device: %1").arg(toQString(m_document.providers().front()->info().displayName));
    // In a narrow window, what is selected says more.
    const QString times = width() < kWide
                              ? QString()
                              : tr("Opened in %1 s · layout %2 ms")
                                    .arg(m_document.state().openSeconds, 0, 'f', 2)
                                    .arg(m_document.state().layoutSeconds * 1000, 0, 'f', 1);
    return {{times, {}, 2},
            {m_isModified ? tr("Not saved") : tr("Saved"),
             m_isModified ? tr("There are edits or choices that are in no file yet. A click shows "
                               "the history.")
                          : tr("Everything that was done is in a file, or nothing was done. A "
                               "click shows the history."),
             0, true},
            {device, tr("What nodes are placed on. A click shows the providers and their options."),
             1, true}};
}

} // namespace partita
