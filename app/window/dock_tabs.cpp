#include "app/window/dock_tabs.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>

namespace partita {

DockTabs::DockTabs(QMainWindow& window) : QObject(&window), m_window(window) {
    window.installEventFilter(this);
}

/// The dock of a tab; Qt keeps its address in the tab.
QDockWidget* DockTabs::dockOf(const QTabBar* bar, int tab) const {
    const auto address = bar->tabData(tab).value<quintptr>();
    for (auto* dock : m_window.findChildren<QDockWidget*>())
        if (reinterpret_cast<quintptr>(dock) == address)
            return dock;
    return nullptr;
}

void DockTabs::close(const QTabBar* bar, int tab) {
    if (QDockWidget* dock = dockOf(bar, tab))
        dock->close();
}

bool DockTabs::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::ChildPolished) {
        if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) {
            bar->installEventFilter(this);
            connect(bar, &QTabBar::tabCloseRequested, this,
                    [this, bar](int tab) { close(bar, tab); });
        }
    }
    if (event->type() == QEvent::Show || event->type() == QEvent::Resize)
        if (auto* bar = qobject_cast<QTabBar*>(watched); bar && bar->count() > 0) {
            const QDockWidget* first = dockOf(bar, 0);
            bar->setTabsClosable(first && first->titleBarWidget()); // others have a button there
        }
    return QObject::eventFilter(watched, event);
}

void DockTabs::lendHeight(QDockWidget* dock, int height) {
    if (m_borrower != dock) {
        takeHeightBack();
        m_borrower = dock;
        m_before = dock->height();
        connect(dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
            if (!visible)
                takeHeightBack();
        });
    }
    m_window.resizeDocks({dock}, {height}, Qt::Vertical);
}

void DockTabs::takeHeightBack() {
    QDockWidget* borrower = m_borrower;
    m_borrower = nullptr;
    if (!borrower)
        return;
    disconnect(borrower, &QDockWidget::visibilityChanged, this, nullptr);
    m_window.resizeDocks({borrower}, {m_before}, Qt::Vertical);
}

} // namespace partita
