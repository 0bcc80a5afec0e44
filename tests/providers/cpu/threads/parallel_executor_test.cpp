#include <atomic>
#include <gtest/gtest.h>
#include <random>

#include "core/data/random_feeds.h"
#include "core/session/session.h"
#include "providers/cpu/threads/parallel_executor.h"
#include "providers/registry.h"
#include "tests/support/models.h"

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
            return Error{Errc::provider, std::string("step 4"), {}, {}};
        return {};
    });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().what.text(), "step 4");
    EXPECT_EQ(runs, 5);
}

/// Bodies run in parallel with kernels and other bodies, and all note their times in one list.
TEST(ParallelExecutor, BodiesThatRunAtTheSameTimeNoteEachNodeOnce) {
    constexpr int kBodies = 8, kNodes = 12;
    std::string nodes, outputs;
    for (int i = 0; i < kBodies; ++i) {
        const std::string n = std::to_string(i);
        std::string body;
        for (int k = 0; k < kNodes; ++k)
            body += "v" + n + "_" + std::to_string(k + 1) + " = Neg(" +
                    (k ? "v" + n + "_" + std::to_string(k) : "x") + ") ";
        const std::string last = "v" + n + "_" + std::to_string(kNodes);
        nodes += "y" + n + " = If (c) <then_branch = t" + n + " () => (float[4] " + last + ") { " +
                 body + "}, else_branch = e" + n + " () => (float[4] z" + n + ") { z" + n +
                 " = Identity(x) }> ";
        outputs += (i ? ", float[4] y" : "float[4] y") + n;
    }
    const Model model = test::modelFromText(
        "<ir_version: 9, opset_import: [\"\" : 18]> g (bool c, float[4] x) => (" + outputs +
        ") { " + nodes + "}");
    auto session = Session::create(
        model,
        *makeProviders(
            {{"cpu"}, "", {{"fusion", "0"}, {"threads", "4"}, {"executor", "parallel"}}}),
        PartitionOptions::asWritten());
    ASSERT_TRUE(session) << session.error().message();
    Feeds feeds = *randomFeeds(model, 1);
    feeds.at("c").tensor = Tensor::of(DataType::boolean, {}, std::vector<std::uint8_t>{1});
    for (int run = 0; run < 200; ++run) {
        const auto report = (*session)->run(feeds);
        ASSERT_TRUE(report) << report.error().message();
        ASSERT_EQ(report->timings.size(), kBodies * (kNodes + 1));
    }
}

} // namespace
} // namespace partita::cpu
