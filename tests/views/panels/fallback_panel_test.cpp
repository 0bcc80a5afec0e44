// The list of fallback nodes, and the Inspector's links to what they fall back because of.

#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTreeView>

#include "core/onnx/write.h"
#include "tests/support/gestures.h"
#include "tests/support/window.h"

namespace partita {
namespace {

/// Seven times Relu, then Mish, two times Relu (too few), Mish, seven times Relu, Gelu, seven times
/// Relu: only Relu runs on the device.
std::string modelText() {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 20]>\n"
                       "g (float[1, 8] x) => (float[1, 8] y) {\n";
    std::string last = "x";
    int count = 0;
    const auto add = [&](const std::string& name, const std::string& op, bool isEnd = false) {
        const std::string made = isEnd ? "y" : "v" + std::to_string(++count);
        text += "[" + name + "] " + made + " = " + op + "(" + last + ")\n";
        last = made;
    };
    const auto addRun = [&](const std::string& name, bool isEnd = false) {
        for (int i = 0; i < 7; ++i)
            add(name + std::to_string(i), "Relu", isEnd && i == 6);
    };
    addRun("a");
    add("mish1", "Mish");
    add("short1", "Relu");
    add("short2", "Relu");
    add("mish2", "Mish");
    addRun("b");
    add("gelu", "Gelu");
    addRun("c", true);
    return text + "}";
}

class FallbackList : public test::Window {
protected:
    FallbackList() {
        const auto path = folder / "model.onnx";
        EXPECT_TRUE(writeModel(test::modelFromText(modelText()), path, {}));
        open(QString::fromStdString(path.string()));
        auto* body = window.panel("fallback");
        for (QWidget* at = body; at; at = at->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(at)) {
                dock->show();
                dock->raise();
            }
        QApplication::processEvents();
        view = body->findChild<QTreeView*>();
        filter = body->findChild<QLineEdit*>();
    }
    /// The row whose first column has a text, in the list or in a group.
    QModelIndex row(const char* text, const QModelIndex& parent = {}) {
        for (int i = 0; i < view->model()->rowCount(parent); ++i) {
            const QModelIndex index = view->model()->index(i, 0, parent);
            if (index.data().toString() == QLatin1String(text))
                return index;
            if (const QModelIndex below = row(text, index); below.isValid())
                return below;
        }
        return {};
    }
    QString cell(const QModelIndex& index, int column) {
        return index.sibling(index.row(), column).data().toString();
    }
    void click(const QModelIndex& index) {
        view->scrollTo(index);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::NoModifier,
                          view->visualRect(index).center());
    }
    void clickHeader(int column) {
        auto* header = view->header();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier,
                          {header->sectionViewportPosition(column) + 10, header->height() / 2});
    }
    bool isInView(const QModelIndex& index) {
        return view->viewport()->rect().intersects(view->visualRect(index));
    }
    test::TemporaryFolder folder;
    QTreeView* view = nullptr;
    QLineEdit* filter = nullptr;
};

TEST_F(FallbackList, GroupsHaveOneOperatorAndOneReasonTheMostDamagingFirst) {
    const auto* model = view->model();
    ASSERT_EQ(model->rowCount(), 3);
    EXPECT_EQ(model->index(1, 0).data().toString(), QStringLiteral("gelu"));
    EXPECT_EQ(cell(model->index(1, 0), 5), QStringLiteral("N3 | N5"));
    EXPECT_EQ(cell(model->index(1, 0), 8), QStringLiteral("costly"));
    const QModelIndex mish = model->index(0, 0);
    EXPECT_EQ(cell(mish, 1), QStringLiteral("Mish"));
    EXPECT_EQ(mish.data().toString(), QStringLiteral("2 nodes"));
    ASSERT_EQ(model->rowCount(mish), 2);
    EXPECT_EQ(cell(model->index(0, 0, mish), 5), QStringLiteral("N1 | N3, not alone"));
    EXPECT_EQ(cell(model->index(1, 0, mish), 8), QStringLiteral("joins"));
    EXPECT_EQ(cell(model->index(2, 0), 1), QStringLiteral("Relu"));
}

TEST_F(FallbackList, AGroupFoldsAndStaysFoldedAfterAnotherPlacement) {
    const QModelIndex mish = view->model()->index(0, 0);
    ASSERT_TRUE(view->isExpanded(mish));
    click(mish);
    QTest::keyClick(view, Qt::Key_Left);
    EXPECT_FALSE(view->isExpanded(mish));
    QSignalSpy placed(&window.document(), &DocumentController::partitioningChanged);
    window.document().setCurrentNode({});
    window.document().setExcluded(node("a0"), "npu", true);
    ASSERT_TRUE(waitFor([&] { return placed.count() == 1; }));
    const QModelIndex again = row("mish1").parent();
    ASSERT_TRUE(again.isValid());
    EXPECT_FALSE(view->isExpanded(again));
}

TEST_F(FallbackList, SortingKeepsTheSelectedNodeSelectedAndInView) {
    window.resize(1400, 600); // a list that scrolls
    click(row("mish2"));
    ASSERT_EQ(window.document().currentNode(), node("mish2"));
    for (const int column : {0, 0, 5, 8, 8}) {
        clickHeader(column);
        const QModelIndex current = view->currentIndex();
        EXPECT_EQ(current.sibling(current.row(), 0).data().toString(), QStringLiteral("mish2"));
        EXPECT_TRUE(view->selectionModel()->isSelected(current));
        EXPECT_TRUE(isInView(current));
        EXPECT_EQ(window.document().currentNode(), node("mish2"));
    }
}

TEST_F(FallbackList, AnotherPlacementKeepsTheSelectionAndTheOrder) {
    clickHeader(0);
    clickHeader(0); // names from Z to A
    click(row("gelu"));
    QSignalSpy placed(&window.document(), &DocumentController::partitioningChanged);
    window.document().setExcluded(node("a0"), "npu", true);
    ASSERT_TRUE(waitFor([&] { return placed.count() == 1; }));
    EXPECT_TRUE(row("a0").isValid());
    EXPECT_EQ(view->currentIndex().sibling(view->currentIndex().row(), 0).data().toString(),
              QStringLiteral("gelu"));
    EXPECT_LT(row("gelu").row(), row("a0").row());
}

TEST_F(FallbackList, TheFilterKeepsNodesThatMatchEveryWord) {
    click(row("gelu"));
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("MISH costly"));
    EXPECT_TRUE(row("mish1").isValid());
    EXPECT_FALSE(row("mish2").isValid());
    EXPECT_FALSE(row("gelu").isValid());
    EXPECT_EQ(window.document().currentNode(), node("gelu")); // hidden, not forgotten
    filter->selectAll();
    QTest::keyClick(filter, Qt::Key_Delete);
    EXPECT_TRUE(row("mish2").isValid());
    EXPECT_EQ(view->currentIndex().data().toString(), QStringLiteral("gelu"));
}

TEST_F(FallbackList, AClickOnAGroupSelectsItsNodes) {
    const QModelIndex mish = view->model()->index(0, 0);
    click(mish);
    const std::vector<NodeId> expected = {node("mish1"), node("mish2")};
    EXPECT_EQ(window.document().selection(), expected);
    EXPECT_EQ(view->currentIndex().row(), mish.row());
    EXPECT_FALSE(view->currentIndex().parent().isValid());
}

TEST_F(FallbackList, ItsMenuOffersWhatCanBeDoneWithTheNodeOfARow) {
    click(row("gelu"));
    const auto texts = test::menuAt(*view->viewport(), view->visualRect(row("gelu")).center());
    for (const char* entry : {"Copy cell", "Copy path", "Select its predecessors"})
        EXPECT_TRUE(texts.contains(QLatin1String(entry))) << entry;
    EXPECT_FALSE(texts.filter(QStringLiteral("Must not run on")).isEmpty());
}

TEST_F(FallbackList, ItsMenuActsOnAllNodesOfTheSelectedRows) {
    click(row("gelu"));
    const QModelIndex mish = view->model()->index(0, 0); // a group of two
    view->scrollTo(mish);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      view->visualRect(mish).center());
    EXPECT_EQ(window.document().selection().size(), 3U);
    view->scrollTo(row("gelu"));
    const auto texts = test::menuAt(*view->viewport(), view->visualRect(row("gelu")).center());
    EXPECT_EQ(window.document().selection().size(), 3U);
    EXPECT_TRUE(texts.contains(QStringLiteral("Copy the selected names")));
    EXPECT_FALSE(texts.filter(QStringLiteral("(3 nodes)")).isEmpty());
}

TEST_F(FallbackList, TheInspectorLeadsFromANodeThatIsCutOffToWhatCutsItOff) {
    click(row("short1"));
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("cut off by mish1 and mish2")))
        << inspectorText().toStdString();
    const auto links = window.panel("inspector")->findChildren<QLabel*>(QStringLiteral("culprit"));
    ASSERT_EQ(links.size(), 2);
    QLabel* link = links[1];
    for (int x = 2; x < link->width() && window.document().currentNode() == node("short1");
         x += 6) {
        QTest::mouseClick(link, Qt::LeftButton, Qt::NoModifier, {x, 8});
        QApplication::processEvents();
        if (window.document().currentNode() != node("short1"))
            break; // the label is gone with the node that it was about
    }
    EXPECT_EQ(window.document().currentNode(), node("mish2"));
}

TEST_F(FallbackList, ThereIsAColumnOfTimesOnceTheModelHasRun) {
    EXPECT_TRUE(view->isColumnHidden(7));
    QSignalSpy finished(&window.document().runs(), &RunController::finished);
    window.document().runs().run({});
    ASSERT_TRUE(waitFor([&] { return finished.count() > 0; }));
    ASSERT_NE(window.document().runs().result(), nullptr);
    EXPECT_FALSE(view->isColumnHidden(7));
    EXPECT_TRUE(cell(row("gelu"), 7).endsWith(QStringLiteral(" ms")))
        << cell(row("gelu"), 7).toStdString();
}

TEST_F(FallbackList, WhereNothingIsPlacedNothingIsSaidToRun) {
    const auto path = folder / "constant.onnx";
    ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { y = Constant <value = float[2] {1, 2}> () })"),
                           path, {}));
    open(QString::fromStdString(path.string()));
    ASSERT_EQ(window.document().partitioning().summary.nodes, 0U);
    QStringList said;
    for (const auto* label : window.panel("fallback")->findChildren<QLabel*>())
        said += label->text();
    EXPECT_TRUE(said.contains(QStringLiteral("No fallbacks: there is no node to place")))
        << said.join(QLatin1Char('|')).toStdString();
}

TEST_F(FallbackList, OneNodeIsNotAllNodes) {
    const auto path = folder / "one.onnx";
    ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) { y = Relu(x) })"),
                           path, {}));
    open(QString::fromStdString(path.string()));
    window.document().setProviders(*makeProviders({{}, {}, {{"min_run_length", "1"}}}));
    ASSERT_TRUE(waitFor([&] { return window.document().triage().nodes.empty(); }));
    QStringList said;
    for (const auto* label : window.panel("fallback")->findChildren<QLabel*>())
        said += label->text();
    EXPECT_TRUE(said.contains(QStringLiteral("No fallbacks: NPU runs the one placed node")))
        << said.join(QLatin1Char('|')).toStdString();
}

TEST_F(FallbackList, OtherTablesKeepTheirSelectionWhenTheyAreSorted) {
    auto* body = window.panel("nodes");
    for (QWidget* at = body; at; at = at->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(at))
            dock->raise();
    QApplication::processEvents();
    auto* table = body->findChild<QTableView*>();
    window.document().setCurrentNode(node("gelu"));
    auto* header = table->horizontalHeader();
    for (int i = 0; i < 2; ++i) {
        QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier,
                          {header->sectionViewportPosition(2) + 10, header->height() / 2});
        const QModelIndex current = table->currentIndex();
        EXPECT_EQ(current.sibling(current.row(), 2).data().toString(), QStringLiteral("gelu"));
        EXPECT_TRUE(table->viewport()->rect().intersects(table->visualRect(current)));
        EXPECT_EQ(window.document().currentNode(), node("gelu"));
    }
}

TEST_F(FallbackList, TheFirstClickOnFiguresSortsTheLargestFirst) {
    const auto firstClickOn = [](QHeaderView& header, const QString& title) {
        const auto* rows = header.model();
        int column = 0;
        while (column < rows->columnCount() &&
               rows->headerData(column, Qt::Horizontal).toString() != title)
            ++column;
        QTest::mouseClick(header.viewport(), Qt::LeftButton, Qt::NoModifier,
                          {header.sectionViewportPosition(column) + 10, header.height() / 2});
        EXPECT_EQ(header.sortIndicatorSection(), column) << title.toStdString();
        return header.sortIndicatorOrder();
    };
    EXPECT_EQ(firstClickOn(*view->header(), QStringLiteral("Cuts")), Qt::DescendingOrder);
    EXPECT_EQ(firstClickOn(*view->header(), QStringLiteral("Rule")), Qt::AscendingOrder);
    for (const auto& [panel, figures, name] :
         {std::tuple("partitions", "Nodes", "Id"), std::tuple("boundaries", "Bytes", "Tensor")}) {
        auto* body = window.panel(panel);
        for (QWidget* at = body; at; at = at->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(at))
                dock->raise();
        QApplication::processEvents();
        QHeaderView& header = *body->findChild<QTableView*>()->horizontalHeader();
        EXPECT_EQ(firstClickOn(header, QLatin1String(figures)), Qt::DescendingOrder) << panel;
        EXPECT_EQ(firstClickOn(header, QLatin1String(name)), Qt::AscendingOrder) << panel;
    }
}

TEST_F(FallbackList, ANameThatANarrowWindowCutIsWholeInAWideOne) {
    window.resize(1000, 800);
    std::string text = modelText();
    const std::string old = "[gelu]";
    text.replace(text.find(old), old.size(),
                 "[\"/model/encoder/layers.11/self_attention/output/dense/gelu\"]");
    ASSERT_TRUE(writeModel(test::modelFromText(text), folder / "long.onnx", {}));
    open(QString::fromStdString((folder / "long.onnx").string()));
    QApplication::processEvents();
    const int narrow = view->columnWidth(0);
    window.resize(1600, 800);
    EXPECT_TRUE(waitFor([&] { return view->columnWidth(0) > narrow; }));
    view->setColumnWidth(0, narrow + 7); // as the user does it
    window.resize(1500, 800);
    QApplication::processEvents();
    EXPECT_EQ(view->columnWidth(0), narrow + 7);
}

TEST_F(FallbackList, TheRuleSaysThatADeviceLacksTheOperator) {
    int rule = 0;
    while (rule < view->model()->columnCount() &&
           view->model()->headerData(rule, Qt::Horizontal).toString() != QLatin1String("Rule"))
        ++rule;
    ASSERT_LT(rule, view->model()->columnCount());
    EXPECT_EQ(cell(row("mish1"), rule), QStringLiteral("no row in ascend310"));
    window.document().setCurrentNode(node("mish1"));
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("no row in ascend310")))
        << inspectorText().toStdString();
}

} // namespace
} // namespace partita
