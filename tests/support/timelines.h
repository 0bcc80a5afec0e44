#pragma once

#include <QTest>
#include <gtest/gtest.h>

#include "core/provider/timeline.h"
#include "views/charts/timeline_view.h"

namespace partita::test {

inline constexpr SimulatedTime kMicrosecond = 1'000'000;

inline TimelineTask timelineTask(std::uint32_t stream, SimulatedTime from, SimulatedTime length,
                                 const char* name = "", const char* operators = "") {
    TimelineTask task;
    task.kind = TimelineTask::Kind::compute;
    task.stream = stream;
    task.partition = 1;
    task.start = from * kMicrosecond;
    task.duration = length * kMicrosecond;
    task.name = name;
    task.operators = operators;
    return task;
}

/// 100 µs on four streams: a copy to the device, two tasks of the cube with one of a vector unit
/// between them, and a copy back.
inline Timeline smallTimeline() {
    Timeline timeline;
    timeline.device = "ascend310";
    timeline.total = 100 * kMicrosecond;
    using Stream = TimelineStream::Kind;
    timeline.streams = {{Stream::copyIn, 1, "ascend310", 10 * kMicrosecond},
                        {Stream::cube, 1, "ascend310", 60 * kMicrosecond},
                        {Stream::vector, 1, "ascend310", 20 * kMicrosecond},
                        {Stream::copyOut, 1, "ascend310", 10 * kMicrosecond}};
    timeline.tasks = {
        timelineTask(0, 0, 10, "picture"), timelineTask(1, 10, 30, "stem/conv", "Conv + Relu"),
        timelineTask(2, 45, 15, "neck/softmax", "Softmax"),
        timelineTask(1, 60, 30, "head/gemm", "Gemm"), timelineTask(3, 90, 10, "scores")};
    timeline.tasks[0].kind = TimelineTask::Kind::copyIn;
    timeline.tasks[4].kind = TimelineTask::Kind::copyOut;
    for (std::uint32_t i = 1; i < 5; ++i) {
        timeline.tasks[i].waitsFor = {i - 1};
        timeline.tasks[i].node = {i};
    }
    timeline.tasks[4].node = {};
    timeline.tasks[2].fused = {{7}};
    TimelineMemory memory;
    memory.device = "ascend310";
    memory.points = {{0, 1024}, {20 * kMicrosecond, 4096}, {60 * kMicrosecond, 2048}};
    memory.peakBytes = 4096;
    memory.weightBytes = 1024;
    memory.limitBytes = 8192;
    timeline.memory = {memory};
    return timeline;
}

/// A shown timeline whose 100 µs are 1000 pixels wide.
class ShownTimeline {
public:
    explicit ShownTimeline(std::optional<Timeline> timeline, int height = 300)
        : theme(Theme::get(Theme::Kind::light)), view(theme) {
        QFont font = view.font();
        font.setPixelSize(12); // the names need no more than their least width
        view.setFont(font);
        view.resize(static_cast<int>(kTimelineLabels) + 1000 + 8, height);
        view.setTimeline(std::move(timeline), [this](std::uint32_t partition) {
            return partition ? &theme.provider(ProviderSlot::first) : nullptr;
        });
        view.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    }
    [[nodiscard]] QPoint middleOf(int task) const { return view.rectOf(task).center().toPoint(); }
    /// The time at the left end of what is shown, in microseconds.
    [[nodiscard]] double from() const {
        const QRectF rect = view.rectOf(0);
        return (kTimelineLabels - rect.left()) / perMicrosecond();
    }
    /// Pixels for each microsecond.
    [[nodiscard]] double perMicrosecond() const { return view.rectOf(1).width() / 30; }

    const Theme& theme;
    TimelineView view;
};

} // namespace partita::test
