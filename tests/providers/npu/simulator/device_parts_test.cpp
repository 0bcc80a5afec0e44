// The parts of the simulated device by themselves: fusion, memory and streams.

#include <gtest/gtest.h>

#include "providers/npu/compiler/device_arena.h"
#include "providers/npu/compiler/device_fusion.h"
#include "providers/npu/simulator/device_stream.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;

TEST(DeviceFusion, TheLongestChainWinsAndAnotherReaderEndsIt) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 3, 8, 8] x, float[4, 3, 3, 3] w) => (float[1, 4, 6, 6] y, float[1, 4, 6, 6] z) {
          [c1] c1 = Conv(x, w) [r1] r1 = Relu(c1) [m1] y = Abs(r1)
          [c2] c2 = Conv(x, w) [r2] r2 = Relu(c2) [z] z = Add(c2, r2) })");
    const std::vector<FusionRule> rules = {
        {"short", {{{"Conv"}, false, false}, {{"Relu"}, false, false}}},
        {"long",
         {{{"Conv"}, false, false}, {{"Relu"}, true, false}, {{"Abs", "Neg"}, true, true}}}};
    const auto tasks = fuseTasks(model, model.topologicalOrder(model.mainGraph()), rules);
    ASSERT_EQ(tasks.size(), 4U);
    EXPECT_EQ(tasks[0].rule, "long");
    EXPECT_EQ(tasks[0].nodes.size(), 3U);
    EXPECT_EQ(tasks[1].nodes.size(), 1U) << "c2 is read twice";
}

TEST(DeviceArena, GrowsByItsStrategyAndJoinsWhatIsFree) {
    DeviceArena exact(4096, ArenaExtendStrategy::sameAsRequested);
    const auto a = exact.allocate(1000), b = exact.allocate(1024), c = exact.allocate(2048);
    ASSERT_TRUE(a && b && c);
    EXPECT_EQ(exact.reserved(), 4096U);
    EXPECT_FALSE(exact.allocate(1));
    exact.release(*b);
    EXPECT_EQ(exact.inUse(), 3072U);
    EXPECT_EQ(exact.allocate(1024), b) << "what fits best is taken again";
    EXPECT_FALSE(exact.allocate(5000));

    DeviceArena doubling(std::uint64_t{3} << 20, ArenaExtendStrategy::nextPowerOfTwo);
    const auto first = doubling.allocate(1000);
    EXPECT_EQ(doubling.reserved(), std::uint64_t{1} << 20);
    const auto second = doubling.allocate(500 << 10), third = doubling.allocate(500 << 10);
    ASSERT_TRUE(first && second && third);
    EXPECT_EQ(doubling.reserved(), std::uint64_t{1} << 20);
    doubling.release(*first);
    doubling.release(*third);
    doubling.release(*second);
    EXPECT_EQ(doubling.inUse(), 0U);
    EXPECT_TRUE(doubling.allocate(1 << 20)) << "neighbours were joined";
    EXPECT_EQ(doubling.reserved(), std::uint64_t{1} << 20);
}

TEST(DeviceStream, ANotificationStandsForWhatWasGivenBefore) {
    DeviceStream compute, copy, host;
    compute.enqueue(100);
    Notification done = compute.createNotification();
    done.activate();
    compute.enqueue(50);
    done.waitOnDevice(copy);
    EXPECT_EQ(copy.enqueue(10), 100U);
    Notification all = compute.createNotification();
    all.activate();
    all.waitOnHost(host);
    EXPECT_EQ(host.enqueue(1), 150U);
    EXPECT_EQ(compute.flush(), 150U);
    EXPECT_EQ(copy.busy(), 10U);
}

} // namespace
} // namespace partita
