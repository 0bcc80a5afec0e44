#pragma once

#include <QFileSystemWatcher>
#include <QTimer>

namespace partita {

/// Reports when the file of a document changes on the disk, is deleted, or comes back.
class FileWatch : public QObject {
    Q_OBJECT
public:
    FileWatch();
    void watch(const QString& path); ///< instead of the previous file; empty: no file
    [[nodiscard]] bool isGone() const { return m_gone; } ///< when it was last looked at

Q_SIGNALS:
    void changed(const QString& path); ///< or is there again
    void gone(const QString& path);

private:
    void look();

    QString m_path;
    QFileSystemWatcher m_watcher;
    QTimer m_delay;  ///< waits, because editors replace a file in several steps
    QTimer m_return; ///< looks for a file that is gone
    bool m_gone = false;
};

} // namespace partita
