// The tree of rewrites, operated by mouse.

#include <QCheckBox>
#include <QDialog>
#include <fstream>

#include "tests/support/gestures.h"
#include "tests/support/window.h"
#include "views/tables/rewrite_tree.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

class Rewrites : public test::Window {
protected:
    void SetUp() override {
        // Each Identity that goes changes what the next one reads.
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(R"(
            <ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) {
              [start] a = Relu(x)
              [i1] b = Identity(a)  [i2] c = Identity(b)  [i3] d = Identity(c)
              [i4] e = Identity(d)  [i5] f = Identity(e)  [end] y = Sigmoid(f) })");
        open(QString::fromStdString((folder / "m.onnx").string()));
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
        tree = window.panel("simplify")->findChild<RewriteTree*>();
        tree->expandAll();
    }
    SimplifyController& simplifier() { return window.document().simplifier(); }
    bool idle() {
        return waitFor([&] { return !window.document().jobs().isRunning(); });
    }
    /// The first item that is like a text in the first column; null: none.
    QTreeWidgetItem* item(const QString& like) {
        for (QTreeWidgetItemIterator each(tree); *each; ++each)
            if ((*each)->text(0).contains(like))
                return *each;
        return nullptr;
    }
    /// The item of a rewrite.
    QTreeWidgetItem* itemOf(std::size_t step) {
        for (QTreeWidgetItemIterator each(tree); *each; ++each)
            if (const QVariant first = (*each)->data(0, Qt::UserRole);
                (*each)->childCount() == 0 && first.isValid() && first.toULongLong() == step)
                return *each;
        return nullptr;
    }
    QPoint placeOf(QTreeWidgetItem* of) {
        tree->scrollToItem(of);
        return tree->visualItemRect(of).center();
    }
    QStringList menu(QTreeWidgetItem* of, const QString& choose = {}) {
        return test::menuAt(*tree->viewport(), placeOf(of), choose);
    }
    std::size_t rewritesOf(const std::string& which) {
        std::size_t count = 0;
        for (std::size_t step = 0; step < simplifier().history()->size(); ++step)
            count += simplifier().history()->rewrite(step).pass == which;
        return count;
    }
    /// Waits until another history than `before` is there, and all work is done.
    bool again(std::size_t before) {
        const bool changed = waitFor(
            [&] { return simplifier().history() && simplifier().history()->size() != before; });
        const bool done = idle();
        tree->expandAll();
        return changed && done;
    }
    /// The first rewrite of the pass; all of its rewrites are in one round.
    std::size_t firstOfPass() {
        std::size_t step = 0;
        while (simplifier().history()->rewrite(step).pass != "eliminate_identity")
            ++step;
        return step;
    }
    test::TemporaryFolder folder;
    RewriteTree* tree = nullptr;
    const QString pass = QStringLiteral("eliminate_identity");
};

TEST_F(Rewrites, ALineSaysItsPassAndHowManyNodesItTook) {
    EXPECT_EQ(rewritesOf("eliminate_identity"), 5U);
    QTreeWidgetItem* line = item(pass);
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(line->text(0), QStringLiteral("eliminate_identity  5"));
    EXPECT_EQ(line->text(1), QString::fromUtf8("−5"));
    EXPECT_EQ(line->toolTip(0), passSummary(*findPass("eliminate_identity")));
    EXPECT_EQ(line->parent()->text(0), QStringLiteral("Round 1"));
    EXPECT_EQ(line->childCount(), 5);
    EXPECT_EQ(line->child(0)->text(1), QString::fromUtf8("−1"));
    EXPECT_EQ(signedText(3), QStringLiteral("+3"));
    EXPECT_EQ(signedText(0), QString());
}

TEST_F(Rewrites, AClickShowsTheModelAfterThatRewrite) {
    const std::size_t first = firstOfPass();
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, placeOf(itemOf(first + 1)));
    EXPECT_EQ(simplifier().position(), first + 2);
    ASSERT_TRUE(idle());
    EXPECT_EQ(window.document().model().nodes().count(), 5U);
    // What is not applied in it is grey.
    const auto colour = [&](std::size_t step) { return itemOf(step)->foreground(0).color(); };
    EXPECT_EQ(colour(first + 1), window.graph().theme().text);
    EXPECT_EQ(colour(first + 2), window.graph().theme().disabled);
    // The line of a pass shows all of its rewrites as one step.
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, placeOf(item(pass)));
    EXPECT_EQ(simplifier().position(), first + 5);
    EXPECT_EQ(simplifier().comparedWith(), first);
    ASSERT_TRUE(idle());
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    EXPECT_EQ(tree->currentItem(), nullptr);
    EXPECT_EQ(colour(0), window.graph().theme().disabled);
}

TEST_F(Rewrites, ANarrowListLeavesItsRoomToTheNames) {
    window.panel("simplify")->resize(500, 500);
    tree->resize(480, 300);
    EXPECT_FALSE(tree->isColumnHidden(2));
    const int letters = 26 * tree->fontMetrics().averageCharWidth();
    tree->resize(letters + 50, 300);
    EXPECT_TRUE(tree->isColumnHidden(2));
    EXPECT_FALSE(tree->isColumnHidden(1));
}

TEST_F(Rewrites, TheLastRoundSaysThatNothingChanged) {
    QTreeWidgetItem* last = tree->topLevelItem(tree->topLevelItemCount() - 1);
    ASSERT_EQ(last->childCount(), 1);
    EXPECT_EQ(last->child(0)->text(0), QStringLiteral("nothing changed: converged"));
    EXPECT_TRUE(last->child(0)->isFirstColumnSpanned()) << "it is read whole in a narrow list";
    const QPoint nowhere(tree->viewport()->width() / 2, tree->viewport()->height() - 2);
    if (!tree->itemAt(nowhere)) {
        EXPECT_TRUE(test::menuAt(*tree->viewport(), nowhere).empty());
    }
}

TEST_F(Rewrites, TheMenuUndoesARewriteWithThoseThatBuildOnIt) {
    const RewriteHistory& history = *simplifier().history();
    std::size_t first = 0;
    while (first + 1 < history.size() && history.dependents(first).size() < 4)
        ++first;
    const std::size_t later = history.dependents(first).size();
    ASSERT_GE(later, 4U);
    const QStringList texts = menu(itemOf(first));
    ASSERT_GE(texts.size(), 6);
    EXPECT_TRUE(texts[0].startsWith(QStringLiteral("Undo with %1 that build").arg(later)))
        << texts[0].toStdString();
    for (std::size_t i = 0; i < 3; ++i) { // the first three of them are named, and cannot be chosen
        const auto& dependent = history.rewrite(history.dependents(first)[i]);
        EXPECT_EQ(
            texts[static_cast<int>(i) + 1],
            QStringLiteral("[    %1 of eliminate_identity]").arg(toQString(dependent.anchorName)));
    }
    EXPECT_FALSE(texts[4].startsWith(QLatin1Char('[')));
    const std::size_t all = history.size();
    menu(itemOf(first), texts[0]);
    EXPECT_EQ(simplifier().history()->size(), all - 1 - later);
    EXPECT_TRUE(idle());
}

TEST_F(Rewrites, TheMenuUndoesOneRewriteAlone) {
    const std::size_t all = simplifier().history()->size();
    ASSERT_TRUE(simplifier().history()->dependents(all - 1).empty());
    const QString anchor = toQString(simplifier().history()->rewrite(all - 1).anchorName);
    menu(itemOf(all - 1), QStringLiteral("Undo this one alone"));
    EXPECT_EQ(simplifier().history()->size(), all - 1);
    ASSERT_TRUE(idle());
    tree->expandAll();
    for (std::size_t step = 0; step < all - 1; ++step)
        EXPECT_NE(itemOf(step)->text(0), anchor);
    ASSERT_TRUE(item(anchor)) << "it can be taken back";
    EXPECT_EQ(item(anchor)->parent()->text(0), QStringLiteral("Left out: 1"));
    EXPECT_EQ(item(pass)->text(1), QString::fromUtf8("−4"));
}

TEST_F(Rewrites, TheMenuLeavesOneRewriteOutAndThenNothing) {
    const std::size_t all = simplifier().history()->size();
    const std::size_t third = firstOfPass() + 2;
    const std::string anchor = simplifier().history()->rewrite(third).anchorName;
    const QString nothing = QStringLiteral("Leave nothing out");
    EXPECT_FALSE(menu(itemOf(third)).contains(nothing));
    menu(itemOf(third), QStringLiteral("Leave this one out and run again"));
    ASSERT_TRUE(again(all));
    ASSERT_EQ(simplifier().recipe().skips.size(), 1U);
    EXPECT_EQ(simplifier().recipe().skips[0].anchor, anchor);
    EXPECT_EQ(rewritesOf("eliminate_identity"), 4U);
    EXPECT_TRUE(node(anchor.c_str()));
    const std::size_t less = simplifier().history()->size();
    menu(itemOf(0), nothing);
    ASSERT_TRUE(again(less));
    EXPECT_TRUE(simplifier().recipe().skips.empty());
    EXPECT_EQ(simplifier().history()->size(), all);
}

TEST_F(Rewrites, TheMenuLeavesAPassOutFromHereOn) {
    const std::size_t all = simplifier().history()->size();
    menu(itemOf(firstOfPass() + 3), QStringLiteral("Leave out eliminate_identity from here on"));
    ASSERT_TRUE(again(all));
    EXPECT_EQ(rewritesOf("eliminate_identity"), 3U);
}

TEST_F(Rewrites, TheMenuLeavesAWholePassOut) {
    const std::size_t all = simplifier().history()->size();
    const QStringList texts = menu(item(pass), QStringLiteral("Leave out eliminate_identity"));
    EXPECT_FALSE(texts.contains(QStringLiteral("Leave this one out and run again")));
    ASSERT_TRUE(again(all));
    EXPECT_EQ(rewritesOf("eliminate_identity"), 0U);
    EXPECT_EQ(simplifier().recipe().skipped, std::vector<std::string>{"eliminate_identity"});
    EXPECT_EQ(countNodes(window.document().model()), 7U);
}

TEST_F(Rewrites, TheMenuTellsAboutThePass) {
    QSignalSpy asked(tree, &RewriteTree::pageRequested);
    menu(item(pass), QString::fromUtf8("About eliminate_identity…"));
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked[0][0].toString(), pass);
    for (auto* dialog : window.panel("simplify")->findChildren<QDialog*>())
        dialog->close();
    // A round is no pass: there is nothing to choose.
    EXPECT_TRUE(menu(tree->topLevelItem(0)).empty());
}

TEST_F(Rewrites, PassesWithoutRewritesAreShownOnDemandInGrey) {
    const std::string idlePass = [&] {
        for (const PassTrace& trace : simplifier().history()->result().traces)
            if (trace.rewrites.empty())
                return std::string(trace.pass);
        return std::string();
    }();
    ASSERT_FALSE(idlePass.empty());
    EXPECT_EQ(item(toQString(idlePass)), nullptr);
    window.panel("simplify")->findChild<QCheckBox*>(QStringLiteral("idlePasses"))->click();
    QTreeWidgetItem* shown = item(toQString(idlePass));
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(shown->foreground(0).color(), window.graph().theme().second);
    const QStringList texts = menu(shown);
    EXPECT_TRUE(texts.contains(QStringLiteral("Leave out %1").arg(toQString(idlePass))));
    EXPECT_FALSE(texts.join(QLatin1Char(' ')).contains(QStringLiteral("from here on")));
}

TEST(PassFormulas, StandInOneLineWithoutBlanksBetweenChineseLetters) {
    EXPECT_EQ(passFormulaLine("equal constants of one\nelement"),
              QStringLiteral("equal constants of one element"));
    EXPECT_EQ(passFormulaLine("相等的单元素\n常量"), QStringLiteral("相等的单元素常量"));
    EXPECT_EQ(passFormulaLine("每个大小为 0、\nX 的大小"),
              QStringLiteral("每个大小为 0、X 的大小"));
    EXPECT_EQ(passFormulaLine("秩等于\nX"), QStringLiteral("秩等于 X"));
}

} // namespace
} // namespace partita
