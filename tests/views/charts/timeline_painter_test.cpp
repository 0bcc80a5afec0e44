// What the timeline of a simulated device shows.

#include "tests/support/painted.h"
#include "tests/support/timelines.h"

namespace partita {
namespace {

using test::findText;
using test::kMicrosecond;
using test::paintedTexts;
using test::paints;
using test::pixelsOf;
using test::ShownTimeline;
using test::smallTimeline;

QString text(const char* utf8) { return QString::fromUtf8(utf8); }

TEST(TimelinePicture, TheRulerHasARoundTimeAtItsPlace) {
    ShownTimeline shown(smallTimeline());
    const auto texts = paintedTexts(shown.view);
    const auto* ten = findText(texts, text("10 µs"));
    ASSERT_NE(ten, nullptr);
    EXPECT_NEAR(ten->left.x(), shown.view.rectOf(1).left() + 3, 1); // it starts at 10 µs
    const auto* ninety = findText(texts, text("90 µs"));
    ASSERT_NE(ninety, nullptr);
    EXPECT_NEAR(ninety->left.x(), shown.view.rectOf(4).left() + 3, 1);
    EXPECT_EQ(findText(texts, text("15 µs")), nullptr);
}

TEST(TimelinePicture, TheRulerIsAsFineAsWhatIsShown) {
    ShownTimeline shown(smallTimeline());
    shown.view.zoomBy(10, kTimelineLabels); // to 10 µs
    EXPECT_TRUE(paints(shown.view, text("9 µs")));
    EXPECT_FALSE(paints(shown.view, text("9.5")));
    EXPECT_FALSE(paints(shown.view, text("20 µs")));
    shown.view.zoomBy(5, kTimelineLabels);
    EXPECT_TRUE(paints(shown.view, text("0.20 µs")));
    const auto shows = [](SimulatedTime microseconds, const char* words) {
        Timeline timeline = smallTimeline();
        timeline.total = microseconds * kMicrosecond;
        ShownTimeline long_(timeline);
        return paints(long_.view, text(words));
    };
    EXPECT_TRUE(shows(2'000, "0.4 ms"));
    EXPECT_TRUE(shows(10'000, "4 ms"));
    EXPECT_FALSE(shows(10'000, "4.0 ms"));
}

TEST(TimelinePicture, ALaneSaysItsNameWhatItIsAndHowBusyItWas) {
    ShownTimeline shown(smallTimeline());
    const auto texts = paintedTexts(shown.view);
    const auto* cube = findText(texts, text("cube"));
    const auto* share = findText(texts, text("60 %"));
    const auto* hint = findText(texts, text("matrix unit"));
    ASSERT_TRUE(cube && share && hint);
    const QRectF lane = shown.view.rectOf(1);
    for (const auto* each : {cube, share, hint}) {
        EXPECT_GT(each->left.y(), lane.top());
        EXPECT_LT(each->left.y(), lane.bottom());
        EXPECT_LT(each->right, kTimelineLabels);
    }
    EXPECT_GT(share->left.x(), cube->right);
    EXPECT_GT(hint->left.y(), cube->left.y());
    for (const char* words : {"vector unit", "20 %", "Memory", "of 8.0 KiB"})
        EXPECT_TRUE(paints(shown.view, text(words))) << words;
}

TEST(TimelinePicture, ALargerFontHasTheRoomThatItNeeds) {
    ShownTimeline shown(smallTimeline());
    QFont large = shown.view.font();
    large.setPixelSize(26);
    shown.view.setFont(large);
    const auto texts = paintedTexts(shown.view);
    const auto* stream = findText(texts, text("Stream"));
    const auto* busy = findText(texts, text("busy"));
    ASSERT_TRUE(stream && busy);
    EXPECT_LT(stream->right, busy->left.x());
    for (const char* name : {"copy in", "copy out"})
        EXPECT_TRUE(findText(texts, text(name))) << name; // not both "co…"
    EXPECT_GT(shown.view.rectOf(0).left(), busy->right);
}

TEST(TimelinePicture, ALowLaneHasOneLine) {
    ShownTimeline shown(smallTimeline(), 180);
    EXPECT_TRUE(paints(shown.view, text("cube")));
    EXPECT_FALSE(paints(shown.view, text("matrix unit")));
}

TEST(TimelinePicture, OfSeveralDevicesEachLaneNamesItsOwn) {
    Timeline timeline = smallTimeline();
    timeline.streams[2].device = "npu";
    timeline.memory.push_back(timeline.memory[0]);
    timeline.memory[1].device = "npu";
    ShownTimeline shown(timeline, 400);
    int first = 0, second = 0;
    for (const auto& each : paintedTexts(shown.view)) {
        first += each.words == text("ascend310");
        second += each.words == text("npu");
    }
    EXPECT_EQ(first, 4); // three streams and a memory
    EXPECT_EQ(second, 2);
    EXPECT_FALSE(paints(shown.view, text("matrix unit")));
}

TEST(TimelinePicture, AnEmptyRunHasNobodyBusy) {
    Timeline timeline = smallTimeline();
    timeline.tasks.clear();
    timeline.total = 0;
    TimelineView view(Theme::get(Theme::Kind::light));
    view.resize(800, 300);
    view.setTimeline(timeline, {});
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    EXPECT_TRUE(paints(view, text("0 %")));
    EXPECT_FALSE(paints(view, text("60 %")));
}

TEST(TimelinePicture, ATaskHasTheColourOfItsProviderAndOfItsUnit) {
    ShownTimeline shown(smallTimeline());
    const QImage picture = test::pictureOf(shown.view);
    const ProviderStyle& style = shown.theme.provider(ProviderSlot::first);
    const auto share = [&](int task, const QColor& colour) {
        const QRect rect = shown.view.rectOf(task).toAlignedRect().adjusted(3, 3, -3, -3);
        return pixelsOf(picture, colour, rect) / (1.0 * rect.width() * rect.height());
    };
    EXPECT_GT(share(0, shown.theme.second), 0.6); // a copy
    EXPECT_GT(share(1, style.band), 0.6);
    EXPECT_GT(share(2, style.tint), 0.6); // of a vector unit
    EXPECT_EQ(share(1, style.tint), 0);
    const QRect vector = shown.view.rectOf(2).toAlignedRect();
    EXPECT_GT(pixelsOf(picture, style.band, vector), 1.5 * vector.height()); // its border
}

TEST(TimelinePicture, ATaskOfNoProviderIsGrey) {
    Timeline timeline = smallTimeline();
    timeline.tasks[1].partition = 0;
    ShownTimeline shown(timeline);
    const QRect rect = shown.view.rectOf(1).toAlignedRect().adjusted(3, 3, -3, -3);
    const QImage picture = test::pictureOf(shown.view);
    EXPECT_GT(pixelsOf(picture, shown.theme.second, rect), rect.width() * rect.height() / 2);
}

TEST(TimelinePicture, ANarrowTaskOfAVectorUnitIsStillSeen) {
    Timeline timeline = smallTimeline();
    timeline.tasks[2].duration = kMicrosecond / 5; // two pixels
    timeline.memory.clear();
    for (auto& task : timeline.tasks)
        task.waitsFor.clear();
    ShownTimeline shown(timeline);
    const QColor band = shown.theme.provider(ProviderSlot::first).band;
    const QRect rect = shown.view.rectOf(2).toAlignedRect();
    EXPECT_GE(pixelsOf(test::pictureOf(shown.view), band, rect), rect.height() - 2);
}

TEST(TimelinePicture, ATaskSaysWhatItDoesIfThereIsRoom) {
    ShownTimeline shown(smallTimeline());
    const auto texts = paintedTexts(shown.view);
    for (const int task : {0, 1, 2, 3, 4}) {
        const auto* words = findText(
            texts, text(std::array{"picture", "Conv + Relu", "Softmax", "Gemm", "scores"}.at(
                       static_cast<std::size_t>(task))));
        ASSERT_NE(words, nullptr) << task;
        EXPECT_TRUE(shown.view.rectOf(task).contains(words->left)) << task;
    }
    EXPECT_EQ(findText(texts, text("stem/conv")), nullptr); // a tool tip has the name
    Timeline narrow = smallTimeline();
    narrow.tasks[1].duration = 3 * kMicrosecond; // 30 pixels
    ShownTimeline small(narrow);
    EXPECT_FALSE(paints(small.view, text("Conv")));
    narrow.tasks[1].duration = 5 * kMicrosecond;
    ShownTimeline elided(narrow);
    EXPECT_FALSE(paints(elided.view, text("Conv + Relu")));
    EXPECT_TRUE(paints(elided.view, text("…")));
}

TEST(TimelinePicture, TheTextOfATaskStaysInView) {
    ShownTimeline shown(smallTimeline());
    shown.view.zoomBy(20, shown.view.rectOf(1).center().x()); // its start is far outside
    const auto texts = paintedTexts(shown.view);
    const auto* words = findText(texts, text("Conv + Relu"));
    ASSERT_NE(words, nullptr);
    EXPECT_GE(words->left.x(), kTimelineLabels);
    EXPECT_EQ(findText(texts, text("Gemm")), nullptr); // outside
}

/// Two tasks in the same pixel, the second of them of a given provider.
QImage twoInAPixel(ProviderSlot second, bool selected) {
    Timeline timeline = smallTimeline();
    timeline.memory.clear();
    timeline.tasks = {test::timelineTask(1, 10, 0), test::timelineTask(1, 10, 0)};
    timeline.tasks[1].partition = 2;
    const Theme& theme = Theme::get(Theme::Kind::light);
    TimelineView view(theme);
    view.resize(1140, 300);
    view.setTimeline(timeline, [&](std::uint32_t partition) {
        return &theme.provider(partition == 2 ? second : ProviderSlot::first);
    });
    if (selected)
        view.select(1, false);
    return test::pictureOf(view);
}

TEST(TimelinePicture, OfSeveralTasksInAPixelTheFirstOrTheSelectedOneIsPainted) {
    EXPECT_EQ(twoInAPixel(ProviderSlot::second, false), twoInAPixel(ProviderSlot::last, false));
    EXPECT_NE(twoInAPixel(ProviderSlot::second, true), twoInAPixel(ProviderSlot::last, true));
}

TEST(TimelinePicture, TheSelectedTaskHasARing) {
    ShownTimeline shown(smallTimeline());
    const QRect around = shown.view.rectOf(1).toAlignedRect().adjusted(-2, -2, 2, 2);
    const auto dark = [&] {
        return pixelsOf(test::pictureOf(shown.view), shown.theme.text, around);
    };
    const int before = dark();
    shown.view.select(1, false);
    EXPECT_GT(dark(), before + 2 * around.width());
}

/// The pixels of a colour in the arrow head at the start of a task. `above`: it comes from above.
int headOf(const QImage& picture, const ShownTimeline& shown, int task, bool above,
           const QColor& colour) {
    const QRectF rect = shown.view.rectOf(task);
    const QPoint tip = (above ? rect.topLeft() : rect.bottomLeft()).toPoint();
    return pixelsOf(picture, colour, QRect(tip.x() - 3, above ? tip.y() - 5 : tip.y(), 6, 5));
}

TEST(TimelinePicture, AnArrowPointsToTheTaskThatWaits) {
    Timeline timeline = smallTimeline();
    timeline.memory.clear();
    ShownTimeline shown(timeline);
    QImage picture = test::pictureOf(shown.view);
    for (const auto& [task, above] :
         {std::pair(1, true), std::pair(2, true), std::pair(3, false)}) {
        EXPECT_GE(headOf(picture, shown, task, above, shown.theme.edge), 4) << task;
        EXPECT_EQ(headOf(picture, shown, task, !above, shown.theme.edge), 0) << task;
        EXPECT_EQ(headOf(picture, shown, task, above, shown.theme.accent), 0) << task;
    }
    // Those of the selected task stand out: the one to it, and the one from it.
    shown.view.select(2, false);
    picture = test::pictureOf(shown.view);
    EXPECT_EQ(headOf(picture, shown, 1, true, shown.theme.accent), 0);
    EXPECT_GE(headOf(picture, shown, 2, true, shown.theme.accent), 4);
    EXPECT_GE(headOf(picture, shown, 3, false, shown.theme.accent), 4);
}

TEST(TimelinePicture, TooManyArrowsAreLeftOutExceptThoseOfTheSelectedTask) {
    Timeline timeline = smallTimeline();
    timeline.memory.clear();
    while (timeline.tasks.size() < 150) {
        timeline.tasks.push_back(test::timelineTask(2, 40, 1));
        timeline.tasks.back().waitsFor = {0};
    }
    ShownTimeline shown(timeline);
    EXPECT_EQ(headOf(test::pictureOf(shown.view), shown, 3, false, shown.theme.edge), 0);
    shown.view.select(3, false);
    EXPECT_GE(headOf(test::pictureOf(shown.view), shown, 3, false, shown.theme.accent), 4);
    // Zoomed to the end, few are left in view.
    shown.view.select(-1, false);
    shown.view.zoomBy(2, 1132);
    EXPECT_GE(headOf(test::pictureOf(shown.view), shown, 3, false, shown.theme.edge), 4);
}

/// The height of the area of the memory at a time, below the lanes of all streams.
int filledAt(const QImage& picture, const ShownTimeline& shown, double microseconds) {
    const int x = static_cast<int>(kTimelineLabels + 10 * microseconds) + 1;
    int filled = 0;
    const int from = static_cast<int>(shown.view.rectOf(4).bottom()) + 6;
    for (int y = from; y < picture.height(); ++y) {
        const QColor at = picture.pixelColor(x, y);
        filled += at != shown.theme.base && at.lightness() > shown.theme.second.lightness() + 40;
    }
    return filled;
}

TEST(TimelinePicture, TheMemoryRisesAndFallsWithTheRun) {
    Timeline timeline = smallTimeline();
    timeline.memory[0].weightBytes = 0;
    ShownTimeline shown(timeline);
    const QImage picture = test::pictureOf(shown.view);
    const double first = filledAt(picture, shown, 5), most = filledAt(picture, shown, 55),
                 last = filledAt(picture, shown, 77);
    EXPECT_GT(first, 5);
    EXPECT_NEAR(most / first, 4, 0.8);
    EXPECT_NEAR(last / first, 2, 0.5);
}

TEST(TimelinePicture, TheMemorySaysItsPeakWhereItIs) {
    ShownTimeline shown(smallTimeline());
    const auto texts = paintedTexts(shown.view);
    const auto* peak = findText(texts, text("peak 4.0 KiB · weights 1.0 KiB"));
    ASSERT_NE(peak, nullptr);
    EXPECT_NEAR(peak->left.x(), kTimelineLabels + 200, 1); // from 20 µs on
    Timeline late = smallTimeline();
    late.memory[0].weightBytes = 0;
    late.memory[0].points = {{0, 1024}, {99 * kMicrosecond, 4096}};
    ShownTimeline end(late);
    const auto others = paintedTexts(end.view);
    const auto* last = findText(others, text("peak 4.0 KiB"));
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(findText(others, text("weights")), nullptr);
    EXPECT_LE(last->right, kTimelineLabels + 1000);
    late.memory[0].peakBytes = 0;
    ShownTimeline none(late);
    EXPECT_FALSE(paints(none.view, text("peak")));
}

TEST(TimelinePicture, WeightsThatStayHaveADashedLine) {
    const auto rowsOfSeveralColours = [](bool stay) {
        Timeline timeline = smallTimeline();
        timeline.memory[0].weightsStay = stay;
        timeline.memory[0].points = {{0, 1024}, {20 * kMicrosecond, 4096}}; // above it to the end
        ShownTimeline shown(timeline);
        const QImage picture = test::pictureOf(shown.view);
        int rows = 0;
        for (int y = static_cast<int>(shown.view.rectOf(4).bottom()) + 6; y < 299; ++y) {
            const QRect row(740, y, 80, 1); // between two lines of the ruler
            rows += pixelsOf(picture, picture.pixelColor(row.topLeft()), row) < row.width();
        }
        return rows;
    };
    EXPECT_EQ(rowsOfSeveralColours(false), 0);
    EXPECT_GE(rowsOfSeveralColours(true), 1);
}

} // namespace
} // namespace partita
