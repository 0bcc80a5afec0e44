#include "views/panels/table_panels.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/report/boundary_counts.h"
#include "core/report/partition_sentence.h"
#include "core/session/placed_order.h"
#include "views/document/links.h"
#include "views/panels/list_frame.h"
#include "views/panels/provider_cells.h"
#include "views/panels/wrapped_text.h"
#include "views/tables/only_this_row.h"
#include "views/tables/plain_table.h"
#include "views/tables/row_height.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {
constexpr int kLeastTableHeight = 48; ///< of a table: below, its panel would scroll around it
} // namespace

TablePanel::TablePanel(const PanelContext& context) : Panel(context) {
    m_view = new QTableView;
    m_model = new RowTableModel(this);
    m_view->setModel(m_model);
    makePlain(*m_view);
    fitRowsToFont(*m_view);
    m_view->setMinimumHeight(kLeastTableHeight);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_note = new WrappedText({}, font());
    m_note->setObjectName(QStringLiteral("note"));
    m_foot = new QWidget;
    auto* line = new QHBoxLayout(m_foot);
    line->setContentsMargins(8, 4, 8, 4);
    line->addWidget(m_note);
    m_foot->hide();
    m_frame = new ListFrame(m_view);
    m_frame->addFoot(m_foot);
    plainColumn(this)->addWidget(m_frame);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (!now.isValid() || m_selecting)
                    return;
                m_choosing = true; // the rows that are being selected stay so
                choose(m_model->sourceRow(now.row()));
                m_choosing = false;
            });
    m_view->setTextElideMode(Qt::ElideMiddle); // the ends of names tell most
    connect(m_view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            [this] { m_view->scrollTo(m_view->currentIndex()); });
    // The row that is selected already may be out of view, or in a group that was closed since.
    connect(m_view, &QTableView::activated, this, [this](const QModelIndex& now) {
        // A double click may have asked something first, and the rows may be others since.
        if (now.isValid())
            choose(m_model->sourceRow(now.row()));
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { followSelection(); });
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex& cell) {
        const QString link = cell.data(kLinkRole).toString();
        if (!link.isEmpty() && !(QGuiApplication::keyboardModifiers() & Qt::ControlModifier))
            follow(document(), link);
    });
    connect(&document(), &DocumentController::documentChanged, this, [this] {
        if (document().hasDocument()) // its placement is told next, and the rows are of the old one
            m_model->clear();
        else
            refresh();
    });
    connect(&document(), &DocumentController::partitioningChanged, this, &TablePanel::refresh);
    connect(&document(), &DocumentController::currentNodeChanged, this, &TablePanel::select);
    connect(&document(), &DocumentController::currentTensorChanged, this,
            &TablePanel::selectTensor);
}

void TablePanel::choose(std::size_t row) {
    auto nodes = m_model->nodesOf(row);
    if (nodes.empty())
        return;
    document().setCurrentNode(nodes.front());
    document().setSelection(std::move(nodes));
}

void TablePanel::followSelection() {
    if (!m_selecting)
        selectNodesOfRows(*m_view, document());
}

void TablePanel::selectRow(int shown) {
    const QModelIndex index = m_model->index(shown, 0);
    m_view->selectionModel()->setCurrentIndex(index, kOnlyThisRow);
    m_view->scrollTo(index);
}

void TablePanel::mark(std::size_t row) {
    m_selecting = true;
    if (const int shown = m_model->shownRow(row); shown >= 0) {
        selectRow(shown);
    }
    m_selecting = false;
}

void TablePanel::selectTensor(ValueId tensor) {
    const auto row = tensor ? rowOf(tensor) : std::nullopt;
    if (row && !m_choosing)
        mark(*row);
}

void TablePanel::refresh() {
    QString empty = tr("Open a model to fill this list");
    m_view->setAccessibleName(windowTitle());
    if (document().hasDocument())
        empty = fill(*m_model);
    else
        m_model->clear();
    m_frame->say(m_model->rowCount() ? QString() : empty);
    sortAgain();
    m_isFitted = false;
    if (isVisible()) // hidden, it does not know its width
        fit();
    Q_EMIT countChanged();
}

/// Columns are as wide as their longest text; where they have no room side by side, a text of more
/// than `kMost` pixels loses its middle.
void TablePanel::fitColumns() {
    constexpr int kMost = 420;
    std::vector<int> widths;
    for (int column = 0; column + 1 < m_model->columnCount(); ++column) {
        int width = m_view->fontMetrics().horizontalAdvance(
                        m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) +
                    24;
        for (int row = 0; row < m_model->rowCount();
             row += std::max(1, m_model->rowCount() / 100)) {
            const QModelIndex index = m_model->index(row, column);
            width = std::max(width, m_view->sizeHintForIndex(index).width());
        }
        widths.push_back(width);
    }
    const int room = m_view->viewport()->width() - kMost / 4; // for the last column
    const bool haveRoom = std::accumulate(widths.begin(), widths.end(), 0) <= room;
    for (std::size_t column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(static_cast<int>(column),
                               haveRoom ? widths[column] : std::min(widths[column], kMost));
}

/// A text in the last column takes the room that is left. A number there would be far from what it
/// belongs to: it stands beside the other columns.
void TablePanel::fitLastColumn() {
    const int last = m_model->columnCount() - 1;
    if (last < 0)
        return;
    const auto alignment = m_model->index(0, last).data(Qt::TextAlignmentRole).toInt();
    const bool figures = m_model->rowCount() > 0 && alignment & Qt::AlignRight;
    m_view->horizontalHeader()->setStretchLastSection(!figures);
    if (figures)
        m_view->resizeColumnToContents(last);
    else
        m_view->setColumnWidth(last, 40); // it stretches, so no scroll bar appears
}

std::optional<std::size_t> TablePanel::count() const {
    if (!document().hasDocument())
        return std::nullopt;
    return static_cast<std::size_t>(m_model->rowCount());
}

/// New rows are in the order that the user chose, and the selected node stays selected.
void TablePanel::sortAgain() {
    const auto* header = m_view->horizontalHeader();
    if (header->sortIndicatorSection() >= 0)
        m_model->sort(header->sortIndicatorSection(), header->sortIndicatorOrder());
    if (document().hasDocument())
        select(document().currentNode());
    else
        showNote();
}

void TablePanel::showNote() {
    const QString text = document().hasDocument() ? note(document().currentNode()) : QString();
    m_note->showText(text);
    // The rows have the height of a low dock, where a note would be cut.
    const QWidget* shown = parentWidget() ? parentWidget() : this;
    m_foot->setVisible(!text.isEmpty() &&
                       shown->height() >= kLeastTableHeight + m_foot->sizeHint().height());
}

void TablePanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    if (!m_isFitted)
        fit();
}

void TablePanel::fit() {
    fitColumns();
    fitLastColumn();
    m_isFitted = true;
}

void TablePanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    showNote();
}

void TablePanel::select(NodeId node) {
    showNote();
    if (m_choosing)
        return;
    m_selecting = true;
    if (const int row = m_model->rowOf(node); row >= 0) {
        selectRow(row);
    } else {
        m_view->clearSelection();
    }
    m_selecting = false;
}

Cell TablePanel::providerCell(NodeId node) const {
    return partita::providerCell(document(), theme(), node);
}

Cell TablePanel::badgeCell(std::uint32_t partition) const {
    return partita::badgeCell(document(), theme(), partition);
}

namespace {

Cell bytesCell(std::uint64_t bytes) {
    return {bytes ? toQString(byteText(bytes)) : QStringLiteral("–"),
            static_cast<qulonglong>(bytes)};
}

QString typeText(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    return value && value->type ? typeWords(*value->type) : QStringLiteral("?");
}

/// Whether a body has partitions of its own: then a table says in which graph each thing is.
bool hasPartsInBodies(const DocumentController& document) {
    const GraphId main = document.model().mainGraph();
    return std::ranges::any_of(document.partitioning().partitions,
                               [&](const Partition& part) { return part.graph != main; });
}

/// "NPU 37 · CPU 36": counts of providers; empty if only one of them has any.
QString countsText(const Partitioning& partitioning, const std::vector<std::size_t>& counts) {
    QStringList parts;
    for (std::uint32_t i = 0; i < counts.size(); ++i)
        if (counts[i])
            parts += QStringLiteral("%1 %2").arg(shortProviderName(partitioning, i),
                                                 countText(counts[i]));
    return parts.size() > 1 ? parts.join(QStringLiteral(" · ")) : QString();
}

/// The partition of a node; 0: none.
std::uint32_t partitionOf(const Partitioning& partitioning, NodeId id) {
    return id.value < partitioning.partitionOf.size() ? partitioning.partitionOf[id.value] : 0;
}

} // namespace

NodesPanel::NodesPanel(const PanelContext& context) : TablePanel(context) {
    connect(&document().values(), &NodeValuesController::changed, this, &TablePanel::refresh);
}

QString NodesPanel::fill(RowTableModel& model) {
    std::vector<NodeId> rows;
    rows.reserve(document().model().nodes().count());
    document().model().nodes().forEach([&](NodeId id, const auto&) { rows.push_back(id); });
    Columns<Node> columns;
    columns.addIds(tr("Id"),
                   [](auto& node) { return Cell(QString::number(node.id.value), node.id.value); });
    columns.add(tr("Op"), [](auto& node) {
        return Cell(toQString(node.opType), {}, {}, toQString(node.domain));
    });
    columns.add(tr("Node"), [](auto& node) { return toQString(node.name); });
    columns.add(tr("Runs on"), [this](auto& node) {
        return node.is("Constant") ? Cell(tr("constant"))
               : document().partitioning().isFolded(node.id)
                   ? Cell(messageText(goneWord(document().partitioning(), node.id)))
               : document().partitioning().isSplit(node.id) ? Cell(messageText(splitWord()))
                                                            : providerCell(node.id);
    });
    columns.add(tr("Part"), [this](auto& node) {
        return badgeCell(partitionOf(document().partitioning(), node.id));
    });
    columns.add(tr("Output"), [this](auto& node) {
        return typeText(document().sizedModel(),
                        node.outputs.empty() ? ValueId{} : node.outputs[0]);
    });
    if (const NodeValues* values = document().values().values()) {
        const auto cell = [numbers = values->numbers, texts = values->texts](auto& node) {
            const std::size_t at = node.id.value;
            const QString text = at < texts.size() ? toQString(texts[at]) : QString();
            return Cell(text, at < numbers.size() && !text.isEmpty() ? QVariant(numbers[at])
                                                                     : QVariant(text));
        };
        const QString title = toQString(values->title);
        values->areNumbers ? columns.addFigures(title, cell) : columns.add(title, cell);
    }
    columns.add(tr("Graph"),
                [this](auto& node) { return toQString(document().model().graphPath(node.graph)); });
    columns.add(tr("Why"), [this](auto& node) {
        return messageText(document().partitioning().explain(node.id));
    });
    model.reset(std::move(rows), nodeOf(model), columns);
    return tr("The model has no nodes");
}

QString PartitionsPanel::fill(RowTableModel& model) {
    const auto& partitioning = document().partitioning();
    std::vector<NodeId> rows;
    for (const Partition& partition : partitioning.partitions)
        rows.push_back(partition.nodes.empty() ? NodeId{} : partition.nodes.front());
    const auto sizes = partitionSizes(partitioning);
    const auto traffic = trafficByPartition(partitioning);
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
        tr("In"), [traffic](auto& partition) { return bytesCell(traffic[partition.index].in); });
    columns.addFigures(
        tr("Out"), [traffic](auto& partition) { return bytesCell(traffic[partition.index].out); });
    if (hasPartsInBodies(document()))
        columns.add(tr("Graph"),
                    [this](auto& partition) { return graphCell(document(), partition.graph); });
    const auto rowOf = [this](std::size_t row) {
        return &document().partitioning().partitions[row];
    };
    model.reset(std::move(rows), rowOf, columns);
    model.setNodesOf(
        [this](std::size_t row) { return document().partitioning().partitions[row].nodes; });
    return tr("Nothing runs any node");
}

void BoundariesPanel::choose(std::size_t row) {
    document().setCurrentTensor(document().partitioning().boundaries[row].value);
}

std::optional<std::size_t> BoundariesPanel::rowOf(ValueId tensor) const {
    const auto& all = document().partitioning().boundaries;
    const int current = view()->currentIndex().row(); // it may cross several borders
    if (current >= 0 && current < rows().rowCount() &&
        all[rows().sourceRow(current)].value == tensor)
        return rows().sourceRow(current);
    const auto at = std::find_if(all.begin(), all.end(), [&](const BoundaryTensor& boundary) {
        return boundary.value == tensor;
    });
    return at == all.end() ? std::nullopt
                           : std::optional(static_cast<std::size_t>(at - all.begin()));
}

QString PartitionsPanel::note(NodeId node) const {
    const Partitioning& partitioning = document().partitioning();
    const Partition* partition = partitioning.partition(node);
    return partition ? messageText(partitionSentence(partitioning, *partition))
                     : countsText(partitioning, partitioning.summary.partitionsByProvider);
}

/// As the headline counts, which is fewer than the rows: a tensor may go to several partitions, or
/// stay on one device.
std::optional<std::size_t> BoundariesPanel::count() const {
    const auto rows = TablePanel::count();
    return rows ? std::optional(document().partitioning().summary.boundaryTensors) : rows;
}

QString BoundariesPanel::note(NodeId) const {
    const Partitioning& partitioning = document().partitioning();
    std::size_t stay = 0;
    for (const std::size_t count : tensorsThatStay(partitioning))
        stay += count;
    const QLocale locale;
    const QString move =
        tr("Between providers: %1")
            .arg(locale.toString(static_cast<qulonglong>(partitioning.summary.boundaryTensors)));
    return stay ? move + QStringLiteral(" · ") +
                      tr("On one device: %1").arg(locale.toString(static_cast<qulonglong>(stay)))
                : move;
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
    columns.add(tr("Type"), [this](auto& boundary) {
        return typeText(document().sizedModel(), boundary.value);
    });
    columns.add(tr("From"), [this](auto& boundary) { return badgeCell(boundary.from); });
    columns.add(tr("To"), [this](auto& boundary) { return badgeCell(boundary.to); });
    columns.addFigures(tr("Bytes"), [this](auto& boundary) {
        if (boundary.sameProvider)
            return Cell(staysText(document().partitioning(), boundary), 0);
        const std::uint64_t bytes = boundary.bytes.value_or(boundary.bytesPerSymbol);
        const QString text = toQString(byteText(bytes));
        return Cell(boundary.bytes ? text : tr("%1 or more").arg(text),
                    static_cast<qulonglong>(bytes), {},
                    boundary.bytes ? QString() : tr("Unknown sizes are counted as 1"));
    });
    if (hasPartsInBodies(document()))
        columns.add(tr("Graph"), [this](auto& boundary) {
            const auto& parts = document().partitioning().partitions;
            return boundary.from ? graphCell(document(), parts[boundary.from - 1].graph) : Cell();
        });
    const auto rowOf = [this](std::size_t row) {
        return &document().partitioning().boundaries[row];
    };
    model.reset(std::move(rows), rowOf, columns);
    return tr("No tensor changes its provider");
}

} // namespace partita
