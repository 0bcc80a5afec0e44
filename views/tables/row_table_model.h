#pragma once

#include <QAbstractTableModel>
#include <QIcon>
#include <functional>

#include "core/base/ids.h"

namespace partita {

/// One cell of a table.
struct Cell {
    QString text;
    QVariant sortKey; ///< invalid: sorts by text
    QIcon icon;
    bool figure = false; ///< a number: right-aligned
    QString toolTip;
};

/// A table whose cells are made when they are shown, so that each of 100,000 rows costs only an id.
class RowTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using MakeCell = std::function<Cell(std::size_t row, int column)>;
    using QAbstractTableModel::QAbstractTableModel;

    void reset(QStringList headers, std::vector<NodeId> rows, MakeCell cell);
    /// The node of row `row` in the order given to `reset`; for MakeCell.
    [[nodiscard]] NodeId nodeOf(std::size_t row) const { return m_rows[row]; }
    /// The node of a row in the shown order; an invalid id outside the table.
    [[nodiscard]] NodeId nodeAt(int row) const;
    [[nodiscard]] int rowOf(NodeId node) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    QStringList m_headers;
    std::vector<NodeId> m_rows;
    std::vector<std::uint32_t> m_order; ///< shown row → row of `cell`
    MakeCell m_cell;
};

} // namespace partita
