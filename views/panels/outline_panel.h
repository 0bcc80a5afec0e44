#pragma once

#include <set>

#include "views/panels/panel.h"
#include "views/tables/outline_model.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QTreeView;

namespace partita {

class ListFrame;

/// The model as a tree: graphs, bodies, groups and nodes, each with its share of the providers. A
/// click selects and reveals, a double click opens the group on the canvas.
class OutlinePanel : public Panel {
    Q_OBJECT
public:
    explicit OutlinePanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] QTreeView* view() const { return m_view; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Rows keep their names when the model is placed again.
    using Name = std::pair<GraphId, GroupKey>;
    void buildHead();
    void connectView();
    void fill();
    void find(const QString& text);
    void choose(const QModelIndex& index);
    void openGroup(const QModelIndex& index);
    void select(NodeId node);
    void rememberOpen(const QModelIndex& index, bool open);
    void openAsBefore(const QModelIndex& parent);
    void fitColumns();
    void showHits();
    [[nodiscard]] std::optional<GroupKey> closedGroupAround(NodeId node) const;
    [[nodiscard]] Name nameOf(const OutlineRow& row) const;

    QTreeView* m_view;
    QLabel* m_groupLabel;
    QComboBox* m_groupBy; ///< in the order of GroupBy
    QLineEdit* m_filter;
    QLabel* m_hits;
    ListFrame* m_frame;
    OutlineModel* m_model;
    std::set<Name> m_open;
    bool m_changing = false; ///< rows change, but not by the user
    bool m_choosing = false; ///< the document follows this panel
};

} // namespace partita
