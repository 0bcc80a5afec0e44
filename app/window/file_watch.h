#pragma once

#include <QFileSystemWatcher>
#include <QTimer>

namespace partita {

/// Tells when the file of a document changes on the disk, or goes from it.
class FileWatch : public QObject {
    Q_OBJECT
public:
    FileWatch();
    void watch(const QString& path); ///< in place of another; empty: none

Q_SIGNALS:
    void changed(const QString& path);
    void gone(const QString& path);

private:
    void look();

    QString m_path;
    QFileSystemWatcher m_watcher;
    QTimer m_delay; ///< editors replace a file in several steps
};

} // namespace partita
