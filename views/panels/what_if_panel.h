#pragma once

#include "views/panels/panel.h"

class QLabel;
class QListWidget;
class QListWidgetItem;
class QMenu;
class QToolButton;

namespace partita {

class ListFrame;

/// What if: the changes of the scenario with their boxes and the step that each makes, in an order
/// that can be changed, and the figures before and after.
class WhatIfPanel : public Panel {
    Q_OBJECT
public:
    explicit WhatIfPanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] std::optional<std::size_t> count() const override;
    void openScenario(); ///< asks for a file
    void saveScenario(); ///< asks where to

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeButtons();
    void makeList();
    void connectParts();
    void fillRows();
    void showRow(QListWidgetItem& item, std::size_t index);
    void showSteps();
    void showState();
    void showFigures();
    void takeRow(QListWidgetItem* item); ///< its box was clicked
    void takeOrder();
    [[nodiscard]] QString kindText(const ScenarioChange& change) const;
    [[nodiscard]] Message whyNotApplied(std::size_t index) const;
    [[nodiscard]] ScenarioController& scenarios() const { return document().scenarios(); }

    QToolButton *m_undo, *m_redo, *m_add, *m_open, *m_save, *m_clear;
    QMenu* m_menu;
    QLabel *m_changeHead, *m_stepHead, *m_figures;
    ListFrame* m_frame;
    QListWidget* m_list;
    bool m_filling = false;
};

} // namespace partita
