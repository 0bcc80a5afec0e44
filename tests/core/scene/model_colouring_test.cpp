#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "core/scene/drawing_svg.h"
#include "core/scene/model_colouring.h"
#include "core/scene/picture.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using By = NodeColouring::By;
using Scale = NodeColouring::Scale;

Model model() {
    return test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 17]>
        g (float[2] x) => (int64[4] y) <float[1024] w = {0}> {
            [one] a = Relu(x) [two] b = Relu(a) [three] c = Add(b, w) [four] y = Cast<to: int = 7>(c) })");
}

GraphScene colouredScene(const Model& of, bool collapse = false) {
    SceneOptions options;
    options.textWidth = estimatedTextWidth;
    options.collapse = collapse;
    auto scene = buildScene(of, of.mainGraph(), nullptr, options);
    EXPECT_TRUE(scene);
    return *std::move(scene);
}

std::size_t box(const Model& of, const GraphScene& scene, const char* name) {
    return *scene.boxOf(test::nodeNamed(of, name));
}

NodeColouring byValues(const Model& of, const GraphScene& scene, std::string_view csv) {
    return colouringByValues(valuesOf(of, *namedValuesFrom(csv, true, "error")), scene);
}

TEST(ModelColouring, OperatorsHaveColoursInTheOrderOfTheirNumber) {
    const Model of = model();
    const GraphScene scene = colouredScene(of);
    const NodeColouring colours = colouringByOperator(of, scene);
    ASSERT_EQ(colours.keys.size(), 3U);
    EXPECT_EQ(colours.keys[0], (std::pair<std::string, std::size_t>("Relu", 2)));
    EXPECT_EQ(colours.fill(box(of, scene, "one")), colours.fill(box(of, scene, "two")));
    EXPECT_EQ(colours.textOf(box(of, scene, "four")), "Cast");
}

TEST(ModelColouring, MemoryIsThatOfOutputsAndWeights) {
    const Model of = model();
    const GraphScene scene = colouredScene(of);
    const NodeColouring colours = colouringByMemory(of, scene);
    EXPECT_EQ(colours.by, By::memory);
    EXPECT_GE(colours.amounts[box(of, scene, "three")], 4096);
    EXPECT_LT(colours.amounts[box(of, scene, "one")], 4096);
}

TEST(ModelColouring, ValuesBelowZeroHaveALinearScaleFromTheLeast) {
    const Model of = model();
    const GraphScene scene = colouredScene(of);
    const NodeColouring colours =
        byValues(of, scene, "name,value\none,-4\ntwo,0\nthree,4\nfour,nan\n");
    EXPECT_EQ(colours.least, -4);
    EXPECT_EQ(colours.most, 4);
    EXPECT_FALSE(colours.mayBeLogarithmic());
    EXPECT_EQ(colours.on(Scale::logarithmic).scale, Scale::linear);
    EXPECT_EQ(colours.fill(box(of, scene, "one")), NodeColouring::heatPaint(0));
    EXPECT_EQ(colours.fill(box(of, scene, "two")), NodeColouring::heatPaint(0.5));
    EXPECT_EQ(colours.fill(box(of, scene, "three")), NodeColouring::heatPaint(1));
    EXPECT_EQ(colours.textOf(box(of, scene, "one")), "-4");
}

TEST(ModelColouring, ANodeWithoutAValueIsGreyOnEveryScale) {
    const Model of = model();
    const GraphScene scene = colouredScene(of);
    const NodeColouring colours = byValues(of, scene, "name,value\none,1\ntwo,100\n");
    for (const Scale scale : {Scale::linear, Scale::logarithmic, Scale::rank}) {
        EXPECT_EQ(colours.on(scale).fill(box(of, scene, "four")), NodeColouring::nonePaint());
        EXPECT_EQ(colours.on(scale).fill(box(of, scene, "two")), NodeColouring::heatPaint(1));
        for (std::size_t i = 0; i < scene.boxes.size(); ++i)
            if (scene.boxes[i].isPort()) {
                EXPECT_EQ(colours.on(scale).fill(i), NodeColouring::heatPaint(0));
            }
    }
    EXPECT_EQ(colours.textOf(box(of, scene, "four")), "");
}

TEST(ModelColouring, NumbersWhoseDifferenceIsTooLargeAreColouredAllTheSame) {
    const double values[] = {-1.7e308, 0, 1.7e308, std::numeric_limits<double>::quiet_NaN()};
    const NodeColouring colours = NodeColouring::byAmount(By::value, values, 1);
    EXPECT_EQ(colours.heat[0], 0);
    EXPECT_FLOAT_EQ(colours.heat[1], 0.5F);
    EXPECT_EQ(colours.heat[2], 1);
    EXPECT_LT(colours.heat[3], 0);
}

TEST(ModelColouring, CategoriesBeyondTheColoursAreOthers) {
    std::vector<std::map<std::string, std::size_t>> counts;
    for (int i = 0; i < 15; ++i)
        counts.push_back({{"category " + std::to_string(i), 1}});
    const NodeColouring colours = NodeColouring::byCounts(counts);
    // Equally frequent ones are in the order of their names: 0, 1, 10 … 14, 2 … 9.
    EXPECT_EQ(colours.fill(5), colours.fill(9));
    EXPECT_FALSE(colours.fill(4) == colours.fill(9));
    EXPECT_EQ(NodeColouring::keyPaint(kKeyRoles), NodeColouring::keyPaint(kKeyRoles + 3));
}

TEST(ModelColouring, AGroupHasTheLargestValueAndTheMostFrequentCategory) {
    const Model of = test::largeModel(3000);
    const GraphScene scene = colouredScene(of, true);
    const auto group = std::ranges::find(scene.boxes, SceneBox::Kind::group, &SceneBox::kind);
    ASSERT_NE(group, scene.boxes.end());
    const auto at = static_cast<std::size_t>(group - scene.boxes.begin());
    NamedValues named;
    named.title = "error";
    double most = 0;
    of.nodes().forEach([&](NodeId id, const auto& node) {
        if (scene.boxOf(id) != at)
            return;
        most = id.value;
        named.entries.push_back({node->label(), static_cast<double>(id.value), "x"});
    });
    EXPECT_EQ(colouringByValues(valuesOf(of, named), scene).amounts[at], most);
    EXPECT_FALSE(colouringByOperator(of, scene).textOf(at).empty());
}

TEST(ModelColouring, TheLegendNamesTheScaleAndWhatHasNoValue) {
    const Model of = model();
    const auto scene = std::make_shared<const GraphScene>(colouredScene(of));
    const SceneDrawing drawing(scene, 2, DrawingText::english(estimatedTextWidth));
    DrawingMarks marks;
    marks.colouring = byValues(of, *scene, "name,error\none,0.25\n").on(Scale::rank);
    Partitioning partitioning;
    const Drawing picture = pictureOf(drawing, partitioning, marks, "");
    std::string words;
    for (const DrawnShape& shape : picture.shapes)
        if (const auto* text = std::get_if<DrawnText>(&shape))
            words += text->words + "|";
    for (const char* wanted :
         {"|error|", "|0.25|", "|least|", "|coloured by rank|", "|no value|3|"})
        EXPECT_NE(words.find(wanted), std::string::npos) << wanted << " in " << words;
}

} // namespace
} // namespace partita
