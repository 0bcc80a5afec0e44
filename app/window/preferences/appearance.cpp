#include "app/window/preferences/appearance.h"

#include <QApplication>
#include <utility>

#include "views/theme/house_style.h"

namespace partita {

namespace {

/// How the desktop has it: what the program had before it was given anything else.
struct Desktop {
    bool isDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    QFont font = QApplication::font();
    static const Desktop& get() {
        static const Desktop kFirst;
        return kFirst;
    }
};

Theme::Kind themeOf(Preferences::Look look) {
    switch (look) {
    case Preferences::Look::light: return Theme::Kind::light;
    case Preferences::Look::dark: return Theme::Kind::dark;
    case Preferences::Look::contrast: return Theme::Kind::contrast;
    case Preferences::Look::system: break;
    }
    return Desktop::get().isDark ? Theme::Kind::dark : Theme::Kind::light;
}

} // namespace

std::shared_ptr<Appearance> Appearance::shared() {
    static std::weak_ptr<Appearance> now;
    auto kept = now.lock();
    if (!kept)
        now = kept = std::make_shared<Appearance>();
    return kept;
}

Appearance::Appearance() : m_now(m_settings.preferences()) {
    m_runtime->choose(m_now.python, m_now.plugins);
    show();
    m_language.choose(m_now.language);
}

void Appearance::show() {
    m_theme = &Theme::get(themeOf(m_now.look));
    QFont font = Desktop::get().font;
    if (m_now.fontSize > 0)
        font.setPointSize(m_now.fontSize);
    if (font != QApplication::font())
        QApplication::setFont(font);
    HouseStyle::setLineWidth(m_theme->border());
    QApplication::setPalette(m_theme->palette());
    if (m_isDressed)
        qApp->setStyleSheet(m_theme->styleSheet());
}

void Appearance::dress() {
    if (!std::exchange(m_isDressed, true))
        qApp->setStyleSheet(m_theme->styleSheet());
}

void Appearance::setPreferences(const Preferences& preferences) {
    if (preferences == m_now)
        return;
    const Preferences before = m_now;
    m_now = preferences;
    m_settings.setPreferences(m_now);
    m_runtime->choose(m_now.python, m_now.plugins);
    if (m_now.look != before.look || m_now.fontSize != before.fontSize)
        show();
    if (m_now.language != before.language)
        m_language.choose(m_now.language);
    Q_EMIT changed();
}

void Appearance::setTheme(Theme::Kind kind) {
    Preferences wanted = m_now;
    wanted.look = kind == Theme::Kind::light  ? Preferences::Look::light
                  : kind == Theme::Kind::dark ? Preferences::Look::dark
                                              : Preferences::Look::contrast;
    setPreferences(wanted);
}

bool Appearance::setLanguage(const QString& code) {
    if (code == m_language.code())
        return true;
    m_now.language = code;
    m_settings.setPreferences(m_now);
    return m_language.choose(code);
}

void Appearance::setWheelScrolls(bool scrolls) {
    Preferences wanted = m_now;
    wanted.wheelScrolls = scrolls;
    setPreferences(wanted);
}

} // namespace partita
