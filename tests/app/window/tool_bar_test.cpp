// The boxes of the tool bar, the menus, and the bar with what would help.

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLibraryInfo>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QStyle>
#include <QToolBar>
#include <QToolButton>
#include <fmt/format.h>

#include "app/window/parts/suggestion_bar.h"
#include "tests/support/dialogs.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

class ToolBar : public test::OperatedWindow {
protected:
    QComboBox* box(const char* name) {
        return window.findChild<QComboBox*>(QString::fromLatin1(name));
    }
    void type(QComboBox* into, const char* text) {
        QTest::mouseClick(into->lineEdit(), Qt::LeftButton);
        into->lineEdit()->selectAll();
        QTest::keyClicks(into->lineEdit(), QString::fromLatin1(text));
        QTest::keyClick(into->lineEdit(), Qt::Key_Return);
    }
    QStringList entriesOf(const QString& menu) {
        QStringList entries;
        for (const QAction* top : window.menuBar()->actions())
            if (top->text() == menu)
                for (const QAction* entry : top->menu()->actions())
                    entries += entry->text();
        return entries;
    }
};

TEST_F(ToolBar, AnyZoomCanBeTypedOrChosen) {
    open(test::kSample);
    QComboBox* zoom = box("zoomBox");
    ASSERT_TRUE(zoom);
    type(zoom, "63");
    EXPECT_NEAR(window.graph().scale(), 0.63, 1e-9);
    EXPECT_EQ(zoom->currentText(), QStringLiteral("63 %"));
    type(zoom, "87,0 %");
    EXPECT_NEAR(window.graph().scale(), 0.87, 1e-9);
    type(zoom, "wide");
    EXPECT_NEAR(window.graph().scale(), 0.87, 1e-9);
    EXPECT_EQ(zoom->currentText(), QStringLiteral("87 %"));
    QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
    EXPECT_EQ(zoom->currentText(), QStringLiteral("100 %"));
    zoom->setFocus();
    QTest::keyClick(zoom, Qt::Key_Down); // the next one after 100 %
    EXPECT_TRUE(zoom->currentText().endsWith(QLatin1Char('%')));
}

TEST_F(ToolBar, TheColourBoxAndTheCommandsSayTheSame) {
    open(test::kSample);
    QComboBox* colour = box("colourBy");
    ASSERT_TRUE(colour);
    EXPECT_EQ(colour->currentText(), QStringLiteral("Provider"));
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier);
    EXPECT_EQ(colour->currentText(), QStringLiteral("Time"));
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    colour->setFocus();
    QTest::keyClick(colour, Qt::Key_Down);
    EXPECT_EQ(colour->currentText(), QStringLiteral("Simulated cycles"));
    EXPECT_TRUE(window.action("colourCycles")->isChecked());
    EXPECT_FALSE(window.action("colourTime")->isChecked());
    EXPECT_EQ(window.graph().colouring().by, NodeColouring::By::cycles);
    QTest::keyClick(colour, Qt::Key_Home);
    EXPECT_EQ(colour->currentText(), QStringLiteral("Provider"));
    EXPECT_FALSE(window.graph().colouring().isOn());
}

TEST_F(ToolBar, TheColourBoxSaysProviderWhereThereIsNoRunToColourBy) {
    open(test::kSample);
    const QComboBox* colour = box("colourBy");
    auto& runs = window.document().runs();
    const auto says = [&](const char* entry, NodeColouring::By by) {
        EXPECT_EQ(colour->currentText(), QLatin1String(entry));
        EXPECT_EQ(window.graph().colouring().by, by);
    };
    QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier);
    window.document().jobs()[Lane::work].cancel();
    says("Provider", NodeColouring::By::provider);
    EXPECT_FALSE(window.action("colourTime")->isChecked());
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier); // the times that were waited for
    ASSERT_TRUE(waitFor([&] { return runs.result() != nullptr; }));
    says("Time", NodeColouring::By::time);
    runs.clear(); // as an edit does
    says("Provider", NodeColouring::By::provider);
    window.action("colourOperator")->trigger();
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return runs.result() != nullptr; }));
    says("Operator", NodeColouring::By::key); // chosen later than the times
    window.action("colourTime")->trigger();
    says("Time", NodeColouring::By::time);
    open(modelFile("never_run.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { y = Neg(x) })"));
    says("Provider", NodeColouring::By::provider);
}

TEST_F(ToolBar, CommandsAreInTheMenusWhereTheyAreSoughtFor) {
    EXPECT_TRUE(entriesOf(QStringLiteral("&Simplify")).contains(QStringLiteral("Simplify")));
    EXPECT_TRUE(entriesOf(QStringLiteral("&Window")).contains(QStringLiteral("Reset the panels")));
    EXPECT_TRUE(entriesOf(QStringLiteral("&Window")).contains(QStringLiteral("Panels")));
    EXPECT_FALSE(entriesOf(QStringLiteral("&Help")).contains(QStringLiteral("Reset the panels")));
}

TEST_F(ToolBar, NoMenuIsHigherThanASmallScreen) {
    constexpr int kMost = 21; // entries in a window of 800 by 600
    for (const QAction* top : window.menuBar()->actions()) {
        QStringList entries;
        for (const QAction* entry : top->menu()->actions())
            if (!entry->isSeparator())
                entries += entry->text();
        EXPECT_LE(entries.size(), kMost) << top->text().toStdString();
        EXPECT_FALSE(entries.contains(QString())) << top->text().toStdString();
        QList<QMenu*> menus{top->menu()};
        for (const QAction* entry : top->menu()->actions())
            if (entry->menu())
                menus += entry->menu();
        for (const QMenu* menu : menus)
            EXPECT_TRUE(menu->style()->styleHint(QStyle::SH_Menu_Scrollable, nullptr, menu))
                << menu->title().toStdString();
    }
    const auto edit = entriesOf(QStringLiteral("&Edit"));
    for (const char* below : {"Change the nodes", "Go to", "Select"})
        EXPECT_TRUE(edit.contains(QLatin1String(below))) << below;
    open(test::kSample);
    window.document().setCurrentNode(node("stem/conv"));
    QTest::keyClick(&window, Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_GT(window.document().selection().size(), 1U) << "its keys work in a menu of a menu";
}

TEST_F(ToolBar, AMenuThatIsHigherThanTheScreenHasOneColumn) {
    const QFont usual = QApplication::font();
    QFont large = usual;
    large.setPixelSize(40);
    QApplication::setFont(large); // as if the screen were low
    {
        QMenu menu;
        for (int entry = 0; entry < 24; ++entry)
            menu.addAction(QString::number(entry));
        menu.popup({10, 10});
        for (const QAction* entry : menu.actions())
            EXPECT_EQ(menu.actionGeometry(const_cast<QAction*>(entry)).x(),
                      menu.actionGeometry(menu.actions().first()).x())
                << entry->text().toStdString();
        EXPECT_LE(menu.height(), menu.screen()->geometry().height());
    }
    QApplication::setFont(usual);
}

TEST_F(ToolBar, WhatWouldHelpIsOfferedOnceItIsKnownAndTriedByOneClick) {
    open(test::kSample);
    SuggestionBar& bar = window.suggestion();
    EXPECT_FALSE(bar.isVisible());
    int tried = 0;
    bar.offer(PARTITA_TEXT("Fold constants: {0} → {1} partitions", 49, 1), [&] { ++tried; });
    EXPECT_TRUE(bar.isVisible());
    EXPECT_TRUE(test::labelsOf(bar).contains(QStringLiteral("49 → 1")));
    test::clickButton(bar, QStringLiteral("Try"));
    EXPECT_EQ(tried, 1);
    EXPECT_FALSE(bar.isVisible());
    // An offer is about one placement.
    bar.offer(PARTITA_TEXT("Fold constants: {0} → {1} partitions", 49, 1), [&] { ++tried; });
    window.document().setExcluded(node("stem/conv"), "npu", true);
    ASSERT_TRUE(idle());
    EXPECT_FALSE(bar.isVisible());
    EXPECT_EQ(tried, 1);
}

TEST_F(ToolBar, QtsOwnDialogsAreInTheLanguageOfTheWindow) {
    if (!QFile::exists(QLibraryInfo::location(QLibraryInfo::TranslationsPath) +
                       QStringLiteral("/qtbase_zh_CN.qm")))
        GTEST_SKIP() << "Qt's translations are not installed";
    window.setLanguage(QStringLiteral("zh_CN"));
    EXPECT_EQ(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("取消"));
    window.setLanguage(QStringLiteral("en"));
    EXPECT_EQ(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Cancel"));
}

TEST_F(ToolBar, ButtonsOfDialogsHaveNoIcons) {
    const QDialogButtonBox buttons(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    for (const auto* button : buttons.buttons())
        EXPECT_TRUE(button->icon().isNull()) << button->text().toStdString();
}

TEST_F(ToolBar, CompareAndExportAreThereAndGreyWithoutAModel) {
    auto* bar = window.findChild<QToolBar*>(QStringLiteral("toolBar"));
    const auto* compare =
        qobject_cast<QToolButton*>(bar->widgetForAction(window.action("compare")));
    const auto* out = bar->findChild<QToolButton*>(QStringLiteral("exportButton"));
    ASSERT_TRUE(compare && out);
    for (const QToolButton* button : {compare, out}) {
        EXPECT_FALSE(button->isEnabled()) << button->text().toStdString();
        EXPECT_FALSE(button->icon().isNull());
    }
    open(test::kSample);
    for (const QToolButton* button : {compare, out})
        EXPECT_TRUE(button->isEnabled()) << button->text().toStdString();
    EXPECT_TRUE(compare->toolTip().contains(QStringLiteral("Ctrl+Alt+D")));
    EXPECT_TRUE(out->toolTip().contains(QStringLiteral("Ctrl+Shift+E")));
    QStringList exports;
    for (const QAction* action : out->defaultAction()->menu()->actions())
        exports += action->objectName();
    EXPECT_TRUE(exports.contains(QStringLiteral("exportSvg")));
    EXPECT_TRUE(exports.contains(QStringLiteral("exportReport")));
    EXPECT_FALSE(window.action("exportAnimation")->isEnabled()) << "there are no steps yet";
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(window.action("exportAnimation")->isEnabled());
}

TEST_F(ToolBar, WhatCanDoNothingWithoutAModelOrAComparisonIsGrey) {
    const auto areEnabled = [&](std::initializer_list<const char*> ids, bool enabled) {
        for (const char* id : ids)
            EXPECT_EQ(window.action(id)->isEnabled(), enabled) << id;
    };
    const auto ofModel = {"save", "saveAs", "reload", "fit", "run", "zoomIn"};
    const auto ofComparison = {"swapSides", "onlyDifferences", "laidOver", "sideBySide"};
    areEnabled(ofModel, false);
    areEnabled(ofComparison, false);
    open(test::kSample);
    areEnabled(ofModel, true);
    areEnabled(ofComparison, false);
    auto& comparison = static_cast<DifferencesPanel*>(window.panel("differences"))->comparison();
    comparison.compareWith(test::kSample.toStdString());
    ASSERT_TRUE(waitFor([&] { return comparison.comparison() != nullptr; }));
    areEnabled(ofComparison, true);
    comparison.clear();
    areEnabled(ofComparison, false);
    window.document().close();
    areEnabled(ofModel, false);
}

TEST_F(ToolBar, UndoSaysWhatItUndoesWithItsKeys) {
    open(test::kSample);
    const QAction* undo = window.action("undo");
    EXPECT_FALSE(undo->isEnabled());
    window.document().setExcluded(node("stem/conv"), "npu", true);
    ASSERT_TRUE(idle());
    ASSERT_TRUE(undo->isEnabled());
    EXPECT_EQ(undo->toolTip(), undo->text() + QStringLiteral(" (Ctrl+Z)"));
    EXPECT_TRUE(undo->text().startsWith(QStringLiteral("Undo: "))) << undo->text().toStdString();
}

TEST_F(ToolBar, TheHeadlineSaysWhatTheCopiesOfARunTake) {
    window.resize(1600, 900);
    open(test::kSample);
    EXPECT_TRUE(headline().contains(QStringLiteral("est. "))) << headline().toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral(" copies, "))) << headline().toStdString();
    window.document().setExcluded(node("stem/relu"), "npu", true);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(headline().contains(
        QRegularExpression(QStringLiteral("est\\. \\d+ copies, [\\d.]+ → [\\d.]+ ms"))))
        << headline().toStdString();
}

TEST_F(ToolBar, NoDifferenceOfTheCopiesStandsBehindTheirTime) {
    window.resize(1900, 900);
    std::string chain;
    for (int i = 0; i < 20; ++i)
        chain += fmt::format("[n{0}] v{1} = {2}(v{0})\n", i, i + 1, i % 2 ? "Sigmoid" : "Relu");
    open(modelFile("chain.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[64,64] v0) => (float[64,64] v20) {)" +
                                     chain + "}"));
    window.document().setExcluded(node("n10"), "npu", true);
    ASSERT_TRUE(idle());
    const QString copies = headline().section(QStringLiteral("est. "), 1);
    ASSERT_TRUE(copies.startsWith(QStringLiteral("2 → 4 copies"))) << copies.toStdString();
    EXPECT_FALSE(copies.section(QStringLiteral("·"), 0, 0).contains(QStringLiteral("+2")));
}

} // namespace
} // namespace partita
