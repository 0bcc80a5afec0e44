#pragma once

#include <QFileSystemWatcher>
#include <QTimer>

namespace partita {

/// Reports when the file of a document changes on the disk, or is deleted.
class FileWatch : public QObject {
    Q_OBJECT
public:
    FileWatch();
    void watch(const QString& path); ///< instead of the previous file; empty: no file

Q_SIGNALS:
    void changed(const QString& path);
    void gone(const QString& path);

private:
    void look();

    QString m_path;
    QFileSystemWatcher m_watcher;
    QTimer m_delay; ///< waits, because editors replace a file in several steps
};

} // namespace partita
