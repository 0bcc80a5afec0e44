#include "app/window/appearance.h"

#include <QApplication>

namespace partita {

std::shared_ptr<Appearance> Appearance::shared() {
    static std::weak_ptr<Appearance> now;
    auto kept = now.lock();
    if (!kept)
        now = kept = std::make_shared<Appearance>();
    return kept;
}

Appearance::Appearance() {
    setTheme(m_settings.isDark() ? Theme::Kind::dark : Theme::Kind::light);
    setLanguage(m_settings.language());
}

void Appearance::setTheme(Theme::Kind kind) {
    m_theme = &Theme::get(kind);
    QApplication::setPalette(m_theme->palette());
    qApp->setStyleSheet(m_theme->styleSheet());
    m_settings.setDark(m_theme->isDark);
    Q_EMIT themeChanged();
}

bool Appearance::setLanguage(const QString& code) {
    if (code == m_language.code())
        return true;
    const bool chosen = m_language.choose(code);
    m_settings.setLanguage(code);
    return chosen;
}

} // namespace partita
