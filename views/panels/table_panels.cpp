#include "views/panels/table_panels.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QStackedLayout>
#include <QTableView>
#include <algorithm>

#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

TablePanel::TablePanel(const PanelContext& context) : Panel(context) {
    auto* layout = new QStackedLayout(this);
    m_view = new QTableView;
    m_model = new RowTableModel(this);
    m_view->setModel(m_model);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(22);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_empty = new QLabel;
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    layout->addWidget(m_view);
    layout->addWidget(m_empty);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (const NodeId node = m_model->nodeAt(now.row()); node && !m_selecting)
                    document().setCurrentNode(node);
            });
    connect(&document(), &DocumentController::documentChanged, this, &TablePanel::refresh);
    connect(&document(), &DocumentController::partitioningChanged, this, &TablePanel::refresh);
    connect(&document(), &DocumentController::currentNodeChanged, this, &TablePanel::select);
}

void TablePanel::refresh() {
    QString empty = tr("Open a model to fill this list");
    m_view->setAccessibleName(windowTitle());
    if (document().hasDocument())
        empty = fill(*m_model);
    else
        m_model->clear();
    m_empty->setText(empty);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    auto* stack = static_cast<QStackedLayout*>(layout());
    stack->setCurrentWidget(m_model->rowCount() ? static_cast<QWidget*>(m_view) : m_empty);
    for (int column = 0; column + 1 < m_model->columnCount(); ++column) {
        int width = m_view->fontMetrics().horizontalAdvance(
                        m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) +
                    24;
        for (int row = 0; row < m_model->rowCount();
             row += std::max(1, m_model->rowCount() / 100)) {
            const QModelIndex index = m_model->index(row, column);
            width =
                std::max(width, m_view->fontMetrics().horizontalAdvance(index.data().toString()) +
                                    (index.data(Qt::DecorationRole).isNull() ? 16 : 40));
        }
        m_view->setColumnWidth(column, std::min(width, 420));
    }
    if (m_model->columnCount() > 0) // the last column stretches, so no scroll bar appears
        m_view->setColumnWidth(m_model->columnCount() - 1, 40);
}

void TablePanel::select(NodeId node) {
    m_selecting = true;
    if (const int row = m_model->rowOf(node); row >= 0) {
        m_view->selectRow(row);
        m_view->scrollTo(m_model->index(row, 0));
    } else {
        m_view->clearSelection();
    }
    m_selecting = false;
}

Cell TablePanel::providerCell(NodeId node) const {
    const auto& partitioning = document().partitioning();
    const auto provider = partitioning.providerOf(node);
    if (!provider)
        return {tr("nothing"), {}, QIcon(theme().swatch(theme().nobody(), 12))};
    return {shortProviderName(partitioning, *provider), {}, iconOf(*provider)};
}

Cell TablePanel::badgeCell(std::uint32_t partition) const {
    const auto& partitioning = document().partitioning();
    if (!partition)
        return {QStringLiteral("–"), -1};
    const std::uint32_t provider = partitioning.partitions[partition - 1].provider;
    return {toQString(partitioning.badge(partition)), static_cast<int>(partition),
            iconOf(provider)};
}

QIcon TablePanel::iconOf(std::uint32_t provider) const {
    return theme().swatch(theme().provider(static_cast<int>(provider), document().isLast(provider)),
                          12);
}

namespace {

Cell bytesCell(std::uint64_t bytes) {
    return {bytes ? toQString(byteText(bytes)) : QStringLiteral("–"),
            static_cast<qulonglong>(bytes)};
}

QString typeText(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    return value && value->type ? toQString(value->type->text()) : QStringLiteral("?");
}

/// The partition of a node; 0: none.
std::uint32_t partitionOf(const Partitioning& partitioning, NodeId id) {
    return id.value < partitioning.partitionOf.size() ? partitioning.partitionOf[id.value] : 0;
}

} // namespace

QString NodesPanel::fill(RowTableModel& model) {
    std::vector<NodeId> rows;
    rows.reserve(document().model().nodes().count());
    document().model().nodes().forEach([&](NodeId id, const auto&) { rows.push_back(id); });
    Columns<Node> columns;
    columns.addFigures(
        tr("Id"), [](auto& node) { return Cell(QString::number(node.id.value), node.id.value); });
    columns.add(tr("Op"), [](auto& node) {
        return Cell(toQString(node.opType), {}, {}, toQString(node.domain));
    });
    columns.add(tr("Node"), [](auto& node) { return toQString(node.name); });
    columns.add(tr("Runs on"), [this](auto& node) {
        return node.is("Constant")                           ? Cell(tr("constant"))
               : document().partitioning().isFolded(node.id) ? Cell(messageText(foldedWord()))
                                                             : providerCell(node.id);
    });
    columns.add(tr("Part"), [this](auto& node) {
        return badgeCell(partitionOf(document().partitioning(), node.id));
    });
    columns.add(tr("Output"), [this](auto& node) {
        return typeText(document().model(), node.outputs.empty() ? ValueId{} : node.outputs[0]);
    });
    columns.add(tr("Graph"),
                [this](auto& node) { return toQString(document().model().graphPath(node.graph)); });
    columns.add(tr("Why"), [this](auto& node) {
        return messageText(document().partitioning().explain(node.id));
    });
    model.reset(std::move(rows), nodeOf(model), columns);
    return tr("The model has no nodes");
}

namespace {

/// The cost of a fallback partition: the number of its boundary tensors and their bytes.
struct Damage {
    std::size_t cuts = 0;
    std::uint64_t bytes = 0;
};

std::vector<Damage> damageByPartition(const Partitioning& partitioning) {
    std::vector<Damage> damage(partitioning.partitions.size() + 1);
    for (const BoundaryTensor& boundary : partitioning.boundaries) {
        if (boundary.sameProvider)
            continue;
        for (const std::uint32_t side : {boundary.from, boundary.to}) {
            ++damage[side].cuts;
            damage[side].bytes += boundary.bytes.value_or(boundary.bytesPerSymbol);
        }
    }
    return damage;
}

} // namespace

QString FallbackPanel::fill(RowTableModel& model) {
    const auto& partitioning = document().partitioning();
    auto damage = damageByPartition(partitioning);
    std::vector<NodeId> rows;
    document().model().nodes().forEach([&](NodeId id, const auto& node) {
        const auto provider = partitioning.providerOf(id);
        const bool judged = !partitioning.verdicts(id).empty();
        if (judged && !node->is("Constant") && !partitioning.isFolded(id) &&
            (!provider || *provider != 0))
            rows.push_back(id);
    });
    std::stable_sort(rows.begin(), rows.end(), [&](NodeId a, NodeId b) {
        const Damage &x = damage[partitionOf(partitioning, a)],
                     &y = damage[partitionOf(partitioning, b)];
        return std::pair(x.cuts, x.bytes) > std::pair(y.cuts, y.bytes);
    });
    const QString empty =
        tr("No fallbacks: %1 runs all %2 nodes")
            .arg(shortProviderName(partitioning, 0),
                 QLocale().toString(static_cast<qulonglong>(partitioning.summary.nodes)));
    const auto costOf = [this, damage](const Node& node) -> const Damage& {
        return damage[partitionOf(document().partitioning(), node.id)];
    };
    const auto verdictOf = [this](const Node& node) -> const Verdict& {
        return document().partitioning().verdicts(node.id).front();
    };
    Columns<Node> columns;
    columns.add(tr("Runs on"), [this](auto& node) { return providerCell(node.id); });
    columns.add(tr("Node"), [](auto& node) { return toQString(node.label()); });
    columns.add(tr("Op"), [](auto& node) { return toQString(node.opType); });
    columns.add(tr("Part"), [this](auto& node) {
        return badgeCell(partitionOf(document().partitioning(), node.id));
    });
    columns.addFigures(tr("Cuts"), [costOf](auto& node) {
        const std::size_t cuts = costOf(node).cuts;
        return Cell(QString::number(cuts), static_cast<qulonglong>(cuts));
    });
    columns.addFigures(tr("Moves per run"),
                       [costOf](auto& node) { return bytesCell(costOf(node).bytes); });
    columns.add(tr("Reason"), [verdictOf](auto& node) { return reasonText(verdictOf(node).code); });
    columns.add(tr("Rule"), [verdictOf](auto& node) {
        const SharedText& place = verdictOf(node).place;
        return place ? toQString(*place) : QString();
    });
    columns.add(tr("Why"), [this](auto& node) {
        return messageText(document().partitioning().explain(node.id));
    });
    model.reset(std::move(rows), nodeOf(model), columns);
    return empty;
}

QString PartitionsPanel::fill(RowTableModel& model) {
    const auto& partitioning = document().partitioning();
    std::vector<NodeId> rows;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> traffic(partitioning.partitions.size() +
                                                                 1);
    for (const BoundaryTensor& boundary : partitioning.boundaries) {
        const std::uint64_t bytes = boundary.bytes.value_or(boundary.bytesPerSymbol);
        traffic[boundary.to].first += bytes;
        traffic[boundary.from].second += bytes;
    }
    for (const Partition& partition : partitioning.partitions)
        rows.push_back(partition.nodes.empty() ? NodeId{} : partition.nodes.front());
    std::vector<std::size_t> sizes(partitioning.partitions.size() + 1); // with nodes in bodies
    for (const std::uint32_t index : partitioning.partitionOf)
        ++sizes[index];
    Columns<Partition> columns;
    columns.add(tr("Id"), [this](auto& partition) {
        Cell cell = badgeCell(partition.index);
        cell.toolTip = toQString(document().model().graphPath(partition.graph));
        return cell;
    });
    columns.addFigures(tr("Nodes"), [sizes](auto& partition) {
        const auto nodes = static_cast<qulonglong>(sizes[partition.index]);
        return Cell(QLocale().toString(nodes), nodes);
    });
    columns.addFigures(
        tr("In"), [traffic](auto& partition) { return bytesCell(traffic[partition.index].first); });
    columns.addFigures(tr("Out"), [traffic](auto& partition) {
        return bytesCell(traffic[partition.index].second);
    });
    const auto rowOf = [this](std::size_t row) {
        return &document().partitioning().partitions[row];
    };
    model.reset(std::move(rows), rowOf, columns);
    return tr("Nothing runs any node");
}

QString BoundariesPanel::fill(RowTableModel& model) {
    const auto& partitioning = document().partitioning();
    std::vector<NodeId> rows;
    for (const BoundaryTensor& boundary : partitioning.boundaries)
        rows.push_back(document().model().producer(boundary.value));
    Columns<BoundaryTensor> columns;
    columns.add(tr("Tensor"), [this](auto& boundary) {
        return toQString(document().model().value(boundary.value)->name);
    });
    columns.add(tr("Type"),
                [this](auto& boundary) { return typeText(document().model(), boundary.value); });
    columns.add(tr("From"), [this](auto& boundary) { return badgeCell(boundary.from); });
    columns.add(tr("To"), [this](auto& boundary) { return badgeCell(boundary.to); });
    columns.addFigures(tr("Bytes"), [](auto& boundary) {
        if (boundary.sameProvider)
            return Cell(tr("stays on the device"), 0);
        const std::uint64_t bytes = boundary.bytes.value_or(boundary.bytesPerSymbol);
        const QString text = toQString(byteText(bytes));
        return Cell(boundary.bytes ? text : tr("%1 for each unknown dimension of 1").arg(text),
                    static_cast<qulonglong>(bytes));
    });
    const auto rowOf = [this](std::size_t row) {
        return &document().partitioning().boundaries[row];
    };
    model.reset(std::move(rows), rowOf, columns);
    return tr("No tensor changes its provider");
}

} // namespace partita
