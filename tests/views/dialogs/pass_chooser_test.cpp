// The chooser of passes: what is chosen in it, and the recipe that it gives.

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QSpinBox>

#include "core/base/buffer.h"
#include "tests/support/dialogs.h"
#include "views/dialogs/pass_chooser.h"

namespace partita {
namespace {

using test::Answers;
using Shapes = std::map<std::string, std::vector<std::int64_t>>;

class PassChoice : public testing::Test {
protected:
    PassChoice() { chooser.show(); }

    QListWidgetItem* item(const char* pass) {
        for (int row = 0; row < list().count(); ++row)
            if (list().item(row)->data(Qt::UserRole).toString() == QLatin1String(pass))
                return list().item(row);
        ADD_FAILURE() << "no pass " << pass;
        return list().item(0);
    }
    QListWidget& list() { return *chooser.findChild<QListWidget*>(QStringLiteral("passList")); }
    /// Clicks the box before a pass.
    void tick(const char* pass) {
        list().scrollToItem(item(pass));
        const QRect at = list().visualItemRect(item(pass));
        QTest::mouseClick(list().viewport(), Qt::LeftButton, Qt::NoModifier,
                          {at.left() + 10, at.center().y()});
    }
    bool isOn(const char* pass) { return item(pass)->checkState() == Qt::Checked; }
    void choose(int mode) {
        auto* box = chooser.findChild<QComboBox*>(QStringLiteral("mode"));
        QTest::keyClick(box, mode ? Qt::Key_Down : Qt::Key_Up);
        ASSERT_EQ(box->currentIndex(), mode);
    }
    /// The field with a placeholder that has this part.
    QLineEdit& field(const char* placeholder) {
        for (auto* edit : chooser.findChildren<QLineEdit*>())
            if (edit->placeholderText().contains(QLatin1String(placeholder)))
                return *edit;
        ADD_FAILURE() << placeholder;
        return *chooser.findChild<QLineEdit*>();
    }
    QCheckBox& box(const char* text) {
        for (auto* each : chooser.findChildren<QCheckBox*>())
            if (each->text() == QLatin1String(text))
                return *each;
        ADD_FAILURE() << text;
        return *chooser.findChild<QCheckBox*>();
    }
    void write(QLineEdit& edit, const char* text) {
        edit.selectAll();
        QTest::keyClicks(&edit, QString::fromLatin1(text));
    }
    void click(const char* button) { test::clickButton(chooser, QString::fromUtf8(button)); }
    bool isAccepted() { return chooser.result() == QDialog::Accepted; }

    DocumentController document{*makeProviders({})};
    PassChooser chooser{{}, document, nullptr};
    test::TemporaryFolder folder;
};

TEST_F(PassChoice, ItsRowsAreAsHighAsThoseOfTables) {
    for (const char* pass : {"nop", "fuse_qkv"})
        EXPECT_GE(list().visualItemRect(item(pass)).height(), 22);
}

TEST_F(PassChoice, WhatIsTakenOutAndPutInStandsInTheRecipe) {
    EXPECT_TRUE(isOn("eliminate_identity"));
    EXPECT_FALSE(isOn("fuse_gelu"));
    tick("eliminate_identity");
    tick("fuse_gelu");
    const Recipe recipe = chooser.recipe();
    EXPECT_EQ(recipe.skipped, std::vector<std::string>{"eliminate_identity"});
    EXPECT_EQ(recipe.also, std::vector<std::string>{"fuse_gelu"});
    EXPECT_TRUE(recipe.passes.empty());
    PassChooser again(recipe, document, nullptr);
    EXPECT_EQ(again.recipe(), recipe);
    click("Defaults");
    EXPECT_EQ(chooser.recipe(), Recipe());
    EXPECT_TRUE(isOn("eliminate_identity"));
}

TEST_F(PassChoice, TheFilterShowsWhatItNamesInAnyCase) {
    write(field("Filter"), "GELU");
    int shown = 0;
    for (int row = 0; row < list().count(); ++row)
        shown += !list().item(row)->isHidden();
    EXPECT_FALSE(item("fuse_gelu")->isHidden());
    EXPECT_TRUE(item("eliminate_identity")->isHidden());
    EXPECT_LT(shown, 5);
    EXPECT_EQ(chooser.recipe(), Recipe()) << "what is hidden stays as it is";
}

TEST_F(PassChoice, AListNeedsAPass) {
    choose(1);
    EXPECT_FALSE(box("Fold constants").isEnabled());
    click("Run");
    EXPECT_FALSE(isAccepted());
    EXPECT_TRUE(test::labelsOf(chooser).contains(QStringLiteral("Choose at least one pass")));
    tick("eliminate_identity");
    click("Run");
    EXPECT_TRUE(isAccepted());
    EXPECT_EQ(chooser.recipe().passes, std::vector<std::string>{"eliminate_identity"});
}

TEST_F(PassChoice, InputShapesAreReadOrRefused) {
    auto& shapes = field("as they are");
    for (const char* wrong : {"images", "=1", "images=1,x", "images=1,-2", "images="}) {
        write(shapes, wrong);
        click("Run");
        EXPECT_FALSE(isAccepted()) << wrong;
        EXPECT_TRUE(test::labelsOf(chooser).contains(QStringLiteral("Input shapes look like")));
    }
    write(shapes, "a b = 1, 3 ; c=0");
    click("Run");
    EXPECT_TRUE(isAccepted());
    const Recipe recipe = chooser.recipe();
    EXPECT_EQ(recipe.inputShapes, (Shapes{{"a b", {1, 3}}, {"c", {0}}}));
    chooser.setRecipe({});
    EXPECT_EQ(shapes.text(), QString());
    chooser.setRecipe(recipe);
    EXPECT_EQ(shapes.text(), QStringLiteral("a b=1,3; c=0"));
}

TEST_F(PassChoice, RoundsOpsetAndBoxesStandInTheRecipe) {
    const auto spins = chooser.findChildren<QSpinBox*>();
    ASSERT_EQ(spins.size(), 2);
    for (QSpinBox* spin : spins) {
        spin->selectAll();
        QTest::keyClicks(spin, QStringLiteral("9"));
    }
    for (const char* text :
         {"Fold constants", "Infer shapes", "Fold even what makes the file larger"})
        QTest::mouseClick(&box(text), Qt::LeftButton, Qt::NoModifier, {8, 8});
    Recipe wanted;
    wanted.rounds = wanted.targetOpset = 9;
    wanted.fold = wanted.inferShapes = false;
    wanted.mayGrow = true;
    EXPECT_EQ(chooser.recipe(), wanted);
}

TEST_F(PassChoice, ARecipeIsReadFromItsFile) {
    Recipe recipe;
    recipe.passes = {"eliminate_nop_pad", "eliminate_identity"};
    recipe.rounds = 3;
    recipe.tensorSizeThreshold = 4096; // is not shown, and is kept
    const auto good = folder / "recipe.json", bad = folder / "bad.json";
    ASSERT_TRUE(writeFile(good, recipeText(recipe)));
    ASSERT_TRUE(writeFile(bad, "{\"partita_recipe\": 1, \"passes\": [\"no_such_pass\"]}"));
    {
        const Answers answers({Answers::file(QString::fromStdString(bad.string())),
                               Answers::message(QStringLiteral("no_such_pass"), QMessageBox::Ok)});
        click("Open a recipe…");
    }
    EXPECT_EQ(chooser.recipe(), Recipe());
    {
        const Answers answers({Answers::leave()});
        click("Open a recipe…");
    }
    EXPECT_EQ(chooser.recipe(), Recipe());
    {
        const Answers answers({Answers::file(QString::fromStdString(good.string()))});
        click("Open a recipe…");
    }
    EXPECT_EQ(chooser.recipe(), recipe);
    EXPECT_EQ(list().item(0)->data(Qt::UserRole).toString(), QStringLiteral("eliminate_nop_pad"));
    EXPECT_EQ(list().item(1)->checkState(), Qt::Checked);
    EXPECT_EQ(list().item(2)->checkState(), Qt::Unchecked);
}

TEST_F(PassChoice, EnterRunsWhatWasChosen) {
    QLineEdit& shapes = field("batch=1");
    write(shapes, "x=1,2");
    QTest::keyClick(&shapes, Qt::Key_Return);
    EXPECT_EQ(chooser.result(), QDialog::Accepted);
    EXPECT_EQ(chooser.recipe().inputShapes.size(), 1U);
}

} // namespace
} // namespace partita
