#include "app/window/shortcuts.h"

#include <QCoreApplication>

#include "app/window/command_actions.h"
#include "app/window/preferences/window_settings.h"

namespace partita {

QList<QKeySequence> keysIn(const QString& text) {
    return text.isEmpty() ? QList<QKeySequence>() : QKeySequence::listFromString(text);
}

QList<QKeySequence> shortcutsOf(const Command& command) {
    return keysIn(WindowSettings().shortcuts(command.id).value_or(QLatin1String(command.shortcut)));
}

QList<QKeySequence> defaultShortcuts(const Command& command) {
    return keysIn(QLatin1String(command.shortcut));
}

void setShortcuts(const Command& command, const QList<QKeySequence>& shortcuts) {
    std::optional<QString> chosen;
    if (shortcuts != defaultShortcuts(command))
        chosen = QKeySequence::listToString(shortcuts);
    WindowSettings().setShortcuts(command.id, chosen);
}

const Command* takenBy(const QKeySequence& shortcut, const Command& but) {
    for (const Command& command : commands()) {
        if (!command.run || &command == &but)
            continue;
        const auto theirs = shortcutsOf(command);
        for (const QKeySequence& each : theirs)
            if (each.matches(shortcut) != QKeySequence::NoMatch ||
                shortcut.matches(each) != QKeySequence::NoMatch)
                return &command;
    }
    return nullptr;
}

QString placeOf(const Command& command) {
    return QStringLiteral("%1 › %2").arg(
        CommandActions::menuTitle(command),
        QCoreApplication::translate("partita::Commands", command.title));
}

} // namespace partita
