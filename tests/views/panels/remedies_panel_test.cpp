// What would help: the search in the background, its list, and the bar above the graph.

#include <QDockWidget>
#include <QPushButton>
#include <QTableView>
#include <QThread>
#include <QToolButton>

#include "app/window/parts/suggestion_bar.h"
#include "core/onnx/write.h"
#include "tests/support/window.h"
#include "views/panels/remedies_panel.h"

namespace partita {
namespace {

std::string run(const std::string& name, int nodes, const std::string& from,
                const std::string& to) {
    std::string text, last = from;
    for (int i = 0; i < nodes; ++i) {
        const std::string made = i + 1 == nodes ? to : name + "_v" + std::to_string(i);
        text += "[" + name + std::to_string(i) + "] " + made + " = Relu(" + last + ")\n";
        last = made;
    }
    return text;
}

/// The device takes the half whose size is known; with `n` fixed it takes the other half.
std::string openSize() {
    return "<ir_version: 9, opset_import: [\"\" : 18]>\n"
           "g (float[n, 8] x, float[1, 8] z) => (float[n, 8] y, float[1, 8] w) {\n" +
           run("a", 8, "x", "y") + run("b", 8, "z", "w") + "}";
}
/// Mish is not on the device, and nothing but the device can change that.
std::string mish() {
    return "<ir_version: 9, opset_import: [\"\" : 18]>\n"
           "g (float[1, 8] x) => (float[1, 8] y) {\n" +
           run("a", 8, "x", "p") + "[mish] q = Mish(p)\n" + run("b", 8, "q", "y") + "}";
}

class WhatWouldHelp : public test::Window {
protected:
    WhatWouldHelp() : panel(static_cast<RemediesPanel*>(window.panel("remedies"))) {
        window.dock("remedies")->show();
        window.dock("remedies")->raise();
        view = panel->view();
        window.document().setProviders(*makeProviders({{}, "npu", {}})); // known sizes only
    }
    void openText(const std::string& text) {
        const auto path = folder / "model.onnx";
        WriteOptions options;
        options.replace = Replace::yes;
        ASSERT_TRUE(writeModel(test::modelFromText(text), path, options));
        open(QString::fromStdString(path.string()));
    }
    void searchAndWait() {
        QTest::mouseClick(panel->findChild<QPushButton*>(QStringLiteral("searchRemedies")),
                          Qt::LeftButton);
        ASSERT_TRUE(waitFor([&] { return searches().remedies() != nullptr; }));
        QApplication::processEvents();
    }
    /// The row whose change begins with a text; −1: there is none.
    int row(const char* text) {
        for (int i = 0; i < view->model()->rowCount(); ++i)
            if (cell(i, 0).startsWith(QLatin1String(text)))
                return i;
        return -1;
    }
    RemediesController& searches() { return panel->remedies(); }
    QString cell(int at, int column) { return view->model()->index(at, column).data().toString(); }
    QPoint center(int at) { return view->visualRect(view->model()->index(at, 0)).center(); }
    std::size_t partitions() { return window.document().partitioning().partitions.size(); }
    bool fewer(std::size_t wanted) {
        return waitFor([&] { return partitions() == wanted; });
    }
    QString bar() {
        return window.suggestion().isVisible()
                   ? window.suggestion().findChild<QLabel*>(QStringLiteral("suggestion"))->text()
                   : QString();
    }
    test::TemporaryFolder folder;
    RemediesPanel* panel;
    QTableView* view;
};

TEST_F(WhatWouldHelp, TheButtonSearchesAndTheBestIsInTheFirstRow) {
    openText(openSize());
    EXPECT_EQ(view->model()->rowCount(), 0);
    searchAndWait();
    ASSERT_GE(row("n = 1"), 0);
    EXPECT_EQ(cell(row("n = 1"), 2), QStringLiteral("2 → 1 in all"));
    EXPECT_EQ(panel->count(), std::size_t(view->model()->rowCount()));
    EXPECT_TRUE(panel->findChild<QLabel*>(QStringLiteral("remediesHead"))
                    ->text()
                    .contains(QLatin1String("tried, not guessed")));
}

TEST_F(WhatWouldHelp, InANarrowPanelFiguresGiveWayToTheChange) {
    openText(mish());
    searchAndWait();
    enum { nodes = 1, partitions = 2, time = 4 };
    view->resize(900, 200);
    EXPECT_FALSE(view->isColumnHidden(time));
    EXPECT_FALSE(view->isColumnHidden(nodes));
    view->resize(380, 200);
    EXPECT_TRUE(view->isColumnHidden(time));
    EXPECT_TRUE(view->isColumnHidden(nodes));
    EXPECT_FALSE(view->isColumnHidden(partitions));
    view->resize(370, 200);
    EXPECT_TRUE(view->isColumnHidden(time)) << "still";
    view->resize(900, 200);
    EXPECT_FALSE(view->isColumnHidden(time));
}

TEST_F(WhatWouldHelp, WhereTheDeviceRunsNothingARowSaysHowManyNodesItGets) {
    openText("<ir_version: 9, opset_import: [\"\" : 18]>\n"
             "g (float[n, 8] x) => (float[n, 8] y) {\n" +
             run("a", 8, "x", "y") + "}");
    EXPECT_TRUE(panel->findChild<QLabel*>(QStringLiteral("noRemedies"))
                    ->text()
                    .contains(QLatin1String("give the devices nodes")));
    searchAndWait();
    ASSERT_EQ(row("n = 1"), 0);
    EXPECT_EQ(cell(0, 1), QStringLiteral("0 → 8 on NPU"));
    EXPECT_EQ(cell(0, 2), QStringLiteral("0 → 1"));
    EXPECT_EQ(bar(), QStringLiteral("n = 1 — 0 → 8 nodes on the devices, 0 → 1 partition"));
    auto* button = view->findChild<QPushButton*>(QStringLiteral("try0"));
    ASSERT_TRUE(button);
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(
        waitFor([&] { return window.document().partitioning().summary.byProvider.front() == 8; }));
}

TEST_F(WhatWouldHelp, AClickOnTheButtonOfARowMakesItsChange) {
    openText(openSize());
    searchAndWait();
    ASSERT_EQ(partitions(), 2U);
    auto* button = view->findChild<QPushButton*>(QStringLiteral("try%1").arg(row("n = 1")));
    ASSERT_TRUE(button);
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(fewer(1));
    EXPECT_EQ(view->model()->rowCount(), 0) << "the list was about the placement before";
}

TEST_F(WhatWouldHelp, EnterAndADoubleClickMakeTheChangeOfARow) {
    openText(openSize());
    searchAndWait();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::NoModifier, center(row("n = 1")));
    EXPECT_EQ(partitions(), 2U) << "one click only selects";
    QTest::keyClick(view, Qt::Key_Return);
    EXPECT_TRUE(fewer(1));

    window.document().scenarios().clear(); // leaving would ask whether to save it
    ASSERT_TRUE(fewer(2));
    searchAndWait();
    const QPoint at = center(row("n = 1"));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QTest::mouseDClick(view->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    EXPECT_TRUE(fewer(1));
}

TEST_F(WhatWouldHelp, ARowSelectsTheNodesThatItIsAbout) {
    openText(mish());
    searchAndWait();
    ASSERT_GE(row("NPU takes Mish"), 0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::NoModifier,
                      center(row("NPU takes Mish")));
    EXPECT_EQ(window.document().selection(), std::vector{node("mish")});
}

TEST_F(WhatWouldHelp, AfterAChangeTheListIsMadeAgain) {
    searches().setAutomatic(true);
    openText(openSize());
    ASSERT_TRUE(waitFor([&] { return row("n = 1") >= 0; }));
    QTest::mouseClick(view->findChild<QPushButton*>(QStringLiteral("try%1").arg(row("n = 1"))),
                      Qt::LeftButton);
    ASSERT_TRUE(fewer(1));
    EXPECT_TRUE(waitFor([&] {
        return panel->findChild<QLabel*>(QStringLiteral("noRemedies"))->text() ==
               QStringLiteral("Nothing helps further: there is only one partition.");
    }));
}

TEST_F(WhatWouldHelp, ASearchCanBeCancelled) {
    openText(mish());
    auto* button = panel->findChild<QPushButton*>(QStringLiteral("searchRemedies"));
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_EQ(searches().state(), RemediesController::State::searching);
    EXPECT_EQ(button->text(), QStringLiteral("Cancel"));
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(searches().state(), RemediesController::State::onDemand);
    EXPECT_EQ(button->text(), QStringLiteral("Search"));
    QTest::qWait(200);
    EXPECT_FALSE(searches().remedies());
}

TEST_F(WhatWouldHelp, ASearchByItselfGivesWayToWorkOfTheUser) {
    searches().setAutomatic(true);
    openText(mish());
    ASSERT_TRUE(
        waitFor([&] { return searches().state() == RemediesController::State::searching; }));
    window.document().jobs()[Lane::work].start<int>(
        QStringLiteral("work"),
        [](const Progress&) -> Result<int> {
            QThread::msleep(600);
            return 1;
        },
        [](const Result<int>&) {});
    EXPECT_EQ(searches().state(), RemediesController::State::waiting);
    QTest::qWait(450);
    EXPECT_EQ(searches().state(), RemediesController::State::waiting) << "the work still runs";
    EXPECT_TRUE(waitFor([&] { return searches().remedies() != nullptr; }));
}

TEST_F(WhatWouldHelp, ConstantsDoNotMakeAModelTooLargeToBeSearchedByItself) {
    searches().setAutomatic(true);
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]>\n"
                       "g (float[1] x) => (float[1] v0) {\n";
    for (int i = 2600; i-- > 0;)
        text += "c" + std::to_string(i) + " = Constant <value_float = 1.0> ()\n v" +
                std::to_string(i) + " = Add(" + (i == 2599 ? "x" : "v" + std::to_string(i + 1)) +
                ", c" + std::to_string(i) + ")\n";
    openText(text + "}");
    EXPECT_NE(searches().state(), RemediesController::State::onDemand);
    searches().setAutomatic(false);
}

TEST_F(WhatWouldHelp, WhatWasFoundForAnotherPlacementIsForgotten) {
    openText(mish());
    searchAndWait();
    ASSERT_GT(view->model()->rowCount(), 0);
    EXPECT_FALSE(bar().isEmpty());
    window.document().setLevel(OptimizationLevel::disabled);
    EXPECT_TRUE(waitFor([&] { return view->model()->rowCount() == 0; }));
    EXPECT_TRUE(bar().isEmpty());
}

TEST_F(WhatWouldHelp, TheBarOffersTheBestAndTriesIt) {
    openText(openSize());
    searchAndWait();
    EXPECT_EQ(bar(), QStringLiteral("n = 1 — 2 → 1 partition in all"));
    QTest::mouseClick(window.suggestion().findChild<QToolButton*>(QStringLiteral("trySuggestion")),
                      Qt::LeftButton);
    EXPECT_TRUE(fewer(1));
    EXPECT_TRUE(bar().isEmpty());
}

TEST_F(WhatWouldHelp, TheSimplifierRunsThePassesOfARemedyAndNoOthers) {
    window.document().setLevel(OptimizationLevel::disabled);
    openText("<ir_version: 9, opset_import: [\"\" : 18]>\n"
             "g (float[1, 8] x) => (float[1, 8] y) {\n" +
             run("a", 8, "x", "p") + "[dropped] q = Dropout(p)\n" + run("b", 8, "q", "y") +
             "[unread] u = Relu(x)}");
    ASSERT_EQ(partitions(), 3U);
    searchAndWait();
    const int at = row("Simplify: ");
    ASSERT_GE(at, 0);
    EXPECT_EQ(cell(at, 2), QStringLiteral("2 → 1")); // 3 → 1 in all
    EXPECT_EQ(cell(at, 1), QStringLiteral("1 fewer on NPU")) << "the one that nothing reads";
    EXPECT_TRUE(bar().startsWith(QLatin1String("Simplify: "))) << "the user can do it";
    const auto recipe = searches().remedies()->list[static_cast<std::size_t>(at)].recipe();
    window.dock("simplify")->hide();
    QTest::mouseClick(view->findChild<QPushButton*>(QStringLiteral("try%1").arg(at)),
                      Qt::LeftButton);
    ASSERT_TRUE(fewer(1));
    EXPECT_EQ(window.document().simplifier().recipe().passes, recipe.passes);
    EXPECT_FALSE(node("dropped"));
    EXPECT_TRUE(window.dock("simplify")->isVisible()) << "to keep or discard the steps";
}

TEST_F(WhatWouldHelp, TheBarStaysAwayFromAModelForWhichItWasClosed) {
    openText(mish());
    searchAndWait();
    ASSERT_FALSE(bar().isEmpty());
    QTest::mouseClick(
        window.suggestion().findChild<QToolButton*>(QStringLiteral("closeSuggestion")),
        Qt::LeftButton);
    EXPECT_TRUE(bar().isEmpty());
    searchAndWait();
    EXPECT_TRUE(bar().isEmpty());
    openText(openSize());
    searchAndWait();
    EXPECT_FALSE(bar().isEmpty());
}

TEST_F(WhatWouldHelp, NothingIsOfferedWhereTheDeviceRunsAllInOnePartition) {
    openText("<ir_version: 9, opset_import: [\"\" : 18]>\n"
             "g (float[1, 8] x) => (float[1, 8] y) {\n" +
             run("a", 8, "x", "y") + "}");
    searchAndWait();
    EXPECT_EQ(view->model()->rowCount(), 0);
    EXPECT_TRUE(bar().isEmpty());
}

} // namespace
} // namespace partita
