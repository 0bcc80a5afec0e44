#pragma once

#include <QKeySequence>
#include <QList>

#include "app/window/commands.h"

namespace partita {

/// The shortcuts in a text with "; " between them.
[[nodiscard]] QList<QKeySequence> keysIn(const QString& text);
/// The shortcuts of a command: those of the user, or of the table.
[[nodiscard]] QList<QKeySequence> shortcutsOf(const Command& command);
[[nodiscard]] QList<QKeySequence> defaultShortcuts(const Command& command);
/// Stores other shortcuts for a command; those of the table are no choice of the user.
void setShortcuts(const Command& command, const QList<QKeySequence>& shortcuts);
/// The command that has a shortcut, or one that begins or ends it; null: it is free. `but`: the
/// command that is to have it.
[[nodiscard]] const Command* takenBy(const QKeySequence& shortcut, const Command& but);
/// "File › Open…"
[[nodiscard]] QString placeOf(const Command& command);

} // namespace partita
