#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <thread>

#include "core/data/random_feeds.h"
#include "core/data/value_comparison.h"
#include "core/ir/extract.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/tasks/runs/runner.h"
#include "core/tasks/runs/worker_run.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A model with functions, a body and an edit, so that its ids differ from those of its file.
Model editedModel() {
    const Model model = test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18, "f" : 1]>
        g (float[2,3] x, bool c) => (float[2,3] y, float[2,3] z) {
          [gone] unused = Neg(x)
          [first] a = Abs(x)
          [choice] b = If (c) <then_branch = t () => (p) { [inner] p = Neg(a) },
                              else_branch = e () => (q) { q = Identity(a) }>
          [call] y = f.twice(b)
          [last] z = Exp(a)
        }
        <domain: "f", opset_import: ["" : 18]> twice (v) => (w) { w = Add(v, v) })");
    ModelEditor editor(model);
    editor.removeNode(test::nodeNamed(model, "gone"));
    return editor.model();
}

struct WorkerTrial {
    Model model = editedModel();
    ProviderList providers = *makeProviders({});
    PartitionOptions wishes;
    RunRequest request;
    Feeds feeds = *randomFeeds(model, 1);

    Result<RunResultPtr> inWorker(const Progress& progress = {}) {
        return runInWorker(model, providers, wishes, request, feeds, progress);
    }
    Result<RunResultPtr> here() { return runModel(model, providers, wishes, request, feeds, {}); }
};

/// Makes the runner fail in the given way while the object lives.
class Fault {
public:
    explicit Fault(const char* how) { ::setenv("PARTITA_RUNNER_FAULT", how, 1); }
    ~Fault() { ::unsetenv("PARTITA_RUNNER_FAULT"); }
    Fault(const Fault&) = delete;
    Fault& operator=(const Fault&) = delete;
};

TEST(WorkerRun, GivesWhatARunInThisProcessGives) {
    WorkerTrial run;
    run.request.repeat = 3;
    const auto there = run.inWorker();
    ASSERT_TRUE(there) << there.error().message();
    const auto here = run.here();
    ASSERT_TRUE(here) << here.error().message();
    const RunResult &a = **there, &b = **here;
    ASSERT_EQ(a.best.outputs.size(), b.best.outputs.size());
    for (std::size_t i = 0; i < a.best.outputs.size(); ++i) {
        EXPECT_EQ(a.best.outputs[i].name, b.best.outputs[i].name);
        // The runner reads the model again with its types, so it may fuse other nodes.
        EXPECT_THAT(*elementsAsDoubles(a.best.outputs[i].tensor),
                    testing::Pointwise(testing::DoubleNear(1e-6),
                                       *elementsAsDoubles(b.best.outputs[i].tensor)));
    }
    EXPECT_EQ(a.statistics.runs, 3U);
    EXPECT_EQ(a.feeds->size(), run.feeds.size());
    EXPECT_FALSE(a.trace.empty());
    EXPECT_EQ(a.timeline.has_value(), b.timeline.has_value());
}

TEST(WorkerRun, TellsOnlyTheFiguresThatAreWished) {
    WorkerTrial run;
    const auto all = run.inWorker();
    run.request.peak = run.request.trace = false;
    const auto some = run.inWorker();
    ASSERT_TRUE(all && some);
    EXPECT_TRUE((*all)->peakFlops && !(*all)->trace.empty());
    EXPECT_TRUE(!(*some)->peakFlops && (*some)->trace.empty());
}

TEST(WorkerRun, ItsNodesAreThoseOfTheModelThatWasGiven) {
    WorkerTrial run;
    const auto there = run.inWorker(), here = run.here();
    ASSERT_TRUE(there && here);
    std::set<NodeId> ours, theirs;
    for (const NodeTiming& timing : (*there)->best.timings)
        ours.insert(timing.node);
    for (const NodeTiming& timing : (*here)->best.timings)
        theirs.insert(timing.node);
    EXPECT_EQ(ours, theirs);
    EXPECT_TRUE(ours.contains(test::nodeNamed(run.model, "last")));
}

TEST(WorkerRun, WishesOfTheUserHold) {
    WorkerTrial run;
    const NodeId last = test::nodeNamed(run.model, "last");
    run.providers = *makeProviders({{"npu", "cpu"}, "npu", {{"npu.min_run_length", "1"}}});
    run.wishes.excluded.emplace(last, "npu");
    run.wishes.pinned.emplace(test::nodeNamed(run.model, "first"), "cpu");
    const auto there = run.inWorker(), here = run.here();
    ASSERT_TRUE(there) << there.error().message();
    ASSERT_TRUE(here);
    std::vector<NodeId> onDevice, expected;
    for (const TimelineTask& task : (*there)->timeline.value_or(Timeline()).tasks)
        onDevice.push_back(task.node);
    for (const TimelineTask& task : (*here)->timeline.value_or(Timeline()).tasks)
        expected.push_back(task.node);
    EXPECT_EQ(onDevice, expected);
}

TEST(WorkerRun, AProviderThatCrashesIsAnErrorAndTheNextRunIsFine) {
    WorkerTrial run;
    {
        const Fault fault("crash");
        const auto result = run.inWorker();
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, Errc::provider);
        EXPECT_NE(result.error().message().find("crashed"), std::string::npos);
    }
    EXPECT_TRUE(run.inWorker());
}

TEST(WorkerRun, WithoutMemoryTheMessageSaysSo) {
    WorkerTrial run;
    for (const char* how : {"memory", "killed"}) {
        const Fault fault(how);
        const auto result = run.inWorker();
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, Errc::unsupported);
        EXPECT_NE(result.error().message().find("memory"), std::string::npos);
    }
}

TEST(WorkerRun, AProviderThatDoesNotComeBackEndsWhenItIsCancelled) {
    WorkerTrial run;
    const Fault fault("loop");
    std::stop_source stop;
    std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    const auto result = run.inWorker({stop.get_token(), {}});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Errc::cancelled);
}

TEST(WorkerRun, WhatTheProvidersRefuseIsTheirOwnError) {
    WorkerTrial run;
    run.feeds.erase("x");
    const auto there = run.inWorker(), here = run.here();
    ASSERT_FALSE(there);
    ASSERT_FALSE(here);
    EXPECT_EQ(there.error().message(), here.error().message());
}

TEST(WorkerRun, SequencesAndTextsComeBackWhole) {
    WorkerTrial run;
    run.model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 20]>
        g (float[2] x, string[2] s) => (seq(float[2]) y, string[2] t) {
          y = SequenceConstruct(x, x)  t = StringConcat(s, s) })");
    Tensor words;
    words.name = "s";
    words.type = DataType::string;
    words.storage = Tensor::Storage::strings;
    words.dims = {2};
    words.strings = {"a", "b"};
    run.feeds = {{"x", Tensor::of(DataType::float32, {2}, std::vector<float>{1, 2})}, {"s", words}};
    const auto there = run.inWorker();
    ASSERT_TRUE(there) << there.error().message();
    const auto& outputs = (*there)->best.outputs;
    ASSERT_TRUE(outputs[0].items);
    EXPECT_EQ(outputs[0].items->size(), 2U);
    EXPECT_EQ(outputs[1].tensor.strings, (std::vector<std::string>{"aa", "bb"}));
}

TEST(WorkerRun, OperatorsThatAreFunctionsRun) {
    WorkerTrial run;
    run.model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 20]>
        g (float[2,4,3,3] x, float[2] s) => (float[2,4,3,3] y, float[2,4,3,3] z) {
          y = MeanVarianceNormalization(x)  z = GroupNormalization<num_groups=2>(x, s, s) })");
    run.feeds = *randomFeeds(run.model, 1);
    const auto there = run.inWorker();
    ASSERT_TRUE(there) << there.error().message();
}

TEST(WorkerRun, DumpsAreWrittenWhereTheDeviceIsToldTo) {
    const test::TemporaryFolder folder;
    WorkerTrial run;
    run.providers = *makeProviders({{"npu", "cpu"},
                                    "npu",
                                    {{"npu.min_run_length", "1"},
                                     {"npu.dump_graphs", "1"},
                                     {"npu.dump_dir", folder.path().string()}}});
    const auto files = [&] {
        std::set<std::string> endings;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            endings.insert(entry.path().extension().string());
        return endings;
    };
    const auto first = run.inWorker();
    ASSERT_TRUE(first) << first.error().message();
    EXPECT_EQ(files(), (std::set<std::string>{".om", ".onnx"}));
    const auto second = run.inWorker();
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Errc::usage);
    for (ProviderPtr& provider : run.providers)
        if (auto replacing = provider->withOption("dump_overwrite", "1"))
            provider = *std::move(replacing);
    const auto third = run.inWorker();
    EXPECT_TRUE(third) << third.error().message();
}

TEST(WorkerRun, OthersGiveThereWhatTheyGiveHere) {
    const WorkerTrial run;
    const auto there = runnerProcess().run(run.model, makeJudges(), run.feeds, true, {});
    const auto here = thisProcess().run(run.model, makeJudges(), run.feeds, false, {});
    ASSERT_TRUE(there) << there.error().message();
    ASSERT_TRUE(here) << here.error().message();
    EXPECT_GT(there->time.count(), 0);
    ASSERT_EQ(there->values.size(), here->values.size());
    for (std::size_t i = 0; i < here->values.size(); ++i) {
        EXPECT_EQ(there->values[i].name, here->values[i].name);
        EXPECT_TRUE(compareValues(there->values[i], here->values[i], 0, 0).within);
    }
}

TEST(WorkerRun, WhatIsCompiledThereIsWhatIsCompiledHere) {
    const auto providers = *makeProviders({{"npu", "cpu"}, "npu", {}});
    const std::vector<ContextPart> parts{{"part",
                                          test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 13]> g (float[1,2] x) => (float[1,2] y)
        <float[2,2] w = {1,2,3,4}> { m = MatMul(x, w)  y = Relu(m) })"),
                                          {}}};
    const auto there = runnerProcess().compileContext(providers[0], parts, {});
    const auto here = thisProcess().compileContext(providers[0], parts, {});
    ASSERT_TRUE(there) << there.error().message();
    ASSERT_TRUE(here) << here.error().message();
    const auto bytes = [](const ContextBinary& binary) {
        std::string all;
        for (const Buffer& piece : binary.pieces)
            all += piece.text();
        return all;
    };
    EXPECT_EQ(bytes(*there), bytes(*here));
    const Fault fault("crash");
    const auto crashed = runnerProcess().compileContext(providers[0], parts, {});
    ASSERT_FALSE(crashed);
    EXPECT_EQ(crashed.error().code, Errc::provider);
}

TEST(WorkerRun, ConstantsAreComputedThere) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 13]>
        g (float[2] x, bool c) => (float[2] y) <float[2] w = {1, 2}> {
          v = Constant<value = float[2] {3, 4}>()
          y = If (c) <then_branch = t () => (p) { [inside] s = Add(w, v)  p = Mul(x, s) },
                      else_branch = e () => (q) { [fed] q = Add(x, v) }> })");
    RunnerEvaluator evaluator;
    const auto computed =
        evaluator.evaluate(model, *model.node(test::nodeNamed(model, "inside")), 1 << 20);
    ASSERT_TRUE(computed) << computed.error().message();
    ASSERT_EQ(computed->size(), 1U);
    EXPECT_EQ(*elementsAsDoubles(computed->front()), (std::vector<double>{4, 6}));
    EXPECT_FALSE(evaluator.evaluate(model, *model.node(test::nodeNamed(model, "fed")), 1 << 20));
    EXPECT_FALSE(evaluator.crash());
}

TEST(WorkerRun, WhatIsCutOutOfAModelFindsItsDataFiles) {
    const test::TemporaryFolder folder;
    WriteOptions options;
    options.data = DataPlacement::external;
    options.threshold = 1;
    ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 13]>
        g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { [sum] s = Add(w, w)  y = Mul(x, s) })"),
                           folder / "model.onnx", options));
    const auto model = readModel(folder / "model.onnx");
    ASSERT_TRUE(model);
    RunnerEvaluator evaluator;
    const auto sum = evaluator.evaluate(*model, *model->node(test::nodeNamed(*model, "sum")), 99);
    ASSERT_TRUE(sum) << sum.error().message();
    EXPECT_EQ(*elementsAsDoubles(sum->front()), (std::vector<double>{2, 4}));
    const auto nodes = model->nodesOf(model->mainGraph());
    const Graph& graph = *model->graph(model->mainGraph());
    auto part = extractSubgraph(*model, graph.id, nodes, graph.inputs, graph.outputs);
    ASSERT_TRUE(part);
    const auto provider = makeProviders({{"npu", "cpu"}, "npu", {}})->front();
    const auto binary = runnerProcess().compileContext(provider, {{"part", *part, {}}}, {});
    EXPECT_TRUE(binary) << binary.error().message();
}

/// A model may hold constants of several folders: after Save as to another one, Undo brings back what
/// is in the first.
TEST(WorkerRun, ValuesOfAnotherFolderAreFoundThere) {
    const test::TemporaryFolder folder;
    WriteOptions options;
    options.data = DataPlacement::external;
    options.threshold = 1;
    std::vector<Model> models;
    for (const char* numbers : {"{1, 2}", "{30, 40}"}) {
        const auto place = folder / (models.empty() ? "first" : "second");
        std::filesystem::create_directory(place);
        const std::string text = numbers;
        ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 13]>
            g (float[2] x) => (float[2] y) <float[2] v = )" +
                                                   text + ", float[2] w = " + text +
                                                   "> { [sum] s = Add(v, w)  y = Mul(x, s) }"),
                               place / "model.onnx", options));
        auto model = readModel(place / "model.onnx");
        ASSERT_TRUE(model);
        models.push_back(*std::move(model));
    }
    ModelEditor editor(models[1]);
    editor.changeValue(test::valueNamed(models[1], "v"), [&](Value& value) {
        value.initializer = models[0].value(test::valueNamed(models[0], "v"))->initializer;
    });
    const Model mixed = editor.model();
    const Feeds feeds = {{"x", Tensor::of(DataType::float32, {2}, std::vector<float>{1, 1})}};
    const std::vector<double> expected{31, 42};
    const auto run = runnerProcess().run(mixed, makeJudges(), feeds, false, {});
    ASSERT_TRUE(run) << run.error().message();
    EXPECT_EQ(*elementsAsDoubles(run->values[0].tensor), expected);
    WorkerTrial trial;
    trial.model = mixed;
    trial.feeds = feeds;
    const auto placed = trial.inWorker();
    ASSERT_TRUE(placed) << placed.error().message();
    EXPECT_EQ(*elementsAsDoubles((*placed)->best.outputs[0].tensor), expected);
    RunnerEvaluator evaluator;
    const auto sum = evaluator.evaluate(mixed, *mixed.node(test::nodeNamed(mixed, "sum")), 99);
    ASSERT_TRUE(sum) << sum.error().message();
    EXPECT_EQ(*elementsAsDoubles(sum->front()), expected);
}

TEST(WorkerRun, AKernelThatCrashesOnConstantsIsNamedAndTheNextOneWorks) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 13]>
        g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { [sum] y = Add(w, w) })");
    const Node& node = *model.node(test::nodeNamed(model, "sum"));
    RunnerEvaluator evaluator;
    {
        const Fault fault("crash");
        EXPECT_FALSE(evaluator.evaluate(model, node, 1 << 20));
    }
    ASSERT_TRUE(evaluator.crash());
    EXPECT_NE(evaluator.crash()->message().find("sum"), std::string::npos);
    EXPECT_TRUE(evaluator.evaluate(model, node, 1 << 20));
}

} // namespace
} // namespace partita
