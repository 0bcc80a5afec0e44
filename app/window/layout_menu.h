#pragma once

#include <QMenu>

namespace partita {

class MainWindow;

/// A menu of the layouts of the panels that the user has named: a click arranges the panels so.
class LayoutMenu : public QMenu {
    Q_OBJECT
public:
    LayoutMenu(QWidget* parent, MainWindow& window);
    void translate();

private:
    void fill();
    void save();
    void use(const QString& name);

    MainWindow& m_window;
    QMenu* m_forget;
};

} // namespace partita
