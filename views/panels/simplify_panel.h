#pragma once

#include "views/panels/panel.h"

class QAction;
class QCheckBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace partita {

class RewriteTree;

/// The workbench of the simplifier: choose and run passes, choose a rewrite, compare outputs, find
/// the rewrite that changes them, save. The player is below the graph (`RewriteStrip`).
class SimplifyPanel : public Panel {
    Q_OBJECT
public:
    explicit SimplifyPanel(const PanelContext& context);
    void refresh() override;
    void saveRecipe();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildButtons();
    void connectAll();
    void showPosition();
    void showVerdict();
    [[nodiscard]] QString verdictText(bool good, const QString& text) const;
    void choosePasses();
    void chooseInputs();
    void chooseSizes();
    void saveModel();
    void saveReport();
    [[nodiscard]] SimplifyController& simplifier() const { return document().simplifier(); }

    QPushButton *m_start, *m_choose, *m_check, *m_find, *m_save;
    QPushButton *m_applyAll, *m_stopHere, *m_discard; ///< what becomes of the document
    QAction *m_saveModel, *m_saveRecipe, *m_saveReport, *m_each;
    QAction *m_random, *m_file, *m_sizes;
    QLabel *m_summary, *m_verdict;
    QCheckBox* m_idle;
    RewriteTree* m_tree;
};

} // namespace partita
