#include "views/panels/fallback_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/report/triage_report.h"
#include "core/session/verdict_rules.h"
#include "views/panels/list_frame.h"
#include "views/panels/provider_cells.h"
#include "views/tables/only_this_row.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

enum FallbackColumn {
    nodeColumn,
    opColumn,
    reasonColumn,
    providerColumn,
    partColumn,
    cutsColumn,
    bytesColumn,
    timeLostColumn,
    triageColumn,
    graphColumn,
    ruleColumn,
    whyColumn
};

constexpr int kLeastListHeight = 48;  ///< of the list: below, the panel would scroll around it
constexpr std::size_t kOpenUpTo = 60; ///< of so many nodes, all groups are open at first

QString bytesText(std::int64_t bytes) {
    return bytes > 0 ? toQString(byteText(static_cast<std::uint64_t>(bytes))) : QStringLiteral("–");
}

/// "28 costly · 1 joins": of a group, or of all nodes.
template <class Counted> QString countsText(const Counted& of) {
    QStringList parts;
    for (const auto& [count, kind] :
         {std::pair(of.costly, TriageKind::costly), std::pair(of.joins, TriageKind::joins),
          std::pair(of.harmless, TriageKind::harmless)})
        if (count)
            parts += QStringLiteral("%1 %2").arg(countText(count), triageText(kind));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

FallbackPanel::FallbackPanel(const PanelContext& context) : Panel(context) {
    m_view = new QTreeView;
    m_filter = new QLineEdit;
    m_shown = new QLabel;
    m_model = new TriageTreeModel(this);
    m_order = new TriageFilter(this);
    m_order->setSourceModel(m_model);
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(QStringLiteral("fallbackFilter"));
    m_shown->setForegroundRole(QPalette::PlaceholderText);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 2, 6, 2);
    bar->setSpacing(8); // it would take that of the rows, which is 0
    bar->addWidget(m_filter, 1);
    bar->addWidget(m_shown);
    m_frame = new ListFrame(m_view);
    m_frame->setHead(bar, m_filter);
    plainColumn(this)->addWidget(m_frame);
    connectView();
    connect(m_filter, &QLineEdit::textChanged, this, &FallbackPanel::filter);
    connect(&document(), &DocumentController::documentChanged, this, &FallbackPanel::refresh);
    connect(&document(), &DocumentController::partitioningChanged, this, &FallbackPanel::refresh);
    connect(&document(), &DocumentController::currentNodeChanged, this, &FallbackPanel::select);
    connect(&document().runs(), &RunController::finished, this, &FallbackPanel::refresh);
}

void FallbackPanel::connectView() {
    m_view->setModel(m_order);
    m_view->setMinimumHeight(kLeastListHeight);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle); // the ends of names tell most
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setAllColumnsShowFocus(true);
    m_view->setExpandsOnDoubleClick(true);
    m_view->header()->setStretchLastSection(true);
    m_view->header()->setSectionsMovable(false);
    m_view->setSortingEnabled(true);
    m_view->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_order->sort(-1); // as the triage ranks them
    connect(m_view->header(), &QHeaderView::sortIndicatorChanged, this, [this] {
        const QModelIndex current = m_view->currentIndex();
        if (!current.isValid())
            m_view->scrollToTop();
        else if (!current.parent().isValid() || m_view->isExpanded(current.parent()))
            m_view->scrollTo(current);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &FallbackPanel::choose);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &FallbackPanel::followSelection);
    connect(m_view, &QTreeView::activated, this, &FallbackPanel::choose);
    connect(m_view, &QTreeView::expanded, this,
            [this](const QModelIndex& index) { rememberGroup(index, true); });
    connect(m_view, &QTreeView::collapsed, this,
            [this](const QModelIndex& index) { rememberGroup(index, false); });
}

std::optional<std::size_t> FallbackPanel::count() const {
    if (!document().hasDocument())
        return std::nullopt;
    return document().triage().nodes.size();
}

void FallbackPanel::refresh() {
    const QScopedValueRollback<bool> changing(m_changing, true);
    const int scrolled = m_view->verticalScrollBar()->value();
    m_view->setAccessibleName(windowTitle());
    m_filter->setPlaceholderText(tr("Filter: name, operator, reason, costly …"));
    m_filter->setAccessibleName(tr("Filter"));
    readTimes();
    fill();
    openGroups();
    showEmpty();
    fitColumns();
    m_view->verticalScrollBar()->setValue(scrolled);
    if (document().hasDocument())
        select(document().currentNode());
    Q_EMIT countChanged();
}

void FallbackPanel::fill() {
    if (!document().hasDocument()) {
        m_model->reset(nullptr, {}, {}, {});
        return;
    }
    m_model->setColours(triageColumn, theme().bad, theme().warning);
    m_model->reset(
        document().state().triage,
        {{tr("Node"), false},
         {tr("Op"), false},
         {tr("Reason"), false},
         {tr("Runs on"), false},
         {tr("Part"), false},
         {tr("Cuts"), false, true},
         {tr("Moves per run"), true, true},
         {tr("Time"), true, true},
         {tr("Triage"), false},
         {tr("Graph"), false},
         {tr("Rule"), false},
         {tr("Why"), false}},
        [this](const TriageGroup* group, const TriagedNode* node, int column) {
            return group ? groupCell(*group, column) : nodeCell(*node, column);
        },
        [this](const TriagedNode& node) { return wordsOf(node); });
    m_view->setColumnHidden(timeLostColumn, m_times.empty());
    const GraphId main = document().model().mainGraph();
    m_view->setColumnHidden(graphColumn,
                            std::ranges::all_of(document().triage().nodes, [&](const auto& node) {
                                return document().model().node(node.node)->graph == main;
                            }));
}

/// The medians of the last measurement, if there is one.
void FallbackPanel::readTimes() {
    m_times.clear();
    const auto& result = document().runs().result();
    if (document().hasDocument() && result)
        for (const KernelStatistics& kernel : result->statistics.kernels)
            m_times[kernel.node] = kernel.time.median;
}

Cell FallbackPanel::timeCell(std::chrono::nanoseconds time) const {
    const double milliseconds = std::chrono::duration<double, std::milli>(time).count();
    return {time.count() ? tr("%1 ms").arg(QLocale().toString(milliseconds, 'g', 3))
                         : QStringLiteral("–"),
            milliseconds};
}

Cell FallbackPanel::groupCell(const TriageGroup& group, int column) const {
    const QLocale locale;
    const auto rank = static_cast<double>(&group - document().triage().groups.data());
    switch (column) {
    case nodeColumn:
        return {tr("%Ln node(s)", nullptr, static_cast<int>(group.nodes.size())),
                toQString(group.opType)};
    case opColumn: return {toQString(group.opType), {}, {}, toQString(group.domain)};
    case reasonColumn: return reasonText(group.code);
    case cutsColumn:
    case bytesColumn: {
        const bool cuts = column == cutsColumn;
        const std::int64_t saved = cuts ? group.damage.partitions : group.damage.bytes;
        const QString what = cuts ? tr("Partitions that would merge if all of these were taken")
                                  : tr("Bytes that would stay if all of these were taken"),
                      around = messageText(aroundText(group));
        return {!cuts       ? bytesText(saved)
                : saved > 0 ? locale.toString(static_cast<qlonglong>(saved))
                            : QStringLiteral("–"),
                static_cast<double>(saved),
                {},
                around.isEmpty() ? what : what + QStringLiteral(", ") + around};
    }
    case timeLostColumn: {
        std::chrono::nanoseconds sum{};
        for (const NodeId node : TriageTreeModel::nodesOf(document().triage(), group))
            sum += timeOf(node);
        return timeCell(sum);
    }
    case triageColumn: return {countsText(group), rank};
    default: return {};
    }
}

Cell FallbackPanel::nodeCell(const TriagedNode& node, int column) const {
    const Partitioning& partitioning = judgedIn(document().partitioning());
    const Node& record = *judgedIn(document().model(), document().partitioning()).node(node.part);
    const Verdict& verdict = verdictOf(partitioning, node.part);
    const Partition* partition = partitioning.partition(node.part);
    const Damage cost = node.counted();
    // Nodes that do their damage together share it.
    const auto share = static_cast<double>(node.onlyTogether() ? node.stretch : 1);
    switch (column) {
    case nodeColumn: return toQString(record.label());
    case opColumn: return {toQString(record.opType), {}, {}, toQString(record.domain)};
    case reasonColumn: return reasonText(verdict.code);
    case providerColumn:
        return providerCell(document(), theme(), partitioning.providerOf(node.part));
    case partColumn: return badgeCell(document(), theme(), partition ? partition->index : 0);
    case cutsColumn:
        return {messageText(cutText(document().partitioning(), node)),
                static_cast<double>(cost.partitions) / share};
    case bytesColumn: return {bytesText(cost.bytes), static_cast<double>(cost.bytes) / share};
    case timeLostColumn: return timeCell(timeOf(node.node));
    case triageColumn: {
        const auto place = static_cast<double>(&node - document().triage().nodes.data());
        return {triageText(node.kind),
                static_cast<double>(node.group) + place / 1e9,
                {},
                messageText(node.reason)};
    }
    case graphColumn:
        return partita::graphCell(document(), document().model().node(node.node)->graph);
    case ruleColumn: return messageText(ruleText(verdict));
    default:
        return {messageText(partitioning.explain(node.part)), {}, {}, messageText(node.root.text)};
    }
}

QString FallbackPanel::wordsOf(const TriagedNode& node) const {
    QStringList words;
    for (const int column : {nodeColumn, opColumn, reasonColumn, providerColumn, partColumn,
                             triageColumn, graphColumn, ruleColumn, whyColumn})
        words += nodeCell(node, column).text;
    return words.join(QLatin1Char('\n'));
}

void FallbackPanel::fitColumns() {
    if (m_model->columnCount() == 0)
        return;
    const QFontMetrics metrics = m_view->fontMetrics();
    const auto widthOf = [&](const QModelIndex& index) {
        return metrics.horizontalAdvance(index.data().toString()) +
               (index.data(Qt::DecorationRole).isNull() ? 16 : 40);
    };
    // The long name of a body would take the place of the reason.
    const int path = metrics.horizontalAdvance(QStringLiteral("If_0.else_branch / If_12.then"));
    for (int column = 0; column + 1 < m_model->columnCount(); ++column) {
        int width = metrics.horizontalAdvance(
                        m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) +
                    24;
        const int step = std::max(1, m_model->rowCount() / 50);
        for (int row = 0; row < m_model->rowCount(); row += step) {
            const QModelIndex top = m_model->index(row, 0);
            width = std::max(width, widthOf(m_model->index(row, column)));
            const int below = m_model->rowCount(top);
            for (int child = 0; child < below; child += std::max(1, below / 50))
                width = std::max(width, widthOf(m_model->index(child, column, top)));
        }
        if (column == nodeColumn)
            m_nameWanted = width + 2 * m_view->indentation();
        else
            m_view->setColumnWidth(column, std::min(width, column == graphColumn ? path : 420));
    }
    fitNames();
}

/// In a narrow window, names give way to the figures and to the beginning of the reason.
void FallbackPanel::fitNames() {
    constexpr int kLeastName = 160, kLeastReason = 120;
    int others = kLeastReason;
    for (int column = 0; column + 1 < m_model->columnCount(); ++column)
        others += column == nodeColumn ? 0 : m_view->columnWidth(column);
    m_nameGiven =
        std::min(m_nameWanted, std::max(kLeastName, m_view->viewport()->width() - others));
    m_view->setColumnWidth(nodeColumn, m_nameGiven);
}

/// Names that a narrow window cut are read whole in a wide one. A width that the user chose stays.
void FallbackPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    if (m_nameWanted > 0 && m_view->columnWidth(nodeColumn) == m_nameGiven)
        fitNames();
}

void FallbackPanel::filter(const QString& text) {
    const QScopedValueRollback<bool> changing(m_changing, true);
    m_order->setWords(text);
    openGroups();
    showEmpty();
    if (document().hasDocument())
        select(document().currentNode());
}

/// Says how many nodes the filter leaves, or why the list is empty.
void FallbackPanel::showEmpty() {
    const QLocale locale;
    if (!document().hasDocument()) {
        m_frame->say(tr("Open a model to fill this list"));
        return;
    }
    if (!m_model->rowCount()) {
        const auto& partitioning = document().partitioning();
        const std::size_t placed = partitioning.summary.nodes;
        m_frame->say(placed ? tr("No fallbacks: %1 runs all %Ln placed node(s)", nullptr,
                                 static_cast<int>(placed))
                                  .arg(shortProviderName(partitioning, 0))
                            : tr("No fallbacks: there is no node to place"));
        return;
    }
    m_frame->say({});
    qulonglong shown = 0;
    for (int row = 0; row < m_order->rowCount(); ++row) {
        const QModelIndex top = m_order->index(row, 0);
        shown += m_model->groupAt(m_order->mapToSource(top))
                     ? static_cast<qulonglong>(m_order->rowCount(top))
                     : 1;
    }
    const Triage& all = document().triage();
    const QString total = locale.toString(static_cast<qulonglong>(all.nodes.size()));
    m_shown->setText(m_filter->text().trimmed().isEmpty()
                         ? countsText(all)
                         : tr("%1 of %2").arg(locale.toString(shown), total));
}

void FallbackPanel::choose(const QModelIndex& index) {
    const auto* selected = m_view->selectionModel();
    if (m_changing || (selected->isSelected(index) && selected->selectedRows().size() > 1))
        return; // a right click on one of several rows is about all of them
    std::vector<NodeId> nodes = nodesOfRow(index);
    if (nodes.empty())
        return;
    const QScopedValueRollback<bool> choosing(m_choosing, true); // the selected rows stay so
    const auto here = std::find_if(nodes.begin(), nodes.end(), [this](NodeId node) {
        return document().model().node(node)->graph == document().scope();
    });
    document().setCurrentNode(here == nodes.end() ? nodes.front() : *here);
    document().setSelection(std::move(nodes));
}

/// Makes several selected rows the selection of the document.
void FallbackPanel::followSelection() {
    if (m_changing)
        return;
    const QScopedValueRollback<bool> choosing(m_choosing, true); // the selected rows stay so
    selectNodesOfRows(*m_view, document());
}

void FallbackPanel::select(NodeId node) {
    if (m_choosing || isWholeGroup(m_view->currentIndex(), node))
        return;
    const QScopedValueRollback<bool> changing(m_changing, true);
    const QModelIndex index = m_order->mapFromSource(m_model->indexOf(node));
    if (!index.isValid()) {
        m_view->clearSelection();
        m_view->selectionModel()->setCurrentIndex({}, kOnlyThisRow);
        return;
    }
    m_view->selectionModel()->setCurrentIndex(index, kOnlyThisRow);
    m_view->scrollTo(index);
}

/// Whether a row is a group whose nodes are the selected ones, `node` among them.
bool FallbackPanel::isWholeGroup(const QModelIndex& index, NodeId node) const {
    const TriageGroup* group = m_model->groupAt(m_order->mapToSource(index));
    const TriagedNode* found = group ? document().triage().find(node) : nullptr;
    return found && &document().triage().groups[found->group] == group &&
           document().selection().size() ==
               TriageTreeModel::nodesOf(document().triage(), *group).size();
}

void FallbackPanel::rememberGroup(const QModelIndex& index, bool isOpen) {
    const TriageGroup* group = m_model->groupAt(m_order->mapToSource(index));
    if (group && !m_changing)
        m_choices[{group->code, group->opType, group->domain}] = isOpen;
}

/// Opens the groups that the user opened; the others only where the list stays short, or is what a
/// filter leaves.
void FallbackPanel::openGroups() {
    const QScopedValueRollback<bool> changing(m_changing, true);
    for (int row = 0; row < m_order->rowCount(); ++row) {
        const QModelIndex top = m_order->index(row, 0);
        const TriageGroup* group = m_model->groupAt(m_order->mapToSource(top));
        if (!group)
            continue;
        const auto choice = m_choices.find({group->code, group->opType, group->domain});
        const bool isShort = document().triage().nodes.size() <= kOpenUpTo ||
                             (!m_filter->text().trimmed().isEmpty() &&
                              static_cast<std::size_t>(m_order->rowCount(top)) <= kOpenUpTo);
        m_view->setExpanded(top, choice == m_choices.end() ? isShort : choice->second);
    }
}

} // namespace partita
