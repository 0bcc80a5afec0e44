// Pictures of single rewrites with what stands around them.

#include "core/scene/step_pictures.h"

#include <gtest/gtest.h>

#include "core/scene/drawing_svg.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A node that joins many others, of which a step changes the axis.
class Joined : public testing::Test {
protected:
    Joined() {
        std::string nodes, list;
        for (int i = 0; i < kInputs; ++i) {
            const std::string name = "part" + std::to_string(i);
            nodes += "[" + name + "] " + name + " = Relu(x)\n";
            list += (i ? ", " : "") + name;
        }
        before = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[4, 4] x) => (float[n, m] y) { )" +
                                     nodes + "[join] all = Concat <axis = 0> (" + list +
                                     ")\n[end] y = Abs(all) }");
        join = test::nodeNamed(before, "join");
        ModelEditor editor(before);
        editor.setAttribute(join, Attribute::make("axis", std::int64_t{1}));
        after = editor.model();
    }
    StepPicture paint() {
        return painter.paint(before, after, {"edits", join, "join", diff(before, after)}, nullptr,
                             nullptr);
    }
    static constexpr int kInputs = 9;
    Model before, after;
    NodeId join;
    StepPainter painter{DrawingText::english(estimatedTextWidth)};
};

TEST_F(Joined, AreAllDrawnWhereThereIsRoom) {
    const StepPicture picture = paint();
    EXPECT_EQ(picture.before.scene->boxes.size(), kInputs + 2U);
    EXPECT_EQ(picture.leftAround, 0U);
    painter.setRoom(5000, 1000);
    EXPECT_EQ(paint().before.scene->boxes.size(), kInputs + 2U);
}

TEST_F(Joined, AreCutBetweenBoxesWhereThereIsNot) {
    const StepPicture whole = paint();
    constexpr double kWidth = 420, kHeight = 330;
    ASSERT_GT(whole.bounds().width(), kWidth) << "a row that is wider than the room";
    painter.setRoom(kWidth, kHeight);
    const StepPicture picture = paint();
    for (const StepSide* side : {&picture.before, &picture.after}) {
        EXPECT_TRUE(side->scene->boxOf(join));
        EXPECT_LT(side->scene->boxes.size(), whole.before.scene->boxes.size());
        EXPECT_GT(side->scene->boxes.size(), 2U) << "as much as has room is drawn";
        EXPECT_LE(side->drawing.bounds.width(), kWidth);
        EXPECT_LE(side->drawing.bounds.height(), kHeight);
    }
    EXPECT_EQ(picture.leftAround, kInputs + 2 - picture.before.scene->boxes.size())
        << "the others are counted";
}

TEST_F(Joined, TheStepItselfIsDrawnHoweverSmallTheRoom) {
    painter.setRoom(40, 30);
    const StepPicture picture = paint();
    ASSERT_EQ(picture.before.scene->boxes.size(), 1U);
    EXPECT_EQ(picture.leftAround, kInputs + 1U);
    EXPECT_LT(picture.scaleFor(40, 30), 1) << "it is smaller, and not cut";
    const Rect seen = picture.seen(40 / picture.scaleFor(40, 30), 30 / picture.scaleFor(40, 30)),
               frame = picture.frame();
    EXPECT_LE(seen.left, frame.left + 1e-6);
    EXPECT_GE(seen.right, frame.right - 1e-6);
}

TEST(StepPicture, ATypeThatHasNoRoomIsNotDrawn) {
    const Model before = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[batch, positions] x) => (float[batch, positions] y)
        <float[batch, positions] a> { [one] a = Abs(x) [two] y = Elu(a) })");
    const NodeId two = test::nodeNamed(before, "two");
    ModelEditor editor(before);
    editor.setAttribute(two, Attribute::make("alpha", 2.0F));
    const Model after = editor.model();
    StepPainter painter(DrawingText::english(estimatedTextWidth));
    const auto paint = [&] {
        return painter.paint(before, after, {"edits", two, "two", diff(before, after)}, nullptr,
                             nullptr);
    };
    EXPECT_EQ(paint().before.scene->labels.size(), 1U);
    painter.setRoom(180, 200);
    const StepPicture narrow = paint();
    EXPECT_EQ(narrow.before.scene->boxes.size(), 2U) << "the boxes have room";
    EXPECT_TRUE(narrow.before.scene->labels.empty());
    EXPECT_LE(narrow.bounds().width(), 180 + 14);
}

} // namespace
} // namespace partita
