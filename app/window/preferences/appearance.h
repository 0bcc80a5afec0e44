#pragma once

#include <QFont>
#include <QObject>
#include <memory>

#include "app/window/preferences/language.h"
#include "app/window/preferences/window_settings.h"
#include "views/document/runtime_choice.h"
#include "views/theme/theme.h"

namespace partita {

/// The theme, the language and whatever else the user has chosen, which all windows and tabs of the
/// program share. It is stored when it changes.
class Appearance : public QObject {
    Q_OBJECT
public:
    /// The only one, as it was stored; it lasts as long as something holds it.
    [[nodiscard]] static std::shared_ptr<Appearance> shared();
    Appearance();

    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] const Language& language() const { return m_language; }
    [[nodiscard]] const Preferences& preferences() const { return m_now; }
    void setPreferences(const Preferences& preferences);
    void setTheme(Theme::Kind kind);
    /// "en" or "zh_CN". Returns false if there are no texts in it; otherwise every widget gets a
    /// LanguageChange, unless it is the language already.
    bool setLanguage(const QString& code);
    void setWheelScrolls(bool scrolls);
    /// Gives the program its style sheet, at first when a window is built: under a style sheet, Qt
    /// goes through all widgets of a part again each time that the part is put into another one.
    void dress();
    /// The shortcuts were stored anew.
    void shortcutsChanged() { Q_EMIT changed(); }

Q_SIGNALS:
    void changed(); ///< other than the language

private:
    void show();

    WindowSettings m_settings;
    Language m_language;
    Preferences m_now;
    const Theme* m_theme = nullptr;
    bool m_isDressed = false;
    std::shared_ptr<RuntimeChoice> m_runtime = RuntimeChoice::shared();
};

} // namespace partita
