#pragma once

#include <QObject>
#include <memory>

#include "app/window/language.h"
#include "app/window/window_settings.h"
#include "views/theme/theme.h"

namespace partita {

/// The theme and the language of the program, which all of its windows and tabs share. Both are
/// stored when they change.
class Appearance : public QObject {
    Q_OBJECT
public:
    /// The only one, as it was stored; it lasts as long as something holds it.
    [[nodiscard]] static std::shared_ptr<Appearance> shared();
    Appearance();

    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] const Language& language() const { return m_language; }
    void setTheme(Theme::Kind kind);
    /// "en" or "zh_CN". Returns false if there are no texts in it; otherwise every widget gets a
    /// LanguageChange, unless it is the language already.
    bool setLanguage(const QString& code);

Q_SIGNALS:
    void themeChanged();

private:
    WindowSettings m_settings;
    Language m_language;
    const Theme* m_theme = nullptr;
};

} // namespace partita
