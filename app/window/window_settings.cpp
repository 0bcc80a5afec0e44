#include "app/window/window_settings.h"

#include <QLocale>
#include <QMainWindow>

namespace partita {

namespace {

constexpr int kRecentFiles = 10;
constexpr QLatin1String kGeometry("geometry"), kState("state"), kTheme("theme"),
    kLanguage("language"), kFolder("folder"), kRecent("recent");

} // namespace

void WindowSettings::restore(QMainWindow& window) const {
    window.resize(1280, 820);
    window.restoreGeometry(m_store.value(kGeometry).toByteArray());
    window.restoreState(m_store.value(kState).toByteArray());
}

void WindowSettings::save(const QMainWindow& window) {
    m_store.setValue(kGeometry, window.saveGeometry());
    m_store.setValue(kState, window.saveState());
}

bool WindowSettings::isDark() const {
    return m_store.value(kTheme).toString() == QLatin1String("dark");
}

void WindowSettings::setDark(bool dark) {
    m_store.setValue(kTheme, dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

QString WindowSettings::language() const {
    const bool chinese = QLocale::system().language() == QLocale::Chinese;
    return m_store.value(kLanguage, chinese ? QStringLiteral("zh_CN") : QStringLiteral("en"))
        .toString();
}

void WindowSettings::setLanguage(const QString& language) { m_store.setValue(kLanguage, language); }

QString WindowSettings::folder() const { return m_store.value(kFolder).toString(); }

void WindowSettings::setFolder(const QString& folder) { m_store.setValue(kFolder, folder); }

QStringList WindowSettings::recentFiles() const { return m_store.value(kRecent).toStringList(); }

void WindowSettings::addRecentFile(const QString& path) {
    QStringList recent = recentFiles();
    recent.removeAll(path);
    recent.prepend(path);
    m_store.setValue(kRecent, QStringList(recent.mid(0, kRecentFiles)));
}

void WindowSettings::forgetRecentFiles() { m_store.remove(kRecent); }

} // namespace partita
