#pragma once

#include <QDockWidget>
#include <vector>

#include "app/window/parts/dock_tabs.h"
#include "views/panels/panel.h"

class QMainWindow;

namespace partita {

/// The panels of panels.def as docks around the canvas of a window. A panel that has less room than
/// it needs scrolls: no text in it can make the window larger than the screen.
class PanelDocks {
public:
    /// Puts every panel at its initial place.
    PanelDocks(QMainWindow& window, DocumentController& document, const Theme& theme);
    /// Deletes the docks: the panels read the document, which goes before the window's children.
    ~PanelDocks();
    PanelDocks(const PanelDocks&) = delete;
    PanelDocks& operator=(const PanelDocks&) = delete;

    [[nodiscard]] QDockWidget* dock(const char* id) const; ///< null: there is no such panel
    [[nodiscard]] Panel* panel(const char* id) const;
    /// The only panel of class P.
    template <class P> [[nodiscard]] P& get() const {
        for (const auto& [row, dock] : m_docks)
            if (auto* found = qobject_cast<P*>(panelOf(dock)))
                return *found;
        qFatal("no such panel");
    }
    /// Gives the docks the widths and heights that suit the window; in a low one, all panels at the
    /// left have one place, with tabs. Qt forgets those that are set
    /// before a window is shown.
    void givePlaces(QMainWindow& window);
    /// Brings a panel above the panels in the same place, unless the user has closed it.
    void raise(const char* id);
    void show(const char* id); ///< shows a panel and raises it above the panels in the same place
    /// The actions that show and hide the panels.
    [[nodiscard]] QList<QAction*> toggles() const;
    /// The contents of the visible panels, in the order of panels.def.
    [[nodiscard]] std::vector<QWidget*> visible() const;
    /// Gives the panels at the bottom another height until the user raises another one of them;
    /// `id`: the panel that wants it; null: the one that is in front.
    void lendHeight(const char* id, int height);
    void takeHeightBack() { m_tabs->takeHeightBack(); }
    /// Hides the panels that float, or shows them again: they are windows, and do not go with a page
    /// that is hidden.
    void showFloating(bool shown);
    void setTheme(const Theme& theme);
    void translate();

private:
    [[nodiscard]] static Panel* panelOf(const QDockWidget* dock);
    static void leadThere(QDockWidget& dock);
    void placeAtFirst(QMainWindow& window);
    static void showTitle(const PanelRow& row, QDockWidget& dock);

    DockTabs* m_tabs;
    std::vector<std::pair<const PanelRow*, QDockWidget*>> m_docks;
    std::vector<QDockWidget*> m_away; ///< floating docks of a hidden page
};

} // namespace partita
