#include <gtest/gtest.h>
#include <random>

#include "core/onnx/infer_shapes.h"
#include "core/tasks/remedies/cut_causes.h"
#include "core/tasks/remedies/remedies.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

/// A chain of operators, one letter each: r Asinh, n Neg, m Mish, h Tan; Mish and Tan are those that
/// the device ascend310 has not, and Asinh is one that no device has that takes these.
Model chain(const std::string& letters) {
    const std::map<char, std::string> operators = {
        {'r', "Asinh"}, {'n', "Neg"}, {'m', "Mish"}, {'h', "Tan"}};
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]>\n"
                       "g (float[1, 8] v0) => (float[1, 8] v" +
                       std::to_string(letters.size()) + ") {\n";
    for (std::size_t i = 0; i < letters.size(); ++i)
        text += "[n" + std::to_string(i) + "] v" + std::to_string(i + 1) + " = " +
                operators.at(letters[i]) + "(v" + std::to_string(i) + ")\n";
    return *inferShapes(modelFromText(text + "}"));
}

ProviderList providers(const char* least = "0", const char* device = "ascend310") {
    return *makeProviders({{}, device, {{"npu.min_run_length", least}}});
}

Remedies remediesOf(const Model& model, const ProviderList& list,
                    const PartitionOptions& wishes = {}) {
    auto found = findRemedies(model, list, {wishes}, {});
    EXPECT_TRUE(found) << (found ? "" : found.error().message());
    return *std::move(found);
}

/// The remedy with exactly these changes; null: there is none.
const Remedy* with(const Remedies& remedies, const std::vector<ScenarioChange>& changes) {
    for (const Remedy& remedy : remedies.list)
        if (remedy.changes == changes)
            return &remedy;
    return nullptr;
}

ScenarioChange take(std::string op) {
    return {NodesChange{NodesChange::What::takeAnyway, {"", std::move(op), ""}, "npu"}};
}

TEST(Remedies, TheOperatorThatCutsMostComesFirst) {
    const Remedies found = remediesOf(chain("rrmrrmrrhrr"), providers());
    EXPECT_EQ(found.partitions, 7U);
    EXPECT_EQ(found.ofFirst, 4U);
    EXPECT_TRUE(found.exact);
    ASSERT_FALSE(found.list.empty());
    EXPECT_EQ(found.list.front().changes, std::vector<ScenarioChange>{take("Mish")});
    EXPECT_EQ(found.list.front().difference.partitions, (PlacementDifference::Count{7, 3}));
    EXPECT_EQ(found.list.front().assumed, 2U);
    const Remedy* both = with(found, {take("Mish"), take("Tan")});
    ASSERT_TRUE(both);
    EXPECT_EQ(both->difference.partitions.after, 1U);
}

TEST(Remedies, WhatIsAssumedAlreadyIsNotCountedAgain) {
    const Model model = chain("rrmrrmrrhrr");
    const ProviderList list = providers();
    const auto applied = applyScenario(model, list, {}, {{take("Mish")}}, {});
    const Remedies found = remediesOf(model, list, applied.options);
    const Remedy* rest = with(found, {take("Tan")});
    ASSERT_TRUE(rest);
    EXPECT_EQ(rest->assumed, 1U);
}

TEST(Remedies, PartitionsAreThoseOfTheHeadlineUnlessAllAreNamed) {
    const Remedies found = remediesOf(chain("rrmrrmrrhrr"), providers());
    EXPECT_EQ(found.list.front().partitionsSaved(), 2U);
    EXPECT_EQ(found.list.front().offer().text(), "NPU takes Mish — 4 → 2 partitions");
    const Remedies atTheEnd = remediesOf(chain("rrrm"), providers());
    ASSERT_FALSE(atTheEnd.list.empty());
    EXPECT_EQ(atTheEnd.list.front().offer().text(), "NPU takes Mish — 2 → 1 partition in all");
}

TEST(Remedies, HowFarTheAnswerCanBeReliedOnIsToldInTheSameWordsEverywhere) {
    Remedies found = remediesOf(chain("rrmrr"), providers());
    EXPECT_NE(remediesText(found).find("exact: no smaller set of operators does as well"),
              std::string::npos);
    found.list.front().moreOnLast = 1;
    EXPECT_NE(remediesText(found).find("leaves 1 more node to the last provider\n"),
              std::string::npos);
    found.exact = false;
    found.leftOut = 3;
    found.bounds = {
        {"npu", "NPU", 2, 9, 4}, {"npu1", "NPU 1", 2, 7, std::nullopt}, {"npu2", "NPU 2", 1, 7, 5}};
    const std::string text = remediesText(found);
    for (const Message& each : found.certainty())
        EXPECT_NE(text.find(each.text()), std::string::npos) << each.text();
    EXPECT_NE(text.find("no 2 operators of NPU leave fewer than 4 partitions\n"),
              std::string::npos);
    EXPECT_NE(text.find("no 2 operators of NPU 1 leave fewer than 7 partitions in all\n"),
              std::string::npos);
    EXPECT_NE(text.find("no operator of NPU 2 by itself leaves fewer than 5 partitions\n"),
              std::string::npos);
}

TEST(Remedies, ASingleNodeIsNamedWhereItStandsAlone) {
    const Remedies found = remediesOf(chain("rrmrrhhrr"), providers());
    const Remedy* node =
        with(found, {{NodesChange{NodesChange::What::takeAnyway, {"n2", "", ""}, "npu"}}});
    ASSERT_TRUE(node);
    EXPECT_EQ(node->difference.partitions, (PlacementDifference::Count{5, 3}));
}

TEST(Remedies, ALongerRunLengthLeavesOutShortRuns) {
    const Remedies found = remediesOf(chain("rrrrrrmrmrmrmrrrrrr"), providers());
    const Remedy* length = with(found, {{RunLengthChange{"npu", 2}}});
    ASSERT_TRUE(length);
    EXPECT_EQ(length->difference.partitions, (PlacementDifference::Count{9, 3}));
    EXPECT_EQ(length->assumed, 0U);
}

TEST(Remedies, AFixedSizeIsFound) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 4] x, float[2, 4] z) => (float[n, 4] y, float[2, 4] w) {
  [a] a = Relu(x) [b] w = Neg(z) [c] y = Neg(a) })");
    const Remedies found = remediesOf(*inferShapes(model), providers("0", "npu"));
    const Remedy* size = with(found, {{SizeChange{"n", {1}}}});
    ASSERT_TRUE(size);
    EXPECT_EQ(size->difference.partitions.after, 1U);
}

TEST(Remedies, FixedSizesStandBesideAnotherDeviceThatNeedsNone) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 4] x, float[m, 4] v, float[2, 4] z) => (float[n, 4] a, float[m, 4] c, float[2, 4] b) {
  a = Relu(x) d = Neg(z) e = Relu(d) f = Neg(e) g = Relu(f) b = Neg(g) c = Neg(v) })");
    const Remedies found = remediesOf(*inferShapes(model), providers("0", "npu"));
    const Remedy* device = with(found, {{OptionChange{"npu", "device", "ascend310"}}});
    ASSERT_TRUE(device);
    EXPECT_EQ(device->text().text(), "Another device: ascend310");
    EXPECT_FALSE(device->isDoable());
    const Remedy* sizes = with(found, {{SizeChange{"m", {1}}}, {SizeChange{"n", {1}}}});
    ASSERT_TRUE(sizes) << "one change does as much, but not everyone can have that device";
    EXPECT_EQ(sizes->difference.partitions.after, 1U);
}

TEST(Remedies, EachOneIsAScenarioThatDoesWhatItSays) {
    const Model model = chain("rrmrrmrrhrrmhrr");
    const ProviderList list = providers();
    const Remedies found = remediesOf(model, list);
    EXPECT_GE(found.list.size(), 4U);
    for (const Remedy& remedy : found.list) {
        const AppliedScenario applied = applyScenario(model, list, {}, {remedy.changes});
        EXPECT_TRUE(applied.notApplied.empty());
        const auto placed = partitionModel(applied.model, applied.providers, applied.options);
        EXPECT_EQ(placed->partitions.size(), remedy.difference.partitions.after)
            << remedy.text().text();
        EXPECT_TRUE(remedy.difference.partitions.after < found.partitions ||
                    remedy.difference.ofFirst.after < found.ofFirst)
            << remedy.text().text();
    }
}

TEST(Remedies, AModelInOnePartitionNeedsNone) {
    const Remedies found = remediesOf(chain("rrr"), providers());
    EXPECT_EQ(found.partitions, 1U);
    EXPECT_TRUE(found.list.empty());
    EXPECT_EQ(found.tried, 0U);
}

TEST(Remedies, WhereTheDeviceRunsNothingAFixedSizeGivesItNodes) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 4] x) => (float[n, 4] y) { [a] a = Relu(x) [b] b = Neg(a) [m] m = Mish(b) [c] y = Neg(m) })");
    const Remedies found = remediesOf(*inferShapes(model), providers("0", "npu"));
    EXPECT_EQ(found.partitions, 1U);
    EXPECT_EQ(found.goal, RemedyGoal::nodesOnDevices);
    ASSERT_TRUE(found.best());
    EXPECT_EQ(found.best(), &found.list.front()) << remediesText(found);
    EXPECT_EQ(found.best(), with(found, {{SizeChange{"n", {1}}}}));
    EXPECT_EQ(found.best()->onDevices, (PlacementDifference::Count{0, 3}));
    EXPECT_EQ(found.best()->onNoDevice, (PlacementDifference::Count{4, 1}));
    EXPECT_EQ(found.best()->offer().text(), "n = 1 — 0 → 3 nodes on the devices, 0 → 2 partitions");
    EXPECT_NE(remediesText(found).find("0 → 3 nodes on the devices · 0 → 2 partitions"),
              std::string::npos)
        << remediesText(found);
    EXPECT_EQ(found.best()->partitionsSaved(), 0U);
}

TEST(Remedies, AnInputWithASizeWithoutANameGetsAWholeShape) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, ?, 4] x, float[n, m] z) => (float[n, ?, 4] y, float[n, m] w) {
  [a] a = Relu(x) [b] y = Neg(a) [c] c = Relu(z) [d] w = Neg(c) })");
    const Remedies found = remediesOf(*inferShapes(model), providers("0", "npu"));
    const std::vector<ScenarioChange> all{
        {SizeChange{"x", {1, 1, 4}}}, {SizeChange{"m", {1}}}, {SizeChange{"n", {1}}}};
    const Remedy* remedy = with(found, all);
    ASSERT_TRUE(remedy);
    EXPECT_EQ(remedy->onNoDevice.after, 0U);
    EXPECT_TRUE(with(found, {{SizeChange{"x", {1, 1, 4}}}}));
    EXPECT_EQ(applyScenario(model, providers("0", "npu"), {}, {all}).notApplied.size(), 0U);
}

TEST(Remedies, WhereEveryRunIsTooShortAShorterRunLengthGivesTheDeviceNodes) {
    const Remedies found = remediesOf(chain("rrmrrr"), providers("6"));
    ASSERT_FALSE(found.list.empty());
    const Remedy* length = with(found, {{RunLengthChange{"npu", 0}}});
    ASSERT_TRUE(length);
    EXPECT_EQ(length->onNoDevice, (PlacementDifference::Count{6, 1}));
    ASSERT_LT(length->secondsSaved.value_or(0), 0) << "the copies cost more than the device saves";
    EXPECT_FALSE(found.best()) << found.best()->offer().text();
}

TEST(Remedies, WhereTheDeviceRunsNothingTheMostFrequentOperatorsAreNamed) {
    const Remedies found = remediesOf(chain("mmmhh"), providers());
    const Remedy* one = with(found, {take("Mish")});
    ASSERT_TRUE(one);
    EXPECT_EQ(one->onNoDevice.after, 2U);
    EXPECT_EQ(one->difference.ofFirst, (PlacementDifference::Count{0, 1}));
    const Remedy* both = with(found, {take("Mish"), take("Tan")});
    ASSERT_TRUE(both);
    EXPECT_EQ(both->onNoDevice.after, 0U);
    EXPECT_TRUE(found.bounds.empty());
}

TEST(Remedies, WhereTheDeviceRunsNothingSomeTrialsAreKeptForItsOperators) {
    const Model model = *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 4] x, float[k, 4] z) => (float[n, 4] y, float[k, 4] w) {
  [a] a = Relu(x) [b] y = Neg(a) [c] w = Neg(z) [d] d = Mish(z) })"));
    RemedyOptions options;
    options.trials = 4;
    const auto found = findRemedies(model, providers("0", "npu"), options, {});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->goal, RemedyGoal::nodesOnDevices);
    EXPECT_GT(found->leftOut, 0U);
    EXPECT_TRUE(with(*found, {{SizeChange{"k", {1}}}, {SizeChange{"n", {1}}}}));
    EXPECT_TRUE(with(*found, {take("Neg")})) << remediesText(*found);
}

TEST(Remedies, WhereTheDeviceRunsNothingAndNothingHelpsItSaysWhy) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) { [a] y = Relu(x) })");
    const ProviderList list = providers();
    PartitionOptions wishes;
    wishes.excluded.emplace(nodeNamed(model, "a"), "npu");
    const Remedies found = remediesOf(*inferShapes(model), list, wishes);
    EXPECT_TRUE(found.list.empty());
    EXPECT_EQ(found.whyNone.text().find("1 node stays on CPU"), 0U) << found.whyNone.text();
}

TEST(Remedies, WhereNobodyTakesAnythingItSaysSo) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18, "somebody" : 1]>
g (float[2] x) => (float[2] y) { [a] y = somebody.Does(x) })");
    const Remedies found = remediesOf(model, providers());
    EXPECT_TRUE(found.list.empty());
    EXPECT_EQ(found.whyNone.text(), "no provider takes 1 of the nodes");
}

TEST(Remedies, OfWhatIsCompiledNothingIsSuggestedButItsDevice) {
    const Model model = *inferShapes(modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
g (float[1,4] x) => (float[1,4] y) <float[1,4] a, float[1,4] b> {
  [one] a = com.microsoft.EPContext<main_context = 1, embed_mode = 1, ep_cache_context = "x",
    source = "QNNExecutionProvider">(x)
  [between] b = Mish(a)
  [two] y = com.microsoft.EPContext<main_context = 1, embed_mode = 1, ep_cache_context = "y",
    source = "QNNExecutionProvider">(b) })"));
    const Remedies found = remediesOf(model, providers());
    for (const Remedy& each : found.list)
        EXPECT_EQ(each.text().text().find("Another device"), 0U) << each.text().text();
    const Remedies none = remediesOf(model, *makeProviders({{"cpu"}, "", {}}));
    EXPECT_TRUE(none.list.empty());
    EXPECT_EQ(none.whyNone.text(),
              "2 nodes are compiled and stay what they are: only the models that they were "
              "compiled from can be changed");
}

TEST(Remedies, WhereThereIsNoDeviceNoneIsSaidToGetNodes) {
    ProviderList list = providers();
    list.erase(list.begin(), list.end() - 1); // the CPU alone
    EXPECT_EQ(remediesOf(chain("rnr"), list).goal, RemedyGoal::fewerPartitions);
    Remedy remedy;
    remedy.changes = {take("Mish")};
    remedy.difference.partitions = remedy.difference.ofFirst = {3, 1};
    EXPECT_EQ(remedy.goal(), RemedyGoal::fewerPartitions);
    EXPECT_TRUE(remedy.devicesText().empty()) << remedy.devicesText().text();
    remedy.onDevices.after = 1;
    EXPECT_EQ(remedy.goal(), RemedyGoal::nodesOnDevices);
}

TEST(Remedies, WhereTheDeviceRunsOneNodeInTwentyItIsToGetMore) {
    const ProviderList list = providers();
    const Remedies few = remediesOf(chain("n" + std::string(19, 'h')), list),
                   more = remediesOf(chain("n" + std::string(18, 'h')), list);
    EXPECT_EQ(more.goal, RemedyGoal::fewerPartitions) << "one of 19";
    EXPECT_EQ(few.goal, RemedyGoal::nodesOnDevices) << "one of 20";
    ASSERT_FALSE(few.list.empty());
    for (const Remedy& remedy : few.list) {
        EXPECT_GT(remedy.onDevices.after, 1U) << remedy.text().text();
        EXPECT_EQ(remedy.goal(), RemedyGoal::nodesOnDevices);
    }
    EXPECT_EQ(few.list.front().devicesText().text(), "1 → 20 nodes on the devices");
}

TEST(Remedies, WhereTheDeviceRunsNothingAnOperatorWithBodiesBringsTheirNodes) {
    const Model model = *inferShapes(modelFromText(R"(
<ir_version: 8, opset_import: ["" : 18]> g (bool c, float[1, 8] x) => (float[1, 8] y) {
  [i] y = If (c) <
    then_branch = t () => (float[1, 8] b) { [a] a = Tan (x) [b] b = Tan (a) },
    else_branch = e () => (float[1, 8] d) { [d] d = Mish (x) }> })"));
    const Remedies found = remediesOf(model, providers());
    EXPECT_EQ(found.goal, RemedyGoal::nodesOnDevices);
    const Remedy* remedy = with(found, {take("If")});
    ASSERT_TRUE(remedy);
    EXPECT_EQ(remedy->onDevices, (PlacementDifference::Count{0, 4}));
}

TEST(Remedies, TheSearchCanBeCancelled) {
    std::stop_source stop;
    stop.request_stop();
    const auto found = findRemedies(chain("rrmrr"), providers(), {}, {stop.get_token(), {}});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::cancelled);
}

TEST(CutCauses, CountWhatThePartitionerMakes) {
    constexpr unsigned kSeed = 5;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    std::mt19937_64 random(kSeed);
    for (int round = 0; round < 20; ++round) {
        std::string letters;
        for (int i = 0; i < 30; ++i)
            letters += "rrrnmh"[random() % 6];
        const Model model = chain(letters);
        const std::size_t least = random() % 4;
        const ProviderList list = providers(std::to_string(least).c_str());
        const Partitioning placed = *partitionModel(model, list);
        const CutCauses causes(model, placed, 0, least);
        for (unsigned bits = 0; bits < 1U << causes.causes().size(); ++bits) {
            std::vector<bool> chosen;
            PartitionOptions options;
            std::size_t size = 0;
            for (std::size_t i = 0; i < causes.causes().size(); ++i) {
                chosen.push_back(bits >> i & 1);
                size += chosen.back();
                for (const NodeId id : causes.causes()[i].nodes)
                    if (chosen.back())
                        options.takenAnyway.emplace(id, "npu");
            }
            const Partitioning result = *partitionModel(model, list, options);
            const CutCauses::Count count{headlinePartitions(result), result.partitions.size(),
                                         result.summary.byProvider.front()};
            EXPECT_EQ(causes.partitions(chosen), count) << letters << " " << bits;
            const CutCauses::Count bound = causes.bound(size);
            EXPECT_LE(bound.all, count.all) << letters << " " << bits;
            EXPECT_LE(bound.own, count.own) << letters << " " << bits;
        }
    }
}

} // namespace
} // namespace partita
