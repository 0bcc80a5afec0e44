#include "views/panels/outline_panel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QShortcut>
#include <QTreeView>
#include <QVBoxLayout>

#include "views/panels/list_frame.h"
#include "views/panels/share_bar.h"
#include "views/tables/only_this_row.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kShareWidth = 64;
constexpr std::size_t kMostSelected = 200000; ///< of more nodes only the first is selected

OutlineModel::Times timesOf(DocumentController& document) {
    OutlineModel::Times times;
    const auto& result = document.runs().result();
    if (document.hasDocument() && result)
        for (const KernelStatistics& kernel : result->statistics.kernels)
            times[kernel.node] =
                std::chrono::duration<double, std::milli>(kernel.time.median).count();
    return times;
}

} // namespace

OutlinePanel::OutlinePanel(const PanelContext& context)
    : Panel(context), m_view(new QTreeView), m_groupLabel(new QLabel), m_groupBy(new QComboBox),
      m_filter(new QLineEdit), m_hits(new QLabel), m_frame(new ListFrame(m_view)),
      m_model(new OutlineModel(this)) {
    buildHead();
    m_hits->setForegroundRole(QPalette::PlaceholderText);
    m_hits->setContentsMargins(8, 2, 8, 2);
    m_hits->hide();
    m_frame->addFoot(m_hits);
    plainColumn(this)->addWidget(m_frame);
    connectView();
    connect(&document(), &DocumentController::documentChanged, this, [this] {
        m_open.clear();
        m_filter->clear();
        refresh();
    });
    connect(&document(), &DocumentController::partitioningChanged, this, &OutlinePanel::refresh);
    connect(&document(), &DocumentController::sceneChanged, this, [this] {
        if (m_model->groupedBy() != document().groupBy())
            refresh();
    });
    connect(&document(), &DocumentController::currentNodeChanged, this, &OutlinePanel::select);
    connect(&document().runs(), &RunController::finished, this, &OutlinePanel::refresh);
}

void OutlinePanel::buildHead() {
    m_groupBy->setObjectName(QStringLiteral("groupBy"));
    m_groupBy->addItems({{}, {}, {}});
    m_groupLabel->setBuddy(m_groupBy);
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(QStringLiteral("outlineFilter"));
    auto* choice = new QHBoxLayout;
    choice->addWidget(m_groupLabel);
    choice->addWidget(m_groupBy, 1);
    auto* bar = new QVBoxLayout;
    bar->setContentsMargins(6, 2, 6, 2);
    bar->addLayout(choice);
    bar->addWidget(m_filter);
    m_frame->setHead(bar);
    connect(m_groupBy, qOverload<int>(&QComboBox::activated), this,
            [this](int index) { document().setGroupBy(static_cast<GroupBy>(index)); });
}

void OutlinePanel::connectView() {
    m_view->setObjectName(QStringLiteral("outlineView"));
    m_view->setModel(m_model);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(14);
    m_view->setAllColumnsShowFocus(true);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setItemDelegateForColumn(OutlineModel::shareColumn,
                                     new ShareBar(OutlineModel::kShareRole, this));
    m_view->header()->setStretchLastSection(true);
    m_view->header()->setSectionsMovable(false);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OutlinePanel::choose);
    connect(m_view, &QTreeView::clicked, this, &OutlinePanel::choose); // it may be out of view
    connect(m_view, &QTreeView::doubleClicked, this, &OutlinePanel::openGroup);
    for (const int key : {Qt::Key_Return, Qt::Key_Enter})
        connect(new QShortcut(key, m_view, nullptr, nullptr, Qt::WidgetShortcut),
                &QShortcut::activated, this, [this] { openGroup(m_view->currentIndex()); });
    connect(m_view, &QTreeView::expanded, this,
            [this](const QModelIndex& index) { rememberOpen(index, true); });
    connect(m_view, &QTreeView::collapsed, this,
            [this](const QModelIndex& index) { rememberOpen(index, false); });
    connect(m_filter, &QLineEdit::textChanged, this, &OutlinePanel::find);
}

void OutlinePanel::refresh() {
    const int scrolled = m_view->verticalScrollBar()->value();
    m_view->setAccessibleName(windowTitle());
    m_groupLabel->setText(tr("Group by"));
    const QString kinds[] = {tr("partition, then name"), tr("name"), tr("repeated block")};
    for (int i = 0; i < m_groupBy->count(); ++i)
        m_groupBy->setItemText(i, kinds[i]);
    m_groupBy->setCurrentIndex(static_cast<int>(document().groupBy()));
    m_groupBy->setAccessibleName(tr("Group by"));
    m_groupBy->setToolTip(
        tr("What the groups of this list are, and the boxes of a collapsed graph"));
    m_filter->setPlaceholderText(tr("Filter: name or operator"));
    m_filter->setAccessibleName(tr("Filter"));
    m_frame->say(document().hasDocument() ? QString() : tr("Open a model to fill this list"));
    static_cast<ShareBar*>(m_view->itemDelegateForColumn(OutlineModel::shareColumn))
        ->setTheme(theme());
    fill();
    m_view->verticalScrollBar()->setValue(scrolled);
    if (document().hasDocument())
        select(document().currentNode());
}

void OutlinePanel::fill() {
    const QScopedValueRollback<bool> changing(m_changing, true);
    const auto times = timesOf(document());
    m_model->reset(document().hasDocument() ? document().sharedState() : nullptr, times);
    m_view->setColumnHidden(OutlineModel::timeColumn, times.empty());
    m_view->setExpanded(m_model->index(0, 0), true);
    openAsBefore(m_model->index(0, 0));
    if (!m_filter->text().trimmed().isEmpty())
        m_model->find(m_filter->text());
    showHits();
    fitColumns();
}

/// Opens the rows that the user had open.
void OutlinePanel::openAsBefore(const QModelIndex& parent) {
    for (int i = 0; i < m_model->rowCount(parent); ++i) {
        const QModelIndex index = m_model->index(i, 0, parent);
        const OutlineRow* row = m_model->rowAt(index);
        if (row->kind == OutlineRow::Kind::node || !m_open.contains(nameOf(*row)))
            continue;
        if (m_model->canFetchMore(index))
            m_model->fetchMore(index);
        m_view->setExpanded(index, true);
        openAsBefore(index);
    }
}

void OutlinePanel::fitColumns() {
    const QFontMetrics metrics = m_view->fontMetrics();
    const int nodes = metrics.horizontalAdvance(countText(
                          document().hasDocument() ? document().model().nodes().count() : 9999)) +
                      16;
    const int number = std::max(
        nodes, metrics.horizontalAdvance(
                   m_model->headerData(OutlineModel::nodesColumn, Qt::Horizontal, Qt::DisplayRole)
                       .toString()) +
                   16);
    m_view->setColumnWidth(OutlineModel::nodesColumn, number);
    m_view->setColumnWidth(OutlineModel::shareColumn, kShareWidth);
    const int work = metrics.horizontalAdvance(QStringLiteral("≥ 9.99 GFLOP")) + 16;
    m_view->setColumnWidth(OutlineModel::workColumn, work);
    // A narrow panel gives its width to the names; the work is in the tip of a row, too.
    constexpr int kLeastName = 130;
    const int time = m_view->isColumnHidden(OutlineModel::timeColumn)
                         ? 0
                         : m_view->columnWidth(OutlineModel::timeColumn);
    const int room = m_view->viewport()->width() - number - kShareWidth - time;
    const bool hasWork = room >= kLeastName + work;
    m_view->setColumnHidden(OutlineModel::workColumn, !hasWork);
    m_view->setColumnWidth(OutlineModel::nameColumn,
                           std::max(kLeastName, hasWork ? room - work : room));
}

void OutlinePanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    fitColumns();
}

void OutlinePanel::find(const QString& text) {
    {
        const QScopedValueRollback<bool> changing(m_changing, true);
        m_model->find(text);
        if (!m_model->isFinding()) {
            m_view->setExpanded(m_model->index(0, 0), true);
            openAsBefore(m_model->index(0, 0));
        }
    }
    showHits();
    if (document().hasDocument())
        select(document().currentNode());
}

void OutlinePanel::showHits() {
    const QLocale locale;
    const auto hits = static_cast<qulonglong>(m_model->hits());
    m_hits->setVisible(m_model->isFinding());
    m_hits->setText(
        hits > OutlineModel::kMostHits
            ? tr("The first %1 of %2")
                  .arg(locale.toString(qulonglong{OutlineModel::kMostHits}), locale.toString(hits))
            : tr("%Ln hit(s)", nullptr, static_cast<int>(hits)));
}

void OutlinePanel::choose(const QModelIndex& index) {
    const OutlineRow* row = m_changing ? nullptr : m_model->rowAt(index);
    if (!row)
        return;
    const QScopedValueRollback<bool> choosing(m_choosing, true);
    if (row->kind == OutlineRow::Kind::graph) {
        document().setScope(row->graph->graph);
    } else if (row->kind == OutlineRow::Kind::node) {
        document().setCurrentNode(row->node);
    } else {
        auto nodes = m_model->nodesOf(*row);
        if (nodes.size() > kMostSelected)
            nodes.resize(1);
        document().showNodes(std::move(nodes));
    }
}

/// Opens a group on the canvas, or closes it there. Other rows open in the tree.
void OutlinePanel::openGroup(const QModelIndex& index) {
    const OutlineRow* row = m_model->rowAt(index);
    if (!row)
        return;
    const QModelIndex first = index.siblingAtColumn(0);
    if (row->kind != OutlineRow::Kind::group || !document().scene().collapsed) {
        m_view->setExpanded(first, !m_view->isExpanded(first));
        return;
    }
    const GroupKey key = m_model->keyOf(*row);
    const QScopedValueRollback<bool> choosing(m_choosing, true);
    // From the outermost one inwards; what is before the closed one is open.
    const auto groups = document().scene().groupsOf(row->node);
    const auto closed = closedGroupAround(row->node);
    const auto shut = closed ? std::ranges::find(groups, *closed) : groups.end();
    if (!closed || std::find(groups.begin(), shut, key) != shut) {
        document().setExpanded(key, false);
        m_view->setExpanded(first, false);
        return;
    }
    std::vector<GroupKey> around;
    for (const GroupKey& each : groups) {
        around.push_back(each);
        if (each == key)
            break;
    }
    document().expandAll(around);
    m_view->setExpanded(first, true);
}

/// The group that the canvas draws as one box in place of a node.
std::optional<GroupKey> OutlinePanel::closedGroupAround(NodeId node) const {
    const GraphScene& scene = document().scene();
    const auto box = scene.boxOf(node);
    if (!box || scene.boxes[*box].kind != SceneBox::Kind::group)
        return std::nullopt;
    return scene.groups[static_cast<std::size_t>(scene.boxes[*box].group)].key;
}

void OutlinePanel::select(NodeId node) {
    if (m_choosing)
        return;
    const QScopedValueRollback<bool> changing(m_changing, true);
    QModelIndex index;
    if (node) {
        index = m_model->indexOf(node, closedGroupAround(node));
        if (!index.isValid())
            if (const NodeId reader = document().scene().foldedInto(node))
                index = m_model->indexOf(reader, closedGroupAround(reader));
    }
    m_view->selectionModel()->setCurrentIndex(index, kOnlyThisRow);
    if (!index.isValid())
        m_view->clearSelection();
    else if (isVisible())
        m_view->scrollTo(index);
}

OutlinePanel::Name OutlinePanel::nameOf(const OutlineRow& row) const {
    return {row.graph->graph,
            row.group && !row.graph->order.empty() ? m_model->keyOf(row) : GroupKey{}};
}

void OutlinePanel::rememberOpen(const QModelIndex& index, bool open) {
    const OutlineRow* row = m_changing ? nullptr : m_model->rowAt(index);
    if (!row || row->kind == OutlineRow::Kind::node)
        return;
    if (open)
        m_open.insert(nameOf(*row));
    else
        m_open.erase(nameOf(*row));
}

} // namespace partita
