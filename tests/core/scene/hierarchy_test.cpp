// What has a box in a picture, and the groups of nodes.

#include <algorithm>
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <random>

#include "core/onnx/read.h"
#include "core/scene/graph_scene.h"
#include "tests/support/models.h"

namespace partita {
namespace {

TEST(Scene, ConstantsAndParameterOnlyTreesAreBadges) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 4] x) => (float[1, 4] y) <float[4, 4] w = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}> {
  [k] k = Constant <value = float[4] {1.0, 2.0, 3.0, 4.0}> ()
  [t] wt = Transpose <perm = [1, 0]> (w)
  [m] a = MatMul(x, wt)
  [add] y = Add(a, k)
})");
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 7.0 * static_cast<double>(text.size());
    };
    const auto scene = buildScene(model, model.mainGraph(), nullptr, options);
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->nodeBoxes, 2U);    // MatMul, Add
    EXPECT_EQ(scene->boxes.size(), 4U); // also x and y
    EXPECT_EQ(scene->foldedInto(test::nodeNamed(model, "t")), test::nodeNamed(model, "m"));
    EXPECT_EQ(scene->boxes[*scene->boxOf(test::nodeNamed(model, "m"))].badges.at(0).text(), "B");
}

/// An embedding and `layers` blocks of norm and mlp; `named`: nodes have scopes as exporters write
/// them, "/model/layers0/mlp/a".
Model layeredModel(int layers, bool named) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[4] y) {
  [model__embed__a] e = Abs(x)
  [model__embed__b] e2 = Neg(e)
  [model__embed__c] e3 = Exp(e2)
  [model__embed__d] e4 = Sqrt(e3)
  [model__embed__e] v0 = Abs(e4)
)";
    for (int l = 0; l < layers; ++l) {
        const std::string n = std::to_string(l);
        const auto node = [&](const std::string& scope, const std::string& rest) {
            text += "  [model__layers" + n + "__" + scope + "] " + rest + "\n";
        };
        node("norm__a", "n" + n + " = Abs(v" + n + ")");
        node("norm__b", "m" + n + " = Sqrt(n" + n + ")");
        node("norm__c", "o" + n + " = Mul(m" + n + ", v" + n + ")");
        node("mlp__a", "p" + n + " = Sigmoid(o" + n + ")");
        node("mlp__b", "q" + n + " = Tanh(p" + n + ")");
        node("mlp__c", "r" + n + " = Relu(q" + n + ")");
        node("add", "v" + std::to_string(l + 1) + " = Add(r" + n + ", v" + n + ")");
    }
    text += "  [head] y = Identity(v" + std::to_string(layers) + ")\n}";
    const Model model = test::modelFromText(text);
    ModelEditor editor(model);
    model.nodes().forEach([&](NodeId id, const auto&) {
        editor.changeNode(id, [named](Node& node) {
            for (std::size_t at; (at = node.name.find("__")) != std::string::npos;)
                node.name.replace(at, 2, named ? "/" : "-");
            if (named)
                node.name.insert(0, "/");
        });
    });
    return editor.model();
}

TEST(Hierarchy, GroupsByNameScopeAndJoinsWhatRepeats) {
    const Model model = layeredModel(12, true);
    const auto order = model.topologicalOrder(model.mainGraph());
    const NodeGroup whole = groupNodes(model, order, nullptr);
    ASSERT_EQ(whole.children.size(), 3U); // embed, layers, head; "model" is dissolved
    EXPECT_EQ(whole.children[0].title, "embed");
    const NodeGroup& layers = whole.children[1];
    EXPECT_EQ(layers.title, "layers0–11");
    EXPECT_EQ(layers.repeats, 12U);
    EXPECT_EQ(layers.size(), 12U * 7U);
}

TEST(Hierarchy, FindsBlocksThatRepeatWithoutAnyNames) {
    const Model model = layeredModel(30, false);
    const auto order = model.topologicalOrder(model.mainGraph());
    const NodeGroup whole = groupNodes(model, order, nullptr);
    const auto repeated = std::find_if(whole.children.begin(), whole.children.end(),
                                       [](const NodeGroup& group) { return group.repeats > 1; });
    ASSERT_NE(repeated, whole.children.end());
    EXPECT_GE(repeated->repeats, 28U);
    EXPECT_EQ(repeated->size(), repeated->repeats * 7);
}

TEST(Hierarchy, IsDividedFirstByWhatIsChosen) {
    const Model named = layeredModel(12, true);
    ModelEditor editor(named); // parts of four layers, which are no blocks
    const auto order = named.topologicalOrder(named.mainGraph());
    Partitioning placed;
    placed.partitionOf.resize(named.nodes().keyEnd());
    placed.partitions.resize(2);
    for (std::size_t i = 0; i < order.size(); ++i) {
        placed.partitionOf[order[i].value] = i < 40 ? 1 : 2;
        editor.changeNode(order[i], [&](Node& node) {
            node.name = "/m/" + std::string(1, static_cast<char>('a' + i / 30)) + "/" + node.name;
        });
    }
    placed.partitions[0].index = 1;
    placed.partitions[1].index = 2;
    const Model model = editor.model();
    const auto sizes = [&](GroupBy by) {
        std::vector<std::size_t> all;
        for (const NodeGroup& group : groupNodes(model, order, &placed, by).children)
            all.push_back(group.size());
        return all;
    };
    EXPECT_EQ(sizes(GroupBy::partitions), (std::vector<std::size_t>{40, 50}));
    EXPECT_EQ(sizes(GroupBy::names), (std::vector<std::size_t>{30, 30, 30}));
    const NodeGroup blocks = groupNodes(model, order, &placed, GroupBy::blocks);
    const auto repeated = std::ranges::find_if(
        blocks.children, [](const NodeGroup& group) { return group.repeats > 1; });
    ASSERT_NE(repeated, blocks.children.end());
    EXPECT_EQ(repeated->size(), repeated->repeats * 7);
}

TEST(Hierarchy, GroupsCoverTheOrderWithoutGapsInEveryRealModel) {
    for (const auto& path : test::realModels()) {
        const auto model = readModel(path);
        ASSERT_TRUE(model);
        const auto order = model->topologicalOrder(model->mainGraph());
        const std::function<void(const NodeGroup&)> check = [&](const NodeGroup& group) {
            std::size_t at = group.begin;
            for (const NodeGroup& child : group.children) {
                ASSERT_EQ(child.begin, at) << path;
                ASSERT_GT(child.end, child.begin) << path;
                check(child);
                at = child.end;
            }
            ASSERT_EQ(group.children.empty() ? group.end : at, group.end) << path;
        };
        if (!order.empty())
            for (const GroupBy by : {GroupBy::names, GroupBy::blocks})
                check(groupNodes(*model, order, nullptr, by));
    }
}

/// A chain of `count` nodes in which no sequence of operators recurs; `perScope`: so many nodes are
/// in one scope, "/blocks.7/n72"; 0: they have no names.
Model irregularChain(std::size_t count, std::size_t perScope) {
    constexpr std::array kOperators = {"Abs", "Neg", "Exp", "Sqrt", "Relu", "Tanh", "Sigmoid"};
    std::mt19937 random(5);
    ModelBuilder builder;
    const GraphId graph = builder.newGraph();
    const auto newValue = [&](std::string name) {
        Value value;
        value.id = builder.newValue();
        value.graph = graph;
        value.name = std::move(name);
        builder.add(std::make_shared<const Value>(value));
        return value.id;
    };
    Graph main{graph, "g", {}, {newValue("x")}, {}, {}, {}, {}};
    ValueId last = main.inputs[0];
    for (std::size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        Node node;
        node.id = builder.newNode();
        node.graph = graph;
        if (perScope > 0)
            node.name = "/blocks." + std::to_string(i / perScope) + "/n" + number;
        node.opType = kOperators[random() % kOperators.size()];
        node.inputs.push_back(last);
        node.outputs.push_back(last = newValue("v" + number));
        node.attributes = std::make_shared<const Attributes>();
        builder.add(std::make_shared<const Node>(std::move(node)));
    }
    main.outputs = {last};
    builder.add(std::make_shared<const Graph>(main));
    ModelInfo info;
    info.irVersion = 9;
    info.opsets = {{"", 18}};
    info.mainGraph = graph;
    return std::move(builder).finish(info);
}

/// Calls `visit` with each group that has no groups in it, and checks that no picture has too many.
void forEachLeaf(const NodeGroup& group, const std::function<void(const NodeGroup&)>& visit) {
    EXPECT_LE(group.children.size(), 400U);
    for (const NodeGroup& child : group.children)
        forEachLeaf(child, visit);
    if (group.children.empty())
        visit(group);
}

TEST(Hierarchy, KeepsManyScopesInWhichNothingRecurs) {
    const Model model = irregularChain(40'000, 4);
    const auto order = model.topologicalOrder(model.mainGraph());
    const NodeGroup whole = groupNodes(model, order, nullptr);
    ASSERT_EQ(whole.children.size(), 20U);
    EXPECT_EQ(whole.children[0].title, "blocks.0–499");
    ASSERT_EQ(whole.children[0].children.size(), 20U); // a section of sections
    EXPECT_EQ(whole.children[0].children[0].title, "blocks.0–24");
    std::size_t leaves = 0;
    forEachLeaf(whole, [&](const NodeGroup& leaf) {
        EXPECT_EQ(leaf.size(), 4U);
        ++leaves;
    });
    EXPECT_EQ(leaves, 10'000U);
}

TEST(Hierarchy, CutsALongGraphByItsPartitionsWhereNothingElseDividesIt) {
    const Model model = irregularChain(12'000, 0);
    const auto order = model.topologicalOrder(model.mainGraph());
    Partitioning placed;
    placed.partitionOf.resize(model.nodes().keyEnd());
    for (std::uint32_t i = 0; i < order.size(); ++i) { // one is longer than all others
        const std::uint32_t index = i < 3000 ? 1 : 2 + (i - 3000) / 30;
        placed.partitionOf[order[i].value] = index;
        placed.partitions.resize(index);
        placed.partitions.back().index = index;
    }
    std::size_t end = 0;
    forEachLeaf(groupNodes(model, order, &placed), [&](const NodeGroup& leaf) {
        EXPECT_EQ(leaf.begin, end);
        end = leaf.end;
        EXPECT_LE(leaf.size(), 400U);
        EXPECT_EQ(placed.partitionOf[order[leaf.begin].value],
                  placed.partitionOf[order[leaf.end - 1].value]);
    });
    EXPECT_EQ(end, order.size());
}

TEST(Scene, ACollapsedGraphShowsGroupsAndTheNodesOfOpenOnes) {
    const Model model = layeredModel(12, true);
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 7.0 * static_cast<double>(text.size());
    };
    options.collapse = true;
    auto scene = *buildScene(model, model.mainGraph(), nullptr, options);
    EXPECT_TRUE(scene.collapsed);
    EXPECT_EQ(scene.groups.size(), 2U);
    EXPECT_EQ(scene.nodeBoxes, 5U + 12U * 7U + 1U);
    const NodeId inside = test::nodeNamed(model, "/model/embed/c");
    const auto box = scene.boxOf(inside);
    ASSERT_TRUE(box);
    EXPECT_EQ(scene.boxes[*box].kind, SceneBox::Kind::group);
    const auto around = scene.groupsOf(inside);
    ASSERT_EQ(around.size(), 1U);
    options.expanded.insert(around[0]);
    scene = *buildScene(model, model.mainGraph(), nullptr, options);
    EXPECT_EQ(scene.groups.size(), 1U);
    EXPECT_EQ(scene.boxes[*scene.boxOf(inside)].node, inside);
}

} // namespace
} // namespace partita
