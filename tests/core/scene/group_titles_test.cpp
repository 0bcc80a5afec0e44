// What a group of nodes is called.

#include <gtest/gtest.h>

#include "core/ir/model.h"
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

struct Named {
    Model model;
    std::vector<NodeId> order = model.topologicalOrder(model.mainGraph());
    GroupTitles titles{model, order};
};

NodeGroup range(std::size_t begin, std::size_t end) { return {begin, end, {}, 1, {}}; }

TEST(GroupTitles, ARangeOfNumberedScopesHasTheirNumbers) {
    EXPECT_EQ(rangeTitle("layers.0", "layers.11"), "layers.0–11");
    EXPECT_EQ(rangeTitle("layer9", "layer12"), "layer9–12");
    EXPECT_EQ(rangeTitle("stem", "head"), "stem … head");
    EXPECT_EQ(rangeTitle("stem", "stem"), "stem");
    EXPECT_EQ(rangeTitle("block1/a", "block2/a"), "block1/a … block2/a");
    EXPECT_EQ(rangeTitle("", "head"), "");
}

TEST(GroupTitles, AGroupIsCalledByTheScopeThatItsNodesShare) {
    const Named named{chain({{"/m/features.5/conv/Conv", "Relu"},
                             {"/m/features.5/act/Relu", "Abs"},
                             {"Identity_7", "Identity"},
                             {"/m/classifier/Gemm", "Neg"}})};
    EXPECT_EQ(named.titles.scope(range(0, 3)), "features.5");
    EXPECT_EQ(named.titles.scope(range(3, 4)), "classifier");
    EXPECT_EQ(named.titles.scope(range(1, 4)), "")
        << "only what all nodes share, which tells nothing";
    NodeGroup own = range(0, 2);
    own.title = "stem";
    EXPECT_EQ(named.titles.scope(own), "stem");
}

TEST(GroupTitles, AShortScopeIsSaidWithTheOneAroundIt) {
    const Named named{
        chain({{"/m/layer.3/self/q", "Relu"}, {"/m/layer.3/self/k", "Abs"}, {"/m/head/x", "Neg"}})};
    EXPECT_EQ(named.titles.scope(range(0, 2)), "layer.3/self");
}

TEST(GroupTitles, AFewNamesDoNotSpeakForMany) {
    const Named named{chain({{"a/b/c", "Relu"}, {"x", "Abs"}, {"y", "Neg"}, {"z/w", "Exp"}})};
    EXPECT_EQ(named.titles.scope(range(0, 3)), "");
}

TEST(GroupTitles, OperatorsAreCountedTheMostFrequentFirst) {
    const Named named{chain(
        {{"a", "Relu"}, {"b", "Abs"}, {"c", "Relu"}, {"d", "Neg"}, {"e", "Relu"}, {"f", "Neg"}})};
    EXPECT_EQ(named.titles.operators(range(0, 6)), "Relu ×3 · Neg ×2 · Abs");
    NodeGroup repeated = range(0, 6);
    repeated.repeats = 2;
    EXPECT_EQ(named.titles.operators(repeated), "Relu · Neg · Abs") << "those of one part";
}

double textWidth(const std::string& text, bool) { return 7.0 * static_cast<double>(text.size()); }

TEST(GroupTitles, LargeCountsHaveSeparators) {
    std::vector<std::pair<std::string, std::string>> nodes(1'200, {"", "Relu"});
    const Named named{chain(nodes)};
    EXPECT_EQ(named.titles.operators(range(0, nodes.size())), "Relu ×1,200");
}

TEST(GroupTitles, ABoxSaysNameRepeatsProvidersAndWork) {
    GraphScene scene;
    scene.partitionBadges = {"", "N1"};
    scene.providerNames = {"NPU · some", "CPU · oneDNN"};
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
                                   DrawingText::english(textWidth));
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
