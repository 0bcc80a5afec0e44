#include <fstream>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/session/device_copies.h"
#include "core/session/placed_calls.h"
#include "core/tasks/models/document_state.h"
#include "core/tasks/models/opened_model.h"
#include "core/tasks/placement_report.h"
#include "core/tasks/remedies/remedies.h"
#include "core/tasks/scenario/scenario_steps.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::nodeNamed;

/// Two calls of a function of which the device npu runs all nodes but one.
const char* const kTwoCalls = R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
g (float[1, 8] x) => (float[1, 8] y) { [r] a = Relu(x) [c1] b = loc.Blk(a) [c2] y = loc.Blk(b) }
<domain: "loc", opset_import: ["" : 18]>
Blk (x) => (y) { [in] t = Relu(x) [mish] u = Mish(t) [out] y = Relu(u) })";

/// A call of a function that calls two others: one that is split, and one that is not.
const char* const kNested = R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
g (float[1, 8] x) => (float[1, 8] y) { [c1] a = loc.Twice(x) [c2] b = loc.Plain(a) [c3] y = loc.Blk(b) }
<domain: "loc", opset_import: ["" : 18, "loc" : 1]>
Twice (x) => (y) { [first] t = loc.Blk(x) [second] y = loc.Plain(t) }
<domain: "loc", opset_import: ["" : 18]>
Plain (x) => (y) { [p] t = Relu(x) [q] y = Relu(t) }
<domain: "loc", opset_import: ["" : 18]>
Blk (x) => (y) { [in] t = Relu(x) [mish] u = Mish(t) [out] y = Relu(u) })";

class PlacedCalls : public testing::Test {
protected:
    /// The document, as the window makes it.
    std::shared_ptr<const DocumentState> open(const char* text, GraphId scope = {}) {
        std::ofstream(file, std::ios::binary) << test::bytesFromText(text);
        DocumentRequest request;
        request.path = file;
        request.scope = scope;
        request.providers = providers;
        request.scene.textWidth = [](const std::string& shown, bool) {
            return 6.0 * static_cast<double>(shown.size());
        };
        auto made = makeDocumentState(request, {});
        EXPECT_TRUE(made) << (made ? "" : made.error().message());
        return made ? *made : nullptr;
    }
    Partitioning placed(const Model& model, const PartitionOptions& options = {}) {
        auto placement = placeModel(model, providers, options);
        EXPECT_TRUE(placement) << (placement ? "" : placement.error().message());
        return placement ? std::move(placement->ofSource) : Partitioning();
    }
    static Model inferred(const char* text) { return inferShapesOrWarn(test::modelFromText(text)); }
    static std::string why(const Partitioning& placement, const Model& model, const char* node) {
        return placement.explain(nodeNamed(model, node)).text();
    }

    test::TemporaryFolder folder;
    std::filesystem::path file = folder / "m.onnx";
    ProviderList providers = *makeProviders({{}, "npu", {}});
};

TEST_F(PlacedCalls, SayOfWhatTheRulesOfADeviceWereLearned) {
    providers = *makeProviders({{}, "qnn-htp", {}});
    const Partitioning calls = placed(inferred(kTwoCalls));
    ASSERT_TRUE(calls.inlined);
    EXPECT_FALSE(providers.front()->info().learnedFrom.empty());
    ASSERT_EQ(calls.learnedFrom.size(), providers.size());
    EXPECT_EQ(calls.learnedFrom.front(), providers.front()->info().learnedFrom);
}

TEST_F(PlacedCalls, TheWindowCountsWhatTheCommandCounts) {
    for (const char* text : {kTwoCalls, kNested}) {
        const auto state = open(text);
        ASSERT_TRUE(state);
        const auto opened = openModel(file, Prepare::toRun, {}); // as `partition` does
        ASSERT_TRUE(opened);
        const Partitioning ofCommand = placed(opened->ready);
        const std::string headline =
            headlineTextOf(state->sized, state->providers, *state->partitioning);
        EXPECT_EQ(headline, headlineTextOf(opened->ready, providers, ofCommand));
        EXPECT_EQ(state->partitioning->partitions.size(), ofCommand.partitions.size());
        const char* const figures = text == kTwoCalls ? "NPU 5/7 nodes (71.4 %) · 3 partitions"
                                                      : "NPU 8/10 nodes (80.0 %) · 3 partitions";
        EXPECT_EQ(headline.find(std::string(figures) + " · 4 boundary tensors · 128 B per run"), 0U)
            << headline;
    }
}

TEST_F(PlacedCalls, ACallWhoseNodesAreInSeveralPartitionsIsSplit) {
    const auto state = open(kTwoCalls);
    ASSERT_TRUE(state);
    const Model& model = state->model;
    const Partitioning& placement = *state->partitioning;
    for (const char* call : {"c1", "c2"}) {
        const NodeId id = nodeNamed(model, call);
        EXPECT_TRUE(placement.isSplit(id));
        EXPECT_EQ(placement.providerOf(id), 1U); // of the lowest priority
        EXPECT_EQ(why(placement, model, call), "split: 2 nodes NPU, 1 CPU");
        EXPECT_EQ(placement.verdicts(id)[0].evidence.text(),
                  "Mish in the function: npu has no Mish");
        const auto parts = partsOfCall(model, placement, id);
        ASSERT_EQ(parts.size(), 3U);
        EXPECT_EQ(parts[1].node, nodeNamed(model, "mish"));
        EXPECT_EQ(parts[1].provider, 1U);
        EXPECT_EQ(parts[1].why.text(), "Runs on CPU: npu has no Mish");
        EXPECT_EQ(parts[2].provider, 0U);
        const auto box = state->scene->boxOf(id);
        ASSERT_TRUE(box);
        EXPECT_TRUE(state->scene->boxes[*box].isSplit);
        EXPECT_TRUE(state->triage->find(id));
    }
    // What is moved to the CPU and back is inside of the calls: no line is a border.
    for (const SceneNet& net : state->scene->nets)
        EXPECT_EQ(net.kind, SceneNet::Kind::plain);
    EXPECT_FALSE(placement.isSplit(nodeNamed(model, "r")));
    EXPECT_TRUE(partsOfCall(model, placement, nodeNamed(model, "r")).empty());
}

TEST_F(PlacedCalls, ACallWhoseNodesAreInOnePartitionIsThere) {
    const Model model = inferred(kNested);
    const Partitioning placement = placed(model);
    const NodeId call = nodeNamed(model, "c2");
    EXPECT_FALSE(placement.isSplit(call));
    EXPECT_EQ(placement.providerOf(call), 0U);
    EXPECT_EQ(why(placement, model, "c2"), "Runs on NPU: it takes the nodes of the function");
}

TEST_F(PlacedCalls, NestedCallsCountAllNodesThatStandForThem) {
    const Model model = inferred(kNested);
    const Partitioning placement = placed(model);
    EXPECT_EQ(why(placement, model, "c1"), "split: 4 nodes NPU, 1 CPU");
    const auto parts = partsOfCall(model, placement, nodeNamed(model, "c1"));
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].node, nodeNamed(model, "first"));
    EXPECT_TRUE(parts[0].isSplit);
    EXPECT_EQ(parts[0].why.text(), "split: 2 nodes NPU, 1 CPU");
    EXPECT_FALSE(parts[1].isSplit);
    EXPECT_EQ(parts[1].provider, 0U);
}

TEST_F(PlacedCalls, TheNodesOfAFunctionAreColouredByItsFirstCall) {
    const auto state = open(kTwoCalls);
    ASSERT_TRUE(state);
    const NodeId mish = nodeNamed(state->model, "mish"), out = nodeNamed(state->model, "out");
    EXPECT_TRUE(state->partitioning->verdicts(mish).empty()); // it is not placed itself
    EXPECT_EQ(state->placementOf(mish).explain(mish).text(), "Runs on CPU: npu has no Mish");
    const auto body = open(kTwoCalls, state->model.node(mish)->graph);
    ASSERT_TRUE(body);
    for (const auto& [node, provider] : {std::pair(mish, 1), std::pair(out, 0)}) {
        const auto box = body->scene->boxOf(node);
        ASSERT_TRUE(box);
        EXPECT_EQ(body->scene->boxes[*box].provider, provider);
    }
    EXPECT_FALSE(isPlacedByCall(state->model, *state->partitioning, out));
}

TEST_F(PlacedCalls, AWishForACallHoldsForTheNodesOfItsFunction) {
    const Model model = inferred(kTwoCalls);
    PartitionOptions options;
    const NodeId call = nodeNamed(model, "c2"), out = nodeNamed(model, "out");
    options.excluded.emplace(call, "npu");
    Partitioning placement = placed(model, options);
    EXPECT_FALSE(placement.isSplit(call));
    EXPECT_EQ(placement.providerOf(call), 1U);
    EXPECT_TRUE(isPlacedByCall(model, placement, out));
    EXPECT_EQ(placement.summary.byProvider[0], 3U);

    options.excluded = {{out, "npu"}}; // in every call
    placement = placed(model, options);
    EXPECT_EQ(placement.summary.byProvider[0], 3U);
    EXPECT_FALSE(isPlacedByCall(model, placement, out));
}

TEST_F(PlacedCalls, AWishForANodeOfAFunctionComesBeforeThatForItsCall) {
    const Model model = inferred(kTwoCalls);
    PartitionOptions options;
    options.pinned = {{nodeNamed(model, "c2"), "cpu"}, {nodeNamed(model, "out"), "npu"}};
    const Partitioning placement = placed(model, options);
    const auto parts = partsOfCall(model, placement, nodeNamed(model, "c2"));
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts[0].provider, 1U);
    EXPECT_EQ(parts[2].provider, 0U);
}

TEST_F(PlacedCalls, WhatACallGivesIsOneTensorHoweverManyAreInside) {
    const Model model = inferred(R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
g (float[1, 8] x) => (float[1, 8] y) { [c] y = loc.F(x) }
<domain: "loc", opset_import: ["" : 18]>
F (x) => (y) { t = Relu(x) s = Neg(x) m = Mish(t) n = Mish(s) y = Add(m, n) })");
    const Partitioning placement = placed(model);
    ASSERT_GT(placement.partitions.size(), 2U);
    for (const Partition& partition : placement.partitions) {
        for (const auto* list : {&partition.inputs, &partition.outputs})
            EXPECT_EQ(std::set<ValueId>(list->begin(), list->end()).size(), list->size());
    }
}

TEST_F(PlacedCalls, WhatWouldHelpIsAnOperatorOfTheFunction) {
    const Model model = inferred(kTwoCalls);
    const auto found = findRemedies(model, providers, {}, {});
    ASSERT_TRUE(found);
    ASSERT_FALSE(found->list.empty());
    EXPECT_EQ(found->ofFirst, 3U);
    const Remedy& best = found->list.front();
    EXPECT_EQ(best.text().text(), "NPU takes Mish");
    EXPECT_EQ(best.difference.ofFirst.after, 1U);
    EXPECT_EQ(best.nodes, (std::vector{nodeNamed(model, "c1"), nodeNamed(model, "c2")}));
    for (const Remedy& each : found->list)
        EXPECT_EQ(each.text().text().find("loc"), std::string::npos) << each.text().text();
    // The window tries it on the model with the calls.
    const auto applied = applyScenario(model, providers, {}, {best.changes});
    EXPECT_TRUE(applied.notApplied.empty());
    EXPECT_EQ(placed(model, applied.options).summary.partitionsByProvider[0], 1U);
    const auto steps = stepsOf(model, providers, {}, {best.changes}, nullptr);
    ASSERT_TRUE(steps);
    EXPECT_EQ(*steps, (std::vector<ScenarioStep>{{3, 1}}));
}

TEST_F(PlacedCalls, ALevelThatRewritesFunctionsHasAnEffect) {
    for (const auto& [body, hasEffect] :
         {std::pair("t = Identity(x) y = Relu(t)", true), std::pair("y = Relu(x)", false)}) {
        const Model model =
            inferred((std::string(R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
            g (float[1, 8] x) => (float[1, 8] y) { [c] y = loc.F(x) }
            <domain: "loc", opset_import: ["" : 18]> F (x) => (y) { )") +
                      body + " }")
                         .c_str());
        const auto placement = placeModel(model, providers);
        ASSERT_TRUE(placement);
        const Message none = whyWithoutEffect(ChangeKind::optimization, model, providers,
                                              placement->ofSource, placement->optimized.get())
                                 .why;
        EXPECT_EQ(none.empty(), hasEffect) << body;
        EXPECT_EQ(placement->ofSource.summary.folded, hasEffect ? 1U : 0U);
    }
}

TEST_F(PlacedCalls, AFunctionThatCallsItselfIsShownAsItIs) {
    const auto state = open(R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
g (float[1, 8] x) => (float[1, 8] y) { [c] y = loc.F(x) }
<domain: "loc", opset_import: ["" : 18, "loc" : 1]> F (x) => (y) { y = loc.F(x) })");
    ASSERT_TRUE(state);
    EXPECT_FALSE(state->partitioning->inlined);
    EXPECT_EQ(state->partitioning->summary.nodes, 1U);
    const auto found = findRemedies(state->model, providers, {}, {});
    EXPECT_TRUE(found);
}

TEST_F(PlacedCalls, ReportsTellOfEachNodeOfACall) {
    const Model model = inferred(R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
g (float[1, 8] x) => (float[1, 8] y) { [c] y = loc.F(x) }
<domain: "loc", opset_import: ["" : 18]>
F (x) => (y) { t = Relu(x) [m1] m = Mish(t) s = Relu(m) [m2] n = Mish(s) y = Relu(n) })");
    const auto placement = placeModel(model, providers);
    ASSERT_TRUE(placement);
    const Triage judged = triage(model, placement->ofSource);
    ASSERT_GE(judged.nodes.size(), 2U);
    const PlacementReport report{
        model, *placement->optimized, placement->ofSource, judged, {"m.onnx", providers, ""}};
    const auto page = placementHtml(report);
    ASSERT_TRUE(page);
    const std::string row = " id=\"n" + std::to_string(nodeNamed(model, "c").value) + "\"";
    const std::size_t first = page->find(row);
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(page->find(row, first + 1), std::string::npos); // links lead to one place
    EXPECT_NE(placementMarkdown(report).find("| Mish |"), std::string::npos);
}

/// What a list of the triage shows: kind, operator, name, reason, damage.
std::vector<std::string> triageLines(const Model& model, const Partitioning& placed,
                                     const Triage& judged) {
    std::vector<std::string> lines;
    for (const TriagedNode& each : judged.nodes) {
        const Node& node = *judgedIn(model, placed).node(each.part);
        lines.push_back(std::string(triageName(each.kind)) + " " + node.opType.str() + " " +
                        node.name + " " + each.reason.text() + " " +
                        std::to_string(each.counted().partitions) + " " +
                        std::to_string(each.counted().bytes));
    }
    return lines;
}

TEST_F(PlacedCalls, TheTriageJudgesTheNodesOfCallsInTheWindowAsOnTheCommandLine) {
    for (const char* text : {kTwoCalls, kNested}) {
        const auto state = open(text);
        ASSERT_TRUE(state);
        const auto opened = openModel(file, Prepare::toRun, {});
        ASSERT_TRUE(opened);
        const Partitioning inlined = placed(opened->ready);
        const Triage byCommand = triage(opened->ready, inlined);
        EXPECT_FALSE(byCommand.nodes.empty());
        EXPECT_EQ(triageLines(state->model, *state->partitioning, *state->triage),
                  triageLines(opened->ready, inlined, byCommand));
        EXPECT_EQ(state->triage->costly, byCommand.costly);
        ASSERT_EQ(state->triage->groups.size(), byCommand.groups.size());
        EXPECT_EQ(state->triage->groups[0].opType, byCommand.groups[0].opType);
        for (const TriagedNode& each : state->triage->nodes) {
            ASSERT_TRUE(state->model.node(each.node)); // a click selects it
            EXPECT_EQ(state->model.node(each.node)->graph, state->model.mainGraph());
        }
    }
}

} // namespace
} // namespace partita
