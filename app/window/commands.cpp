#include "app/window/commands.h"

#include <QCoreApplication>

#include "app/window/main_window.h"

namespace partita {

const std::vector<Command>& commands() {
    static const std::vector<Command> kCommands = {
#define COMMAND(id, menu, title, shortcut, run) {#id, #menu, title, shortcut, run},
#include "app/window/commands.def"
#undef COMMAND
    };
    return kCommands;
}

} // namespace partita
