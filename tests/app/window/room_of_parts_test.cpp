// Parts of the window have the room that they need: no text is cut beside an empty place, nothing is
// stretched, and what a click brings up comes where the click was.

#include <QAbstractItemView>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolBar>
#include <QTreeWidget>
#include <set>
#include <utility>

#include "app/window/manual_window.h"
#include "app/window/parts/suggestion_bar.h"
#include "tests/support/dialogs.h"
#include "views/tables/history_model.h"
#include "views/tables/operator_model.h"
#include "views/tables/outline_model.h"

namespace partita {
namespace {

using test::Answers;
using test::kSample;

class RoomOfParts : public test::OperatedWindow {
protected:
    void showPanel(const char* id) {
        window.dock(id)->show();
        window.dock(id)->raise();
        QApplication::processEvents();
    }
};

TEST_F(RoomOfParts, TheButtonThatOpensARecordIsNoWiderThanItsText) {
    open(kSample);
    auto* button = in<QPushButton>("measured", "openRecord");
    ASSERT_TRUE(waitFor([&] { return button->isVisible(); }));
    EXPECT_LE(button->width(), button->sizeHint().width());
}

TEST_F(RoomOfParts, FewRowsOfASmallWindowStandAroundTheListOfRewrites) {
    open(kSample);
    window.action("simplify")->trigger();
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    const auto* list = in<QTreeWidget>("simplify", "rewrites");
    constexpr int kNarrow = 268; // as in a window that is 1024 pixels wide
    const int around =
        window.panel("simplify")->layout()->minimumHeightForWidth(kNarrow) - list->minimumHeight();
    EXPECT_LE(around, 12 * list->visualItemRect(list->topLevelItem(0)).height());
}

TEST_F(RoomOfParts, TheHistoryShowsTheWholeNameOfTheFile) {
    const QString file = pathOf("a_model_whose_file_has_a_rather_long_name.onnx");
    ASSERT_TRUE(QFile::copy(kSample, file));
    open(file);
    auto* list = in<QTableView>("history", "historyList");
    const QString name = list->model()->index(0, HistoryModel::where).data().toString();
    ASSERT_TRUE(name.endsWith(QStringLiteral("long_name.onnx")));
    EXPECT_TRUE(waitFor([&] {
        return list->columnWidth(HistoryModel::where) > list->fontMetrics().horizontalAdvance(name);
    })) << list->columnWidth(HistoryModel::where);
}

TEST_F(RoomOfParts, WhatToCompareWithIsAskedAtTheButtonThatWasClicked) {
    open(kSample);
    auto* bar = window.findChild<QToolBar*>(QStringLiteral("toolBar"));
    QWidget* button = bar->widgetForAction(window.action("compare"));
    QPoint at;
    const Answers::Step leave = [&](QWidget& menu) {
        ASSERT_TRUE(qobject_cast<QMenu*>(&menu));
        at = menu.geometry().topLeft();
        menu.close();
    };
    {
        const Answers answers({leave});
        QTest::mouseClick(button, Qt::LeftButton);
    }
    // A narrow screen moves it to the left.
    EXPECT_EQ(at.y(), button->mapToGlobal(QPoint(0, button->height())).y());
    EXPECT_LE(at.x(), button->mapToGlobal(QPoint()).x());
    auto* low = in<QPushButton>("differences", "compareFile");
    {
        const Answers answers({leave});
        QTest::mouseClick(low, Qt::LeftButton);
    }
    EXPECT_LT(at.y(), low->mapToGlobal(QPoint()).y());
    EXPECT_GT(at.y(), button->mapToGlobal(QPoint(0, 2 * button->height())).y());
}

TEST_F(RoomOfParts, TheManualBeginsWithWhatPeopleAskAndItsPicturesFitThePage) {
    showManual(window);
    auto* manual = window.findChild<ManualWindow*>();
    ASSERT_TRUE(manual && QTest::qWaitForWindowExposed(manual));
    auto* contents = manual->findChild<QListWidget*>();
    EXPECT_TRUE(contents->item(0)->text().startsWith(QStringLiteral("Partition debugging")));
    EXPECT_EQ(contents->item(contents->count() - 1)->text(),
              QStringLiteral("How the picture is laid out"));
    EXPECT_FALSE(contents->horizontalScrollBar()->isVisible());
    auto* page = manual->findChild<QTextBrowser*>();
    for (QTextBlock block = page->document()->begin().next(); block.isValid();
         block = block.next()) {
        const QTextBlockFormat format = block.blockFormat();
        if (format.headingLevel() > 0 && block.previous().blockFormat().headingLevel() == 0) {
            EXPECT_GT(format.topMargin(), 2 * format.bottomMargin()) << block.text().toStdString();
        }
    }
    for (const int width : {1080, 800}) {
        manual->resize(width, 700);
        EXPECT_TRUE(waitFor([&] { return page->horizontalScrollBar()->maximum() == 0; })) << width;
    }
    manual->close();
}

TEST_F(RoomOfParts, TheBarOfTheBestChangeSaysWhatItIs) {
    open(kSample);
    window.suggestion().offer(PARTITA_TEXT("Fold constants: {0} → {1} partitions", 49, 1), [] {});
    const QString said = test::labelsOf(window.suggestion());
    EXPECT_TRUE(said.contains(QStringLiteral("Would help:"))) << said.toStdString();
}

TEST_F(RoomOfParts, TheColourBoxLeavesRoomForTheTextsOfTheToolBar) {
    auto* box = window.findChild<QComboBox*>(QStringLiteral("colourBy"));
    int longest = 0;
    for (int row = 0; row < box->count(); ++row)
        longest = std::max(longest, box->fontMetrics().horizontalAdvance(box->itemText(row)));
    EXPECT_LT(box->sizeHint().width(), longest);
    EXPECT_GT(box->view()->minimumWidth(), longest) << "its list shows them whole";
}

TEST_F(RoomOfParts, TheTabsAtBothSidesAreAboveTheirPanels) {
    EXPECT_EQ(window.tabPosition(Qt::LeftDockWidgetArea), QTabWidget::North);
    EXPECT_EQ(window.tabPosition(Qt::RightDockWidgetArea), QTabWidget::North);
}

TEST_F(RoomOfParts, ThereIsNoHeadWithoutAModel) {
    auto* bar = window.findChild<QToolBar*>(QStringLiteral("summaryBar"));
    EXPECT_TRUE(waitFor([&] { return !bar->isVisible(); }));
    open(kSample);
    EXPECT_TRUE(waitFor([&] { return bar->isVisible() && bar->height() > 20; }));
    window.startMerge({});
    EXPECT_FALSE(bar->isVisible());
    window.closeDocument();
    EXPECT_TRUE(waitFor([&] { return !window.merge() && !bar->isVisible(); }));
}

TEST_F(RoomOfParts, ANarrowOutlineGivesItsWidthToTheNames) {
    open(kSample);
    auto* view = in<QTreeView>("outline", "outlineView");
    window.resizeDocks({window.dock("outline")}, {250}, Qt::Horizontal);
    EXPECT_TRUE(waitFor([&] {
        return view->isColumnHidden(OutlineModel::workColumn) &&
               view->horizontalScrollBar()->maximum() == 0;
    })) << view->viewport()->width();
    window.resizeDocks({window.dock("outline")}, {500}, Qt::Horizontal);
    EXPECT_TRUE(waitFor([&] { return !view->isColumnHidden(OutlineModel::workColumn); }));
}

TEST_F(RoomOfParts, ATabThatComesLaterHasAButtonToCloseIt) {
    window.resize(2000, 900);
    open(kSample);
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
    const auto button = [&]() -> QWidget* {
        for (auto* bar : window.findChildren<QTabBar*>())
            for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
                if (bar->tabText(tab) == QLatin1String("Script"))
                    return bar->tabButton(tab, QTabBar::RightSide);
        return nullptr;
    };
    EXPECT_TRUE(waitFor([&] { return button() != nullptr; }));
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
}

TEST_F(RoomOfParts, ANodeThatIsEditedHasRoomInANarrowInspector) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
    clickNode("stem/relu");
    window.resizeDocks({window.dock("inspector")}, {260}, Qt::Horizontal);
    EXPECT_TRUE(waitFor([&] {
        const auto* edit = in<QPushButton>("inspector", "describe");
        return edit && edit->mapTo(window.panel("inspector"), QPoint(edit->width(), 0)).x() <=
                           window.dock("inspector")->width();
    }));
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
}

TEST_F(RoomOfParts, WhatIsShownToEditGoesWithIt) {
    open(kSample);
    int before = 0; // once the docks have their places
    ASSERT_TRUE(waitFor([&] {
        return std::exchange(before, window.dock("partitions")->height()) == before && before > 0;
    }));
    const auto toggle = [&] { QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier); };
    const auto areHidden = [&](const char* a, const char* b) {
        return window.dock(a)->isHidden() && window.dock(b)->isHidden();
    };
    toggle();
    EXPECT_FALSE(window.dock("operators")->isHidden() || window.dock("script")->isHidden());
    ASSERT_TRUE(waitFor([&] { return window.dock("partitions")->height() < before - 20; }));
    toggle();
    EXPECT_TRUE(areHidden("operators", "script"));
    EXPECT_TRUE(waitFor([&] { return std::abs(window.dock("partitions")->height() - before) < 8; }))
        << before << ' ' << window.dock("partitions")->height();
    showPanel("operators"); // what the user shows, stays
    toggle();
    toggle();
    EXPECT_FALSE(window.dock("operators")->isHidden());
    EXPECT_TRUE(window.dock("script")->isHidden());
}

TEST_F(RoomOfParts, OperatorsOfOneNameAreToldApartByTheirDomain) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
    auto* list = in<QTreeView>("operators", "operatorsView");
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() > 0; }));
    std::set<QString> seen;
    std::size_t rows = 0;
    for (int head = 0; head < list->model()->rowCount(); ++head) {
        const QModelIndex group = list->model()->index(head, 0);
        for (int row = 0; row < list->model()->rowCount(group); ++row, ++rows) {
            const QModelIndex index = list->model()->index(row, 0, group);
            seen.insert(index.data().toString() + QLatin1Char(' ') +
                        index.data(OperatorModel::signatureRole).toString());
        }
    }
    EXPECT_EQ(seen.size(), rows);
    EXPECT_TRUE(std::ranges::any_of(seen, [](const QString& each) {
        return each.startsWith(QStringLiteral("FastGelu com.microsoft · "));
    }));
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
}

TEST_F(RoomOfParts, ATensorThatStaysIsSaidToStayOnItsProvider) {
    // The device takes six nodes between two parts of the CPU, of which one reads the other.
    open(modelFile("stays.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[4] x) => (float[4] z) {
          a = Mish(x) b = Relu(a) c = Relu(b) d = Relu(c) e = Relu(d) f = Relu(e) h = Relu(f)
          i = Mish(h) z = Add(i, a) })"));
    auto* table = in<QTableView>("boundaries");
    QString all;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        for (int column = 0; column < table->model()->columnCount(); ++column)
            all += table->model()->index(row, column).data().toString() + QLatin1Char('\n');
    EXPECT_FALSE(all.contains(QStringLiteral("the device"))) << all.toStdString();
    EXPECT_TRUE(all.contains(QStringLiteral("stays on CPU"))) << all.toStdString();
}

} // namespace
} // namespace partita
