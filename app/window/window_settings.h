#pragma once

#include <QSettings>
#include <QStringList>

class QMainWindow;

namespace partita {

/// What windows remember from one session to the next.
class WindowSettings {
public:
    /// Size, place and panels of a window; a first one has a size of its own.
    void restore(QMainWindow& window) const;
    void save(const QMainWindow& window);
    [[nodiscard]] bool isDark() const;
    void setDark(bool dark);
    /// "en" or "zh_CN"; the system's until another one was chosen.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);
    /// Where models were opened from last.
    [[nodiscard]] QString folder() const;
    void setFolder(const QString& folder);
    /// The files that were opened last, the latest first.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void forgetRecentFiles();

private:
    QSettings m_store;
};

} // namespace partita
