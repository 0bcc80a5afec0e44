// What lies on the canvas: the legend and the overview.

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <fstream>
#include <future>
#include <set>

#include "app/window/parts/empty_state.h"
#include "app/window/parts/overlays.h"
#include "app/window/preferences/window_settings.h"
#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {
namespace {

class OnCanvas : public test::Window {
protected:
    void SetUp() override {
        open(test::kSample);
        map = window.findChild<Minimap*>();
        legend = window.findChild<Legend*>();
    }
    bool isInCorner() {
        return map->isVisible() && map->geometry().right() == window.graph().width() - 13 &&
               map->y() == 12;
    }
    Minimap* map = nullptr;
    Legend* legend = nullptr;
};

TEST_F(OnCanvas, TheOverviewStaysInItsCornerWhileThePanelsChange) {
    ASSERT_TRUE(isInCorner());
    for (const int width : {400, 250, 500}) {
        window.resizeDocks({window.dock("inspector")}, {width}, Qt::Horizontal);
        QApplication::processEvents();
        EXPECT_TRUE(isInCorner()) << width;
    }
}

TEST_F(OnCanvas, TheOverviewStaysInItsCornerBesideTheModelBeforeAStep) {
    window.resize(1600, 1000);
    SimplifyController& simplifier = window.document().simplifier();
    const auto idle = [&] { return !window.document().jobs().isRunning(); };
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor(
        [&] { return simplifier.history() && window.document().state().before && idle(); }));
    QTest::qWait(50);
    EXPECT_TRUE(isInCorner()) << window.graph().width();
    simplifier.goTo(0);
    ASSERT_TRUE(waitFor([&] { return !window.document().state().before && idle(); }));
    QTest::qWait(50);
    EXPECT_TRUE(isInCorner());
}

TEST_F(OnCanvas, TheLegendGivesWayBesideTheModelBeforeAStepWhereItsFontIsLarge) {
    QFont large = legend->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    legend->setFont(large);
    window.resize(1600, 1000);
    const auto idle = [&] { return !window.document().jobs().isRunning(); };
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] {
        return window.document().simplifier().history() && window.document().state().before &&
               idle();
    }));
    QTest::qWait(50);
    const QSize room = window.graph().size(), card = legend->size();
    EXPECT_TRUE(legend->isHidden() ||
                8 * card.width() * card.height() <= room.width() * room.height())
        << card.width() << " × " << card.height() << " of " << room.width() << " × "
        << room.height();
}

TEST_F(OnCanvas, ThatThePlacementIsPredictedIsSaidInAnyRoom) {
    const auto says = [&](const char* words) {
        for (const auto* label : legend->findChildren<QLabel*>())
            if (!label->isHidden() && label->text().contains(QLatin1String(words)))
                return true;
        return false;
    };
    legend->setRoom(Legend::Room::wide);
    EXPECT_TRUE(says("predicted from rules"));
    for (const auto room : {Legend::Room::narrow, Legend::Room::least}) {
        legend->setRoom(room);
        EXPECT_TRUE(says("predicted"));
        EXPECT_FALSE(says("from rules"));
    }
}

TEST_F(OnCanvas, TheOverviewHasAFrameOnAllSides) {
    const QImage picture = test::pictureOf(window);
    const QRect place(map->mapTo(&window, QPoint(0, 0)), map->size());
    const QColor line = window.graph().theme().lineStrong;
    for (const QRect& side : {QRect(place.left(), place.top(), 1, place.height()),
                              QRect(place.right(), place.top(), 1, place.height()),
                              QRect(place.left(), place.top(), place.width(), 1),
                              QRect(place.left(), place.bottom(), place.width(), 1)})
        EXPECT_EQ(test::pixelsOf(picture, line, side), side.width() * side.height());
}

TEST_F(OnCanvas, TheOverviewShowsFewNodesAsFew) {
    const auto pixels = [&](const ProviderStyle& style) {
        return test::pixelsOf(test::pictureOf(*map), style.band, map->rect());
    };
    const auto& theme = window.graph().theme();
    const int first = pixels(theme.provider(0, false)), last = pixels(theme.provider(1, true));
    EXPECT_GT(last, 0);
    EXPECT_LT(last * 10, first); // one node of sixty
    // In one box that holds them all as well.
    QSignalSpy changed(&window.document(), &DocumentController::sceneChanged);
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    EXPECT_GT(pixels(theme.provider(1, true)), 0);
    EXPECT_LT(pixels(theme.provider(1, true)) * 3, pixels(theme.provider(0, false)));
}

TEST_F(OnCanvas, AGroupIsAsWideInTheOverviewAsItsBoxThoughMostOfItIsFolded) {
    test::TemporaryFolder folder;
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] v0) => (float[2] y) {)";
    constexpr int kNodes = 60;
    for (int i = 0; i < kNodes; ++i)
        text += "  " + (i + 1 == kNodes ? "y" : "v" + std::to_string(i + 1)) + " = " +
                (i % 5 ? "Identity" : "Relu") + "(v" + std::to_string(i) + ")";
    std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text + "}");
    open(QString::fromStdString((folder / "m.onnx").string()));
    QSignalSpy changed(&window.document(), &DocumentController::sceneChanged);
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    const GraphScene& scene = window.document().scene();
    QRectF boxes;
    for (std::size_t i = 0; i < scene.boxes.size(); ++i)
        if (scene.boxes[i].kind == SceneBox::Kind::group)
            boxes |= window.graph().painter().boxRect(i);
    ASSERT_FALSE(boxes.isEmpty());
    const QImage picture = test::pictureOf(*map);
    const QColor band = window.graph().theme().provider(0, false).band;
    QRect coloured;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixelColor(x, y) == band)
                coloured |= QRect(x, y, 1, 1);
    EXPECT_NEAR(coloured.width() / boxes.width(), coloured.height() / boxes.height(), 0.03);
}

TEST_F(OnCanvas, TheOverviewHasTheColoursOfTheCanvasWhateverTheyShow) {
    const GraphView& graph = window.graph();
    const Theme& theme = graph.theme();
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    for (const char* id : {"colourTime", "colourCycles", "colourBound", "colourOperator",
                           "colourType", "colourMemory"}) {
        window.action(id)->trigger();
        const NodeColouring& colouring = graph.colouring();
        ASSERT_TRUE(colouring.isOn()) << id;
        const QImage picture = test::pictureOf(*map);
        // No node is left out because it has the colour of what is below it.
        EXPECT_LT(test::pixelsOf(picture, theme.base, map->rect()),
                  map->width() * map->height() * 95 / 100)
            << id;
        EXPECT_GT(test::pixelsOf(picture, theme.lineStrong, map->rect().adjusted(1, 1, -1, -1)), 50)
            << id;
        std::set<QRgb> colours, seen;
        const auto& boxes = window.document().scene().boxes;
        std::size_t first = boxes.size();
        for (std::size_t box = 0; box < boxes.size(); ++box)
            if (!boxes[box].isPort()) {
                colours.insert(theme.colour(colouring.fill(box)).rgb());
                if (first == boxes.size() ||
                    colouring.prominence(box) > colouring.prominence(first))
                    first = box;
            }
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (const QRgb at = picture.pixel(x, y); colours.contains(at))
                    seen.insert(at);
        EXPECT_TRUE(seen.contains(theme.colour(colouring.fill(first)).rgb())) << id;
        EXPECT_GT(2 * seen.size(), colours.size()) << id;
    }
}

TEST_F(OnCanvas, TheLegendSaysThatTimesOfASimulatedDeviceAreThoseOfThisComputer) {
    const auto isSaid = [&] {
        const auto* whose = legend->findChild<QLabel*>(QStringLiteral("legendWhoseTime"));
        return whose && whose->isVisible();
    };
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    ASSERT_TRUE(window.document().runs().result()->timeline);
    window.action("colourTime")->trigger();
    EXPECT_TRUE(isSaid());
    window.action("colourCycles")->trigger();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_FALSE(isSaid());
}

TEST_F(OnCanvas, EachCanBeHiddenAndStaysSo) {
    ASSERT_TRUE(legend->isVisible());
    window.action("legend")->trigger();
    EXPECT_FALSE(legend->isVisible());
    window.action("minimap")->trigger();
    EXPECT_FALSE(map->isVisible());
    window.resize(1500, 900);
    QApplication::processEvents();
    open(test::kSample);
    EXPECT_FALSE(legend->isVisible());
    EXPECT_FALSE(map->isVisible());
    window.action("legend")->trigger();
    window.action("minimap")->trigger();
    EXPECT_TRUE(legend->isVisible());
    EXPECT_TRUE(isInCorner());
}

TEST_F(OnCanvas, TheRowsOfTheLegendAreEquallyHighAndAligned) {
    std::vector<QToolButton*> rows;
    for (auto* row : legend->findChildren<QToolButton*>())
        if (row->isVisible())
            rows.push_back(row);
    ASSERT_GE(rows.size(), 3U); // two providers, boundaries
    for (std::size_t i = 1; i < rows.size(); ++i)
        EXPECT_GT(rows[i]->y(), rows[i - 1]->y());
    EXPECT_EQ(rows[0]->property("provider"), 0);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i]->height(), rows[0]->height());
        EXPECT_EQ(rows[i]->y() - rows[i - 1]->y(), rows[0]->height());
    }
    // Figures end at the same place.
    const auto texts = test::paintedTexts(*legend);
    const auto right = [&](const QString& words) {
        const auto* text = test::findText(texts, words);
        return text ? text->right : -1.0;
    };
    EXPECT_NEAR(right(QStringLiteral("98.4 %")), right(QStringLiteral("1.6 %")), 1);
}

TEST_F(OnCanvas, TheLegendOfWhatNoProviderHereRunsIsThereAndSaysWhoWould) {
    test::TemporaryFolder folder;
    std::ofstream(folder / "m.onnx", std::ios::binary)
        << test::bytesFromText(R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[2] x) => (float[2] y) {
          y = com.microsoft.EPContext <embed_mode = 1, ep_cache_context = "b",
            source = "NvTensorRTRTXExecutionProvider"> (x) })");
    open(QString::fromStdString((folder / "m.onnx").string()));
    for (const int width : {1400, 1200}) {
        window.resize(width, 900);
        QTest::qWait(50);
        EXPECT_TRUE(legend->isVisible()) << width;
        QToolButton* row = nullptr;
        for (auto* each : legend->findChildren<QToolButton*>())
            if (each->isVisible() && each->property("provider") == -1)
                row = each;
        ASSERT_TRUE(row);
        EXPECT_TRUE(row->toolTip().contains(QStringLiteral("Would run on NvTensorRTRTX")))
            << row->toolTip().toStdString();
        EXPECT_TRUE(test::paints(*row, QStringLiteral("NvTensor"))) << width;
    }
    // A name of any length leaves the legend there.
    std::ofstream(folder / "n.onnx", std::ios::binary)
        << test::bytesFromText(R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[2] x) => (float[2] y) {
          y = com.microsoft.EPContext <embed_mode = 1, ep_cache_context = "b",
            source = ")" + std::string(200, 'w') +
                               R"("> (x) })");
    open(QString::fromStdString((folder / "n.onnx").string()));
    EXPECT_TRUE(legend->isVisible());
}

TEST_F(OnCanvas, TheLegendExplainsItsLinesAndLeadsAlongTheBoundaries) {
    QToolButton* boundary = nullptr;
    for (auto* row : legend->findChildren<QToolButton*>())
        if (row->isVisible() && row->text().startsWith(QStringLiteral("boundary")))
            boundary = row;
    ASSERT_NE(boundary, nullptr);
    EXPECT_TRUE(boundary->toolTip().contains(QStringLiteral("from one provider to another")));
    QTest::mouseClick(boundary, Qt::LeftButton);
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
}

TEST_F(OnCanvas, WhatIsSelectedIsBesideTheCardsWhichStayAsTheyAre) {
    GraphView& graph = window.graph();
    graph.zoomTo100();
    const NodeId chosen = node("stem/conv");
    const auto place = [&] {
        const QRectF box = graph.painter().boxRect(*window.document().scene().boxOf(chosen));
        return graph.toDevice().mapRect(box).toAlignedRect();
    };
    for (QWidget* card : {static_cast<QWidget*>(legend), static_cast<QWidget*>(map)}) {
        ASSERT_TRUE(card->isVisible());
        window.document().setCurrentNode({});
        // Its lower half is seen below the card, and clicked.
        graph.panBy(QPoint(card->geometry().center().x(), card->geometry().bottom()) -
                    place().center());
        ASSERT_TRUE(card->geometry().intersects(place()));
        const QPoint seen(place().center().x(), place().bottom() - 3);
        EXPECT_EQ(graph.childAt(seen), nullptr);
        const QPointF before = graph.visibleScene().topLeft();
        QTest::mouseClick(&graph, Qt::LeftButton, {}, seen);
        EXPECT_EQ(window.document().currentNode(), chosen);
        EXPECT_FALSE(card->geometry().intersects(place()));
        const QPointF way = (graph.visibleScene().topLeft() - before) * graph.scale();
        EXPECT_LT(way.manhattanLength(), 80) << "the rest stays where it is looked at";
        EXPECT_FALSE(card->graphicsEffect());
        EXPECT_FALSE(card->testAttribute(Qt::WA_TransparentForMouseEvents));
    }
}

TEST_F(OnCanvas, AClickOnWhatIsSeenWholeMovesNothing) {
    GraphView& graph = window.graph();
    graph.zoomTo100();
    for (const char* name : {"stem/conv", "stem/relu"}) {
        window.document().setCurrentNode({});
        const QRectF box = graph.painter().boxRect(*window.document().scene().boxOf(node(name)));
        // At the very edge of the canvas.
        graph.panBy(QPointF(graph.width() - 10, graph.height() - 10) -
                    graph.toDevice().map(box.bottomRight()));
        const QRectF before = graph.visibleScene();
        QTest::mouseClick(&graph, Qt::LeftButton, {}, graph.boxCenter(node(name)));
        EXPECT_EQ(window.document().currentNode(), node(name));
        EXPECT_EQ(graph.visibleScene(), before) << name;
    }
}

TEST_F(OnCanvas, TheWheelOnACardTurnsForTheCanvas) {
    GraphView& graph = window.graph();
    for (QWidget* card : {static_cast<QWidget*>(legend), static_cast<QWidget*>(map)}) {
        graph.zoomTo100();
        const QPointF under = graph.toDevice().inverted().map(QPointF(card->pos() + QPoint(9, 9)));
        test::turnWheel(*card, {9, 9}, 1);
        EXPECT_GT(graph.scale(), 1.1);
        const QPointF now = graph.toDevice().inverted().map(QPointF(card->pos() + QPoint(9, 9)));
        EXPECT_LT((now - under).manhattanLength(), 0.01);
    }
}

TEST_F(OnCanvas, EachFoldsIntoItsButtonAndStaysSo) {
    for (const auto& [card, name] :
         {std::pair<QWidget*, const char*>{legend, "legendFold"}, {map, "minimapFold"}}) {
        auto* button = window.graph().findChild<QToolButton*>(QLatin1String(name));
        ASSERT_TRUE(button);
        ASSERT_TRUE(card->isVisible() && button->isVisible());
        EXPECT_TRUE(card->geometry().contains(button->geometry()));
        QTest::mouseClick(button, Qt::LeftButton);
        EXPECT_FALSE(card->isVisible());
        EXPECT_TRUE(button->isVisible());
        EXPECT_TRUE(window.graph().rect().contains(button->geometry()));
    }
    open(test::kSample);
    EXPECT_FALSE(legend->isVisible() || map->isVisible());
    EXPECT_TRUE(WindowSettings().isFolded("legend") && WindowSettings().isFolded("minimap"));
    for (const char* name : {"legendFold", "minimapFold"})
        QTest::mouseClick(window.graph().findChild<QToolButton*>(QLatin1String(name)),
                          Qt::LeftButton);
    EXPECT_TRUE(legend->isVisible() && isInCorner());
    EXPECT_FALSE(WindowSettings().isFolded("legend"));
}

TEST_F(OnCanvas, ALegendWithoutRoomIsAButtonThatShowsItOverTheCanvas) {
    window.resize(900, 700);
    ASSERT_TRUE(waitFor([&] { return !legend->isVisible(); }));
    auto* button = window.graph().findChild<QToolButton*>(QStringLiteral("legendFold"));
    ASSERT_TRUE(button && button->isVisible());
    EXPECT_EQ(button->accessibleName(), QStringLiteral("Show: the legend"));
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(legend->isVisible());
    EXPECT_TRUE(legend->geometry().contains(button->geometry()));
    EXPECT_EQ(button->accessibleName(), QStringLiteral("Fold: the legend"));
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_FALSE(legend->isVisible());
    EXPECT_FALSE(WindowSettings().isFolded("legend")) << "where it has room, it is there";
    window.resize(1600, 1000);
    EXPECT_TRUE(waitFor([&] { return legend->isVisible(); }));
}

TEST_F(OnCanvas, AFoldedLegendStaysSoAfterALookAtItWithoutRoom) {
    auto* button = window.graph().findChild<QToolButton*>(QStringLiteral("legendFold"));
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_TRUE(WindowSettings().isFolded("legend"));
    window.resize(900, 700);
    ASSERT_TRUE(waitFor([&] { return window.width() == 900; }));
    for (const bool shown : {true, false}) {
        QTest::mouseClick(button, Qt::LeftButton);
        EXPECT_EQ(legend->isVisible(), shown);
    }
    EXPECT_TRUE(WindowSettings().isFolded("legend"));
    window.resize(1600, 1000);
    ASSERT_TRUE(waitFor([&] { return window.width() == 1600; }));
    EXPECT_FALSE(legend->isVisible());
    QTest::mouseClick(button, Qt::LeftButton); // as it was
}

TEST_F(OnCanvas, AChosenNodeComesIntoViewBesideWhatLiesOnTheCanvas) {
    window.resize(1024, 768);
    window.resizeDocks({window.dock("providers"), window.dock("inspector")}, {200, 200},
                       Qt::Horizontal);
    QApplication::processEvents();
    window.graph().zoomTo100();
    for (const char* name : {"neck/norm", "stem/conv"}) {
        window.document().setCurrentNode({});
        window.document().setCurrentNode(node(name));
        const QPoint place = window.graph().boxCenter(node(name));
        for (const QWidget* overlay : {static_cast<QWidget*>(legend), static_cast<QWidget*>(map)})
            EXPECT_FALSE(overlay->isVisible() && overlay->geometry().contains(place)) << name;
    }
}

class BeforeADocument : public test::Window {
protected:
    QStringList texts() {
        QStringList all;
        const EmptyState& state = window.overlays().emptyState();
        for (const auto* label : state.findChildren<QLabel*>())
            if (label->isVisible())
                all += label->text();
        return all;
    }
    int buttons() {
        const auto all = window.overlays().emptyState().findChildren<QPushButton*>();
        return static_cast<int>(std::ranges::count_if(all, &QWidget::isVisible));
    }
};

TEST_F(BeforeADocument, TheCanvasSaysWhatTakesLongToOpen) {
    ASSERT_TRUE(waitFor([&] { return buttons() > 0; }));
    std::promise<void> opened;
    window.document().jobs()[Lane::picture].start<bool>(
        QStringLiteral("Opening large.onnx"),
        [done = opened.get_future().share()](const Progress&) -> Result<bool> {
            done.wait();
            return Error{Errc::usage, Message("no"), {}, {}};
        },
        [](const Result<bool>&) {});
    EXPECT_EQ(buttons(), 0);
    EXPECT_TRUE(waitFor([&] {
        return texts() == QStringList{QStringLiteral("Opening large.onnx")};
    })) << texts().join(QLatin1Char('|')).toStdString();
    EXPECT_EQ(buttons(), 0);
    opened.set_value();
    EXPECT_TRUE(waitFor([&] { return buttons() > 0; }));
}

} // namespace
} // namespace partita
