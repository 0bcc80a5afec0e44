// The memory of a run, step by step.

#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "views/charts/memory_chart.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

using test::paints;

/// A chart of 400 pixels between its margins.
struct Chart : MemoryChart {
    explicit Chart(const std::vector<std::uint64_t>& live)
        : MemoryChart(Theme::get(Theme::Kind::light)) {
        std::vector<MemoryStep> steps;
        for (const std::uint64_t bytes : live)
            steps.push_back({{static_cast<std::uint32_t>(steps.size() + 1)}, bytes});
        setSteps(steps, 8192,
                 [](NodeId node) { return QStringLiteral("node %1").arg(node.value); });
        resize(416, 136);
        show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(this));
        connect(this, &MemoryChart::nodeClicked, [this](NodeId node) { clicked.push_back(node); });
    }
    /// The height of the area in a column of pixels.
    int heightAt(int x) {
        const QImage picture = test::pictureOf(*this);
        int filled = 0;
        for (int y = 18; y < height() - 18; ++y)
            filled += picture.pixelColor(x, y) != light.base;
        return filled;
    }
    const Theme& light = Theme::get(Theme::Kind::light);
    std::vector<NodeId> clicked;
};

TEST(MemoryChart, SaysTheMostInUseAndTheArena) {
    Chart chart({1024, 4096, 2048, 512});
    EXPECT_TRUE(paints(chart, QStringLiteral("at most 4.0 KiB")));
    EXPECT_TRUE(paints(chart, QStringLiteral("arena 8.0 KiB")));
    EXPECT_TRUE(paints(chart, QStringLiteral("first step")));
    EXPECT_TRUE(paints(chart, QStringLiteral("step 4")));
    EXPECT_TRUE(chart.accessibleName().contains(QStringLiteral("4.0 KiB")));
}

TEST(MemoryChart, TheAreaIsAsHighAsTheBytesOfItsStep) {
    Chart chart({1024, 4096, 2048, 0});
    EXPECT_NEAR(chart.heightAt(58), 25, 2);
    EXPECT_NEAR(chart.heightAt(158), 100, 2);
    EXPECT_NEAR(chart.heightAt(258), 50, 2);
    EXPECT_LE(chart.heightAt(358), 2);
}

TEST(MemoryChart, OfMoreStepsThanPixelsTheHighestAreSeen) {
    std::vector<std::uint64_t> live(40'000, 1024);
    live[20'050] = 4096; // one of the hundred in its pixel
    Chart chart(live);
    EXPECT_NEAR(chart.heightAt(8 + 200), 100, 2);
    EXPECT_NEAR(chart.heightAt(8 + 180), 25, 2);
    EXPECT_NEAR(chart.heightAt(8 + 220), 25, 2);
}

TEST(MemoryChart, WithoutMemoryInUseTheAreaIsFlat) {
    Chart chart({0, 0});
    EXPECT_LE(chart.heightAt(100), 2);
    EXPECT_TRUE(paints(chart, QStringLiteral("at most 0 B")));
}

TEST(MemoryChart, ThePointerNamesTheStepUnderIt) {
    Chart chart({1024, 4096, 2048, 512});
    test::moveMouse(chart, {270, 60});
    EXPECT_TRUE(paints(chart, QString::fromUtf8("2.0 KiB · node 3")));
    EXPECT_FALSE(paints(chart, QStringLiteral("first step")));
    test::moveMouse(chart, {150, 60});
    EXPECT_TRUE(paints(chart, QString::fromUtf8("4.0 KiB · node 2")));
    const int line = test::pixelsOf(test::pictureOf(chart), chart.light.text, {156, 18, 5, 100});
    EXPECT_GE(line, 90);             // a line in the middle of the step
    test::moveMouse(chart, {4, 60}); // beside the plot
    EXPECT_TRUE(paints(chart, QStringLiteral("first step")));
    test::moveMouse(chart, {150, 60});
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&chart, &leave);
    EXPECT_FALSE(paints(chart, QStringLiteral("node 2")));
    EXPECT_TRUE(paints(chart, QStringLiteral("first step")));
}

TEST(MemoryChart, AClickTellsTheNodeOfItsStep) {
    Chart chart({1024, 4096, 2048, 512});
    for (const int x : {8, 120, 407, 3, 410})
        QTest::mouseClick(&chart, Qt::LeftButton, {}, {x, 60});
    EXPECT_EQ(chart.clicked, (std::vector<NodeId>{{1}, {2}, {4}}));
}

TEST(MemoryChart, WithoutARunItSaysWhatWillBeThere) {
    Chart chart({});
    EXPECT_TRUE(paints(chart, QStringLiteral("appears here after a run")));
    QTest::mouseClick(&chart, Qt::LeftButton, {}, {100, 60});
    test::moveMouse(chart, {100, 60});
    EXPECT_TRUE(chart.clicked.empty());
    EXPECT_FALSE(paints(chart, QStringLiteral("arena")));
}

TEST(MemoryChart, TheNextRunIsNotHovered) {
    Chart chart({1024, 4096, 2048, 512});
    test::moveMouse(chart, {400, 60});
    chart.setSteps({{{9}, 100}}, 100, [](NodeId) { return QString(); });
    EXPECT_TRUE(paints(chart, QStringLiteral("step 1")));
    EXPECT_TRUE(paints(chart, QStringLiteral("arena 100 B")));
}

TEST(MemoryChart, TheThemeChangesItsColours) {
    Chart chart({1024});
    const Theme& dark = Theme::get(Theme::Kind::dark);
    chart.setTheme(dark);
    EXPECT_EQ(test::pictureOf(chart).pixelColor(2, 60), dark.base);
}

} // namespace
} // namespace partita
