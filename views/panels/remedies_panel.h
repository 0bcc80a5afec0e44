#pragma once

#include "views/document/remedies_controller.h"
#include "views/panels/panel.h"
#include "views/tables/row_table_model.h"

class QProgressBar;
class QTableView;
class QPushButton;

namespace partita {

class ElidedLine;
class ListFrame;

/// The smallest changes that give fewer partitions, or nodes to devices that have none, the best
/// first; each was tried. A row selects the nodes that it is about; its button, Enter and a double
/// click make the change.
class RemediesPanel : public Panel {
    Q_OBJECT
public:
    explicit RemediesPanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] std::optional<std::size_t> count() const override;
    [[nodiscard]] RemediesController& remedies() { return m_remedies; }
    [[nodiscard]] QTableView* view() const { return m_view; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using State = RemediesController::State;
    void build();
    void buildTable();
    void fill();
    void addButtons();
    void fitColumns();
    void select(int row);
    void apply(int row);
    [[nodiscard]] QString headText() const;
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] Cell changeCell(const Remedy& remedy) const;
    [[nodiscard]] Cell partitionsCell(const Remedy& remedy) const;
    [[nodiscard]] Cell bytesCell(const Remedy& remedy) const;
    [[nodiscard]] Cell timeCell(const Remedy& remedy) const;
    [[nodiscard]] Cell nodesCell(const Remedy& remedy) const;

    RemediesController m_remedies;
    ElidedLine* m_head;
    QProgressBar* m_progress;
    QPushButton* m_search; ///< begins a search, or cancels it
    QTableView* m_view;
    ListFrame* m_frame;
    RowTableModel* m_model;
    bool m_filling = false; ///< the current row changes, but not by the user
};

} // namespace partita
