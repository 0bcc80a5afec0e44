// The time, the traffic and the order of what the simulated device does, computed by hand.

#include <algorithm>
#include <gtest/gtest.h>

#include "core/data/random_feeds.h"
#include "core/onnx/infer_shapes.h"
#include "core/report/model_summary.h"
#include "core/report/timeline_report.h"
#include "providers/npu/compiler/device_cost.h"
#include "providers/npu/profile/device_profile.h"
#include "tests/support/models.h"
#include "tests/support/simulated.h"

namespace partita {
namespace {

using test::kChain;
using test::modelFromText;
using test::nodeNamed;
using test::Simulated;
using test::taskNamed;

TEST(Simulator, TheTotalOfAChainIsTheOneComputedByHand) {
    Simulated run(modelFromText(kChain));
    const Timeline timeline = run.timeline();
    // A node reads 4096 bytes and writes 4096: 8192 / 16 = 512 cycles of memory. Arithmetic needs
    // 1024 / 32 = 32 cycles (fp32 at half of 64). With one tile: 512 + 32, and 10 to launch.
    EXPECT_EQ(taskNamed(timeline, "a").cycles, 512U + 32 + 10);
    EXPECT_EQ(taskNamed(timeline, "a").bound, TimelineTask::Bound::memory);
    // Copies: 20 + 4096 / 4.
    EXPECT_EQ(taskNamed(timeline, "x", TimelineTask::Kind::copyIn).cycles, 20U + 1024);
    EXPECT_EQ(timeline.total, (2 * (20U + 1024) + 3 * (512U + 32 + 10)) * 1000);
    // x and a are alive at the same time, then a and b, then b and y.
    ASSERT_EQ(timeline.memory.size(), 1U);
    EXPECT_EQ(timeline.memory[0].peakBytes, 8192U);
}

TEST(Simulator, AProductIsFilledUpTiledAndFusedWithWhatFollows) {
    Simulated run(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[64, 32] x, float[32, 64] w) => (float[64, 64] y) {
          [p] p = MatMul(x, w) [r] y = Relu(p) })"));
    const Timeline timeline = run.timeline();
    const TimelineTask& task = taskNamed(timeline, "p");
    EXPECT_EQ(task.operators, "MatMul + Relu");
    ASSERT_EQ(task.fused.size(), 1U);
    EXPECT_EQ(task.fused[0], nodeNamed(run->model(), "r"));
    EXPECT_EQ(task.flops, 2.0 * 64 * 64 * 32 + 64 * 64);
    EXPECT_EQ(task.bytesRead, 2U * 64 * 32 * 4) << "all of it fits on the chip: read once";
    EXPECT_EQ(task.bytesWritten, 64U * 64 * 4) << "p never leaves the units";
    EXPECT_EQ(timeline.streams[task.stream].kind, TimelineStream::Kind::cube);
    // 262144 / 16 = 16384 cycles of the cube and 32768 bytes / 16 = 2048 of memory, in one tile.
    EXPECT_EQ(task.cycles, 16384U + 2048 + 10);
    EXPECT_EQ(task.bound, TimelineTask::Bound::compute);
}

TEST(Simulator, WhatDoesNotFitOnTheChipIsReadAgain) {
    Simulated run(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[128, 256] x, float[256, 128] w) => (float[128, 128] y) { [p] y = MatMul(x, w) })"));
    const TimelineTask task = taskNamed(run.timeline(), "p");
    // The result alone would fill all 64 KiB, so 64 × 128 of it are computed at a time and w is
    // read twice.
    EXPECT_GT(task.tiles, 1U);
    EXPECT_EQ(task.bytesRead, 3U * 128 * 256 * 4);
}

TEST(Simulator, IsTheSameEveryTime) {
    const Model model = modelFromText(kChain);
    Simulated first(model), second(model);
    ASSERT_TRUE(first->run(*randomFeeds(model, 1)));
    const Timeline one = first.timeline(), two = second.timeline();
    ASSERT_EQ(one.tasks.size(), two.tasks.size());
    for (std::size_t i = 0; i < one.tasks.size(); ++i) {
        EXPECT_EQ(one.tasks[i].start, two.tasks[i].start);
        EXPECT_EQ(one.tasks[i].duration, two.tasks[i].duration);
    }
}

TEST(Simulator, TheHostsPartWaitsForItsCopyAndTheDeviceForTheHosts) {
    Simulated run(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[256] x) => (float[256] y) { [a] a = Relu(x) [h] h = Sin(a) [b] y = Abs(h) })"));
    const Timeline timeline = run.timeline();
    const TimelineTask& first = taskNamed(timeline, "a");
    const TimelineTask& out = taskNamed(timeline, "a", TimelineTask::Kind::copyOut);
    const TimelineTask& host = taskNamed(timeline, "h", TimelineTask::Kind::host);
    const TimelineTask& in = taskNamed(timeline, "h", TimelineTask::Kind::copyIn);
    const TimelineTask& last = taskNamed(timeline, "b");
    EXPECT_EQ(out.start, first.end());
    EXPECT_EQ(host.start, out.end());
    EXPECT_EQ(in.start, host.end());
    EXPECT_EQ(last.start, in.end());
    ASSERT_EQ(host.waitsFor.size(), 1U);
    EXPECT_EQ(timeline.tasks[host.waitsFor[0]].name, "a");
    // 256 × 12 operations, one in a nanosecond.
    EXPECT_EQ(host.duration, 256U * 12 * 1000);
}

TEST(Simulator, CopiesMayShareTheStreamOfTheUnits) {
    const Model model = modelFromText(kChain);
    Simulated apart(model), together(model, {{"do_copy_in_default_stream", "1"}});
    const auto names = [](const Timeline& timeline) {
        std::vector<std::string> list;
        for (const TimelineStream& stream : timeline.streams)
            list.push_back(streamName(stream).text());
        return list;
    };
    EXPECT_EQ(names(apart.timeline()),
              (std::vector<std::string>{"cube", "vector", "copy in", "copy out", "host"}));
    EXPECT_EQ(names(together.timeline()), (std::vector<std::string>{"cube", "vector", "host"}));
}

TEST(Simulator, ABodyCountsAsOftenAsItRuns) {
    const auto profile = *loadDeviceProfile("npu");
    const auto cost = [&](const char* text, const char* type) {
        const Model model = *inferShapes(modelFromText(text));
        TaskCost found;
        model.nodes().forEach([&](NodeId id, const auto& node) {
            if (node->is(type))
                found = costOf(model, {{id}, {}}, {}, profile);
        });
        return found;
    };
    const auto loop = [&](const std::string& trips) {
        const std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[4096] x, int64 n) => (float[4096] y) <int64 ten = {10}, int64 one = {1}> {
              y = Loop ()" + trips +
                                 R"(, , x) <body = b (int64 i, bool c, float[4096] s) =>
                (bool d, float[4096] t) { d = Identity(c) t = Exp(s) }> })";
        return cost(text.c_str(), "Loop");
    };
    EXPECT_EQ(loop("ten").flops, 10 * loop("one").flops);
    EXPECT_EQ(loop("ten").unknownSizes, loop("one").unknownSizes);
    EXPECT_EQ(loop("n").flops, loop("one").flops);
    EXPECT_EQ(loop("n").unknownSizes, loop("one").unknownSizes + 1);
    const TaskCost scan = cost(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[7, 64] x) => (float[7, 64] y) {
          y = Scan <num_scan_inputs = 1, body = b (float[64] s) => (float[64] t) {
            t = Exp(s) }> (x) })",
                               "Scan");
    const TaskCost once = cost(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[64] x) => (float[64] y) { y = Exp(x) })",
                               "Exp");
    EXPECT_EQ(scan.flops, 7 * once.flops);
}

TEST(Simulator, CountsTheArithmeticThatASummaryOfTheModelCounts) {
    const auto profile = *loadDeviceProfile("npu");
    for (const char* text :
         {"(float[7,3,5] x, float[1,24,5] w, float[1,24,6] r) => (float[7,1,3,6] y) "
          "{ y = LSTM<hidden_size = 6>(x, w, r) }",
          "(float[2,8] x) => (float[2,8] y) { y = Softmax(x) }",
          "(float[2,8] x) => (float[8,2] y) { y = Transpose(x) }",
          "(uint8[2,3] a, float s, uint8 z, uint8[3,4] b) => (uint8[2,4] y) "
          "{ y = QLinearMatMul(a, s, z, b, s, z, s, z) }"}) {
        const Model model = *inferShapes(
            modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]> g )" + std::string(text)));
        const NodeId node = model.nodesOf(model.mainGraph()).front();
        EXPECT_EQ(costOf(model, {{node}, {}}, {}, profile).flops, summarize(model).flops) << text;
    }
}

TEST(Simulator, ABodyOfTheHostsNodeRunsOnTheDeviceAsOftenAsItsLoopSays) {
    const auto loop = [](const std::string& trips) {
        return *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[64, 64] x, float[64, 64] w) => (float[64, 64] y)
            <int64 ten = {10}, int64 one = {1}, bool yes = {1}> {
              y = Loop ()" + trips + R"(, yes, x) <body = b (int64 i, bool c, float[64, 64] s) =>
                (bool c2, float[64, 64] t) { c2 = Not(c) m = MatMul(s, w) r = Relu(m) t = Exp(r) }>
            })"));
    };
    const std::vector<std::pair<std::string, std::string>> runs{{"min_run_length", "1"}};
    Simulated once(loop("one"), runs), often(loop("ten"), runs);
    const auto of = [](Simulated& run, TimelineTask::Kind kind) {
        std::vector<TimelineTask> tasks;
        for (const TimelineTask& task : run.timeline().tasks)
            if (task.kind == kind)
                tasks.push_back(task);
        return tasks;
    };
    const auto single = of(once, TimelineTask::Kind::compute),
               all = of(often, TimelineTask::Kind::compute);
    ASSERT_FALSE(single.empty());
    ASSERT_EQ(single.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].duration, 10 * single[i].duration);
        EXPECT_EQ(all[i].bytesRead, 10 * single[i].bytesRead);
        EXPECT_EQ(all[i].name, single[i].name + " ×10");
    }
    const auto host = of(often, TimelineTask::Kind::host);
    ASSERT_FALSE(host.empty());
    EXPECT_EQ(host.front().operators, "Loop");
    EXPECT_LE(host.front().end(), all.front().start);
    // The results of the body go to the host in each round; nothing else is copied at the end.
    EXPECT_EQ(of(often, TimelineTask::Kind::copyOut).size(),
              of(once, TimelineTask::Kind::copyOut).size());
}

TEST(Simulator, OfTwoBranchesTheLongerOneCounts) {
    const Model model = *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[256, 256] x) => (float[256, 256] y) {
          y = If (c) <then_branch = p () => (float[256, 256] a) { a = Relu(x) },
                      else_branch = q () => (float[256, 256] b) { k = MatMul(x, x) b = Relu(k) }>
        })"));
    Simulated run(model, {{"min_run_length", "1"}});
    std::string operators;
    for (const TimelineTask& task : run.timeline().tasks)
        if (task.kind == TimelineTask::Kind::compute)
            operators += task.operators + ";";
    EXPECT_EQ(operators, "MatMul + Relu;");
}

TEST(Simulator, WhatIsBoundToTheDeviceIsNotCopied) {
    const Model model = modelFromText(kChain);
    Simulated run(model);
    const auto copies = [&] {
        const Timeline timeline = run.timeline();
        return std::ranges::count_if(timeline.tasks, [](const TimelineTask& task) {
            return task.kind != TimelineTask::Kind::compute;
        });
    };
    EXPECT_EQ(copies(), 2);
    const auto total = run.timeline().total;
    const auto feeds = *randomFeeds(model, 1);
    auto binding = IoBinding::ofAll(model, feeds, BoundPlace::device);
    ASSERT_TRUE(binding);
    const auto report = run->run(*binding);
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_TRUE(report->outputs.empty());
    EXPECT_EQ(binding->outputValues(model).size(), 1U);
    EXPECT_EQ(copies(), 0);
    EXPECT_LT(run.timeline().total, total);
    binding->bindOutput("y", BoundPlace::host);
    ASSERT_TRUE(run->run(*binding));
    EXPECT_EQ(copies(), 1) << "y comes back";
    ASSERT_TRUE(run->run(feeds));
    EXPECT_EQ(copies(), 2) << "without a binding all is as before";
}

TEST(Simulator, UnitsWorkAtTheSameTimeAndWaitByNotification) {
    Simulated run(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[64, 64] x) => (float[64, 64] y) {
          [p] p = MatMul(x, x) [v] v = Abs(x) [s] y = Add(p, v) })"));
    const Timeline timeline = run.timeline();
    const TimelineTask &product = taskNamed(timeline, "p"), &other = taskNamed(timeline, "v"),
                       &sum = taskNamed(timeline, "s");
    EXPECT_LT(other.start, product.end());
    EXPECT_EQ(sum.start, product.end());
    ASSERT_EQ(sum.waitsFor.size(), 1U);
    EXPECT_EQ(timeline.tasks[sum.waitsFor[0]].name, "p");
}

TEST(Simulator, OperatorByOperatorEachIsLaunchedAndTheCacheKeepsSoMany) {
    const Model model = modelFromText(kChain);
    Simulated warm(model, {{"enable_cann_graph", "0"}});
    EXPECT_EQ(taskNamed(warm.timeline(), "a").cycles, 512U + 32 + 100);
    Simulated cold(model, {{"enable_cann_graph", "0"}, {"max_opqueue_num", "2"}});
    EXPECT_EQ(taskNamed(cold.timeline(), "a").cycles, 512U + 32 + 100 + 1000)
        << "three operators in turns never find themselves among two";
}

} // namespace
} // namespace partita
