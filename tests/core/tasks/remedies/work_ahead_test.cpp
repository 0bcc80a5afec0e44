#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <stdexcept>
#include <thread>

#include "core/tasks/remedies/work_ahead.h"

namespace partita {
namespace {

using Rank = WorkAhead::Rank;

TEST(WorkAhead, WithoutHelpersWorkIsDoneWhereItIsWaitedFor) {
    std::vector<int> done;
    WorkAhead ahead(0, {});
    EXPECT_EQ(ahead.helpers(), 0U);
    const auto first = ahead.add([&](const Progress&) { done.push_back(1); }, Rank::beside);
    const auto second = ahead.add([&](const Progress&) { done.push_back(2); }, Rank::perhaps);
    EXPECT_FALSE(ahead.isDone(first));
    ahead.finish(second);
    ahead.finish(first);
    ahead.finish(first); // it is done once
    EXPECT_EQ(done, (std::vector{2, 1}));
}

TEST(WorkAhead, EachPieceIsDoneOnceByAnyNumberOfHelpers) {
    for (const std::size_t helpers : {0U, 1U, 5U}) {
        std::vector<int> times(200);
        WorkAhead ahead(helpers, {});
        std::vector<WorkAhead::PiecePtr> pieces;
        for (int& each : times)
            pieces.push_back(ahead.add([&each](const Progress&) { ++each; }, Rank::beside));
        for (const auto& piece : pieces)
            ahead.finish(piece);
        EXPECT_EQ(times, std::vector<int>(200, 1)) << helpers << " helpers";
    }
}

TEST(WorkAhead, WorkThatMayBeWantedIsBegunByAThreadThatHasNothingElseToDo) {
    std::latch begun(1);
    WorkAhead ahead(1, {});
    ahead.add([&](const Progress&) { begun.count_down(); }, Rank::perhaps);
    begun.wait();
}

TEST(WorkAhead, WhatIsWaitedForComesFirstAndWhatIsPerhapsWantedLast) {
    std::vector<int> done;
    std::latch go(1), end(3);
    WorkAhead ahead(1, {});
    ahead.add([&](const Progress&) { go.wait(); },
              Rank::beside); // keeps the other thread until both are there
    const auto note = [&](int which) {
        return [&done, &end, which](const Progress&) {
            done.push_back(which);
            end.count_down();
        };
    };
    ahead.add(note(3), Rank::perhaps);
    ahead.add(note(2), Rank::beside);
    const auto first = ahead.add(note(1), Rank::next);
    go.count_down();
    ahead.finish(first);
    end.wait();
    EXPECT_EQ(done, (std::vector{1, 2, 3}));
}

TEST(WorkAhead, WhatIsDroppedIsNotBegunOrToldToStop) {
    std::latch begun(1);
    std::atomic<bool> isBegun = false;
    WorkAhead ahead(1, {});
    const auto endless = ahead.add(
        [&](const Progress& progress) {
            begun.count_down();
            while (!progress.cancelled())
                std::this_thread::yield();
        },
        Rank::beside);
    begun.wait();
    const auto other = ahead.add([&](const Progress&) { isBegun = true; }, Rank::perhaps);
    ahead.drop(other);
    ahead.drop(endless);
    ahead.finish(endless);
    EXPECT_FALSE(isBegun);
}

TEST(WorkAhead, TheEndStopsWhatIsBegun) {
    std::latch begun(1);
    WorkAhead ahead(1, {});
    ahead.add(
        [&](const Progress& progress) {
            begun.count_down();
            while (!progress.cancelled())
                std::this_thread::yield();
        },
        Rank::perhaps);
    begun.wait();
}

TEST(WorkAhead, CancellingReachesAllWork) {
    std::stop_source stop;
    stop.request_stop();
    bool cancelled = false;
    WorkAhead ahead(0, stop.get_token());
    ahead.finish(ahead.add([&](const Progress& progress) { cancelled = progress.cancelled(); },
                           Rank::beside));
    EXPECT_TRUE(cancelled);
}

TEST(WorkAhead, WhatWorkThrowsReachesTheOneWhoWaits) {
    for (const std::size_t helpers : {0U, 1U}) {
        WorkAhead ahead(helpers, {});
        const auto piece =
            ahead.add([](const Progress&) { throw std::runtime_error("no memory"); }, Rank::beside);
        EXPECT_THROW(ahead.finish(piece), std::runtime_error);
    }
}

} // namespace
} // namespace partita
