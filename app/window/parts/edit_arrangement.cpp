#include "app/window/parts/edit_arrangement.h"

#include <QMainWindow>
#include <QTimer>
#include <utility>

#include "app/window/parts/panel_docks.h"

namespace partita {

EditArrangement::EditArrangement(QMainWindow& window, PanelDocks& panels)
    : m_window(window), m_panels(panels) {}

void EditArrangement::begin() {
    QDockWidget *operators = m_panels.dock("operators"), *script = m_panels.dock("script"),
                *partitions = m_panels.dock("partitions");
    for (QDockWidget* dock : {operators, script})
        if (dock->isHidden()) // one that the user has shown stays
            m_shown.append(dock);
    if (m_dockedBefore.isEmpty()) {
        m_heightsBefore = {};
        for (QDockWidget* dock : m_window.findChildren<QDockWidget*>())
            if (dock->isVisible() && !dock->isFloating() &&
                m_window.dockWidgetArea(dock) == m_window.dockWidgetArea(partitions)) {
                m_dockedBefore.append(dock);
                m_heightsBefore.append(dock->height());
            }
    }
    m_panels.show("operators");
    script->show(); // behind the panel in view
    // The list is long; what is below it is not about editing.
    m_window.resizeDocks({operators, partitions}, {3 * m_window.height(), m_window.height()},
                         Qt::Vertical);
}

void EditArrangement::end() {
    for (QDockWidget* dock : std::exchange(m_shown, {}))
        dock->hide();
    QTimer::singleShot(0, this, [this] { // the hidden ones have left their room then
        if (!m_dockedBefore.isEmpty())
            m_window.resizeDocks(std::exchange(m_dockedBefore, {}), m_heightsBefore, Qt::Vertical);
    });
}

void EditArrangement::forget() {
    m_shown = {};
    m_dockedBefore = {};
}

void EditArrangement::without(const std::function<void()>& act) {
    QList<QDockWidget*> shown;
    for (QDockWidget* dock : std::as_const(m_shown))
        if (!dock->isHidden())
            shown.append(dock);
    for (QDockWidget* dock : shown)
        dock->hide();
    act();
    for (QDockWidget* dock : shown)
        dock->show();
}

} // namespace partita
