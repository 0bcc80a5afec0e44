#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "core/layout/dot_engine.h"
#include "core/onnx/read.h"
#include "core/scene/graph_scene.h"
#include "tests/support/models.h"

namespace partita {
namespace {

LayoutInput randomGraph(unsigned seed, std::size_t boxes, std::size_t nets) {
    unsigned state = seed;
    const auto random = [&state](std::size_t below) {
        return (state = state * 1664525U + 1013904223U) / 65536U % below;
    };
    LayoutInput input;
    for (std::size_t i = 0; i < boxes; ++i)
        input.boxes.push_back({60.0 + static_cast<double>(random(100)), random(4) ? 24.0 : 38.0});
    for (std::size_t i = 0; i < nets; ++i) {
        const std::size_t source = random(boxes - 1);
        LayoutInput::Net net{
            static_cast<std::uint32_t>(source), {}, random(9) == 0, random(7) ? 0.0 : 18.0};
        for (std::size_t t = 0, n = 1 + random(3); t < n; ++t)
            net.targets.push_back(
                static_cast<std::uint32_t>(source + 1 + random(boxes - source - 1)));
        input.nets.push_back(net);
    }
    return input;
}

void expectNoOverlap(const LayoutInput& input, const Layout& layout) {
    for (std::size_t a = 0; a < input.boxes.size(); ++a)
        for (std::size_t b = a + 1; b < input.boxes.size(); ++b) {
            const double dx = std::fabs(layout.centers[a].x - layout.centers[b].x),
                         dy = std::fabs(layout.centers[a].y - layout.centers[b].y);
            ASSERT_TRUE(dx + 0.01 >= (input.boxes[a].width + input.boxes[b].width) / 2 ||
                        dy + 0.01 >= (input.boxes[a].height + input.boxes[b].height) / 2)
                << a << " and " << b;
        }
}

/// Checks that no line passes through a box other than its ends.
void expectLinesGoAround(const LayoutInput& input, const Layout& layout) {
    for (const Route& route : layout.routes)
        for (std::size_t p = 1; p < route.pointCount; ++p) {
            const PointF &a = layout.pointsOf(route)[p - 1], &b = layout.pointsOf(route)[p];
            EXPECT_TRUE(std::fabs(a.x - b.x) < 0.51 || std::fabs(a.y - b.y) < 0.51)
                << "not orthogonal";
            for (std::size_t box = 0; box < input.boxes.size(); ++box) {
                const double w = input.boxes[box].width / 2 - 0.6,
                             h = input.boxes[box].height / 2 - 0.6;
                const PointF& c = layout.centers[box];
                const bool hits = std::max(a.x, b.x) > c.x - w && std::min(a.x, b.x) < c.x + w &&
                                  std::max(a.y, b.y) > c.y - h && std::min(a.y, b.y) < c.y + h;
                ASSERT_FALSE(hits) << "net " << route.net << " through box " << box;
            }
        }
}

TEST(Layout, BoxesNeverOverlapAndLinesGoAroundThem) {
    for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const LayoutInput input = randomGraph(seed, 120, 160);
        const auto layout = layeredLayout(input);
        ASSERT_TRUE(layout) << layout.error().message();
        expectNoOverlap(input, *layout);
        expectLinesGoAround(input, *layout);
    }
}

TEST(Layout, EveryTensorFlowsDown) {
    const LayoutInput input = randomGraph(9, 80, 100);
    const auto layout = layeredLayout(input);
    for (const auto& net : input.nets)
        for (const std::uint32_t target : net.targets)
            EXPECT_LT(layout->centers[net.source].y, layout->centers[target].y);
}

TEST(Layout, IsTheSameEveryTime) {
    const LayoutInput input = randomGraph(21, 200, 260);
    const auto a = layeredLayout(input), b = layeredLayout(input);
    EXPECT_EQ(a->centers, b->centers);
}

TEST(Layout, LongLinesBecomeStubsButNotAtProviderBorders) {
    LayoutInput input;
    input.boxes.assign(100, {80, 24});
    for (std::uint32_t i = 0; i + 1 < 100; ++i)
        input.nets.push_back({i, {i + 1}, false, 0});
    input.nets.push_back({0, {90}, false, 0});
    input.nets.push_back({1, {91}, true, 0});
    const auto layout = layeredLayout(input);
    ASSERT_TRUE(layout);
    EXPECT_TRUE(layout->routes[99].isStub());
    EXPECT_EQ(layout->routes[99].ranks, 90U);
    EXPECT_FALSE(layout->routes[100].isStub());
}

TEST(Layout, TheSpineIsStraight) {
    LayoutInput input;
    input.boxes.assign(60, {80, 24});
    for (std::uint32_t i = 0; i + 1 < 60; ++i)
        input.nets.push_back({i, {i + 1}, false, 0});
    for (std::uint32_t i = 0; i + 4 < 60; i += 5) // residual connections
        input.nets.push_back({i, {i + 4}, false, 0});
    const auto layout = layeredLayout(input);
    for (std::size_t i = 1; i < 60; ++i)
        EXPECT_NEAR(layout->centers[i].x, layout->centers[0].x, 1) << i;
    EXPECT_LT(layout->width, 200);
}

TEST(Layout, ARelayoutKeepsMostBoxesWhereTheyWere) {
    LayoutInput input = randomGraph(5, 100, 130);
    const auto before = layeredLayout(input);
    LayoutOptions options;
    options.previous = {before->centers, before->ranks, before->buses};
    options.previous.centers.push_back({std::nan(""), std::nan("")});
    options.previous.ranks.push_back(0);
    input.boxes.push_back({80, 24});
    input.nets.push_back({99, {100}, false, 0});
    const auto after = layeredLayout(input, options);
    ASSERT_TRUE(after);
    std::size_t still = 0;
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(after->ranks[i], before->ranks[i]) << i;
        still += std::fabs(after->centers[i].x - before->centers[i].x) < 20;
    }
    EXPECT_GE(still, 95U);
}

TEST(Layout, ARelayoutKeepsLinesAtTheirBoxes) {
    const LayoutInput input = randomGraph(6, 60, 80);
    const auto before = layeredLayout(input);
    LayoutOptions options;
    options.previous = {before->centers, before->ranks, before->buses};
    for (PointF& center : options.previous.centers) // the user sees the graph elsewhere
        center = {center.x + 500, center.y - 300};
    const auto after = layeredLayout(input, options);
    ASSERT_TRUE(after);
    EXPECT_NEAR(after->left, before->left + 500, 100);
    std::size_t lines = 0;
    for (const Route& route : after->routes) {
        if (route.isStub())
            continue;
        ++lines;
        const auto& net = input.nets[route.net];
        const std::uint32_t target = net.targets[route.target];
        const auto points = after->pointsOf(route);
        EXPECT_NEAR(points.front().y,
                    after->centers[net.source].y + input.boxes[net.source].height / 2, 0.01);
        EXPECT_NEAR(points.front().x, after->centers[net.source].x,
                    input.boxes[net.source].width / 2);
        EXPECT_NEAR(points.back().y, after->centers[target].y - input.boxes[target].height / 2,
                    0.01);
        EXPECT_NEAR(points.back().x, after->centers[target].x, input.boxes[target].width / 2);
    }
    EXPECT_GT(lines, 40U);
    expectLinesGoAround(input, *after);
}

TEST(Layout, LinesStayBesideTheirBoxesWhereMostOthersMove) {
    constexpr std::uint32_t kSpine = 60, kWide = 80;
    LayoutInput input;
    input.boxes.assign(kSpine + kWide, {80, 24});
    for (std::uint32_t i = 0; i + 1 < kSpine; ++i)
        input.nets.push_back({i, {i + 1}, false, 0});
    for (std::uint32_t i = 0; i + 4 < kSpine; i += 5) // residual connections
        input.nets.push_back({i, {i + 4}, false, 0});
    for (std::uint32_t i = 0; i < kWide; ++i)
        input.nets.push_back({kSpine - 1, {kSpine + i}, false, 0});
    const auto before = layeredLayout(input);
    LayoutOptions options;
    options.previous = {before->centers, before->ranks, before->buses};
    for (std::uint32_t i = 0; i < kWide; ++i) // most boxes were elsewhere beside these
        options.previous.centers[kSpine + i].x += 3000;
    const auto after = layeredLayout(input, options);
    ASSERT_TRUE(after);
    for (const Route& route : after->routes) {
        const auto& net = input.nets[route.net];
        if (net.source >= kSpine - 1)
            continue;
        for (const PointF& point : after->pointsOf(route))
            EXPECT_NEAR(point.x, after->centers[net.source].x, 200) << net.source;
    }
}

TEST(Layout, SmallGraphsHaveTheShortestLinesThereCanBe) {
    // Two chains meet. The short one is placed next to its reader, not at the top, and the box that
    // two late boxes read stays above them.
    LayoutInput input;
    input.boxes.assign(9, {80, 24});
    for (std::uint32_t i = 0; i < 5; ++i)
        input.nets.push_back({i, {i + 1}, false, 0}); // 0 … 5
    input.nets.push_back({6, {7}, false, 0});
    input.nets.push_back({7, {8, 5}, false, 0});
    const auto layout = layeredLayout(input);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->ranks[5], 5U);
    EXPECT_EQ(layout->ranks[7], 4U);
    EXPECT_EQ(layout->ranks[6], 3U);
    EXPECT_EQ(layout->ranks[8], 5U);
}

TEST(Layout, ReadersOfOneTensorLieOnBothSidesWhereThatSavesCrossings) {
    // Each stage feeds a reader of each of two sums far below. With one line for both readers, the
    // lines to the sums would cross.
    LayoutInput input;
    constexpr std::uint32_t kStages = 4, kLeft = 20, kRight = 21;
    input.boxes.assign(22, {80, 24});
    for (std::uint32_t i = 0; i + 1 < 12; ++i)
        input.nets.push_back({i, {i + 1}, false, 0});
    for (std::uint32_t s = 0; s < kStages; ++s) {
        input.nets[2 * s].targets.insert(input.nets[2 * s].targets.end(), {12 + 2 * s, 13 + 2 * s});
        input.nets.push_back({12 + 2 * s, {kLeft}, false, 0});
        input.nets.push_back({13 + 2 * s, {kRight}, false, 0});
    }
    const auto layout = layeredLayout(input);
    ASSERT_TRUE(layout);
    EXPECT_FALSE(layout->buses);
    EXPECT_LE(layout->crossings, 1U);
    EXPECT_EQ(layout->routes.size(), 11U + 4U * kStages);
    for (const Route& route : layout->routes) {
        const auto points = layout->pointsOf(route);
        EXPECT_NEAR(points.back().x, layout->centers[input.nets[route.net].targets[route.target]].x,
                    0.1);
    }
}

TEST(Layout, ManyLinesToOneBoxShareATrunk) {
    LayoutInput input;
    const std::uint32_t sources = 30, target = sources;
    for (std::uint32_t i = 0; i < sources; ++i) {
        input.boxes.push_back({80, 24});
        input.nets.push_back({i, {target}, false, 0});
    }
    input.boxes.push_back({80, 24});
    const auto layout = layeredLayout(input);
    ASSERT_TRUE(layout);
    ASSERT_EQ(layout->bundles.size(), 1U);
    EXPECT_EQ(layout->bundles[0].target, target);
    EXPECT_EQ(layout->bundles[0].lines, sources);
    std::set<double> tracks; // the heights of horizontal segments
    for (const Route& route : layout->routes) {
        EXPECT_EQ(route.bundle, 1U);
        for (std::size_t p = 1; p < route.pointCount; ++p)
            if (const auto points = layout->pointsOf(route); points[p - 1].y == points[p].y)
                tracks.insert(points[p].y);
    }
    EXPECT_EQ(tracks.size(), 1U);
    EXPECT_LT(layout->height, 120);
    const auto trunk = layout->pointsOf(layout->bundles[0]);
    EXPECT_EQ(trunk.back(), layout->pointsOf(layout->routes[0]).back());
    expectLinesGoAround(input, *layout);
}

TEST(Layout, ATrunkPassesBoxesWhereItsLinesComeFromSeveralRanks) {
    for (const unsigned seed : {1U, 2U, 3U, 4U}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        LayoutInput input = randomGraph(seed, 60, 80);
        const auto target = static_cast<std::uint32_t>(input.boxes.size());
        input.boxes.push_back({90, 24});
        for (std::uint32_t i = 0; i < 40; i += 2)
            input.nets.push_back({i, {target, target - 1}, i % 4 == 0, 0});
        const auto layout = layeredLayout(input);
        ASSERT_TRUE(layout);
        EXPECT_GE(layout->bundles.size(), 1U);
        expectNoOverlap(input, *layout);
        expectLinesGoAround(input, *layout);
    }
}

/// 120 lines that no order of the boxes keeps short.
LayoutInput crowdedGap() {
    constexpr std::uint32_t kBoxes = 120;
    LayoutInput input;
    input.boxes.assign(2UL * kBoxes, {80, 24});
    unsigned state = 7;
    const auto random = [&state] {
        return kBoxes + (state = state * 1664525U + 1013904223U) / 65536U % kBoxes;
    };
    for (std::uint32_t i = 0; i < kBoxes; ++i)
        input.nets.push_back({i, {random(), random(), random()}, false, 0});
    return input;
}

std::size_t tracksOf(const Layout& layout) {
    std::set<double> tracks;
    for (const Route& route : layout.routes)
        for (std::size_t p = 1; p < route.pointCount; ++p)
            if (const auto points = layout.pointsOf(route); points[p - 1].y == points[p].y)
                tracks.insert(points[p].y);
    return tracks.size();
}

TEST(Layout, LinesFarSidewaysThroughACrowdedGapAreStubs) {
    LayoutInput input = crowdedGap();
    input.nets[5].keepWhole = true;
    const auto layout = layeredLayout(input);
    ASSERT_TRUE(layout);
    std::size_t stubs = 0;
    for (const Route& route : layout->routes) {
        stubs += route.isStub();
        EXPECT_FALSE(route.isStub() && route.net == 5);
    }
    EXPECT_GT(stubs, 0U);
    EXPECT_LE(tracksOf(*layout), 40U);
    expectLinesGoAround(input, *layout);
}

TEST(Layout, LinesThatShouldStayWholeAreNoSlabEither) {
    LayoutInput input = crowdedGap();
    for (auto& net : input.nets)
        net.keepWhole = true;
    const auto layout = layeredLayout(input);
    ASSERT_TRUE(layout);
    EXPECT_LE(tracksOf(*layout), 40U);
    expectLinesGoAround(input, *layout);
}

TEST(Layout, AFewLinesToOneBoxRunSideBySide) {
    LayoutInput input;
    input.boxes.assign(Bundle::kMostApart + 1, {80, 24});
    for (std::uint32_t i = 0; i < Bundle::kMostApart; ++i)
        input.nets.push_back({i, {Bundle::kMostApart}, false, 0});
    const auto layout = layeredLayout(input);
    ASSERT_TRUE(layout);
    EXPECT_TRUE(layout->bundles.empty());
}

TEST(Layout, ACycleAndACancelAreErrors) {
    LayoutInput input;
    input.boxes.assign(2, {80, 24});
    input.nets = {{0, {1}, false, 0}, {1, {0}, false, 0}};
    EXPECT_FALSE(layeredLayout(input));
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    progress.stop = stop.get_token();
    EXPECT_EQ(layeredLayout(randomGraph(1, 50, 60), {}, progress).error().code, Errc::cancelled);
}

TEST(Layout, EmptyAndLonelyGraphsAreFine) {
    EXPECT_TRUE(layeredLayout({}));
    LayoutInput one;
    one.boxes.push_back({80, 24});
    EXPECT_EQ(layeredLayout(one)->width, 80);
}

TEST(Dot, LaysSmallGraphsOutInAChildProcess) {
    const LayoutInput input = randomGraph(4, 60, 80);
    const auto layout = dotLayout(input);
    ASSERT_TRUE(layout) << layout.error().message();
    expectNoOverlap(input, *layout);
    for (const Route& route : layout->routes)
        EXPECT_GE(route.pointCount, 2U);
}

TEST(Dot, LinesReachFromBoxToBox) {
    LayoutInput input;
    input.boxes = {{72, 36}, {72, 36}};
    input.nets = {{0, {1}}};
    const auto layout = dotLayout(input);
    ASSERT_TRUE(layout) << layout.error().message();
    const auto points = layout->pointsOf(layout->routes.front());
    ASSERT_GE(points.size(), 2U);
    EXPECT_NEAR(points.front().y, layout->centers[0].y + 18, 1);
    EXPECT_NEAR(points.back().y, layout->centers[1].y - 18, 1);
}

TEST(Dot, RefusesLargeGraphsAndKeepsItsTimeLimit) {
    EXPECT_FALSE(dotLayout(randomGraph(1, 301, 10)));
    const auto start = std::chrono::steady_clock::now();
    const auto late = dotLayout(randomGraph(3, 300, 3000), std::chrono::milliseconds(100));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    ASSERT_FALSE(late);
    EXPECT_NE(late.error().message().find("100 ms"), std::string::npos) << late.error().message();
}

TEST(Dot, WhatItPrintsIsTakenWhereItIsALayoutOfTheBoxes) {
    LayoutInput input;
    input.boxes = {{72, 36}, {72, 36}};
    input.nets = {{0, {1}}};
    const auto read = [&](const std::string& second, const std::string& points) {
        return layoutOfPlain(input, "graph 1 2 3\nnode b0 1 2.5 1 0.5 \"\" solid box black white\n"
                                    "node b1 " +
                                        second + " 1 0.5\nedge b0 b1 " + points +
                                        " solid black\nstop\n");
    };
    const auto layout = read("1 0.5", "4 1 2.25 1 2 1 1 1 0.75");
    ASSERT_TRUE(layout) << layout.error().message();
    EXPECT_EQ(layout->centers[1], (PointF{72, 180}));
    ASSERT_EQ(layout->routes.size(), 1U);
    EXPECT_EQ(layout->pointsOf(layout->routes[0]).back(), (PointF{72, 162}));
    for (const char* place : {"1e307 0.5", "1 -1e308", "1 1e999", "nan 1", "x"})
        EXPECT_FALSE(read(place, "1 1 1")) << place;
    for (const char* points : {"0", "1 1e308 1", "4 1 1", "100001 1 1", "-1 1 1"})
        EXPECT_FALSE(read("1 0.5", points)) << points;
    EXPECT_FALSE(layoutOfPlain(input, "graph 1 2 3\nnode b0 1 2 1 1\nstop\n"));
    EXPECT_FALSE(layoutOfPlain(input, ""));
}

TEST(Scene, EveryRealModelIsLaidOutWithoutOverlap) {
    SceneOptions options;
    options.textWidth = [](const std::string& text, bool) {
        return 7.0 * static_cast<double>(text.size());
    };
    for (const auto& path : test::realModels()) {
        const auto model = readModel(path);
        ASSERT_TRUE(model);
        const auto scene = buildScene(*model, model->mainGraph(), nullptr, options);
        ASSERT_TRUE(scene) << path;
        if (scene->boxes.size() > 600)
            continue;
        LayoutInput input;
        input.boxes = scene->sizes;
        expectNoOverlap(input, scene->layout);
    }
}

} // namespace
} // namespace partita
