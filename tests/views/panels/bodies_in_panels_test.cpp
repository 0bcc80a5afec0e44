// What panels say about models whose nodes have graphs of their own.

#include <QHeaderView>
#include <QTableView>
#include <QTextBrowser>
#include <QTreeView>

#include "tests/support/dialogs.h"

namespace partita {
namespace {

class BodiesInPanels : public test::OperatedWindow {
protected:
    void SetUp() override {
        open(modelFile("branches.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
            g (bool c, float[4] x) => (float[4] y) {
              [before] a = Relu(x)
              [choice] y = If(c) <
                then_branch = t () => (float[4] p) { [inner] p = Mish(a) },
                else_branch = e () => (float[4] q) { [one] b = Neg(a) [other] q = Mish(b) }>
            })"));
    }
    static int columnOf(const QAbstractItemView& view, const char* title) {
        for (int column = 0; column < view.model()->columnCount(); ++column)
            if (view.model()->headerData(column, Qt::Horizontal).toString() ==
                QString::fromLatin1(title))
                return column;
        return -1;
    }
    DocumentController& document() { return window.document(); }
};

TEST_F(BodiesInPanels, ThePartitionsSayInWhichGraphTheyAre) {
    auto* table = in<QTableView>("partitions");
    const int graph = columnOf(*table, "Graph");
    ASSERT_GE(graph, 0);
    QStringList graphs;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        graphs += table->model()->index(row, graph).data().toString();
    EXPECT_TRUE(graphs.contains(QStringLiteral("main")));
    EXPECT_TRUE(graphs.contains(QStringLiteral("choice.else_branch")))
        << graphs.join(QLatin1Char('|')).toStdString();
    open(test::kSample);
    EXPECT_EQ(columnOf(*table, "Graph"), -1) << "one graph needs no column";
}

TEST_F(BodiesInPanels, TheFallbackListSaysInWhichGraphANodeIs) {
    auto* list = in<QTreeView>("fallback");
    const int graph = columnOf(*list, "Graph");
    ASSERT_GE(graph, 0);
    EXPECT_FALSE(list->isColumnHidden(graph));
    const std::string longName(60, 'n');
    open(modelFile("long.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[4] x) => (float[4] y) {
          [)" + longName + R"(] y = If(c) <
            then_branch = t () => (float[4] p) { [inner] p = Mish(x) },
            else_branch = e () => (float[4] q) { [other] q = Mish(x) }> })"));
    const QFontMetrics metrics = list->fontMetrics();
    const int most = metrics.horizontalAdvance(QString(40, QLatin1Char('n')));
    EXPECT_FALSE(list->isColumnHidden(graph));
    EXPECT_LT(list->columnWidth(graph), most) << "the reason behind it needs the room";
    open(test::kSample);
    EXPECT_TRUE(list->isColumnHidden(graph));
}

TEST_F(BodiesInPanels, TheInspectorLeadsIntoABody) {
    document().setCurrentNode(node("choice"));
    in<QWidget>("inspector");
    ASSERT_TRUE(inspectorText().contains(QStringLiteral("Nodes: 2")))
        << inspectorText().toStdString();
    QTextBrowser* link = nullptr;
    for (auto* each : window.panel("inspector")->findChildren<QTextBrowser*>())
        if (each->toPlainText().startsWith(QStringLiteral("else_branch")))
            link = each;
    ASSERT_TRUE(link);
    QTextCursor at = link->document()->find(QStringLiteral("Nodes"));
    const QPoint place = link->cursorRect(at).center() - QPoint(4, 0);
    QTest::mouseClick(link->viewport(), Qt::LeftButton, {}, place);
    ASSERT_TRUE(waitFor([&] {
        return document().model().graphPath(document().scope()) == "main / choice.else_branch";
    }));
}

} // namespace
} // namespace partita
