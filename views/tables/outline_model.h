#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <optional>
#include <unordered_map>

#include "core/tasks/models/document_state.h"
#include "views/text/search_words.h"

namespace partita {

/// A row of the outline: the whole model, a body, a group or a node.
struct OutlineRow {
    enum class Kind : std::uint8_t { graph, group, node };
    Kind kind = Kind::graph;
    const GraphOutline* graph = nullptr;
    const NodeGroup* group = nullptr; ///< of a graph: all its nodes
    NodeId node;                      ///< of a node; of a body: the node that holds it
    OutlineRow* parent = nullptr;
    int place = 0; ///< among the rows of its parent
    std::vector<std::unique_ptr<OutlineRow>> below;
    std::size_t made = 0; ///< rows below that were looked for
    /// Figures and texts are found when the row is first shown.
    std::optional<OutlineFigures> figures;
    std::optional<QString> title;
    std::optional<double> milliseconds;
};

/// The graphs of a model, their groups, and the nodes, as a tree whose rows are made when they are
/// asked for. With search words it is a list of the groups and nodes that match.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { nameColumn, nodesColumn, shareColumn, workColumn, timeColumn, columns };
    /// The numbers of nodes by provider, and of all nodes: a QVariantList.
    static constexpr int kShareRole = Qt::UserRole;
    static constexpr std::size_t kMostHits = 500;
    using Times = std::unordered_map<NodeId, double>; ///< in ms

    using QAbstractItemModel::QAbstractItemModel;
    /// Null: no rows. `times`: of measured nodes.
    void reset(std::shared_ptr<const DocumentState> state, Times times);
    /// Shows what matches all words, at most `kMostHits`; no words: the tree.
    void find(const QString& text);
    [[nodiscard]] bool isFinding() const { return m_finding; }
    [[nodiscard]] std::size_t hits() const { return m_hits; } ///< also those that are not shown

    /// What divides the graphs into groups; nothing: there are no rows.
    [[nodiscard]] std::optional<GroupBy> groupedBy() const;
    [[nodiscard]] const OutlineRow* rowAt(const QModelIndex& index) const;
    /// The row of a node, or of the group `closed` around it; of the nearest group where there are
    /// too many rows. Makes the rows on the way.
    [[nodiscard]] QModelIndex indexOf(NodeId node, std::optional<GroupKey> closed);
    [[nodiscard]] GroupKey keyOf(const OutlineRow& row) const {
        return row.group->key(row.graph->order);
    }
    /// The nodes of a row, without those in bodies.
    [[nodiscard]] std::vector<NodeId> nodesOf(const OutlineRow& row) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex&) const override { return columns; }
    [[nodiscard]] bool hasChildren(const QModelIndex& parent) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] OutlineRow* at(const QModelIndex& index) const;
    [[nodiscard]] std::size_t toMake(const OutlineRow& row) const;
    void make(OutlineRow& row, std::size_t upTo, std::vector<std::unique_ptr<OutlineRow>>& into);
    void addBodies(NodeId node, std::vector<std::unique_ptr<OutlineRow>>& into) const;
    void fetch(OutlineRow& row, std::size_t upTo, bool known = true);
    void addHits(const SearchWords& words);
    [[nodiscard]] QModelIndex indexOf(OutlineRow& row) const;
    [[nodiscard]] const OutlineFigures& figuresOf(OutlineRow& row) const;
    [[nodiscard]] const QString& titleOf(OutlineRow& row) const;
    [[nodiscard]] double timeOf(OutlineRow& row) const;
    [[nodiscard]] QString badgeOf(OutlineRow& row) const;
    [[nodiscard]] QVariant textOf(OutlineRow& row, int column) const;
    [[nodiscard]] QString tipOf(OutlineRow& row) const;

    std::shared_ptr<const DocumentState> m_state;
    Times m_times;
    bool m_finding = false;
    std::size_t m_hits = 0;
    std::unique_ptr<OutlineRow> m_root; ///< not shown; holds the main graph, or the hits
};

} // namespace partita
