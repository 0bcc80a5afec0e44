#pragma once

#include <QMenu>

namespace partita {

/// A menu of the recent files; deleted files are disabled.
class RecentMenu : public QMenu {
    Q_OBJECT
public:
    explicit RecentMenu(QWidget* parent);
    void translate();

Q_SIGNALS:
    void chosen(const QString& path);

private:
    void fill();
};

} // namespace partita
