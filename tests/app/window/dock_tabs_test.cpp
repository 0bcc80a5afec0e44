// Docks that are closed and shown again, and heights that are lent.

#include <QMenu>
#include <QTabBar>
#include <QTableView>

#include "tests/support/dialogs.h"

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
};

TEST_F(DockTabsOfWindow, ATabIsClosedByItsButtonAndComesBackFromTheMenu) {
    open(kSample);
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

TEST_F(DockTabsOfWindow, TheTimelineIsHighOnlyWhileItIsInFront) {
    open(kSample);
    QTest::qWait(300);
    const int before = window.dock("fallback")->height();
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    ASSERT_TRUE(waitFor([&] { return window.dock("timeline")->height() > before + 50; }));
    clickTab("fallback");
    EXPECT_TRUE(waitFor([&] { return std::abs(window.dock("fallback")->height() - before) < 4; }))
        << window.dock("fallback")->height() << " was " << before;
}

TEST_F(DockTabsOfWindow, TheSimplifierHasTheHeightThatTheListsBelowDoNotNeed) {
    open(kSample);
    QTest::qWait(300);
    const int before = window.dock("fallback")->height();
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    EXPECT_TRUE(waitFor([&] { return window.dock("fallback")->height() < before - 20; }))
        << window.dock("fallback")->height() << " was " << before;
    clickTab("nodes");
    EXPECT_TRUE(waitFor([&] { return std::abs(window.dock("nodes")->height() - before) < 4; }))
        << window.dock("nodes")->height() << " was " << before;
}

TEST_F(DockTabsOfWindow, TheWindowFitsASmallScreen) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    QApplication::processEvents();
    EXPECT_LE(window.minimumSizeHint().height(), 600);
    EXPECT_LE(window.minimumSizeHint().width(), 1000);
}

} // namespace
} // namespace partita
