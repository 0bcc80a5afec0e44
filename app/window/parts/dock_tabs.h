#pragma once

#include <QObject>
#include <QPointer>

class QDockWidget;
class QMainWindow;
class QTabBar;

namespace partita {

/// Whether a dock is shown and not behind another one in the same place. Qt moves docks that are
/// behind to places outside of the window; what is visible of a dock is of no use, because its
/// contents cover it.
bool isInFront(const QDockWidget& dock);

/// What the docks of a window share: tabs that close docks without a title bar, and a height that
/// is lent to one of the docks that lie over one another.
class DockTabs : public QObject {
    Q_OBJECT
public:
    explicit DockTabs(QMainWindow& window);
    /// Gives the place of `dock` another height until another dock is raised there.
    void lendHeight(QDockWidget* dock, int height);
    void takeHeightBack();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void visit(QTabBar& bar);
    void prepare(QTabBar& bar);
    void giveButtons(QTabBar& bar);
    void giveButton(QTabBar& bar, int tab, bool wanted);
    void close(const QTabBar* bar, int tab);
    [[nodiscard]] QDockWidget* dockOf(const QTabBar* bar, int tab) const;
    [[nodiscard]] QDockWidget* frontOf(const QDockWidget* dock) const;
    [[nodiscard]] int tabHeight(const QDockWidget* dock) const;

    QMainWindow& m_window;
    QPointer<QDockWidget> m_borrower;
    int m_before = 0;
};

} // namespace partita
