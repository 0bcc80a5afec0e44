#include "views/tables/triage_tree_model.h"

#include <algorithm>
#include <set>

namespace partita {

void TriageTreeModel::reset(std::shared_ptr<const Triage> triage, std::vector<TableHead> heads,
                            MakeCell cell, std::function<QString(const TriagedNode&)> wordsOf) {
    beginResetModel();
    m_triage = std::move(triage);
    m_heads = std::move(heads);
    m_cell = std::move(cell);
    m_wordsOf = std::move(wordsOf);
    m_words.assign(m_triage ? m_triage->nodes.size() : 0, {});
    endResetModel();
}

void TriageTreeModel::setColours(int column, const QColor& costly, const QColor& joins) {
    m_colouredColumn = column;
    m_costly = costly;
    m_joins = joins;
}

QVariant TriageTreeModel::colourOf(const QModelIndex& index) const {
    const TriagedNode* node = index.column() == m_colouredColumn ? nodeAt(index) : nullptr;
    if (!node || node->kind == TriageKind::harmless)
        return {};
    return node->kind == TriageKind::costly ? m_costly : m_joins;
}

std::size_t TriageTreeModel::groupCount() const { return m_triage ? m_triage->groups.size() : 0; }

std::size_t TriageTreeModel::memberCount(std::size_t group) const {
    return m_triage->groups[group].nodes.size();
}

const TriageGroup* TriageTreeModel::groupAt(const QModelIndex& index) const {
    if (!m_triage || !index.isValid() || isBelow(index))
        return nullptr;
    const TriageGroup& group = m_triage->groups[groupOf(index)];
    return group.nodes.size() > 1 ? &group : nullptr;
}

const TriagedNode* TriageTreeModel::nodeAt(const QModelIndex& index) const {
    if (!m_triage || !index.isValid() || groupAt(index))
        return nullptr;
    const auto& nodes = m_triage->groups[groupOf(index)].nodes;
    return &m_triage->nodes[nodes[isBelow(index) ? static_cast<std::size_t>(index.row()) : 0]];
}

std::vector<NodeId> TriageTreeModel::nodesOf(const QModelIndex& index) const {
    const TriageGroup* group = groupAt(index);
    if (!group) {
        const TriagedNode* node = nodeAt(index);
        return node ? std::vector{node->node} : std::vector<NodeId>();
    }
    return nodesOf(*m_triage, *group);
}

std::vector<NodeId> TriageTreeModel::nodesOf(const Triage& triage, const TriageGroup& group) {
    std::vector<NodeId> nodes;
    std::set<NodeId> seen;
    for (const std::size_t i : group.nodes)
        if (const NodeId node = triage.nodes[i].node; seen.insert(node).second)
            nodes.push_back(node);
    return nodes;
}

QModelIndex TriageTreeModel::indexOf(NodeId node) const {
    const TriagedNode* found = m_triage ? m_triage->find(node) : nullptr;
    if (!found)
        return {};
    const auto& nodes = m_triage->groups[found->group].nodes;
    const auto place = static_cast<std::size_t>(found - m_triage->nodes.data());
    const auto at = std::find(nodes.begin(), nodes.end(), place) - nodes.begin();
    return rowOf(found->group, static_cast<std::size_t>(at));
}

int TriageTreeModel::columnCount(const QModelIndex&) const {
    return static_cast<int>(m_heads.size());
}

const QString& TriageTreeModel::words(const TriagedNode& node) const {
    QString& text = m_words[static_cast<std::size_t>(&node - m_triage->nodes.data())];
    if (text.isEmpty())
        text = m_wordsOf(node);
    return text;
}

QVariant TriageTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_cell)
        return {};
    const TriagedNode* node = nodeAt(index);
    if (role == kFilterRole)
        return node ? words(*node) : QString();
    if (role == kNodesRole)
        return nodesData(nodesOf(index));
    if (role == Qt::ForegroundRole)
        return colourOf(index);
    if (role != Qt::DisplayRole && role != Qt::DecorationRole && role != Qt::TextAlignmentRole &&
        role != Qt::ToolTipRole && role != kSortRole)
        return {};
    if (role == Qt::TextAlignmentRole)
        return m_heads[static_cast<std::size_t>(index.column())].alignment();
    const Cell cell = m_cell(groupAt(index), node, index.column());
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::DecorationRole: return cell.icon.isNull() ? QVariant() : QVariant(cell.icon);
    case kSortRole: return cell.sortKey.isValid() ? cell.sortKey : QVariant(cell.text);
    default: return cell.toolTip.isEmpty() ? cell.text : cell.toolTip;
    }
}

QVariant TriageTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    return m_heads[static_cast<std::size_t>(section)].data(role);
}

TriageFilter::TriageFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setRecursiveFilteringEnabled(true); // a group is there as long as one of its nodes is
}

void TriageFilter::setWords(const QString& text) {
    m_words = SearchWords(text);
    invalidateFilter();
}

bool TriageFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (m_words.isEmpty())
        return true;
    return m_words.fit(
        sourceModel()->index(row, 0, parent).data(TriageTreeModel::kFilterRole).toString());
}

bool TriageFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(TriageTreeModel::kSortRole),
                   b = right.data(TriageTreeModel::kSortRole);
    return a.type() == QVariant::String ? a.toString() < b.toString() : a.toDouble() < b.toDouble();
}

} // namespace partita
