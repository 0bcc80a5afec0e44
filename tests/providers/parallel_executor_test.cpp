#include <atomic>
#include <gtest/gtest.h>
#include <random>

#include "providers/cpu/parallel_executor.h"

namespace partita::cpu {
namespace {

TEST(ParallelExecutor, AStepRunsOnceAndAfterAllItWaitsFor) {
    std::mt19937 random(11);
    for (int round = 0; round < 100; ++round) {
        constexpr std::size_t kSteps = 60;
        StepDependencies dependencies(kSteps);
        std::vector<std::pair<std::size_t, std::size_t>> edges;
        for (std::size_t later = 1; later < kSteps; ++later)
            for (int i = 0; i < 2; ++i) {
                edges.emplace_back(random() % later, later);
                dependencies.add(edges.back().first, later);
            }
        std::atomic<std::size_t> clock = 0;
        std::vector<std::size_t> begin(kSteps), end(kSteps);
        const auto result = runInParallel(dependencies, 3, [&](std::size_t step) -> Result<void> {
            begin[step] = ++clock;
            end[step] = ++clock;
            return {};
        });
        ASSERT_TRUE(result);
        EXPECT_EQ(clock, 2 * kSteps);
        for (const auto& [earlier, later] : edges)
            EXPECT_LT(end[earlier], begin[later]) << "round " << round;
    }
}

TEST(ParallelExecutor, AFailureStopsWhatHasNotBegun) {
    StepDependencies dependencies(10);
    for (std::size_t i = 1; i < 10; ++i)
        dependencies.add(i - 1, i);
    std::atomic<int> runs = 0;
    const auto result = runInParallel(dependencies, 2, [&](std::size_t step) -> Result<void> {
        ++runs;
        if (step == 4)
            return Error{Errc::provider, "step 4", {}, {}};
        return {};
    });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().what, "step 4");
    EXPECT_EQ(runs, 5);
}

} // namespace
} // namespace partita::cpu
