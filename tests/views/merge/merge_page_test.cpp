// Each control of the page of a merge, by mouse and keys, and the plan that the user then sees.

#include <QRegularExpression>
#include <QScrollBar>
#include <cstdlib>
#include <set>

#include "tests/support/merge_hand.h"
#include "views/merge/source_look.h"

namespace partita {
namespace {

using test::Answers;
using test::Names;
using MergePageTest = test::MergeHand;

TEST_F(MergePageTest, ModelsAreAddedFromFilesMovedAndTakenOut) {
    {
        const Answers answers({Answers::file(small("a"))});
        click("mergeAdd");
    }
    EXPECT_EQ(inputs(), Names{"a_x"});
    add({small("b"), small("c")});
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x", "c_x"}));
    choose(2);
    click("mergeUp");
    EXPECT_EQ(inputs(), (Names{"a_x", "c_x", "b_x"}));
    click("mergeDown");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x", "c_x"}));
    QTest::keyClick(&sources(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(inputs(), (Names{"a_x", "c_x", "b_x"}));
    choose(0);
    click("mergeRemove");
    EXPECT_EQ(inputs(), (Names{"c_x", "b_x"}));
    choose(1);
    QTest::keyClick(&sources(), Qt::Key_Delete);
    EXPECT_EQ(inputs(), Names{"c_x"});
    click("mergeUndo");
    EXPECT_EQ(inputs(), (Names{"c_x", "b_x"}));
    click("mergeRedo");
    EXPECT_EQ(inputs(), Names{"c_x"});
    press(Qt::Key_Z);
    EXPECT_EQ(inputs(), (Names{"c_x", "b_x"}));
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(inputs(), Names{"c_x"});
}

TEST_F(MergePageTest, ElevenModelsOfOneNameAreToldApart) {
    QStringList files;
    for (int i = 0; i < 11; ++i)
        files += small("folder" + std::to_string(i) + "/model");
    add(files);
    std::set<std::string> prefixes;
    std::set<QString> names;
    for (int row = 0; row < 11; ++row) {
        prefixes.insert(prefixOf(row).text().toStdString());
        names.insert(sources().topLevelItem(row)->text(1));
    }
    EXPECT_EQ(prefixes.size(), 11U);
    EXPECT_EQ(names.size(), 11U);
    EXPECT_FALSE(merge().plan()->refusal());
    EXPECT_TRUE(merge().plan()->clashes.empty() || merge().plan()->files.size() == 1);
}

TEST_F(MergePageTest, OneByOneModelsGetThePrefixesThatTheyGetTogether) {
    add({small("one/model")});
    EXPECT_EQ(inputs(), Names{"model_x"});
    add({small("two/model")});
    EXPECT_EQ(inputs(), (Names{"one_model_x", "two_model_x"}));
    click("mergeUndo");
    EXPECT_EQ(inputs(), Names{"model_x"});
    writePrefix(0, QStringLiteral("mine."));
    add({pathOf("two/model_ctx.onnx")});
    EXPECT_EQ(inputs(), (Names{"mine.x", "two_model_x"})) << "what the user wrote stays";
}

TEST_F(MergePageTest, APrefixIsWrittenIntoItsRow) {
    add({small("a"), small("b")});
    writePrefix(1, QStringLiteral("two."));
    EXPECT_EQ(inputs(), (Names{"a_x", "two.x"}));
    EXPECT_TRUE(plan().contains(QStringLiteral("x | two.x | prefix of its model")))
        << plan().toStdString();
    writePrefix(0, QString());
    writePrefix(1, QString());
    EXPECT_EQ(inputs(), (Names{"x", "x_2"}));
    EXPECT_TRUE(plan().contains(QStringLiteral("'_2' because 'x' is taken by a")))
        << plan().toStdString();
}

TEST_F(MergePageTest, NamesInThePlanLoseTheirMiddleAndHaveTheRoomThatThereIs) {
    auto& table = part<QTreeWidget>("mergePlan");
    EXPECT_EQ(table.textElideMode(), Qt::ElideMiddle); // names differ at their ends
    page.resize(700, 700);
    add({small("a_model_with_a_long_name_of_its_own"), small("b")});
    const int narrow = table.columnWidth(4);
    page.resize(1500, 700);
    EXPECT_TRUE(QTest::qWaitFor([&] { return table.columnWidth(4) > narrow + 20; }))
        << narrow << ' ' << table.columnWidth(4);
}

TEST_F(MergePageTest, TheStateOfASourceIsReadWholeInASmallWindow) {
    page.resize(1024, 700);
    add({small("a_model_with_a_long_name"), small("b_model_with_a_long_name"), small("c")});
    QTreeWidget& table = sources();
    const int state = table.columnCount() - 1;
    sources().topLevelItem(1)->setText(state, QStringLiteral("ready, 3 names stay"));
    page.resize(1000, 700);
    const int text = table.fontMetrics().horizontalAdvance(table.topLevelItem(1)->text(state));
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return table.horizontalScrollBar()->maximum() == 0 && table.columnWidth(state) > text;
    })) << table.horizontalScrollBar()->maximum()
        << ' ' << table.columnWidth(state);
}

TEST_F(MergePageTest, TheHeadsOfThePlanAndOfThePreviewAreOfOneHeight) {
    const auto headOf = [&](const QWidget* part) { return part->parentWidget()->height(); };
    const int plan = headOf(part<QTreeWidget>("mergePlan").parentWidget()->findChild<QCheckBox*>());
    EXPECT_EQ(plan, headOf(&part<QToolButton>("mergeFit")));
}

TEST_F(MergePageTest, ABoxHidesTheLinesOfItsKind) {
    add({small("a"), small("b")});
    EXPECT_TRUE(plan().contains(QStringLiteral("rename |")));
    for (auto* box : page.findChildren<QCheckBox*>())
        if (box->text().startsWith(QStringLiteral("renames")))
            QTest::mouseClick(box, Qt::LeftButton, Qt::NoModifier, {8, box->height() / 2});
    EXPECT_FALSE(plan().contains(QStringLiteral("rename |")));
    EXPECT_TRUE(plan().contains(QStringLiteral("write |")));
}

TEST_F(MergePageTest, TheHeadCountsRenamesAndClashesAsTheBoxesDo) {
    add({small("a"), small("b"), small("c")});
    writePrefix(1, QString());
    writePrefix(2, QString());
    ASSERT_EQ(inputs(), (Names{"a_x", "x", "x_2"}));
    const auto numberIn = [](const QString& text, const char* pattern) {
        return QRegularExpression(QLatin1String(pattern)).match(text).captured(1);
    };
    QString renames, clashes;
    for (const auto* box : page.findChildren<QCheckBox*>()) {
        renames += numberIn(box->text(), "^renames (\\d+)$");
        clashes += numberIn(box->text(), "^clashes (\\d+)$");
    }
    const QString head = part<QLabel>("mergeFigures").text();
    EXPECT_GT(clashes.toInt(), 0) << head.toStdString();
    EXPECT_EQ(numberIn(head, "(\\d+) rename"), renames) << head.toStdString();
    EXPECT_EQ(numberIn(head, "(\\d+) clash"), clashes) << head.toStdString();
}

TEST_F(MergePageTest, DraggingConnectsAndDeleteTakesTheConnectionOut) {
    add({small("a"), small("b")});
    dragPort("a_y", "b_x");
    EXPECT_EQ(inputs(), Names{"a_x"});
    auto& table = part<QTreeWidget>("mergePlan");
    QTreeWidgetItem* line = nullptr;
    for (int row = 0; row < table.topLevelItemCount(); ++row)
        if (table.topLevelItem(row)->text(0) == QStringLiteral("connect"))
            line = table.topLevelItem(row);
    ASSERT_TRUE(line) << plan().toStdString();
    EXPECT_EQ(line->text(4), QStringLiteral("a_y"));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier,
                      table.visualItemRect(line).center());
    QTest::keyClick(&table, Qt::Key_Delete);
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
}

TEST_F(MergePageTest, AConnectionThatCannotBeSaysWhy) {
    add({small("a"), small("wide", 8), small("c")});
    dragPort("a_y", "wide_x");
    EXPECT_TRUE(note().contains(QStringLiteral("does not fit"))) << note().toStdString();
    EXPECT_EQ(inputs(), (Names{"a_x", "wide_x", "c_x"}));
    dragPort("a_y", "c_x");
    EXPECT_EQ(inputs(), (Names{"a_x", "wide_x"}));
    dragPort("c_y", "a_x");
    EXPECT_TRUE(note().contains(QStringLiteral("cycle"))) << note().toStdString();
    EXPECT_EQ(inputs(), (Names{"a_x", "wide_x"}));
}

TEST_F(MergePageTest, ConnectionsAreMadeFromTheMenuByNameAndInOrder) {
    add({small("a"), small("b"), small("c")});
    {
        const Answers answers({[](QWidget& window) {
            auto* menu = qobject_cast<QMenu*>(&window);
            ASSERT_TRUE(menu);
            ASSERT_EQ(menu->actions().size(), 3);
            QMenu* inputs = menu->actions().front()->menu();
            ASSERT_EQ(inputs->actions().size(), 2);
            inputs->actions().back()->trigger();
            menu->close();
        }});
        click("mergeConnect");
    }
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
    click("mergeInOrder");
    EXPECT_EQ(inputs(), Names{"a_x"}) << "b reads a; c reads a already";
    click("mergeUndo");
    click("mergeByName");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"})) << "no output is called as an input";
}

TEST_F(MergePageTest, WhatIsReadMayBeLeftOutOfTheOutputsAndTheOrderIsChosen) {
    add({small("a"), small("b")});
    auto& list = part<QListWidget>("mergeOutputs");
    list.setFocus();
    list.setCurrentRow(1);
    QTest::keyClick(&list, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(outputs(), (Names{"b_y", "a_y"}));
    click("mergeUndo");
    dragPort("a_y", "b_x");
    EXPECT_EQ(outputs(), (Names{"a_y", "b_y"}));
    ASSERT_EQ(list.count(), 2);
    EXPECT_TRUE(list.item(0)->flags() & Qt::ItemIsUserCheckable);
    EXPECT_FALSE(list.item(1)->data(Qt::CheckStateRole).isValid()) << "nothing reads it";
    QTest::qWait(1);
    list.setCurrentRow(0);
    QTest::keyClick(&list, Qt::Key_Space);
    EXPECT_EQ(outputs(), Names{"b_y"});
    EXPECT_EQ(list.count(), 2) << "it can be taken back";
    QTest::qWait(1);
    list.setCurrentRow(1);
    QTest::keyClick(&list, Qt::Key_Space);
    EXPECT_EQ(outputs(), (Names{"a_y", "b_y"}));
}

TEST_F(MergePageTest, AfterAClashTheOutputThatIsReadMayBeLeftOut) {
    add({small("a"), small("b"), small("c")});
    writePrefix(0, QString());
    writePrefix(1, QString());
    ASSERT_TRUE(settled());
    dragPort("y_2", "c_x");
    EXPECT_EQ(outputs(), (Names{"y", "y_2", "c_y"}));
    EXPECT_TRUE(plan().contains(QStringLiteral("c_x | y_2"))) << plan().toStdString();
    auto& list = part<QListWidget>("mergeOutputs");
    EXPECT_FALSE(list.item(0)->data(Qt::CheckStateRole).isValid()) << "nothing reads y of model A";
    ASSERT_TRUE(list.item(1)->data(Qt::CheckStateRole).isValid());
    QTest::qWait(1);
    list.setFocus();
    list.setCurrentRow(1);
    QTest::keyClick(&list, Qt::Key_Space);
    EXPECT_EQ(outputs(), (Names{"y", "c_y"}));
    EXPECT_TRUE(part<QPushButton>("mergeWrite").isEnabled());
}

TEST_F(MergePageTest, InputsOfOneNameAreSharedByTheirMenu) {
    add({small("a"), small("b")});
    {
        const Answers answers({Answers::entry(QStringLiteral("x"))});
        click("mergeShared");
    }
    EXPECT_EQ(inputs(), Names{"x"});
    add({small("wide", 8)});
    ASSERT_TRUE(merge().plan()->refusal()) << "one of them has another type";
    fix("Do not share it");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x", "wide_x"}));
}

TEST_F(MergePageTest, OneErrorLeavesThePlanAndItsLinkPutsItRight) {
    std::ofstream(folder / "broken.onnx") << "no model";
    add({small("a"), pathOf("broken.onnx"), small("b")});
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
    EXPECT_FALSE(part<QPushButton>("mergeWrite").isEnabled());
    EXPECT_EQ(linesOf("mergeProblems").size(), 1);
    EXPECT_TRUE(plan().contains(QStringLiteral("b_x")));
    fix("Leave the model out");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
    EXPECT_TRUE(part<QPushButton>("mergeWrite").isEnabled());
    EXPECT_EQ(linesOf("mergeProblems").size(), 0);
}

TEST_F(MergePageTest, BinariesGoWhereThatIsChosenAndTheResultIsRun) {
    add({small("a"), small("b")});
    QTest::keyClick(&part<QComboBox>("mergePacking"), Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_FALSE(plan().contains(QStringLiteral(".bin")));
    QLineEdit& output = part<QLineEdit>("mergeOutput");
    output.selectAll();
    QTest::keyClicks(&output, pathOf("one.onnx"));
    QTest::keyClick(&output, Qt::Key_Return);
    ASSERT_TRUE(settled());
    QSignalSpy opened(&page, &MergePage::openRequested);
    QSignalSpy finished(&merge(), &MergeController::finished);
    click("mergeWrite");
    ASSERT_TRUE(QTest::qWaitFor([&] { return finished.count() == 1; }, 20000));
    ASSERT_EQ(opened.count(), 1);
    EXPECT_EQ(opened[0][0].toString(), pathOf("one.onnx"));
    EXPECT_TRUE(note().contains(QStringLiteral("2 output"))) << note().toStdString();
    EXPECT_TRUE(opened[0][1].toString().contains(QStringLiteral("2 output"))) << "told there, too";
    const QString verdict = note();
    const auto colour = [&] {
        QWidget& line = part<QWidget>("mergeVerdict");
        line.ensurePolished();
        return line.palette().color(line.foregroundRole());
    };
    for (const Theme::Kind kind : {Theme::Kind::dark, Theme::Kind::light}) {
        page.setTheme(Theme::get(kind));
        EXPECT_EQ(note(), verdict);
        EXPECT_EQ(colour(), Theme::get(kind).good);
    }
    for (const EpContext& each : epContextsOf(*readModel(folder / "one.onnx")))
        EXPECT_TRUE(!each.isMain || each.isEmbedded);
}

TEST_F(MergePageTest, AResultThatWasNotRunIsACaution) {
    add({small("a"), small("b")});
    WrittenMerge written;
    written.notRun.emplace().error = Error{Errc::cancelled, {}, {}, {}};
    Q_EMIT merge().finished(written);
    EXPECT_EQ(note(), QStringLiteral("⚠ Written, but not run here: cancelled"));
    QWidget& line = part<QWidget>("mergeVerdict");
    line.ensurePolished();
    EXPECT_EQ(line.palette().color(line.foregroundRole()), Theme::get(Theme::Kind::light).warning);
}

TEST_F(MergePageTest, AFileThatIsThereIsAskedForBeforeItIsReplaced) {
    add({small("a"), small("b")});
    page.setOutput(pathOf("named.onnx"));
    ASSERT_TRUE(settled());
    std::ofstream(folder / "named.onnx") << "mine";
    click("mergeRuns");
    {
        const Answers answers(
            {[](QWidget& question) { QTest::keyClick(&question, Qt::Key_Return); }});
        click("mergeWrite");
    }
    EXPECT_EQ(std::filesystem::file_size(folder / "named.onnx"), 4U);
    QSignalSpy finished(&merge(), &MergeController::finished);
    {
        const Answers answers(
            {Answers::message(QStringLiteral("named.onnx is there already"), QMessageBox::Yes)});
        click("mergeWrite");
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return finished.count() == 1; }, 20000));
    EXPECT_EQ(epContextsOf(*readModel(folder / "named.onnx")).size(), 2U);
}

TEST_F(MergePageTest, ARecipeIsSavedAndRepeatedAfterASourceWasCompiledAgain) {
    add({small("a"), small("b")});
    dragPort("a_y", "b_x");
    ASSERT_TRUE(settled());
    EXPECT_TRUE(merge().isUnsaved());
    {
        const Answers answers({Answers::file(pathOf("merge.json"))});
        press(Qt::Key_S);
    }
    EXPECT_FALSE(merge().isUnsaved());
    EXPECT_EQ(page.title(), QStringLiteral("merge.json"));
    (void)context("a", *inferShapes(test::modelFromText(
                           R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) =>
                              (float[1,4] z) { t = Neg(x) z = Abs(t) })")));
    MergePage other(Theme::get(Theme::Kind::dark), test::npuAndCpu());
    other.show();
    other.openRecipe(pathOf("merge.json"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.merge().plan() != nullptr; }, 20000));
    ASSERT_TRUE(other.merge().plan()->refusal()) << "the output that b read is gone";
    test::clickButton(other, QStringLiteral("Leave the connection out"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.merge().mayWrite(); }, 20000));
}

TEST_F(MergePageTest, ClosingAsksForARecipeThatIsNotSaved) {
    EXPECT_TRUE(page.mayLeave()) << "there is nothing to lose";
    add({small("a"), small("b")});
    {
        const Answers answers(
            {Answers::message(QStringLiteral("neither written nor saved"), QMessageBox::Cancel)});
        EXPECT_FALSE(page.mayLeave());
    }
    {
        const Answers answers(
            {Answers::message(QStringLiteral("neither written nor saved"), QMessageBox::Save),
             Answers::file(pathOf("kept.json"))});
        EXPECT_TRUE(page.mayLeave());
    }
    EXPECT_TRUE(QFile::exists(pathOf("kept.json")));
    EXPECT_TRUE(page.mayLeave());
}

TEST_F(MergePageTest, OnePartitionIsTakenAloneAndTheModelComesBack) {
    const QString path = context("split", test::splitModel());
    const auto contexts = epContextsOf(*readModel(path.toStdString()));
    add({path});
    merge().takePart(0, contexts[1].name);
    ASSERT_TRUE(settled());
    EXPECT_EQ(outputs(), Names{"split_y"});
    EXPECT_EQ(merge().plan()->model.nodes().count(), 1U);
    click("mergeUndo");
    ASSERT_TRUE(settled());
    EXPECT_EQ(merge().plan()->model.nodes().count(), 3U);
    merge().takePart(0, "nowhere");
    EXPECT_TRUE(note().contains(QStringLiteral("nowhere")));
}

TEST_F(MergePageTest, AClashOfQnnsGraphsIsPutRightByItsLink) {
    QStringList files;
    for (const std::string name : {"a", "b"}) {
        const std::string graph = "QNN_12345_1_0";
        std::filesystem::create_directories(folder / name);
        ASSERT_TRUE(writeFile(folder / name / "m.bin",
                              std::string_view(test::qnnBinary({graph, "QNN_12345_2_0"}) + name)));
        ASSERT_TRUE(
            writeModel(test::modelFromText(test::contextModel(test::kQnn, graph, "m.bin", graph)),
                       folder / name / "m_ctx.onnx"));
        files += pathOf((name + "/m_ctx.onnx").c_str());
    }
    add(files);
    EXPECT_TRUE(merge().plan()->refusal());
    EXPECT_EQ(inputs(), (Names{"a_m_x", "b_m_x"})) << "files of one name: with their folders";
    fix("Rename the graphs in a copy");
    ASSERT_TRUE(settled());
    EXPECT_FALSE(merge().plan()->refusal());
    EXPECT_TRUE(plan().contains(QStringLiteral("clash |"))) << plan().toStdString();
}

TEST_F(MergePageTest, NamesThatOpenVinosBlobsKnowStayOrAreRefused) {
    QStringList files;
    for (const std::string name : {"a", "b"}) {
        ASSERT_TRUE(writeFile(folder / (name + ".bin"),
                              std::string_view(test::ovepBinary({{"p_" + name, name}}))));
        ASSERT_TRUE(writeModel(test::modelFromText(test::contextModel(test::kOpenVino, name,
                                                                      name + ".bin", "p_" + name)),
                               folder / (name + "_ctx.onnx")));
        files += pathOf((name + "_ctx.onnx").c_str());
    }
    add({files[0]});
    EXPECT_TRUE(plan().contains(QStringLiteral("kept: OpenVINO's blob knows it by this name")));
    add({files[1]});
    EXPECT_TRUE(merge().plan()->refusal());
    EXPECT_TRUE(sources().topLevelItem(1)->text(8).contains(QStringLiteral("by that name")));
    press(Qt::Key_Z);
    ASSERT_TRUE(settled());
    EXPECT_FALSE(merge().plan()->refusal());
}

TEST_F(MergePageTest, TheSourcesHaveRoomForTheModelsThatAreAdded) {
    page.resize(1400, 900);
    QApplication::processEvents();
    add({small("a"), small("b"), small("c"), small("d"), small("e")});
    QApplication::processEvents();
    EXPECT_EQ(sources().verticalScrollBar()->maximum(), 0);
    EXPECT_TRUE(
        sources().viewport()->rect().contains(sources().visualItemRect(sources().topLevelItem(4))));
}

TEST_F(MergePageTest, TheLegendCountsTheNodesOfEachModel) {
    const QString a = small("a"), b = small("b");
    add({a, b});
    EXPECT_EQ(preview().countOf(0), QStringLiteral("1 node(s)")); // without a translation
    EXPECT_EQ(preview().countOf(1), QStringLiteral("1 node(s)"));
}

TEST(SourceLook, APatternLeavesTheLetterAPlainGround) {
    const Theme& theme = Theme::get(Theme::Kind::dark);
    for (const std::size_t model : {std::size_t{0}, std::size_t{3}, std::size_t{6}}) {
        const QPixmap badge = sourceBadge(theme, model).pixmap(26, 15);
        const QImage image = badge.toImage();
        const QColor band = sourceStyle(theme, model).band;
        int strokes = 0;
        for (int x = image.width() / 2 - 6; x < image.width() / 2 + 6; ++x)
            strokes += image.pixelColor(x, 1) != band; // above the letter
        EXPECT_EQ(strokes, 0) << model;
    }
}

TEST_F(MergePageTest, ADoubleClickOnANodeOpensItsModel) {
    const QString a = small("a"), b = small("b");
    add({a, b});
    QSignalSpy opened(&page, &MergePage::openRequested);
    const QPointF from = preview().portRect(QStringLiteral("b_x")).center(),
                  to = preview().portRect(QStringLiteral("b_y")).center();
    QTest::mouseDClick(&preview(), Qt::LeftButton, Qt::NoModifier, ((from + to) / 2).toPoint());
    ASSERT_EQ(opened.count(), 1);
    EXPECT_EQ(opened[0][0].toString(), b);
}

TEST_F(MergePageTest, CheckPlanReadsTheSourcesAgain) {
    add({small("a"), small("b")});
    EXPECT_FALSE(merge().plan()->refusal());
    std::ofstream(folder / "a_npu.bin") << "damaged";
    click("mergeCheck");
    ASSERT_TRUE(settled());
    EXPECT_TRUE(merge().plan()->refusal());
    EXPECT_EQ(merge().plan()->problems.front().model, 0U);
}

} // namespace
} // namespace partita
