#include "views/panels/differences_panel.h"

#include <QButtonGroup>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMimeData>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "views/panels/list_frame.h"
#include "views/panels/times_table.h"
#include "views/tables/only_this_row.h"
#include "views/text/elided_line.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {
using Filter = DifferenceModel::Filter;
constexpr int kAroundSign = 14; ///< pixels
constexpr int kTimes = 100; ///< the button that lists how times differ, behind those of the filters

/// Shows the sign of a row as its picture alone; its text is for screen readers and for copies.
class SignDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->text.clear();
        option->features &= ~QStyleOptionViewItem::HasDisplay;
        option->decorationAlignment = Qt::AlignCenter;
    }
};
} // namespace

DifferencesPanel::DifferencesPanel(const PanelContext& context)
    : Panel(context), m_comparison(context.document), m_summary(new ElidedLine), m_note(new QLabel),
      m_shown(new QLabel), m_filter(new QLineEdit), m_compare(new QPushButton),
      m_close(new QPushButton), m_filters(new QButtonGroup(this)), m_view(new QTreeView),
      m_frame(new ListFrame(m_view)), m_model(new DifferenceModel(this)),
      m_times(new TimesTable(context, m_comparison)) {
    setAcceptDrops(true);
    build();
    connect(m_compare, &QPushButton::clicked, this, &DifferencesPanel::choiceWanted);
    connect(m_close, &QPushButton::clicked, &m_comparison, &ComparisonController::clear);
    connect(m_filters, &QButtonGroup::idClicked, this, &DifferencesPanel::choose);
    connect(m_filter, &QLineEdit::textChanged, this, &DifferencesPanel::fill);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (!m_filling)
                    select(now);
            });
    connect(&m_comparison, &ComparisonController::changed, this, &DifferencesPanel::refresh);
    connect(&m_comparison, &ComparisonController::timesChanged, this, &DifferencesPanel::refresh);
    connect(&document(), &DocumentController::documentChanged, this, &DifferencesPanel::refresh);
}

void DifferencesPanel::build() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 0, 8, 0);
    for (const int filter : {static_cast<int>(Filter::all), static_cast<int>(Filter::side),
                             static_cast<int>(Filter::changed), static_cast<int>(Filter::added),
                             static_cast<int>(Filter::removed), kTimes}) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        button->setChecked(filter == static_cast<int>(Filter::all));
        button->setObjectName(filter == kTimes ? QStringLiteral("filterTimes")
                                               : QStringLiteral("filter%1").arg(filter));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_filters->addButton(button, filter);
        top->addWidget(button);
    }
    // A long text must not make the window wider.
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_summary->setObjectName(QStringLiteral("differenceSummary"));
    top->addWidget(m_summary, 1);
    m_compare->setObjectName(QStringLiteral("compareFile"));
    m_close->setObjectName(QStringLiteral("closeComparison"));
    top->addWidget(m_compare);
    top->addWidget(m_close);
    layout->addLayout(top);
    m_note->setObjectName(QStringLiteral("notApplied"));
    m_note->setWordWrap(true);
    m_note->setMargin(4); // the style takes away the margins of contents
    layout->addWidget(m_note);
    m_view->setModel(m_model);
    m_view->setUniformRowHeights(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setIndentation(14);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->header()->setStretchLastSection(false);
    m_view->setTreePosition(1);
    m_view->setItemDelegateForColumn(0, new SignDelegate(m_view));
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(QStringLiteral("differencesFilter"));
    m_shown->setForegroundRole(QPalette::PlaceholderText);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 0, 6, 2);
    bar->addWidget(m_filter, 1);
    bar->addWidget(m_shown);
    m_frame->setHead(bar, m_filter);
    layout->addWidget(m_frame, 1);
    m_times->setWindowTitle(tr("times"));
    layout->addWidget(m_times, 1);
}

void DifferencesPanel::choose(int filter) {
    fill();
    if (filter == kTimes)
        Q_EMIT timesChosen();
}

QString DifferencesPanel::summary(const SideComparison& comparison) const {
    const QLocale locale;
    const auto& found = comparison.differences;
    const auto number = [&](std::uint64_t n) {
        return locale.toString(static_cast<qulonglong>(n));
    };
    QStringList parts;
    parts += tr("%Ln node(s) the same", nullptr, static_cast<int>(found.same));
    parts += tr("compared in %1 ms")
                 .arg(number(static_cast<std::uint64_t>(m_comparison.seconds() * 1000)));
    return parts.join(QStringLiteral(" · "));
}

/// What does not hold of a side, or is not known, a line each.
QString DifferencesPanel::warnings(const SideComparison& comparison) const {
    QStringList lines;
    for (const PlacedSide* side : {&comparison.a, &comparison.b})
        for (const SideNote& note : notesOf(*side, side->name))
            if (note.warns)
                lines += messageSentence(note.text);
    constexpr int kMost = 3;
    if (lines.size() > kMost) {
        const int more = lines.size() - kMost;
        lines.erase(lines.begin() + kMost, lines.end());
        lines += tr("… and %n more", nullptr, more);
    }
    return lines.join(QLatin1Char('\n'));
}

void DifferencesPanel::refresh() {
    const auto& comparison = m_comparison.comparison();
    m_view->setAccessibleName(windowTitle());
    m_filter->setPlaceholderText(tr("Filter: name, operator, provider, what differs"));
    m_filter->setAccessibleName(tr("Filter"));
    m_times->setWindowTitle(tr("times"));
    m_compare->setText(tr("Compare…"));
    m_compare->setEnabled(document().hasDocument());
    m_compare->setToolTip(tr("Compares the model with another side: a file, a scenario, a device"));
    m_close->setText(tr("Close"));
    m_close->setToolTip(tr("Ends the comparison"));
    m_close->setVisible(comparison != nullptr);
    const std::pair<Filter, QString> filters[] = {{Filter::all, tr("All")},
                                                  {Filter::side, tr("side")},
                                                  {Filter::changed, tr("changed")},
                                                  {Filter::added, tr("added")},
                                                  {Filter::removed, tr("removed")}};
    for (const auto& [filter, title] : filters) {
        m_filters->button(static_cast<int>(filter))->setVisible(comparison != nullptr);
        if (!comparison)
            continue;
        const std::size_t nodes = DifferenceModel::count(*comparison, filter);
        const int count = static_cast<int>(nodes);
        const QPixmap sign = DifferenceModel::signOf(filter, theme());
        if (!sign.isNull()) {
            m_filters->button(static_cast<int>(filter))->setIcon(sign);
            m_filters->button(static_cast<int>(filter))
                ->setIconSize(sign.size() / sign.devicePixelRatio());
        }
        showButton(static_cast<int>(filter), title, nodes,
                   filter == Filter::side
                       ? tr("%Ln node(s) that another provider runs", nullptr, count)
                       : tr("%Ln node(s)", nullptr, count));
    }
    const auto& times = m_comparison.times();
    m_filters->button(kTimes)->setVisible(times != nullptr);
    if (times)
        showButton(kTimes, tr("times"), times->nodes.size(),
                   tr("How long nodes took before and after, what changed most first; the graph is "
                      "coloured by it"));
    else if (m_filters->checkedId() == kTimes)
        m_filters->button(static_cast<int>(Filter::all))->setChecked(true);
    m_summary->setText(comparison ? summary(*comparison) : QString());
    m_note->setText(comparison ? warnings(*comparison) : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, theme().warning);
    m_note->setPalette(warning);
    fill();
}

void DifferencesPanel::showButton(int filter, const QString& title, std::size_t nodes,
                                  const QString& tip) {
    m_filters->button(filter)->setText(title + QLatin1Char(' ') + countText(nodes));
    m_filters->button(filter)->setToolTip(tip);
}

void DifferencesPanel::fill() {
    const auto& comparison = m_comparison.comparison();
    const bool ofTimes = m_filters->checkedId() == kTimes;
    m_frame->setVisible(!ofTimes);
    m_times->setVisible(ofTimes);
    m_times->setTheme(theme());
    if (ofTimes)
        return;
    const QScopedValueRollback<bool> filling(m_filling, true);
    const auto kind = static_cast<Filter>(m_filters->checkedId());
    m_model->reset(comparison, kind, theme(), SearchWords(m_filter->text()));
    const std::size_t all = comparison ? DifferenceModel::count(*comparison, kind) : 0;
    m_shown->setText(m_filter->text().trimmed().isEmpty()
                         ? QString()
                         : tr("%1 of %2").arg(countText(m_model->nodes()), countText(all)));
    if (all > 0)
        m_frame->say({});
    else if (!document().hasDocument())
        m_frame->say(tr("Open a model to fill this list"));
    else if (!comparison)
        m_frame->say(
            tr("Compare… shows what differs from another file, scenario or device. A file can "
               "also be dropped here."));
    else if (!comparison->differences.nodes.empty())
        m_frame->say(tr("No differences of this kind"));
    else
        m_frame->say(!comparison->differences.equal()
                         ? tr("No node differs, only %n fact(s) about the model, its inputs or "
                              "its constants",
                              nullptr,
                              static_cast<int>(comparison->differences.facts.size() +
                                               comparison->differences.constants.size() +
                                               comparison->differences.partitions.size()))
                         : tr("No differences: both place %Ln node(s) alike", nullptr,
                              static_cast<int>(comparison->differences.same)));
    const QFontMetrics metrics = m_view->fontMetrics();
    m_view->setColumnWidth(0, DifferenceModel::signOf(Filter::side, theme()).width() + kAroundSign);
    // Names and operators are of these letters in every language; the average of a Chinese font is wider.
    const QString letters = QStringLiteral("abcdefghijklmnopqrstuvwxyz");
    const int letter = metrics.horizontalAdvance(letters) / letters.size();
    m_view->setColumnWidth(1, letter * 38);
    m_view->setColumnWidth(2, letter * 23); // "BatchNormalization"
    m_view->setColumnWidth(
        5, std::max(metrics.horizontalAdvance(QStringLiteral("−000 · 000.0 MiB")),
                    metrics.horizontalAdvance(
                        m_model->headerData(5, Qt::Horizontal, Qt::DisplayRole).toString())) +
               24);
    for (const int side : {3, 4}) // what is said of both is as long
        m_view->header()->setSectionResizeMode(side, QHeaderView::Stretch);
}

void DifferencesPanel::select(const QModelIndex& index) {
    const auto& comparison = m_comparison.comparison();
    const DifferenceGroup* group = m_model->groupAt(index);
    if (!comparison || !group)
        return;
    std::vector<const NodeDifference*> wanted;
    if (const NodeDifference* one = m_model->differenceAt(index))
        wanted.push_back(one);
    else
        for (const std::size_t member : group->members)
            wanted.push_back(&comparison->differences.nodes[member]);
    m_comparison.point(wanted);
}

void DifferencesPanel::step(int direction) {
    if (m_filters->checkedId() == kTimes) {
        if (const auto at = m_times->step(direction))
            Q_EMIT stepped(tr("Difference %1 of %2").arg(at->first + 1).arg(at->second));
        return;
    }
    const int rows = m_model->rowCount();
    if (rows == 0) {
        Q_EMIT stepped(m_frame->said().isEmpty() ? tr("Nothing fits the filter") : m_frame->said());
        return;
    }
    QModelIndex now = m_view->currentIndex();
    if (now.parent().isValid())
        now = now.parent();
    const int next = now.isValid() ? now.row() + direction : direction > 0 ? 0 : rows - 1;
    const bool wraps = next < 0 || next >= rows;
    const int row = (next + rows) % rows;
    m_view->selectionModel()->setCurrentIndex(m_model->index(row, 0), kOnlyThisRow);
    m_view->scrollTo(m_view->currentIndex());
    const QString where = tr("Difference %1 of %2").arg(row + 1).arg(rows);
    Q_EMIT stepped(!wraps          ? where
                   : direction > 0 ? tr("%1: from the beginning again").arg(where)
                                   : tr("%1: from the end again").arg(where));
}

void DifferencesPanel::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls(); // a list of URLs may be empty
    if (document().hasDocument() && !urls.isEmpty() && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void DifferencesPanel::dropEvent(QDropEvent* event) {
    m_comparison.compareWith(event->mimeData()->urls().first().toLocalFile().toStdString());
    event->acceptProposedAction();
}

QWidget& DifferencesPanel::compareButton() const { return *m_compare; }

} // namespace partita
