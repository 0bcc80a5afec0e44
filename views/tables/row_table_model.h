#pragma once

#include <QAbstractTableModel>
#include <QIcon>
#include <functional>

#include "views/tables/row_nodes.h"
#include "views/tables/table_head.h"

namespace partita {

/// One cell of a table; a text alone is one, too.
struct Cell {
    Cell(QString shown = {}, QVariant key = {}, QIcon picture = {}, QString tip = {})
        : text(std::move(shown)), sortKey(std::move(key)), icon(std::move(picture)),
          toolTip(std::move(tip)) {}
    QString text;
    QVariant sortKey; ///< invalid: sorts by text
    QIcon icon;
    QString toolTip; ///< empty: the text
    QString link;    ///< where a click on the cell leads; empty: nowhere else than its row
};

/// Role of the models of tables: the link of a cell.
constexpr int kLinkRole = Qt::UserRole + 101;

/// Columns from the left: a title, and what is shown of a row's object.
template <class Row> struct Columns {
    using CellOf = std::function<Cell(const Row&)>;
    struct Column {
        QString title;
        CellOf cell;
        bool figures = false;      ///< a number: right-aligned
        bool largestFirst = false; ///< by the first click on its head
    };
    void add(const QString& title, CellOf cell) { all.push_back({title, std::move(cell)}); }
    void addFigures(const QString& title, CellOf cell) {
        all.push_back({title, std::move(cell), true, true});
    }
    /// Numbers that count nothing.
    void addIds(const QString& title, CellOf cell) {
        all.push_back({title, std::move(cell), true, false});
    }
    std::vector<Column> all;
};

/// A table whose cells are made when they are shown, so that each of 100,000 rows costs only an id.
class RowTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// `rows`: the node of each row. `objectOf(row)` points to what a row shows, or is an optional;
    /// a row without it is empty.
    template <class Row, class ObjectOf>
    void reset(std::vector<NodeId> rows, ObjectOf objectOf, const Columns<Row>& columns) {
        std::vector<TableHead> heads;
        for (const auto& column : columns.all)
            heads.push_back({column.title, column.figures, column.largestFirst});
        fill(std::move(heads), std::move(rows), [=](std::size_t row, int column) {
            const auto object = objectOf(row);
            return object ? columns.all[static_cast<std::size_t>(column)].cell(*object) : Cell();
        });
    }
    void clear() { fill({}, {}, {}); }
    /// Lets a row stand for more than its node: all nodes of a row in the order given to `reset`.
    void setNodesOf(std::function<std::vector<NodeId>(std::size_t row)> nodesOf) {
        m_nodesOf = std::move(nodesOf);
    }
    /// The node of row `row` in the order given to `reset`.
    [[nodiscard]] NodeId nodeOf(std::size_t row) const { return m_rows[row]; }
    /// All nodes that a row stands for; none: it is about something else.
    [[nodiscard]] std::vector<NodeId> nodesOf(std::size_t row) const;
    /// The node of a row in the shown order; an invalid id outside the table.
    [[nodiscard]] NodeId nodeAt(int row) const;
    [[nodiscard]] int rowOf(NodeId node) const;
    /// The row in the order given to `reset` that is shown as row `row`.
    [[nodiscard]] std::size_t sourceRow(int row) const {
        return m_order[static_cast<std::size_t>(row)];
    }
    /// The shown row of a row in the order given to `reset`, or −1.
    [[nodiscard]] int shownRow(std::size_t source) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_heads.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    using MakeCell = std::function<Cell(std::size_t row, int column)>;
    void moveIndexes(const QModelIndexList& before, const std::vector<std::uint32_t>& rows);
    void fill(std::vector<TableHead> heads, std::vector<NodeId> rows, MakeCell cell);

    std::vector<TableHead> m_heads;
    std::vector<NodeId> m_rows;
    std::vector<std::uint32_t> m_order; ///< shown row → row of `cell`
    MakeCell m_cell;
    std::function<std::vector<NodeId>(std::size_t row)> m_nodesOf; ///< null: one node a row
};

} // namespace partita
