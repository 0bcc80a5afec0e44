#include <atomic>
#include <gtest/gtest.h>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {
namespace {

TEST(ThreadTeam, EachMemberWorksOnceInEachRegion) {
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::atomic<int>> calls(3);
        ThreadTeam::run(3, [&](int member, int members) {
            EXPECT_EQ(members, 3);
            ++calls[static_cast<std::size_t>(member)];
        });
        for (const auto& count : calls)
            ASSERT_EQ(count, 1) << "round " << round;
    }
}

TEST(ThreadTeam, PiecesMakeUpTheWhole) {
    ThreadTeam::setThreads(4);
    for (const std::int64_t count : {0, 1, 3, 4, 1000}) {
        std::vector<int> seen(static_cast<std::size_t>(count));
        parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                ++seen[static_cast<std::size_t>(i)];
        });
        EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), std::int64_t{0}), count);
    }
}

TEST(ThreadTeam, WhatAMemberThrowsReachesTheCallerAfterAll) {
    for (int failing = 0; failing < 3; ++failing) {
        std::atomic<int> calls = 0;
        EXPECT_THROW(ThreadTeam::run(3,
                                     [&](int member, int) {
                                         ++calls;
                                         if (member >= failing)
                                             throw std::bad_alloc();
                                     }),
                     std::bad_alloc);
        EXPECT_EQ(calls, 3);
        EXPECT_FALSE(ThreadTeam::inRegion());
    }
}

TEST(ThreadTeam, RegionsWithinRegionsRunOnOneThread) {
    std::atomic<int> inner = 0;
    ThreadTeam::run(2, [&](int, int) {
        EXPECT_TRUE(ThreadTeam::inRegion());
        ThreadTeam::run(4, [&](int member, int members) {
            EXPECT_EQ(member, 0);
            EXPECT_EQ(members, 1);
            ++inner;
        });
    });
    EXPECT_EQ(inner, 2);
    EXPECT_FALSE(ThreadTeam::inRegion());
}

TEST(ThreadTeam, ManyCallersHaveTeamsOfTheirOwn) {
    std::atomic<std::int64_t> total = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([&] {
            for (int round = 0; round < 200; ++round)
                ThreadTeam::run(2, [&](int member, int) { total += member + 1; });
        });
    for (std::thread& caller : callers)
        caller.join();
    EXPECT_EQ(total, 4 * 200 * 3);
}

} // namespace
} // namespace partita::cpu
