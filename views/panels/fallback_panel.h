#pragma once

#include <chrono>
#include <map>
#include <unordered_map>

#include "views/panels/panel.h"
#include "views/tables/triage_tree_model.h"

class QLabel;
class QLineEdit;
class QTreeView;

namespace partita {

class ListFrame;

/// The nodes that are not on the first provider, in groups of one reason and one operator, the most
/// damaging first. A click on a node selects it in all views, a click on a group all its nodes;
/// several rows can be selected.
class FallbackPanel : public Panel {
    Q_OBJECT
public:
    explicit FallbackPanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] std::optional<std::size_t> count() const override;
    [[nodiscard]] QTreeView* view() const { return m_view; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    using GroupName = std::tuple<ReasonCode, std::string, std::string>;
    void connectView();
    void fill();
    void readTimes();
    void fitColumns();
    void fitNames();
    void filter(const QString& text);
    void showEmpty();
    void choose(const QModelIndex& index);
    void followSelection();
    void select(NodeId node);
    [[nodiscard]] bool isWholeGroup(const QModelIndex& index, NodeId node) const;
    void rememberGroup(const QModelIndex& index, bool isOpen);
    void openGroups();
    [[nodiscard]] Cell groupCell(const TriageGroup& group, int column) const;
    [[nodiscard]] Cell nodeCell(const TriagedNode& node, int column) const;
    [[nodiscard]] Cell timeCell(std::chrono::nanoseconds time) const;
    [[nodiscard]] std::chrono::nanoseconds timeOf(NodeId node) const {
        const auto found = m_times.find(node);
        return found == m_times.end() ? std::chrono::nanoseconds{} : found->second;
    }
    [[nodiscard]] QString wordsOf(const TriagedNode& node) const;

    QTreeView* m_view;
    QLineEdit* m_filter;
    QLabel* m_shown;
    ListFrame* m_frame;
    TriageTreeModel* m_model;
    TriageFilter* m_order;
    std::map<GroupName, bool> m_choices; ///< whether the user opened or closed a group
    std::unordered_map<NodeId, std::chrono::nanoseconds> m_times; ///< empty: not measured
    bool m_changing = false;               ///< rows change, but not by the user
    int m_nameWanted = 0, m_nameGiven = 0; ///< widths of the first column
    bool m_choosing = false;               ///< the document follows this panel
};

} // namespace partita
