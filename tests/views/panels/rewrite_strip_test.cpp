// The strip below the graph, which steps through the rewrites of the simplifier.

#include <QSlider>
#include <QToolButton>

#include "tests/support/gestures.h"
#include "tests/support/window.h"

namespace partita {
namespace {

class RewriteStripOfWindow : public test::Window {};

TEST_F(RewriteStripOfWindow, GoesToTheEndsAndOneStepAtATime) {
    open(test::kSample);
    SimplifyController& simplifier = window.document().simplifier();
    simplifier.start({});
    ASSERT_TRUE(
        waitFor([&] { return simplifier.history() && !window.document().jobs().isRunning(); }));
    const std::size_t all = simplifier.history()->size();
    ASSERT_GT(all, 1U);
    auto* slider = window.findChild<QSlider*>(QStringLiteral("rewriteSlider"));
    const auto wait = [&](std::size_t position) {
        return waitFor([&] {
            return simplifier.position() == position && !window.document().jobs().isRunning();
        });
    };
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Home);
    EXPECT_TRUE(wait(0));
    QTest::mouseClick(window.findChild<QToolButton*>(QStringLiteral("nextRewrite")),
                      Qt::LeftButton);
    EXPECT_TRUE(wait(1));
    QTest::mouseClick(window.findChild<QToolButton*>(QStringLiteral("previousRewrite")),
                      Qt::LeftButton);
    EXPECT_TRUE(wait(0));
    QTest::keyClick(slider, Qt::Key_Period); // as in the list and in the graph
    EXPECT_TRUE(wait(1));
    QTest::keyClick(slider, Qt::Key_End);
    EXPECT_TRUE(wait(all));
    test::turnWheel(*slider, slider->rect().center(), -1);
    EXPECT_LT(slider->value(), slider->maximum());
    EXPECT_TRUE(wait(static_cast<std::size_t>(slider->value()))) << simplifier.position();
}

} // namespace
} // namespace partita
