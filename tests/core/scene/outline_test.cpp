// The outline of a model, and its repeated blocks.

#include <algorithm>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/scene/graph_scene.h"
#include "core/scene/repeated_blocks.h"
#include "core/scene/scene_drawing.h"
#include "core/session/placement.h"
#include "providers/registry.h"
#include "tests/support/drawings.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A picture with the groups of an outline closed.
SceneOptions foldedBy(const GraphOutline& outline) {
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 6 * static_cast<double>(text.size());
    };
    options.collapse = true;
    options.outline = &outline;
    return options;
}

/// `layers` layers of eight nodes in name scopes; layer `odd` has Mish, which no device runs, in
/// place of one Relu.
Model layered(int layers, int odd) {
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] v0) => (float[4] y) {)";
    std::vector<std::string> names;
    int made = 0;
    for (int layer = 0; layer < layers; ++layer)
        for (int i = 0; i < 8; ++i) {
            const bool last = layer + 1 == layers && i == 7;
            const std::string out = last ? "y" : "v" + std::to_string(made + 1);
            text += "  [n" + std::to_string(made) + "] " + out + " = " +
                    (layer == odd && i == 4 ? "Mish"
                     : i % 2                ? "Abs"
                                            : "Relu") +
                    "(v" + std::to_string(made) + ")\n";
            names.push_back("/m/layers." + std::to_string(layer) + "/" + std::to_string(i));
            ++made;
        }
    const Model model = test::modelFromText(text + "}");
    ModelEditor editor(model);
    for (int i = 0; i < made; ++i)
        editor.changeNode(test::nodeNamed(model, "n" + std::to_string(i)),
                          [&](Node& node) { node.name = names[static_cast<std::size_t>(i)]; });
    return editor.model();
}

struct Placed {
    explicit Placed(Model of)
        : model(std::move(of)), partitioning(placeModel(model, *makeProviders({}))->ofSource),
          outline(model, partitioning) {}
    Model model;
    Partitioning partitioning;
    Outline outline;
};

TEST(Outline, TheFiguresOfPartsAddUpToThoseOfTheWhole) {
    const Placed placed(layered(12, 5));
    const GraphOutline& graph = placed.outline.graphs().front();
    const OutlineFigures whole = placed.outline.figures(graph);
    EXPECT_EQ(whole.nodes, placed.partitioning.summary.nodes);
    EXPECT_EQ(whole.byProvider, placed.partitioning.summary.byProvider);
    std::size_t nodes = 0;
    for (std::size_t place = 0; place < graph.order.size(); ++place)
        nodes += placed.outline.figures(graph, place, place + 1).nodes;
    EXPECT_EQ(nodes, whole.nodes);
    for (const NodeId node : graph.order)
        EXPECT_EQ(graph.order[*placed.outline.placeOf(node)], node);
}

TEST(Outline, ANodeCountsWhatIsInItsBodies) {
    const Placed placed(inferShapesOrWarn(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]>
           g (bool c, float[4] x) => (float[4] y) {
             [before] a = Relu(x)
             [choice] y = If(c) <
               then_branch = t () => (float[4] p) { [inner] p = Abs(a) },
               else_branch = e () => (float[4] q) { [other1] r = Neg(a) [other2] q = Mish(r) }>
           })")));
    ASSERT_EQ(placed.outline.graphs().size(), 3U);
    const NodeId choice = test::nodeNamed(placed.model, "choice");
    const std::size_t place = *placed.outline.placeOf(choice);
    EXPECT_EQ(placed.outline.figures(placed.outline.graphs().front(), place, place + 1).nodes, 4U);
    EXPECT_EQ(placed.outline.figures(placed.outline.graphs().front()).nodes,
              placed.partitioning.summary.nodes);
    EXPECT_EQ(placed.outline.graphs()[1].parent, choice);
}

TEST(Outline, TheStripeOfAGroupWithBodiesEndsInItsBox) {
    const Model model = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]>
           g (bool c, float[4] x) => (float[4] y) {
             m = Relu(x) n = Abs(m) r = Relu(n) s = Abs(r) t = Relu(s)
             u = Abs(t) v = Relu(u) w = Abs(v) a = Relu(w)
             y = If(c) <
               then_branch = t () => (float[4] p) { p1 = Abs(a) p2 = Neg(p1) p = Relu(p2) },
               else_branch = e () => (float[4] q) { q1 = Neg(a) q = Abs(q1) }> })");
    const Partitioning partitioning = placeModel(model, *makeProviders({}))->ofSource;
    const auto order = model.topologicalOrder(model.mainGraph());
    GraphOutline outline;
    outline.graph = model.mainGraph();
    outline.order = order;
    outline.whole = {0, 10, "", 1, {{0, 5, "one", 1, {}}, {5, 10, "two", 1, {}}}};
    const SceneOptions options = foldedBy(outline);
    const auto scene = buildScene(model, model.mainGraph(), &partitioning, options);
    ASSERT_TRUE(scene && scene->groups.size() == 2);
    EXPECT_EQ(scene->groups[1].placed, 10U);
    const SceneDrawing about(std::make_shared<const GraphScene>(*scene),
                             DrawingText::english(options.textWidth));
    std::vector<double> ends, boxes;
    for (const DrawnShape& shape : about.drawing({}).shapes)
        if (const auto* band = std::get_if<DrawnBand>(&shape))
            ends.push_back(band->place.right);
    for (std::size_t box = 0; box < scene->boxes.size(); ++box)
        if (scene->boxes[box].kind == SceneBox::Kind::group)
            boxes.push_back(about.boxRect(box).right - 8);
    EXPECT_EQ(ends, boxes);
}

/// Six nodes on the device, one that no device runs, and six on the device, as two closed groups:
/// the device runs most nodes of both.
struct TwoGroups {
    Model model = inferShapesOrWarn(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[4] y) {
             a = Relu(x) b = Abs(a) c = Relu(b) d = Abs(c) e = Relu(d) [last] f = Abs(e)
             m = Mish(f)
             n = Relu(m) o = Abs(n) p = Relu(o) q = Abs(p) r = Relu(q) y = Abs(r) })"));
    Partitioning partitioning = placeModel(model, *makeProviders({}))->ofSource;

    /// `first`: the number of nodes of the first group. The border is inside a group or between both.
    [[nodiscard]] GraphScene scene(std::size_t first) const {
        GraphOutline outline;
        outline.graph = model.mainGraph();
        outline.order = model.topologicalOrder(model.mainGraph());
        const std::size_t nodes = outline.order.size();
        outline.whole = {0, nodes, "", 1, {{0, first, "one", 1, {}}, {first, nodes, "two", 1, {}}}};
        return *buildScene(model, model.mainGraph(), &partitioning, foldedBy(outline));
    }
};

TEST(Outline, ABoundaryLeadsIntoAGroupOfSeveralPartitions) {
    const TwoGroups groups;
    ASSERT_EQ(groups.partitioning.partitions.size(), 3U);
    const auto kinds = [&](std::size_t first) {
        std::vector<SceneNet::Kind> list;
        for (const SceneNet& net : groups.scene(first).nets)
            list.push_back(net.kind);
        return list;
    };
    using enum SceneNet::Kind;
    EXPECT_EQ(kinds(5), (std::vector{plain, plain, plain}));
    EXPECT_EQ(kinds(6), (std::vector{plain, boundary, plain}));
    EXPECT_EQ(kinds(7), (std::vector{plain, boundary, plain}));
}

TEST(Outline, ABoundaryBetweenGroupsOfOneMainProviderIsAThickLine) {
    for (const std::size_t first : {6U, 7U}) {
        const SceneDrawing about = test::drawingOf(TwoGroups().scene(first));
        std::vector<std::int32_t> providers;
        for (const SceneBox& box : about.scene().boxes)
            if (box.kind == SceneBox::Kind::group)
                providers.push_back(box.provider);
        ASSERT_EQ(providers, (std::vector<std::int32_t>{0, 0}));
        const auto lines = test::allShapes<DrawnLine>(about.drawing({}));
        EXPECT_EQ(std::ranges::count_if(lines,
                                        [](const DrawnLine& line) {
                                            return line.pen && line.pen->width == 3 &&
                                                   line.pen->paint == Paint(Role::strongEdge);
                                        }),
                  1)
            << first;
    }
}

TEST(Outline, AChipSaysTheBytesOfOpenSizesAndOnDemandTheName) {
    const auto chip = [](const std::string& shape, bool names) {
        const std::string type = "float[" + shape + "]";
        const Model model = inferShapesOrWarn(test::modelFromText(
            R"(<ir_version: 9, opset_import: ["" : 18]> g ()" + type + " x) => (" + type + R"( y) {
             a = Relu(x) b = Abs(a) c = Relu(b) d = Abs(c) e = Relu(d) f = Abs(e)
             a_scope_of_a_model_with_a_long_name = Abs(f)
             y = Mish(a_scope_of_a_model_with_a_long_name) })"));
        const Partitioning partitioning = placeModel(model, *makeProviders({}))->ofSource;
        SceneOptions options;
        options.textWidth = [](const std::string& text, bool) {
            return 6 * static_cast<double>(text.size());
        };
        options.showNames = names;
        const auto scene = buildScene(model, model.mainGraph(), &partitioning, options);
        return scene->labels.empty() ? "none" : scene->labels.front().text;
    };
    EXPECT_EQ(chip("4, 256", false), "4×256 fp32 · 4.0 KiB");
    EXPECT_EQ(chip("n, 256", false), "n×256 fp32 · 1.0 KiB × n");
    EXPECT_EQ(chip("n, 256", true), "…_of_a_model_with_a_long_name · n×256 fp32 · 1.0 KiB × n");
    EXPECT_EQ(chip("n, 256, m", false), "n×256×m fp32 · ≥ 1.0 KiB");
    EXPECT_EQ(chip("unk__123_plus_unk__45, 256", false),
              "unk__12…unk__45×256 fp32 · 1.0 KiB × unk__12…unk__45");
}

TEST(Outline, ItsGroupsAreThoseOfTheFoldedPicture) {
    const Placed placed(layered(12, 5));
    const GraphOutline& graph = placed.outline.graphs().front();
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) { return 7.0 * double(text.size()); };
    options.collapse = true;
    const auto own = *buildScene(placed.model, graph.graph, &placed.partitioning, options);
    options.outline = &graph;
    const auto given = *buildScene(placed.model, graph.graph, &placed.partitioning, options);
    EXPECT_EQ(own.order, given.order);
    ASSERT_EQ(own.groups.size(), given.groups.size());
    for (std::size_t i = 0; i < own.groups.size(); ++i)
        EXPECT_EQ(own.groups[i].key, given.groups[i].key);
}

TEST(Outline, ABoxOfTheFoldedPictureCountsWhatIsInBodiesAsWell) {
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[4] v0) => (float[4] y) {)";
    for (int i = 0; i < 40; ++i)
        text += " [n" + std::to_string(i) + "] v" + std::to_string(i + 1) + " = " +
                (i % 2 ? "Abs" : "Relu") + "(v" + std::to_string(i) + ")";
    text += R"( [choice] y = If(c) < then_branch = t () => (float[4] p) { p = Abs(v40) },
        else_branch = e () => (float[4] q) { r = Neg(v40) q = Exp(r) }> })";
    const Model made = test::modelFromText(text);
    ModelEditor editor(made);
    for (int i = 0; i < 40; ++i)
        editor.changeNode(test::nodeNamed(made, "n" + std::to_string(i)), [&](Node& node) {
            node.name = (i < 20 ? "/m/one/" : "/m/two/") + node.name;
        });
    const Placed placed(inferShapesOrWarn(editor.model()));
    const GraphOutline& graph = placed.outline.graphs().front();
    SceneOptions options;
    options.textWidth = [](const std::string& words, bool) { return 7.0 * double(words.size()); };
    options.collapse = true;
    options.outline = &graph;
    const auto scene = *buildScene(placed.model, graph.graph, &placed.partitioning, options);
    ASSERT_FALSE(scene.groups.empty());
    bool hasBodies = false;
    for (const SceneGroup& group : scene.groups) {
        const std::size_t begin = *placed.outline.placeOf(group.key.first);
        const OutlineFigures figures =
            placed.outline.figures(graph, begin, begin + group.key.nodes);
        EXPECT_EQ(group.placed, figures.nodes);
        EXPECT_EQ(group.byProvider, figures.byProvider);
        hasBodies = hasBodies || group.placed > group.key.nodes;
    }
    EXPECT_TRUE(hasBodies);
}

TEST(RepeatedBlocks, LayersOfOneStructureAreOneRowWhateverTheirPartition) {
    const Placed placed(layered(12, -1));
    const auto blocks = repeatedBlocks(placed.model, placed.partitioning, placed.outline);
    ASSERT_FALSE(blocks.empty());
    EXPECT_EQ(blocks.front().places.size(), 12U);
    EXPECT_EQ(blocks.front().nodes, 8U);
    EXPECT_EQ(blocks.front().title, "layers.0–11");
    EXPECT_EQ(blocks.front().variants.size(), 1U) << "all are placed alike";
    EXPECT_EQ(blocks.front().allNodes().size(), 96U);
}

TEST(RepeatedBlocks, ABlockWithAnotherOperatorIsNoRepeat) {
    const Placed placed(layered(12, 5));
    const auto blocks = repeatedBlocks(placed.model, placed.partitioning, placed.outline);
    ASSERT_FALSE(blocks.empty());
    EXPECT_EQ(blocks.front().places.size(), 11U);
}

TEST(RepeatedBlocks, TellsWhichBlockIsPlacedDifferently) {
    const Model model = layered(12, -1);
    PartitionOptions wishes;
    wishes.excluded.emplace(test::nodeNamed(model, "/m/layers.7/3"), "npu");
    const auto placement = placeModel(model, *makeProviders({}), wishes)->ofSource;
    const Outline outline(model, placement);
    const auto blocks = repeatedBlocks(model, placement, outline);
    ASSERT_FALSE(blocks.empty());
    const RepeatedBlock& block = blocks.front();
    ASSERT_EQ(block.variants.size(), 2U);
    EXPECT_EQ(block.variants[0].blocks, 11U);
    EXPECT_EQ(block.variants[1].blocks, 1U);
    EXPECT_EQ(block.variants[1].cuts, 2U);
    EXPECT_EQ(block.variants[1].byProvider.back(), 1U);
    EXPECT_EQ(block.places[7].variant, 1U);
    EXPECT_EQ(block.partitions, 3U);
    EXPECT_EQ(block.boundaries, 2U);
}

} // namespace
} // namespace partita
