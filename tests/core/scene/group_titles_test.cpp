// What a group of nodes is called.

#include <gtest/gtest.h>

#include "core/ir/model.h"
#include "core/onnx/infer_shapes.h"
#include "core/scene/graph_scene.h"
#include "core/scene/group_titles.h"
#include "core/scene/scene_drawing.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A chain of nodes with the given names and operators.
Model chain(const std::vector<std::pair<std::string, std::string>>& nodes) {
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] v0) => (float[4] y) {)";
    for (std::size_t i = 0; i < nodes.size(); ++i)
        text += "  [n" + std::to_string(i) + "] " +
                (i + 1 == nodes.size() ? "y" : "v" + std::to_string(i + 1)) + " = " +
                nodes[i].second + "(v" + std::to_string(i) + ")\n";
    const Model model = test::modelFromText(text + "}");
    ModelEditor editor(model);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        editor.changeNode(test::nodeNamed(model, "n" + std::to_string(i)),
                          [&](Node& node) { node.name = nodes[i].first; });
    return editor.model();
}

/// Names and operators for `count` nodes "<scope>0", "<scope>1" …; `odd` in place of one Relu keeps
/// groups from being equal.
void add(std::vector<std::pair<std::string, std::string>>& nodes, const std::string& scope,
         int count, const std::string& odd = "Relu") {
    for (int i = 0; i < count; ++i)
        nodes.emplace_back(scope + std::to_string(i), i == 1 ? odd : i % 2 ? "Abs" : "Relu");
}

struct Grouped {
    explicit Grouped(const std::vector<std::pair<std::string, std::string>>& nodes)
        : model(chain(nodes)) {}
    Model model;
    std::vector<NodeId> order = model.topologicalOrder(model.mainGraph());
    NodeGroup whole = groupNodes(model, order, nullptr);

    /// The titles of groups, as lists show them.
    [[nodiscard]] std::vector<std::string> titles(const std::vector<NodeGroup>& groups) const {
        std::vector<std::string> list;
        for (const NodeGroup& group : groups)
            list.push_back(titleOf(model, order, group));
        return list;
    }
};

using Titles = std::vector<std::string>;

TEST(GroupTitles, ARangeOfNumberedScopesHasTheirNumbers) {
    EXPECT_EQ(rangeTitle("layers.0", "layers.11"), "layers.0–11");
    EXPECT_EQ(rangeTitle("layer9", "layer12"), "layer9–12");
    EXPECT_EQ(rangeTitle("stem", "head"), "stem … head");
    EXPECT_EQ(rangeTitle("stem", "stem"), "stem");
    EXPECT_EQ(rangeTitle("block1/a", "block2/a"), "block1–2/a");
    EXPECT_EQ(rangeTitle("block1/a", "block2/b"), "block1/a … block2/b");
    EXPECT_EQ(rangeTitle("", "head"), "");
}

TEST(GroupTitles, AGroupIsCalledByTheScopeThatItsNodesShare) {
    std::vector<std::pair<std::string, std::string>> nodes;
    add(nodes, "/m/stem/", 9);
    add(nodes, "/m/features/conv/", 9, "Neg");
    add(nodes, "/m/classifier/", 9, "Exp");
    const Grouped graph(nodes);
    EXPECT_EQ(graph.titles(graph.whole.children), (Titles{"stem", "features", "classifier"}));
}

TEST(GroupTitles, NodesThatAnExporterAddedBelongToTheScopeAroundThem) {
    std::vector<std::pair<std::string, std::string>> nodes;
    nodes.emplace_back("Identity_1", "Identity");
    for (const char* scope : {"/m/stem/", "/m/head/"})
        for (int i = 0; i < 12; ++i) {
            nodes.emplace_back(scope + std::to_string(i), i % 3 ? "Relu" : "Abs");
            if (i % 2)
                nodes.emplace_back("Constant_" + std::to_string(i), "Identity");
        }
    const Grouped graph(nodes);
    EXPECT_EQ(graph.titles(graph.whole.children), (Titles{"stem", "head"}));
}

TEST(GroupTitles, WhatFollowsThePartsOfANumberedListBelongsToThem) {
    std::vector<std::pair<std::string, std::string>> nodes;
    add(nodes, "/m/stem/", 9);
    for (int i = 0; i < 4; ++i) {
        add(nodes, "/m/head/list." + std::to_string(i) + "/", 5);
        add(nodes, "/m/head/Reshape_" + std::to_string(i), 5);
    }
    const Grouped graph(nodes);
    ASSERT_EQ(graph.titles(graph.whole.children), (Titles{"stem", "list.0–3"}));
    EXPECT_EQ(graph.whole.children[1].repeats, 4U);
    EXPECT_EQ(graph.titles(graph.whole.children[1].children),
              (Titles{"list.0", "list.1", "list.2", "list.3"}));
}

TEST(GroupTitles, EqualNamesInDifferentScopesAreSaidWithTheirScopes) {
    std::vector<std::pair<std::string, std::string>> nodes;
    for (const char* layer : {"/m/layer.0/", "/m/layer.1/"})
        for (const char* part : {"attention/", "output/"})
            add(nodes, std::string(layer) + part, 15, *layer == '/' ? "Neg" : "Exp");
    const Grouped graph(nodes);
    ASSERT_EQ(graph.titles(graph.whole.children), (Titles{"layer.0", "layer.1"}));
    EXPECT_EQ(graph.titles(graph.whole.children[0].children),
              (Titles{"layer.0/attention", "layer.0/output"}));
    EXPECT_EQ(graph.titles(graph.whole.children[1].children),
              (Titles{"layer.1/attention", "layer.1/output"}));
}

TEST(GroupTitles, NoTwoGroupsThatAreSeenTogetherAreCalledAlike) {
    std::vector<std::pair<std::string, std::string>> nodes;
    for (int turn = 0; turn < 3; ++turn) { // one scope comes again after another one
        add(nodes, "/m/head/", 9, turn ? "Neg" : "Exp");
        add(nodes, "/m/anchors/", 9, turn ? "Cos" : "Sin");
    }
    const Grouped graph(nodes);
    EXPECT_EQ(graph.titles(graph.whole.children),
              (Titles{"head · 1/3", "anchors · 1/3", "head · 2/3", "anchors · 2/3", "head · 3/3",
                      "anchors · 3/3"}));
}

TEST(GroupTitles, PartsWithoutNamesAreNumberedWhereTheirOperatorsAreEqual) {
    std::vector<std::pair<std::string, std::string>> nodes;
    for (int part = 0; part < 5; ++part)
        for (const char* op : {"Relu", "Abs", "Neg", "Abs", "Exp", "Abs"})
            nodes.emplace_back(std::string("n") + std::to_string(nodes.size()), op);
    const Grouped graph(nodes);
    ASSERT_EQ(graph.whole.children.size(), 1U);
    EXPECT_EQ(graph.whole.children[0].repeats, 5U);
    EXPECT_EQ(graph.titles(graph.whole.children[0].children)[1], "Abs ×3 · Exp · Neg · 2/5");
}

TEST(GroupTitles, OperatorsAreCountedTheMostFrequentFirst) {
    const Grouped graph(
        {{"a", "Relu"}, {"b", "Abs"}, {"c", "Relu"}, {"d", "Neg"}, {"e", "Relu"}, {"f", "Neg"}});
    NodeGroup all{0, 6, {}, 1, {}};
    EXPECT_EQ(operatorsTitle(graph.model, graph.order, all), "Relu ×3 · Neg ×2 · Abs");
    all.repeats = 2;
    EXPECT_EQ(operatorsTitle(graph.model, graph.order, all), "Relu · Neg · Abs")
        << "those of one part";
}

TEST(GroupTitles, WhatComputesTellsMoreThanWhatMovesMore) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[4, 4] q, float[4, 4] k, float[4, 4] v, int64[4] i) => (float[4, 4] y) {
  a = Gather(q, i) b = Gather(k, i) c = Gather(v, i) d = Transpose(b) e = Gather(d, i)
  s = MatMul(a, e) t = Add(s, s) u = Add(t, s) w = Softmax(u) z = MatMul(w, c) y = Gather(z, i)
})");
    const auto order = model.topologicalOrder(model.mainGraph());
    EXPECT_EQ(operatorsTitle(model, order, {0, order.size(), {}, 1, {}}),
              "MatMul ×2 · Softmax · Add ×2 (attention)");
    EXPECT_EQ(operatorsTitle(model, order, {0, 4, {}, 1, {}}), "Gather … Transpose")
        << "where nothing computes, the first and the last";
    EXPECT_EQ(operatorsTitle(model, order, {0, 3, {}, 1, {}}), "Gather ×3");
}

/// The title of all nodes of a model with inferred types.
std::string titleOfAll(const char* text) {
    const auto model = inferShapes(test::modelFromText(text));
    if (!model)
        return model.error().message();
    const auto order = model->topologicalOrder(model->mainGraph());
    return operatorsTitle(*model, order, {0, order.size(), {}, 1, {}});
}

TEST(GroupTitles, ConditionsTellLessThanWhatChoosesByThem) {
    EXPECT_EQ(titleOfAll(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[100] a, float[100] b, float t) => (float[n] y) {
  c = Greater(a, t) d = NonZero(c) e = Transpose(d) y = GatherND(a, e)
  f = Less(b, t) h = Greater(b, t) i = And(f, h) j = Not(i)
})"),
              "NonZero");
    EXPECT_EQ(titleOfAll(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[4] a, float t) => (float[4] y) {
  c = Greater(a, t) d = Less(a, t) e = Or(c, d) z = Neg(a) y = Where(e, a, z)
})"),
              "Neg · Where");
    EXPECT_EQ(titleOfAll(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[4] a, float t) => (bool[1, 4] y) <int64[1] o = {0}> {
  c = Greater(a, t) d = Less(a, t) e = Not(c) f = Not(d) z = Unsqueeze(e, o) y = Unsqueeze(f, o)
})"),
              "Not ×2 · Greater · Less")
        << "where nothing else computes";
}

TEST(GroupTitles, ArithmeticOfSizesTellsNothing) {
    EXPECT_EQ(titleOfAll(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[N, 4] a, int64 two, int64[1] most) => (float[k] y) {
  s = Shape<start = 0, end = 1>(a) m = Mul(s, two) n = Add(m, two) o = Mul(n, two) p = Min(o, most)
  b = Exp(a) c = Mul(b, b) f = Flatten<axis = 0>(c) h = Squeeze(f) y, i = TopK(h, p)
})"),
              "Exp · Mul · TopK");
}

TEST(GroupTitles, NodesOfSeveralScopesAreCalledByTheFirstAndTheLast) {
    std::vector<std::pair<std::string, std::string>> nodes;
    for (const char* scope : {"/m/embed/", "/m/layer.0/", "/m/layer.1/", "/m/head/"})
        add(nodes, scope, 4);
    Grouped graph(nodes);
    NodeGroup whole{0, 16, {}, 1, {{0, 8, {}, 1, {}}, {8, 16, {}, 1, {}}}};
    nameGroups(whole, NodeScopes(graph.model, graph.order), graph.model, graph.order);
    EXPECT_EQ(graph.titles(whole.children), (Titles{"embed … layer.0", "layer.1 … head"}));
}

TEST(GroupTitles, FoldedNodesAreNotCountedBesidePlacedOnes) {
    const Grouped graph({{"a", "Relu"}, {"b", "Abs"}, {"c", "Abs"}, {"d", "Neg"}});
    const NodeGroup all{0, 4, {}, 1, {}};
    Partitioning placed;
    Verdict folded;
    folded.code = ReasonCode::folded;
    placed.verdictLists.push_back({folded});
    placed.verdictListOf.resize(graph.order.back().value + 1);
    const auto fold = [&](std::size_t i) { placed.verdictListOf[graph.order[i].value] = 1; };
    fold(1);
    fold(2);
    EXPECT_EQ(operatorsTitle(graph.model, graph.order, all, &placed), "Neg · Relu");
    EXPECT_EQ(titleOf(graph.model, graph.order, all, &placed), "Neg · Relu") << "as in the outline";
    fold(0);
    fold(3);
    EXPECT_EQ(operatorsTitle(graph.model, graph.order, all, &placed), "Abs ×2 · Neg · Relu");
}

TEST(GroupTitles, LargeCountsHaveSeparators) {
    const Grouped graph(
        std::vector<std::pair<std::string, std::string>>(1200, {std::string("a"), "Relu"}));
    EXPECT_EQ(operatorsTitle(graph.model, graph.order, {0, 1200, {}, 1, {}}), "Relu ×1,200");
}

double titleWidth(const std::string& text, bool) { return 7.0 * static_cast<double>(text.size()); }

TEST(GroupTitles, ABoxSaysNameRepeatsProvidersAndWork) {
    GraphScene scene;
    scene.partitionBadges = {"", "N1"};
    scene.providerNames = {{"NPU", "some"}, {"CPU", "oneDNN"}};
    SceneGroup group;
    group.key.nodes = 36;
    group.placed = 36;
    group.operators = "Conv ×2 · Relu";
    group.byProvider = {30, 6};
    group.partitions = 3;
    group.flops = 1.25e9;
    scene.groups = {group};
    SceneBox box;
    box.kind = SceneBox::Kind::group;
    box.group = 0;
    scene.boxes = {box};
    scene.sizes = {{264, 50}};
    scene.layout.centers = {{0, 0}};
    scene.layout.ranks = {0};
    const auto texts = [&] {
        const SceneDrawing drawing(std::make_shared<const GraphScene>(scene),
                                   DrawingText::english(titleWidth));
        return drawing.groupTexts(scene.boxes[0]);
    };
    EXPECT_EQ(texts(), (std::pair<std::string, std::string>(
                           "Conv ×2 · Relu", "3 partitions · NPU 30 · CPU 6 · 1.25 GFLOP")));
    scene.groups[0].repeats = 12;
    scene.groups[0].allFlops = false;
    EXPECT_EQ(texts().first, "block ×12");
    EXPECT_EQ(texts().second,
              "3 partitions · NPU 30 · CPU 6 · 3 nodes each · ≥ 1.25 GFLOP · Conv ×2 · Relu");
    scene.groups[0].flops = 591; // the arithmetic of shapes says nothing of the group's work
    EXPECT_EQ(texts().second, "3 partitions · NPU 30 · CPU 6 · 3 nodes each · work unknown without "
                              "sizes · Conv ×2 · Relu");
    scene.groups[0].flops = 1.25e9;
    scene.boxes[0].title = "layers.0–11";
    scene.boxes[0].partitionIndex = 1;
    scene.groups[0].byProvider = {36, 0};
    EXPECT_EQ(texts().first, "layers.0–11 · block ×12");
    EXPECT_EQ(texts().second, "N1 · 3 nodes each · ≥ 1.25 GFLOP · Conv ×2 · Relu");
    scene.groups[0].placed = 24; // what is folded is not among the nodes
    EXPECT_EQ(texts().second, "N1 · 2 nodes each · ≥ 1.25 GFLOP · Conv ×2 · Relu");
}

} // namespace
} // namespace partita
