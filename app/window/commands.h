#pragma once

#include <vector>

namespace partita {

class MainWindow;

/// One row of commands.def.
struct Command {
    enum class Kind { plain, toggle, toggledOn }; ///< toggles: initially off or on
    const char *id, *menu, *title, *shortcut;     ///< "; " separates shortcuts, the shown one first
    Kind kind;
    const char* icon;
    int toolBarPlace;
    void (*run)(MainWindow& window); ///< null: a separator
};
/// All rows of commands.def, in their order.
const std::vector<Command>& commands();

} // namespace partita
