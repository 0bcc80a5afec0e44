// Docks that are closed and shown again, and heights that are lent.

#include <QMenu>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include "app/window/parts/dock_tabs.h"
#include "tests/support/dialogs.h"
#include "tests/support/entry_text.h"

namespace partita {
namespace {

using test::kSample;

class DockTabsOfWindow : public test::OperatedWindow {
protected:
    /// The tab bar with the tab of a panel, and its index.
    std::pair<QTabBar*, int> tabOf(const char* panel) {
        for (auto* bar : window.findChildren<QTabBar*>())
            for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
                if (bar->tabText(tab) == window.dock(panel)->windowTitle())
                    return {bar, tab};
        return {nullptr, -1};
    }
    void clickTab(const char* panel) {
        const auto [bar, tab] = tabOf(panel);
        ASSERT_TRUE(bar);
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        QTest::qWait(300); // docks move to their places
    }
    /// The height of a panel's dock once it has not changed for a while.
    int settledHeight(const char* panel) {
        int height = window.dock(panel)->height();
        for (int calm = 0, waits = 0; calm < 5 && waits < 100; ++waits) {
            QTest::qWait(100);
            const int now = window.dock(panel)->height();
            calm = now == height ? calm + 1 : 0;
            height = now;
        }
        return height;
    }
};

TEST_F(DockTabsOfWindow, ATabIsClosedByItsButtonAndComesBackFromTheMenu) {
    open(kSample);
    clickTab("log"); // where not all have room, the tab in front has a button
    const auto [bar, tab] = tabOf("log");
    ASSERT_TRUE(bar);
    QWidget* button = bar->tabButton(tab, QTabBar::RightSide);
    ASSERT_TRUE(button);
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(window.dock("log")->isHidden());
    EXPECT_FALSE(window.dock("problems")->isHidden());
    window.dock("log")->toggleViewAction()->trigger();
    EXPECT_FALSE(window.dock("log")->isHidden());
    // A dock with a title has its button there.
    for (const char* panel : {"providers", "inspector"})
        EXPECT_TRUE(window.dock(panel)->features() & QDockWidget::DockWidgetClosable);
}

TEST_F(DockTabsOfWindow, APanelThatIsChosenComesToTheFrontBeforeItIsClosed) {
    open(kSample);
    clickTab("fallback");
    const QDockWidget& history = *window.dock("history");
    QAction* action = history.toggleViewAction();
    ASSERT_TRUE(!isInFront(history) && action->isChecked());
    for (const bool shown : {true, false, true}) {
        action->trigger();
        QTest::qWait(300); // docks move to their places
        EXPECT_EQ(isInFront(history), shown);
        EXPECT_EQ(action->isChecked(), shown);
    }
}

TEST_F(DockTabsOfWindow, TheTimelineIsHighOnlyWhileItIsInFront) {
    open(kSample);
    const int before = settledHeight("fallback");
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    ASSERT_TRUE(waitFor([&] { return window.dock("timeline")->height() > before + 50; }));
    clickTab("fallback");
    EXPECT_TRUE(waitFor([&] { return std::abs(window.dock("fallback")->height() - before) < 4; }))
        << window.dock("fallback")->height() << " was " << before;
}

TEST_F(DockTabsOfWindow, TheSimplifierHasTheHeightThatTheListsBelowDoNotNeed) {
    open(kSample);
    const int before = settledHeight("fallback");
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    EXPECT_TRUE(waitFor([&] { return window.dock("fallback")->height() < before - 20; }))
        << window.dock("fallback")->height() << " was " << before;
    clickTab("nodes");
    EXPECT_TRUE(waitFor([&] { return std::abs(window.dock("nodes")->height() - before) < 4; }))
        << window.dock("nodes")->height() << " was " << before;
}

TEST_F(DockTabsOfWindow, TabsWithoutRoomAreInAMenuAtTheirEnd) {
    open(kSample);
    window.resize(1024, 768);
    ASSERT_TRUE(waitFor([&] { return window.width() == 1024; }));
    const auto bar = tabOf("fallback").first;
    ASSERT_TRUE(bar);
    auto* more = bar->findChild<QToolButton*>(QStringLiteral("moreTabs"));
    ASSERT_TRUE(more);
    ASSERT_TRUE(waitFor([&] {
        return more->isVisible() && more->x() + more->width() == bar->width() &&
               more->text().size() > 1;
    }));
    QTest::qWait(100);
    const auto readable = [&](int tab) {
        const QRect place = bar->tabRect(tab);
        return place.left() >= 0 && place.right() <= more->x(); // its border may be below
    };
    // Every tab can be read, or is in the menu.
    Q_EMIT more->menu()->aboutToShow();
    QStringList listed;
    for (const QAction* action : more->menu()->actions())
        listed += test::entryText(*action);
    int hidden = 0;
    for (int tab = 0; tab < bar->count(); ++tab) {
        EXPECT_NE(readable(tab), listed.contains(bar->tabText(tab))) << tab;
        hidden += !readable(tab);
    }
    EXPECT_EQ(more->text(), QStringLiteral("+%1").arg(hidden));
    // A title is never cut to a letter or two, and no arrow is in the way.
    for (auto* arrow : bar->findChildren<QToolButton*>())
        EXPECT_TRUE(arrow == more || !arrow->isVisible() ||
                    more->geometry().contains(arrow->geometry()));
    more->menu()->actions().last()->trigger();
    EXPECT_TRUE(
        waitFor([&] { return window.dock("log")->isVisible() && readable(tabOf("log").second); }));
    EXPECT_TRUE(isInFront(*window.dock("log")));
    window.resize(2400, 900);
    EXPECT_TRUE(waitFor([&] { return !more->isVisible(); }));
}

TEST_F(DockTabsOfWindow, ATabIsSeenWholeOrNotAtAll) {
    open(kSample);
    for (const char* front : {"fallback", "log", "tensor"})
        for (const int width : {1024, 1060, 1100, 1140, 1180}) {
            window.resize(width, 768);
            window.dock(front)->raise();
            const auto bar = tabOf("fallback").first;
            ASSERT_TRUE(waitFor([&] { return window.width() == width; }));
            const auto* more = bar->findChild<QToolButton*>(QStringLiteral("moreTabs"));
            ASSERT_TRUE(waitFor([&] { return more->isVisible(); }));
            QTest::qWait(60);
            const auto* start = bar->findChild<QWidget*>(QStringLiteral("tabStart"));
            const int begin = start && start->isVisible() ? start->width() : 0;
            if (begin > 0) {
                const QImage cover = bar->grab(QRect(0, 0, begin, bar->height())).toImage();
                const QRgb ground = start->palette().color(QPalette::Window).rgb();
                for (const int x : {1, begin / 2, begin - 2})
                    for (int y = 1; y < bar->height() - 1; ++y)
                        ASSERT_EQ(cover.pixel(x, y), ground) << x << ' ' << y;
            }
            for (int tab = 0; tab < bar->count(); ++tab) {
                const QRect place = bar->tabRect(tab);
                const QRect seen = place & QRect(begin, 0, more->x() - begin, bar->height());
                // The border between two tabs may be below the button.
                EXPECT_TRUE(seen.width() <= 1 || seen.width() >= place.width() - 1)
                    << front << ' ' << width << ": " << bar->tabText(tab).toStdString() << ' '
                    << seen.width() << " of " << place.width();
            }
            EXPECT_GE(more->x() + more->width(), bar->width());
        }
}

TEST_F(DockTabsOfWindow, TheWindowFitsASmallScreen) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    QApplication::processEvents();
    EXPECT_LE(window.minimumSizeHint().height(), 600);
    // With panels on both sides of the canvas.
    EXPECT_LE(window.minimumSizeHint().width(), 760);
    for (const PanelRow& row : panelRows())
        EXPECT_LE(window.dock(row.id)->minimumSizeHint().width(), 215) << row.id;
}

} // namespace
} // namespace partita
