#include "app/window/preferences/window_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMainWindow>
#include <QScreen>
#include <QStyle>
#include <algorithm>
#include <array>

namespace partita {

namespace {

constexpr int kRecentFiles = 10;
/// Of the arrangement of tool bars and panels: one stored by an older program has no place for a
/// newer part.
constexpr int kStateVersion = 2;
const QLatin1String kGeometry("geometry"), kState("state"), kTheme("theme"), kLanguage("language"),
    kFolder("folder"), kRecent("recent"), kFontSize("fontSize"), kWheel("wheelScrolls"),
    kKeepsLog("keepsLog"), kDevice("device"), kPython("python"), kPlugins("providerLibraries"),
    kShortcuts("shortcuts/"), kLayouts("layouts"), kFolded("folded/");
const std::array kLooks = {QLatin1String("system"), QLatin1String("light"), QLatin1String("dark"),
                           QLatin1String("contrast")};

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
    if (!window.isVisible()) // its title bar comes as it is shown, and moves it down
        room.setBottom(room.bottom() - window.style()->pixelMetric(QStyle::PM_TitleBarHeight));
    place.setSize(place.size().boundedTo(room.size()));
    place.moveLeft(qBound(room.left(), place.left(), room.right() + 1 - place.width()));
    place.moveTop(qBound(room.top(), place.top(), room.bottom() + 1 - place.height()));
    if (place.size() != window.size())
        window.resize(place.size());
    if (place.topLeft() != window.geometry().topLeft())
        window.move(place.topLeft());
}

} // namespace

QString nameOf(Preferences::Look look) { return kLooks[static_cast<std::size_t>(look)]; }

std::optional<Preferences::Look> lookNamed(const QString& name) {
    const auto* const found = std::ranges::find(kLooks, name);
    return found == kLooks.end()
               ? std::nullopt
               : std::optional(static_cast<Preferences::Look>(found - kLooks.begin()));
}

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

PanelLayouts WindowSettings::layouts() const {
    PanelLayouts layouts;
    const QVariantMap stored = m_store.value(kLayouts).toMap();
    for (auto each = stored.begin(); each != stored.end(); ++each)
        layouts.insert(each.key(), each.value().toByteArray());
    return layouts;
}

void WindowSettings::setLayouts(const PanelLayouts& layouts) {
    QVariantMap stored;
    for (auto each = layouts.begin(); each != layouts.end(); ++each)
        stored.insert(each.key(), each.value());
    m_store.setValue(kLayouts, stored);
}

void WindowSettings::saveLayout(const QString& name, const QMainWindow& page) {
    PanelLayouts all = layouts();
    all.insert(name, page.saveState(kStateVersion));
    setLayouts(all);
}

bool WindowSettings::restoreLayout(const QString& name, QMainWindow& page) const {
    return page.restoreState(layouts().value(name), kStateVersion);
}

Preferences WindowSettings::defaultPreferences() {
    Preferences made;
    const bool chinese = QLocale::system().language() == QLocale::Chinese;
    made.language = chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
    return made;
}

Preferences WindowSettings::preferences() const {
    Preferences made = defaultPreferences();
    made.look = lookNamed(m_store.value(kTheme).toString()).value_or(Preferences::Look::system);
    made.language = m_store.value(kLanguage, made.language).toString();
    const int points = m_store.value(kFontSize).toInt();
    made.fontSize =
        points == 0 ? 0 : std::clamp(points, Preferences::kLeastFont, Preferences::kMostFont);
    made.wheelScrolls = m_store.value(kWheel).toBool();
    made.keepsLog = m_store.value(kKeepsLog, made.keepsLog).toBool();
    made.device = m_store.value(kDevice).toString();
    made.python = m_store.value(kPython).toString();
    made.plugins = m_store.value(kPlugins).toStringList();
    return made;
}

void WindowSettings::setPreferences(const Preferences& preferences) {
    m_store.setValue(kTheme, nameOf(preferences.look));
    // The desktop's language is followed: a choice of something else does not keep it for ever.
    if (preferences.language == defaultPreferences().language)
        m_store.remove(kLanguage);
    else
        m_store.setValue(kLanguage, preferences.language);
    m_store.setValue(kFontSize, preferences.fontSize);
    m_store.setValue(kWheel, preferences.wheelScrolls);
    m_store.setValue(kKeepsLog, preferences.keepsLog);
    m_store.setValue(kDevice, preferences.device);
    m_store.setValue(kPython, preferences.python);
    m_store.setValue(kPlugins, preferences.plugins);
}

std::optional<QString> WindowSettings::shortcuts(const char* command) const {
    const QString key = kShortcuts + QLatin1String(command);
    return m_store.contains(key) ? std::optional(m_store.value(key).toString()) : std::nullopt;
}

void WindowSettings::setShortcuts(const char* command, const std::optional<QString>& shortcuts) {
    const QString key = kShortcuts + QLatin1String(command);
    if (shortcuts)
        m_store.setValue(key, *shortcuts);
    else
        m_store.remove(key);
}

QString WindowSettings::folder() const { return m_store.value(kFolder).toString(); }

bool WindowSettings::isFolded(const char* card) const {
    return m_store.value(kFolded + QLatin1String(card)).toBool();
}

void WindowSettings::setFolded(const char* card, bool folded) {
    m_store.setValue(kFolded + QLatin1String(card), folded);
}

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
