#include "app/window/parts/file_watch.h"

#include <QFileInfo>
#include <utility>

namespace partita {

FileWatch::FileWatch() {
    m_delay.setSingleShot(true);
    m_delay.setInterval(250);
    m_return.setSingleShot(true);
    m_return.setInterval(1000);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_delay,
            QOverload<>::of(&QTimer::start));
    connect(&m_delay, &QTimer::timeout, this, &FileWatch::look);
    connect(&m_return, &QTimer::timeout, this, &FileWatch::look);
}

void FileWatch::watch(const QString& path) {
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    if (std::exchange(m_path, path) != path)
        m_delay.stop(); // it waits for the previous file
    m_gone = false;
    m_return.stop();
    if (!path.isEmpty() && !m_watcher.addPath(path))
        m_delay.start(); // it may be gone already
}

void FileWatch::look() {
    if (m_path.isEmpty())
        return;
    if (!QFileInfo::exists(m_path)) {
        m_return.start(); // nothing tells of a file that comes back
        if (!std::exchange(m_gone, true))
            Q_EMIT gone(m_path);
        return;
    }
    // The file may have been replaced: watch the new one. The old one is still watched under its name
    // where its bytes are still in use.
    m_watcher.removePath(m_path);
    m_watcher.addPath(m_path);
    if (!m_watcher.files().contains(m_path)) {
        m_return.start(); // it is gone again, or cannot be watched now
        return;
    }
    m_gone = false;
    Q_EMIT changed(m_path);
}

} // namespace partita
