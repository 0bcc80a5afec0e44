#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>

#include "core/base/mapped_files.h"
#include "core/data/random_feeds.h"
#include "core/data/value_comparison.h"
#include "core/epcontext/formats/container.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/report/model_summary.h"
#include "core/session/session.h"
#include "providers/npu/compiler/device_arena.h"
#include "providers/npu/compiler/device_cost.h"
#include "providers/npu/compiler/device_fusion.h"
#include "providers/npu/simulator/device_stream.h"
#include "providers/npu/simulator/simulator.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

/// A device with round figures. A cycle is 1 ns; in a cycle the vector unit does 64 fp16
/// operations, the cube 16 fp32 operations, memory moves 16 bytes and the host link 4 bytes.
const char* const kDevice = R"({
  "name": "round", "contextSource": "PartitaNpuExecutionProvider", "devices": 2,
  "memoryBytes": 1048576, "onChipBytes": 65536,
  "throughput": { "clockHz": 1e9, "cubeFlops": 64e9, "cubeFlops32": 16e9, "vectorFlops": 64e9,
                  "memoryBytesPerSecond": 16e9, "hostBytesPerSecond": 4e9,
                  "cpuFlops": 1e9, "cpuBytesPerSecond": 1e9 },
  "latency": { "launchCycles": 10, "operatorCycles": 100, "operatorLoadCycles": 1000,
               "copyCycles": 20, "cubeBlock": 1 },
  "fusions": [{ "name": "activation", "chain": [{ "op": ["Conv", "MatMul"] }, "Relu"] }],
  "graph": { "Relu": [{ "versions": [1] }], "Abs": [{ "versions": [1] }], "Add": [{ "versions": [1] }],
             "Neg": [{ "versions": [1] }], "MatMul": [{ "versions": [1] }], "Conv": [{ "versions": [1] }],
             "Softmax": [{ "versions": [1] }], "Exp": [{ "versions": [1] }],
             "AveragePool": [{ "versions": [1] }], "Reshape": [{ "versions": [1] }],
             "LayerNormalization": [{ "versions": [1] }], "Mul": [{ "versions": [1] }] }
})";

class Simulated {
public:
    explicit Simulated(const Model& model,
                       std::vector<std::pair<std::string, std::string>> options = {},
                       std::vector<std::string> ids = {"npu", "cpu"}) {
        std::ofstream(m_folder / "round.json") << kDevice;
        auto providers =
            makeProviders({std::move(ids), m_folder / "round.json", std::move(options)});
        EXPECT_TRUE(providers) << (providers ? "" : providers.error().message());
        if (!providers)
            return;
        auto made = Session::create(model, *providers);
        if (made)
            m_session = *std::move(made);
        else
            m_error = made.error().message();
    }
    Timeline timeline() {
        auto made = simulateRun(*m_session);
        EXPECT_TRUE(made && *made) << (made ? "nothing" : made.error().message());
        return made && *made ? **made : Timeline();
    }
    Session* operator->() { return m_session.get(); }
    Session& operator*() { return *m_session; }
    [[nodiscard]] const std::string& error() const { return m_error; }

private:
    test::TemporaryFolder m_folder;
    std::unique_ptr<Session> m_session;
    std::string m_error;
};

const TimelineTask& taskNamed(const Timeline& timeline, std::string_view name,
                              TimelineTask::Kind kind = TimelineTask::Kind::compute) {
    for (const TimelineTask& task : timeline.tasks)
        if (task.name == name && task.kind == kind)
            return task;
    ADD_FAILURE() << "no task " << name;
    static const TimelineTask kNone;
    return kNone;
}

const char* const kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1024] x) => (float[1024] y) {
  [a] a = Relu(x) [b] b = Abs(a) [c] y = Neg(b)
})";

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
    EXPECT_EQ(timeline.streams[task.stream].name, "cube");
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
            list.push_back(stream.name);
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

/// The model with the named inputs replaced by constants of ones.
Model withWeights(const Model& model, const std::vector<std::string>& names) {
    ModelEditor editor(model);
    for (const std::string& name : names) {
        const ValueId id = test::valueNamed(model, name);
        std::vector<std::int64_t> dims;
        for (const Dim& dim : *model.value(id)->type->shape)
            dims.push_back(*dim.value);
        const auto count = static_cast<std::size_t>(*elementCount(dims));
        editor.changeValue(id, [&](Value& value) {
            value.initializer = std::make_shared<const Tensor>(
                Tensor::of<float>(DataType::float32, dims, std::vector<float>(count, 1)));
        });
        editor.changeGraph(model.mainGraph(), [&](Graph& graph) { std::erase(graph.inputs, id); });
    }
    return editor.model();
}

/// A model with two weights of 256 KiB, v and w.
Model twoWeights(const char* body) {
    return withWeights(modelFromText(std::string(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 256] x, float[256, 256] v, float[256, 256] w) )") +
                                     body),
                       {"v", "w"});
}

TEST(Simulator, TwoDevicesWorkSideBySide) {
    // A node that is pinned away from the first device runs on the second; neither device waits.
    const Model model = twoWeights(R"(=> (float[1, 256] y, float[1, 256] z) {
        [p] y = MatMul(x, v) [q] z = MatMul(x, w) })");
    Simulated run(model, {}, {"npu", "npu1", "cpu"});
    EXPECT_EQ(run->partitioning().summary.byProvider, (std::vector<std::size_t>{2, 0, 0}));

    test::TemporaryFolder folder;
    std::ofstream(folder / "round.json") << kDevice;
    auto providers = makeProviders({{"npu", "npu1", "cpu"}, folder / "round.json", {}});
    ASSERT_TRUE(providers) << providers.error().message();
    EXPECT_EQ((*providers)[1]->info().id, "npu1");
    PartitionOptions apart;
    apart.excluded.insert({nodeNamed(model, "q"), "npu"});
    auto session = Session::create(model, *providers, apart);
    ASSERT_TRUE(session) << session.error().message();
    const auto timeline = simulateRun(**session);
    ASSERT_TRUE(timeline && *timeline);
    ASSERT_EQ((*timeline)->memory.size(), 2U);
    const TimelineTask &first = taskNamed(**timeline, "p"), &second = taskNamed(**timeline, "q");
    EXPECT_EQ((*timeline)->streams[first.stream].device, "round");
    EXPECT_EQ((*timeline)->streams[second.stream].device, "round 1");
    EXPECT_EQ(first.start, second.start);
    EXPECT_TRUE((*session)->run(*randomFeeds(model, 1)));
    EXPECT_FALSE(makeProviders({{"npu2", "cpu"}, folder / "round.json", {}}));
}

double largestDifference(const std::vector<std::pair<std::string, std::string>>& options,
                         const Model& model) {
    Simulated device(model, options);
    auto providers = makeProviders({{"cpu"}, "", {}});
    auto host = Session::create(model, *providers);
    const auto feeds = *randomFeeds(model, 7);
    auto expected = (*host)->run(feeds), found = device->run(feeds);
    EXPECT_TRUE(found) << (found ? "" : found.error().message());
    if (!found)
        return -1;
    return compareValues(expected->outputs[0], found->outputs[0], 0, 0).maxRelative;
}

const char* const kLayer = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[32, 64] x, float[64, 64] w) => (float[32, 64] y) {
  [p] p = MatMul(x, w) [r] r = Relu(p) [a] a = Add(r, x) [s] y = Softmax(a)
})";

TEST(Simulator, PrecisionModesChangeTheArithmetic) {
    const Model model = modelFromText(kLayer);
    const auto with = [&](const char* mode) {
        return largestDifference({{"precision_mode", mode}}, model);
    };
    EXPECT_LT(with("must_keep_origin_dtype"), 1e-5);
    EXPECT_LT(with("force_fp32"), 1e-5);
    for (const char* mode : {"force_fp16", "allow_fp32_to_fp16", "allow_mix_precision"}) {
        EXPECT_GT(with(mode), 1e-5) << mode;
        EXPECT_LT(with(mode), 2e-2) << mode;
    }
    const double narrow = largestDifference({{"precision_mode_v2", "mixed_bfloat16"}}, model);
    EXPECT_GT(narrow, with("allow_mix_precision")) << "bfloat16 has fewer digits";
    EXPECT_LT(narrow, 2e-1);
}

TEST(Simulator, HalfPrecisionIsHalfTheMemoryTrafficAndTheFasterRate) {
    const Model model = modelFromText(kLayer);
    Simulated wide(model), narrow(model, {{"precision_mode", "force_fp16"}});
    const TimelineTask full = taskNamed(wide.timeline(), "a"),
                       half = taskNamed(narrow.timeline(), "a");
    EXPECT_EQ(full.type, "fp32");
    EXPECT_EQ(half.type, "fp16");
    EXPECT_LT(half.bytesRead, full.bytesRead);
    EXPECT_LT(taskNamed(narrow.timeline(), "p").cycles, taskNamed(wide.timeline(), "p").cycles / 2);
}

TEST(Simulator, ForcedFp32KeepsWhatTheModelWouldRound) {
    const Model sums = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float16[64] x) => (float[64] y) {
          a = Add(x, x) b = Mul(a, x) c = Exp(b) d = Neg(c) y = Cast<to=1>(d) })");
    // In fp16 each step rounds; with fp32 forced, only the value before the Cast is rounded.
    Simulated kept(sums), forced(sums, {{"precision_mode", "force_fp32"}});
    const auto feeds = *randomFeeds(sums, 3);
    const auto one = kept->run(feeds), two = forced->run(feeds);
    ASSERT_TRUE(one && two);
    EXPECT_GT(compareValues(one->outputs[0], two->outputs[0], 0, 0).maxAbsolute, 0);
    EXPECT_LT(compareValues(one->outputs[0], two->outputs[0], 0, 0).maxRelative, 1e-2);
}

TEST(Simulator, AnImplementationIsChosenForTheListedOperatorsOnly) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[8, 64] x) => (float[8, 64] y) { [a] a = Abs(x) [s] y = Softmax(a) })");
    const auto with = [&](const char* mode, const char* list) {
        return largestDifference({{"op_select_impl_mode", mode}, {"optypelist_for_implmode", list}},
                                 model);
    };
    EXPECT_GT(with("high_performance", "SoftmaxV2"), 1e-5);
    EXPECT_LT(with("high_performance", "LRN"), 1e-6);
    EXPECT_LT(with("high_precision", "SoftmaxV2"), 1e-6);
}

TEST(Simulator, OutOfMemorySaysWhichTensor) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n] x) => (float[n] y) { [a] a = Relu(x) [b] y = Abs(a) })");
    Simulated run(model, {{"npu_mem_limit", "8192"}});
    Feeds small{
        {"x", ModelData(Tensor::of<float>(DataType::float32, {512}, std::vector<float>(512)))}};
    small.begin()->second.name = "x";
    EXPECT_TRUE(run->run(small));
    Feeds large{
        {"x", ModelData(Tensor::of<float>(DataType::float32, {2048}, std::vector<float>(2048)))}};
    const auto failed = run->run(large);
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message().find("out of memory"), std::string::npos);
    EXPECT_NE(failed.error().message().find("tensor 'a'"), std::string::npos)
        << failed.error().message();
}

TEST(Simulator, AModelTooBigForTheDeviceIsCutIntoPiecesThatFit) {
    const Model model = twoWeights(R"(=> (float[1, 256] y) {
        [p] p = MatMul(x, v) [r] r = Relu(p) [q] q = MatMul(r, w) [o] y = Abs(q) })");
    // The two weights take 256 KiB each.
    Simulated whole(model, {{"npu_mem_limit", "1000000"}});
    Simulated cut(model, {{"npu_mem_limit", "300000"}});
    EXPECT_EQ(whole->partitioning().summary.partitionsByProvider[0], 1U);
    EXPECT_EQ(cut->partitioning().summary.partitionsByProvider[0], 2U);
    Simulated pieces(model, {{"npu_mem_limit", "300000"}, {"min_run_length", "4"}});
    EXPECT_EQ(pieces->partitioning().summary.byProvider[0], 4U) << "of one run that is long enough";
    EXPECT_TRUE(whole.timeline().memory[0].weightsStay);
    const Timeline timeline = cut.timeline();
    EXPECT_FALSE(timeline.memory[0].weightsStay) << "not both at once";
    EXPECT_EQ(std::ranges::count(timeline.tasks, "weights", &TimelineTask::name), 2);
    EXPECT_LE(timeline.memory[0].peakBytes, 300000U);
    EXPECT_LT(largestDifference({{"npu_mem_limit", "300000"}}, model), 1e-5);
    Simulated none(model, {{"npu_mem_limit", "100000"}});
    const auto& verdict = none->partitioning().verdicts(nodeNamed(none->model(), "p")).front();
    EXPECT_EQ(verdict.code, ReasonCode::memoryLimit);
    EXPECT_EQ(verdict.evidence.text(), "it needs 258 KiB, round has 98 KiB");
}

TEST(Simulator, AGraphPreparedForSizesRefusesOthers) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 4] x) => (float[n, 4] y) { [a] a = Relu(x) [b] y = Abs(a) })");
    Simulated run(model, {{"dynamic_batch_size", "1,4"}});
    const auto feeds = [](std::int64_t rows) {
        return Feeds{{"x", ModelData(Tensor::of<float>(
                               DataType::float32, {rows, 4},
                               std::vector<float>(static_cast<std::size_t>(rows * 4))))}};
    };
    EXPECT_TRUE(run->run(feeds(4)));
    const auto failed = run->run(feeds(3));
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message().find("prepared for 1,4, not for 3"), std::string::npos);
}

TEST(Simulator, TellsWhatEachStageDid) {
    Simulated run(modelFromText(kLayer), {{"precision_mode", "force_fp16"}});
    const auto stages = stageReports(*run);
    ASSERT_TRUE(stages);
    ASSERT_EQ(stages->size(), 4U);
    const auto says = [&](std::size_t stage, const char* line) {
        return std::ranges::find((*stages)[stage].lines, line) != (*stages)[stage].lines.end();
    };
    EXPECT_TRUE(says(0, "1 × activation: MatMul + Relu"));
    EXPECT_TRUE(says(1, "mode force_fp16"));
    EXPECT_TRUE(says(1, "1 × MatMul in float16"));
    EXPECT_EQ((*stages)[3].lines.size(), 1U) << "the memory of one partition";
}

TEST(Simulator, AnOperatorThatTheHardwareLacksCutsTheGraphInThree) {
    // NPU, CPU, NPU: the CPU gets ConvInteger in one model and DFT in the other.
    const Model quantized = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 1, 4, 4] x, uint8[1, 1, 2, 2] w) => (float[1, 1, 3, 3] y) {
          [a1] a = Abs(x) [a2] b = Relu(a) q = Cast<to=2>(b) [cut] c = ConvInteger(q, w)
          f = Cast<to=1>(c) [c1] d = Neg(f) [c2] y = Abs(d) })");
    const Model spectrum = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8, 1] x) => (float[1, 8, 2] y) {
          [a1] a = Abs(x) [a2] b = Relu(a) [cut] c = DFT(b) [c1] d = Neg(c) [c2] y = Abs(d) })");
    for (const Model& model : {quantized, spectrum}) {
        const auto providers =
            makeProviders({{"npu", "cpu"}, "ascend310", {{"min_run_length", "0"}}});
        auto session = Session::create(model, *providers);
        ASSERT_TRUE(session) << session.error().message();
        const Partitioning& placed = (*session)->partitioning();
        const Model& ran = (*session)->model();
        EXPECT_EQ(placed.summary.partitionsByProvider, (std::vector<std::size_t>{2, 1}));
        EXPECT_EQ(placed.providerOf(nodeNamed(ran, "a2")), 0U);
        EXPECT_EQ(placed.providerOf(nodeNamed(ran, "cut")), 1U);
        EXPECT_EQ(placed.providerOf(nodeNamed(ran, "c1")), 0U);
        EXPECT_TRUE((*session)->run(*randomFeeds(model, 1)));
    }
}

TEST(Simulator, DumpsGraphsAndProgramsWhereItIsTold) {
    test::TemporaryFolder folder;
    const std::filesystem::path dumps = folder / "dumps";
    std::filesystem::create_directories(dumps);
    Simulated run(modelFromText(kChain), {{"dump_graphs", "1"}, {"dump_dir", dumps.string()}});
    ASSERT_EQ(run.error(), "");
    EXPECT_TRUE(readModel(dumps / "g_1.onnx"));
    const auto bytes = mapFile(dumps / "g_1.om");
    ASSERT_TRUE(bytes);
    EXPECT_TRUE(Container::open(*bytes)) << "the program as a container";
    Simulated nowhere(modelFromText(kChain), {{"dump_graphs", "1"}, {"dump_dir", "/none/there"}});
    EXPECT_NE(nowhere.error(), "");
}

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
