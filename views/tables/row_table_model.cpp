#include "views/tables/row_table_model.h"

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <numeric>

namespace partita {

void RowTableModel::fill(std::vector<TableHead> heads, std::vector<NodeId> rows, MakeCell cell) {
    beginResetModel();
    m_heads = std::move(heads);
    m_rows = std::move(rows);
    m_order.resize(m_rows.size());
    m_order.shrink_to_fit();
    std::iota(m_order.begin(), m_order.end(), 0U);
    m_cell = std::move(cell);
    endResetModel();
}

NodeId RowTableModel::nodeAt(int row) const {
    return row >= 0 && row < rowCount() ? m_rows[m_order[static_cast<std::size_t>(row)]] : NodeId{};
}

std::vector<NodeId> RowTableModel::nodesOf(std::size_t row) const {
    if (m_nodesOf)
        return m_nodesOf(row);
    const NodeId node = nodeOf(row);
    return node ? std::vector{node} : std::vector<NodeId>();
}

int RowTableModel::rowOf(NodeId node) const {
    for (std::size_t i = 0; i < m_order.size(); ++i)
        if (m_rows[m_order[i]] == node)
            return static_cast<int>(i);
    return -1;
}

int RowTableModel::shownRow(std::size_t source) const {
    const auto at = std::find(m_order.begin(), m_order.end(), source);
    return at == m_order.end() ? -1 : static_cast<int>(at - m_order.begin());
}

QVariant RowTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_cell)
        return {};
    if (role != Qt::DisplayRole && role != Qt::DecorationRole && role != Qt::TextAlignmentRole &&
        role != Qt::ToolTipRole && role != Qt::ForegroundRole && role != kLinkRole &&
        role != kNodesRole)
        return {};
    if (role == kNodesRole)
        return nodesData(nodesOf(sourceRow(index.row())));
    if (role == Qt::TextAlignmentRole) // without making the cell
        return m_heads[static_cast<std::size_t>(index.column())].alignment();
    const Cell cell = m_cell(m_order[static_cast<std::size_t>(index.row())], index.column());
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::DecorationRole: return cell.icon.isNull() ? QVariant() : QVariant(cell.icon);
    case Qt::ForegroundRole:
        return cell.link.isEmpty() ? QVariant()
                                   : QVariant(QGuiApplication::palette().brush(QPalette::Link));
    case kLinkRole: return cell.link;
    default: return cell.toolTip.isEmpty() ? cell.text : cell.toolTip;
    }
}

QVariant RowTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    return m_heads[static_cast<std::size_t>(section)].data(role);
}

/// Lets the indexes that views keep, such as the selection, follow their rows.
void RowTableModel::moveIndexes(const QModelIndexList& before,
                                const std::vector<std::uint32_t>& rows) {
    std::vector<int> shown(m_order.size());
    for (std::size_t i = 0; i < m_order.size(); ++i)
        shown[m_order[i]] = static_cast<int>(i);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QModelIndex& old = before[static_cast<int>(i)];
        changePersistentIndex(old, index(shown[rows[i]], old.column()));
    }
}

void RowTableModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= columnCount() || !m_cell)
        return;
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<std::uint32_t> rows;
    for (const QModelIndex& each : before)
        rows.push_back(m_order[static_cast<std::size_t>(each.row())]);
    std::vector<std::pair<QVariant, std::uint32_t>> keys;
    keys.reserve(m_order.size());
    for (std::uint32_t row = 0; row < m_rows.size(); ++row) {
        const Cell cell = m_cell(row, column);
        keys.emplace_back(cell.sortKey.isValid() ? cell.sortKey : QVariant(cell.text), row);
    }
    std::stable_sort(keys.begin(), keys.end(), [order](const auto& a, const auto& b) {
        const auto less = [](const QVariant& x, const QVariant& y) {
            return x.type() == QVariant::String ? x.toString() < y.toString()
                                                : x.toDouble() < y.toDouble();
        };
        return order == Qt::AscendingOrder ? less(a.first, b.first) : less(b.first, a.first);
    });
    for (std::size_t i = 0; i < keys.size(); ++i)
        m_order[i] = keys[i].second;
    moveIndexes(before, rows);
    Q_EMIT layoutChanged();
}

} // namespace partita
