// The panel of the simplifier: its buttons and menus, what they say and what they write.

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include "app/window/manual_window.h"
#include "core/data/npz.h"
#include "core/onnx/read.h"
#include "core/rewrite/recipe.h"
#include "tests/support/dialogs.h"
#include "views/dialogs/pass_chooser.h"
#include "views/dialogs/pass_page_dialog.h"
#include "views/document/document_history.h"
#include "views/document/edit_controller.h"
#include "views/document/simplify_steps.h"
#include "views/panels/step_bar.h"
#include "views/tables/rewrite_tree.h"

namespace partita {
namespace {

using test::Answers;

/// Three rewrites: each takes out an Identity.
constexpr const char* kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[n,2] x) => (float[n,2] y)
      <float[n,2] a, float[n,2] b, float[n,2] c, float[n,2] d, float[n,2] e> {
      [one] a = Identity(x) [abs] b = Abs(a) [two] c = Identity(b) [neg] d = Neg(c)
      [three] e = Identity(d) [exp] y = Exp(e) })";

class SimplifyPanelWindow : public test::OperatedWindow {
protected:
    SimplifyController& simplifier() { return window.document().simplifier(); }
    void simplify(const QString& path) {
        open(path);
        in<QWidget>("simplify");
        click("Simplify");
        ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    }
    /// What explains the rewrite in view.
    QLabel* aboutLabel() { return window.findChild<QLabel*>(QStringLiteral("aboutRewrite")); }
    void click(const char* button) {
        test::clickButton(*window.panel("simplify"), QString::fromUtf8(button));
    }
    void press(const char* button) { // one with a picture
        QTest::mouseClick(window.findChild<QToolButton*>(QLatin1String(button)), Qt::LeftButton);
    }
    /// Does an entry of the menu of a button, and answers what it asks.
    void choose(const char* button, const char* entry, std::vector<Answers::Step> steps) {
        steps.insert(steps.begin(), Answers::entry(QString::fromUtf8(entry)));
        const Answers answers(std::move(steps));
        click(button);
        ASSERT_TRUE(QTest::qWaitFor([] {
            return !QApplication::activePopupWidget() && !QApplication::activeModalWidget();
        }));
        QTest::qWait(30); // what the entry asks comes after the menu is gone
        ASSERT_TRUE(waitFor([] { return !QApplication::activeModalWidget(); }));
    }
    /// What the panel says, and the player below the graph.
    QString labels() {
        return test::labelsOf(*window.panel("simplify")) +
               test::labelsOf(*window.findChild<QWidget*>(QStringLiteral("rewriteStrip")));
    }
    RewriteTree& tree() { return *window.panel("simplify")->findChild<RewriteTree*>(); }
    /// Chooses from the menu of a line of the tree: of the rewrite `step`, or of its pass.
    void chooseAt(int step, const char* entry, bool ofPass = false) {
        tree().expandAll();
        QTreeWidgetItem* item = nullptr;
        for (QTreeWidgetItemIterator each(&tree()); *each; ++each)
            if (!(*each)->childCount() && (*each)->data(0, Qt::UserRole).isValid() &&
                (*each)->data(0, Qt::UserRole).toInt() == step)
                item = *each;
        ASSERT_TRUE(item);
        item = ofPass ? item->parent() : item;
        tree().scrollToItem(item);
        const Answers answers({Answers::entry(QString::fromUtf8(entry))});
        test::askForMenu(tree().viewport(), tree().visualItemRect(item).center());
    }
    std::size_t rewrites() { return simplifier().history()->size(); }
    std::string passAt(std::size_t step) {
        return std::string(simplifier().history()->rewrite(step).pass);
    }
};

TEST_F(SimplifyPanelWindow, ThePassesOfTheDialogRunAndNoneWhenItIsLeft) {
    open(modelFile("chain.onnx", kChain));
    in<QWidget>("simplify");
    EXPECT_TRUE(labels().contains(QStringLiteral("Every rewrite can be seen")));
    {
        const Answers answers({Answers::leave()});
        click("Passes…");
    }
    ASSERT_TRUE(idle());
    EXPECT_FALSE(simplifier().history());
    {
        const Answers answers({[](QWidget& dialog) {
            QTest::keyClick(dialog.findChild<QComboBox*>(QStringLiteral("mode")), Qt::Key_Down);
            auto* list = dialog.findChild<QListWidget*>(QStringLiteral("passList"));
            for (int row = 0; row < list->count(); ++row)
                if (list->item(row)->data(Qt::UserRole).toString() ==
                    QStringLiteral("eliminate_identity"))
                    list->item(row)->setCheckState(Qt::Checked);
            test::clickButton(dialog, QStringLiteral("Run"));
        }});
        click("Passes…");
    }
    ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    ASSERT_EQ(simplifier().history()->result().traces.size(), 1U);
    EXPECT_EQ(simplifier().history()->result().traces[0].pass, "eliminate_identity");
    EXPECT_TRUE(labels().contains(QStringLiteral("6 → 3 nodes"))) << labels().toStdString();
}

TEST_F(SimplifyPanelWindow, ALineOfTheTreeOffersToLeaveOutWhatItIs) {
    simplify(modelFile("chain.onnx", kChain));
    ASSERT_EQ(rewrites(), 3U);
    chooseAt(1, "Leave this one out and run again");
    ASSERT_TRUE(waitFor([&] { return rewrites() == 2; }) && idle());
    EXPECT_TRUE(test::nodeNamed(simplifier().history()->result().model, "two"));
    EXPECT_TRUE(labels().contains(QStringLiteral("1 left out"))) << labels().toStdString();
    chooseAt(0, "Leave nothing out");
    ASSERT_TRUE(waitFor([&] { return rewrites() == 3; }) && idle());
    chooseAt(1, "Undo this one alone");
    ASSERT_TRUE(waitFor([&] { return rewrites() == 2; }) && idle());
    chooseAt(0, "Leave nothing out");
    ASSERT_TRUE(waitFor([&] { return rewrites() == 3; }) && idle());
    chooseAt(1, "Leave out eliminate_identity from here on");
    ASSERT_TRUE(waitFor([&] { return rewrites() == 1; }) && idle());
    chooseAt(0, "Leave nothing out");
    ASSERT_TRUE(waitFor([&] { return rewrites() == 3; }) && idle());
    chooseAt(2, "Leave out eliminate_identity", true);
    ASSERT_TRUE(waitFor([&] { return rewrites() == 0; }) && idle());
    EXPECT_EQ(simplifier().recipe().skipped, std::vector<std::string>{"eliminate_identity"});
}

TEST_F(SimplifyPanelWindow, WhatWasLeftOutIsTakenBackOneByOne) {
    simplify(modelFile("chain.onnx", kChain));
    ASSERT_EQ(rewrites(), 3U);
    for (std::size_t left = 2; left > 0; --left) {
        simplifier().leaveOut(0);
        ASSERT_TRUE(waitFor([&] { return rewrites() == left; }) && idle());
    }
    const QTreeWidgetItem* section = tree().topLevelItem(tree().topLevelItemCount() - 1);
    EXPECT_EQ(section->text(0), QStringLiteral("Left out: 2"));
    ASSERT_EQ(section->childCount(), 2);
    EXPECT_EQ(section->child(0)->text(0), QStringLiteral("one of eliminate_identity"));
    QTreeWidgetItem* first = section->child(0);
    tree().scrollToItem(first);
    {
        const Answers answers({Answers::entry(QStringLiteral("Take it back and run again"))});
        test::askForMenu(tree().viewport(), tree().visualItemRect(first).center());
    }
    ASSERT_TRUE(waitFor([&] { return rewrites() == 2; }) && idle());
    ASSERT_EQ(simplifier().recipe().skips.size(), 1U);
    EXPECT_EQ(simplifier().recipe().skips[0].anchor, "two");
    takeBack(simplifier(), Recipe::Skip(simplifier().recipe().skips[0]));
    ASSERT_TRUE(waitFor([&] { return rewrites() == 3; }) && idle());
    EXPECT_NE(tree().topLevelItem(tree().topLevelItemCount() - 1)->text(0),
              QStringLiteral("Left out: 0"));
}

TEST_F(SimplifyPanelWindow, SpaceCommaAndFullStopWorkInTheTreeAsInTheGraph) {
    simplify(modelFile("chain.onnx", kChain));
    simplifier().goTo(3);
    ASSERT_TRUE(idle());
    tree().setFocus();
    QTest::keyClick(&tree(), Qt::Key_Comma);
    EXPECT_EQ(simplifier().position(), 2U);
    QTest::keyClick(&tree(), Qt::Key_Period);
    EXPECT_EQ(simplifier().position(), 3U);
    QTest::keyClick(&tree(), Qt::Key_Comma, Qt::ShiftModifier);
    EXPECT_EQ(simplifier().position(), 0U) << "a pass back";
    const auto hasButton = [&](const char* name) {
        for (const auto* button : window.findChild<StepBar*>()->findChildren<QToolButton*>())
            if (button->toolTip().startsWith(QString::fromLatin1(name)))
                return true;
        return false;
    };
    EXPECT_TRUE(hasButton("Play"));
    QTest::keyClick(&tree(), Qt::Key_Space);
    EXPECT_TRUE(simplifier().isPlaying());
    EXPECT_TRUE(hasButton("Pause") && !hasButton("Play"));
    QTest::keyClick(&tree(), Qt::Key_Space);
    EXPECT_FALSE(simplifier().isPlaying());
    EXPECT_TRUE(hasButton("Play") && !hasButton("Pause"));
    QTest::keyClick(window.panel("simplify"), Qt::Key_Greater, Qt::ShiftModifier);
    EXPECT_GT(simplifier().position(), 0U);
}

TEST_F(SimplifyPanelWindow, TheFirstViewShowsARewriteThatCanBeSeen) {
    // The last rewrite takes out a constant that no picture shows.
    simplify(modelFile("unused.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) <float[2] a, float[2] w = {1, 2}> {
          [one] a = Identity(x) [abs] y = Abs(a) })"));
    ASSERT_GE(rewrites(), 2U);
    EXPECT_EQ(simplifier().position(), rewrites());
    EXPECT_FALSE(window.document().state().step.removed.empty());
    // What is explained and selected is what is shown.
    const QString about = aboutLabel()->text();
    EXPECT_TRUE(about.contains(QStringLiteral("eliminate_identity</b>"))) << about.toStdString();
    EXPECT_TRUE(aboutLabel()->toolTip().contains(QStringLiteral("constants or types only")))
        << "a low window";
    EXPECT_TRUE(tree().currentItem()->text(0).startsWith(QStringLiteral("eliminate_identity")));
}

TEST_F(SimplifyPanelWindow, EveryStateIsShownBesideTheStartWhereThatIsWanted) {
    simplify(modelFile("chain.onnx", kChain));
    auto* box = window.findChild<QCheckBox*>(QStringLiteral("againstStart"));
    QTest::mouseClick(box, Qt::LeftButton, Qt::NoModifier, {8, box->height() / 2});
    ASSERT_TRUE(box->isChecked() && idle());
    EXPECT_EQ(simplifier().comparedWith(), 0U);
    EXPECT_EQ(window.document().state().step.removed.size(), 3U);
    simplifier().step(-1);
    ASSERT_TRUE(idle());
    EXPECT_EQ(simplifier().comparedWith(), 0U);
    QTest::mouseClick(box, Qt::LeftButton, Qt::NoModifier, {8, box->height() / 2});
    ASSERT_TRUE(idle());
    EXPECT_EQ(simplifier().comparedWith() + 1, simplifier().position());
}

TEST_F(SimplifyPanelWindow, RewritesAreAppliedAsOneStepOrDiscarded) {
    simplify(modelFile("chain.onnx", kChain));
    const auto nodes = [&] { return window.document().storedModel().nodes().count(); };
    QTest::mouseClick(in<QPushButton>("simplify", "discardRewrites"), Qt::LeftButton);
    ASSERT_TRUE(idle());
    EXPECT_FALSE(simplifier().history());
    EXPECT_EQ(nodes(), 6U);
    click("Simplify");
    ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    simplifier().goTo(1);
    ASSERT_TRUE(idle());
    QTest::mouseClick(in<QPushButton>("simplify", "stopHere"), Qt::LeftButton);
    ASSERT_TRUE(idle());
    EXPECT_EQ(nodes(), 5U);
    window.document().history().undo();
    ASSERT_TRUE(idle());
    EXPECT_EQ(nodes(), 6U);
    click("Simplify");
    ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    QTest::mouseClick(in<QPushButton>("simplify", "applyAllRewrites"), Qt::LeftButton);
    ASSERT_TRUE(idle());
    EXPECT_EQ(nodes(), 3U);
}

TEST_F(SimplifyPanelWindow, ThePassInViewIsExplainedWithItsFormula) {
    simplify(modelFile("chain.onnx", kChain));
    EXPECT_TRUE(labels().contains(QStringLiteral("eliminate_identity")));
    EXPECT_FALSE(labels().contains(QStringLiteral("Identity(X)"))) << "a low window";
    EXPECT_TRUE(aboutLabel()->toolTip().contains(QStringLiteral("Identity(X)")));
    window.resize(window.width(), 64 * window.fontMetrics().height());
    QTest::qWait(50);
    EXPECT_TRUE(labels().contains(QStringLiteral("Identity(X)"))) << labels().toStdString();
    EXPECT_FALSE(aboutLabel()->toolTip().contains(QStringLiteral("Identity(X)")));
    window.resize(window.width(), 50 * window.fontMetrics().height());
    QTest::qWait(50);
    EXPECT_FALSE(labels().contains(QStringLiteral("Identity(X)"))) << labels().toStdString();
}

TEST_F(SimplifyPanelWindow, ThePageOfAPassComesFromItsNameAndFromTheTree) {
    simplify(modelFile("chain.onnx", kChain));
    const auto page = [&] { return window.findChild<PassPageDialog*>(); };
    QLabel* about = aboutLabel();
    ASSERT_TRUE(about);
    QTest::mouseClick(about, Qt::LeftButton, Qt::NoModifier, {12, about->fontMetrics().ascent()});
    ASSERT_TRUE(page());
    EXPECT_EQ(page()->windowTitle(), QStringLiteral("eliminate_identity"));
    delete page();
    chooseAt(0, "About eliminate_identity…");
    ASSERT_TRUE(page());
    EXPECT_TRUE(page()->isVisible());
}

TEST_F(SimplifyPanelWindow, SavesTheModelInViewTheRecipeAndTheReport) {
    simplify(modelFile("chain.onnx", kChain));
    chooseAt(2, "Leave this one out and run again");
    ASSERT_TRUE(waitFor([&] { return rewrites() == 2; }) && idle());
    simplifier().goTo(1);
    ASSERT_TRUE(idle());
    choose("Save", "Model…", {Answers::file(pathOf("in_view"))});
    const auto saved = readModel(files / "in_view.onnx");
    ASSERT_TRUE(saved) << saved.error().message();
    EXPECT_EQ(saved->nodes().count(), 5U);
    choose("Save", "Recipe…", {Answers::file(pathOf("recipe"))});
    const auto recipe = readRecipe(files / "recipe.json");
    ASSERT_TRUE(recipe) << recipe.error().message();
    EXPECT_EQ(recipe->skips, simplifier().recipe().skips);
    ASSERT_EQ(recipe->skips.size(), 1U);
    choose("Save", "Report with pictures…", {Answers::file(pathOf("report.html"))});
    ASSERT_TRUE(idle()); // a worker writes it
    EXPECT_NE(bytesOf("report.html").find("<svg"), std::string::npos);
    EXPECT_NE(bytesOf("report.html").find("chain.onnx"), std::string::npos);
    choose("Save", "Report with pictures…", {Answers::file(pathOf("report.JSON"))});
    EXPECT_EQ(bytesOf("report.JSON").find("<svg"), std::string::npos);
    EXPECT_NE(bytesOf("report.JSON").find("\"eliminate_identity\""), std::string::npos);
    for (const char* entry : {"Model…", "Recipe…", "Report with pictures…"}) {
        EXPECT_FALSE(said().contains(pathOf("no"))) << entry;
        choose("Save", entry, {Answers::file(pathOf("no/where"))});
        ASSERT_TRUE(idle());
        EXPECT_TRUE(said().contains(pathOf("no"))) << entry << said().toStdString();
        test::clickButton(*window.findChild<QWidget*>(QStringLiteral("messageBar")),
                          QStringLiteral("Close"));
        choose("Save", entry, {Answers::leave()});
    }
}

TEST_F(SimplifyPanelWindow, SizesOfRandomInputsAreAskedForAndKept) {
    simplify(modelFile("sizes.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n,m] x) => (float[n,m] y) { a = Identity(x) y = Abs(a) })"));
    choose("Compare", "Sizes of random inputs…", {Answers::input({}, QStringLiteral("n=3, m=2"))});
    ASSERT_TRUE(waitFor([&] { return simplifier().difference(); }));
    const std::map<std::string, std::int64_t> sizes{{"m", 2}, {"n", 3}};
    EXPECT_EQ(simplifier().checkInputs().sizes, sizes);
    EXPECT_TRUE(labels().contains(QRegularExpression(QStringLiteral("outputs (agree|are equal)"))))
        << labels().toStdString();
    choose("Compare", "Compare on random inputs", {});
    ASSERT_TRUE(waitFor([&] { return simplifier().difference(); }));
    EXPECT_EQ(simplifier().checkInputs().sizes, sizes);
    choose("Compare", "Sizes of random inputs…",
           {Answers::input(QStringLiteral("m=2, n=3"), QStringLiteral("n=4"))});
    ASSERT_TRUE(waitFor([&] { return simplifier().difference(); }));
    EXPECT_EQ(simplifier().checkInputs().sizes, (std::map<std::string, std::int64_t>{{"n", 4}}));
    choose("Compare", "Sizes of random inputs…", {Answers::leave()});
    EXPECT_TRUE(simplifier().difference()) << "nothing was compared anew";
    choose("Compare", "Sizes of random inputs…",
           {Answers::input(QStringLiteral("n=4"), QStringLiteral("n=four"))});
    EXPECT_TRUE(said().contains(QStringLiteral("'n=four' is no name and size")))
        << said().toStdString();
    EXPECT_EQ(simplifier().checkInputs().sizes, (std::map<std::string, std::int64_t>{{"n", 4}}));
}

TEST_F(SimplifyPanelWindow, InputsFromAFileTellWhichRewriteChangesTheOutputs) {
    // Softmax of both inputs is 0.5: the first is taken for the largest, unless Softmax is left out.
    simplify(modelFile("largest.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (int64[1] y, float[2] z) {
          [same] a = Identity(x) [soft] b = Softmax <axis = 0> (a) [max] y = ArgMax <axis = 0> (b)
          [neg] c = Neg(x) [last] d = Identity(c) [abs] z = Abs(d) })"));
    const std::size_t all = rewrites();
    ASSERT_GT(all, 1U);
    click("Bisect");
    ASSERT_TRUE(waitFor([&] {
        return labels().contains(QStringLiteral("no rewrite changes the outputs"));
    })) << labels().toStdString();
    EXPECT_EQ(simplifier().position(), all);
    Tensor x = Tensor::of(DataType::float32, {2}, std::vector<float>{0, 1e-9F});
    x.name = "x";
    ASSERT_TRUE(writeNpz(files / "x.npz", {x}));
    choose("Compare", "Compare on inputs from a file…", {Answers::file(pathOf("x.npz"))});
    ASSERT_TRUE(waitFor([&] { return simplifier().difference(); }));
    EXPECT_TRUE(labels().contains(QStringLiteral("outputs differ"))) << labels().toStdString();
    simplifier().goTo(0);
    ASSERT_TRUE(idle());
    click("Bisect");
    ASSERT_TRUE(waitFor([&] { return simplifier().position() > 0; }) && idle());
    EXPECT_EQ(passAt(simplifier().position() - 1), "eliminate_nop_monotone_argmax");
    EXPECT_TRUE(labels().contains(QStringLiteral("eliminate_nop_monotone_argmax")));
}

TEST_F(SimplifyPanelWindow, PlaysOneStepAfterTheOtherFromTheStart) {
    simplify(modelFile("chain.onnx", kChain));
    std::vector<std::size_t> seen;
    QObject::connect(&simplifier(), &SimplifyController::positionChanged, &window, [&] {
        if (seen.empty() || seen.back() != simplifier().position())
            seen.push_back(simplifier().position());
    });
    for (auto* box : window.findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Speed"))
            QTest::keyClick(box, Qt::Key_End); // as fast as it goes
    press("playRewrites");
    EXPECT_TRUE(simplifier().isPlaying());
    ASSERT_TRUE(waitFor([&] { return !simplifier().isPlaying(); }));
    EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_TRUE(labels().contains(QStringLiteral("3 of 3"))) << labels().toStdString();
    press("firstRewrite");
    ASSERT_TRUE(idle());
    EXPECT_TRUE(labels().contains(QStringLiteral("The model as it was opened")));
    press("playRewrites");
    press("playRewrites"); // stops at once
    EXPECT_FALSE(simplifier().isPlaying());
    QTest::qWait(150);
    EXPECT_EQ(simplifier().position(), 0U);
    press("lastRewrite");
    EXPECT_EQ(simplifier().position(), 3U);
    ASSERT_TRUE(idle());
}

TEST_F(SimplifyPanelWindow, TheInspectorSaysWhatARewriteMadeANodeOf) {
    simplify(modelFile("fused.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,2,4,4] x) => (float[1,2,4,4] y)
          <float[2,2,1,1] w = {1, 2, 3, 4}, float b = {2}> {
          [conv] a = Conv(x, w) [bias] c = Add(a, b) [relu] y = Relu(c) })"));
    simplifier().goTo(simplifier().history()->size());
    ASSERT_TRUE(idle());
    window.document().setCurrentNode(node("conv"));
    for (const char* part : {"Made of", "bias", "fuse_add_bias_into_conv"})
        EXPECT_TRUE(inspectorText().contains(QLatin1String(part))) << part << "\n"
                                                                   << inspectorText().toStdString();
    window.document().setCurrentNode(node("relu"));
    EXPECT_FALSE(inspectorText().contains(QStringLiteral("Made of"))) << "it is as it was";
}

TEST_F(SimplifyPanelWindow, TheHeadsOfThePanesFollowTheLanguage) {
    simplify(modelFile("chain.onnx", kChain));
    const auto heads = [&] { return test::labelsOf(window.pair()); };
    ASSERT_TRUE(heads().contains(QStringLiteral("After"))) << heads().toStdString();
    window.setLanguage(QStringLiteral("zh_CN"));
    QApplication::processEvents();
    EXPECT_FALSE(heads().contains(QStringLiteral("After"))) << heads().toStdString();
    EXPECT_FALSE(heads().contains(QStringLiteral("applied"))) << heads().toStdString();
    window.setLanguage(QStringLiteral("en"));
}

TEST_F(SimplifyPanelWindow, OneRewriteInOneRoundIsSaidSo) {
    simplify(modelFile("one.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) <float[2] a> { [one] a = Identity(x) [abs] y = Abs(a) })"));
    ASSERT_EQ(rewrites(), 1U);
    EXPECT_TRUE(labels().contains(QStringLiteral("1 rewrite in 2 rounds")))
        << labels().toStdString();
    Recipe recipe = simplifier().recipe();
    recipe.rounds = 1;
    simplifier().start(recipe);
    const QRegularExpression one(QStringLiteral("\\b1 rewrite in 1 round\\b"));
    EXPECT_TRUE(waitFor([&] { return labels().contains(one); })) << labels().toStdString();
    ASSERT_TRUE(idle());
}

TEST_F(SimplifyPanelWindow, ThePlayerIsThereWhileThereAreRewrites) {
    const auto* strip = window.findChild<QWidget*>(QStringLiteral("rewriteStrip"));
    ASSERT_TRUE(strip);
    EXPECT_FALSE(strip->isVisible());
    simplify(modelFile("chain.onnx", kChain));
    EXPECT_TRUE(strip->isVisible());
    window.dock("simplify")->hide(); // the steps are still those in view
    EXPECT_TRUE(strip->isVisible());
    simplifier().goTo(1);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(labels().contains(QStringLiteral("1 of 3"))) << labels().toStdString();
    window.document().edits().discardRewrites();
    ASSERT_TRUE(idle());
    EXPECT_FALSE(strip->isVisible());
}

TEST_F(SimplifyPanelWindow, TheManualOpensAtThePageOfThePlayer) {
    simplify(modelFile("chain.onnx", kChain));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    auto* slider = window.findChild<QWidget*>(QStringLiteral("rewriteSlider"));
    slider->setFocus();
    ASSERT_TRUE(slider->hasFocus());
    QTest::keyClick(slider, Qt::Key_F1);
    auto* manual = window.findChild<ManualWindow*>();
    ASSERT_TRUE(manual);
    EXPECT_EQ(manual->findChild<QTextBrowser*>()->source().fileName(),
              QStringLiteral("simplifier.md"));
    QTest::keyClick(manual, Qt::Key_Escape);
}

TEST_F(SimplifyPanelWindow, TheHeadlineCountsTheNodesInViewWhileRewritesAreOverAnEditedModel) {
    simplify(modelFile("chain.onnx", kChain));
    window.action("editMode")->trigger();
    ASSERT_TRUE(waitFor([&] { return headline().contains(QStringLiteral("6 as opened")); }))
        << headline().toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral("<b>3 nodes</b>"))) << headline().toStdString();
}

} // namespace
} // namespace partita
