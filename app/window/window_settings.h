#pragma once

#include <QSettings>
#include <QStringList>

class QMainWindow;
class QWidget;

namespace partita {

/// The settings that windows keep from one session to the next.
class WindowSettings {
public:
    /// Restores size and position of a window; without stored settings, a default size. The window
    /// is inside a screen afterwards, whatever screens there were when it was stored.
    void restorePlace(QWidget& window) const;
    void savePlace(const QWidget& window);
    /// Restores the arrangement of the panels of a document.
    void restorePanels(QMainWindow& page) const;
    void savePanels(const QMainWindow& page);
    /// Whether the panels of a former document are stored.
    [[nodiscard]] bool hasPanels() const;
    [[nodiscard]] bool isDark() const;
    void setDark(bool dark);
    /// "en" or "zh_CN"; the system's language until the user chooses one.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);
    /// The folder that the last model was opened from.
    [[nodiscard]] QString folder() const;
    void setFolder(const QString& folder);
    /// The recently opened files, the latest first.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void forgetRecentFiles();

private:
    QSettings m_store;
};

} // namespace partita
