// Copies and menus of tables, and links in panels and figures, operated by mouse and keys.

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QTableView>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include "app/window/parts/dock_tabs.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "views/graph/legend.h"
#include "views/tables/table_menu.h"

namespace partita {
namespace {

using test::kSample;

class TableMenus : public test::OperatedWindow {
protected:
    QTableView* table(const char* panel) { return in<QTableView>(panel); }
    static QString clipboard() { return QGuiApplication::clipboard()->text(); }
    static QPoint cell(const QTableView& view, int row, int column) {
        return view.visualRect(view.model()->index(row, column)).center();
    }
    void click(QTableView& view, int row, int column, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, cell(view, row, column));
    }
    static int columnOf(const QTableView& view, const char* title) {
        for (int column = 0; column < view.model()->columnCount(); ++column)
            if (view.model()->headerData(column, Qt::Horizontal).toString() == QLatin1String(title))
                return column;
        ADD_FAILURE() << "no column " << title;
        return 0;
    }
    DocumentController& document() { return window.document(); }
    /// Clicks on a link of the inspector whose text is `text`.
    bool clickLink(const QString& text) {
        QApplication::processEvents(); // lays the page out
        for (auto* page : window.panel("inspector")->findChildren<QTextBrowser*>())
            for (int x = 2; x < page->width(); x += 4)
                for (int y = 4; y < page->height(); y += 6)
                    if (!page->anchorAt({x, y}).isEmpty()) {
                        QTextCursor cursor = page->cursorForPosition({x, y});
                        cursor.select(QTextCursor::WordUnderCursor);
                        if (!text.contains(cursor.selectedText()) ||
                            cursor.selectedText().isEmpty())
                            continue;
                        QTest::mouseClick(page->viewport(), Qt::LeftButton, {}, {x, y});
                        QApplication::processEvents();
                        return true;
                    }
        ADD_FAILURE() << "no link " << text.toStdString();
        return false;
    }
};

TEST_F(TableMenus, CtrlCCopiesTheSelectedRowsWithTitlesAndTabs) {
    open(kSample);
    auto* nodes = table("nodes");
    click(*nodes, 2, 1);
    click(*nodes, 4, 1, Qt::ControlModifier);
    EXPECT_EQ(document().selection().size(), 2U); // rows are the selection of the document
    nodes->setFocus();
    QTest::keyClick(nodes, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = clipboard().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 3);
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("Id\tOp\tNode\t"))) << lines[0].toStdString();
    const auto at = [&](int row, int column) {
        return nodes->model()->index(row, column).data().toString();
    };
    EXPECT_TRUE(lines[1].startsWith(at(2, 0) + QLatin1Char('\t') + at(2, 1) + QLatin1Char('\t')));
    EXPECT_EQ(lines[2].split(QLatin1Char('\t')).size(), nodes->model()->columnCount());
}

TEST_F(TableMenus, ARangeOfRowsIsSelectedWithShift) {
    open(kSample);
    auto* nodes = table("nodes");
    click(*nodes, 1, 1);
    click(*nodes, 4, 1, Qt::ShiftModifier);
    EXPECT_EQ(nodes->selectionModel()->selectedRows().size(), 4);
    EXPECT_EQ(document().selection().size(), 4U);
    click(*nodes, 2, 1);
    EXPECT_EQ(document().selection().size(), 1U);
}

TEST_F(TableMenus, EveryTableHasAMenuWithCopies) {
    open(kSample);
    auto* nodes = table("nodes");
    click(*nodes, 3, 2);
    const QString name = nodes->model()->index(3, 2).data().toString();
    const auto texts =
        test::menuAt(*nodes->viewport(), cell(*nodes, 3, 2), QStringLiteral("Copy cell"));
    EXPECT_EQ(clipboard(), name);
    for (const char* item : {"Copy selected rows", "Copy all rows", "Select its predecessors"})
        EXPECT_TRUE(texts.contains(QLatin1String(item))) << item;
    test::menuAt(*nodes->viewport(), cell(*nodes, 3, 2), QStringLiteral("Copy all rows"));
    EXPECT_EQ(clipboard().count(QLatin1Char('\n')), nodes->model()->rowCount() + 1);
    EXPECT_TRUE(test::menuAt(*nodes, {1, 1}, {}, QContextMenuEvent::Keyboard)
                    .contains(QStringLiteral("Copy cell")));
}

TEST_F(TableMenus, CellsStayInTheirLineAndTreesFollowTheirParents) {
    QTreeWidget tree;
    tree.setColumnCount(2);
    tree.setHeaderLabels({QStringLiteral("a"), QStringLiteral("b")});
    auto* top = new QTreeWidgetItem(&tree, {QStringLiteral("x\ty"), QStringLiteral("1\n2")});
    new QTreeWidgetItem(top, {QStringLiteral("in"), QStringLiteral("3")});
    EXPECT_EQ(tableText(tree, Rows::all), QStringLiteral("a\tb\nx y\t1 2\nin\t3\n"));
    EXPECT_EQ(tableText(tree, Rows::selected), QString());
    tree.setColumnHidden(0, true);
    EXPECT_EQ(tableText(tree, Rows::all), QStringLiteral("1 2\n3\n"));
}

TEST_F(TableMenus, ABorderInTheTableIsTheLineOnTheCanvas) {
    open(kSample);
    auto* borders = table("boundaries");
    ASSERT_GE(borders->model()->rowCount(), 2);
    const int named = columnOf(*borders, "Tensor");
    click(*borders, 1, named);
    const auto& value = document().model().value(document().currentTensor());
    ASSERT_TRUE(value);
    EXPECT_EQ(value->name, borders->model()->index(1, named).data().toString().toStdString());
    EXPECT_GE(window.graph().marks().currentNet, 0);
    // And back: a click on the chip of the other border selects its row.
    const GraphScene& scene = document().scene();
    for (std::size_t net = 0; net < scene.nets.size(); ++net)
        if (scene.label(scene.nets[net]) && scene.nets[net].value != value->id) {
            auto& graph = window.graph();
            graph.centerOn(graph.painter().chipRect(net).center());
            QTest::mouseClick(
                &graph, Qt::LeftButton, {},
                graph.toDevice().map(graph.painter().chipRect(net).center()).toPoint());
            EXPECT_EQ(borders->selectionModel()
                          ->selectedRows(named)
                          .front()
                          .data()
                          .toString()
                          .toStdString(),
                      document().model().value(scene.nets[net].value)->name);
            return;
        }
    FAIL() << "no other border";
}

TEST_F(TableMenus, ThePartitionInATableSelectsItsNodes) {
    open(kSample);
    auto* nodes = table("nodes");
    const int part = columnOf(*nodes, "Part");
    int row = 0;
    while (nodes->model()->index(row, part).data().toString() == QString::fromUtf8("–"))
        ++row;
    click(*nodes, row, part);
    const auto* partition = document().partitioning().partition(document().currentNode());
    ASSERT_TRUE(partition);
    EXPECT_EQ(document().selection(), partition->nodes);
}

TEST_F(TableMenus, ARowOfAPartitionStandsForAllItsNodes) {
    open(kSample);
    auto* partitions = table("partitions");
    const std::vector<NodeId> nodes = document().partitioning().partitions[0].nodes;
    ASSERT_GT(nodes.size(), 2U);
    click(*partitions, 0, 1);
    EXPECT_EQ(document().selection(), nodes);
    document().setCurrentNode(nodes.front()); // its row is the current one already
    ASSERT_EQ(document().selection().size(), 1U);
    const auto texts = test::menuAt(*partitions->viewport(), cell(*partitions, 0, 1));
    EXPECT_EQ(document().selection(), nodes);
    EXPECT_FALSE(texts.contains(QStringLiteral("Copy name"))) << "of which one?";
    EXPECT_TRUE(texts.contains(QStringLiteral("Select the successors of all")));
    const QString exclude = texts.filter(QStringLiteral("Must not run on")).front();
    EXPECT_TRUE(exclude.endsWith(QStringLiteral(" (%1 nodes)").arg(nodes.size())))
        << exclude.toStdString();
    test::menuAt(*partitions->viewport(), cell(*partitions, 0, 1), exclude);
    EXPECT_TRUE(
        waitFor([&] { return document().partitionOptions().excluded.size() == nodes.size(); }));
}

TEST_F(TableMenus, SeveralRowsOfPartitionsSelectTheNodesOfAll) {
    open(kSample);
    auto* partitions = table("partitions");
    ASSERT_GT(partitions->model()->rowCount(), 1);
    click(*partitions, 0, 1);
    click(*partitions, 1, 1, Qt::ControlModifier);
    const auto& all = document().partitioning().partitions;
    EXPECT_EQ(document().selection().size(), all[0].nodes.size() + all[1].nodes.size());
}

TEST_F(TableMenus, AMenuActsOnAllSelectedRowsWhicheverOfThemItIsAskedFor) {
    open(kSample);
    auto* nodes = table("nodes");
    click(*nodes, 1, 1);
    click(*nodes, 3, 1, Qt::ControlModifier);
    QTest::mouseClick(nodes->viewport(), Qt::RightButton, {}, cell(*nodes, 1, 1));
    const auto texts = test::menuAt(*nodes->viewport(), cell(*nodes, 1, 1));
    EXPECT_EQ(document().selection().size(), 2U);
    EXPECT_EQ(texts.filter(QStringLiteral("(2 nodes)")).size(),
              texts.filter(QStringLiteral("Must not run on")).size());
}

TEST_F(TableMenus, TheMenuStaysWhenItsRowOpensAGroupOnTheCanvas) {
    ASSERT_TRUE(writeModel(test::largeModel(2500), files / "large.onnx"));
    open(pathOf("large.onnx"));
    auto* nodes = table("nodes");
    const GraphScene& scene = document().scene();
    int row = 0;
    for (; row < nodes->model()->rowCount(); ++row) {
        const auto box = scene.boxOf(NodeId{nodes->model()->index(row, 0).data().toUInt()});
        if (box && scene.boxes[*box].kind == SceneBox::Kind::group)
            break;
    }
    ASSERT_LT(row, nodes->model()->rowCount());
    nodes->scrollTo(nodes->model()->index(row, 1));
    const QPoint at = cell(*nodes, row, 1);
    QSignalSpy drawn(&document(), &DocumentController::sceneChanged);
    bool stays = false;
    int looks = 0;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        QWidget* menu = QApplication::activePopupWidget();
        if (!menu || (drawn.count() == 0 && ++looks < 2000))
            return;
        stays = drawn.count() > 0;
        menu->close();
    });
    timer.start(5);
    QTest::mouseClick(nodes->viewport(), Qt::RightButton, {}, at);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, nodes->viewport()->mapToGlobal(at));
    QApplication::sendEvent(nodes->viewport(), &event);
    EXPECT_TRUE(stays);
}

TEST_F(TableMenus, NamesInTheInspectorLeadToProducersReadersTensorsAndPartitions) {
    const QString path = modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,64] x) => (float[1,64] y) {
          [first] mid = Relu(x)  [second] late = Sigmoid(mid)  [third] y = Neg(late) })");
    open(path);
    document().setCurrentNode(node("second"));
    ASSERT_TRUE(clickLink(QStringLiteral("first")));
    EXPECT_EQ(document().currentNode(), node("first"));
    ASSERT_TRUE(clickLink(QStringLiteral("mid")));
    EXPECT_EQ(document().model().value(document().currentTensor())->name, "mid");
    ASSERT_TRUE(clickLink(QStringLiteral("second")));
    EXPECT_EQ(document().currentNode(), node("second"));
    const auto* partition = document().partitioning().partition(node("second"));
    ASSERT_TRUE(clickLink(QString::number(partition->nodes.size()) + QStringLiteral(" nodes ") +
                          QString::fromStdString(document().partitioning().badge(*partition))));
    EXPECT_EQ(document().selection(), partition->nodes);
}

TEST_F(TableMenus, FiguresOfTheHeadlineSelectWhatTheyCount) {
    open(kSample);
    auto* line = window.findChild<QLabel*>(QStringLiteral("headline"));
    const QString html = line->text();
    for (const char* link : {"provider:0", "panel:partitions", "panel:boundaries"})
        EXPECT_TRUE(html.contains(QStringLiteral("href='%1'").arg(QLatin1String(link)))) << link;
    const int middle = line->height() / 2;
    QTest::mouseClick(line, Qt::LeftButton, {}, {12, middle}); // "NPU 58/59 nodes"
    EXPECT_EQ(document().selection().size(), document().partitioning().summary.byProvider[0]);
    const auto& borders = *window.dock("boundaries");
    EXPECT_FALSE(isInFront(borders));
    for (int x = 12; x < line->width() && !isInFront(borders); x += 20)
        QTest::mouseClick(line, Qt::LeftButton, {}, {x, middle});
    EXPECT_TRUE(isInFront(borders));
}

TEST_F(TableMenus, ADoubleClickInTheLegendSelectsTheNodesOfAProvider) {
    open(kSample);
    for (auto* button : window.findChild<Legend*>()->findChildren<QToolButton*>())
        if (button->isVisible() && button->property("provider").toInt() == 1) {
            QTest::mouseDClick(button, Qt::LeftButton);
            EXPECT_EQ(document().selection(), std::vector{node("neck/norm")});
            return;
        }
    FAIL() << "no entry of the CPU";
}

} // namespace
} // namespace partita
