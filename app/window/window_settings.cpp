#include "app/window/window_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMainWindow>
#include <QScreen>
#include <QStyle>
#include <algorithm>

namespace partita {

namespace {

constexpr int kRecentFiles = 10;
/// Of the arrangement of tool bars and panels: one stored by an older program has no place for a
/// newer part.
constexpr int kStateVersion = 2;
constexpr QLatin1String kGeometry("geometry"), kState("state"), kTheme("theme"),
    kLanguage("language"), kFolder("folder"), kRecent("recent");

/// Moves and shrinks a window until its screen, or the first one, holds it.
void keepOnScreen(QWidget& window) {
    if (window.isMaximized() || window.isFullScreen())
        return; // its screen has the last word
    QRect place = window.geometry();
    const QScreen* screen = QGuiApplication::screenAt(place.center());
    if (!screen)
        screen = QGuiApplication::primaryScreen();
    if (!screen)
        return;
    QRect room = screen->availableGeometry();
    if (!window.isVisible()) // its title bar comes as it is shown
        room.setTop(room.top() + window.style()->pixelMetric(QStyle::PM_TitleBarHeight));
    place.setSize(place.size().boundedTo(room.size()));
    place.moveLeft(qBound(room.left(), place.left(), room.right() + 1 - place.width()));
    place.moveTop(qBound(room.top(), place.top(), room.bottom() + 1 - place.height()));
    if (place.size() != window.size())
        window.resize(place.size());
    if (place.topLeft() != window.geometry().topLeft())
        window.move(place.topLeft());
}

} // namespace

void WindowSettings::restorePlace(QWidget& window) const {
    window.resize(1280, 820);
    window.restoreGeometry(m_store.value(kGeometry).toByteArray());
    keepOnScreen(window);
}

void WindowSettings::savePlace(const QWidget& window) {
    m_store.setValue(kGeometry, window.saveGeometry());
}

void WindowSettings::restorePanels(QMainWindow& page) const {
    page.restoreState(m_store.value(kState).toByteArray(), kStateVersion);
}

void WindowSettings::savePanels(const QMainWindow& page) {
    m_store.setValue(kState, page.saveState(kStateVersion));
}

bool WindowSettings::hasPanels() const { return m_store.contains(kState); }

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

QStringList WindowSettings::recentFiles() const {
    QStringList recent = m_store.value(kRecent).toStringList();
    // Nobody knows from which folder an earlier version stored a relative path.
    const auto isRelative = [](const QString& path) { return QDir::isRelativePath(path); };
    recent.erase(std::remove_if(recent.begin(), recent.end(), isRelative), recent.end());
    return recent;
}

void WindowSettings::addRecentFile(const QString& path) {
    const QString whole = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    QStringList recent = recentFiles();
    recent.removeAll(whole);
    recent.prepend(whole);
    m_store.setValue(kRecent, QStringList(recent.mid(0, kRecentFiles)));
}

void WindowSettings::forgetRecentFiles() { m_store.remove(kRecent); }

} // namespace partita
