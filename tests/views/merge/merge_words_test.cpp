// What the page of a merge says: for which device, from where, and what to click.

#include "tests/support/merge_hand.h"

namespace partita {
namespace {

using MergeWords = test::MergeHand;

TEST_F(MergeWords, ModelsForAnotherDeviceSayForWhichAndOneClickTakesIt) {
    add({small("a"), small("b")});
    ASSERT_TRUE(linesOf("mergeProblems").isEmpty());
    merge().useDevice("npu");
    ASSERT_TRUE(settled());
    EXPECT_FALSE(merge().plan()->refusal()) << "it can be written all the same";
    const QString said = linesOf("mergeProblems").join(QLatin1Char('\n'));
    EXPECT_TRUE(
        said.contains(QStringLiteral("the models are compiled for ascend310, and npu is chosen")))
        << said.toStdString();
    fix("Run it on ascend310");
    ASSERT_TRUE(settled());
    EXPECT_TRUE(linesOf("mergeProblems").isEmpty());
    EXPECT_EQ(merge().providers().front()->info().device, "ascend310");
}

TEST_F(MergeWords, TheDeviceIsAStepThatUndoTakesBackAndThatIsShown) {
    add({small("a"), small("b")});
    merge().useDevice("npu");
    ASSERT_TRUE(settled());
    fix("Run it on ascend310");
    ASSERT_TRUE(settled());
    EXPECT_EQ(merge().history().undoName().text(), "Run it on ascend310");
    EXPECT_TRUE(part<QCheckBox>("mergeRuns").text().contains(QStringLiteral("ascend310")));
    press(Qt::Key_Z);
    ASSERT_TRUE(settled());
    EXPECT_EQ(merge().choices().inputs.size(), 2U) << "the models stay";
    EXPECT_EQ(merge().providers().front()->info().device, "npu");
    EXPECT_TRUE(part<QCheckBox>("mergeRuns").text().contains(QStringLiteral("npu")));
    EXPECT_EQ(linesOf("mergeProblems").size(), 1) << "the warning is there again";
    press(Qt::Key_Z);
    ASSERT_TRUE(settled());
    EXPECT_EQ(merge().providers().front()->info().device, "ascend310") << "as it was given";
    EXPECT_EQ(part<QCheckBox>("mergeRuns").text(), QStringLiteral("Run against the sources"));
}

TEST_F(MergeWords, ARunOnTheWrongDeviceFailsForThat) {
    add({small("a"), small("b")});
    merge().useDevice("npu");
    page.setOutput(pathOf("both_ctx.onnx"));
    ASSERT_TRUE(settled());
    page.write();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !merge().isWriting(); }, 20000));
    EXPECT_TRUE(note().contains(QStringLiteral("Written, but not run here")))
        << note().toStdString();
    EXPECT_TRUE(
        note().contains(QStringLiteral("the models are compiled for ascend310, and npu is chosen")))
        << note().toStdString();
}

TEST_F(MergeWords, AnotherDeviceLeavesNothingUnsaved) {
    add({small("a"), small("b")});
    ASSERT_TRUE(merge().saveRecipe(pathOf("both.json")));
    ASSERT_FALSE(merge().isUnsaved());
    merge().useDevice("npu");
    EXPECT_FALSE(merge().isUnsaved()) << "neither the recipe nor the model has it";
}

TEST_F(MergeWords, ABinaryIsFromItsFile) {
    add({small("a"), small("b", 5)});
    const auto& table = part<QTreeWidget>("mergePlan");
    int files = 0;
    for (int row = 0; row < table.topLevelItemCount(); ++row) {
        const auto* item = table.topLevelItem(row);
        if (item->text(2) != QStringLiteral("binary file"))
            continue;
        ++files;
        EXPECT_TRUE(item->text(3).endsWith(QStringLiteral(".bin"))) << item->text(3).toStdString();
        EXPECT_TRUE(QFileInfo::exists(pathOf(item->text(3).toUtf8().constData())));
    }
    EXPECT_EQ(files, 2);
}

TEST_F(MergeWords, UndoInThePrefixUndoesTheTypingThere) {
    add({small("a"), small("b")});
    QLineEdit& edit = prefixOf(1);
    const QString before = edit.text();
    QTest::mouseClick(&edit, Qt::LeftButton);
    QTest::keyClicks(&edit, QStringLiteral("zz"));
    ASSERT_NE(edit.text(), before);
    for (int i = 0; i < 3 && edit.text() != before; ++i)
        QTest::keyClick(&edit, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(edit.text(), before);
    QTest::keyClick(&edit, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(inputs(), (test::Names{"a_x", "b_x"})) << "the merge stays";
}

TEST_F(MergeWords, AProblemNamesNoOptionOfTheCommandLine) {
    add({small("a"), small("b")});
    merge().change([](MergeChoices& next) {
        next.options.connections.emplace_back("2.x", "1.nothing");
        next.options.outputOrder = {"nowhere"};
    });
    ASSERT_TRUE(settled());
    const QStringList lines = linesOf("mergeProblems");
    ASSERT_EQ(lines.size(), 2);
    for (const QString& line : lines)
        for (const char* typed : {"--", "`", "2.x for x"})
            EXPECT_FALSE(line.contains(QLatin1String(typed))) << line.toStdString();
}

TEST_F(MergeWords, AVerdictIsReadWhole) {
    page.resize(1024, 700);
    add({small("a"), small("b")});
    auto& verdict = part<QLabel>("mergeVerdict");
    Q_EMIT preview().refused(QStringLiteral("'1.y' (1×4 fp32) does not fit '2.x' (1×5 fp32): "
                                            "connect tensors of one type and shape"));
    const auto isWhole = [&] {
        return verdict.wordWrap()
                   ? verdict.height() >= verdict.heightForWidth(verdict.width())
                   : verdict.fontMetrics().horizontalAdvance(verdict.text()) <= verdict.width();
    };
    EXPECT_TRUE(QTest::qWaitFor(isWhole)) << verdict.width() << ' ' << verdict.height();
    Q_EMIT preview().refused(QStringLiteral("a long word and another one ").repeated(12));
    EXPECT_TRUE(QTest::qWaitFor(isWhole)) << verdict.width() << ' ' << verdict.height();
    add({small("c")});
    EXPECT_TRUE(part<QLabel>("mergeFigures").isVisible()) << "a new plan has its figures again";
}

} // namespace
} // namespace partita
