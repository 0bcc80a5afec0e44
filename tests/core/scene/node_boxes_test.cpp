// The boxes of single nodes: their badges, and that the operator can be read.

#include <gtest/gtest.h>

#include "core/scene/graph_scene.h"
#include "core/scene/scene_drawing.h"
#include "tests/support/models.h"

namespace partita {
namespace {

double boxTextWidth(const std::string& text, bool title) {
    return (title ? 9.0 : 6.0) * static_cast<double>(text.size());
}

GraphScene normalization() {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,2,4,4] x) => (float[1,2,4,4] y)
          <float[2] s = {1,1}, float[2] b = {0,0}, float[2] m = {0,0}, float[2] v = {1,1}> {
          [norm] y = BatchNormalization(x, s, b, m, v) })");
    SceneOptions options;
    options.textWidth = boxTextWidth;
    return *buildScene(model, model.mainGraph(), nullptr, options);
}

TEST(NodeBox, MeanAndVarianceHaveTheirOwnLetters) {
    const GraphScene scene = normalization();
    std::string letters;
    for (const SceneBox& box : scene.boxes)
        for (const SceneBadge& badge : box.badges)
            letters += badge.text();
    EXPECT_EQ(letters, "SBMV");
}

TEST(NodeBox, BadgesDoNotTakeTheRoomOfTheOperator) {
    const auto scene = std::make_shared<const GraphScene>(normalization());
    const SceneDrawing drawing(scene, DrawingText::english(boxTextWidth));
    const Drawing drawn = drawing.drawing({}, {drawing.bounds(), 1, true});
    bool whole = false;
    for (const auto& shape : drawn.shapes)
        if (const auto* text = std::get_if<DrawnText>(&shape))
            whole = whole || text->words == "BatchNormalization";
    EXPECT_TRUE(whole);
}

} // namespace
} // namespace partita
