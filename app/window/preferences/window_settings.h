#pragma once

#include <QMap>
#include <QSettings>
#include <QStringList>
#include <optional>

class QMainWindow;
class QWidget;

namespace partita {

/// How the user wants the windows to look and to answer.
struct Preferences {
    enum class Look { system, light, dark, contrast };
    static constexpr int kLeastFont = 6, kMostFont = 32; ///< in points
    Look look = Look::system;
    QString language;          ///< "en" or "zh_CN"
    int fontSize = 0;          ///< in points; 0: as the desktop has it
    bool wheelScrolls = false; ///< over a graph; without, it zooms
    bool keepsLog = true;      ///< in a file
    QString device{}; ///< a built-in NPU device that new windows start with; empty: the usual one
    QString python{}; ///< an interpreter with onnxruntime; empty: python3 of the PATH
    QStringList plugins{}; ///< providers in libraries, NAME:LIBRARY
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

/// The name of a look in settings: "system", "light", "dark" or "contrast".
[[nodiscard]] QString nameOf(Preferences::Look look);
[[nodiscard]] std::optional<Preferences::Look> lookNamed(const QString& name);

/// Arrangements of the panels by the names that the user gave them, as QMainWindow stores them.
using PanelLayouts = QMap<QString, QByteArray>;

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
    [[nodiscard]] PanelLayouts layouts() const;
    void setLayouts(const PanelLayouts& layouts);
    /// Stores the arrangement of the panels under a name.
    void saveLayout(const QString& name, const QMainWindow& page);
    /// Returns false if there is no such layout, or one that this program cannot restore.
    [[nodiscard]] bool restoreLayout(const QString& name, QMainWindow& page) const;
    /// What the user has chosen; the language is the system's until then.
    [[nodiscard]] Preferences preferences() const;
    void setPreferences(const Preferences& preferences);
    [[nodiscard]] static Preferences defaultPreferences();
    /// The shortcuts of a command, "; " between them; nothing: the user has not changed them.
    [[nodiscard]] std::optional<QString> shortcuts(const char* command) const;
    void setShortcuts(const char* command, const std::optional<QString>& shortcuts);
    /// Whether the user has folded away what lies on the canvas: "legend", "minimap".
    [[nodiscard]] bool isFolded(const char* card) const;
    void setFolded(const char* card, bool folded);
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
