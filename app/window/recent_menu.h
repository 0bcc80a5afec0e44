#pragma once

#include <QMenu>

namespace partita {

/// The files that were opened last; those that are gone cannot be chosen.
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
