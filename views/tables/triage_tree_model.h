#pragma once

#include <QColor>
#include <QSortFilterProxyModel>
#include <memory>

#include "core/session/triage.h"
#include "views/tables/grouped_tree_model.h"
#include "views/tables/row_table_model.h"
#include "views/tables/table_head.h"
#include "views/text/search_words.h"

namespace partita {

/// A triage as a tree: groups, and the nodes of each group below it. A group of one node is that
/// node. Cells are made when they are shown.
class TriageTreeModel : public GroupedTreeModel {
    Q_OBJECT
public:
    static constexpr int kSortRole = Qt::UserRole, kFilterRole = Qt::UserRole + 1;
    /// Each cell is made for a group, or for a node; the other pointer is null.
    using MakeCell =
        std::function<Cell(const TriageGroup* group, const TriagedNode* node, int column)>;

    using GroupedTreeModel::GroupedTreeModel;
    /// `wordsOf`: what a filter finds a node by. Without a triage the tree is empty.
    void reset(std::shared_ptr<const Triage> triage, std::vector<TableHead> heads, MakeCell cell,
               std::function<QString(const TriagedNode&)> wordsOf);

    /// The colours of the words in the column that says whether a node is costly.
    void setColours(int column, const QColor& costly, const QColor& joins);

    [[nodiscard]] const TriageGroup* groupAt(const QModelIndex& index) const;
    [[nodiscard]] const TriagedNode* nodeAt(const QModelIndex& index) const;
    /// The nodes of a group, or the one of another row.
    [[nodiscard]] std::vector<NodeId> nodesOf(const QModelIndex& index) const;
    /// The nodes of a group, each once: a call may be in it for several of its nodes.
    [[nodiscard]] static std::vector<NodeId> nodesOf(const Triage& triage,
                                                     const TriageGroup& group);
    [[nodiscard]] QModelIndex indexOf(NodeId node) const;

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] std::size_t groupCount() const override;
    [[nodiscard]] std::size_t memberCount(std::size_t group) const override;
    [[nodiscard]] QVariant colourOf(const QModelIndex& index) const;
    [[nodiscard]] const QString& words(const TriagedNode& node) const;

    std::shared_ptr<const Triage> m_triage;
    std::vector<TableHead> m_heads;
    int m_colouredColumn = -1;
    QColor m_costly, m_joins;
    MakeCell m_cell;
    std::function<QString(const TriagedNode&)> m_wordsOf;
    mutable std::vector<QString> m_words; ///< by node; empty: not asked for yet
};

/// Sorts groups and the nodes in each of them, and keeps the nodes that match every word of a
/// filter.
class TriageFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit TriageFilter(QObject* parent);
    void setWords(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    SearchWords m_words;
};

} // namespace partita
