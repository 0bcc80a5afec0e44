#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <thread>

#include "core/report/worker_run.h"
#include "core/runtime/random_feeds.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// With functions, a body and an edit, so that ids of the model and of its file differ.
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

struct Trial {
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

/// What the runner does wrong while this lives.
class Fault {
public:
    explicit Fault(const char* how) { ::setenv("PARTITA_RUNNER_FAULT", how, 1); }
    ~Fault() { ::unsetenv("PARTITA_RUNNER_FAULT"); }
    Fault(const Fault&) = delete;
    Fault& operator=(const Fault&) = delete;
};

TEST(WorkerRun, GivesWhatARunInThisProcessGives) {
    Trial run;
    run.request.repeat = 3;
    const auto there = run.inWorker();
    ASSERT_TRUE(there) << there.error().message();
    const auto here = run.here();
    ASSERT_TRUE(here) << here.error().message();
    const RunResult &a = **there, &b = **here;
    ASSERT_EQ(a.best.outputs.size(), b.best.outputs.size());
    for (std::size_t i = 0; i < a.best.outputs.size(); ++i) {
        EXPECT_EQ(a.best.outputs[i].name, b.best.outputs[i].name);
        // The model is read again there and has its types: other nodes may be fused.
        EXPECT_THAT(*elementsAsDoubles(a.best.outputs[i].tensor),
                    testing::Pointwise(testing::DoubleNear(1e-6),
                                       *elementsAsDoubles(b.best.outputs[i].tensor)));
    }
    EXPECT_EQ(a.statistics.runs, 3U);
    EXPECT_EQ(a.feeds->size(), run.feeds.size());
    EXPECT_FALSE(a.trace.empty());
    EXPECT_EQ(a.timeline.has_value(), b.timeline.has_value());
}

TEST(WorkerRun, ItsNodesAreThoseOfTheModelThatWasGiven) {
    Trial run;
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
    Trial run;
    const NodeId last = test::nodeNamed(run.model, "last");
    run.providers = *makeProviders({{"npu", "cpu"}, "npu", {{"npu.min_run_length", "1"}}});
    run.wishes.excluded.emplace(last, "npu");
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
    Trial run;
    {
        const Fault fault("crash");
        const auto result = run.inWorker();
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, Errc::provider);
        EXPECT_NE(result.error().message().find("crashed"), std::string::npos);
    }
    EXPECT_TRUE(run.inWorker());
}

TEST(WorkerRun, AProviderThatDoesNotComeBackEndsWhenItIsCancelled) {
    Trial run;
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
    Trial run;
    run.feeds.erase("x");
    const auto there = run.inWorker(), here = run.here();
    ASSERT_FALSE(there);
    ASSERT_FALSE(here);
    EXPECT_EQ(there.error().message(), here.error().message());
}

TEST(WorkerRun, SequencesAndTextsComeBackWhole) {
    Trial run;
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

} // namespace
} // namespace partita
