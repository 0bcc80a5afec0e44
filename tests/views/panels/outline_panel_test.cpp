// The outline tree and the table of repeated blocks, operated by mouse and keys.

#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QTreeView>

#include "core/onnx/write.h"
#include "tests/support/window.h"

namespace partita {
namespace {

class OutlineTree : public test::Window {
protected:
    /// `layers` layers of fourteen nodes in name scopes; they open folded from 143 layers on.
    void openLayers(int layers) {
        const Model model = test::largeModel(static_cast<std::size_t>(layers) * 14);
        ModelEditor editor(model);
        std::uint32_t at = 0;
        for (const NodeId id : model.topologicalOrder(model.mainGraph())) {
            editor.changeNode(id, [&](Node& node) {
                node.name = "/m/layers." + std::to_string(at / 14) + "/" + node.name;
            });
            ++at;
        }
        openModel(editor.model());
    }
    void openModel(const Model& model) {
        const auto path = folder / "model.onnx";
        ASSERT_TRUE(writeModel(model, path, {}));
        open(QString::fromStdString(path.string()));
        show("outline");
        view = window.panel("outline")->findChild<QTreeView*>();
        filter = window.panel("outline")->findChild<QLineEdit*>();
    }
    void show(const char* panel) {
        for (QWidget* at = window.panel(panel); at; at = at->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(at)) {
                dock->show();
                dock->raise();
            }
        QApplication::processEvents();
    }
    DocumentController& document() { return window.document(); }
    QModelIndex top() { return view->model()->index(0, 0); }
    QModelIndex below(const QModelIndex& parent, int row) {
        if (view->model()->canFetchMore(parent))
            view->model()->fetchMore(parent);
        return view->model()->index(row, 0, parent);
    }
    QString cell(const QModelIndex& index, int column) {
        return index.siblingAtColumn(column).data().toString();
    }
    QPoint placeOf(const QModelIndex& index) {
        view->scrollTo(index);
        return view->visualRect(index).center();
    }
    void click(const QModelIndex& index) {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, placeOf(index));
    }
    void doubleClick(const QModelIndex& index) {
        QSignalSpy changed(&document(), &DocumentController::sceneChanged);
        const QPoint at = placeOf(index);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at);
        ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    }
    test::TemporaryFolder folder;
    QTreeView* view = nullptr;
    QLineEdit* filter = nullptr;
};

TEST_F(OutlineTree, TheTopRowCountsWhatTheHeadlineCounts) {
    openLayers(40);
    EXPECT_EQ(cell(top(), 0), QStringLiteral("All"));
    const auto nodes = document().partitioning().summary.nodes;
    EXPECT_EQ(cell(top(), 1), QLocale().toString(static_cast<qulonglong>(nodes)));
    EXPECT_TRUE(view->isExpanded(top()));
    EXPECT_GT(view->model()->rowCount(top()), 1);
}

TEST_F(OutlineTree, AGroupHasItsBadgeWhereFoldedNodesAreAtItsEnds) {
    openModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y, float[1, 8] z) <float[8] w = {1, 2, 3, 4, 5, 6, 7, 8}> {
          ["/m/a/first"] c = Neg(w) ["/m/a/r0"] a = Add(x, c) ["/m/a/r1"] b = Relu(a)
          ["/m/a/r2"] d = Relu(b) ["/m/a/r3"] e = Relu(d) ["/m/a/r4"] f = Relu(e)
          ["/m/a/r5"] h = Relu(f) ["/m/a/r6"] i = Relu(h) ["/m/a/last"] y = Identity(i)
          ["/m/b/cut"] j = Mish(h) ["/m/b/end"] z = Mish(j) })"));
    ASSERT_TRUE(document().partitioning().isFolded(node("/m/a/first")));
    const Partition* partition = document().partitioning().partition(node("/m/a/r0"));
    ASSERT_TRUE(partition);
    const QString badge = QString::fromStdString(document().partitioning().badge(*partition));
    QStringList titles;
    for (int row = 0; row < view->model()->rowCount(top()); ++row)
        titles += cell(below(top(), row), 0);
    EXPECT_TRUE(titles.join(QLatin1Char('|')).contains(badge + QStringLiteral("  a")))
        << titles.join(QLatin1Char('|')).toStdString();
}

TEST_F(OutlineTree, AClickOnAGroupSelectsItsNodesAndLeavesItClosed) {
    openLayers(200);
    ASSERT_TRUE(document().scene().collapsed);
    const std::size_t boxes = document().scene().boxes.size();
    const QModelIndex group = below(top(), 1);
    click(group);
    EXPECT_GT(document().selection().size(), 4U);
    const NodeId first = document().currentNode();
    ASSERT_TRUE(first);
    EXPECT_EQ(document().scene().boxes.size(), boxes);
    const auto box = document().scene().boxOf(first);
    ASSERT_TRUE(box);
    EXPECT_TRUE(window.graph().rect().contains(window.graph().boxCenter(first)));
    EXPECT_EQ(window.graph().marks().current, static_cast<std::int64_t>(*box));
}

TEST_F(OutlineTree, ADoubleClickOpensAClosedGroupOnTheCanvasAndAnotherOneClosesIt) {
    openLayers(200);
    const std::size_t boxes = document().scene().boxes.size();
    const QModelIndex group = below(top(), 1);
    doubleClick(group);
    EXPECT_GT(document().scene().boxes.size(), boxes);
    EXPECT_TRUE(view->isExpanded(group));
    doubleClick(below(top(), 1));
    EXPECT_EQ(document().scene().boxes.size(), boxes);
}

TEST_F(OutlineTree, FollowsTheCanvas) {
    openLayers(20);
    const NodeId node = document().model().topologicalOrder(document().model().mainGraph())[100];
    document().setCurrentNode(node);
    document().setCurrentNode({});
    QTest::mouseClick(&window.graph(), Qt::LeftButton, {}, window.graph().boxCenter(node));
    ASSERT_EQ(document().currentNode(), node);
    const QString name = QString::fromStdString(document().model().node(node)->name);
    EXPECT_TRUE(cell(view->currentIndex(), 0).contains(name))
        << cell(view->currentIndex(), 0).toStdString();
    EXPECT_TRUE(view->viewport()->rect().intersects(view->visualRect(view->currentIndex())));
}

TEST_F(OutlineTree, AClosedGroupOnTheCanvasIsItsRow) {
    openLayers(200);
    const GraphScene& scene = document().scene();
    const auto box = std::ranges::find_if(
        scene.boxes, [](const SceneBox& each) { return each.kind == SceneBox::Kind::group; });
    ASSERT_NE(box, scene.boxes.end());
    const NodeId node = box->node;
    QTest::mouseClick(&window.graph(), Qt::LeftButton, {}, window.graph().boxCenter(node));
    ASSERT_TRUE(view->currentIndex().isValid());
    EXPECT_NE(cell(view->currentIndex(), 1), QString()) << "a group, which has a number of nodes";
    EXPECT_FALSE(view->isExpanded(view->currentIndex()));
}

TEST_F(OutlineTree, TheFilterListsWhatMatchesAndAClickGoesThere) {
    openLayers(30);
    QTest::keyClicks(filter, QStringLiteral("layers.7 softmax"));
    EXPECT_EQ(view->model()->rowCount(), 1);
    click(view->model()->index(0, 0));
    EXPECT_EQ(document().model().node(document().currentNode())->opType, "Softmax");
    filter->clear();
    EXPECT_EQ(cell(top(), 0), QStringLiteral("All"));
    QTest::keyClicks(filter, QStringLiteral("nothing of this name"));
    EXPECT_EQ(view->model()->rowCount(), 0);
}

TEST_F(OutlineTree, BodiesStandBelowTheirNodeAndAClickShowsThem) {
    openModel(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]>
           g (bool c, float[4] x) => (float[4] y) {
             [before] a = Relu(x)
             [choice] y = If(c) <
               then_branch = t () => (float[4] p) { [inner] p = Abs(a) },
               else_branch = e () => (float[4] q) { [other] q = Neg(a) }>
           })"));
    document().setCurrentNode(node("other"));
    ASSERT_TRUE(waitFor([&] {
        return document().scene().graph == document().scope() &&
               document().scope() != document().model().mainGraph();
    }));
    ASSERT_TRUE(
        waitFor([&] { return cell(view->currentIndex(), 0).contains(QStringLiteral("other")); }));
    const QModelIndex body = view->currentIndex().parent();
    EXPECT_TRUE(cell(body, 0).contains(QStringLiteral("else_branch")));
    EXPECT_EQ(cell(body, 1), QStringLiteral("1"));
    EXPECT_EQ(cell(body.parent(), 1), QStringLiteral("3")) << "the If with its bodies";
    QSignalSpy changed(&document(), &DocumentController::sceneChanged);
    click(body.siblingAtRow(0));
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    EXPECT_EQ(document().model().graphPath(document().scope()), "main / choice.then_branch");
}

TEST_F(OutlineTree, WhatTheUserOpenedStaysOpenAfterAnotherPlacement) {
    openLayers(60);
    const QModelIndex group = below(top(), 1);
    view->setExpanded(group, true);
    ASSERT_TRUE(view->isExpanded(group));
    const QString title = cell(group, 0);
    QSignalSpy placed(&document(), &DocumentController::partitioningChanged);
    document().setLevel(OptimizationLevel::disabled);
    ASSERT_TRUE(waitFor([&] { return placed.count() > 0; }));
    ASSERT_EQ(cell(below(top(), 1), 0), title);
    EXPECT_TRUE(view->isExpanded(below(top(), 1)));
}

TEST_F(OutlineTree, GroupsAreOfTheKindThatIsChosenInTheListAndOnTheCanvas) {
    openLayers(150);
    auto* choice = window.panel("outline")->findChild<QComboBox*>(QStringLiteral("groupBy"));
    ASSERT_TRUE(choice);
    const auto titles = [&] {
        QStringList all;
        for (int i = 0; i < view->model()->rowCount(top()); ++i)
            all += cell(below(top(), i), 0);
        return all;
    };
    const QStringList byName = titles();
    const auto choose = [&](int key) {
        QSignalSpy changed(&document(), &DocumentController::sceneChanged);
        choice->setFocus();
        QTest::keyClick(choice, static_cast<Qt::Key>(key));
        ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    };
    choose(Qt::Key_End);
    EXPECT_EQ(document().groupBy(), GroupBy::blocks);
    EXPECT_NE(titles(), byName);
    bool isBlock = false;
    for (const SceneGroup& group : document().scene().groups)
        isBlock = isBlock || group.repeats > 1;
    EXPECT_TRUE(isBlock);
    choose(Qt::Key_Home);
    EXPECT_EQ(titles(), byName);
}

TEST_F(OutlineTree, RepeatedBlocksAreListedAndAClickSelectsAllOfThem) {
    openLayers(60);
    show("repeats");
    auto* table = window.panel("repeats")->findChild<QTableView*>();
    ASSERT_GT(table->model()->rowCount(), 0);
    EXPECT_EQ(table->model()->index(0, 0).data().toString().left(7), QStringLiteral("layers."));
    const int times = table->model()->index(0, 1).data().toInt();
    EXPECT_GE(times, 50);
    EXPECT_EQ(table->model()->index(0, 2).data().toInt(), 14);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(0, 0)).center());
    EXPECT_EQ(document().selection().size(), static_cast<std::size_t>(times) * 14);
}

} // namespace
} // namespace partita
