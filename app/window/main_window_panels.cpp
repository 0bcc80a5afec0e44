// The panels around the canvas of the main window.

#include <QApplication>

#include "app/window/main_window.h"
#include "app/window/parts/compare_arrangement.h"
#include "app/window/parts/edit_arrangement.h"
#include "app/window/window_commands.h"
#include "views/panels/rewrite_strip.h"

namespace partita {

void MainWindow::showTimeline() {
    if (!m_document.runs().result())
        runModel(*this);
    m_panels->show("timeline");
    m_isTimelineWanted = true;
    growTimeline();
}

/// Gives the timeline that the user asked for the height that it needs, once there is one: after a
/// run that fails, its panel has only a line to say.
void MainWindow::growTimeline() {
    const auto result = m_document.runs().result();
    if (!result || !result->timeline || !m_isTimelineWanted)
        return;
    m_isTimelineWanted = false;
    m_panels->lendHeight("timeline", height() * 45 / 100);
}

void MainWindow::nextPane() {
    std::vector<QWidget*> panes = m_panels->visible();
    if (m_rewrites->isVisible())
        panes.insert(panes.begin(), m_rewrites);
    panes.insert(panes.begin(), m_graph);
    QWidget* before = &m_pair->before();
    if (before->isVisible())
        panes.insert(panes.begin(), before);
    std::size_t now = 0;
    for (std::size_t i = 0; i < panes.size(); ++i)
        if (panes[i]->hasFocus() || panes[i]->isAncestorOf(QApplication::focusWidget()))
            now = i;
    QWidget* next = panes[(now + 1) % panes.size()];
    if (next == m_graph || next == before) {
        next->setFocus(Qt::TabFocusReason);
        return;
    }
    for (auto* child : next->findChildren<QWidget*>())
        if (child->isVisible() && child->focusPolicy() & Qt::TabFocus) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
}

void MainWindow::resetPanels() {
    m_editArrangement->forget();
    m_compareArrangement->forget();
    restoreState(m_defaultState);
    m_panels->givePlaces(*this);
}

} // namespace partita
