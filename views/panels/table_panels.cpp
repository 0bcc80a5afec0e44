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
        m_model->reset({}, {}, {});
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
        return {tr("nothing"), {}, QIcon(theme().swatch(theme().nobody(), 12)), false, {}};
    return {shortProviderName(partitioning, *provider),
            {},
            QIcon(theme().swatch(
                theme().provider(static_cast<int>(*provider), document().isLast(*provider)), 12)),
            false,
            {}};
}

Cell TablePanel::badgeCell(std::uint32_t partition) const {
    const auto& partitioning = document().partitioning();
    if (!partition)
        return {QStringLiteral("–"), -1, {}, false, {}};
    const std::uint32_t provider = partitioning.partitions[partition - 1].provider;
    return {toQString(partitioning.badge(partition)),
            static_cast<int>(partition),
            QIcon(theme().swatch(
                theme().provider(static_cast<int>(provider), document().isLast(provider)), 12)),
            false,
            {}};
}

QString NodesPanel::fill(RowTableModel& model) {
    std::vector<NodeId> rows;
    rows.reserve(document().model().nodes().count());
    document().model().nodes().forEach([&](NodeId id, const auto&) { rows.push_back(id); });
    const QStringList headers = {tr("Id"),   tr("Op"),     tr("Node"),  tr("Runs on"),
                                 tr("Part"), tr("Output"), tr("Graph"), tr("Why")};
    auto cells = [this, &model](std::size_t row, int column) -> Cell {
        const auto& m = document().model();
        const auto& node = *m.node(model.nodeOf(row));
        const auto& output = node.outputs.empty() ? m.value({}) : m.value(node.outputs[0]);
        const Partition* partition = document().partitioning().partition(node.id);
        switch (column) {
        case 0: return {QString::number(node.id.value), node.id.value, {}, true, {}};
        case 1: return {toQString(node.opType), {}, {}, false, toQString(node.domain)};
        case 2: return {toQString(node.name), {}, {}, false, {}};
        case 3:
            return node.is("Constant") ? Cell{tr("constant"), {}, {}, false, {}}
                                       : providerCell(node.id);
        case 4: return badgeCell(partition ? partition->index : 0);
        case 5:
            return {output && output->type ? toQString(output->type->text()) : QStringLiteral("?"),
                    {},
                    {},
                    false,
                    {}};
        case 6: return {toQString(m.graphPath(node.graph)), {}, {}, false, {}};
        default:
            return {messageText(document().partitioning().explain(node.id)), {}, {}, false, {}};
        }
    };
    model.reset(headers, std::move(rows), cells);
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
        if (judged && !node->is("Constant") && (!provider || *provider != 0))
            rows.push_back(id);
    });
    const auto partitionIndex = [&partitioning](NodeId id) {
        return id.value < partitioning.partitionOf.size() ? partitioning.partitionOf[id.value] : 0U;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](NodeId a, NodeId b) {
        const Damage &x = damage[partitionIndex(a)], &y = damage[partitionIndex(b)];
        return std::pair(x.cuts, x.bytes) > std::pair(y.cuts, y.bytes);
    });
    const QStringList headers = {tr("Runs on"), tr("Node"), tr("Op"),
                                 tr("Part"),    tr("Cuts"), tr("Moves per run"),
                                 tr("Reason"),  tr("Rule"), tr("Why")};
    auto cells = [this, &model, damage](std::size_t row, int column) -> Cell {
        const auto& placed = document().partitioning();
        const auto& node = *document().model().node(model.nodeOf(row));
        const Partition* partition = placed.partition(node.id);
        const Damage& cost = damage[partition ? partition->index : 0];
        const Verdict& first = placed.verdicts(node.id).front();
        switch (column) {
        case 0: return providerCell(node.id);
        case 1: return {toQString(node.label()), {}, {}, false, {}};
        case 2: return {toQString(node.opType), {}, {}, false, {}};
        case 3: return badgeCell(partition ? partition->index : 0);
        case 4:
            return {QString::number(cost.cuts), static_cast<qulonglong>(cost.cuts), {}, true, {}};
        case 5:
            return {cost.bytes ? toQString(byteText(cost.bytes)) : QStringLiteral("–"),
                    static_cast<qulonglong>(cost.bytes),
                    {},
                    true,
                    {}};
        case 6: return {reasonText(first.code), {}, {}, false, {}};
        case 7: return {first.place ? toQString(*first.place) : QString(), {}, {}, false, {}};
        default: return {messageText(placed.explain(node.id)), {}, {}, false, {}};
        }
    };
    const QString empty =
        tr("No fallbacks: %1 runs all %2 nodes")
            .arg(shortProviderName(partitioning, 0),
                 QLocale().toString(static_cast<qulonglong>(partitioning.summary.nodes)));
    model.reset(headers, std::move(rows), cells);
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
    auto cells = [this, traffic](std::size_t row, int column) -> Cell {
        const Partition& partition = document().partitioning().partitions[row];
        const auto bytes = [](std::uint64_t number) {
            return Cell{number ? toQString(byteText(number)) : QStringLiteral("–"),
                        static_cast<qulonglong>(number),
                        {},
                        true,
                        {}};
        };
        switch (column) {
        case 0: {
            Cell cell = badgeCell(partition.index);
            cell.toolTip = toQString(document().model().graphPath(partition.graph));
            return cell;
        }
        case 1:
            return {QLocale().toString(static_cast<qulonglong>(partition.nodes.size())),
                    static_cast<qulonglong>(partition.nodes.size()),
                    {},
                    true,
                    {}};
        case 2: return bytes(traffic[partition.index].first);
        default: return bytes(traffic[partition.index].second);
        }
    };
    model.reset({tr("Id"), tr("Nodes"), tr("In"), tr("Out")}, rows, cells);
    return tr("Nothing runs any node");
}

QString BoundariesPanel::fill(RowTableModel& model) {
    const auto& partitioning = document().partitioning();
    std::vector<NodeId> rows;
    for (const BoundaryTensor& boundary : partitioning.boundaries)
        rows.push_back(document().model().producer(boundary.value));
    auto cells = [this](std::size_t row, int column) -> Cell {
        const BoundaryTensor& boundary = document().partitioning().boundaries[row];
        const auto& value = *document().model().value(boundary.value);
        switch (column) {
        case 0: return {toQString(value.name), {}, {}, false, {}};
        case 1:
            return {value.type ? toQString(value.type->text()) : QStringLiteral("?"),
                    {},
                    {},
                    false,
                    {}};
        case 2: return badgeCell(boundary.from);
        case 3: return badgeCell(boundary.to);
        default:
            if (boundary.sameProvider)
                return {tr("stays on the device"), 0, {}, true, {}};
            return {boundary.bytes ? toQString(byteText(*boundary.bytes))
                                   : tr("%1 for each unknown dimension of 1")
                                         .arg(toQString(byteText(boundary.bytesPerSymbol))),
                    static_cast<qulonglong>(boundary.bytes.value_or(boundary.bytesPerSymbol)),
                    {},
                    true,
                    {}};
        }
    };
    model.reset({tr("Tensor"), tr("Type"), tr("From"), tr("To"), tr("Bytes")}, rows, cells);
    return tr("No tensor changes its provider");
}

} // namespace partita
