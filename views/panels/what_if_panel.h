#pragma once

#include <map>
#include <vector>

#include "views/panels/panel.h"

class QLabel;
class QMenu;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace partita {

class ListFrame;

/// What if: the changes of the scenario with their boxes and the step that each makes, in an order
/// that can be changed, and the figures before and after. A change of several nodes opens to them.
class WhatIfPanel : public Panel {
    Q_OBJECT
public:
    explicit WhatIfPanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] std::optional<std::size_t> count() const override;
    void openScenario();                ///< asks for a file
    void saveScenario();                ///< asks where to
    void showChange(std::size_t index); ///< selects its row

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeButtons();
    void makeList();
    void connectParts();
    void fillRows();
    void showRow(QTreeWidgetItem& item, std::size_t index);
    void showNodes(QTreeWidgetItem& item); ///< the nodes of a change, when it is opened
    void chooseNode(const QTreeWidgetItem& item);
    void showSteps();
    void showState();
    void showFigures();
    void takeRow(QTreeWidgetItem* item); ///< its box was clicked
    void takeOrder();
    [[nodiscard]] QString kindText(const ScenarioChange& change) const;
    [[nodiscard]] ScenarioController& scenarios() const { return document().scenarios(); }

    QToolButton *m_undo, *m_redo, *m_add, *m_open, *m_save, *m_clear;
    QMenu* m_menu;
    QLabel *m_changeHead, *m_stepHead, *m_figures;
    ListFrame* m_frame;
    QTreeWidget* m_list;
    std::vector<ScenarioChange::Action> m_shown; ///< by the rows
    std::map<std::size_t, Message> m_whyNot;     ///< why changes are not applied
    bool m_filling = false;
};

} // namespace partita
