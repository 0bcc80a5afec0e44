#include "views/panels/numbers_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/base/try.h"
#include "core/scene/outline.h"
#include "core/tasks/models/inferred_placement.h"
#include "views/charts/difference_chart.h"
#include "views/tables/wrapped_names.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

double number(std::size_t count) { return static_cast<double>(count); }
QString whole(double number) { return QLocale().toString(static_cast<qlonglong>(number)); }
QString sizeShown(double number) { return toQString(byteText(static_cast<std::uint64_t>(number))); }
QString parameters(double number) {
    return number < 1e6 ? whole(number)
                        : QLocale().toString(number / 1e6, 'f', 2) + QStringLiteral(" M");
}
QString work(double flops) { return QLocale().toString(flops / 1e6, 'f', 1); }
QString milliseconds(double nanoseconds) {
    return QLocale().toString(nanoseconds / 1e6, 'f', nanoseconds < 1e7 ? 3 : 1);
}

} // namespace

NumbersPanel::NumbersPanel(const PanelContext& context)
    : Panel(context), m_empty(new QLabel), m_table(new QTreeWidget),
      m_chart(new DifferenceChart(theme())) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0); // names and four columns need the width
    m_empty->setContentsMargins(8, 6, 8, 6);
    m_empty->setWordWrap(true);
    m_table->setObjectName(QStringLiteral("numbers"));
    m_table->setColumnCount(4);
    m_table->setRootIsDecorated(false);
    m_table->setItemDelegate(new WrappedNames(*m_table)); // in a large font they need two lines
    m_table->setIndentation(8);                           // the names need the room
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const int column : {1, 2, 3})
        m_table->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    layout->addWidget(m_empty);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_chart);
    const auto remember = [this](const QTreeWidgetItem* row, bool shown) {
        if (row->parent()) // the unchanged operators, not a section
            m_unchangedShown = shown;
    };
    connect(m_table, &QTreeWidget::itemExpanded, this,
            [=](QTreeWidgetItem* row) { remember(row, true); });
    connect(m_table, &QTreeWidget::itemCollapsed, this,
            [=](QTreeWidgetItem* row) { remember(row, false); });
    SimplifyController& simplifier = document().simplifier();
    connect(m_chart, &DifferenceChart::positionClicked, this,
            [this](std::size_t position) { document().simplifier().goTo(position); });
    connect(&simplifier, &SimplifyController::historyChanged, this, [this] {
        m_start.reset();
        m_now.reset();
        refresh();
    });
    connect(&simplifier, &SimplifyController::checked, this, &NumbersPanel::show);
    connect(&simplifier, &SimplifyController::positionChanged, this, &NumbersPanel::show);
    connect(&document(), &DocumentController::partitioningChanged, this, &NumbersPanel::countNodes);
}

void NumbersPanel::refresh() {
    m_table->setHeaderLabels({QString(), tr("Start"), tr("Now"), QStringLiteral("±")});
    for (const int column : {1, 2, 3})
        m_table->headerItem()->setTextAlignment(
            column, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
    m_table->setAccessibleName(tr("Numbers at the start and now"));
    m_empty->setText(tr("Simplify a model to see what each step changes"));
    m_chart->setTheme(theme());
    show();
}

void NumbersPanel::countNodes() {
    const RewriteHistory* history = document().simplifier().history();
    if (!history || !document().hasDocument())
        return;
    using Pair = std::pair<NumbersPtr, NumbersPtr>;
    const DocumentState& state = document().state();
    // Without a step, the placement has changed, so the numbers of the start are outdated, too.
    const std::size_t position = document().simplifier().position();
    const NumbersPtr known = std::exchange(m_position, position) == position ? nullptr : m_start;
    const auto counting =
        [known, start = history->start(), model = state.original, typed = state.sized,
         partitioning = state.partitioning, providers = document().providers(),
         wishes = document().partitionOptions()](const Progress& progress) -> Result<Pair> {
        const auto now =
            std::make_shared<const ModelNumbers>(numbersOf(model, typed, *partitioning));
        if (known)
            return Pair{known, now};
        auto first = PARTITA_TRY(placedNumbers(start, providers, wishes, progress));
        return Pair{std::make_shared<const ModelNumbers>(std::move(first)), now};
    };
    m_jobs.setSubject(document().subject());
    m_jobs.start<Pair>({}, counting, [this](Result<Pair> result) {
        if (!result)
            return;
        std::tie(m_start, m_now) = *result;
        show();
    });
}

QTreeWidgetItem* NumbersPanel::addSection(const QString& title) {
    auto* section = new QTreeWidgetItem(m_table, {title});
    QFont bold = m_table->font();
    bold.setBold(true);
    section->setFont(0, bold);
    section->setBackground(0, theme().tableHead);
    for (const int column : {1, 2, 3})
        section->setBackground(column, theme().tableHead);
    section->setFirstColumnSpanned(true);
    section->setExpanded(true);
    return section;
}

QTreeWidgetItem* NumbersPanel::addRow(QTreeWidgetItem* section, const QString& name, double start,
                                      double now, QString (*text)(double), Less less) {
    double change = now - start;
    QString difference = text(std::abs(change));
    if (difference == text(0)) // too small to be seen
        change = 0;
    difference = change == 0
                     ? QStringLiteral("0")
                     : (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + difference;
    auto* row = new QTreeWidgetItem(section, {name, text(start), text(now), difference});
    row->setData(0, WrappedNames::kWrapsRole, true);
    row->setToolTip(0, tr("%1: %2 at the start").arg(name, text(start)));
    row->setForeground(3, change == 0                          ? theme().hint
                          : change < 0 && less == Less::isGain ? theme().good
                                                               : theme().text);
    for (const int column : {1, 2, 3})
        row->setTextAlignment(column, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
    return row;
}

void NumbersPanel::show() {
    const SimplifyController& simplifier = document().simplifier();
    const RewriteHistory* history = simplifier.history();
    m_empty->setVisible(!history);
    m_table->setVisible(history);
    m_chart->setVisible(history);
    const QSignalBlocker quiet(m_table); // rows that go are not rows that the user closes
    m_table->clear();
    if (!history)
        return;
    m_chart->setDifferences(simplifier.differences(), simplifier.position(), history->size());
    if (!m_start)
        return;
    showPartitions();
    showModel();
    showOperators();
    showRun();
    fitColumns();
}

/// In a narrow dock the numbers of the start give way to the names: those of now and the differences
/// tell them, too.
void NumbersPanel::fitColumns() {
    constexpr int kStart = 1;
    int names = 0, figures = 0;
    for (QTreeWidgetItemIterator row(m_table); *row; ++row)
        if ((*row)->parent())
            names = std::max(names, m_table->fontMetrics().horizontalAdvance((*row)->text(0)));
    for (const int column : {kStart, 2, 3})
        figures += std::max(static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(column),
                            m_table->header()->sectionSizeHint(column));
    constexpr int kDepth = 2, kMargins = 8;
    m_table->setColumnHidden(kStart, names + kDepth * m_table->indentation() + kMargins + figures >
                                         m_table->viewport()->width());
}

void NumbersPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    fitColumns();
}

void NumbersPanel::showPartitions() {
    QTreeWidgetItem* section = addSection(tr("Partitions"));
    const auto& partitioning = document().partitioning();
    for (std::uint32_t i = 0; i < partitioning.providers.size(); ++i)
        if (i < m_start->nodesByProvider.size() && i < m_now->nodesByProvider.size())
            addRow(section, tr("%1 nodes").arg(shortProviderName(partitioning, i)),
                   number(m_start->nodesByProvider[i]), number(m_now->nodesByProvider[i]), whole,
                   Less::isNeither);
    addRow(section, tr("placed nodes"), number(m_start->placed), number(m_now->placed), whole,
           Less::isNeither);
    addRow(section, tr("folded nodes"), number(m_start->folded), number(m_now->folded), whole,
           Less::isNeither);
    addRow(section, tr("%1 partitions").arg(shortProviderName(partitioning, 0)),
           number(m_start->partitions), number(m_now->partitions), whole);
    addRow(section, tr("boundary tensors"), number(m_start->boundaryTensors),
           number(m_now->boundaryTensors), whole);
    addRow(section, tr("boundary data"), static_cast<double>(m_start->boundaryBytes),
           static_cast<double>(m_now->boundaryBytes), sizeShown);
}

void NumbersPanel::showModel() {
    QTreeWidgetItem* section = addSection(tr("Model"));
    const ModelSummary &start = m_start->summary, &now = m_now->summary;
    addRow(section, tr("nodes"), number(start.nodes), number(now.nodes), whole);
    addRow(section, tr("nodes without Constant"), number(start.nodesWithoutConstants),
           number(now.nodesWithoutConstants), whole);
    addRow(section, tr("parameters"), static_cast<double>(start.parameters),
           static_cast<double>(now.parameters), parameters);
    addWork(section);
    addRow(section, tr("file"), static_cast<double>(m_start->fileBytes),
           static_cast<double>(m_now->fileBytes), sizeShown);
}

/// Where shapes are unknown, the work is a part of all work: a difference of two such parts would
/// make what has become known look like what has become more.
void NumbersPanel::addWork(QTreeWidgetItem* section) {
    const ModelSummary &start = m_start->summary, &now = m_now->summary;
    QTreeWidgetItem* row = addRow(section, tr("work, MFLOP"), start.flops, now.flops, work);
    if (!start.nodesWithoutFlops && !now.nodesWithoutFlops)
        return;
    const auto mark = [&](int column, const ModelSummary& summary) {
        if (!summary.nodesWithoutFlops)
            return;
        // Of a few nodes that compute sizes, the work says nothing about the model's.
        row->setText(column, isWorkKnown(summary.flops, false) ? tr("≥ %1").arg(work(summary.flops))
                                                               : QStringLiteral("–"));
        row->setToolTip(column, tr("without %n node(s) of unknown shape", nullptr,
                                   static_cast<int>(summary.nodesWithoutFlops)));
    };
    mark(1, start);
    mark(2, now);
    if (start.nodesWithoutFlops == now.nodesWithoutFlops)
        return;
    row->setText(3, QStringLiteral("?"));
    row->setForeground(3, theme().second);
    row->setToolTip(3, tr("not comparable: shapes are known now that were not at the start"));
}

void NumbersPanel::showOperators() {
    std::map<QString, std::pair<std::size_t, std::size_t>> counts;
    for (const auto& [op, count] : m_start->summary.operators)
        counts[toQString(op)].first = count;
    for (const auto& [op, count] : m_now->summary.operators)
        counts[toQString(op)].second = count;
    std::vector<std::pair<QString, std::pair<std::size_t, std::size_t>>> rows(counts.begin(),
                                                                              counts.end());
    // The operators whose number changed most come first.
    const auto change = [](const auto& row) {
        return std::abs(number(row.second.second) - number(row.second.first));
    };
    std::ranges::stable_sort(rows, std::greater(), change);
    QTreeWidgetItem* section = addSection(tr("Nodes by operator"));
    const auto same = std::ranges::find_if(rows, [&](const auto& row) { return change(row) == 0; });
    for (auto row = rows.begin(); row != same; ++row)
        addRow(section, row->first, number(row->second.first), number(row->second.second), whole);
    if (same == rows.end())
        return;
    auto* folded = new QTreeWidgetItem(
        section, {tr("%n operator(s) unchanged", nullptr, static_cast<int>(rows.end() - same))});
    folded->setForeground(0, theme().second);
    folded->setFirstColumnSpanned(true);
    for (auto row = same; row != rows.end(); ++row)
        addRow(folded, row->first, number(row->second.first), number(row->second.second), whole);
    folded->setExpanded(m_unchangedShown);
}

void NumbersPanel::showRun() {
    const SimplifyController& simplifier = document().simplifier();
    const ModelDifference* difference = simplifier.difference();
    if (!difference)
        return;
    QTreeWidgetItem* run = addSection(tr("Run on the CPU"));
    addRow(run, tr("one run, ms"), static_cast<double>(simplifier.startTime().count()),
           static_cast<double>(difference->time.count()), milliseconds);
    if (difference->problem.empty())
        addRow(run, tr("largest difference"), 0, difference->maxAbsolute,
               [](double value) { return QString::number(value, 'g', 2); });
}

} // namespace partita
