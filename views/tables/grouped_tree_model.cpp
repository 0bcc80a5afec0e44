#include "views/tables/grouped_tree_model.h"

namespace partita {

// The internal id is 0 for a group, and the place of its group, from 1, for a row below it.

QModelIndex GroupedTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= columnCount())
        return {};
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : quintptr{0});
}

QModelIndex GroupedTreeModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || !isBelow(index))
        return {};
    return createIndex(static_cast<int>(groupOf(index)), 0, quintptr{0});
}

int GroupedTreeModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(groupCount());
    if (isBelow(parent) || parent.column() > 0)
        return 0;
    const std::size_t members = memberCount(groupOf(parent));
    return members > 1 ? static_cast<int>(members) : 0;
}

QModelIndex GroupedTreeModel::rowOf(std::size_t group, std::size_t member) const {
    return memberCount(group) > 1 ? createIndex(static_cast<int>(member), 0, quintptr{group} + 1)
                                  : createIndex(static_cast<int>(group), 0, quintptr{0});
}

} // namespace partita
