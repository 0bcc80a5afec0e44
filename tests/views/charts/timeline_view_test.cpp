// The timeline of a simulated device, operated by mouse and keys.

#include <QScrollBar>

#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "tests/support/timelines.h"

namespace partita {
namespace {

using test::ShownTimeline;
using test::smallTimeline;

struct Operated : ShownTimeline {
    explicit Operated(std::optional<Timeline> timeline = smallTimeline())
        : ShownTimeline(std::move(timeline)) {
        QObject::connect(&view, &TimelineView::taskSelected,
                         [this](int task) { selected.push_back(task); });
    }
    void click(const QPoint& at) { QTest::mouseClick(&view, Qt::LeftButton, {}, at); }
    QScrollBar& bar() { return *view.findChild<QScrollBar*>(); }
    std::vector<int> selected; ///< what the signal said
};

TEST(TimelineView, AClickSelectsTheTaskUnderIt) {
    Operated shown;
    shown.click(shown.middleOf(3));
    EXPECT_EQ(shown.view.selected(), 3);
    shown.click(shown.middleOf(0));
    EXPECT_EQ(shown.view.selected(), 0);
    EXPECT_EQ(shown.selected, (std::vector{3, 0}));
}

TEST(TimelineView, AClickBesideATaskTakesItWithinThreePixelsAndElseNone) {
    Operated shown;
    const QPoint end(static_cast<int>(shown.view.rectOf(1).right()), shown.middleOf(1).y());
    shown.click(end + QPoint(2, 0));
    EXPECT_EQ(shown.view.selected(), 1);
    shown.click(end + QPoint(9, 0));
    EXPECT_EQ(shown.view.selected(), -1);
    shown.click({20, end.y()}); // on the labels
    shown.click({end.x(), 290});
    EXPECT_EQ(shown.selected, (std::vector{1, -1, -1, -1}));
}

TEST(TimelineView, TheNearerOfTwoTasksIsTaken) {
    Timeline timeline = smallTimeline();
    timeline.tasks.push_back(test::timelineTask(1, 40, 1)); // right behind task 1
    timeline.tasks.back().start += test::kMicrosecond / 5;
    timeline.total = 1000 * test::kMicrosecond;
    Operated shown(timeline);
    shown.view.zoomBy(10, kTimelineLabels); // 2 pixels between them
    const double end = shown.view.rectOf(1).right();
    const int y = shown.middleOf(1).y();
    shown.click({static_cast<int>(end) + 2, y});
    shown.click({static_cast<int>(end) - 1, y});
    EXPECT_EQ(shown.selected, (std::vector{5, 1}));
}

TEST(TimelineView, ATipSaysWhatATaskDidAndWhen) {
    Operated shown;
    const QString tip = test::toolTipAt(shown.view, shown.middleOf(2));
    EXPECT_EQ(tip, QString::fromUtf8("neck/softmax\nSoftmax\n15.00 µs from 45.00 µs on"));
    EXPECT_EQ(test::toolTipAt(shown.view, {700, shown.middleOf(0).y()}), QString());
}

TEST(TimelineView, TheTaskUnderThePointerHasARingWhileThePointerIsThere) {
    Operated shown;
    const QRect around = shown.view.rectOf(3).toAlignedRect().adjusted(-2, -2, 2, 2);
    const QImage before = test::pictureOf(shown.view).copy(around);
    test::moveMouse(shown.view, shown.middleOf(3));
    const QImage hovered = test::pictureOf(shown.view).copy(around);
    EXPECT_NE(hovered, before);
    test::moveMouse(shown.view, {700, shown.middleOf(0).y()});
    EXPECT_EQ(test::pictureOf(shown.view).copy(around), before);
    test::moveMouse(shown.view, shown.middleOf(3));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&shown.view, &leave);
    EXPECT_EQ(test::pictureOf(shown.view).copy(around), before);
}

TEST(TimelineView, TheWheelZoomsAboutThePointer) {
    Operated shown;
    const QPoint at = shown.middleOf(2);
    test::turnWheel(shown.view, at, 4);
    EXPECT_GT(shown.perMicrosecond(), 15);
    EXPECT_NEAR(shown.view.rectOf(2).center().x(), at.x(), 2);
    test::turnWheel(shown.view, at, -40); // never farther than the whole run
    EXPECT_NEAR(shown.perMicrosecond(), 10, 1e-6);
    EXPECT_NEAR(shown.from(), 0, 1e-6);
    test::turnWheel(shown.view, at, 400); // never nearer than a nanosecond
    EXPECT_NEAR(shown.perMicrosecond(), 1'000'000, 1);
}

TEST(TimelineView, ShiftAndTheWheelScroll) {
    Operated shown;
    shown.view.zoomBy(4, kTimelineLabels);
    ASSERT_NEAR(shown.from(), 0, 0.1);
    test::turnWheel(shown.view, {600, 100}, -1, Qt::ShiftModifier);
    EXPECT_NEAR(shown.from(), 5, 0.1); // a fifth of the 25 µs in view
    EXPECT_NEAR(shown.perMicrosecond(), 40, 1e-6);
    test::turnWheel(shown.view, {600, 100}, 1, Qt::ShiftModifier);
    EXPECT_NEAR(shown.from(), 0, 0.1);
}

TEST(TimelineView, TheScrollBarIsThereWhileSomethingIsOutOfView) {
    Operated shown;
    EXPECT_FALSE(shown.bar().isVisible());
    shown.view.zoomBy(4, kTimelineLabels);
    EXPECT_TRUE(shown.bar().isVisible());
    EXPECT_GE(shown.bar().y(), shown.view.rectOf(4).bottom());
    QTest::keyClick(&shown.bar(), Qt::Key_End);
    EXPECT_NEAR(shown.from(), 75, 0.1);
    QTest::keyClick(&shown.bar(), Qt::Key_PageUp);
    EXPECT_NEAR(shown.from(), 50, 0.1);
}

TEST(TimelineView, DraggingMovesTheRunAndSelectsNothing) {
    Operated shown;
    shown.view.zoomBy(4, kTimelineLabels);
    test::drag(shown.view, {600, 100}, {400, 110});
    EXPECT_NEAR(shown.from(), 5, 0.01); // 200 pixels of 40 for each microsecond
    EXPECT_NEAR(shown.bar().value(), 500, 2);
    EXPECT_TRUE(shown.selected.empty());
    test::drag(shown.view, {400, 100}, {1000, 100}); // not before the start
    EXPECT_NEAR(shown.from(), 0, 1e-6);
    const QPoint at = shown.middleOf(0); // a hand that trembles clicks
    test::drag(shown.view, at, at + QPoint(2, 1));
    EXPECT_EQ(shown.selected, std::vector{0});
    EXPECT_NEAR(shown.from(), 0, 1e-6);
}

TEST(TimelineView, ADoubleClickShowsTheWholeRunAndSelectsOnce) {
    Operated shown;
    shown.view.zoomBy(3, shown.view.rectOf(3).center().x());
    const QPoint at = shown.middleOf(3) - QPoint(400, 0); // of a task of 900 pixels
    ASSERT_EQ(shown.view.rectOf(3).contains(at), true);
    shown.click(at);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, at); // without the last release
    QTest::mouseRelease(&shown.view, Qt::LeftButton, {}, at);
    EXPECT_NEAR(shown.perMicrosecond(), 10, 1e-6);
    EXPECT_EQ(shown.view.selected(), 3); // and not what is now under the pointer
}

TEST(TimelineView, KeysZoomAboutTheMiddleAndShowAll) {
    Operated shown;
    const double middle = kTimelineLabels + 500;
    const auto inTheMiddle = [&] { return shown.from() + (500 / shown.perMicrosecond()); };
    ASSERT_NEAR(inTheMiddle(), 50, 0.01);
    QTest::keyClick(&shown.view, Qt::Key_Plus);
    EXPECT_NEAR(shown.perMicrosecond(), 14, 0.01);
    EXPECT_NEAR(inTheMiddle(), 50, 0.01);
    QTest::keyClick(&shown.view, Qt::Key_Equal);
    EXPECT_NEAR(shown.perMicrosecond(), 19.6, 0.01);
    QTest::keyClick(&shown.view, Qt::Key_Minus);
    EXPECT_NEAR(shown.perMicrosecond(), 14, 0.01);
    shown.view.zoomBy(2, middle);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    EXPECT_NEAR(shown.perMicrosecond(), 10, 1e-6);
}

TEST(TimelineView, ArrowsGoFromTaskToTaskOfTheStreamAndBringItIntoView) {
    Operated shown;
    QTest::keyClick(&shown.view, Qt::Key_Right);
    EXPECT_EQ(shown.view.selected(), 0); // the first one
    shown.click(shown.middleOf(1));
    shown.view.zoomBy(5, kTimelineLabels + 250);
    ASSERT_GT(shown.view.rectOf(3).left(), 1132);
    QTest::keyClick(&shown.view, Qt::Key_Right);
    EXPECT_EQ(shown.view.selected(), 3); // past the vector unit's
    EXPECT_NEAR(shown.view.rectOf(3).center().x(), kTimelineLabels + 500, 2);
    QTest::keyClick(&shown.view, Qt::Key_Right); // the last of its stream
    QTest::keyClick(&shown.view, Qt::Key_Left);
    EXPECT_EQ(shown.selected, (std::vector{0, 1, 3, 3, 1}));
}

TEST(TimelineView, TasksOfAStreamAreInOrderOfTimeForTheArrows) {
    Timeline timeline = smallTimeline();
    std::swap(timeline.tasks[1], timeline.tasks[3]);
    Operated shown(timeline);
    shown.view.select(3, false); // the earlier one
    QTest::keyClick(&shown.view, Qt::Key_Right);
    EXPECT_EQ(shown.selected, std::vector{1});
}

TEST(TimelineView, SelectingATaskBringsItIntoViewOnlyIfWanted) {
    Operated shown;
    shown.view.zoomBy(4, kTimelineLabels);
    shown.view.select(3, false);
    EXPECT_NEAR(shown.from(), 0, 1e-6);
    shown.view.select(1, true); // longer than the view
    shown.view.select(4, true);
    EXPECT_NEAR(shown.from(), 75, 1e-6); // not past the end
    EXPECT_TRUE(shown.selected.empty()); // nobody clicked
}

TEST(TimelineView, ATaskIsFoundByEachOfItsNodes) {
    Operated shown;
    EXPECT_EQ(shown.view.taskOf({3}), 3);
    EXPECT_EQ(shown.view.taskOf({7}), 2); // fused into it
    EXPECT_EQ(shown.view.taskOf({9}), -1);
    EXPECT_EQ(shown.view.taskOf({}), -1);
}

TEST(TimelineView, WithoutARunItSaysWhatWillBeThereAndDoesNothing) {
    Operated shown(std::nullopt);
    QString words;
    for (const auto& each : test::paintedTexts(shown.view))
        words += each.words;
    EXPECT_TRUE(words.contains(QStringLiteral("after a run"))) << words.toStdString();
    EXPECT_EQ(shown.view.accessibleName(), QStringLiteral("Timeline, empty"));
    shown.click({500, 100});
    for (const int key : {Qt::Key_Right, Qt::Key_Left, Qt::Key_Plus, Qt::Key_Home})
        QTest::keyClick(&shown.view, static_cast<Qt::Key>(key));
    test::turnWheel(shown.view, {500, 100}, 3);
    test::drag(shown.view, {500, 100}, {300, 100});
    shown.bar().setValue(10);
    EXPECT_TRUE(shown.selected.empty());
    EXPECT_EQ(shown.view.selected(), -1);
    EXPECT_EQ(test::toolTipAt(shown.view, {500, 100}), QString());
    EXPECT_FALSE(shown.bar().isVisible());
    // What was selected in one run is not in the next.
    shown.view.setTimeline(smallTimeline(), {});
    EXPECT_TRUE(shown.view.accessibleName().contains(QStringLiteral("5 task")));
    shown.click(shown.middleOf(1));
    shown.view.setTimeline(smallTimeline(), {});
    EXPECT_EQ(shown.view.selected(), -1);
}

TEST(TimelineView, TheThemeChangesItsColours) {
    Operated shown;
    const QPoint empty(700, shown.middleOf(0).y());
    EXPECT_EQ(test::pictureOf(shown.view).pixelColor(empty), shown.theme.base);
    const Theme& dark = Theme::get(Theme::Kind::dark);
    shown.view.setTheme(dark);
    EXPECT_EQ(test::pictureOf(shown.view).pixelColor(empty), dark.base);
}

TEST(TimelineView, ThereIsAlwaysRoomForAllLanes) {
    Timeline timeline = smallTimeline();
    timeline.streams.resize(20, timeline.streams[2]);
    timeline.tasks.push_back(test::timelineTask(19, 50, 20));
    Operated shown(timeline);
    EXPECT_GT(shown.view.minimumHeight(), 400);
    EXPECT_GE(shown.view.rectOf(5).height(), 18);
    shown.view.resize(1140, shown.view.minimumHeight());
    EXPECT_LT(shown.view.rectOf(5).bottom(), shown.view.height());
}

} // namespace
} // namespace partita
