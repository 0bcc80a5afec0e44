// The widgets on and beside the canvas, operated by mouse and keys.

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QStatusBar>
#include <QTableView>
#include <QToolButton>
#include <fstream>

#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/graph/find_bar.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {
namespace {

using Canvas = test::Window;

TEST_F(Canvas, AClickOnTheMinimapBringsThatPartIntoView) {
    open(test::kSample);
    auto* minimap = window.findChild<Minimap*>();
    ASSERT_NE(minimap, nullptr);
    window.graph().zoomTo100();
    const auto top = [&] { return window.graph().visibleScene().center(); };
    QTest::mouseClick(minimap, Qt::LeftButton, Qt::NoModifier, {minimap->width() / 2, 8});
    const QPointF first = top();
    QTest::mouseClick(minimap, Qt::LeftButton, Qt::NoModifier,
                      {minimap->width() / 2, minimap->height() - 8});
    EXPECT_GT(top().y(), first.y());
}

TEST_F(Canvas, OneBoxNeedsNoMinimap) {
    const test::TemporaryFolder folder;
    const auto path = folder / "one.onnx";
    std::ofstream(path, std::ios::binary) << test::bytesFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => () {})");
    auto* minimap = window.findChild<Minimap*>();
    open(test::kSample);
    EXPECT_TRUE(minimap->isVisible());
    open(QString::fromStdString(path.string()));
    ASSERT_EQ(window.document().scene().boxes.size(), 1U);
    EXPECT_FALSE(minimap->isVisible());
    window.resize(1300, 900); // which places what lies on the canvas
    QApplication::processEvents();
    EXPECT_FALSE(minimap->isVisible());
}

TEST_F(Canvas, TheStatusLineCountsOneNode) {
    const test::TemporaryFolder folder;
    const auto path = folder / "one.onnx";
    std::ofstream(path, std::ios::binary) << test::bytesFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Neg(x) })");
    open(QString::fromStdString(path.string()));
    QString said;
    for (const auto* label : window.statusBar()->findChildren<QLabel*>())
        said += label->text() + QLatin1Char('\n');
    EXPECT_TRUE(said.contains(QStringLiteral("1 node placed, "))) << said.toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral("0/1 node "))) << headline().toStdString();
}

TEST_F(Canvas, AClickInTheLegendKeepsTheOtherProvidersInTheBackground) {
    open(test::kSample);
    auto* legend = window.findChild<Legend*>();
    ASSERT_NE(legend, nullptr);
    QToolButton* cpu = nullptr;
    for (auto* button : legend->findChildren<QToolButton*>())
        if (button->isVisible() && button->property("provider").toInt() == 1)
            cpu = button;
    ASSERT_NE(cpu, nullptr);
    QTest::mouseClick(cpu, Qt::LeftButton);
    EXPECT_EQ(window.graph().providerFilter().count(1), 1U);
    QTest::mouseClick(cpu, Qt::LeftButton);
    EXPECT_TRUE(window.graph().providerFilter().empty());
}

TEST_F(Canvas, FindTakesOperatorsProvidersAndShapesTogether) {
    open(test::kSample);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* text = window.findBar().findChild<QLineEdit*>();
    const auto hits = [&](const char* query) {
        text->clear();
        QTest::keyClicks(text, QString::fromUtf8(query));
        return window.findBar().hits();
    };
    EXPECT_EQ(hits("op:LayerNormalization ep:cpu"), 1U);
    EXPECT_EQ(hits("op:LayerNormalization ep:npu"), 0U);
    EXPECT_EQ(hits("name:neck/norm"), 1U);
    text->setText(QString::fromUtf8("ｏｐ：LayerNormalization")); // full-width letters
    EXPECT_EQ(window.findBar().hits(), 1U);
    EXPECT_EQ(hits("attr:kernel_shape=[3"), hits("op:Conv attr:kernel_shape=[3"));
    EXPECT_GT(hits("type:float"), 50U);
    EXPECT_EQ(hits("op:LayerNormalization or name:stem/relu"), 2U);
    EXPECT_EQ(hits("name:/^neck.norm$/"), 1U);
    EXPECT_EQ(hits("bytes:>1GB"), 0U);
    EXPECT_EQ(hits(""), 0U);
}

TEST_F(Canvas, FindMatchesCaseAndExpressionsWhereItsTogglesSaySo) {
    open(test::kSample);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    FindBar& bar = window.findBar();
    auto* text = bar.findChild<QLineEdit*>();
    const auto* matchCase = bar.findChild<QToolButton*>(QStringLiteral("findCase"));
    const auto* regex = bar.findChild<QToolButton*>(QStringLiteral("findRegex"));
    text->setText(QStringLiteral("op:layernormalization"));
    EXPECT_EQ(bar.hits(), 1U);
    QTest::keyClick(text, Qt::Key_A, Qt::AltModifier);
    EXPECT_TRUE(
        waitFor([&] { return matchCase->isChecked(); })); // the button is seen pressed first
    EXPECT_EQ(bar.hits(), 0U) << "the search follows the toggle at once";
    QTest::keyClick(text, Qt::Key_A, Qt::AltModifier);
    EXPECT_TRUE(waitFor([&] { return !matchCase->isChecked(); }));
    EXPECT_EQ(bar.hits(), 1U);
    text->setText(QStringLiteral("name:^(stem|neck).(conv|norm)$"));
    EXPECT_EQ(bar.hits(), 0U);
    QTest::keyClick(text, Qt::Key_X, Qt::AltModifier);
    EXPECT_TRUE(waitFor([&] { return regex->isChecked(); }));
    EXPECT_EQ(bar.hits(), 2U);
    QTest::keyClick(text, Qt::Key_Tab); // each button is reached by the keyboard, too
    QSet<const QWidget*> reached;
    for (int i = 0; i < 8; ++i) {
        reached.insert(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    EXPECT_TRUE(reached.contains(matchCase) && reached.contains(regex));
}

TEST_F(Canvas, FindSaysWhyATextIsNoQuery) {
    open(test::kSample);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* text = window.findBar().findChild<QLineEdit*>();
    const auto* count = window.findBar().findChild<QLabel*>(QStringLiteral("findCount"));
    QTest::keyClicks(text, QStringLiteral("/(/"));
    EXPECT_TRUE(count->text().contains(QStringLiteral("is no regular expression")))
        << count->text().toStdString();
    QTest::keyClick(text, Qt::Key_Return); // goes nowhere
    EXPECT_FALSE(window.document().currentNode());
    text->clear();
    QTest::keyClicks(text, QStringLiteral("bytes:huge"));
    EXPECT_TRUE(count->text().contains(QStringLiteral("is no range of numbers")));
}

TEST_F(Canvas, NothingOfTheFindBarLiesOnAnythingElseInANarrowWindow) {
    open(test::kSample);
    window.resize(800, 600);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    FindBar& bar = window.findBar();
    auto* text = bar.findChild<QLineEdit*>();
    for (const char* query : {"", "op:Conv", "/(/"}) {
        text->setText(QLatin1String(query));
        QApplication::processEvents();
        QWidgetList shown;
        for (auto* each : bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (each->isVisible())
                shown += each;
        for (const QWidget* each : shown) {
            EXPECT_TRUE(bar.rect().contains(each->geometry())) << query;
            for (const QWidget* other : shown)
                EXPECT_TRUE(each == other || !each->geometry().intersects(other->geometry()))
                    << query << ": " << each->objectName().toStdString() << " from " << each->x()
                    << " to " << each->geometry().right() << " on "
                    << other->objectName().toStdString() << " from " << other->x() << " to "
                    << other->geometry().right() << " of " << bar.width();
        }
    }
    auto* count = bar.findChild<QLabel*>(QStringLiteral("findCount"));
    EXPECT_GT(count->width(), count->fontMetrics().averageCharWidth() * 5);
    EXPECT_TRUE(test::toolTipAt(*count, {5, 5}).contains(QStringLiteral("regular expression")));
}

TEST_F(Canvas, TheNumberOfHitsIsSeenWholeInANarrowWindow) {
    open(test::kSample);
    window.resize(800, 600);
    window.resizeDocks({window.dock("providers"), window.dock("inspector")}, {260, 260},
                       Qt::Horizontal);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    FindBar& bar = window.findBar();
    auto* text = bar.findChild<QLineEdit*>();
    auto* count = bar.findChild<QLabel*>(QStringLiteral("findCount"));
    QTest::keyClicks(text, QStringLiteral("type:float"));
    QApplication::processEvents();
    ASSERT_LT(bar.width(), 400);
    EXPECT_TRUE(test::paints(*count, count->text()));
    for (int step = 0; step < 12; ++step)
        QTest::keyClick(text, Qt::Key_F3);
    ASSERT_TRUE(count->text().startsWith(QStringLiteral("12 of ")));
    QApplication::processEvents();
    EXPECT_TRUE(test::paints(*count, count->text()));
    // What gave way for it can be reached by its key, and is seen while it is on.
    const auto* list = bar.findChild<QToolButton*>(QStringLiteral("findListed"));
    const auto* matchCase = bar.findChild<QToolButton*>(QStringLiteral("findCase"));
    EXPECT_FALSE(list->isVisible());
    QTest::keyClick(text, Qt::Key_A, Qt::AltModifier);
    EXPECT_TRUE(waitFor([&] { return matchCase->isChecked() && matchCase->isVisible(); }));
    window.resize(1600, 900);
    QApplication::processEvents();
    EXPECT_TRUE(list->isVisible());
}

TEST_F(Canvas, TheHitsOfFindAreListedAndEachRowGoesToItsNode) {
    open(test::kSample);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* text = window.findBar().findChild<QLineEdit*>();
    QTest::keyClicks(text, QStringLiteral("op:Conv"));
    QTest::mouseClick(window.findBar().findChild<QToolButton*>(QStringLiteral("findListed")),
                      Qt::LeftButton);
    auto* list = window.findBar().findChild<QTableView*>(QStringLiteral("findList"));
    ASSERT_TRUE(list->isVisible());
    ASSERT_EQ(static_cast<std::size_t>(list->model()->rowCount()), window.findBar().hits());
    const QModelIndex third = list->model()->index(2, 1);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(third).center());
    const auto& chosen = window.document().model().node(window.document().currentNode());
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->name, third.data().toString().toStdString());
    QTest::keyClick(text, Qt::Key_F3); // F3 goes on from there
    EXPECT_EQ(list->currentIndex().row(), 3);
}

TEST_F(Canvas, EscapeClosesTheFindBarAndItsRings) {
    open(test::kSample);
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    ASSERT_TRUE(window.findBar().isVisible());
    auto* text = window.findBar().findChild<QLineEdit*>();
    QTest::keyClicks(text, QStringLiteral("op:Conv"));
    QTest::keyClick(text, Qt::Key_Return);
    EXPECT_EQ(window.document().model().node(window.document().currentNode())->opType, "Conv");
    QTest::keyClick(text, Qt::Key_Escape);
    EXPECT_FALSE(window.findBar().isVisible());
}

} // namespace
} // namespace partita
