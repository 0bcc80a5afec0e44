// Each control of the page of a merge, by mouse and keys, and the plan that the user then sees.

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <cstdlib>

#include "tests/support/contexts.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/merges.h"
#include "views/merge/merge_page.h"
#include "views/merge/merge_preview.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

using test::Answers;
using Names = std::vector<std::string>;

class MergePageTest : public testing::Test {
protected:
    MergePageTest() {
        page.resize(1400, 900);
        page.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
    }
    [[nodiscard]] QString pathOf(const char* name) const {
        return QString::fromStdString((folder / name).string());
    }
    /// Compiles a model and returns the path of its context model, "<name>_ctx.onnx".
    [[nodiscard]] QString context(const std::string& name, const Model& model) const {
        std::filesystem::create_directories((folder / name).parent_path());
        const auto made = test::generate(model, folder / (name + ".onnx"));
        EXPECT_TRUE(made && writeContext(*made, {}));
        return made ? toQString(made->output.string()) : QString();
    }
    /// A context model with one node, the input x and the output y of that width.
    [[nodiscard]] QString small(const std::string& name, int width = 4) const {
        const std::string type = "float[1," + std::to_string(width) + "] ";
        return context(name, *inferShapes(test::modelFromText(
                                 R"(<ir_version: 9, opset_import: ["" : 18]> g ()" + type +
                                 "x) => (" + type + "y) { t = Relu(x) y = Abs(t) }")));
    }
    MergeController& merge() { return page.merge(); }
    bool settled() {
        return QTest::qWaitFor([&] { return merge().plan() && !merge().jobs().isRunning(); },
                               20000);
    }
    void add(const QStringList& models) {
        merge().addModels(models);
        ASSERT_TRUE(settled());
    }
    Names inputs() { return ports(true); }
    Names outputs() { return ports(false); }
    template <class W> W& part(const char* name) {
        return *page.findChild<W*>(QString::fromLatin1(name));
    }
    void click(const char* name) {
        QTest::mouseClick(&part<QAbstractButton>(name), Qt::LeftButton);
    }
    QTreeWidget& sources() { return part<QTreeWidget>("mergeSources"); }
    QLineEdit& prefixOf(int row) {
        QLineEdit* found = nullptr;
        for (int column = 0; column < sources().columnCount(); ++column)
            if (auto* edit = qobject_cast<QLineEdit*>(
                    sources().itemWidget(sources().topLevelItem(row), column)))
                found = edit;
        return *found;
    }
    void writePrefix(int row, const QString& text) {
        QLineEdit& edit = prefixOf(row);
        QTest::mouseClick(&edit, Qt::LeftButton);
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClick(&edit, Qt::Key_Delete); // there is nothing left: the model stays
        QTest::keyClicks(&edit, text);
        QTest::keyClick(&edit, Qt::Key_Return);
    }
    void choose(int row) {
        QTest::mouseClick(sources().viewport(), Qt::LeftButton, Qt::NoModifier,
                          sources().visualItemRect(sources().topLevelItem(row)).center());
    }
    /// The lines of a table that can be seen.
    QStringList linesOf(const char* table) {
        QStringList lines;
        auto& tree = part<QTreeWidget>(table);
        for (int row = 0; row < tree.topLevelItemCount(); ++row) {
            const auto* item = tree.topLevelItem(row);
            if (item->isHidden())
                continue;
            QStringList cells;
            for (int column = 0; column < tree.columnCount(); ++column)
                cells += item->text(column);
            lines += cells.join(QStringLiteral(" | "));
        }
        return lines;
    }
    QString plan() { return linesOf("mergePlan").join(QLatin1Char('\n')); }
    QString note() { return part<QLabel>("mergeVerdict").text(); }
    void fix(const char* text) { test::clickButton(page, QString::fromUtf8(text)); }
    MergePreview& preview() { return part<MergePreview>("mergePreview"); }
    void dragPort(const char* from, const char* to) {
        test::drag(preview(), preview().portRect(QLatin1String(from)).center().toPoint(),
                   preview().portRect(QLatin1String(to)).center().toPoint());
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
        page.setFocus();
        QTest::keyClick(&page, static_cast<Qt::Key>(key), modifiers);
    }

    test::TemporaryFolder folder;
    MergePage page{Theme::get(Theme::Kind::light), test::npuAndCpu()};

private:
    Names ports(bool ofInputs) {
        Names names;
        if (!settled())
            return {"no plan"};
        const Model& model = merge().plan()->model;
        const Graph& graph = *model.graph(model.mainGraph());
        for (const ValueId id : ofInputs ? graph.inputs : graph.outputs)
            names.push_back(model.value(id)->name);
        return names;
    }
};

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

TEST_F(MergePageTest, ABoxHidesTheLinesOfItsKind) {
    add({small("a"), small("b")});
    EXPECT_TRUE(plan().contains(QStringLiteral("rename |")));
    for (auto* box : page.findChildren<QCheckBox*>())
        if (box->text().startsWith(QStringLiteral("renames")))
            QTest::mouseClick(box, Qt::LeftButton, Qt::NoModifier, {8, box->height() / 2});
    EXPECT_FALSE(plan().contains(QStringLiteral("rename |")));
    EXPECT_TRUE(plan().contains(QStringLiteral("write |")));
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
    for (const EpContext& each : epContextsOf(*readModel(folder / "one.onnx")))
        EXPECT_TRUE(!each.isMain || each.isEmbedded);
}

TEST_F(MergePageTest, AFileThatIsThereIsAskedForBeforeItIsReplaced) {
    add({small("a"), small("b")});
    page.setOutput(pathOf("named.onnx"));
    ASSERT_TRUE(settled());
    std::ofstream(folder / "named.onnx") << "mine";
    click("mergeRuns");
    {
        const Answers answers(
            {Answers::message(QStringLiteral("named.onnx is there already"), QMessageBox::No)});
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
