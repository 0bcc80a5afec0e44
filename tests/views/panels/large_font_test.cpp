// Widths and heights of panels and boxes follow the font, also when it changes while they are shown.

#include <QComboBox>
#include <QRegularExpression>
#include <QTableView>
#include <QTreeWidget>

#include "tests/support/dialogs.h"
#include "tests/support/painted.h"
#include "views/panels/panel.h"

namespace partita {
namespace {

class LargeFont : public test::OperatedWindow {
protected:
    ~LargeFont() override { QApplication::setFont(m_before); }
    static QFont larger(QFont font, int points) {
        font.setPointSize(points);
        return font;
    }
    /// Panels take it when they are filled again.
    void choose(int points) { QApplication::setFont(larger(m_before, points)); }

private:
    QFont m_before = QApplication::font();
};

TEST_F(LargeFont, TheRowsAndNumbersOfTheHistoryHaveTheRoomThatTheyNeed) {
    open(test::kSample);
    window.document().setExcluded(node("stem/conv"), "npu", true);
    ASSERT_TRUE(idle());
    auto* table = in<QTableView>("history", "historyList");
    ASSERT_EQ(table->model()->rowCount(), 2);
    window.panel("history")->setFont(larger(table->font(), 24));
    EXPECT_GT(table->rowHeight(0), table->fontMetrics().height());
    for (int row = 0; row < 2; ++row)
        EXPECT_GE(table->columnWidth(1),
                  table->sizeHintForIndex(table->model()->index(row, 1)).width());
}

TEST_F(LargeFont, TheZoomBoxShowsItsNumberWhole) {
    auto* zoom = window.findChild<QComboBox*>(QStringLiteral("zoomBox"));
    zoom->setFont(larger(zoom->font(), 24));
    EXPECT_GT(zoom->minimumWidth(),
              zoom->fontMetrics().horizontalAdvance(QStringLiteral("400 %")) + 30);
}

TEST_F(LargeFont, WordsOfTheInspectorAreNotBrokenWhereTheyHaveRoomBelowTheirName) {
    open(test::kSample);
    choose(16);
    window.resizeDocks({window.dock("inspector")}, {240}, Qt::Horizontal);
    window.panel("inspector")->refresh();
    in<QWidget>("inspector");
    QCoreApplication::processEvents();
    int values = 0;
    for (const auto* value : window.panel("inspector")->findChildren<QLabel*>())
        if (!value->toolTip().isEmpty() && value->toolTip() == value->text())
            for (const QString& word : value->text().split(QLatin1Char(' '))) {
                ++values;
                EXPECT_LE(value->fontMetrics().horizontalAdvance(word), value->width())
                    << value->text().toStdString();
            }
    EXPECT_GT(values, 3);
}

TEST_F(LargeFont, AValueOfTheInspectorThatHasNoRoomBesideItsNameIsWrapped) {
    open(test::kSample);
    choose(30); // wider than the panel, also below its name
    window.panel("inspector")->refresh();
    in<QWidget>("inspector");
    int wrapped = 0;
    for (const auto* value : window.panel("inspector")->findChildren<QLabel*>())
        if (!value->toolTip().isEmpty() && value->toolTip() == value->text() &&
            value->text().contains(QLatin1Char(' ')) && value->wordWrap() &&
            value->fontMetrics().horizontalAdvance(value->text()) > value->width()) {
            ++wrapped;
            EXPECT_GT(2 * value->height(), 3 * value->fontMetrics().height())
                << value->text().toStdString();
        }
    EXPECT_GT(wrapped, 0);
}

TEST_F(LargeFont, TheNamesOfTheNumbersArePaintedWhole) {
    open(test::kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    auto* table = in<QTreeWidget>("numbers", "numbers");
    ASSERT_TRUE(waitFor([&] { return table->topLevelItemCount() > 2; }));
    for (const int points : {11, 13, 15}) {
        table->setFont(larger(table->font(), points));
        for (const int width : {300, 315, 330, 345, 360, 400}) {
            window.resizeDocks({window.dock("numbers")}, {width}, Qt::Horizontal);
            window.panel("numbers")->refresh();
            QTest::qWait(30);
            for (const auto& text : test::paintedTexts(*table->viewport()))
                EXPECT_FALSE(text.words.contains(QChar(0x2026)))
                    << points << " pt, " << width << ": " << text.words.toStdString();
        }
    }
}

TEST_F(LargeFont, TheChoicesOfAProviderEndInTheirPanel) {
    open(test::kSample);
    auto* panel = window.panel("providers");
    window.resizeDocks({window.dock("providers")}, {230}, Qt::Horizontal);
    panel->setFont(larger(panel->font(), 22));
    const auto choices =
        panel->findChildren<QComboBox*>(QRegularExpression(QStringLiteral("^option_")));
    ASSERT_FALSE(choices.isEmpty());
    for (const QComboBox* box : choices)
        EXPECT_TRUE(waitFor([&] {
            return box->mapTo(panel, QPoint(box->width(), 0)).x() <= panel->width();
        })) << box->objectName().toStdString();
}

TEST_F(LargeFont, ThePartitionsInATableAreReadWhole) {
    open(test::kSample);
    for (const char* panel : {"partitions", "boundaries"}) {
        auto* table = in<QTableView>(panel);
        for (int column = 0; column + 1 < table->model()->columnCount(); ++column)
            for (int row = 0; row < table->model()->rowCount(); ++row)
                EXPECT_GE(table->columnWidth(column),
                          table->sizeHintForIndex(table->model()->index(row, column)).width())
                    << panel << ' ' << row << ' ' << column;
    }
}

} // namespace
} // namespace partita
