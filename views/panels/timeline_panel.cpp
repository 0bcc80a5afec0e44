#include "views/panels/timeline_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/buffer.h"
#include "core/report/timeline_report.h"
#include "views/charts/timeline_view.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/panels/elided_label.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

double microseconds(SimulatedTime time) { return static_cast<double>(time) / 1e6; }

QString usText(SimulatedTime time) {
    return QStringLiteral("%1 µs").arg(QLocale().toString(microseconds(time), 'f', 2));
}

} // namespace

TimelinePanel::TimelinePanel(const PanelContext& context) : Panel(context) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 0);
    auto* bar = new QHBoxLayout;
    m_summary = new QLabel;
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_fit = new QPushButton;
    m_export = new QPushButton;
    bar->addWidget(m_summary, 1);
    m_hint = new ElidedLabel({}, font());
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_hint);
    bar->addWidget(m_fit);
    bar->addWidget(m_export);
    layout->addLayout(bar);
    m_view = new TimelineView(theme());
    m_details = new QTextBrowser;
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setOpenLinks(false);
    m_details->setMinimumWidth(200);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_view);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* split = new QSplitter;
    split->setChildrenCollapsible(false);
    split->addWidget(scroll);
    split->addWidget(m_details);
    split->setStretchFactor(0, 1);
    split->setSizes({900, 280});
    layout->addWidget(split, 1);
    connect(m_fit, &QPushButton::clicked, m_view, &TimelineView::fit);
    connect(m_export, &QPushButton::clicked, this, &TimelinePanel::exportTrace);
    connect(m_view, &TimelineView::taskSelected, this, [this](int task) {
        showTask(task);
        const auto& timeline = m_view->timeline();
        if (task < 0 || !timeline)
            return;
        if (const NodeId node = timeline->tasks[static_cast<std::size_t>(task)].node) {
            m_selecting = true;
            document().setCurrentNode(node);
            m_selecting = false;
        }
    });
    connect(m_details, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const int task = link.toString().toInt();
        m_view->select(task, true);
        Q_EMIT m_view->taskSelected(task);
    });
    connect(&document(), &DocumentController::documentChanged, this, &TimelinePanel::refresh);
    connect(&document().runs(), &RunController::finished, this, &TimelinePanel::showTimeline);
    connect(&document(), &DocumentController::currentNodeChanged, this, [this](NodeId node) {
        if (m_selecting)
            return;
        const int task = m_view->taskOf(node);
        m_view->select(task, true);
        showTask(task);
    });
}

void TimelinePanel::refresh() {
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("The whole run; the wheel zooms, dragging moves"));
    m_export->setText(tr("Export trace…"));
    m_export->setToolTip(tr("Save the timeline as a Chrome trace, which Perfetto opens"));
    m_view->setTheme(theme());
    showTimeline();
}

void TimelinePanel::showTimeline() {
    const auto result = document().runs().result();
    const bool any = result && result->timeline;
    m_export->setEnabled(any);
    m_fit->setEnabled(any);
    if (!any) {
        m_summary->setText(!document().hasDocument()     ? tr("Open a model to run it")
                           : result                      ? tr("Nothing ran on a simulated device")
                           : document().runs().failure() ? tr("The last run failed")
                                                         : tr("Not run yet"));
        m_view->setTimeline({}, {});
        showTask(-1);
        return;
    }
    const Timeline& timeline = *result->timeline;
    QStringList parts;
    for (const Message& part : timelineHeadline(timeline))
        parts += messageText(part);
    m_summary->setToolTip(tr("Simulated: %1").arg(parts.join(QStringLiteral(" · "))));
    for (QString& part : parts)
        part = part.toHtmlEscaped();
    parts.front() = QStringLiteral("<b>%1</b>").arg(parts.front());
    m_summary->setText(tr("Simulated: %1").arg(parts.join(QStringLiteral(" · "))));
    m_view->setTimeline(timeline, [this](std::uint32_t partition) -> const ProviderStyle* {
        if (!document().hasDocument() || partition == 0 ||
            partition > document().partitioning().partitions.size())
            return nullptr;
        const std::uint32_t provider = document().partitioning().partitions[partition - 1].provider;
        return &theme().provider(static_cast<int>(provider), document().isLast(provider));
    });
    const int task = m_view->taskOf(document().currentNode());
    m_view->select(task, false);
    showTask(task);
}

void TimelinePanel::showTask(int task) {
    const auto& timeline = m_view->timeline();
    const bool any = task >= 0 && timeline;
    m_details->setVisible(any); // without a task, the lanes have the whole width
    m_hint->setVisible(timeline && !any);
    m_hint->setText(tr("Click a task to see what it takes and waits for"));
    m_hint->setToolTip(m_hint->text());
    if (any)
        m_details->setHtml(taskText(timeline->tasks[static_cast<std::size_t>(task)]));
}

/// What limits a task, in one sentence.
QString TimelinePanel::whyText(const TimelineTask& task) const {
    using Kind = TimelineTask::Kind;
    if (task.kind == Kind::host) {
        return messageText(document().partitioning().explain(task.node));
    }
    if (task.kind != Kind::compute)
        return {};
    switch (task.bound) {
    case TimelineTask::Bound::compute: return tr("Held up by arithmetic");
    case TimelineTask::Bound::memory: return tr("Held up by the device's memory");
    case TimelineTask::Bound::launch: return tr("Held up by the start of the task");
    }
    return {};
}

QString TimelinePanel::taskText(const TimelineTask& task) const {
    const Timeline& timeline = *m_view->timeline();
    const auto row = [this](const QString& name, const QString& value) {
        return QStringLiteral(
                   "<tr><td style='color:%1; padding-right:10px'>%2</td><td>%3</td></tr>")
            .arg(theme().second.name(), name, value);
    };
    const auto bytes = [](std::uint64_t count) { return toQString(byteText(count)); };
    const bool copy =
        task.kind == TimelineTask::Kind::copyIn || task.kind == TimelineTask::Kind::copyOut;
    QString html = QStringLiteral("<p><b>%1</b><br><code>%2</code></p><table>")
                       .arg(copy ? streamText(timeline.streams[task.stream])
                                 : toQString(task.operators).toHtmlEscaped(),
                            toQString(task.name).toHtmlEscaped());
    html += row(tr("stream"), streamText(timeline.streams[task.stream]));
    html += row(tr("start"), usText(task.start));
    html += row(tr("took"), tr("%1 · %2 % of the run")
                                .arg(usText(task.duration))
                                .arg(timeline.total ? 100.0 * static_cast<double>(task.duration) /
                                                          static_cast<double>(timeline.total)
                                                    : 0,
                                     0, 'f', 1));
    if (task.cycles)
        html += row(tr("cycles"), countText(task.cycles));
    if (task.flops > 0 && task.duration)
        html += row(tr("work"),
                    tr("%1 MFLOP · %2 GFLOP/s")
                        .arg(task.flops / 1e6, 0, 'f', 2)
                        .arg(task.flops / static_cast<double>(task.duration) * 1e3, 0, 'f', 1));
    if (!task.type.empty())
        html += row(tr("type"), toQString(task.type));
    if (task.tiles > 1)
        html += row(tr("tiles"), countText(task.tiles));
    if (task.bytesRead)
        html += row(tr("reads"), bytes(task.bytesRead));
    if (task.bytesWritten)
        html += row(tr("writes"), bytes(task.bytesWritten));
    html += QStringLiteral("</table>");
    if (const QString why = whyText(task); !why.isEmpty())
        html += QStringLiteral("<p>%1</p>").arg(why.toHtmlEscaped());
    const auto self = static_cast<std::uint32_t>(&task - timeline.tasks.data());
    const auto link = [&](std::uint32_t other) {
        const TimelineTask& each = timeline.tasks[other];
        return QStringLiteral("<br><a style='color:%4' href='%1'>%2</a> %3")
            .arg(other)
            .arg(toQString(each.name).toHtmlEscaped(), streamText(timeline.streams[each.stream]),
                 theme().accent.name());
    };
    if (!task.waitsFor.empty()) {
        html += QStringLiteral("<p><b>%1</b>").arg(tr("Waited for"));
        for (const std::uint32_t other : task.waitsFor)
            html += link(other);
        html += QStringLiteral("</p>");
    }
    QString held;
    for (std::uint32_t i = 0; i < timeline.tasks.size(); ++i)
        if (std::ranges::find(timeline.tasks[i].waitsFor, self) != timeline.tasks[i].waitsFor.end())
            held += link(i);
    if (!held.isEmpty())
        html += QStringLiteral("<p><b>%1</b>%2</p>").arg(tr("Held up"), held);
    return html;
}

void TimelinePanel::exportTrace() {
    const auto timeline = m_view->timeline(); // a copy: the view may get another one meanwhile
    if (!timeline)
        return;
    const QString path = askWhereToSave(this, tr("Export the timeline"),
                                        besideModel(document(), QStringLiteral("_timeline.json")),
                                        tr("Chrome trace (*.json)"));
    if (path.isEmpty())
        return;
    const std::string text =
        timelineTrace(*timeline).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    document().tellWritten(path, writeFile(std::filesystem::path(path.toStdString()), text));
}

} // namespace partita
