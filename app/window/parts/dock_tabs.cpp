#include "app/window/parts/dock_tabs.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>
#include <QVariant>

#include "app/window/parts/close_button.h"
#include "app/window/parts/more_tabs.h"

namespace partita {

namespace {
constexpr int kBesideButton = 4; ///< pixels that Qt leaves before the button of a tab
}

bool isInFront(const QDockWidget& dock) {
    return dock.isVisible() && (dock.isFloating() || dock.geometry().right() >= 0);
}

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
            bar->setAccessibleName(tr("Panels")); // it may be shown before it has tabs
        }
    }
    // A tab that comes or goes changes the size that its bar would like to have, and the bar tells the
    // window.
    if (watched == &m_window && event->type() == QEvent::LayoutRequest)
        for (auto* bar : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            if (bar->isVisible())
                visit(*bar);
    if (event->type() == QEvent::Show || event->type() == QEvent::Resize)
        if (auto* bar = qobject_cast<QTabBar*>(watched); bar && bar->count() > 0)
            prepare(*bar);
    return QObject::eventFilter(watched, event);
}

void DockTabs::visit(QTabBar& bar) {
    if (bar.count() == 0)
        bar.hide(); // Qt forgets some whose docks went elsewhere, over the bar that has them now
    else if (bar.findChild<MoreTabs*>())
        giveButtons(bar);
    else
        prepare(bar);
}

void DockTabs::prepare(QTabBar& bar) {
    // Qt would shorten all titles to a letter or two where one of them has no room.
    bar.setElideMode(Qt::ElideNone);
    bar.setAccessibleName(tr("Panels"));
    bar.setUsesScrollButtons(true); // else the window could not be narrower than all tabs
    if (!bar.findChild<MoreTabs*>()) {
        new MoreTabs(bar);
        connect(&bar, &QTabBar::currentChanged, this, [this, &bar] { giveButtons(bar); });
    }
    giveButtons(bar);
}

/// Gives tabs a button that closes their panel; others have one in their title. Where there is no
/// room for all of them, only the tab in front has one.
void DockTabs::giveButtons(QTabBar& bar) {
    const QDockWidget* first = dockOf(&bar, 0);
    if (!first || !first->titleBarWidget())
        return;
    const int button = CloseButton(&bar).width() + kBesideButton;
    int texts = 0;
    for (int tab = 0; tab < bar.count(); ++tab)
        texts += bar.tabRect(tab).width() - (bar.tabButton(tab, QTabBar::RightSide) ? button : 0);
    const bool forAll = texts + bar.count() * button <= bar.width();
    for (int tab = 0; tab < bar.count(); ++tab)
        giveButton(bar, tab, forAll || tab == bar.currentIndex());
}

void DockTabs::giveButton(QTabBar& bar, int tab, bool wanted) {
    QWidget* now = bar.tabButton(tab, QTabBar::RightSide);
    if (!wanted && now) {
        bar.setTabButton(tab, QTabBar::RightSide, nullptr);
        now->deleteLater();
    } else if (wanted && !now) {
        auto* button = new CloseButton(&bar);
        button->setAccessibleName(tr("Close the panel"));
        bar.setTabButton(tab, QTabBar::RightSide, button);
        connect(button, &QAbstractButton::clicked, this, [this, &bar, button] {
            for (int at = 0; at < bar.count(); ++at)
                if (bar.tabButton(at, QTabBar::RightSide) == button)
                    return close(&bar, at);
        });
    }
}

/// The dock that is in front in the place of `dock`.
QDockWidget* DockTabs::frontOf(const QDockWidget* dock) const {
    for (auto* each : m_window.findChildren<QDockWidget*>())
        if (m_window.dockWidgetArea(each) ==
                m_window.dockWidgetArea(const_cast<QDockWidget*>(dock)) &&
            isInFront(*each))
            return each;
    return nullptr;
}

/// The height of the tabs of a dock; 0: it has none.
int DockTabs::tabHeight(const QDockWidget* dock) const {
    for (const auto* bar : m_window.findChildren<QTabBar*>())
        for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
            if (dockOf(bar, tab) == dock)
                return bar->height();
    return 0;
}

void DockTabs::lendHeight(QDockWidget* dock, int height) {
    if (m_borrower != dock) {
        takeHeightBack();
        m_borrower = dock;
        const QDockWidget* front = frontOf(dock);
        m_before = (front ? front : dock)->height();
        // Later: now the docks change their places, or go with the window.
        connect(
            dock, &QDockWidget::visibilityChanged, this,
            [this, dock](bool visible) {
                // All docks go when the window is behind another tab; there is no height then.
                if (!visible && m_borrower == dock && m_window.isVisible())
                    takeHeightBack();
            },
            Qt::QueuedConnection);
    }
    m_window.resizeDocks({dock}, {height}, Qt::Vertical);
}

void DockTabs::takeHeightBack() {
    QDockWidget* borrower = m_borrower;
    m_borrower = nullptr;
    if (!borrower)
        return;
    disconnect(borrower, &QDockWidget::visibilityChanged, this, nullptr);
    if (QDockWidget* front = frontOf(borrower)) // Qt counts the tabs in
        m_window.resizeDocks({front}, {m_before + tabHeight(front)}, Qt::Vertical);
}

} // namespace partita
