#include "app/window/commands.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>

#include "app/window/comparing.h"
#include "app/window/edit_commands.h"
#include "app/window/examples.h"
#include "app/window/main_window.h"
#include "app/window/manual_window.h"
#include "app/window/parts/breadcrumb.h"
#include "app/window/parts/colouring_choice.h"
#include "app/window/parts/exports.h"
#include "app/window/parts/overlays.h"
#include "app/window/parts/status_line.h"
#include "app/window/parts/whats_this.h"
#include "app/window/present_steps.h"
#include "app/window/record_commands.h"
#include "app/window/saving.h"
#include "app/window/settings_dialog.h"
#include "app/window/window_commands.h"
#include "views/dialogs/model_forms.h"
#include "views/dialogs/script_dialog.h"
#include "views/dialogs/tensor_forms.h"
#include "views/document/edit_actions.h"
#include "views/document/item_actions.h"

namespace partita {

const std::vector<Command>& commands() {
    using enum Command::Kind;
    using enum Command::Mark;
    using enum Command::Needs;
    static const std::vector<Command> kCommands = {
#define COMMAND(id, menu, title, shortcut, kind, needs, icon, place, marks, run)                   \
    {#id,   #menu,                                                                                 \
     title, shortcut,                                                                              \
     kind,  needs,                                                                                 \
     icon,  place,                                                                                 \
     marks, []([[maybe_unused]] MainWindow& window, [[maybe_unused]] bool on) { run; }},
#define SEPARATOR(menu) {"", #menu, "", "", plain, part, "", 0, 0, nullptr},
#include "app/window/commands.def"
#undef SEPARATOR
#undef COMMAND
    };
    return kCommands;
}

} // namespace partita
