// Charts, operated by mouse.

#include "tests/support/window.h"
#include "views/charts/difference_chart.h"

namespace partita {
namespace {

TEST(DifferenceChart, AClickGoesToTheRewriteAtThatPlace) {
    DifferenceChart chart(Theme::get(Theme::Kind::light));
    chart.resize(300, 120);
    std::map<std::size_t, ModelDifference> differences;
    for (const std::size_t position : {0, 5, 10}) {
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

} // namespace
} // namespace partita
