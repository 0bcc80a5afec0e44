#include <fstream>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/session/placement_difference.h"
#include "core/session/session.h"
#include "core/session/verdict_rules.h"
#include "core/tasks/runs/feeds.h"
#include "core/tasks/scenario/scenario.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

const char* const kThreeAndSix = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x) => (float[1, 8] y) {
  [a1] a = Relu(x) [a2] b = Relu(a) [a3] c = Relu(b)
  [cut] d = Mish(c)
  [b1] e = Relu(d) [b2] f = Relu(e) [b3] h = Relu(f) [b4] i = Relu(h) [b5] j = Relu(i) [b6] y = Relu(j)
})";

struct Trial {
    Model model;
    ProviderList providers;
    Scenario scenario;
    AppliedScenario applied;

    explicit Trial(const std::string& text = kThreeAndSix, const std::string& device = "ascend310")
        : model(*inferShapes(modelFromText(text))), providers(*makeProviders({{}, device, {}})) {}

    Partitioning plain() const { return *partitionModel(model, providers); }
    Partitioning with(std::vector<ScenarioChange> changes) {
        scenario.changes = std::move(changes);
        applied = applyScenario(model, providers, {}, scenario);
        return *partitionModel(applied.model, applied.providers, applied.options);
    }
    std::string why(std::vector<ScenarioChange> changes) {
        with(std::move(changes));
        return applied.notApplied.empty() ? "" : applied.notApplied.front().why.text();
    }
};

ScenarioChange nodes(NodesChange::What what, NodeChoice choice, std::string provider = "npu") {
    return {NodesChange{what, std::move(choice), std::move(provider)}};
}
constexpr auto kExclude = NodesChange::What::exclude, kPin = NodesChange::What::pin,
               kTake = NodesChange::What::takeAnyway;

TEST(Scenario, AnOperatorThatIsTakenAnywayMendsTheCut) {
    Trial trial;
    EXPECT_EQ(trial.plain().partitions.size(), 2U);
    const Partitioning result = trial.with({nodes(kTake, {"", "Mish", ""})});
    EXPECT_EQ(trial.applied.applied, 1U);
    EXPECT_EQ(result.partitions.size(), 1U);
    EXPECT_EQ(result.verdicts(nodeNamed(trial.model, "cut"))[0].evidence.text(),
              "assumed to be taken, by you, though ascend310 has no Mish");
    EXPECT_EQ(assumedNodes(result), 1U);
    EXPECT_EQ(trial.why({nodes(kTake, {"", "Mish", "float16"})}),
              "no Mish of the model works on float16");
    EXPECT_EQ(trial.with({nodes(kTake, {"", "Mish", "float32"})}).partitions.size(), 1U);
}

TEST(Scenario, AChangeThatIsOffHasNoEffect) {
    Trial trial;
    ScenarioChange change = nodes(kTake, {"", "Mish", ""});
    change.on = false;
    EXPECT_TRUE(differenceOf(trial.plain(), trial.with({change})).empty());
    EXPECT_EQ(trial.applied.applied, 0U);
    EXPECT_TRUE(trial.applied.notApplied.empty());
}

TEST(Scenario, APinnedNodeRunsOnItsDeviceHoweverShortItsRun) {
    Trial trial;
    EXPECT_EQ(trial.plain().providerOf(nodeNamed(trial.model, "a2")), 1U);
    const Partitioning result = trial.with({nodes(kPin, {"a2", "", ""})});
    EXPECT_EQ(result.providerOf(nodeNamed(trial.model, "a2")), 0U);
    EXPECT_EQ(result.verdicts(nodeNamed(trial.model, "a2"))[0].code, ReasonCode::pinnedByUser);
    EXPECT_TRUE(unkeptPins(trial.scenario, trial.applied, result).empty());
}

TEST(Scenario, APinThatItsDeviceDeclinesIsNamed) {
    Trial trial;
    const Partitioning result = trial.with({nodes(kPin, {"cut", "", ""})});
    const auto unkept = unkeptPins(trial.scenario, trial.applied, result);
    ASSERT_EQ(unkept.size(), 1U);
    EXPECT_EQ(unkept[0].why.text(),
              "Pinned: cut does not run on NPU · ascend310: ascend310 has no Mish");
}

TEST(Scenario, RunLengthOptionsAndExclusionsGoTogether) {
    Trial trial;
    const Partitioning result = trial.with({{RunLengthChange{"npu", 1}},
                                            {OptionChange{"npu", "device", "ascend910"}},
                                            nodes(kExclude, {"b3", "", ""})});
    EXPECT_EQ(trial.applied.applied, 3U);
    EXPECT_EQ(result.providerNames[0].full(), "NPU · ascend910");
    EXPECT_EQ(result.summary.partitionsByProvider[0], 3U);
}

TEST(Scenario, ARuleThatIsOffDeclinesNothing) {
    Trial trial(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 2, 4, 4] x) => (float[1, 2, 5, 5] y) <float[2, 1, 2, 2] w> { [up] y = ConvTranspose <group = 2> (x, w) })",
                "npu");
    const Verdict verdict = trial.plain().verdicts(nodeNamed(trial.model, "up"))[0];
    ASSERT_FALSE(verdict.claimed);
    ASSERT_TRUE(verdict.place);
    const Partitioning result = trial.with({{RuleOffChange{*verdict.place, "npu"}}});
    EXPECT_EQ(trial.applied.applied, 1U);
    const Verdict changed = result.verdicts(nodeNamed(trial.model, "up"))[0];
    EXPECT_TRUE(changed.claimed);
    EXPECT_EQ(changed.code, ReasonCode::ruleOffByUser);
    EXPECT_EQ(changed.evidence.text(), "a rule is off, by you: " + verdict.evidence.text());
    EXPECT_EQ(trial.why({{RuleOffChange{"npu.json:99999", "npu"}}}),
              "NPU has no rule at npu.json:99999");
}

TEST(Scenario, ADeclineOfDynamicShapesIsARuleThatCanBeOff) {
    Trial trial(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 4] x) => (float[n, 4] y) { [r] a = Relu(x) [s] y = Neg(a) })",
                "npu");
    const Verdict verdict = trial.plain().verdicts(nodeNamed(trial.model, "r"))[0];
    ASSERT_EQ(verdict.code, ReasonCode::dynamicShape);
    EXPECT_TRUE(declinesByRule(verdict));
    EXPECT_TRUE(ruleText(verdict).text().starts_with("npu.json:")) << ruleText(verdict);
    const Partitioning result =
        trial.with({{RunLengthChange{"npu", 0}}, {RuleOffChange{*verdict.place, "npu"}}});
    EXPECT_EQ(trial.applied.applied, 2U);
    EXPECT_EQ(result.summary.byProvider[0], 2U);
    EXPECT_EQ(result.verdicts(nodeNamed(trial.model, "r"))[0].code, ReasonCode::ruleOffByUser);
}

TEST(Scenario, AFixedSizeLetsADeviceWithoutDynamicShapesTakeTheModel) {
    Trial trial(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 4] x, float[2, 3] z) => (float[n, 4] y) { [r] a = Relu(x) [s] y = Neg(a) })",
                "npu");
    EXPECT_EQ(trial.plain().summary.byProvider[0], 0U);
    const Partitioning result = trial.with({{RunLengthChange{"npu", 0}}, {SizeChange{"n", {2}}}});
    EXPECT_EQ(result.summary.byProvider[0], 2U);
    EXPECT_EQ(trial.plain().summary.byProvider[0], 0U); // the model itself is as before
    EXPECT_EQ(trial.why({{SizeChange{"m", {2}}}}),
              "there is no input and no symbolic dimension named 'm'");
    EXPECT_EQ(trial.why({{SizeChange{"z", {2, 4}}}}), "input 'z' has the shape 2×3");
}

TEST(Scenario, TwoTypesOfOneOperatorAreTwoChoices) {
    Trial trial(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x, float16[1, 8] z) => (float[1, 8] y, float16[1, 8] w) { [a] y = Relu(x) [b] w = Relu(z) })",
                "npu");
    const Partitioning result = trial.with({{RunLengthChange{"npu", 0}},
                                            nodes(kExclude, {"", "Relu", "float32"}),
                                            nodes(kExclude, {"", "Relu", "float16"})});
    EXPECT_EQ(trial.applied.applied, 3U);
    EXPECT_TRUE(trial.applied.notApplied.empty());
    EXPECT_EQ(result.summary.byProvider[0], 0U);
}

TEST(Scenario, OfTwoSizesOfOneSymbolTheLaterHolds) {
    Trial trial(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 4] x) => (float[n, 4] y) { [r] y = Relu(x) })");
    trial.with({{SizeChange{"n", {2}}}, {SizeChange{"n", {3}}}});
    EXPECT_EQ(trial.applied.model.value(test::valueNamed(trial.applied.model, "y"))->type->text(),
              "3×4 fp32");
    ASSERT_EQ(trial.applied.notApplied.size(), 1U);
    EXPECT_EQ(trial.applied.notApplied[0].change, 0U);
    EXPECT_EQ(trial.applied.notApplied[0].why.text(), "change 2 sets the same again");
}

TEST(Scenario, WhatDoesNotFitIsNamedAndTheRestIsApplied) {
    Trial trial;
    const Partitioning result = trial.with({nodes(kTake, {"nobody", "", ""}),
                                            {OptionChange{"npu", "nonsense", "1"}},
                                            {OrderChange{{"gpu", "npu"}}},
                                            {OrderChange{{"cpu", "npu"}}},
                                            nodes(kTake, {"", "Mish", ""}),
                                            nodes(kExclude, {"a1", "", ""}, "gpu"),
                                            {OptimizationChange{"fastest"}}});
    EXPECT_EQ(trial.applied.applied, 1U);
    EXPECT_EQ(result.partitions.size(), 1U);
    std::vector<std::size_t> changes;
    for (const NotApplied& problem : trial.applied.notApplied)
        changes.push_back(problem.change);
    EXPECT_EQ(changes, (std::vector<std::size_t>{0, 1, 2, 3, 5, 6}));
    EXPECT_EQ(trial.applied.notApplied[0].why.text(), "the model has no node 'nobody'");
    EXPECT_EQ(trial.applied.notApplied[2].why.text(),
              "there is no provider 'gpu'; there is npu, cpu");
    EXPECT_EQ(trial.applied.notApplied[3].why.text(),
              "cpu stays the last: it takes what the others leave");
}

TEST(Scenario, TheLevelOfTheRewritesBeforeThePlacementCanBeChosen) {
    Trial trial;
    trial.with({{OptimizationChange{"disabled"}}});
    EXPECT_EQ(trial.applied.options.level, OptimizationLevel::disabled);
    trial.with({{OptimizationChange{"all"}}});
    EXPECT_EQ(trial.applied.options.level, OptimizationLevel::all);
    EXPECT_TRUE(trial.applied.notApplied.empty());
}

TEST(Scenario, AModelRunsAlikeUnderBothGroupings) {
    // The branches are exported one after the other; Mish cuts each of them.
    Trial trial(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x) => (float[1, 8] y) {
  [a1] a = Relu(x) [a2] b = Mish(a) [a3] c = Neg(b)
  [b1] d = Abs(x) [b2] e = Mish(d) [b3] f = Neg(e)
  [end] y = Add(c, f)
})");
    const ScenarioChange shortRuns{RunLengthChange{"npu", 0}};
    const Partitioning topological = trial.with({shortRuns});
    const Partitioning dependency = trial.with({shortRuns, {GroupingChange{Grouping::dependency}}});
    EXPECT_EQ(topological.partitions.size(), 5U);
    EXPECT_EQ(dependency.partitions.size(), 3U);
    const Feeds feeds = *feedsOf({}, trial.model);
    std::vector<double> outputs[2];
    for (const Grouping grouping : {Grouping::topological, Grouping::dependency}) {
        trial.with({shortRuns, {GroupingChange{grouping}}});
        auto session =
            Session::create(trial.applied.model, trial.applied.providers, trial.applied.options);
        ASSERT_TRUE(session) << session.error().message();
        const auto report = (*session)->run(feeds);
        ASSERT_TRUE(report) << report.error().message();
        outputs[static_cast<int>(grouping)] = *elementsAsDoubles(report->outputs[0].tensor);
    }
    EXPECT_EQ(outputs[0], outputs[1]);
}

TEST(Scenario, AFileKeepsEveryKindOfChange) {
    Scenario scenario;
    scenario.changes = {{OrderChange{{"npu", "cpu"}}},
                        {OptionChange{"npu", "device", "ascend910"}},
                        {RunLengthChange{"npu", 3}},
                        nodes(kExclude, {"a \"quoted\" name", "", ""}),
                        nodes(kPin, {"", "Conv", ""}),
                        nodes(kTake, {"", "com.microsoft.Gelu", "float16"}),
                        {RuleOffChange{"cann.json:12", "npu"}, false},
                        {SizeChange{"batch", {1}}},
                        {SizeChange{"image", {1, 3, 224, 224}}},
                        {SizeChange{"scalar", {}}},
                        {GroupingChange{Grouping::dependency}},
                        {OptimizationChange{"basic"}},
                        {OpsetChange{13}},
                        {TypeChange{DataType::float32, DataType::float16}}};
    const auto read = scenarioFromJson(scenarioText(scenario));
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(*read, scenario);
    std::set<std::string> texts;
    for (const ScenarioChange& change : scenario.changes)
        texts.insert(describe(change).text());
    EXPECT_EQ(texts.size(), scenario.changes.size());
}

TEST(Scenario, TextsCallProvidersByTheirNames) {
    const ProviderList providers = *makeProviders({{"npu", "cpu"}, {}, {}});
    const DisplayNames names = namesOf(providers);
    const auto text = [&](ScenarioChange change) { return describe(change, names).text(); };
    EXPECT_EQ(text({OrderChange{{"cpu", "npu", "other"}}}), "Order: CPU, NPU, other");
    EXPECT_EQ(text({OptionChange{"npu", "device", "ascend910"}}), "NPU: device = ascend910");
    EXPECT_EQ(text({RunLengthChange{"npu", 3}}), "NPU: runs of 3 nodes or more");
    EXPECT_EQ(text(nodes(kPin, {"", "Conv", ""})), "Pin Conv to NPU");
    EXPECT_EQ(text(nodes(kTake, {"", "Conv", ""})), "Conv is taken by NPU anyway");
    EXPECT_EQ(text({RuleOffChange{"a.json:1", "npu"}}), "NPU: the rule a.json:1 is off");
}

TEST(Scenario, SeveralNodesAreOneChangeInTheFileAsWell) {
    Scenario scenario;
    scenario.changes = {nodes(kExclude, NodeChoice::of({{"a1", {}}, {"b1", {}}, {"b2", {}}}))};
    const std::string text = scenarioText(scenario);
    EXPECT_NE(text.find("\"nodes\": ["), std::string::npos) << text;
    EXPECT_EQ(*scenarioFromJson(text), scenario);
    EXPECT_EQ(describe(scenario.changes[0]).text(), "Exclude 3 nodes from npu");
    EXPECT_EQ(describeWhole(scenario.changes[0]), "Exclude 3 nodes from npu: a1, b1, b2");
    EXPECT_EQ(describe(scenario.changes[0], {{"npu", "NPU"}}).text(), "Exclude 3 nodes from NPU");
    Trial trial;
    trial.with(scenario.changes);
    EXPECT_EQ(trial.applied.options.excluded.size(), 3U);
    const auto one = scenarioFromJson(R"({"partita_scenario": 1, "changes":
        [{"exclude": {"nodes": ["a1", "a1"]}, "provider": "npu"}]})");
    ASSERT_TRUE(one);
    EXPECT_EQ(one->changes[0], nodes(kExclude, {"a1", "", ""})) << "a name is meant once";
    for (const char* wrong : {"[]", "[1]", "\"a1\""})
        EXPECT_FALSE(scenarioFromJson(
            std::string(R"({"partita_scenario": 1, "changes": [{"pin": {"nodes": )") + wrong +
            R"(}, "provider": "npu"}]})"));
}

TEST(Scenario, OfSeveralNodesThoseThatTheModelHasAreUsed) {
    Trial trial;
    trial.with({nodes(kExclude, NodeChoice::of({{"a1", {}}, {"gone", {}}, {"b1", {}}}))});
    EXPECT_EQ(trial.applied.options.excluded.size(), 2U);
    ASSERT_EQ(trial.applied.notApplied.size(), 1U);
    EXPECT_TRUE(trial.applied.notApplied[0].partly);
    EXPECT_EQ(trial.applied.notApplied[0].why.text(),
              "the model has 2 of its 3 nodes, but no 'gone'");
}

TEST(Scenario, OfTwoChangesThatSetTheSameTheLaterHolds) {
    Trial trial;
    const Partitioning result = trial.with({{OptionChange{"npu", "device", "npu"}},
                                            {RunLengthChange{"npu", 9}},
                                            {RunLengthChange{"npu", 1}},
                                            {OptionChange{"npu", "device", "ascend910"}},
                                            nodes(kExclude, {"a1", "", ""}),
                                            nodes(kExclude, {"a1", "", ""})});
    EXPECT_EQ(result.providerNames[0].full(), "NPU · ascend910");
    EXPECT_EQ(trial.applied.applied, 3U);
    ASSERT_EQ(trial.applied.notApplied.size(), 3U);
    EXPECT_EQ(trial.applied.notApplied[0].why.text(), "change 4 sets the same again");
    EXPECT_EQ(trial.applied.notApplied[1].change, 1U);
    EXPECT_EQ(trial.applied.notApplied[2].change, 4U);
    trial.with({{RunLengthChange{"npu", 1}}, {OrderChange{{"npu"}}}, {OrderChange{{"gpu"}}}});
    EXPECT_EQ(trial.applied.applied, 2U) << "a later change that does not fit replaces nothing";
    ASSERT_EQ(trial.applied.notApplied.size(), 1U);
    EXPECT_EQ(trial.applied.notApplied[0].change, 2U);
}

TEST(Scenario, AFileThatIsWrongIsNotUsedAtAllAndSaysWhere) {
    const auto problem = [](const std::string& text) {
        const auto read = scenarioFromJson(text);
        EXPECT_FALSE(read) << text;
        return read ? "" : read.error().what.text();
    };
    const auto change = [&](const std::string& form) {
        return problem(R"({"partita_scenario": 1, "changes": [)" + form + "]}");
    };
    EXPECT_TRUE(problem(R"({"partita_scenario": 1, "changes": [)").starts_with("the scenario is "));
    EXPECT_EQ(problem("[]"), "the scenario is no JSON object");
    EXPECT_EQ(problem(R"({"changes": []})"), "the scenario does not have \"partita_scenario\": 1");
    EXPECT_EQ(problem(R"({"partita_scenario": 2, "changes": []})"),
              "the scenario does not have \"partita_scenario\": 1");
    EXPECT_EQ(problem(R"({"partita_scenario": 1, "change": []})"),
              "the scenario has an unknown key \"change\"");
    EXPECT_EQ(problem(R"({"partita_scenario": 1})"), "the scenario has no list \"changes\"");
    EXPECT_EQ(change(R"({"exclud": {"node": "a"}, "provider": "npu"})"),
              "change 1 of the scenario has an unknown key \"exclud\"");
    EXPECT_EQ(change(R"({"exclude": {"node": "a"}})"),
              "change 1 of the scenario needs \"provider\"");
    EXPECT_EQ(change(R"({"exclude": {"nod": "a"}, "provider": "npu"})"),
              "change 1 of the scenario needs { \"node\": NAME } or { \"operator\": NAME }");
    EXPECT_EQ(change(R"({"grouping": "best"})"),
              "change 1 of the scenario has an unknown grouping 'best'");
    EXPECT_EQ(change(R"({"run_length": -1, "provider": "npu"})"),
              "change 1 of the scenario needs a whole number of at least 0 for \"run_length\"");
    EXPECT_EQ(change(R"({"grouping": "dependency"}, 5)"),
              "change 2 of the scenario is no JSON object");
    EXPECT_EQ(change("{}"), "change 1 of the scenario is empty");
    EXPECT_EQ(change(R"({"exclude": {"operator": "", "type": "float16"}, "provider": "npu"})"),
              "change 1 of the scenario needs a text for \"operator\"");
    EXPECT_EQ(
        change(R"({"take_anyway": {"operator": "Conv", "type": "float17"}, "provider": "x"})"),
        "change 1 of the scenario has an unknown type 'float17'");
}

TEST(Scenario, ControlsThatCanDoNothingSayWhy) {
    Trial trial;
    const Partitioning plain = trial.plain();
    const auto why = [&](ChangeKind kind) {
        return whyWithoutEffect(kind, trial.model, trial.providers, plain).why.text();
    };
    EXPECT_EQ(why(ChangeKind::order), "Order: only one device takes nodes");
    EXPECT_EQ(why(ChangeKind::size), "Sizes: every input has a fixed shape");
    EXPECT_EQ(why(ChangeKind::grouping), "Grouping: no provider has two partitions to merge");
    EXPECT_EQ(why(ChangeKind::ruleOff), "No rule of a device declines a node");
    EXPECT_EQ(why(ChangeKind::takeAnyway), "");
    EXPECT_EQ(why(ChangeKind::runLength), "");
    const ProviderList alone{trial.providers.back()};
    EXPECT_EQ(whyWithoutEffect(ChangeKind::exclude, trial.model, alone,
                               *partitionModel(trial.model, alone))
                  .why.text(),
              "There is only one provider");
    // A menu puts its own title before a reason that does not name the kind.
    const auto namesKind = [&](ChangeKind kind) {
        return whyWithoutEffect(kind, trial.model, trial.providers, plain).namesKind;
    };
    EXPECT_TRUE(namesKind(ChangeKind::order));
    EXPECT_TRUE(namesKind(ChangeKind::size));
    EXPECT_TRUE(namesKind(ChangeKind::grouping));
    EXPECT_FALSE(namesKind(ChangeKind::ruleOff));
}

} // namespace
} // namespace partita
