#pragma once

#include <vector>

namespace partita {

class MainWindow;

/// One row of commands.def.
struct Command {
    const char *id, *menu, *title, *shortcut;
    void (MainWindow::*run)();
};
const std::vector<Command>& commands();

} // namespace partita
