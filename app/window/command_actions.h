#pragma once

#include <QAction>
#include <map>
#include <string>
#include <vector>

#include "app/window/commands.h"
#include "views/theme/theme.h"

class QMenu;
class QToolBar;

namespace partita {

class ColourBox;
class FittingButtons;
class LayoutMenu;
class MainWindow;
class RecentMenu;
class ZoomBox;

/// The rows of commands.def as actions of a window, with its menus and its tool bar.
class CommandActions {
public:
    /// `panels`: the actions that show and hide panels, for a menu.
    CommandActions(MainWindow& window, const QList<QAction*>& panels);
    [[nodiscard]] QAction* get(const char* id) const;
    [[nodiscard]] QList<QAction*> all() const;                      ///< in the order of the table
    [[nodiscard]] QList<QAction*> marked(Command::Mark mark) const; ///< in the order of the table
    [[nodiscard]] static QString
    menuTitle(const Command& command); ///< of the menu bar, without its mnemonic
    /// The command and its first key.
    [[nodiscard]] static QString toolTipOf(const QAction& action);
    /// What a page shows.
    struct Shown {
        bool document = false, comparison = false;
        bool steps = false; ///< of the simplifier
        bool merge = false;
        bool editing = false; ///< of the document
    };
    /// Greys what can do nothing with what is shown; tool tips say why.
    void enableFor(const Shown& shown);
    /// Greys a command, or not. `whyNot`: a text for the tool tip while it is grey; null: there is none.
    void enable(const char* id, bool can, const char* whyNot = nullptr);
    /// The button of a command in the tool bar; null: it is not seen.
    [[nodiscard]] QWidget* buttonOf(const char* id) const;
    [[nodiscard]] RecentMenu& recent() { return *m_recent; }
    void translate(const Theme& theme); ///< updates texts, and icons in the theme's colour

private:
    void buildMenus(MainWindow& window, const QList<QAction*>& panels);
    void buildToolBar(MainWindow& window);
    void addExport(MainWindow& window);
    [[nodiscard]] QString exportTip() const;

    std::map<std::string, QAction*> m_actions;
    std::vector<QMenu*> m_menus;
    RecentMenu* m_recent = nullptr;
    LayoutMenu* m_layouts = nullptr;
    QMenu* m_panels = nullptr;
    QToolBar* m_toolBar = nullptr;
    FittingButtons* m_fitting = nullptr;
    QAction* m_export = nullptr;
    ZoomBox* m_zoom = nullptr;
    ColourBox* m_colour = nullptr;
};

} // namespace partita
