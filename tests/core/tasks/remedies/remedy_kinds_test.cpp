// Remedies that change the model: passes of the simplifier and another opset; and the time that a
// remedy saves.

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

#include "core/edits/model_problems.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/placement.h"
#include "core/tasks/models/placement_time.h"
#include "core/tasks/models/simplified_model.h"
#include "core/tasks/remedies/remedies.h"
#include "core/tasks/scenario/model_changes.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Neg, then Relu and Neg in turn, in an opset.
Model reluChain(int opset, int relus, const char* size = "8") {
    std::string text = "<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) +
                       "]>\ng (float[1, " + size + "] v0) => (float[1, " + size + "] v" +
                       std::to_string(2 * relus + 1) + ") {\n[n0] v1 = Neg(v0)\n";
    for (int i = 1; i <= 2 * relus; ++i)
        text += "[n" + std::to_string(i) + "] v" + std::to_string(i + 1) + " = " +
                (i % 2 ? "Relu" : "Neg") + "(v" + std::to_string(i) + ")\n";
    return *inferShapes(test::modelFromText(text + "}"));
}

class RemedyKinds : public testing::Test {
protected:
    /// A device that takes Neg, and Relu in these versions.
    ProviderList device(const std::string& reluVersions, const std::string& operators = "",
                        const std::string& more = "") {
        const auto path = folder / "device.json";
        std::ofstream(path) << R"({ "name": "tiny", "graph": { "Neg": [{ "versions": [1] }], )"
                            << R"("Relu": [{ "versions": )" << reluVersions << "}]" << operators
                            << " }" << more << " }";
        auto made = makeProviders({{}, path.string(), {}});
        EXPECT_TRUE(made) << (made ? "" : made.error().message());
        return *made;
    }
    static Remedies remediesOf(const Model& model, const ProviderList& providers,
                               const PartitionOptions& wishes = {}) {
        auto found = findRemedies(model, providers, {wishes, makeConstantEvaluator}, {});
        EXPECT_TRUE(found) << (found ? "" : found.error().message());
        return *std::move(found);
    }
    static const Remedy* withOpset(const Remedies& found, int opset) {
        for (const Remedy& remedy : found.list)
            if (remedy.opset == opset)
                return &remedy;
        return nullptr;
    }
    /// The placement after a remedy, made as a user would make it.
    static Partitioning after(const Remedy& remedy, const Model& model,
                              const ProviderList& providers, const PartitionOptions& wishes) {
        Model changed = model;
        if (!remedy.passes.empty() || remedy.opset) {
            const auto evaluator = makeConstantEvaluator();
            auto made = simplifyModel(model, remedy.recipe(), evaluator.get(), {});
            EXPECT_TRUE(made);
            changed = inferShapesOrWarn(made->result.model);
        }
        const auto applied = applyScenario(changed, providers, wishes, {remedy.changes});
        EXPECT_TRUE(applied.notApplied.empty());
        return placeModel(applied.model, applied.providers, applied.options)->ofSource;
    }
    test::TemporaryFolder folder;
};

TEST_F(RemedyKinds, ALoopThatNoDeviceRunsIsWrittenOut) {
    const auto looped = [](const char* count) {
        return *inferShapes(test::modelFromText(std::string(R"(
<ir_version: 8, opset_import: ["" : 17]> g (float[8] x, int64 m) => (float[8] y) <int64 n = {4}> {
  [a] a = Neg(x) [loop] b = Loop()") + count + R"(, , a) <body = b (int64 i, bool c, float[8] v) =>
    (bool c, float[8] w) { w = Relu(v) }> [d] y = Neg(b) })"));
    };
    const auto providers = device("[1]");
    const auto writesOut = [](const Remedy& each) {
        return each.passes == std::vector<std::string>{"eliminate_loop_with_const_trip_count"};
    };
    const Model model = looped("n");
    const Remedies found = remediesOf(model, providers);
    const auto remedy = std::ranges::find_if(found.list, writesOut);
    ASSERT_NE(remedy, found.list.end());
    EXPECT_EQ(after(*remedy, model, providers, {}).partitions.size(), 1U);
    const Remedies open = remediesOf(looped("m"), providers); // the number is an input
    EXPECT_TRUE(std::ranges::none_of(open.list, writesOut));
}

TEST_F(RemedyKinds, AnOlderOpsetIsFoundWhereTheDeviceTakesOlderVersions) {
    const Model model = *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 18]> g (float[4, 8] x) => (float[1, 1] y) {
  [a] a = Neg(x) [mean] m = ReduceMean(a) [b] y = Neg(m) })"));
    const Remedies found =
        remediesOf(model, device("[1]", R"(, "ReduceMean": [{ "versions": [1, 13] }])"));
    EXPECT_EQ(found.partitions, 3U);
    const Remedy* remedy = withOpset(found, 17);
    ASSERT_TRUE(remedy);
    EXPECT_EQ(remedy->difference.partitions, (PlacementDifference::Count{3, 1}));
    EXPECT_EQ(remedy->nodes, std::vector{test::nodeNamed(model, "mean")});
}

TEST_F(RemedyKinds, ANewerOpsetIsFoundWhereTheDeviceTakesNewerVersions) {
    const Remedies found = remediesOf(reluChain(12, 3), device("[14]"));
    EXPECT_EQ(found.partitions, 7U);
    const Remedy* remedy = withOpset(found, 14);
    ASSERT_TRUE(remedy);
    EXPECT_EQ(remedy->difference.partitions, (PlacementDifference::Count{7, 1}));
    EXPECT_EQ(remedy->text().text(), "Convert to opset 14");
    EXPECT_EQ(remedy->command(), "convert MODEL OUT --opset 14");
    EXPECT_EQ(remedy->nodes.size(), 3U);
    EXPECT_TRUE(remedy->isDoable());
    EXPECT_EQ(found.best(), remedy);
}

TEST_F(RemedyKinds, AnotherOpsetIsFoundWhereTheDeviceRunsNothing) {
    const Model model = *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 12]> g (float[4, 8] x) => (float[4, 8] y) {
  [a] a = Relu(x) [b] b = Relu(a) [c] y = Relu(b) })"));
    const Remedies found = remediesOf(model, device("[14]"));
    EXPECT_EQ(found.goal, RemedyGoal::nodesOnDevices);
    const Remedy* remedy = withOpset(found, 14);
    ASSERT_TRUE(remedy);
    EXPECT_EQ(found.best(), remedy);
    EXPECT_EQ(remedy->onDevices.before, 0U);
    EXPECT_EQ(remedy->onNoDevice.after, 0U);
}

TEST_F(RemedyKinds, APassIsFoundWhereTheDeviceRunsNothing) {
    const Model model = *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 18]> g (float[4, 8] x) => (float[2, 8] y, float[2, 8] z) {
  two = Constant <value_int = 2> () [s] s = SplitToSequence (x, two)
  at0 = Constant <value_int = 0> () [y] y = SequenceAt(s, at0)
  at1 = Constant <value_int = 1> () [z] z = SequenceAt(s, at1) })"));
    const Remedies found =
        remediesOf(model, device("[14]", R"(, "Split": [{ "versions": [18] }])"));
    ASSERT_TRUE(found.best());
    EXPECT_EQ(found.best()->passes, std::vector<std::string>{"replace_split_to_sequence"});
    EXPECT_EQ(found.best()->onNoDevice.after, 0U);
}

TEST_F(RemedyKinds, OnlyThePassesThatMakeTheEffectAreNamed) {
    PartitionOptions wishes;
    wishes.level = OptimizationLevel::disabled;
    // Identity and Dropout both cut; Cast of a Cast and the dead end cut nothing.
    const Model model = *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 12]>
g (float[1, 8] x) => (float[1, 8] y, int32[1, 8] z) {
  [a] a = Neg(x) [i] b = Identity(a) [c] c = Neg(b) [d] d = Dropout(c) [e] y = Neg(d)
  [f] f = Cast <to = 11> (x) [g] g = Cast <to = 11> (f) [h] z = Cast <to = 6> (g)
  [k] k = Neg(x) })"));
    const ProviderList providers = device("[1]", R"(, "Cast": [{ "versions": [1, 9] }])");
    const Remedies found = remediesOf(model, providers, wishes);
    const auto simplify = std::ranges::find_if(
        found.list, [](const Remedy& each) { return each.passes.size() == 2; });
    ASSERT_NE(simplify, found.list.end());
    const std::set<std::string> passes(simplify->passes.begin(), simplify->passes.end());
    EXPECT_TRUE(passes.contains("eliminate_identity")) << simplify->text().text();
    EXPECT_TRUE(found.fewestPasses);
    for (const Remedy& remedy : found.list) // none does as much with more passes
        EXPECT_LE(remedy.passes.size(), 2U) << remedy.text().text();
    for (const std::string& pass : simplify->passes) {
        Remedy less = *simplify;
        std::erase(less.passes, pass);
        EXPECT_GT(after(less, model, providers, wishes).partitions.size(),
                  simplify->difference.partitions.after)
            << "without " << pass;
    }
}

TEST_F(RemedyKinds, NothingIsLeftWithoutAReaderByThePassesOfARemedy) {
    const Model model = *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 18]> g (float[4, 8] x) => (float[2, 8] y, float[2, 8] z) {
  [a] a = Neg(x) two = Constant <value_int = 2> () [s] s = SplitToSequence (a, two)
  at0 = Constant <value_int = 0> () [u] u = SequenceAt(s, at0)
  at1 = Constant <value_int = 1> () [v] v = SequenceAt(s, at1) [y] y = Neg(u) [z] z = Neg(v) })"));
    const Remedies found =
        remediesOf(model, device("[14]", R"(, "Split": [{ "versions": [18] }])"));
    const auto remedy = std::ranges::find_if(found.list, [](const Remedy& each) {
        return each.passes == std::vector<std::string>{"replace_split_to_sequence"};
    });
    ASSERT_NE(remedy, found.list.end());
    EXPECT_EQ(remedy->text().text(), "Simplify: replace_split_to_sequence");
    const auto made = simplifyModel(model, remedy->recipe(), nullptr, {});
    ASSERT_TRUE(made);
    EXPECT_EQ(countNodes(made->result.model, true), 4U);
    for (const ModelProblem& problem : modelProblems(made->result.model))
        ADD_FAILURE() << problem.text.text();
    EXPECT_NE(remedy->command().find(" --passes replace_split_to_sequence,eliminate_deadend,"),
              std::string::npos)
        << remedy->command();
}

TEST_F(RemedyKinds, WhatTheDevicesLoseIsTold) {
    PartitionOptions wishes;
    wishes.level = OptimizationLevel::disabled;
    const Model model = *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 18]> g (float[1, 8] x) => (float[1, 8] y) {
  [a] a = Neg(x) [i] b = Identity(a) [c] y = Neg(b) [k] k = Neg(x) })"));
    const Remedies found = remediesOf(model, device("[14]"), wishes);
    const auto remedy = std::ranges::find_if(found.list, [](const Remedy& each) {
        return each.passes == std::vector<std::string>{"eliminate_identity"};
    });
    ASSERT_NE(remedy, found.list.end());
    EXPECT_EQ(remedy->onDevices, (PlacementDifference::Count{3, 2}));
    EXPECT_EQ(remedy->offer().text(),
              "Simplify: eliminate_identity — 2 → 1 partition, 1 node fewer on the devices");
    EXPECT_NE(remediesText(found).find("3 → 2 nodes on the devices"), std::string::npos);
}

TEST_F(RemedyKinds, PassesStartWithTheModelAsItsFileHasIt) {
    PartitionOptions wishes;
    wishes.level = OptimizationLevel::disabled;
    // Without inferred shapes, Shape is no constant.
    const Model stored = test::modelFromText(R"(<ir_version: 8, opset_import: ["" : 14]>
g (float[n, 8] x) => (float[n, 8] y) {
  [a] a = Neg(x) [s] s = Shape(a) [r] r = Reshape(a, s) [b] y = Neg(r) })");
    const ProviderList providers = device("[1]", R"(, "Reshape": [{ "versions": [1, 14] }])");
    const std::vector<ScenarioChange> sizes{{SizeChange{"n", {2}}}};
    RemedyOptions options{wishes};
    options.makeEvaluator = makeConstantEvaluator;
    options.stored = storedUnder(stored, sizes, stored);
    options.inModel = sizes;
    const Remedies found = *findRemedies(*inferShapes(*options.stored), providers, options, {});
    bool anyPass = false;
    for (const Remedy& remedy : found.list)
        if (!remedy.passes.empty()) {
            anyPass = true;
            EXPECT_EQ(after(remedy, *options.stored, providers, wishes).partitions.size(),
                      remedy.difference.partitions.after)
                << remedy.text().text();
            EXPECT_EQ(remedy.command().find("simplify MODEL OUT --overwrite-input-shape n:2 "), 0U);
        }
    EXPECT_TRUE(anyPass);
}

TEST_F(RemedyKinds, NoOpsetIsTriedWhereNoVersionIsDeclined) {
    for (const Remedy& remedy : remediesOf(reluChain(18, 2), device("[1]")).list)
        EXPECT_EQ(remedy.opset, 0);
}

TEST_F(RemedyKinds, EachOneDoesWhatItSays) {
    PartitionOptions wishes;
    wishes.level = OptimizationLevel::disabled;
    const Model model = *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 12]>
g (float[n, 8] x, float[1, 8] z) => (float[n, 8] y, float[1, 8] w) {
  [a] a = Neg(x) [b] y = Neg(a) [c] c = Neg(z) [d] d = Identity(c) [e] e = Neg(d) [f] f = Relu(e)
  [g] g = Neg(f) [h] h = Tan(g) [i] w = Neg(h) })"));
    const ProviderList providers = device("[14]", "", R"(, "dynamicShapes": false)");
    const Remedies found = remediesOf(model, providers, wishes);
    bool anyPass = false, anyOpset = false, anySize = false;
    for (const Remedy& remedy : found.list) {
        SCOPED_TRACE(remedy.text().text());
        anyPass = anyPass || !remedy.passes.empty();
        anyOpset = anyOpset || remedy.opset;
        anySize = anySize || (!remedy.changes.empty() &&
                              std::holds_alternative<SizeChange>(remedy.changes[0].action));
        const Partitioning placed = after(remedy, model, providers, wishes);
        EXPECT_EQ(placed.partitions.size(), remedy.difference.partitions.after);
        EXPECT_EQ(placed.summary.boundaryTensors, remedy.difference.boundaryTensors.after);
        EXPECT_EQ(placed.summary.boundaryBytes, remedy.difference.boundaryBytes.after);
        EXPECT_EQ(assumedNodes(placed), remedy.assumed);
        EXPECT_LT(remedy.difference.partitions.after, found.partitions);
        if (!remedy.opset)
            continue;
        const auto applied =
            applyScenario(model, providers, wishes, {{{OpsetChange{remedy.opset}}}});
        EXPECT_TRUE(applied.notApplied.empty());
        EXPECT_EQ(placeModel(applied.model, applied.providers, applied.options)
                      ->ofSource.partitions.size(),
                  remedy.difference.partitions.after)
            << "What if makes the same of the opset";
    }
    EXPECT_TRUE(anyPass && anyOpset && anySize);
}

constexpr const char* kSpeed = R"(, "throughput": { "clockHz": 1e9, "vectorFlops": 64e9,
    "memoryBytesPerSecond": 16e9, "hostBytesPerSecond": 4e9, "cpuFlops": 1e9,
    "cpuBytesPerSecond": 1e9 }, "latency": { "launchCycles": 10, "copyCycles": 20 })";

TEST_F(RemedyKinds, TheTimeIsThatOfCopiesAndOfTheWorkThatMoves) {
    const Remedies found = remediesOf(reluChain(12, 1), device("[14]", "", kSpeed));
    const Remedy* remedy = withOpset(found, 14);
    ASSERT_TRUE(remedy);
    ASSERT_TRUE(remedy->secondsSaved);
    // Two copies of 32 bytes go: 20 cycles each and 8 ns. Relu moves from the host, which needs 64
    // ns for 64 bytes, to the device: 10 cycles, 4 for its memory, 1 for its arithmetic.
    EXPECT_NEAR(*remedy->secondsSaved, 2 * 28e-9 + 64e-9 - 15e-9, 2e-9);
}

TEST_F(RemedyKinds, WhereNodesAreOfUnknownSizeTheCopiesAloneCount) {
    PlacementTime before, after;
    before.known = after.known = true;
    before.seconds = 9e-6;
    before.copySeconds = 5e-6;
    after.seconds = 3e-6;
    after.copySeconds = 2e-6;
    after.unknownNodes = {{"npu", NodeId{1}}};
    EXPECT_FALSE(secondsSaved(before, after, true));
    ASSERT_TRUE(copySecondsSaved(before, after, true));
    EXPECT_NEAR(*copySecondsSaved(before, after, true), 3e-6, 1e-12);
    before.unknownCopies = {{"npu", ValueId{4}}}; // it goes: more is saved
    EXPECT_TRUE(copySecondsSaved(before, after, true));
    after.unknownCopies = {{"npu", ValueId{4}}};
    EXPECT_TRUE(copySecondsSaved(before, after, true)); // the same on both sides
    EXPECT_FALSE(copySecondsSaved(before, after, false));
    after.unknownCopies = {{"npu", ValueId{5}}}; // one came
    EXPECT_FALSE(copySecondsSaved(before, after, true));
    Remedies found;
    found.list.emplace_back().copySecondsSaved = 3e-6;
    EXPECT_NE(remediesText(found).find("saves 0.003 ms or more of copies per run (simulated)"),
              std::string::npos)
        << remediesText(found);
}

TEST_F(RemedyKinds, TheTimeIsNotGuessed) {
    for (const Remedy& remedy : remediesOf(reluChain(12, 2), device("[14]")).list)
        EXPECT_FALSE(remedy.secondsSaved) << "a device of unknown speed";
    for (const Remedy& remedy : remediesOf(reluChain(12, 2, "n"), device("[14]", "", kSpeed)).list)
        EXPECT_FALSE(remedy.secondsSaved) << "a model of unknown sizes";
}

TEST_F(RemedyKinds, AChangeThatTheUserCanMakeIsOfferedBeforeAnAssumption) {
    const Remedies found = remediesOf(reluChain(12, 3), device("[14]"));
    ASSERT_TRUE(found.best());
    EXPECT_EQ(found.best()->offer().text(), "Convert to opset 14 — 4 → 1 partition");
    EXPECT_TRUE(std::ranges::any_of(found.list, [](auto& each) { return each.assumed > 0; }));
}

TEST_F(RemedyKinds, WhereNothingHelpsTheReasonIsTold) {
    const Remedies found = remediesOf(reluChain(18, 2), device("[1]"));
    EXPECT_TRUE(found.list.empty());
    EXPECT_FALSE(found.best());
    EXPECT_EQ(found.whyNone.text(), "there is only one partition");
}

TEST_F(RemedyKinds, TheSearchTellsHowFarItIs) {
    std::vector<double> told;
    const auto found = findRemedies(reluChain(12, 3), device("[14]"), {},
                                    {{}, [&](double fraction) { told.push_back(fraction); }});
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_LE(told.back(), 1);
}

TEST_F(RemedyKinds, WithoutADeviceFewerPartitionsAreARemedy) {
    PartitionOptions wishes;
    wishes.level = OptimizationLevel::disabled;
    const auto withCondition = [](const char* condition) {
        return *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 18]> g (bool c, float[1, 8] x) => (float[1, 8] y) {
  always = Constant <value = bool {1}> ()
  [i] y = If ()" + std::string(condition) + R"() <
    then_branch = t () => (float[1, 8] a) { [a] a = Neg (x) },
    else_branch = e () => (float[1, 8] b) { [b] b = Abs (x) }> })"));
    };
    const ProviderList cpu = *makeProviders({{"cpu"}, "", {}});
    const Remedies found = remediesOf(withCondition("always"), cpu, wishes);
    EXPECT_EQ(found.partitions, 3U);
    ASSERT_FALSE(found.list.empty());
    EXPECT_EQ(found.list.front().difference.partitions, (PlacementDifference::Count{3, 1}));
    EXPECT_EQ(found.list.front().goal(), RemedyGoal::fewerPartitions);
    const Remedies none = remediesOf(withCondition("c"), cpu, wishes);
    EXPECT_TRUE(none.list.empty());
    EXPECT_EQ(none.whyNone.text(),
              "there is no device, and each body of a node is a partition of its own");
}

/// Many nodes of all kinds: passes, sizes, opsets and operators make a difference.
Model ofManyKinds() {
    return *inferShapes(test::modelFromText(R"(
<ir_version: 8, opset_import: ["" : 12]>
g (float[n, 8] x, float[1, 8] z) => (float[n, 8] y, float[1, 8] w) {
  [a] a = Neg(x) [b] y = Neg(a) [c] c = Neg(z) [d] d = Identity(c) [e] e = Neg(d)
  [o] o = Dropout(e) [f] f = Relu(o) [s] s = Cast <to = 1> (f) [g] g = Neg(s) [h] h = Tan(g)
  [k] k = Neg(h) [l] l = Identity(k) [m] m = Tan(l) [i] w = Neg(m) })"));
}

TEST_F(RemedyKinds, TheAnswerIsTheSameWithAnyNumberOfThreads) {
    const Model model = ofManyKinds();
    const ProviderList providers = device("[14]", "", R"(, "dynamicShapes": false)");
    std::set<std::string> answers;
    for (const std::size_t threads : {1U, 2U, 3U, 7U, 2U, 3U}) {
        RemedyOptions options;
        options.wishes.level = OptimizationLevel::disabled;
        options.makeEvaluator = makeConstantEvaluator;
        options.threads = threads;
        const auto found = findRemedies(model, providers, options, {});
        ASSERT_TRUE(found);
        EXPECT_GT(found->list.size(), 3U);
        answers.insert(toJson(*found).dump());
    }
    EXPECT_EQ(answers.size(), 1U);
}

TEST_F(RemedyKinds, ASearchOnSeveralThreadsCanBeCancelled) {
    const Model model = ofManyKinds();
    const ProviderList providers = device("[14]", "", R"(, "dynamicShapes": false)");
    for (const int after : {1, 2, 5, 9}) { // trials
        std::stop_source stop;
        int told = 0;
        RemedyOptions options;
        options.wishes.level = OptimizationLevel::disabled;
        options.makeEvaluator = makeConstantEvaluator;
        options.threads = 3;
        const auto found = findRemedies(model, providers, options, {stop.get_token(), [&](double) {
                                                                        if (++told == after)
                                                                            stop.request_stop();
                                                                    }});
        ASSERT_FALSE(found);
        EXPECT_EQ(found.error().code, Errc::cancelled);
    }
}

} // namespace
} // namespace partita
