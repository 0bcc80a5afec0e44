#pragma once

#include <vector>

namespace partita {

class MainWindow;

/// One row of commands.def.
struct Command {
    enum class Kind { plain, toggle, toggledOn }; ///< toggles: initially off or on
    /// What a page has to show, so that the command can do something; `part`: that depends on more,
    /// and a part of the window enables the command.
    enum class Needs { nothing, document, documentOrMerge, comparison, steps, editing, part };
    enum Mark : unsigned {
        onCanvas = 1,    ///< is in the menu of the canvas as well
        carriesOver = 2, ///< checkable: a new page begins as the page that it comes from is
        exports = 4,     ///< is in the menu of the button for exports
    };
    const char *id, *menu, *title, *shortcut; ///< "; " separates shortcuts, the shown one first
    Kind kind;
    Needs needs;
    const char* icon;
    int toolBarPlace;
    unsigned marks;
    void (*run)(MainWindow& window, bool on); ///< null: a separator
};
/// All rows of commands.def, in their order.
const std::vector<Command>& commands();

} // namespace partita
