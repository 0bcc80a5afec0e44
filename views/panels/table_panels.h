#pragma once

#include <optional>

#include "views/panels/panel.h"
#include "views/tables/row_table_model.h"

class QTableView;

namespace partita {

class ListFrame;
class WrappedText;

/// A panel with one sortable table; a click selects the row's nodes in all views.
class TablePanel : public Panel {
    Q_OBJECT
public:
    explicit TablePanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] std::optional<std::size_t> count() const override;
    [[nodiscard]] QTableView* view() const { return m_view; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    /// Fills the model; returns the text to show if the model stays empty.
    virtual QString fill(RowTableModel& model) = 0;
    /// A line under the table about the current node; empty: none.
    [[nodiscard]] virtual QString note(NodeId node) const {
        (void)node;
        return {};
    }
    /// For `reset`: the node of a row as the model has it now.
    [[nodiscard]] auto nodeOf(const RowTableModel& model) const {
        return
            [this, &model](std::size_t row) { return document().model().node(model.nodeOf(row)); };
    }
    /// The cell with icon and name of the provider of a node.
    [[nodiscard]] Cell providerCell(NodeId node) const;
    [[nodiscard]] Cell badgeCell(std::uint32_t partition) const;
    /// Selects in all views what a row shows, in the order given to `reset`.
    virtual void choose(std::size_t row);
    /// Makes several selected rows the selection of the document.
    virtual void followSelection();
    /// Selects a row, in the order given to `reset`, in this panel only.
    void mark(std::size_t row);
    /// The row of the selected tensor, in the order given to `reset`, if the table is of tensors.
    [[nodiscard]] virtual std::optional<std::size_t> rowOf(ValueId /*tensor*/) const { return {}; }
    [[nodiscard]] const RowTableModel& rows() const { return *m_model; }

private:
    void sortAgain();
    void selectTensor(ValueId tensor);
    void select(NodeId node);
    void selectRow(int shown);
    void fit();
    void fitColumns();
    void fitLastColumn();
    void showNote();
    QTableView* m_view;
    ListFrame* m_frame;
    WrappedText* m_note;
    QWidget* m_foot; ///< holds the note
    RowTableModel* m_model;
    bool m_selecting = false; ///< this panel follows the document
    bool m_choosing = false;  ///< the document follows this panel
    bool m_isFitted = false;  ///< the columns have the widths of what is shown
};

/// Every node: operator, name, provider, partition, output type, value from a file, why.
class NodesPanel : public TablePanel {
    Q_OBJECT
public:
    explicit NodesPanel(const PanelContext& context);

protected:
    QString fill(RowTableModel& model) override;
};

/// Partitions with their numbers of nodes and the bytes that go in and out. A row stands for all
/// nodes of its partition.
class PartitionsPanel : public TablePanel {
    Q_OBJECT
public:
    using TablePanel::TablePanel;

protected:
    QString fill(RowTableModel& model) override;
    [[nodiscard]] QString note(NodeId node) const override;
};

/// Tensors that cross from one provider to another.
class BoundariesPanel : public TablePanel {
    Q_OBJECT
public:
    using TablePanel::TablePanel;
    [[nodiscard]] std::optional<std::size_t> count() const override;

protected:
    QString fill(RowTableModel& model) override;
    [[nodiscard]] QString note(NodeId node) const override;
    void choose(std::size_t row) override;
    [[nodiscard]] std::optional<std::size_t> rowOf(ValueId tensor) const override;
};

} // namespace partita
