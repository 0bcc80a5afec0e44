#include "views/graph/legend.h"

#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/text/qt_text.h"

namespace partita {

Legend::Legend(DocumentController& document, GraphView& view)
    : QFrame(&view), m_document(document), m_view(view) {
    setObjectName(QStringLiteral("legend"));
    setAccessibleName(tr("Legend"));
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(10, 8, 10, 8);
    m_layout->setSpacing(2);
    connect(&document, &DocumentController::sceneChanged, this, &Legend::refresh);
    connect(&view, &GraphView::coloursChanged, this, &Legend::refresh);
    connect(&view, &GraphView::viewChanged, this, [this] {
        for (auto* button : findChildren<QToolButton*>())
            button->setChecked(m_view.providerFilter().count(button->property("provider").toInt()) >
                               0);
    });
    refresh();
}

void Legend::refresh() {
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    setVisible(m_document.hasDocument());
    if (!m_document.hasDocument())
        return;
    const Theme& theme = m_view.theme();
    setStyleSheet(
        QStringLiteral(
            "#legend { background: %1; border: 1px solid %2; } QLabel, QToolButton { background: "
            "transparent; border: none; } QToolButton { text-align: left; padding: 2px; } "
            "QToolButton:checked { background: %3; } QToolButton:hover { background: %4; }")
            .arg(theme.base.name(), theme.lineStrong.name(), theme.selectedRow.name(),
                 theme.lineWeak.name()));
    // A new child of a visible widget stays hidden until `show`, and would not count in the size.
    const auto add = [this](QWidget* widget) {
        m_layout->addWidget(widget);
        widget->show();
    };
    if (m_view.colouring().isOn()) {
        addColouring();
        m_layout->activate();
        adjustSize();
        Q_EMIT resized();
        return;
    }
    auto* title =
        new QLabel(QStringLiteral("<b>%1</b>&nbsp;&nbsp;<span style='color:%3'>%2</span>")
                       .arg(tr("Colour: provider"), tr("predicted from rules, not measured"),
                            theme.second.name()));
    add(title);
    const auto& partitioning = m_document.partitioning();
    const auto& s = partitioning.summary;
    const auto row = [&](std::int32_t provider, const ProviderStyle& style, const QString& name,
                         std::size_t count) {
        auto* button = new QToolButton;
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIcon(QIcon(theme.swatch(style, 16)));
        const double share =
            s.nodes ? 100.0 * static_cast<double>(count) / static_cast<double>(s.nodes) : 0;
        button->setText(QStringLiteral("%1   %2   %3 %")
                            .arg(name, QLocale().toString(static_cast<qulonglong>(count)),
                                 QString::number(share, 'f', 1)));
        button->setCheckable(true);
        button->setProperty("provider", provider);
        button->setToolTip(tr("Show only these nodes; Ctrl+click adds to the filter"));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(button, &QToolButton::clicked, this, [this, provider] {
            toggle(provider, QGuiApplication::keyboardModifiers() & Qt::ControlModifier);
        });
        add(button);
    };
    for (std::uint32_t i = 0; i < partitioning.providers.size(); ++i) {
        const QString name = toQString(partitioning.providerNames[i]);
        row(static_cast<std::int32_t>(i), theme.provider(static_cast<int>(i), m_document.isLast(i)),
            QStringLiteral(" %1  %2").arg(name.left(1), name), s.byProvider[i]);
    }
    if (s.unassigned)
        row(-1, theme.nobody(), tr("Nothing runs it"), s.unassigned);
    auto* lines = new QLabel(
        QStringLiteral("<span style='color:%1'><b>━━</b></span> %2")
            .arg(theme.strongEdge.name(),
                 tr("boundary %1")
                     .arg(QLocale().toString(static_cast<qulonglong>(s.boundaryTensors)))));
    add(lines);
    m_layout->activate();
    adjustSize();
    Q_EMIT resized();
}

/// Adds the meaning of the colours: a scale, or a list of kinds.
void Legend::addColouring() {
    using By = NodeColouring::By;
    const Theme& theme = m_view.theme();
    const NodeColouring& colouring = m_view.colouring();
    const auto add = [this](QWidget* widget) {
        m_layout->addWidget(widget);
        widget->show();
    };
    const QString what = colouring.by == By::time     ? tr("Colour: measured time")
                         : colouring.by == By::cycles ? tr("Colour: simulated cycles")
                                                      : tr("Colour: what holds the device up");
    add(new QLabel(QStringLiteral("<b>%1</b>").arg(what)));
    if (colouring.by == By::bound) {
        const std::pair<NodeColouring::Kind, QString> kinds[] = {
            {NodeColouring::compute, tr("arithmetic")},
            {NodeColouring::memory, tr("memory")},
            {NodeColouring::launch, tr("starting the task")},
            {NodeColouring::host, tr("runs on the host")}};
        for (const auto& [kind, name] : kinds)
            add(new QLabel(
                QStringLiteral("<span style='background:%1; color:%1'>▇▇</span>&nbsp; %2")
                    .arg(theme.colour(NodeColouring::kindPaint(kind)).name(), name)));
        return;
    }
    QPixmap scale(180, 12);
    QPainter painter(&scale);
    for (int x = 0; x < scale.width(); ++x)
        painter.fillRect(x, 0, 1, scale.height(),
                         theme.colour(NodeColouring::heatPaint(x / (scale.width() - 1.0))));
    painter.setPen(theme.lineStrong);
    painter.drawRect(0, 0, scale.width() - 1, scale.height() - 1);
    painter.end();
    auto* bar = new QLabel;
    bar->setPixmap(scale);
    add(bar);
    const QString most = colouring.by == By::time
                             ? tr("%1 ms").arg(colouring.most, 0, 'g', 3)
                             : QLocale().toString(static_cast<qulonglong>(colouring.most));
    add(new QLabel(QStringLiteral("<table width='180'><tr><td>0</td><td align='right'>%1</td></tr>"
                                  "</table>")
                       .arg(most)));
}

void Legend::toggle(std::int32_t provider, bool add) {
    auto filter = m_view.providerFilter();
    const bool was = filter.count(provider) > 0;
    if (!add)
        filter.clear();
    if (was)
        filter.erase(provider);
    else
        filter.insert(provider);
    m_view.setProviderFilter(filter);
}

void Legend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QFrame::changeEvent(event);
}

} // namespace partita
