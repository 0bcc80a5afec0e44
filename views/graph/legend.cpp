#include "views/graph/legend.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/ir/ep_context.h"
#include "core/ir/graph_ways.h"
#include "core/report/boundary_counts.h"
#include "views/document/links.h"
#include "views/graph/legend_row.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"
#include "views/theme/empty_layout.h"

namespace partita {

namespace {

constexpr int kKeyHeight = LegendSize::key, kSwatch = LegendSize::swatch;
constexpr int kButton = 18; ///< at the end of the head, for the button that folds the legend

/// A sample of a line, as wide as a swatch.
QPixmap lineSample(const QColor& colour, int width) {
    return sharpPicture({kSwatch, kSwatch}, [&](QPainter& painter) {
        painter.fillRect(0, (kSwatch - width) / 2, kSwatch, width, colour);
    });
}

/// A name of a file or a model as rich text, at most 36 characters long.
QString shortened(const QString& name) {
    constexpr int kLongest = 36;
    const QString shown = name.size() <= kLongest ? name
                                                  : name.left(kLongest / 2) + QStringLiteral("…") +
                                                        name.right(kLongest / 2 - 1);
    return QString(shown).replace(QLatin1Char('\n'), QLatin1Char(' ')).toHtmlEscaped();
}

/// A name from a file is cut; a label of core, which has arguments, is not.
QString titleText(const Message& title) {
    return title.arguments().empty() ? shortened(messageText(title))
                                     : messageText(title).toHtmlEscaped();
}

/// The head of the legend. The label of a record names its providers: it is wrapped.
QLabel* titleLabel(const QString& html) {
    constexpr int kWidth = 300;
    auto* title = new QLabel(QStringLiteral("<b>%1</b>").arg(html));
    title->setContentsMargins(0, 0, kButton, 0);
    if (title->sizeHint().width() > kWidth) {
        title->setWordWrap(true);
        title->setFixedSize(kWidth, title->heightForWidth(kWidth));
    }
    return title;
}

/// What the row of nodes says that no provider here runs: compiled ones have a provider elsewhere.
RowName nobodyName(const DocumentController& document) {
    QStringList sources;
    for (const EpContext& context : epContextsOf(document.model()))
        if (const QString name = toQString(std::string(shortSource(context.source)));
            !name.isEmpty() && !document.partitioning().partition(context.node) &&
            !sources.contains(name))
            sources += name;
    const QString all = sources.join(QStringLiteral(", "));
    return sources.isEmpty() ? RowName{Legend::tr("Nothing runs it"), Legend::tr("nothing")}
                             : RowName{Legend::tr("Would run on %1").arg(all), all};
}

} // namespace

Legend::Legend(DocumentController& document, GraphView& view)
    : QFrame(&view), m_document(document), m_view(view) {
    setObjectName(QStringLiteral("legend"));
    setAccessibleName(tr("Legend"));
    setAttribute(Qt::WA_NoMousePropagation); // the canvas below would take half of a click
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(10, 8, 10, 8);
    m_layout->setSpacing(0);
    connect(&document, &DocumentController::sceneChanged, this, &Legend::refresh);
    connect(&view, &GraphView::coloursChanged, this, &Legend::refresh);
    connect(&document.edits(), &EditController::switched, this, &Legend::refresh);
    connect(&view, &GraphView::viewChanged, this, [this] {
        for (auto* button : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
            button->setChecked(m_view.providerFilter().count(button->property("provider").toInt()) >
                               0);
    });
    refresh();
}

void Legend::refresh() {
    m_source = nullptr;
    m_rows.clear();
    makeEmpty(*m_layout);
    if (!m_document.hasDocument()) {
        hide();
        return;
    }
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
    auto* head = new QWidget;
    auto* titles = new QHBoxLayout(head);
    titles->setContentsMargins(0, 0, kButton, 0);
    m_title = new QLabel;
    titles->addWidget(m_title);
    m_source = new QLabel(tr("predicted from rules, not measured"));
    m_source->setStyleSheet(QStringLiteral("color: %1;").arg(theme.second.name()));
    titles->addWidget(m_source, 1);
    head->setToolTip(m_source->text());
    add(head);
    showSource();
    m_rows = addProviders();
    m_rows += addLines(); // below them
    m_rows += addUnconnected();
    align(m_rows, m_room == Room::least);
    m_layout->activate();
    adjustSize();
    Q_EMIT resized();
}

/// That the placement is predicted is said in any room, in fewer words where there is little.
void Legend::showSource() {
    const bool whole = m_room == Room::wide;
    m_source->setVisible(whole);
    m_title->setText(QStringLiteral("<b>%1</b>")
                         .arg(whole ? tr("Colour: provider") : tr("Provider, predicted")));
}

void Legend::setRoom(Room room) {
    m_room = room;
    if (m_source) {
        showSource();
        m_source->parentWidget()->updateGeometry(); // the layout remembers how wide it was
    }
    align(m_rows, room == Room::least);
    m_layout->activate();
    adjustSize();
}

/// Adds a row for each provider, which filters the nodes.
QList<QToolButton*> Legend::addProviders() {
    const Theme& theme = m_view.theme();
    const auto& partitioning = m_document.partitioning();
    const auto& s = partitioning.summary;
    QList<QToolButton*> rows;
    const auto row = [&](std::int32_t provider, const QPixmap& swatch, const RowName& name,
                         std::size_t count) {
        const double share =
            s.nodes ? 100.0 * static_cast<double>(count) / static_cast<double>(s.nodes) : 0;
        // Folded nodes are not among those that are placed.
        const QString part = provider == SceneBox::kFolded
                                 ? QString()
                                 : QStringLiteral("%1 %").arg(QString::number(share, 'f', 1));
        auto* button = new LegendRow(swatch, name, count, part);
        button->setCheckable(true);
        button->setProperty("provider", provider);
        button->setToolTip(button->text() + QLatin1Char('\n') +
                           tr("Show only these nodes; Ctrl+click adds to the filter, a double "
                              "click selects them"));
        button->installEventFilter(this);
        connect(button, &QToolButton::clicked, this, [this, provider] {
            toggle(provider, QGuiApplication::keyboardModifiers() & Qt::ControlModifier);
        });
        m_layout->addWidget(button);
        button->show();
        rows.append(button);
    };
    for (std::uint32_t i = 0; i < partitioning.providers.size(); ++i) {
        const QString name = toQString(partitioning.providerNames[i].full());
        row(static_cast<std::int32_t>(i),
            theme.swatch(theme.provider(static_cast<int>(i), m_document.isLast(i)), kSwatch),
            {QStringLiteral("%1  %2").arg(name.mid(0, 1), name),
             QStringLiteral("%1  %2").arg(name.mid(0, 1), shortProviderName(partitioning, i))},
            s.byProvider[i]);
    }
    if (s.folded) {
        const QPixmap pale = sharpPicture({kSwatch, kSwatch}, [&](QPainter& painter) {
            painter.fillRect(0, 0, kSwatch, kSwatch, theme.lineStrong);
            painter.fillRect(1, 1, kSwatch - 2, kSwatch - 2, theme.base);
        });
        row(SceneBox::kFolded, pale, {messageText(goneWord(s)), messageText(goneWord(s))},
            s.folded);
    }
    if (s.unassigned)
        row(-1, theme.swatch(theme.nobody(), kSwatch), nobodyName(m_document), s.unassigned);
    return rows;
}

/// Adds a row for each kind of line between partitions. That of the boundaries goes to the next one.
QList<QToolButton*> Legend::addLines() {
    const Theme& theme = m_view.theme();
    const auto& partitioning = m_document.partitioning();
    QList<QToolButton*> rows;
    const auto row = [&](const QColor& colour, int width, const QString& name, std::size_t count,
                         const QString& meaning) {
        auto* line = new LegendRow(lineSample(colour, width), {name, name}, count, {});
        line->setToolTip(meaning);
        m_layout->addWidget(line);
        line->show();
        rows.append(line);
    };
    row(theme.strongEdge, 3, tr("boundary"), partitioning.summary.boundaryTensors,
        tr("A tensor that goes from one provider to another: its bytes move in each run. A click "
           "goes to the next one."));
    rows.front()->setObjectName(QStringLiteral("legendBoundary"));
    connect(rows.front(), &QToolButton::clicked, this, [this] { m_view.nextBoundary(1); });
    const std::vector<std::size_t> staying = tensorsThatStay(partitioning);
    for (std::uint32_t i = 0; i < partitioning.providers.size(); ++i)
        if (const std::size_t tensors = staying[i])
            row(theme.provider(static_cast<int>(i), m_document.isLast(i)).band, 2,
                staysText(partitioning, i), tensors,
                tr("A tensor that goes from one partition to the next on the same device. It stays "
                   "in the memory of the device and is not among the bytes that move."));
    return rows;
}

/// While the user edits: adds a row for nodes that are still to be connected; a click selects them.
QList<QToolButton*> Legend::addUnconnected() {
    if (!m_document.edits().isOn())
        return {};
    auto nodes = unconnectedNodes(m_document.model(), m_document.scope());
    if (nodes.empty())
        return {};
    const QString name = tr("not connected yet");
    auto* row = new LegendRow(lineSample(m_view.theme().bad, 3), {name, name}, nodes.size(), {});
    row->setObjectName(QStringLiteral("legendUnconnected"));
    row->setToolTip(tr("Nodes that read nothing and that nothing reads. A click selects them."));
    connect(row, &QToolButton::clicked, this, [this, nodes = std::move(nodes)] {
        m_document.setCurrentNode(nodes.front());
        m_document.setSelection(nodes);
    });
    m_layout->addWidget(row);
    row->show();
    return {row};
}

/// Says that times of a run are not those of a device that is simulated.
void Legend::addWhoseTime() {
    const auto result = m_document.runs().result();
    if (!result || !result->timeline)
        return;
    auto* whose = new QLabel(tr("of this computer, not of the device"));
    whose->setObjectName(QStringLiteral("legendWhoseTime"));
    whose->setStyleSheet(QStringLiteral("color: %1;").arg(m_view.theme().second.name()));
    whose->setToolTip(
        tr("The device is simulated: its nodes take as long as the simulator computes "
           "here. Colour by simulated cycles shows what the device would take."));
    m_layout->addWidget(whose);
    whose->show();
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
    const bool isTitled = !colouring.title.empty();
    const QString what = colouring.by == By::time && !isTitled ? tr("Colour: measured time")
                         : colouring.by == By::cycles          ? tr("Colour: simulated cycles")
                         : colouring.by == By::bound
                             ? tr("Colour: what holds the device up")
                             : tr("Colour: %1").arg(titleText(colouring.title));
    add(titleLabel(what));
    if (colouring.by == By::time && !isTitled)
        addWhoseTime();
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
    if (colouring.by == By::key) {
        addKeys();
        return;
    }
    QPixmap scale(180, 12);
    QPainter painter(&scale);
    for (int x = 0; x < scale.width(); ++x)
        painter.fillRect(x, 0, 1, scale.height(),
                         theme.colour(colouring.scalePaint(x / (scale.width() - 1.0))));
    painter.setPen(theme.lineStrong);
    painter.drawRect(0, 0, scale.width() - 1, scale.height() - 1);
    painter.end();
    auto* bar = new QLabel;
    bar->setPixmap(scale);
    add(bar);
    const auto amount = [&](double value) {
        return colouring.by == By::time     ? tr("%1 ms").arg(value, 0, 'g', 3)
               : colouring.by == By::cycles ? countText(static_cast<std::uint64_t>(value))
                                            : toQString(colouring.amountText(value));
    };
    const double start = colouring.atStart();
    const QString least =
        colouring.scale == NodeColouring::Scale::rank && colouring.by != By::difference
            ? tr("least")
        : start != 0 ? amount(start)
                     : QStringLiteral("0");
    add(new QLabel(QStringLiteral("<table width='180'><tr><td>%1</td><td align='right'>%2</td></tr>"
                                  "</table>")
                       .arg(least, amount(colouring.most))));
    addWithout(static_cast<std::size_t>(
        std::ranges::count_if(colouring.heat, [](float each) { return each < 0; })));
    addScales();
}

/// Adds a row of a colour, what has it, and how often.
void Legend::addKey(const Paint& paint, const QString& name, std::size_t count) {
    auto* label = new QLabel(
        QStringLiteral("<span style='background:%1; color:%1'>▇▇</span>&nbsp; %2 &nbsp;<span "
                       "style='color:%4'>%3</span>")
            .arg(m_view.theme().colour(paint).name(), shortened(name), countText(count),
                 m_view.theme().second.name()));
    label->setMinimumHeight(kKeyHeight);
    m_layout->addWidget(label);
    label->show();
}

/// Adds the texts with the colours; those that share one colour are one row.
void Legend::addKeys() {
    const NodeColouring& colouring = m_view.colouring();
    std::size_t others = 0;
    for (std::size_t i = 0; i < colouring.keys.size(); ++i) {
        const auto& [text, count] = colouring.keys[i];
        if (text.empty()) // a colour that is left out
            continue;
        if (i < kKeyRoles)
            addKey(NodeColouring::keyPaint(i), toQString(text), count);
        else
            others += count;
    }
    if (others)
        addKey(NodeColouring::keyPaint(kKeyRoles),
               tr("%1 others").arg(colouring.keys.size() - kKeyRoles), others);
    addWithout(
        static_cast<std::size_t>(std::ranges::count(colouring.keyOf, NodeColouring::kWithout)));
}

void Legend::addWithout(std::size_t count) {
    if (count)
        addKey(NodeColouring::nonePaint(), tr("no value"), count);
}

/// Adds the choice of the scale. A single slow node leaves the linear one without a difference
/// between all others.
void Legend::addScales() {
    using HeatScale = NodeColouring::Scale;
    auto* row = new QWidget;
    auto* buttons = new QHBoxLayout(row);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(2);
    const std::tuple<HeatScale, QString, QString> scales[] = {
        {HeatScale::linear, tr("linear"), tr("Colours in proportion to the amount")},
        {HeatScale::logarithmic, tr("logarithmic"),
         tr("Colours by powers of ten, from a thousandth of the largest amount")},
        {HeatScale::rank, tr("rank"), tr("Colours by the place in the order of all amounts")}};
    for (const auto& [scale, name, tip] : scales) {
        auto* button = new QToolButton;
        button->setText(name);
        button->setToolTip(tip);
        button->setCheckable(true);
        button->setChecked(m_view.colouring().scale == scale);
        button->setEnabled(scale != HeatScale::logarithmic ||
                           m_view.colouring().mayBeLogarithmic());
        if (!button->isEnabled())
            button->setToolTip(tr("Some values are below 0, and have no logarithm"));
        // Later: the new colours replace the button that was clicked.
        connect(
            button, &QToolButton::clicked, this,
            [this, scale = scale] { m_view.setColourScale(scale); }, Qt::QueuedConnection);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    m_layout->addWidget(row);
    row->show();
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

bool Legend::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick && watched->property("provider").isValid()) {
        follow(m_document, linkToProvider(watched->property("provider").toInt()));
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void Legend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QFrame::changeEvent(event);
}

} // namespace partita
