#include "app/window/recent_menu.h"

#include <QFileInfo>

#include "app/window/preferences/window_settings.h"

namespace partita {

RecentMenu::RecentMenu(QWidget* parent) : QMenu(parent) {
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::fill);
}

void RecentMenu::translate() { setTitle(tr("Open recent")); }

void RecentMenu::fill() {
    clear();
    const QStringList recent = WindowSettings().recentFiles();
    for (const QString& path : recent) {
        QAction* each = addAction(path, this, [this, path] { Q_EMIT chosen(path); });
        each->setEnabled(QFileInfo::exists(path));
    }
    addSeparator();
    QAction* forget =
        addAction(tr("Clear the list"), this, [] { WindowSettings().forgetRecentFiles(); });
    forget->setEnabled(!recent.isEmpty());
}

} // namespace partita
