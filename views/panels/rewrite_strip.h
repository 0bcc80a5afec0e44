#pragma once

#include "views/panels/panel.h"

class QLabel;

namespace partita {

class StepBar;

/// Lies below the graph while there are rewrites: the pass of the rewrite in view with its formulas,
/// and the player of the steps. It has the width of the graph, and is seen however low the docks are.
class RewriteStrip : public Panel {
    Q_OBJECT
public:
    explicit RewriteStrip(const PanelContext& context);
    void refresh() override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;

private:
    [[nodiscard]] QString aboutText(bool isWhole) const;
    void showPosition();
    void showAbout();
    [[nodiscard]] SimplifyController& simplifier() const { return document().simplifier(); }

    QLabel* m_about;
    StepBar* m_steps;
};

} // namespace partita
