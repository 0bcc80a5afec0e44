#pragma once

#include <QDockWidget>
#include <vector>

#include "views/panels/panel.h"

class QMainWindow;

namespace partita {

/// The panels of panels.def as docks around the canvas of a window.
class PanelDocks {
public:
    /// Puts every panel where it stands first.
    PanelDocks(QMainWindow& window, DocumentController& document, const Theme& theme);

    [[nodiscard]] QDockWidget* dock(const char* id) const; ///< null: there is no such panel
    [[nodiscard]] Panel* panel(const char* id) const;
    /// The panel of a class, of which there is one.
    template <class P> [[nodiscard]] P& get() const {
        for (const auto& [row, dock] : m_docks)
            if (auto* found = qobject_cast<P*>(dock->widget()))
                return *found;
        qFatal("no such panel");
    }
    void show(const char* id); ///< in front of those that share its place
    /// The actions that show and hide each.
    [[nodiscard]] QList<QAction*> toggles() const;
    /// The content of those that can be seen, in order.
    [[nodiscard]] std::vector<QWidget*> visible() const;
    void setTheme(const Theme& theme);
    void translate();

private:
    void placeAtFirst(QMainWindow& window);

    std::vector<std::pair<const PanelRow*, QDockWidget*>> m_docks;
};

} // namespace partita
