#include <gtest/gtest.h>
#include <random>

#include "core/ir/graph_order.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;
using test::valueNamed;

const char* const kDiamond = R"(<ir_version: 9, opset_import: ["" : 18]>
d (float[2] x) => (float[2] y) {
  [a] a = Relu(x)
  [b] b = Sigmoid(a)
  [c] c = Tanh(a)
  [d] y = Add(b, c)
})";

void expectSameTables(const Model& a, const Model& b) { EXPECT_TRUE(diff(a, b).empty()); }

/// Checks that the use-def index equals an index that is built anew.
void expectIndexIsRight(const Model& model) {
    std::map<ValueId, Uses> wanted;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        for (const ValueId output : node->outputs)
            if (output)
                wanted[output].producer = id;
        for (const ValueId input : node->inputs)
            if (input && (wanted[input].consumers.empty() || wanted[input].consumers.back() != id))
                wanted[input].consumers.push_back(id);
    });
    model.values().forEach([&](ValueId id, const auto&) {
        EXPECT_EQ(model.producer(id), wanted[id].producer);
        const auto readers = model.consumers(id);
        EXPECT_TRUE(std::ranges::equal(readers, wanted[id].consumers));
    });
}

TEST(Model, AChangeLeavesTheOldModelAsItWas) {
    const Model before = modelFromText(kDiamond);
    ModelEditor editor(before);
    editor.changeNode(nodeNamed(before, "b"), [](Node& node) { node.opType = "Exp"; });
    const Model after = editor.model();
    EXPECT_EQ(before.node(nodeNamed(before, "b"))->opType, "Sigmoid");
    EXPECT_EQ(after.node(nodeNamed(after, "b"))->opType, "Exp");
}

TEST(Model, ADeltaReplaysAndItsInverseUndoesIt) {
    const Model before = modelFromText(kDiamond);
    ModelEditor editor(before);
    editor.replaceAllUses(valueNamed(before, "b"), valueNamed(before, "c"));
    editor.removeNode(nodeNamed(before, "b"));
    const Model after = editor.model();
    const ModelDelta delta = std::move(editor).commit();
    expectSameTables(before.with(delta), after);
    expectSameTables(after.with(delta.inverse()), before);
    expectIndexIsRight(after);
    expectIndexIsRight(after.with(delta.inverse()));
}

TEST(Model, RandomEditsReplayAndInvertExactly) {
    constexpr unsigned kSeed = 20241121;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    std::mt19937 random(kSeed);
    Model model = test::largeModel(300);
    std::vector<std::pair<Model, ModelDelta>> history;
    for (int step = 0; step < 200; ++step) {
        ModelEditor editor(model, StepId{static_cast<std::uint32_t>(step + 1)});
        std::vector<NodeId> nodes;
        model.nodes().forEach([&](NodeId id, const auto&) { nodes.push_back(id); });
        const NodeId target = nodes[random() % nodes.size()];
        const auto node = model.node(target);
        switch (random() % 4) {
        case 0: editor.changeNode(target, [&](Node& changed) { changed.name += "x"; }); break;
        case 1: editor.setAttribute(target, Attribute::make("k", std::int64_t(random()))); break;
        case 2: {
            const ValueId output =
                editor.addValue(Value{{}, node->graph, "v" + std::to_string(step), {}, {}, {}, {}});
            Node added = *node;
            added.name = "new";
            added.outputs = {output};
            editor.addNode(added, {&target, 1});
            break;
        }
        default:
            if (!model.isGraphOutput(node->outputs[0])) {
                editor.replaceAllUses(node->outputs[0], node->inputs[0]);
                editor.removeNode(target);
            }
        }
        const Model after = editor.model();
        const ModelDelta delta = std::move(editor).commit();
        expectSameTables(model.with(delta), after);
        history.emplace_back(model, delta);
        model = after;
    }
    expectIndexIsRight(model);
    for (auto step = history.rbegin(); step != history.rend(); ++step) {
        model = model.with(step->second.inverse());
        expectSameTables(model, step->first);
    }
    expectIndexIsRight(model);
}

TEST(Model, IdsAreNotReusedAfterUndo) {
    const Model before = modelFromText(kDiamond);
    ModelEditor first(before);
    const ValueId value = first.addValue(Value{{}, before.mainGraph(), "n", {}, {}, {}, {}});
    const ModelDelta delta = std::move(first).commit();
    const Model undone = before.with(delta).with(delta.inverse());
    ModelEditor second(undone);
    EXPECT_NE(second.addValue(Value{{}, before.mainGraph(), "m", {}, {}, {}, {}}), value);
}

TEST(Model, ReplacingAGraphOutputKeepsItsName) {
    const Model before = modelFromText(kDiamond);
    ModelEditor editor(before);
    EXPECT_TRUE(editor.replaceAllUses(valueNamed(before, "y"), valueNamed(before, "b")));
    const Model after = editor.model();
    const auto& output = after.value(after.graph(after.mainGraph())->outputs[0]);
    EXPECT_EQ(output->name, "y");
    EXPECT_EQ(after.producer(output->id), nodeNamed(after, "b"));
}

TEST(Model, ReplacingAnInputByAnOutputIsRefused) {
    const Model before = modelFromText(kDiamond);
    ModelEditor editor(before);
    EXPECT_FALSE(editor.replaceAllUses(valueNamed(before, "y"), valueNamed(before, "x")));
    EXPECT_TRUE(std::move(editor).commit().empty());
}

TEST(Model, ANewNodeStandsBeforeItsReaders) {
    const Model before = modelFromText(kDiamond);
    ModelEditor editor(before);
    const ValueId fresh = editor.addValue(Value{{}, before.mainGraph(), "fresh", {}, {}, {}, {}});
    Node neg;
    neg.graph = before.mainGraph();
    neg.opType = "Neg";
    neg.inputs = {valueNamed(before, "a")};
    neg.outputs = {fresh};
    const NodeId id = editor.addNode(neg);
    editor.changeNode(nodeNamed(before, "b"), [&](Node& node) { node.inputs = {fresh}; });
    const auto order = editor.model().topologicalOrder(before.mainGraph());
    const std::vector<NodeId> wanted = {nodeNamed(before, "a"), id, nodeNamed(before, "b"),
                                        nodeNamed(before, "c"), nodeNamed(before, "d")};
    EXPECT_EQ(order, wanted);
}

TEST(Model, NodesOfAFunctionWithinAFunctionArePartOfTheOuterCall) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (float[2] x) => (float[2] y) { [call] h = my.outer(x)  [own] y = Relu(h) }
<opset_import: ["" : 18, "my" : 1], domain: "my"> outer (p) => (q) { q = my.inner(p) }
<opset_import: ["" : 18], domain: "my"> inner (p) => (q) { r = Exp(p)  q = Log(r) })");
    const auto after = inlineFunctions(before);
    ASSERT_TRUE(after) << after.error().message();
    std::size_t count = 0;
    after->nodes().forEach([&](NodeId id, const auto& node) {
        ++count;
        EXPECT_EQ(nodeBefore(before, *after, id),
                  nodeNamed(before, node->opType == "Relu" ? "own" : "call"));
    });
    EXPECT_EQ(count, 3U);
    EXPECT_EQ(nodeBefore(before, *after, NodeId{after->nodes().keyEnd()}), NodeId{});
}

/// A branch returns a value of the graph around it, which ONNX's checker refuses and runtimes take.
const char* const kCaptured = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x, bool c) => (float[2] y) {
  [a] a = Neg(x)
  [if] y = If(c) <then_branch = t () => (float[2] a) { [n] k = Neg(x) },
                  else_branch = e () => (float[2] u) { u = Abs(x) }>
})";

TEST(Model, AValueThatOnlyABodyReturnsIsAnOutputOfIt) {
    const Model before = modelFromText(kCaptured);
    const ValueId a = before.node(nodeNamed(before, "a"))->outputs[0];
    EXPECT_TRUE(before.isGraphOutput(a));
    EXPECT_TRUE(before.consumers(a).empty());
    ModelEditor editor(before);
    editor.changeGraph(before.node(nodeNamed(before, "if"))->subgraphs()[0],
                       [&](Graph& graph) { graph.outputs[0] = valueNamed(before, "k"); });
    EXPECT_FALSE(editor.model().isGraphOutput(a));
    EXPECT_TRUE(editor.model().isGraphOutput(valueNamed(before, "k")));
    const Model after = editor.model();
    const ModelDelta delta = std::move(editor).commit();
    EXPECT_FALSE(before.with(delta).isGraphOutput(a));
    EXPECT_TRUE(after.with(delta.inverse()).isGraphOutput(a));
}

TEST(Model, WhatABodyReturnsIsReplacedThere) {
    const Model before = modelFromText(kCaptured);
    ModelEditor editor(before);
    Node node;
    node.graph = before.mainGraph();
    node.opType = "Abs";
    node.inputs.push_back(valueNamed(before, "x"));
    const ValueId made =
        editor.addValue(Value{{}, before.mainGraph(), "made", {}, nullptr, {}, {}});
    node.outputs.push_back(made);
    editor.addNode(std::move(node));
    const ValueId a = before.node(nodeNamed(before, "a"))->outputs[0];
    EXPECT_TRUE(editor.replaceAllUses(a, made));
    const Model after = editor.model();
    const GraphId branch = after.node(nodeNamed(after, "if"))->subgraphs()[0];
    EXPECT_EQ(after.graph(branch)->outputs[0], made);
    EXPECT_TRUE(after.isGraphOutput(made));
    EXPECT_FALSE(after.isGraphOutput(a));
}

} // namespace
} // namespace partita
