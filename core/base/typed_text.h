#pragma once

#include "core/base/message.h"

namespace partita {

/// What the user can do, with the command or the option of the command line that does it or tells
/// more. The command line prints both: "choose another name (see --force)"; the window shows
/// `remedy`.
Message seeTyped(const Message& remedy, std::string_view typed);
/// The remedy of a message that `seeTyped` made; null: it is another one.
const Message* remedyOfTyped(const Message& message);

} // namespace partita
