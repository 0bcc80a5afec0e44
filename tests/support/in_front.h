#pragma once

#include <QTest>
#include <gtest/gtest.h>

namespace partita::test {

/// Shows a window and waits until keys go to it: a window that a test before has closed may be the one
/// that gets them until then.
inline void showInFront(QWidget& window, int width, int height) {
    window.resize(width, height);
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
}

} // namespace partita::test
