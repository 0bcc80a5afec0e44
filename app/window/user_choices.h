#pragma once

#include <QMap>
#include <string>
#include <string_view>

#include "app/window/preferences/appearance.h"
#include "core/base/result.h"

namespace partita {

/// All that the user has chosen for the program, to keep in a file or to take to another machine.
/// Places of windows, names of recent files and what is installed belong to a machine: the JSON form
/// has none of them.
struct UserChoices {
    Preferences preferences;
    QMap<QString, QString> shortcuts; ///< by command; only those that the user chose
    PanelLayouts layouts;
};

[[nodiscard]] UserChoices userChoices();
/// Applies and stores them in place of the present ones.
void setUserChoices(const UserChoices& choices, Appearance& appearance);

/// The JSON form: {"partita_settings": 1, "theme": …}.
[[nodiscard]] std::string textOf(const UserChoices& choices);
/// Reads that form; a key that is left out has its default. A key, value, command or device that
/// this program does not know, or keys of two commands, make it an error.
[[nodiscard]] Result<UserChoices> choicesFrom(std::string_view text);

} // namespace partita
