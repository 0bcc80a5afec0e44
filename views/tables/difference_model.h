#pragma once

#include <optional>

#include "core/tasks/compared_sides.h"
#include "views/tables/grouped_tree_model.h"
#include "views/text/search_words.h"
#include "views/theme/theme.h"

namespace partita {

/// The differences of two sides: a row for each group, and the nodes of a group below it. Cells are
/// made when they are shown.
class DifferenceModel : public GroupedTreeModel {
    Q_OBJECT
public:
    /// What is listed.
    enum class Filter { all, side, changed, added, removed };
    using GroupedTreeModel::GroupedTreeModel;

    /// `words`: of the groups that the filter keeps, the nodes in whose rows all of them are found.
    void reset(std::shared_ptr<const SideComparison> comparison, Filter filter, const Theme& theme,
               const SearchWords& words = {});
    /// The number of nodes in the list.
    [[nodiscard]] std::size_t nodes() const;
    /// The number of nodes in the groups that a filter keeps.
    [[nodiscard]] static std::size_t count(const SideComparison& comparison, Filter filter);
    /// The sign of what a filter keeps, as in the first column; null for all.
    [[nodiscard]] static QPixmap signOf(Filter filter, const Theme& theme);
    /// The group of a row, or of the group that a row is in; null: no such row.
    [[nodiscard]] const DifferenceGroup* groupAt(const QModelIndex& index) const;
    /// The difference of a row; null for a group of several.
    [[nodiscard]] const NodeDifference* differenceAt(const QModelIndex& index) const;

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] std::size_t groupCount() const override { return m_groups.size(); }
    [[nodiscard]] std::size_t memberCount(std::size_t group) const override {
        return m_groups[group]->members.size();
    }
    [[nodiscard]] DifferenceGroup found(const DifferenceGroup& group,
                                        const SearchWords& words) const;
    [[nodiscard]] QString text(const QModelIndex& index) const;
    /// What a row says of one side: where its nodes run, or what they have there.
    [[nodiscard]] QString sideText(const DifferenceGroup& group, const NodeDifference* difference,
                                   bool after) const;
    [[nodiscard]] QString unplacedText(const DifferenceGroup& group, bool after) const;
    [[nodiscard]] QString reasonText(const DifferenceGroup& group, const NodeDifference* difference,
                                     bool after) const;
    [[nodiscard]] QString groupName(const DifferenceGroup& group) const;
    [[nodiscard]] QVariant colourOf(const QModelIndex& index) const;
    /// The provider that runs the nodes of a row on one side; nothing: none, or several.
    [[nodiscard]] std::optional<std::uint32_t> providerIn(const QModelIndex& index,
                                                          bool after) const;
    /// The look of that provider; null: there is none.
    [[nodiscard]] const ProviderStyle* styleIn(const QModelIndex& index, bool after) const;
    [[nodiscard]] QVariant squareOf(const QModelIndex& index) const;
    [[nodiscard]] QPixmap signPicture(const QModelIndex& index) const;
    [[nodiscard]] QString tipOf(const QModelIndex& index) const;

    std::shared_ptr<const SideComparison> m_comparison;
    const Theme* m_theme = nullptr;
    std::vector<const DifferenceGroup*> m_groups; // those that the filter keeps
    std::vector<DifferenceGroup> m_found;         // of those, what fits the words
};

} // namespace partita
