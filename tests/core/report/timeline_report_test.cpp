// What is said of a simulated run, on the command line and above the timeline of the window.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/message_list.h"
#include "core/report/timeline_report.h"

namespace partita {
namespace {

using Stream = TimelineStream::Kind;

/// 2 ms on a device with a cube, two vector units and the host.
Timeline timelineOfOneDevice() {
    Timeline timeline;
    timeline.device = "ascend310";
    timeline.total = 2'000'000'000;
    timeline.streams = {{Stream::cube, 1, "ascend310", 1'000'000'000},
                        {Stream::vector, 1, "ascend310", 500'000'000},
                        {Stream::vector, 2, "ascend310", 0},
                        {Stream::host, 1, "", 0}};
    timeline.memory.resize(1);
    timeline.memory[0].device = "ascend310";
    timeline.memory[0].peakBytes = 1024;
    return timeline;
}

TEST(TimelineHeadline, TellsTheTimeHowBusyEachStreamIsAndThePeak) {
    const Timeline timeline = timelineOfOneDevice();
    EXPECT_EQ(lineOf(timelineHeadline(timeline)),
              "2.000 ms on ascend310 · cube 50 % · vector 25 % · vector 2 0 % · host 0 % · peak "
              "1.0 KiB");
}

TEST(TimelineHeadline, OfSeveralDevicesEachStreamAndPeakNamesItsOwn) {
    Timeline timeline = timelineOfOneDevice();
    timeline.streams[1].device = "npu";
    timeline.memory.push_back(timeline.memory[0]);
    timeline.memory[1].device = "npu";
    EXPECT_EQ(lineOf(timelineHeadline(timeline)),
              "2.000 ms on ascend310 · ascend310 cube 50 % · npu vector 25 % · ascend310 vector 2 "
              "0 % · host 0 % · ascend310 peak 1.0 KiB · npu peak 1.0 KiB");
}

TEST(TimelineHeadline, TellsWhatMakesTheFiguresWorseOrUncertain) {
    Timeline timeline = timelineOfOneDevice();
    timeline.memory[0].weightsStay = false;
    timeline.unknownSizes = 1;
    EXPECT_THAT(lineOf(timelineHeadline(timeline)),
                testing::EndsWith("peak 1.0 KiB · weights do not fit at once: copied in every run "
                                  "· 1 size not known"));
    timeline.unknownSizes = 3;
    EXPECT_THAT(lineOf(timelineHeadline(timeline)), testing::EndsWith(" · 3 sizes not known"));
}

} // namespace
} // namespace partita
