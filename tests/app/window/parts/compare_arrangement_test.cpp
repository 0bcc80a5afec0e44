// What would help and the problems beside the differences, while two sides are compared.

#include <QTabBar>
#include <QTemporaryDir>

#include "core/onnx/write.h"
#include "tests/support/window.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

class CompareArrangementTest : public test::Window {
protected:
    void SetUp() override {
        window.resize(1600, 1000);
        open(write("after.onnx", "Abs"));
        before = write("before.onnx", "Neg");
    }
    QString write(const char* name, const std::string& op) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        EXPECT_TRUE(writeModel(
            test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]> g (float[4] x) => "
                                "(float[4] y) { [a] a = Relu(x) [b] y = " +
                                op + "(a) }"),
            path.toStdString()));
        return path;
    }
    ComparisonController& comparison() {
        return static_cast<DifferencesPanel*>(window.panel("differences"))->comparison();
    }
    void compare() {
        window.showPanel("differences");
        comparison().compareWith(before.toStdString());
        ASSERT_TRUE(waitFor([&] {
            return comparison().comparison() &&
                   window.document().state().beside == comparison().comparison()->beside;
        }));
        QTest::qWait(50);
    }
    void end() {
        comparison().clear();
        ASSERT_TRUE(waitFor([&] { return !window.document().state().beside; }));
        QTest::qWait(50);
    }
    bool isTogether(const char* a, const char* b) {
        return window.tabifiedDockWidgets(window.dock(a)).contains(window.dock(b));
    }
    bool isInFront(const char* id) { return partita::isInFront(*window.dock(id)); }
    QTemporaryDir folder;
    QString before;
};

TEST_F(CompareArrangementTest, WhatWouldHelpStandsBesideTheDifferencesUntilTheComparisonEnds) {
    ASSERT_TRUE(isTogether("differences", "remedies"));
    compare();
    EXPECT_FALSE(isTogether("differences", "remedies"));
    EXPECT_TRUE(isTogether("remedies", "problems"));
    EXPECT_TRUE(isTogether("differences", "boundaries"));
    EXPECT_TRUE(isInFront("differences"));
    EXPECT_TRUE(isInFront("remedies"));
    EXPECT_GT(window.dock("remedies")->x(), window.dock("differences")->x());
    EXPECT_GT(window.dock("differences")->width(), window.dock("remedies")->width());
    EXPECT_EQ(window.dock("remedies")->y(), window.dock("differences")->y());
    window.showPanel("history");
    end();
    EXPECT_TRUE(isTogether("differences", "remedies"));
    EXPECT_TRUE(isTogether("differences", "problems"));
    EXPECT_TRUE(isInFront("history")) << "what was chosen meanwhile stays in front";
}

TEST_F(CompareArrangementTest, NoRowWithoutTabsLiesOverAnother) {
    const auto empty = [&] {
        const auto rows = window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
        return std::ranges::count_if(
            rows, [](const QTabBar* row) { return row->isVisible() && row->count() == 0; });
    };
    for (int turn = 0; turn < 3; ++turn) {
        compare();
        EXPECT_TRUE(waitFor([&] { return empty() == 0; }));
        end();
        EXPECT_TRUE(waitFor([&] { return empty() == 0; }));
    }
}

TEST_F(CompareArrangementTest, PanelsThatAreShownOrClosedMeanwhileStaySo) {
    ASSERT_TRUE(window.dock("script")->isHidden());
    compare();
    window.showPanel("script");
    window.dock("log")->close();
    end();
    EXPECT_TRUE(isTogether("differences", "remedies"));
    EXPECT_FALSE(window.dock("script")->isHidden());
    EXPECT_TRUE(window.dock("log")->isHidden());
}

TEST_F(CompareArrangementTest, ASmallWindowKeepsOneRow) {
    window.resize(1200, 800);
    compare();
    EXPECT_TRUE(isTogether("differences", "remedies"));
    window.resize(1600, 1000);
    QTest::qWait(50);
    EXPECT_FALSE(isTogether("differences", "remedies")) << "there is room now";
    window.resize(1200, 800);
    QTest::qWait(50);
    EXPECT_TRUE(isTogether("differences", "remedies"));
}

TEST_F(CompareArrangementTest, PanelsThatTheUserHasMovedStayThere) {
    window.addDockWidget(Qt::RightDockWidgetArea, window.dock("remedies"));
    compare();
    EXPECT_EQ(window.dockWidgetArea(window.dock("remedies")), Qt::RightDockWidgetArea);
    EXPECT_TRUE(isTogether("differences", "problems"));
}

TEST_F(CompareArrangementTest, WhatTheUserArrangesMeanwhileStaysSo) {
    compare();
    window.addDockWidget(Qt::RightDockWidgetArea, window.dock("problems"));
    end();
    EXPECT_EQ(window.dockWidgetArea(window.dock("problems")), Qt::RightDockWidgetArea);
}

TEST_F(CompareArrangementTest, WhatIsStoredIsTheArrangementWithoutAComparison) {
    compare();
    window.savePanels();
    EXPECT_FALSE(isTogether("differences", "remedies")) << "it is still compared";
    MainWindow next(*makeProviders({}), makeJudges());
    EXPECT_TRUE(next.tabifiedDockWidgets(next.dock("differences")).contains(next.dock("remedies")));
}

} // namespace
} // namespace partita
