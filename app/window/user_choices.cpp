#include "app/window/user_choices.h"

#include <QKeySequence>
#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/window/shortcuts.h"
#include "core/base/json.h"
#include "core/base/try.h"
#include "providers/npu/profile/device_profile.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;

Error refusal(const Message& what) {
    return {Errc::usage,
            PARTITA_TEXT("the settings {0}", what),
            {},
            PARTITA_TEXT("choose a file that “Export…” of the settings wrote")};
}

const Command* commandNamed(const std::string& id) {
    const auto found = std::ranges::find_if(
        commands(), [&](const Command& command) { return command.run && command.id == id; });
    return found == commands().end() ? nullptr : &*found;
}

/// The keys that every command would have with the user's choices in `shortcuts`.
Result<void> checkKeys(const QMap<QString, QString>& shortcuts) {
    std::vector<std::pair<QKeySequence, const Command*>> given;
    for (const Command& command : commands()) {
        if (!command.run)
            continue;
        const QString id = QLatin1String(command.id);
        for (const QKeySequence& keys :
             shortcuts.contains(id) ? keysIn(shortcuts.value(id)) : defaultShortcuts(command)) {
            for (const auto& [other, owner] : given)
                if (other.matches(keys) != QKeySequence::NoMatch ||
                    keys.matches(other) != QKeySequence::NoMatch)
                    return refusal(PARTITA_TEXT("give {0} to two commands, {1} and {2}",
                                                keys.toString().toStdString(), owner->id,
                                                command.id));
            given.emplace_back(keys, &command);
        }
    }
    return {};
}

Result<void> readShortcuts(const json& form, UserChoices& choices) {
    for (const auto& [id, value] : form.get<json::object_t>()) {
        const QString keys = toQString(value.get<std::string>());
        if (!commandNamed(id))
            return refusal(PARTITA_TEXT("name a command '{0}' that does not exist", id));
        for (const QKeySequence& each : keysIn(keys))
            if (each.isEmpty() || each[0] == Qt::Key_unknown)
                return refusal(PARTITA_TEXT("have keys for '{0}' that do not exist: {1}", id,
                                            value.get<std::string>()));
        choices.shortcuts.insert(toQString(id), keys);
    }
    return checkKeys(choices.shortcuts);
}

Result<void> readLayouts(const json& form, UserChoices& choices) {
    for (const auto& [name, value] : form.get<json::object_t>()) {
        const auto decoded =
            QByteArray::fromBase64Encoding(QByteArray::fromStdString(value.get<std::string>()),
                                           QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return refusal(PARTITA_TEXT("have a damaged layout '{0}'", name));
        choices.layouts.insert(toQString(name), *decoded);
    }
    return {};
}

/// Returns false where the value is none that the key can have. Throws for one of another type.
Result<bool> readChoice(const std::string& key, const json& value, UserChoices& choices) {
    Preferences& preferences = choices.preferences;
    if (key == "theme") {
        const auto look = lookNamed(toQString(value.get<std::string>()));
        preferences.look = look.value_or(preferences.look);
        return look.has_value();
    }
    if (key == "language") {
        preferences.language = toQString(value.get<std::string>());
        return preferences.language == QLatin1String("en") ||
               preferences.language == QLatin1String("zh_CN");
    }
    if (key == "font_size") {
        preferences.fontSize = value.is_number_integer() ? value.get<int>() : -1;
        return preferences.fontSize == 0 || (preferences.fontSize >= Preferences::kLeastFont &&
                                             preferences.fontSize <= Preferences::kMostFont);
    }
    if (key == "wheel_scrolls") {
        preferences.wheelScrolls = value.get<bool>();
        return true;
    }
    if (key == "keeps_log") {
        preferences.keepsLog = value.get<bool>();
        return true;
    }
    if (key == "device") {
        const auto name = value.get<std::string>();
        preferences.device = toQString(name);
        const std::vector<std::string> known = deviceNames();
        return name.empty() || std::ranges::find(known, name) != known.end();
    }
    if (key == "shortcuts") {
        PARTITA_TRY(readShortcuts(value, choices));
        return true;
    }
    if (key == "layouts") {
        PARTITA_TRY(readLayouts(value, choices));
        return true;
    }
    return Result<bool>(refusal(PARTITA_TEXT("have an unknown key \"{0}\"", key)));
}

} // namespace

UserChoices userChoices() {
    const WindowSettings settings;
    UserChoices choices{settings.preferences(), {}, settings.layouts()};
    for (const Command& command : commands())
        if (command.run)
            if (const auto chosen = settings.shortcuts(command.id))
                choices.shortcuts.insert(QLatin1String(command.id), *chosen);
    return choices;
}

void setUserChoices(const UserChoices& choices, Appearance& appearance) {
    WindowSettings settings;
    for (const Command& command : commands()) {
        const auto chosen = choices.shortcuts.constFind(QLatin1String(command.id));
        if (command.run)
            settings.setShortcuts(command.id, chosen == choices.shortcuts.constEnd()
                                                  ? std::nullopt
                                                  : std::optional(*chosen));
    }
    settings.setLayouts(choices.layouts);
    appearance.setPreferences(choices.preferences);
    appearance.shortcutsChanged();
}

std::string textOf(const UserChoices& choices) {
    json shortcuts = json::object(), layouts = json::object();
    for (auto each = choices.shortcuts.begin(); each != choices.shortcuts.end(); ++each)
        shortcuts[each.key().toStdString()] = each.value().toStdString();
    for (auto each = choices.layouts.begin(); each != choices.layouts.end(); ++each)
        layouts[each.key().toStdString()] = each.value().toBase64().toStdString();
    const Preferences& preferences = choices.preferences;
    return json{{"partita_settings", kVersion},
                {"theme", nameOf(preferences.look).toStdString()},
                {"language", preferences.language.toStdString()},
                {"font_size", preferences.fontSize},
                {"wheel_scrolls", preferences.wheelScrolls},
                {"keeps_log", preferences.keepsLog},
                {"device", preferences.device.toStdString()},
                {"shortcuts", shortcuts},
                {"layouts", layouts}}
               .dump(2) +
           "\n";
}

Result<UserChoices> choicesFrom(std::string_view text) {
    const auto parsed = parseJson(text);
    if (!parsed)
        return refusal(PARTITA_TEXT("are {0}", parsed.error().what));
    if (!parsed->is_object() || parsed->value("partita_settings", json()) != json(kVersion))
        return refusal(PARTITA_TEXT("do not start with \"partita_settings\": 1"));
    UserChoices choices{WindowSettings::defaultPreferences(), {}, {}};
    for (const auto& [key, value] : parsed->items()) {
        if (key == "partita_settings")
            continue;
        try {
            if (!PARTITA_TRY(readChoice(key, value, choices)))
                return refusal(
                    PARTITA_TEXT("have a wrong value for \"{0}\": {1}", key, value.dump()));
        } catch (const json::exception&) {
            return refusal(PARTITA_TEXT("have a value of a wrong type for \"{0}\"", key));
        }
    }
    return choices;
}

} // namespace partita
