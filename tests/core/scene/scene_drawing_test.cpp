#include <cmath>
#include <gtest/gtest.h>

#include "core/onnx/parse_text.h"
#include "core/scene/drawing_svg.h"
#include "core/scene/graph_dot.h"
#include "core/scene/picture.h"
#include "core/scene/short_type.h"
#include "tests/support/drawings.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::textWidth, test::drawingOf, test::allShapes;

/// Relu → Sigmoid → Neg on two providers: N1, C1, C1. Or other operators after the Relu.
GraphScene twoProviders(const std::string& second = "Sigmoid", const std::string& third = "Neg") {
    const auto model = parseModelText(R"(<ir_version: 9, opset_import: ["" : 17]>
        g (float[2] x) => (float[2] y) { a = Relu(x) b = )" +
                                      second + "(a) y = " + third + "(b) }");
    EXPECT_TRUE(model) << model.error().what;
    SceneOptions options;
    options.textWidth = textWidth;
    auto scene = buildScene(*model, model->mainGraph(), nullptr, options);
    EXPECT_TRUE(scene);
    scene->providerNames = {{"NPU", "some"}, {"CPU", ""}};
    scene->partitionBadges = {"", "N1", "C1"};
    scene->partitionNodes = {0, 1, 2};
    for (SceneBox& box : scene->boxes)
        if (box.kind == SceneBox::Kind::node) {
            box.provider = box.title == "Relu" ? 0 : 1;
            box.partitionIndex = box.title == "Relu" ? 1 : 2;
        }
    for (const SceneNet& net : scene->nets)
        if (scene->boxes[net.source].title == "Relu")
            scene->lineKinds[net.firstTarget] = SceneNet::Kind::boundary;
    return *std::move(scene);
}

const DrawnText* textOf(const Drawing& drawing, std::string_view words) {
    for (const DrawnShape& shape : drawing.shapes)
        if (const auto* text = std::get_if<DrawnText>(&shape); text && text->words == words)
            return text;
    return nullptr;
}

TEST(SceneDrawing, EachNodeHasTheBandOfItsProvider) {
    const auto bands = allShapes<DrawnBand>(drawingOf(twoProviders()).drawing({}));
    ASSERT_EQ(bands.size(), 3U);
    EXPECT_EQ(std::ranges::count(bands, ProviderSlot::first, &DrawnBand::slot), 1);
    EXPECT_EQ(std::ranges::count(bands, ProviderSlot::last, &DrawnBand::slot), 2);
}

TEST(SceneDrawing, ALineBetweenProvidersIsThickAndStrong) {
    int thick = 0, thin = 0;
    for (const DrawnLine& line : allShapes<DrawnLine>(drawingOf(twoProviders()).drawing({}))) {
        if (line.closed)
            continue;
        thick += line.pen->width == 3 && line.pen->paint == Paint(Role::strongEdge);
        thin += line.pen->width == 1 && line.pen->paint == Paint(Role::edge);
    }
    EXPECT_EQ(thick, 1);
    EXPECT_EQ(thin, 3);
}

TEST(SceneDrawing, ThePartitionOffTheFirstProviderHasANamedHull) {
    const Drawing drawing = drawingOf(twoProviders()).drawing({});
    const auto lines = allShapes<DrawnLine>(drawing);
    EXPECT_EQ(std::ranges::count_if(lines,
                                    [](const DrawnLine& line) {
                                        return line.pen && line.pen->dash == Pen::Dash::dotted;
                                    }),
              1);
    const DrawnText* label = textOf(drawing, "C1 · CPU · 2 nodes");
    ASSERT_TRUE(label);
    EXPECT_LE(label->anchor.x + textWidth(label->words, false), drawing.bounds.right);
}

TEST(SceneDrawing, TheNameOfAHullStandsBesideTheLineThatItIsIn) {
    const SceneDrawing about = drawingOf(twoProviders("Neg", "GlobalAveragePool"));
    const Drawing drawing = about.drawing({});
    const DrawnText* label = textOf(drawing, "C1 · CPU · 2 nodes");
    ASSERT_TRUE(label);
    const auto& boxes = about.scene().boxes;
    const auto neg =
        static_cast<std::uint32_t>(std::ranges::find(boxes, std::string_view("Neg"),
                                                     [](auto& box) { return box.title.str(); }) -
                                   boxes.begin());
    const Rect first = about.boxRect(neg);
    ASSERT_LT(label->anchor.y, first.bottom);
    EXPECT_LT(label->anchor.x - first.right, 20);
}

TEST(SceneDrawing, TheNameOfAHullIsNotInTheWayOfARule) {
    const auto placeIn = [](const GraphScene& scene) {
        const Drawing drawing = drawingOf(scene).drawing({});
        const DrawnText* label = textOf(drawing, "C1 · CPU · 2 nodes");
        EXPECT_TRUE(label);
        return Rect::at(label->anchor.x, label->anchor.y - 10, textWidth(label->words, false), 12);
    };
    GraphScene scene = twoProviders();
    const Rect free = placeIn(scene);
    const double line = (free.top + free.bottom) / 2;
    scene.rules.push_back({{free.left - 5, line}, {free.right + 5, line}, 0});
    EXPECT_FALSE(placeIn(scene).meets(free));
}

TEST(SceneDrawing, AFilterTakesTheColourFromOtherProviders) {
    DrawingMarks marks;
    marks.providers = {1};
    const auto bands = allShapes<DrawnBand>(drawingOf(twoProviders()).drawing(marks));
    EXPECT_EQ(bands.size(), 2U);
}

TEST(SceneDrawing, WithoutProvidersBoxesArePlain) {
    GraphScene scene = twoProviders();
    scene.providerNames.clear();
    for (SceneBox& box : scene.boxes) {
        box.provider = -1;
        box.partitionIndex = 0;
    }
    const Drawing drawing = drawingOf(std::move(scene)).drawing({});
    EXPECT_TRUE(allShapes<DrawnBand>(drawing).empty());
    EXPECT_TRUE(textOf(drawing, "Sigmoid"));
}

TEST(SceneDrawing, DetailsAppearWithTheScale) {
    const SceneDrawing about = drawingOf(twoProviders());
    const auto shapes = [&](double scale) {
        DrawnPart part;
        part.scale = scale;
        return about.drawing({}, part);
    };
    EXPECT_TRUE(allShapes<DrawnText>(shapes(0.3)).empty());
    EXPECT_EQ(allShapes<DrawnBand>(shapes(0.3)).size(), 3U);
    EXPECT_TRUE(allShapes<DrawnBand>(shapes(0.1)).empty());
    EXPECT_EQ(allShapes<DrawnLine>(shapes(0.1)).size(), 1U) << "the border stays";
}

TEST(SceneDrawing, OnlyWhatIsInSightIsDrawn) {
    const SceneDrawing about = drawingOf(twoProviders());
    DrawnPart part;
    part.visible = {1e6, 1e6, 1e6 + 10, 1e6 + 10};
    // Boxes are not checked: the index is a coarse grid, and few boxes may all be in one cell.
    EXPECT_FALSE(textOf(about.drawing({}, part), "C1 · CPU · 2 nodes"));
}

TEST(SceneDrawing, AStepHasSignsAFrameAndGhosts) {
    GraphScene scene = twoProviders();
    scene.ghosts.push_back({NodeId{}, "Identity", {80, 24}, {0, -60}});
    const auto about = drawingOf(std::move(scene));
    DrawingMarks marks;
    marks.added = {1};
    marks.stepTitle = "after";
    const Drawing drawing = about.drawing(marks);
    EXPECT_TRUE(textOf(drawing, "+"));
    EXPECT_TRUE(textOf(drawing, "after"));
    const DrawnText* ghost = textOf(drawing, "Identity");
    ASSERT_TRUE(ghost);
    EXPECT_TRUE(ghost->struckOut);
}

TEST(SceneDrawing, ASignCoversNoBoxOfTheNextColumn) {
    const auto model = parseModelText(R"(<ir_version: 9, opset_import: ["" : 17]>
        g (float[2] x) => (float[2] y) {
            a = Relu(x) b = Sigmoid(a) c = Tanh(a) d = Exp(a) y = Sum(b, c, d) })");
    ASSERT_TRUE(model);
    SceneOptions options;
    options.textWidth = textWidth;
    const auto about = drawingOf(*buildScene(*model, model->mainGraph(), nullptr, options));
    DrawingMarks marks;
    for (std::uint32_t i = 0; i < about.scene().boxes.size(); ++i)
        (i % 2 ? marks.removed : marks.changed).insert(i);
    const Drawing drawing = about.drawing(marks);
    std::size_t signs = 0, besides = 0;
    for (std::uint32_t i = 0; i < about.scene().boxes.size(); ++i)
        for (std::uint32_t k = 0; k < about.scene().boxes.size(); ++k) {
            const Rect one = about.boxRect(i), other = about.boxRect(k);
            besides += one.right < other.left && one.top < other.bottom && other.top < one.bottom;
        }
    EXPECT_GT(besides, 0U) << "some boxes stand beside each other";
    for (const DrawnBox& plate : allShapes<DrawnBox>(drawing)) {
        if (plate.fill != Paint(Role::bad) && plate.fill != Paint(Role::changed))
            continue;
        ++signs;
        for (std::uint32_t i = 0; i < about.scene().boxes.size(); ++i)
            EXPECT_FALSE(plate.place.meets(about.boxRect(i).grown(-0.01))) << i;
    }
    EXPECT_EQ(signs, about.scene().boxes.size());
}

TEST(SceneDrawing, ColouringReplacesTheFillAndKeepsTheBand) {
    const auto about = drawingOf(twoProviders());
    std::vector<double> times(about.scene().boxes.size());
    const auto slow = std::ranges::find(about.scene().boxes, "Neg",
                                        [](const SceneBox& box) { return box.title.str(); }) -
                      about.scene().boxes.begin();
    times[static_cast<std::size_t>(slow)] = 4;
    DrawingMarks marks;
    marks.colouring = NodeColouring::byAmount(NodeColouring::By::time, times, 1);
    EXPECT_EQ(about.fill(marks, static_cast<std::size_t>(slow)), NodeColouring::heatPaint(1));
    EXPECT_EQ(marks.colouring.most, 4);
    EXPECT_EQ(allShapes<DrawnBand>(about.drawing(marks)).size(), 3U);
}

TEST(SceneDrawing, KeysAreSortedByHowManyBoxesHaveThem) {
    const GraphScene scene = twoProviders();
    std::vector<std::string> texts;
    for (const SceneBox& box : scene.boxes)
        texts.emplace_back(box.title == "Relu" ? "one" : "two");
    const NodeColouring colouring = NodeColouring::byKey(scene, texts);
    ASSERT_EQ(colouring.keys.size(), 2U);
    EXPECT_EQ(colouring.keys[0], (std::pair<std::string, std::size_t>("two", 2)));
}

TEST(Outline, OfTwoBoxesThatOverlapIsOneLoopOfEightCorners) {
    const auto loops = outlineOf({{0, 0, 10, 10}, {5, 5, 15, 15}});
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(loops[0].size(), 8U);
}

TEST(Outline, OfBoxesApartIsALoopForEach) {
    EXPECT_EQ(outlineOf({{0, 0, 10, 10}, {20, 0, 30, 10}}).size(), 2U);
    EXPECT_EQ(outlineOf({{0, 0, 10, 10}, {10, 10, 20, 20}}).size(), 2U) << "they touch by a corner";
}

TEST(Outline, AHoleIsALoopOfItsOwn) {
    const auto loops =
        outlineOf({{0, 0, 30, 10}, {0, 20, 30, 30}, {0, 0, 10, 30}, {20, 0, 30, 30}});
    ASSERT_EQ(loops.size(), 2U);
    EXPECT_EQ(loops[0].size() + loops[1].size(), 8U);
}

TEST(SceneDrawing, SharesOfManyProvidersStayInsideOfTheirGroup) {
    for (const std::size_t most : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
        GraphScene scene = twoProviders();
        SceneGroup group;
        group.byProvider.assign(60, 1);
        group.byProvider.back() = most;
        group.key.nodes = static_cast<std::uint32_t>(59 + most);
        scene.groups = {group};
        scene.boxes[0].kind = SceneBox::Kind::group;
        scene.boxes[0].group = 0;
        const SceneDrawing about = drawingOf(std::move(scene));
        const Rect box = about.boxRect(0);
        std::vector<Rect> bands;
        for (const DrawnBand& band : allShapes<DrawnBand>(about.drawing({})))
            if (std::abs(band.place.height() - 6) < 1e-9)
                bands.push_back(band.place);
        ASSERT_EQ(bands.size(), 60U);
        for (std::size_t i = 0; i < bands.size(); ++i) {
            EXPECT_GT(bands[i].width(), 0);
            EXPECT_GE(bands[i].left, box.left);
            EXPECT_LE(bands[i].right, box.right);
            if (i > 0) {
                EXPECT_DOUBLE_EQ(bands[i].left, bands[i - 1].right);
            }
        }
        EXPECT_NEAR(bands.back().right, box.right - 8, 1e-9);
    }
}

TEST(Picture, SpeaksTheLanguageOfWhoShowsIt) {
    GraphScene scene = twoProviders();
    DrawingText text = DrawingText::english(textWidth);
    text.words = [](const Message& message) { return "<" + message.text() + ">"; };
    const SceneDrawing about(std::make_shared<const GraphScene>(std::move(scene)), text);
    Partitioning partitioning;
    partitioning.summary.unassigned = 2;
    partitioning.providerNames = {{"N", ""}, {"CPU", ""}};
    DrawingMarks marks;
    marks.colouring.by = NodeColouring::By::bound;
    const Drawing picture = pictureOf(about, partitioning, marks, "headline");
    for (const char* words : {"<no provider>", "<predicted (N, Partita " PARTITA_VERSION ")>",
                              "<memory>", "<starting the task>", "<runs on the host>"})
        EXPECT_TRUE(textOf(picture, words)) << words;
}

TEST(DrawingText, ALongTextLosesItsMiddle) {
    const DrawingText text = DrawingText::english(textWidth);
    EXPECT_EQ(text.elided("short", false, 30), "short");
    const std::string cut = text.elided("encoder/layer.11/äöü/output", false, 72);
    EXPECT_TRUE(cut.starts_with("enc")) << cut;
    EXPECT_TRUE(cut.ends_with("put")) << cut;
    EXPECT_LE(textWidth(cut, false), 72);
    EXPECT_EQ(text.nodes(1), "1 node");
    EXPECT_EQ(text.nodesEach(3), "3 nodes each");
}

TEST(Palette, AMixtureLiesBetweenItsRoles) {
    EXPECT_EQ(colourOf(Paint(Role::heat, 0, Role::base), Scheme::light), 0xFFFFFFU);
    EXPECT_EQ(colourOf(Paint(Role::heat, 1, Role::base), Scheme::light), 0xF27A5EU);
    EXPECT_EQ(colourText(Role::canvas, Scheme::dark), "#1a1c20");
}

TEST(Palette, TheLastProviderKeepsItsColour) {
    EXPECT_EQ(slotOf(-1, 2), ProviderSlot::other);
    EXPECT_EQ(slotOf(0, 2), ProviderSlot::first);
    EXPECT_EQ(slotOf(1, 2), ProviderSlot::last);
    EXPECT_EQ(slotOf(1, 4), ProviderSlot::second);
    EXPECT_EQ(slotOf(2, 4), ProviderSlot::other);
}

TEST(Svg, TextsAreEscapedAndColoursFollowTheScheme) {
    Drawing drawing;
    drawing.bounds = {0, 0, 100, 50};
    drawing.shapes.emplace_back(
        DrawnText{{1, 2}, DrawnText::Align::centre, true, true, Role::text, "a<b"});
    const std::string light = toSvg(drawing, Scheme::light), dark = toSvg(drawing, Scheme::dark);
    EXPECT_NE(light.find(">a&lt;b<"), std::string::npos);
    EXPECT_NE(light.find("#1b1e23"), std::string::npos);
    EXPECT_NE(light.find("line-through"), std::string::npos);
    EXPECT_NE(dark.find("#e6e8eb"), std::string::npos);
}

TEST(Dot, HasTheColoursOfThePicture) {
    const auto about = drawingOf(twoProviders());
    const std::string light = toDot(about, {}, Scheme::light),
                      dark = toDot(about, {}, Scheme::dark);
    EXPECT_NE(light.find("label=\"Relu  N1\" fillcolor=\"#e4ecf7\""), std::string::npos) << light;
    EXPECT_NE(dark.find("fillcolor=\"#1f3148\""), std::string::npos);
}

TEST(SceneDrawing, ANodeThatMovedHasTheBandOfTheOtherSideBesideIt) {
    const SceneDrawing about = drawingOf(twoProviders());
    std::uint32_t relu = 0;
    while (about.scene().boxes[relu].title != "Relu")
        ++relu;
    DrawingMarks marks;
    marks.moved.emplace(relu, ProviderSlot::last);
    const Rect place = about.boxRect(relu);
    const auto stripe = [&] {
        for (const DrawnBand& band : allShapes<DrawnBand>(about.drawing(marks)))
            if (band.slot == ProviderSlot::last && band.place.top == place.top)
                return band.place;
        return Rect();
    };
    EXPECT_EQ(stripe(),
              Rect::at(place.left - 16, place.top, 6, place.height())); // it came from there
    marks.isBefore = true;
    EXPECT_EQ(stripe(), Rect::at(place.right + 10, place.top, 6, place.height())); // it goes there
}

TEST(SceneDrawing, MarksOfNeighboursStayApartAtEveryScale) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[4] x) => (float[4] a, float[4] b, float[4] c) { a = Abs(x) b = Neg(x) c = Relu(x) })");
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 7.0 * static_cast<double>(text.size());
    };
    options.layout.columnGap = LayoutOptions::kMarkedGap;
    const SceneDrawing about = drawingOf(*buildScene(model, model.mainGraph(), nullptr, options));
    const auto& boxes = about.scene().boxes;
    DrawingMarks marks;
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
        if (boxes[i].kind == SceneBox::Kind::node) {
            marks.moved.emplace(i, ProviderSlot::last);
            marks.changed.insert(i);
        }
    ASSERT_EQ(marks.moved.size(), 3U);
    for (const bool isBefore : {false, true})
        for (const double scale : {1.0, 0.5, 0.2}) {
            marks.isBefore = isBefore;
            DrawnPart part;
            part.scale = scale;
            const Drawing drawing = about.drawing(marks, part);
            std::size_t stripes = 0;
            std::vector<Rect> rings;
            for (const DrawnBand& band : allShapes<DrawnBand>(drawing))
                for (std::uint32_t i = 0; band.place.width() == 6 && i < boxes.size(); ++i) {
                    stripes += i == 0;
                    EXPECT_FALSE(about.boxRect(i).meets(band.place)) << scale;
                }
            EXPECT_EQ(stripes, 3U);
            for (const DrawnBox& box : allShapes<DrawnBox>(drawing))
                if (box.border && box.border->paint.role == Role::changed && box.place.width() > 20)
                    rings.push_back(box.place);
            ASSERT_EQ(rings.size(), 3U);
            for (const Rect& ring : rings) // half of the gap belongs to the neighbour
                for (const auto& [i, slot] : marks.moved) {
                    const Rect box = about.boxRect(i);
                    const double reach = ring.meets(box) ? box.left - ring.left : 0;
                    EXPECT_LT(reach, LayoutOptions::kColumnGap / 2) << scale;
                }
            EXPECT_FALSE(rings[0].meets(rings[1]) || rings[1].meets(rings[2]) ||
                         rings[0].meets(rings[2]))
                << scale;
        }
}

TEST(SceneDrawing, OnlyDifferencesLeavesTheRestPale) {
    const SceneDrawing about = drawingOf(twoProviders());
    DrawingMarks marks;
    marks.onlyDifferences = true;
    marks.changed.insert(1);
    for (std::uint32_t i = 0; i < about.scene().boxes.size(); ++i)
        EXPECT_EQ(marks.dims(about.scene(), about.scene().boxes[i]), i != 1);
}

TEST(SceneDrawing, AShapeWithoutSizesIsNamedInTheLanguageOfTheDrawing) {
    const auto model = parseModelText(R"(<ir_version: 9, opset_import: ["" : 17]>
        g (float scalar) => (float y) { y = Relu(scalar) })");
    ASSERT_TRUE(model);
    SceneOptions options;
    options.textWidth = textWidth;
    auto scene = buildScene(*model, model->mainGraph(), nullptr, options);
    ASSERT_TRUE(scene);
    DrawingText text = DrawingText::english(textWidth);
    text.words = [](const Message& message) {
        return message.text() == "scalar" ? std::string("Zahl") : message.text();
    };
    const SceneDrawing drawing(std::make_shared<GraphScene>(*std::move(scene)), 0, text);
    const Drawing drawn = drawing.drawing({});
    EXPECT_TRUE(textOf(drawn, "Zahl fp32"));
    EXPECT_TRUE(textOf(drawn, "scalar")) << "a name is not translated";
    EXPECT_FALSE(textOf(drawn, "scalar fp32"));
    EXPECT_EQ(typeInWords("x · scalar fp32 · 4 B", text.words), "x · Zahl fp32 · 4 B");
    EXPECT_EQ(typeInWords("scalars · 2 fp32", text.words), "scalars · 2 fp32");
}

} // namespace
} // namespace partita
