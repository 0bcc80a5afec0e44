// Charts, operated by mouse.

#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/charts/difference_chart.h"

namespace partita {
namespace {

TEST(DifferenceChart, AClickGoesToTheRewriteAtThatPlace) {
    DifferenceChart chart(Theme::get(Theme::Kind::light));
    chart.resize(300, 120);
    std::map<std::size_t, ModelDifference> differences;
    for (const std::size_t position : {0U, 5U, 10U}) {
        differences[position].within = true;
        differences[position].figures.relative = 1e-6;
    }
    chart.setDifferences(differences, 0, 10);
    chart.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&chart));
    std::vector<std::size_t> clicked;
    QObject::connect(&chart, &DifferenceChart::positionClicked,
                     [&](std::size_t position) { clicked.push_back(position); });
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, {chart.width() - 4, 60});
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, {chart.width() / 2 + 10, 60});
    ASSERT_EQ(clicked.size(), 2U);
    EXPECT_EQ(clicked[0], 10U);
    EXPECT_EQ(clicked[1], 5U);
}

TEST(DifferenceChart, ItsTitleIsPaintedWholeInALargeFont) {
    DifferenceChart chart(Theme::get(Theme::Kind::light));
    QFont large = chart.font();
    large.setPointSize(24);
    chart.setFont(large);
    chart.resize(900, chart.minimumHeight());
    const QRgb base = Theme::get(Theme::Kind::light).base.rgb();
    const QImage picture = test::pictureOf(chart);
    // What is below the first line of text, but above the hint in the middle.
    const int high = chart.fontMetrics().height(), clipped = 18;
    ASSERT_GT(high, clipped + 4);
    bool isPainted = false;
    for (int y = clipped + 1; y < high; ++y)
        for (int x = 0; x < 200; ++x)
            isPainted = isPainted || picture.pixel(x, y) != base;
    EXPECT_TRUE(isPainted);
    EXPECT_GT(chart.sizeHint().height(), 2 * high + 70);
}

TEST(DifferenceChart, APointIsOnTheSideOfTheLimitThatItsColourSays) {
    const auto picture = [](bool within, double relative) {
        DifferenceChart chart(Theme::get(Theme::Kind::light));
        chart.resize(300, 120);
        std::map<std::size_t, ModelDifference> differences;
        differences[5].within = within;
        differences[5].figures = {!within, relative, 1};
        chart.setDifferences(differences, 0, 10);
        return chart.grab().toImage();
    };
    EXPECT_EQ(picture(false, kSameOutputs / 100), picture(false, kSameOutputs));
    EXPECT_NE(picture(false, kSameOutputs * 100), picture(false, kSameOutputs));
    EXPECT_EQ(picture(true, kSameOutputs * 100), picture(true, kSameOutputs));
    EXPECT_NE(picture(true, kSameOutputs / 100), picture(true, kSameOutputs));
}

} // namespace
} // namespace partita
