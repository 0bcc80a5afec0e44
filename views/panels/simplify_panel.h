#pragma once

#include "views/panels/panel.h"

class QAction;
class QLabel;
class QPushButton;
class QToolButton;
class QSlider;
class QTreeWidget;
class QTreeWidgetItem;

namespace partita {

/// The simplifier as a workbench: rounds, passes and rewrites; a click shows the model as it was
/// after that rewrite. Leave out, play, compare outputs, find the rewrite that changes them, save.
class SimplifyPanel : public Panel {
    Q_OBJECT
public:
    explicit SimplifyPanel(const PanelContext& context);
    void refresh() override;

private:
    void buildButtons();
    void connectAll();
    void fillTree();
    void showPosition();
    void showNumbers();
    void saveModel();
    void saveRecipe();
    void saveReport();
    void menuAt(const QPoint& at);
    [[nodiscard]] SimplifyController& simplifier() const { return document().simplifier(); }

    QPushButton *m_start, *m_check, *m_find, *m_save;
    QToolButton *m_first, *m_back, *m_play, *m_next, *m_last;
    QAction *m_saveModel, *m_saveRecipe, *m_saveReport;
    QSlider* m_slider;
    QLabel *m_summary, *m_place, *m_about, *m_verdict, *m_numbers;
    QTreeWidget* m_tree;
    std::vector<QTreeWidgetItem*> m_items; ///< by rewrite
};

} // namespace partita
