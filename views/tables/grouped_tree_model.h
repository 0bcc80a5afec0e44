#pragma once

#include <QAbstractItemModel>

namespace partita {

/// A tree of two levels: groups, and the members of each group below it. A group of one is that
/// member, and has nothing below it.
class GroupedTreeModel : public QAbstractItemModel {
public:
    using QAbstractItemModel::QAbstractItemModel;
    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

protected:
    [[nodiscard]] virtual std::size_t groupCount() const = 0;
    [[nodiscard]] virtual std::size_t memberCount(std::size_t group) const = 0;
    /// Whether a row is below a group.
    [[nodiscard]] static bool isBelow(const QModelIndex& index) { return index.internalId() != 0; }
    /// The group of a row, or the one that it is below.
    [[nodiscard]] static std::size_t groupOf(const QModelIndex& index) {
        return isBelow(index) ? static_cast<std::size_t>(index.internalId() - 1)
                              : static_cast<std::size_t>(index.row());
    }
    /// The row of a group, or of one of its members where there are several.
    [[nodiscard]] QModelIndex rowOf(std::size_t group, std::size_t member) const;
};

} // namespace partita
