// Nodes that are gone before nodes are placed, as the window shows them.

#include <QComboBox>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include "core/scene/graph_scene.h"
#include "tests/support/window.h"

namespace partita {
namespace {

class FoldedNodes : public test::Window {
protected:
    /// Chooses a level by keys, as a user does.
    void choose(int step) {
        auto* level =
            window.panel("providers")->findChild<QComboBox*>(QStringLiteral("optimizationLevel"));
        ASSERT_TRUE(level);
        level->setFocus();
        QTest::keyClick(level, step > 0 ? Qt::Key_Down : Qt::Key_Up);
    }
    const Partitioning& placement() { return window.document().partitioning(); }
    QStringList legendRows() {
        QStringList rows;
        for (auto* row :
             window.findChild<QFrame*>(QStringLiteral("legend"))->findChildren<QToolButton*>())
            if (row->isVisibleTo(row->parentWidget()))
                rows += row->text().simplified();
        return rows;
    }
};

TEST_F(FoldedNodes, AreCountedInTheHeadlineAndTheLegendAndMarkedInTheScene) {
    window.resize(2200, 900); // the headline leaves out what has no room
    open(test::kSample);
    EXPECT_TRUE(waitFor([&] { return headline().contains(QStringLiteral("2 folded")); }))
        << headline().toStdString();
    EXPECT_TRUE(legendRows().contains(QStringLiteral("folded 2")))
        << legendRows().join(QLatin1Char('|')).toStdString();
    const GraphScene& scene = window.document().scene();
    const auto box = scene.boxOf(node("out8"));
    ASSERT_TRUE(box);
    EXPECT_TRUE(scene.boxes[*box].isFolded());
}

TEST_F(FoldedNodes, SayInTheInspectorWhyTheyAreGone) {
    open(test::kSample);
    window.document().setCurrentNode(node("out8"));
    EXPECT_TRUE(waitFor([&] {
        return inspectorText().contains(QStringLiteral("dropped before nodes are placed"));
    })) << inspectorText().toStdString();
    EXPECT_FALSE(inspectorText().contains(QStringLiteral("declines")));
}

TEST_F(FoldedNodes, AreNoFallbacks) {
    open(test::kSample);
    auto* list = window.panel("fallback")->findChild<QTreeView*>();
    ASSERT_TRUE(list);
    ASSERT_GT(list->model()->rowCount(), 0);
    const auto found =
        list->model()->match(list->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("out8"), 1,
                             Qt::MatchExactly | Qt::MatchRecursive);
    EXPECT_TRUE(found.isEmpty());
}

TEST_F(FoldedNodes, ArePlacedWhenTheModelIsPlacedAsWritten) {
    open(test::kSample);
    choose(1);
    EXPECT_TRUE(waitFor([&] { return placement().summary.folded == 0; }));
    EXPECT_TRUE(headline().contains(QStringLiteral("60/61"))) << headline().toStdString();
    choose(-1);
    EXPECT_TRUE(waitFor([&] { return placement().summary.folded == 2; }));
}

TEST_F(FoldedNodes, TheChosenLevelHoldsForTheNextModelToo) {
    open(test::kSample);
    choose(1);
    ASSERT_TRUE(waitFor([&] { return placement().summary.folded == 0; }));
    open(test::kSample);
    EXPECT_EQ(placement().summary.folded, 0U);
}

} // namespace
} // namespace partita
