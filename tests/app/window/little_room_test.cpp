// How the window divides its room, and what it does where there is little of it.

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLayout>
#include <QListWidget>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTabBar>
#include <QTableView>
#include <QTextEdit>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>

#include "app/window/window_commands.h"
#include "tests/support/dialogs.h"
#include "tests/support/painted.h"
#include "tests/support/screens.h"
#include "views/charts/timeline_view.h"
#include "views/dialogs/compile_dialog.h"
#include "views/dialogs/pass_chooser.h"
#include "views/graph/legend.h"
#include "views/graph/pane_head.h"
#include "views/panels/step_bar.h"

namespace partita {
namespace {

using test::kSharpScreen, test::kSmallScreen;

using test::kSample;

class LittleRoom : public test::OperatedWindow {
protected:
    void makeSmall(const QSize& size = kSmallScreen) {
        window.resize(size);
        window.resizeDocks({window.dock("providers"), window.dock("inspector")}, {200, 200},
                           Qt::Horizontal);
        QTest::qWait(50);
    }
    QScrollArea* frameOf(const char* panel) {
        return qobject_cast<QScrollArea*>(window.dock(panel)->widget());
    }
    /// The bar with the tab of a panel.
    QTabBar* tabsOf(const char* panel) {
        for (auto* bar : window.findChildren<QTabBar*>())
            for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
                if (bar->tabText(tab) == window.dock(panel)->windowTitle())
                    return bar;
        return nullptr;
    }
};

TEST_F(LittleRoom, NoPanelAtTheLeftIsScrolledSideways) {
    open(kSample);
    makeSmall();
    for (const char* panel : {"providers", "partitions"}) {
        window.dock(panel)->raise();
        QApplication::processEvents();
        EXPECT_EQ(frameOf(panel)->horizontalScrollBar()->maximum(), 0) << panel;
    }
}

TEST_F(LittleRoom, TheStepsOfTheSimplifierFitIntoANarrowDock) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    auto* steps = window.findChild<StepBar*>();
    steps->resize(230, steps->heightForWidth(230));
    EXPECT_LE(steps->minimumSizeHint().width(), 230);
    for (const auto* part : steps->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        EXPECT_LE(part->geometry().right(), 230) << part->objectName().toStdString();
}

TEST_F(LittleRoom, TitlesOfTabsAreNotCut) {
    open(kSample);
    makeSmall();
    const QTabBar* bar = tabsOf("fallback");
    ASSERT_TRUE(bar);
    for (int tab = 0; tab < bar->count(); ++tab)
        EXPECT_GE(bar->tabRect(tab).width(),
                  bar->fontMetrics().horizontalAdvance(bar->tabText(tab)) + 16)
            << bar->tabText(tab).toStdString();
    // Those that have no room are listed by the button at the end.
    const auto* more = bar->findChild<QToolButton*>(QStringLiteral("moreTabs"));
    EXPECT_TRUE(waitFor([&] { return more->isVisible(); }));
}

TEST_F(LittleRoom, AnOptionStandsBesideItsName) {
    open(kSample);
    window.resizeDocks({window.dock("providers")}, {650}, Qt::Horizontal);
    QTest::qWait(50);
    auto* field = in<QComboBox>("providers", "option_device");
    ASSERT_TRUE(field);
    const auto* form = qobject_cast<QFormLayout*>(field->parentWidget()->layout());
    const QWidget* name = form->labelForField(field);
    EXPECT_LT(std::abs(name->geometry().center().y() - field->geometry().center().y()), 4);
    EXPECT_GT(field->x(), name->geometry().right());
    // It needs so little that it does so in the width that the panel has at first, too.
    QComboBox usual;
    usual.setSizeAdjustPolicy(field->sizeAdjustPolicy());
    usual.setMinimumContentsLength(10);
    usual.ensurePolished();
    EXPECT_LT(field->minimumSizeHint().width(), usual.minimumSizeHint().width());
}

TEST_F(LittleRoom, OptionsHaveMoreHeightThanTheListOfPartitions) {
    QSettings().clear(); // where the panels were in another window
    MainWindow first(*makeProviders({}));
    first.resize(1400, 900);
    first.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&first));
    EXPECT_GT(first.dock("providers")->height(), first.dock("partitions")->height() + 40);
}

TEST_F(LittleRoom, ALowWindowKeepsItsHeightForTheGraph) {
    const int high = 190;
    QSettings().clear();
    MainWindow low(*makeProviders({}));
    low.resize(kSharpScreen);
    low.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&low));
    EXPECT_LT(low.dock("fallback")->height(), high - 40);
    low.resize(kSharpScreen);
    EXPECT_GT(low.graph().height(), 200);
}

TEST_F(LittleRoom, InALowWindowThePanelsAtTheLeftHaveOnePlaceAndShowTheirRows) {
    QSettings().clear();
    MainWindow low(*makeProviders({}));
    low.resize(kSharpScreen);
    low.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&low));
    low.open(kSample);
    ASSERT_TRUE(waitFor([&] { return low.document().hasDocument(); }));
    QTest::qWait(50);
    const auto frame = [&](const char* panel) {
        return qobject_cast<QScrollArea*>(low.dock(panel)->widget());
    };
    ASSERT_TRUE(isInFront(*low.dock("providers")));
    EXPECT_FALSE(isInFront(*low.dock("partitions")));
    const int line = low.fontMetrics().lineSpacing() + 8;
    EXPECT_LE(frame("providers")->verticalScrollBar()->maximum(), line) << "a line of the options";
    const auto* list = low.findChild<QListWidget*>(QStringLiteral("providerList"));
    EXPECT_LE(list->visualItemRect(list->item(list->count() - 1)).bottom(),
              list->viewport()->height());
    for (const auto* options : low.panel("providers")->findChildren<QScrollArea*>())
        EXPECT_GE(options->height(), 60);
    low.dock("partitions")->raise();
    QTest::qWait(50);
    ASSERT_TRUE(isInFront(*low.dock("partitions")));
    const auto* table = low.panel("partitions")->findChild<QTableView*>();
    ASSERT_GE(table->model()->rowCount(), 3);
    EXPECT_LE(table->visualRect(table->model()->index(2, 0)).bottom(), table->viewport()->height());
    // With more room, the usual places come back as the user asks for them.
    low.resize(1400, 900);
    low.resetPanels();
    QTest::qWait(50);
    EXPECT_TRUE(isInFront(*low.dock("providers")));
    EXPECT_TRUE(isInFront(*low.dock("partitions")));
    low.document().close();
}

TEST_F(LittleRoom, WhatTheToolBarHasNoRoomForIsBehindAnArrow) {
    makeSmall(kSharpScreen);
    auto* bar = window.findChild<QToolBar*>(QStringLiteral("toolBar"));
    auto* rest = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
    ASSERT_TRUE(rest && rest->isVisible());
    for (const auto theme : {Theme::Kind::light, Theme::Kind::dark}) {
        window.setThemeKind(theme);
        QApplication::processEvents();
        EXPECT_GT(test::pixelsOf(test::pictureOf(*rest), Theme::get(theme).text, rest->rect(), 90),
                  6)
            << (theme == Theme::Kind::dark);
    }
}

TEST_F(LittleRoom, WithoutRoomForTheirTextsTheWorkbenchesArePictures) {
    auto* bar = window.findChild<QToolBar*>(QStringLiteral("toolBar"));
    const auto* run = qobject_cast<QToolButton*>(bar->widgetForAction(window.action("run")));
    window.resize(1800, 900);
    QTest::qWait(50);
    EXPECT_EQ(run->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    window.resize(kSmallScreen);
    QTest::qWait(50);
    EXPECT_EQ(run->toolButtonStyle(), Qt::ToolButtonIconOnly);
    EXPECT_TRUE(run->isVisible());
    EXPECT_FALSE(run->toolTip().isEmpty());
}

TEST_F(LittleRoom, ThePartsOfTheSimplifierDoNotLieOnOneAnother) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    auto& simplifier = window.document().simplifier();
    for (const QSize& size : {QSize(1400, 900), kSmallScreen, kSharpScreen}) {
        makeSmall(size);
        simplifier.goTo(1); // the sentence about a pass has two lines
        ASSERT_TRUE(idle());
        QTest::qWait(50);
        const QWidget* panel = window.panel("simplify");
        const auto* tree = panel->findChild<QTreeWidget*>();
        ASSERT_TRUE(tree);
        EXPECT_GT(tree->height(), 60);
        std::vector<QWidget*> parts;
        for (auto* each :
             tree->parentWidget()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (each->isVisible() && !each->isWindow())
                parts.push_back(each);
        EXPECT_GT(parts.size(), 6U);
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (std::size_t j = i + 1; j < parts.size(); ++j)
                EXPECT_FALSE(parts[i]->geometry().intersects(parts[j]->geometry()))
                    << size.height() << ": " << parts[i]->metaObject()->className() << " and "
                    << parts[j]->metaObject()->className();
    }
}

TEST_F(LittleRoom, TheLegendIsThereInANarrowCanvasAndSaysWhereColoursComeFromInAWideOne) {
    open(kSample);
    window.resize(1900, 900);
    window.resizeDocks({window.dock("providers"), window.dock("inspector")}, {250, 250},
                       Qt::Horizontal);
    QTest::qWait(50);
    auto* legend = window.findChild<Legend*>();
    const QString source = QStringLiteral("predicted from rules, not measured");
    ASSERT_TRUE(legend->isVisible());
    EXPECT_TRUE(test::labelsOf(*legend).contains(source));
    const auto* map = window.findChild<QWidget*>(QStringLiteral("minimap"));
    const int wide = legend->width(), wideMap = map->width();
    const auto setDocks = [&](int each) {
        window.resizeDocks({window.dock("providers"), window.dock("inspector")}, {each, each},
                           Qt::Horizontal);
        QTest::qWait(50);
    };
    setDocks(600); // as in the first window: devices and shares stay
    EXPECT_LT(legend->width(), wide);
    EXPECT_GT(legend->width(), wide / 2);
    setDocks(650);
    ASSERT_LT(window.graph().width(), 2 * wide);
    EXPECT_TRUE(legend->isVisible());
    // It and the overview leave most of a narrow canvas to the graph.
    EXPECT_LT(legend->width(), wide / 2);
    EXPECT_LT(map->width(), wideMap);
    EXPECT_FALSE(test::labelsOf(*legend).contains(source));
    const auto* row = legend->findChildren<QToolButton*>().last();
    for (auto* each : legend->findChildren<QToolButton*>())
        if (each->isVisible() && each->property("provider") == 0)
            row = each;
    EXPECT_TRUE(row->toolTip().contains(QStringLiteral("ascend310")));
}

TEST_F(LittleRoom, TitlesOfDocksHaveTheButtonsOfTheWindow) {
    for (const auto theme : {Theme::Kind::light, Theme::Kind::dark}) {
        window.setThemeKind(theme);
        QEvent restyled(QEvent::StyleChange); // as a page that becomes a tab gets it
        QApplication::sendEvent(window.dock("inspector"), &restyled);
        auto* close =
            window.dock("inspector")
                ->findChild<QAbstractButton*>(QStringLiteral("qt_dockwidget_closebutton"));
        EXPECT_EQ(close->icon().pixmap(16).toImage(),
                  Theme::get(theme).icon("close").pixmap(16).toImage());
    }
}

TEST_F(LittleRoom, ALowTableHasRowsInThePlaceOfItsNote) {
    open(kSample);
    const auto* note = window.panel("partitions")->findChild<QWidget*>(QStringLiteral("note"));
    EXPECT_TRUE(note->isVisible());
    window.resizeDocks({window.dock("providers"), window.dock("partitions")}, {2000, 1},
                       Qt::Vertical);
    QTest::qWait(50);
    EXPECT_FALSE(note->isVisible());
    EXPECT_EQ(frameOf("partitions")->verticalScrollBar()->maximum(), 0);
    window.resizeDocks({window.dock("providers"), window.dock("partitions")}, {1, 1}, Qt::Vertical);
    QTest::qWait(50);
    EXPECT_TRUE(note->isVisible());
}

TEST_F(LittleRoom, AnEmptyListIsNotScrolled) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) {
          a = Relu(x) b = Abs(a) c = Relu(b) d = Abs(c) e = Relu(d) y = Abs(e) })"));
    makeSmall(kSharpScreen);
    window.dock("fallback")->raise();
    window.resizeDocks({window.dock("fallback")}, {80}, Qt::Vertical);
    QTest::qWait(50);
    ASSERT_TRUE(test::labelsOf(*window.panel("fallback")).contains(QStringLiteral("No fallbacks")));
    ASSERT_LT(window.panel("fallback")->height(), 100);
    EXPECT_EQ(frameOf("fallback")->verticalScrollBar()->maximum(), 0);
}

TEST_F(LittleRoom, ALowListOfFallbacksHasRowsInThePlaceOfItsFilter) {
    open(kSample);
    window.resize(1400, 900);
    window.dock("fallback")->raise();
    auto* filter = window.panel("fallback")->findChild<QWidget*>(QStringLiteral("fallbackFilter"));
    const auto setHeight = [&](int height) {
        window.resizeDocks({window.dock("fallback")}, {height}, Qt::Vertical);
        QTest::qWait(50);
    };
    setHeight(60);
    EXPECT_FALSE(filter->isVisible());
    setHeight(260);
    ASSERT_TRUE(filter->isVisible());
    // What is filtered stays to be seen.
    QTest::keyClicks(filter, QStringLiteral("norm"));
    setHeight(60);
    EXPECT_TRUE(filter->isVisible());
}

TEST_F(LittleRoom, LongNamesAreWrappedInTheInspector) {
    const std::string name = std::string(160, 'n');
    const std::string fileName = std::string(30, 'f') + "_" + std::string(30, 'g') + ".onnx";
    open(modelFile(fileName.c_str(),
                   R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [)" +
                       name + R"(] y = Neg(x) })"));
    makeSmall();
    const auto* panel = window.panel("inspector");
    const auto* file = panel->findChild<QLabel*>(); // the first heading
    EXPECT_GT(file->height(), 2 * file->fontMetrics().height());
    window.document().setCurrentNode(node(name.c_str()));
    QTest::qWait(50);
    const auto texts = panel->findChildren<QTextEdit*>();
    const auto found = std::find_if(texts.begin(), texts.end(), [&](const QTextEdit* each) {
        return each->toPlainText() == QString::fromStdString(name);
    });
    ASSERT_NE(found, texts.end());
    EXPECT_GT((*found)->height(), 4 * (*found)->fontMetrics().height());
}

TEST_F(LittleRoom, DialogsLeaveRoomForTheirTitleOnTheScreen) {
    open(kSample);
    const QSize screen = window.screen()->availableSize();
    const PassChooser passes({}, window.document(), &window);
    EXPECT_LT(passes.height(), screen.height());
    const CompileDialog compile(window.document(), window.graph().theme(), &window);
    EXPECT_LE(compile.width(), screen.width());
    EXPECT_LT(compile.height(), screen.height());
}

TEST_F(LittleRoom, TheHeadOfAPaneSaysWhatHasRoomWhole) {
    PaneHead head;
    head.show();
    head.resize(600, head.height());
    head.setLine(QStringLiteral("After"),
                 {QStringLiteral("rewrite 3"), QStringLiteral("1 weight")});
    const auto* line = head.findChild<QLabel*>(QStringLiteral("paneText"));
    EXPECT_TRUE(line->text().contains(QStringLiteral("1 weight")));
    head.resize(line->sizeHint().width(), head.height());
    EXPECT_FALSE(line->text().contains(QStringLiteral("weight")));
    EXPECT_TRUE(line->text().contains(QStringLiteral("rewrite 3")));
    EXPECT_TRUE(line->toolTip().contains(QStringLiteral("1 weight")));
}

TEST_F(LittleRoom, WhatStandsBesideTheNameOfASideGivesWayToIt) {
    PaneHead head;
    auto* looks = new QComboBox;
    looks->addItem(QStringLiteral("Side by side and laid over"));
    head.addYielding(looks, 60);
    head.show();
    head.resize(1000, head.height());
    head.setSide(QStringLiteral("After"), QStringLiteral("yunet_n_320_320.onnx"),
                 QStringLiteral("as it is · 115 nodes"));
    QTest::qWait(1);
    EXPECT_EQ(head.choice().text(), QStringLiteral("yunet_n_320_320.onnx"));
    EXPECT_GE(looks->width(), looks->sizeHint().width());
    head.resize(300, head.height());
    QTest::qWait(1);
    EXPECT_TRUE(head.choice().text().startsWith(QStringLiteral("yunet")) &&
                head.choice().text().endsWith(QStringLiteral(".onnx")))
        << head.choice().text().toStdString();
    EXPECT_GE(head.choice().width(), head.choice().sizeHint().width()) << "it is not cut";
    EXPECT_LT(looks->width(), looks->sizeHint().width());
    EXPECT_GE(looks->width(), 60);
}

TEST_F(LittleRoom, TheHeadsOfBothPanesSayWholePartsOnly) {
    open(kSample);
    window.resize(1200, 800);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] {
                    return window.document().simplifier().history() &&
                           window.document().state().before;
                }) &&
                idle());
    QTest::qWait(50);
    // There, the legend would cover what a rewrite changed.
    ASSERT_LT(window.graph().width(), 320);
    EXPECT_FALSE(window.findChild<Legend*>()->isVisible());
    int heads = 0;
    for (const auto* line : window.pair().findChildren<QLabel*>(QStringLiteral("paneText"))) {
        if (!line->isVisible())
            continue;
        ++heads;
        EXPECT_LE(line->sizeHint().width(), line->width()) << line->text().toStdString();
        EXPECT_TRUE(line->toolTip().contains(QStringLiteral("without Constant")));
    }
    EXPECT_EQ(heads, 2);
}

TEST_F(LittleRoom, NamesOfPassesAreWrappedAndNotCut) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    auto* tree = window.panel("simplify")->findChild<QTreeWidget*>();
    QTreeWidgetItem* pass = nullptr;
    for (QTreeWidgetItemIterator each(tree); *each && !pass; ++each)
        if ((*each)->text(0).contains(QLatin1Char('_')) && (*each)->childCount() > 0)
            pass = *each;
    ASSERT_TRUE(pass);
    const auto heightAt = [&](int width) {
        tree->resize(width, 400);
        QTest::qWait(50);
        return tree->visualItemRect(pass).height();
    };
    const int one = heightAt(700), line = tree->fontMetrics().height();
    EXPECT_LT(one, 2 * line);
    EXPECT_GE(heightAt(170), 2 * line);
    EXPECT_EQ(heightAt(700), one);
}

TEST_F(LittleRoom, InANarrowDockTheNumbersKeepTheirNames) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    auto* table = window.panel("numbers")->findChild<QTreeWidget*>(QStringLiteral("numbers"));
    ASSERT_TRUE(waitFor([&] { return table->topLevelItemCount() > 0; }));
    const auto isCutAt = [&](int width) {
        window.resizeDocks({window.dock("numbers")}, {width}, Qt::Horizontal);
        QTest::qWait(50);
        for (QTreeWidgetItemIterator each(table); *each; ++each)
            if ((*each)->parent() && !(*each)->isFirstColumnSpanned() &&
                table->fontMetrics().horizontalAdvance((*each)->text(0)) + table->indentation() >
                    table->columnWidth(0))
                return true;
        return false;
    };
    EXPECT_FALSE(isCutAt(520));
    EXPECT_FALSE(table->isColumnHidden(1));
    EXPECT_FALSE(isCutAt(400));
    EXPECT_TRUE(table->isColumnHidden(1)) << "what is left out is the start";
    EXPECT_FALSE(isCutAt(520));
    EXPECT_FALSE(table->isColumnHidden(1));
}

TEST_F(LittleRoom, ThePlayerOfTheSimplifierIsSeenAtOnce) {
    open(kSample);
    makeSmall();
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    QTest::qWait(50);
    for (const char* name : {"firstRewrite", "playRewrites", "lastRewrite", "rewriteSlider"}) {
        const auto* part = window.findChild<QWidget*>(QLatin1String(name));
        ASSERT_TRUE(part) << name;
        EXPECT_EQ(part->visibleRegion().boundingRect(), part->rect()) << name;
    }
    EXPECT_GT(window.graph().height(), 200) << "the graph is still the subject";
}

TEST_F(LittleRoom, AnEmptyTimelineIsNotScrolled) {
    open(kSample);
    makeSmall();
    auto* view = in<TimelineView>("timeline");
    ASSERT_TRUE(view);
    runModel(window);
    ASSERT_TRUE(waitFor([&] { return view->timeline().has_value(); }) && idle());
    in<TimelineView>("timeline");
    ASSERT_TRUE(waitFor([&] { return view->minimumHeight() > 0; }));
    open(modelFile("abs.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { y = Abs(x) })"));
    ASSERT_FALSE(view->timeline());
    window.resizeDocks({window.dock("timeline")}, {90}, Qt::Vertical);
    QTest::qWait(50);
    const auto* frame = qobject_cast<QScrollArea*>(view->parentWidget()->parentWidget());
    ASSERT_TRUE(frame);
    EXPECT_LT(frame->height(), 120) << "a low dock";
    EXPECT_EQ(frame->verticalScrollBar()->maximum(), 0);
}

} // namespace
} // namespace partita
