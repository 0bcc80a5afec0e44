// Figures and texts of panels: where they stand, and that they agree with one another.

#include <QHeaderView>
#include <QIcon>
#include <QTableView>
#include <QTextEdit>
#include <QTreeView>
#include <QTreeWidget>

#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/painted.h"
#include "views/panels/wrapped_text.h"

namespace partita {
namespace {

using test::kSample;

class PanelFigures : public test::OperatedWindow {};

TEST_F(PanelFigures, ARowOfTwoLinesLeavesNoGapBelow) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18],
        metadata_props: ["description" : "a text of metadata that is longer than thirty-two"]>
        g (float[2] x) => (float[2] y) { [one] y = Neg(x) })"));
    window.resize(1400, 900);
    in<QWidget>("inspector");
    QTest::qWait(50);
    const WrappedText* found = nullptr;
    for (const auto* text : window.panel("inspector")->findChildren<WrappedText*>())
        if (text->toPlainText().startsWith(QStringLiteral("a text of metadata")))
            found = text;
    ASSERT_TRUE(found);
    const QWidget* row = found->parentWidget();
    int high = 0;
    for (const auto* part : row->findChildren<WrappedText*>())
        high += part->height();
    EXPECT_LE(row->height(), high + 4);
}

TEST_F(PanelFigures, TheInspectorCountsFoldedNodesWhereThereAreSome) {
    open(modelFile("abs.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { y = Abs(x) })"));
    ASSERT_TRUE(inspectorText().contains(QStringLiteral("Placed nodes")));
    EXPECT_FALSE(inspectorText().contains(QStringLiteral("folded")))
        << inspectorText().toStdString();
    open(modelFile("folds.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { v = Neg(w) y = Add(x, v) })"));
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("1, and 1 folded")))
        << inspectorText().toStdString();
}

TEST_F(PanelFigures, ATableIsFilledOnceForANewModel) {
    const auto* rows = in<QTableView>("partitions")->model();
    QSignalSpy filled(window.panel("partitions"), SIGNAL(countChanged()));
    open(kSample);
    EXPECT_EQ(filled.count(), 1);
    EXPECT_EQ(rows->rowCount(), 3);
    open(modelFile("one.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { y = Neg(x) })"));
    EXPECT_EQ(filled.count(), 2);
    EXPECT_EQ(rows->rowCount(), 1);
    window.document().close();
    EXPECT_EQ(filled.count(), 3);
    EXPECT_EQ(rows->rowCount(), 0);
}

TEST_F(PanelFigures, TheCountsOfTheFallbackListAreThoseOfItsRows) {
    open(kSample);
    in<QTreeView>("fallback");
    window.resizeDocks({window.dock("fallback")}, {260}, Qt::Vertical); // has room for its head
    QTest::qWait(50);
    const Triage& triage = window.document().triage();
    ASSERT_GT(triage.nodes.size(), 0U);
    const QString text = test::labelsOf(*window.panel("fallback"));
    for (const auto& [count, word] :
         {std::pair(triage.costly, "costly"), std::pair(triage.joins, "joins"),
          std::pair(triage.harmless, "harmless")}) {
        const QString part = QStringLiteral("%1 %2").arg(count).arg(QString::fromLatin1(word));
        EXPECT_EQ(text.contains(part), count > 0) << part.toStdString() << text.toStdString();
    }
    const QLabel* label = nullptr;
    for (const auto* each : window.panel("fallback")->findChildren<QLabel*>())
        if (each->text().contains(QStringLiteral("costly")))
            label = each;
    ASSERT_TRUE(label);
    const auto* filter =
        window.panel("fallback")->findChild<QWidget*>(QStringLiteral("fallbackFilter"));
    EXPECT_GE(label->x() - filter->geometry().right(), 6);
}

TEST_F(PanelFigures, TheTablesSayHowTheirRowsAreCountedInTheHeadline) {
    open(kSample);
    const auto& summary = window.document().partitioning().summary;
    const auto note = [&](const char* panel) {
        in<QTableView>(panel);
        return window.panel(panel)->findChild<QTextEdit*>(QStringLiteral("note"))->toPlainText();
    };
    window.document().setCurrentNode({});
    EXPECT_EQ(note("partitions"), QStringLiteral("NPU %1 · CPU %2")
                                      .arg(summary.partitionsByProvider[0])
                                      .arg(summary.partitionsByProvider[1]));
    EXPECT_TRUE(
        note("boundaries")
            .startsWith(QStringLiteral("Between providers: %1").arg(summary.boundaryTensors)));
}

TEST_F(PanelFigures, TheHeadOfFiguresStandsAboveThem) {
    open(kSample);
    const auto alignment = [](const QAbstractItemModel& model, int column) {
        return model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() &
               Qt::AlignHorizontal_Mask;
    };
    const auto* partitions = in<QTableView>("partitions")->model();
    EXPECT_EQ(alignment(*partitions, 0), Qt::AlignLeft);
    EXPECT_EQ(alignment(*partitions, 1), Qt::AlignRight);
    const auto* fallback = in<QTreeView>("fallback")->model();
    EXPECT_EQ(alignment(*fallback, 0), Qt::AlignLeft);
    EXPECT_EQ(alignment(*fallback, 6), Qt::AlignRight);
}

TEST_F(PanelFigures, ThePictureOfASelectedRowKeepsTheColoursOfItsProvider) {
    open(kSample);
    auto* table = in<QTableView>("partitions");
    const auto icon = table->model()->index(0, 0).data(Qt::DecorationRole).value<QIcon>();
    ASSERT_FALSE(icon.isNull());
    EXPECT_EQ(icon.pixmap(12, 12, QIcon::Selected).toImage(),
              icon.pixmap(12, 12, QIcon::Normal).toImage());
    EXPECT_NE(icon.pixmap(12, 12, QIcon::Disabled).toImage(),
              icon.pixmap(12, 12, QIcon::Normal).toImage());
}

TEST_F(PanelFigures, TheArrowOfASortedColumnDoesNotLieOnItsTitle) {
    open(kSample);
    auto* table = in<QTableView>("nodes");
    const auto* header = table->horizontalHeader();
    const QRect section(header->sectionViewportPosition(0), 0, header->sectionSize(0),
                        header->height());
    const QImage before = test::pictureOf(*header->viewport()).copy(section);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, section.center());
    test::moveMouse(*table->viewport(), {5, 5});
    const QImage after = test::pictureOf(*header->viewport()).copy(section);
    EXPECT_NE(before, after);
    constexpr int kArrow = 8; // is above it
    const QRect title(0, kArrow, section.width(), section.height() - kArrow);
    EXPECT_EQ(before.copy(title), after.copy(title));
}

TEST_F(PanelFigures, NamesAndTitlesOfTheNumbersAreNotCut) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    auto* table = in<QTreeWidget>("numbers", "numbers");
    ASSERT_TRUE(waitFor([&] { return table->topLevelItemCount() > 2; }));
    window.resizeDocks({window.dock("numbers")}, {460}, Qt::Horizontal);
    QTest::qWait(50);
    for (int top = 0; top < table->topLevelItemCount(); ++top) {
        QTreeWidgetItem* section = table->topLevelItem(top);
        EXPECT_TRUE(section->isFirstColumnSpanned()) << section->text(0).toStdString();
        for (int row = 0; top < 2 && row < section->childCount(); ++row) {
            QTreeWidgetItem* item = section->child(row);
            const QRect place = table->visualItemRect(item);
            EXPECT_LE(place.left() + table->fontMetrics().horizontalAdvance(item->text(0)),
                      table->columnViewportPosition(1))
                << item->text(0).toStdString();
        }
    }
}

} // namespace
} // namespace partita
