// Comparing the open model with another file: the panel, the keys, the marks on the canvas.

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

#include "core/onnx/write.h"
#include "tests/support/gestures.h"
#include "tests/support/models.h"
#include "tests/support/window.h"
#include "views/graph/before_view.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

const char* const kBefore = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) {
  [first] a = Relu(x) [gone] b = Exp(a) [kept] c = Elu<alpha = 1.0>(b) [last] y = Tanh(c)
})";
const char* const kAfter = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) {
  [new] n = Neg(x) [first] a = Relu(n) [kept] c = Elu<alpha = 2.0>(a) [last] y = Tanh(c)
})";

class Compare : public test::Window {
protected:
    void SetUp() override {
        before = folder.filePath(QStringLiteral("before.onnx"));
        const QString after = folder.filePath(QStringLiteral("after.onnx"));
        ASSERT_TRUE(writeModel(test::modelFromText(kBefore), before.toStdString()));
        ASSERT_TRUE(writeModel(test::modelFromText(kAfter), after.toStdString()));
        open(after);
        window.dock("differences")->show();
        window.dock("differences")->raise();
    }
    DifferencesPanel& panel() {
        return *static_cast<DifferencesPanel*>(window.panel("differences"));
    }
    /// Drops the other file on the panel, as from a file manager.
    void compare() {
        EXPECT_TRUE(test::dropFiles(panel(), {QUrl::fromLocalFile(before)}, {10, 10}));
        ASSERT_TRUE(waitFor(
            [&] { return panel().comparison().comparison() && window.document().state().before; }));
    }
    int rowOf(const QString& op) {
        const auto* model = panel().view()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 2).data().toString() == op)
                return row;
        return -1;
    }
    void click(int row) {
        auto* view = panel().view();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          view->visualRect(view->model()->index(row, 1)).center());
    }
    QTemporaryDir folder;
    QString before;
};

TEST_F(Compare, TheDifferencesOfADroppedFileAreListedAndMarked) {
    compare();
    EXPECT_GE(rowOf(QStringLiteral("Neg")), 0);
    EXPECT_GE(rowOf(QStringLiteral("Exp")), 0);
    EXPECT_GE(rowOf(QStringLiteral("Elu")), 0);
    EXPECT_LT(rowOf(QStringLiteral("Tanh")), 0);
    const ModelStep& step = window.document().state().step;
    EXPECT_EQ(step.added, std::vector{node("new")});
    EXPECT_EQ(step.removed.size(), 1U);
    EXPECT_EQ(step.changed, (std::vector{node("first"), node("kept")}));
    EXPECT_EQ(window.document().state().scene->ghosts.size(), 1U);
}

TEST_F(Compare, AClickSelectsTheNodeOfARow) {
    compare();
    click(rowOf(QStringLiteral("Elu")));
    EXPECT_EQ(window.document().currentNode(), node("kept"));
    click(rowOf(QStringLiteral("Exp"))); // a removed node: its neighbour that is left
    EXPECT_TRUE(window.document().currentNode() == node("kept") ||
                window.document().currentNode() == node("first"));
}

TEST_F(Compare, F8WalksTheDifferencesAndBeginsAgain) {
    compare();
    const int rows = panel().view()->model()->rowCount();
    ASSERT_GE(rows, 3);
    for (int i = 0; i < rows; ++i) {
        QTest::keyClick(&window, Qt::Key_F8);
        EXPECT_EQ(panel().view()->currentIndex().row(), i);
    }
    QTest::keyClick(&window, Qt::Key_F8);
    EXPECT_EQ(panel().view()->currentIndex().row(), 0);
    EXPECT_TRUE(window.statusBar()->currentMessage().contains(QStringLiteral("again")));
    QTest::keyClick(&window, Qt::Key_F8, Qt::ShiftModifier);
    EXPECT_EQ(panel().view()->currentIndex().row(), rows - 1);
}

TEST_F(Compare, F8MarksABoxInBothPanesAndDotsWhatStandsInForIt) {
    compare();
    const BeforeView& beside = *window.findChild<BeforeView*>();
    const SceneMarks &own = window.graph().marks(), &other = beside.marks();
    const auto nodeOf = [](const GraphScene& scene,
                           const std::unordered_set<std::uint32_t>& boxes) {
        return boxes.size() == 1 ? scene.boxes[*boxes.begin()].node : NodeId{};
    };
    const auto& state = window.document().state();
    const int rows = panel().view()->model()->rowCount();
    for (int i = 0; i < rows; ++i) {
        QTest::keyClick(&window, Qt::Key_F8);
        const QString op = panel().view()->model()->index(i, 2).data().toString();
        EXPECT_GE(own.current, 0) << op.toStdString();
        EXPECT_TRUE(other.current >= 0 || !other.standIns.empty()) << op.toStdString();
        if (op == QLatin1String("Neg")) // only the document has it
            EXPECT_EQ(nodeOf(*state.before, other.standIns), node("first"));
        else if (op == QLatin1String("Exp")) // only the other side has it
            EXPECT_TRUE(own.standIns.contains(static_cast<std::uint32_t>(own.current)));
        else
            EXPECT_TRUE(own.standIns.empty() && other.standIns.empty()) << op.toStdString();
    }
    window.document().setCurrentNode(node("last")); // another choice ends it
    EXPECT_TRUE(own.standIns.empty() && other.standIns.empty());
}

TEST_F(Compare, AFilterKeepsOneKind) {
    compare();
    auto* added = panel().findChild<QToolButton*>(
        QStringLiteral("filter%1").arg(static_cast<int>(DifferenceModel::Filter::added)));
    QTest::mouseClick(added, Qt::LeftButton);
    EXPECT_EQ(panel().view()->model()->rowCount(), 1);
    EXPECT_GE(rowOf(QStringLiteral("Neg")), 0);
}

TEST_F(Compare, WordsKeepTheNodesWhoseRowsSayThem) {
    compare();
    const auto* model = panel().view()->model();
    const int all = model->rowCount();
    ASSERT_GT(all, 1);
    auto* filter = panel().findChild<QLineEdit*>(QStringLiteral("differencesFilter"));
    ASSERT_TRUE(filter->isVisible());
    QTest::mouseClick(filter, Qt::LeftButton);
    QTest::keyClicks(filter, QStringLiteral("neg added"));
    EXPECT_EQ(model->rowCount(), 1);
    EXPECT_EQ(rowOf(QStringLiteral("Neg")), 0);
    QTest::keyClick(&window, Qt::Key_F8); // walks what is listed
    EXPECT_EQ(panel().view()->currentIndex().row(), 0);
    QTest::mouseClick(filter, Qt::LeftButton);
    QTest::keyClicks(filter, QStringLiteral(" nowhere"));
    EXPECT_EQ(model->rowCount(), 0);
    EXPECT_TRUE(filter->isVisible()) << "to write something else";
    filter->selectAll();
    QTest::keyClick(filter, Qt::Key_Delete);
    EXPECT_EQ(model->rowCount(), all);
}

TEST_F(Compare, ClosingTheComparisonLeavesTheModelAlone) {
    compare();
    auto* close = panel().findChild<QPushButton*>(QStringLiteral("closeComparison"));
    QTest::mouseClick(close, Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return !window.document().state().before; }));
    EXPECT_EQ(panel().comparison().comparison(), nullptr);
    EXPECT_EQ(panel().view()->model()->rowCount(), 0);
    EXPECT_TRUE(window.document().state().step.changed.empty());
}

TEST_F(Compare, AModelThatEqualsTheDocumentIsSaidToBeEqual) {
    panel().comparison().compareWith(window.document().state().path);
    ASSERT_TRUE(waitFor([&] { return panel().comparison().comparison() != nullptr; }));
    EXPECT_TRUE(panel().comparison().comparison()->differences.equal());
    bool said = false;
    for (const QLabel* label : panel().findChildren<QLabel*>())
        said = said || label->text().startsWith(QStringLiteral("No differences"));
    EXPECT_TRUE(said);
}

TEST_F(Compare, AFileThatIsNoModelIsReportedAndNothingChanges) {
    QSignalSpy failed(&window.document(), &DocumentController::failed);
    panel().comparison().compareWith((folder.path() + QStringLiteral("/none.onnx")).toStdString());
    ASSERT_TRUE(waitFor([&] { return failed.count() > 0; }));
    EXPECT_EQ(panel().comparison().comparison(), nullptr);
}

TEST_F(Compare, AComparisonThatTakesThePlaceOfAnotherSaysSo) {
    const QString other = folder.filePath(QStringLiteral("other.onnx"));
    ASSERT_TRUE(writeModel(test::modelFromText(kBefore), other.toStdString()));
    for (const QString& file : {before, other})
        EXPECT_TRUE(test::dropFiles(panel(), {QUrl::fromLocalFile(file)}, {10, 10}));
    const auto* bar = window.findChild<QWidget*>(QStringLiteral("messageBar"));
    ASSERT_TRUE(waitFor([&] { return panel().comparison().comparison() != nullptr; }));
    EXPECT_EQ(panel().comparison().comparison()->a.name.text(), "other.onnx");
    EXPECT_TRUE(bar->isVisible());
    EXPECT_EQ(
        bar->findChild<QLabel*>()->text(),
        QStringLiteral("Comparing with before.onnx was stopped: other.onnx is compared instead"));
}

TEST_F(Compare, AComparisonThatARunTakesThePlaceOfSaysSo) {
    const QString large = folder.filePath(QStringLiteral("large.onnx"));
    ASSERT_TRUE(writeModel(test::largeModel(20'000), large.toStdString()));
    EXPECT_TRUE(test::dropFiles(panel(), {QUrl::fromLocalFile(large)}, {10, 10}));
    window.document().runs().run({});
    const auto* bar = window.findChild<QWidget*>(QStringLiteral("messageBar"));
    EXPECT_TRUE(bar->isVisible());
    EXPECT_EQ(bar->findChild<QLabel*>()->text(),
              QStringLiteral("Comparing with large.onnx was stopped for another task: Running"));
    ASSERT_TRUE(waitFor([&] { return !window.document().jobs().isRunning(); }));
    EXPECT_EQ(panel().comparison().comparison(), nullptr);
}

TEST_F(Compare, APlacementThatChangesMeanwhileDoesNotBringTheFormerFileBack) {
    compare();
    const QString large = folder.filePath(QStringLiteral("large.onnx"));
    ASSERT_TRUE(writeModel(test::largeModel(20'000), large.toStdString()));
    EXPECT_TRUE(test::dropFiles(panel(), {QUrl::fromLocalFile(large)}, {10, 10}));
    window.document().setExcluded(node("kept"), "npu", true);
    ASSERT_TRUE(waitFor([&] { return !window.document().jobs().isRunning(); }));
    EXPECT_EQ(panel().comparison().comparison()->a.name.text(), "large.onnx");
    const auto& own = panel().comparison().comparison()->b;
    EXPECT_EQ(own.placement, window.document().state().partitioning);
}

TEST_F(Compare, ANodeThatIsFoldedOnOneSideIsDottedWhereItsReaderStandsForIt) {
    // In the document, the factor is computed from a constant: it is not drawn.
    const auto model = [](const char* factor) {
        return std::string(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) <float[2] w = {1, 2}, float[2] f> {
              [factor] f = )") +
               factor + " [times] y = Mul(x, f) }";
    };
    ASSERT_TRUE(writeModel(test::modelFromText(model("Neg(x)")), before.toStdString()));
    const QString after = folder.filePath(QStringLiteral("folded.onnx"));
    ASSERT_TRUE(writeModel(test::modelFromText(model("Neg(w)")), after.toStdString()));
    open(after);
    compare();
    const BeforeView& beside = *window.findChild<BeforeView*>();
    const SceneMarks& own = window.graph().marks();
    const int row = rowOf(QStringLiteral("Neg"));
    ASSERT_GE(row, 0);
    do
        QTest::keyClick(&window, Qt::Key_F8);
    while (panel().view()->currentIndex().row() != row);
    EXPECT_GE(beside.marks().current, 0) << "it is drawn there";
    const auto reader = window.document().scene().boxOf(node("times"));
    ASSERT_TRUE(reader);
    EXPECT_TRUE(own.standIns.contains(*reader)) << "it is another node";
}

TEST_F(Compare, LaidOverTheHeadNamesTheOtherSideAsWell) {
    compare();
    window.action("laidOver")->trigger();
    QApplication::processEvents();
    QString said;
    for (const auto* label : window.pair().findChildren<QLabel*>())
        if (label->isVisible())
            said += label->text() + label->toolTip();
    EXPECT_TRUE(said.contains(QStringLiteral("laid over before.onnx"))) << said.toStdString();
}

TEST_F(Compare, KindsHaveTheirSignsInTheListAndInTheFilters) {
    compare();
    const auto* view = panel().view();
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        const QModelIndex cell = view->model()->index(row, 0);
        const auto sign = cell.data(Qt::DecorationRole).value<QPixmap>();
        ASSERT_FALSE(sign.isNull());
        EXPECT_GE(view->columnWidth(0), sign.width());
        EXPECT_FALSE(cell.data().toString().isEmpty()) << "for copies and screen readers";
    }
    for (const auto filter : {DifferenceModel::Filter::side, DifferenceModel::Filter::changed,
                              DifferenceModel::Filter::added, DifferenceModel::Filter::removed}) {
        const auto* button = panel().findChild<QToolButton*>(
            QStringLiteral("filter%1").arg(static_cast<int>(filter)));
        EXPECT_FALSE(button->icon().isNull());
    }
}

TEST_F(Compare, WhatDiffersIsSaidInTheLanguageOfTheWindow) {
    window.setLanguage(QStringLiteral("zh_CN"));
    compare();
    QString shown;
    const auto* model = panel().view()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        for (int column = 0; column < model->columnCount(); ++column)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                shown += model->index(row, column).data(role).toString() + QLatin1Char('\n');
    window.setLanguage(QStringLiteral("en"));
    EXPECT_TRUE(shown.contains(QStringLiteral("输入 0：x"))) << shown.toStdString();
    EXPECT_TRUE(shown.contains(QStringLiteral("属性 alpha：1 → 2"))) << shown.toStdString();
    EXPECT_FALSE(shown.contains(QStringLiteral("input"))) << shown.toStdString();
    EXPECT_FALSE(shown.contains(QStringLiteral("attribute"))) << shown.toStdString();
}

TEST_F(Compare, WhatIsSaidOfBothSidesIsGivenTheSameRoom) {
    compare();
    EXPECT_NEAR(panel().view()->columnWidth(3), panel().view()->columnWidth(4), 1);
}

} // namespace
} // namespace partita
