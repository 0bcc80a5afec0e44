// The list of models over the preview of a merge.

#include <algorithm>

#include "tests/support/merge_hand.h"
#include "tests/support/painted.h"

namespace partita {
namespace {

using MergeLegend = test::MergeHand;

TEST_F(MergeLegend, ALongNameLeavesRoomForTheCount) {
    add({small("a_model_with_a_name_that_is_far_longer_than_a_narrow_preview_has_room_for"),
         small("b")});
    MergePreview& picture = preview();
    picture.setMinimumWidth(0);
    picture.resize(300, 400);
    const auto texts = test::paintedTexts(picture);
    int counts = 0;
    for (const test::PaintedText& text : texts) {
        if (text.words != picture.countOf(0))
            continue;
        ++counts;
        EXPECT_LE(text.right, picture.width() - 8);
    }
    EXPECT_EQ(counts, 2);
    const test::PaintedText* name = test::findText(texts, QStringLiteral("…"));
    ASSERT_TRUE(name);
    EXPECT_TRUE(name->words.startsWith(QStringLiteral("a_model"))) << name->words.toStdString();
    EXPECT_LT(name->right, picture.width() - 8);
}

TEST_F(MergeLegend, ANameIsReadWholeInAnyFontWhereThereIsRoom) {
    add({small("classifier"), small("b")});
    MergePreview& picture = preview();
    picture.resize(800, 400);
    for (int tenth = 90; tenth <= 140; tenth += 3) { // widths of names are no whole pixels
        QFont font = picture.font();
        font.setPointSizeF(tenth / 10.0);
        picture.setFont(font);
        const auto texts = test::paintedTexts(picture);
        EXPECT_EQ(
            std::ranges::count(texts, QStringLiteral("classifier"), &test::PaintedText::words), 1)
            << tenth;
    }
}

} // namespace
} // namespace partita
