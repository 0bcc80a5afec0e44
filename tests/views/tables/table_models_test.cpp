// What the tables of the window answer to their views.

#include <QPixmap>
#include <QTableView>
#include <QTest>
#include <array>
#include <gtest/gtest.h>

#include "views/tables/row_table_model.h"
#include "views/tables/tensor_table_model.h"

namespace partita {
namespace {

struct Fruit {
    QString name;
    int grams;
};

class Fruits : public testing::Test {
protected:
    Fruits() {
        Columns<Fruit> columns;
        columns.add(QStringLiteral("Name"), [this](const Fruit& fruit) -> Cell {
            return {fruit.name, {}, icon, QStringLiteral("a ") + fruit.name};
        });
        columns.addFigures(QStringLiteral("Weight"), [](const Fruit& fruit) -> Cell {
            return {QStringLiteral("%1 g").arg(fruit.grams), fruit.grams};
        });
        QPixmap pixmap(8, 8);
        pixmap.fill(Qt::red);
        icon = QIcon(pixmap);
        model.reset<Fruit>(
            {{4}, {7}, {9}, {11}},
            [this](std::size_t row) { return row < fruits.size() ? &fruits[row] : nullptr; },
            columns);
    }
    QString shown(int row, int column) { return model.index(row, column).data().toString(); }
    QStringList names() {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all += shown(row, 0);
        return all;
    }
    std::array<Fruit, 3> fruits{{{QStringLiteral("plum"), 30},
                                 {QStringLiteral("apple"), 200},
                                 {QStringLiteral("melon"), 1000}}};
    QIcon icon;
    RowTableModel model;
};

TEST_F(Fruits, ACellHasItsTextTipIconAndSide) {
    const QModelIndex name = model.index(1, 0), weight = model.index(1, 1);
    EXPECT_EQ(name.data().toString(), QStringLiteral("apple"));
    EXPECT_EQ(name.data(Qt::ToolTipRole).toString(), QStringLiteral("a apple"));
    EXPECT_FALSE(name.data(Qt::DecorationRole).value<QIcon>().isNull());
    EXPECT_EQ(name.data(Qt::TextAlignmentRole).toInt(), Qt::AlignLeft | Qt::AlignVCenter);
    EXPECT_EQ(weight.data(Qt::ToolTipRole).toString(), QStringLiteral("200 g"));
    EXPECT_FALSE(weight.data(Qt::DecorationRole).isValid());
    EXPECT_EQ(weight.data(Qt::TextAlignmentRole).toInt(), Qt::AlignRight | Qt::AlignVCenter);
    EXPECT_FALSE(weight.data(Qt::EditRole).isValid());
    EXPECT_EQ(shown(3, 0), QString()); // a row without an object
}

TEST_F(Fruits, ColumnsHaveTitlesAndRowsHaveNone) {
    EXPECT_EQ(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Weight"));
    EXPECT_EQ(model.headerData(0, Qt::Horizontal, Qt::TextAlignmentRole).toInt(),
              Qt::AlignLeft | Qt::AlignVCenter);
    EXPECT_EQ(model.headerData(1, Qt::Horizontal, Qt::TextAlignmentRole).toInt(),
              Qt::AlignRight | Qt::AlignVCenter)
        << "above its figures";
    EXPECT_FALSE(model.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
    EXPECT_FALSE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).isValid());
    EXPECT_FALSE(model.headerData(0, Qt::Horizontal, Qt::ToolTipRole).isValid());
}

TEST_F(Fruits, FiguresSortAsNumbersAndNamesAsTexts) {
    model.sort(1, Qt::AscendingOrder);
    EXPECT_EQ(shown(1, 0), QStringLiteral("plum"));
    EXPECT_EQ(shown(3, 0), QStringLiteral("melon")); // 1000 is not before 200
    model.sort(1, Qt::DescendingOrder);
    EXPECT_EQ(shown(0, 0), QStringLiteral("melon"));
    model.sort(0, Qt::AscendingOrder);
    EXPECT_EQ(names(),
              (QStringList{
                  {}, QStringLiteral("apple"), QStringLiteral("melon"), QStringLiteral("plum")}));
    const QStringList before = names();
    model.sort(5, Qt::DescendingOrder); // no such column
    model.sort(-1, Qt::DescendingOrder);
    EXPECT_EQ(names(), before);
}

TEST_F(Fruits, ANodeIsFoundInTheShownOrder) {
    EXPECT_EQ(model.rowOf({7}), 1);
    model.sort(1, Qt::DescendingOrder);
    EXPECT_EQ(model.rowOf({9}), 0);
    EXPECT_EQ(model.nodeAt(0), NodeId{9});
    EXPECT_EQ(model.nodeOf(0), NodeId{4}); // as given
    EXPECT_EQ(model.rowOf({5}), -1);
    EXPECT_EQ(model.nodeAt(4), NodeId{});
    EXPECT_EQ(model.nodeAt(-1), NodeId{});
}

TEST_F(Fruits, AClearedTableIsEmpty) {
    model.clear();
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.columnCount(), 0);
    EXPECT_EQ(model.rowOf({7}), -1);
    EXPECT_FALSE(model.data({}, Qt::DisplayRole).isValid());
}

TensorSlice sliceOf(Tensor tensor) {
    return *TensorSlice::of(std::make_shared<const Tensor>(std::move(tensor)));
}

TEST(TensorTable, ShowsTheElementsShortAndInFullInTheTip) {
    TensorTableModel model;
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.columnCount(), 0);
    EXPECT_FALSE(model.data({}, Qt::DisplayRole).isValid());
    model.setSlice(sliceOf(
        Tensor::of(DataType::float64, {2, 3}, std::vector{0.0, 1.0, 2.0, 3.0, 4.0, 1.23456789})));
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.columnCount(), 3);
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 0);
    const QModelIndex last = model.index(1, 2);
    EXPECT_EQ(last.data().toString(), QStringLiteral("1.23457"));
    EXPECT_EQ(last.data(Qt::ToolTipRole).toString(), QStringLiteral("1.23456789"));
    EXPECT_EQ(last.data(Qt::TextAlignmentRole).toInt(), Qt::AlignRight | Qt::AlignVCenter);
    EXPECT_FALSE(last.data(Qt::DecorationRole).isValid());
    EXPECT_EQ(model.index(1, 0).data().toString(), QStringLiteral("3"));
    // Rows and columns are counted as in the model, from 0.
    for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical})
        EXPECT_EQ(model.headerData(1, side, Qt::DisplayRole).toInt(), 1);
    EXPECT_FALSE(model.headerData(1, Qt::Vertical, Qt::ToolTipRole).isValid());
}

TEST(TensorTable, TextsAreOnTheLeft) {
    Tensor words;
    words.type = DataType::string;
    words.storage = Tensor::Storage::strings;
    words.dims = {2};
    words.strings = {"one", "zwölf"};
    TensorTableModel model;
    model.setSlice(sliceOf(words));
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_TRUE(model.index(1, 0).data().toString().contains(QString::fromUtf8("zwölf")));
    EXPECT_EQ(model.index(1, 0).data(Qt::TextAlignmentRole).toInt(),
              Qt::AlignLeft | Qt::AlignVCenter);
}

TEST(TensorTable, AViewShowsTheNextSliceInPlaceOfTheLast) {
    TensorTableModel model;
    QTableView view;
    view.setModel(&model);
    model.setSlice(sliceOf(Tensor::int64s({5, 6, 7})));
    EXPECT_EQ(view.model()->rowCount(), 3);
    view.setCurrentIndex(model.index(2, 0));
    model.setSlice(sliceOf(Tensor::int64s({8})));
    EXPECT_FALSE(view.currentIndex().isValid());
    EXPECT_EQ(view.model()->index(0, 0).data().toString(), QStringLiteral("8"));
    model.setSlice({});
    EXPECT_EQ(view.model()->rowCount(), 0);
}

} // namespace
} // namespace partita
