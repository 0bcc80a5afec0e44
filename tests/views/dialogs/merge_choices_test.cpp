// Each choice of the merge dialog, and the plan that the user then sees.

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QTreeWidget>
#include <QWheelEvent>
#include <cstdlib>

#include "core/epcontext/merge/merge.h"
#include "tests/support/contexts.h"
#include "tests/support/dialogs.h"
#include "views/dialogs/merge_dialog.h"
#include "views/dialogs/merge_preview.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

using test::Answers;
using Names = std::vector<std::string>;

class MergeChoice : public testing::Test {
protected:
    MergeChoice() {
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
    }
    [[nodiscard]] QString pathOf(const char* name) const {
        return QString::fromStdString((folder / name).string());
    }
    /// Compiles a model and returns the path of its context model, "<name>_ctx.onnx".
    [[nodiscard]] QString context(const std::string& name, const Model& model) const {
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
    /// Adds models and waits for the plan.
    void add(const QStringList& models) {
        dialog.addModels(models);
        ASSERT_TRUE(settled());
    }
    /// Waits for a plan or a refusal.
    bool settled() {
        return QTest::qWaitFor([&] { return dialog.plan() || !dialog.refusal().isEmpty(); }, 20000);
    }
    Names inputs() { return ports(true); }
    Names outputs() { return ports(false); }
    QTreeWidget& models() { return *dialog.findChild<QTreeWidget*>(QStringLiteral("mergeModels")); }
    QPoint rowAt(int row) { return models().visualItemRect(models().topLevelItem(row)).center(); }
    void remove(int row) {
        QTest::mouseClick(models().viewport(), Qt::LeftButton, Qt::NoModifier, rowAt(row));
        test::clickButton(dialog, QStringLiteral("Remove"));
    }
    void click(const char* button) { test::clickButton(dialog, QString::fromUtf8(button)); }
    bool mayMerge() {
        for (auto* button : dialog.findChildren<QPushButton*>())
            if (button->isDefault())
                return button->isEnabled();
        return false;
    }
    /// The text of a section of the plan and of the rows in it.
    QString section(const char* title) {
        auto* plan = dialog.findChild<QTreeWidget*>(QStringLiteral("mergePlan"));
        QString text;
        for (int i = 0; i < plan->topLevelItemCount(); ++i)
            if (const auto* item = plan->topLevelItem(i);
                item->text(0).startsWith(QLatin1String(title))) {
                text += item->text(0) + QLatin1Char('\n');
                for (int row = 0; row < item->childCount(); ++row) {
                    for (int column = 0; column < 4; ++column)
                        text += item->child(row)->text(column) + QStringLiteral(" | ");
                    text += QLatin1Char('\n');
                }
            }
        return text;
    }
    MergePreview& preview() { return *dialog.findChild<MergePreview*>(); }
    QPoint port(const char* name) {
        return preview().portRect(QLatin1String(name)).center().toPoint();
    }
    void moveTo(const QPoint& at, Qt::MouseButtons buttons) {
        QMouseEvent move(QEvent::MouseMove, at, Qt::NoButton, buttons, {});
        QCoreApplication::sendEvent(&preview(), &move);
    }
    bool shows(const QColor& colour) {
        const QImage shot = preview().grab().toImage();
        for (int y = 0; y < shot.height(); ++y)
            for (int x = 0; x < shot.width(); ++x)
                if (shot.pixelColor(x, y) == colour)
                    return true;
        return false;
    }

    test::TemporaryFolder folder;
    const Theme& theme = Theme::get(Theme::Kind::light);
    MergeDialog dialog{theme, test::npuAndCpu(), nullptr};

private:
    Names ports(bool ofInputs) {
        Names names;
        if (!settled() || !dialog.plan())
            return {"no plan: " + dialog.refusal().toStdString()};
        const Model& model = dialog.plan()->model;
        const Graph& graph = *model.graph(model.mainGraph());
        for (const ValueId id : ofInputs ? graph.inputs : graph.outputs)
            names.push_back(model.value(id)->name);
        return names;
    }
};

TEST_F(MergeChoice, ModelsAreAddedFromFilesAndRemovedByTheirRows) {
    std::ofstream(folder / "broken.onnx") << "no model";
    {
        const Answers answers({Answers::file(small("a"))});
        click("Add models…");
    }
    {
        const Answers answers({Answers::file(pathOf("broken.onnx")),
                               Answers::message(QStringLiteral("broken.onnx"), QMessageBox::Ok)});
        click("Add models…");
    }
    ASSERT_EQ(models().topLevelItemCount(), 1);
    EXPECT_EQ(models().topLevelItem(0)->text(0), QStringLiteral("a_ctx.onnx"));
    EXPECT_EQ(models().topLevelItem(0)->text(1), QStringLiteral("a_"));
    EXPECT_EQ(models().topLevelItem(0)->text(2), QStringLiteral("1"));
    EXPECT_TRUE(models().topLevelItem(0)->text(4).endsWith(QStringLiteral(".bin")));
    EXPECT_EQ(inputs(), Names{"a_x"});
    EXPECT_TRUE(section("Renames").contains(QStringLiteral(" | x | a_x | ")))
        << section("Renames").toStdString();
    add({small("b")});
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
    EXPECT_TRUE(dialog.verdict().contains(QStringLiteral("2 node")));
    remove(0);
    EXPECT_EQ(inputs(), Names{"b_x"});
    EXPECT_EQ(models().topLevelItemCount(), 1);
    remove(0);
    EXPECT_EQ(models().topLevelItemCount(), 0);
    EXPECT_FALSE(mayMerge());
    EXPECT_TRUE(dialog.verdict().startsWith(QStringLiteral("Add models")));
    click("Remove");
    dialog.undo();
    EXPECT_EQ(inputs(), Names{"b_x"});
}

TEST_F(MergeChoice, APrefixIsWrittenIntoItsCell) {
    add({small("a"), small("b")});
    QTest::mouseClick(models().viewport(), Qt::LeftButton, Qt::NoModifier, rowAt(1));
    models().editItem(models().topLevelItem(1), 1);
    auto* cell = models().viewport()->findChild<QLineEdit*>();
    ASSERT_TRUE(cell);
    cell->selectAll();
    QTest::keyClicks(cell, QStringLiteral("two."));
    QTest::keyClick(cell, Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.plan(); }));
    EXPECT_EQ(inputs(), (Names{"a_x", "two.x"}));
    // What else a row says is not for writing: it changes nothing.
    models().topLevelItem(1)->setText(3, QStringLiteral("other"));
    EXPECT_EQ(inputs(), (Names{"a_x", "two.x"}));
}

TEST_F(MergeChoice, OnePartitionIsTakenAloneAndTheModelComesBack) {
    const QString path = context("split", test::splitModel());
    const auto contexts = epContextsOf(*readModel(path.toStdString()));
    ASSERT_EQ(contexts.size(), 2U);
    add({path});
    EXPECT_EQ(models().topLevelItem(0)->text(2), QStringLiteral("2"));
    const QString name = toQString(contexts[1].name);
    {
        const Answers answers(
            {Answers::entry(QStringLiteral("Take only the partition")), Answers::entry(name)});
        test::askForMenu(models().viewport(), rowAt(0));
    }
    ASSERT_TRUE(settled());
    EXPECT_EQ(models().topLevelItem(0)->text(0), name + QStringLiteral(" of split_ctx.onnx"));
    EXPECT_EQ(models().topLevelItem(0)->text(2), QStringLiteral("1"));
    EXPECT_EQ(outputs(), Names{"split_y"});
    EXPECT_EQ(dialog.plan()->model.nodes().count(), 1U);
    click("Undo");
    ASSERT_TRUE(settled());
    EXPECT_EQ(dialog.plan()->model.nodes().count(), 3U);
    QTest::mouseClick(models().viewport(), Qt::RightButton, Qt::NoModifier, rowAt(0));
    {
        const Answers answers({Answers::entry(QStringLiteral("Remove"))});
        test::askForMenu(models().viewport(), rowAt(0));
    }
    EXPECT_EQ(models().topLevelItemCount(), 0);
    const Answers answers({}); // there is no menu beside the rows
    test::askForMenu(models().viewport(), {20, 60});
}

TEST_F(MergeChoice, APartitionThatIsNotThereIsAMessage) {
    add({small("a")});
    const Answers answers({Answers::message(QStringLiteral("nowhere"), QMessageBox::Ok)});
    dialog.takePart(0, "nowhere");
    EXPECT_EQ(inputs(), Names{"a_x"});
}

TEST_F(MergeChoice, AConnectionIsProposedChangedAndLeftOut) {
    add({small("a"), small("b")});
    click("Connect an output to an input");
    EXPECT_EQ(inputs(), Names{"a_x"}) << "b reads what a gives";
    std::vector<QComboBox*> ends;
    for (auto* box : dialog.findChildren<QComboBox*>())
        if (box->currentData().isValid() && box->isVisibleTo(&dialog))
            ends.push_back(box);
    ASSERT_EQ(ends.size(), 2U); // the output, then the input
    EXPECT_TRUE(ends[0]->currentText().startsWith(QStringLiteral("a · y")));
    EXPECT_TRUE(ends[1]->currentText().startsWith(QStringLiteral("b · x")));
    QTest::keyClick(ends[0], Qt::Key_Down);
    QTest::keyClick(ends[1], Qt::Key_Up);
    EXPECT_EQ(inputs(), Names{"b_x"}) << "now a reads what b gives";
    click("✕");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
}

TEST_F(MergeChoice, AConnectionStaysWithItsModelsWhenAnotherIsRemoved) {
    add({small("a"), small("b"), small("c")});
    dialog.addConnection(QStringLiteral("3.x"), QStringLiteral("1.y"));
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
    remove(1);
    EXPECT_EQ(inputs(), Names{"a_x"});
    remove(0); // what c read is gone
    EXPECT_EQ(inputs(), Names{"c_x"});
}

TEST_F(MergeChoice, WhatDoesNotFitIsRefusedWithTheReason) {
    add({small("a"), small("wide", 8)});
    EXPECT_TRUE(mayMerge());
    dialog.addConnection(QStringLiteral("2.x"), QStringLiteral("1.y"));
    ASSERT_TRUE(settled());
    EXPECT_FALSE(dialog.plan());
    EXPECT_FALSE(dialog.refusal().isEmpty());
    EXPECT_TRUE(dialog.verdict().contains(dialog.refusal().toHtmlEscaped()) ||
                dialog.verdict().contains(dialog.refusal()));
    EXPECT_FALSE(mayMerge());
    dialog.merge();
    EXPECT_FALSE(QFile::exists(pathOf("merged_ctx.onnx")));
    click("Undo");
    EXPECT_EQ(inputs(), (Names{"a_x", "wide_x"}));
    EXPECT_TRUE(mayMerge());
}

TEST_F(MergeChoice, OnlyInputsOfOneNameAndTypeBecomeOne) {
    auto* share = dialog.findChildren<QCheckBox*>().last();
    for (auto* box : dialog.findChildren<QCheckBox*>())
        share = box->text().startsWith(QStringLiteral("Inputs of one name")) ? box : share;
    add({small("a"), small("b")});
    QTest::mouseClick(share, Qt::LeftButton, Qt::NoModifier, {8, 8});
    EXPECT_EQ(inputs(), Names{"x"});
    add({small("wide", 8)});
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x", "wide_x"})) << "one of them has another type";
}

TEST_F(MergeChoice, BinariesGoWhereThatIsChosen) {
    add({small("a"), small("b")});
    QComboBox* packing = nullptr;
    for (auto* box : dialog.findChildren<QComboBox*>())
        packing = box->itemText(0) == QStringLiteral("Binaries as they are") ? box : packing;
    ASSERT_TRUE(packing);
    EXPECT_TRUE(section("Files").contains(QStringLiteral(".bin")))
        << section("Files").toStdString();
    QTest::keyClick(packing, Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_FALSE(section("Files").contains(QStringLiteral(".bin")));
    const QString output = pathOf("one.onnx");
    dialog.setOutput(output);
    ASSERT_TRUE(settled());
    QSignalSpy compared(&dialog, &MergeDialog::compared);
    click("Merge");
    ASSERT_TRUE(QTest::qWaitFor([&] { return compared.count() == 1; }, 20000));
    EXPECT_TRUE(dialog.verdict().contains(QStringLiteral("2 output")))
        << dialog.verdict().toStdString();
    for (const EpContext& each : epContextsOf(*readModel(output.toStdString())))
        EXPECT_TRUE(!each.isMain || each.isEmbedded);
    remove(0);
    remove(0);
    add({output});
    EXPECT_EQ(models().topLevelItem(0)->text(4), QStringLiteral("inside"));
    QTest::keyClick(packing, Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(section("Files").contains(QStringLiteral(".bin")));
}

TEST_F(MergeChoice, OutputsAreInTheOrderOfTheListUntilTheirNamesAreOthers) {
    add({small("a"), small("b")});
    auto* list = dialog.findChild<QListWidget*>(QStringLiteral("mergeOutputs"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !list->property("filling").toBool(); }));
    ASSERT_EQ(list->count(), 2);
    list->insertItem(0, list->takeItem(1)); // as a drag does
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.plan(); }));
    EXPECT_EQ(outputs(), (Names{"b_y", "a_y"}));
    models().topLevelItem(0)->setText(1, QStringLiteral("first."));
    const Names now = outputs();
    EXPECT_EQ(std::set<std::string>(now.begin(), now.end()),
              (std::set<std::string>{"b_y", "first.y"}));
}

TEST_F(MergeChoice, AFileThatIsThereIsAskedForBeforeItIsReplaced) {
    add({small("a"), small("b")});
    {
        const Answers answers({Answers::file(pathOf("named"))});
        click("Browse…");
    }
    ASSERT_TRUE(settled());
    std::ofstream(folder / "named.onnx") << "mine";
    {
        const Answers answers(
            {Answers::message(QStringLiteral("named.onnx is there already"), QMessageBox::No)});
        click("Merge");
    }
    EXPECT_EQ(std::filesystem::file_size(folder / "named.onnx"), 4U);
    QSignalSpy merged(&dialog, &MergeDialog::merged), compared(&dialog, &MergeDialog::compared);
    {
        const Answers answers(
            {Answers::message(QStringLiteral("named.onnx is there already"), QMessageBox::Yes)});
        click("Merge");
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return compared.count() == 1; }, 20000));
    ASSERT_EQ(merged.count(), 1);
    EXPECT_EQ(merged[0][0].toString(), pathOf("named.onnx"));
    EXPECT_EQ(epContextsOf(*readModel(folder / "named.onnx")).size(), 2U);
    {
        const Answers answers({Answers::leave()});
        click("Browse…");
    }
    EXPECT_TRUE(settled() && mayMerge());
}

TEST_F(MergeChoice, WhatCannotBeWrittenIsAMessage) {
    add({small("a"), small("b")});
    dialog.setOutput(pathOf("no/folder/here.onnx"));
    ASSERT_TRUE(settled());
    QSignalSpy merged(&dialog, &MergeDialog::merged);
    click("Merge");
    ASSERT_TRUE(QTest::qWaitFor([&] { return mayMerge(); }, 20000));
    EXPECT_TRUE(dialog.verdict().contains(QStringLiteral("✕"))) << dialog.verdict().toStdString();
    EXPECT_EQ(merged.count(), 0);
}

TEST_F(MergeChoice, AComparisonThatDoesNotComeBackIsCancelledByTheButton) {
    add({small("a"), small("b")});
    ::setenv("PARTITA_RUNNER_FAULT", "loop", 1);
    QSignalSpy compared(&dialog, &MergeDialog::compared);
    click("Merge");
    EXPECT_TRUE(QTest::qWaitFor([&] { return QFile::exists(pathOf("merged_ctx.onnx")); }));
    click("Cancel");
    EXPECT_TRUE(QTest::qWaitFor([&] { return compared.count() == 1; }, 20000));
    ::unsetenv("PARTITA_RUNNER_FAULT");
    EXPECT_TRUE(dialog.verdict().contains(QStringLiteral("cancelled")))
        << dialog.verdict().toStdString();
    EXPECT_TRUE(QFile::exists(pathOf("merged_ctx.onnx")));
    click("Close");
    EXPECT_FALSE(dialog.isVisible());
}

TEST_F(MergeChoice, ThePictureIsMovedAndEnlarged) {
    add({small("a"), small("b")});
    const QRectF before = preview().portRect(QStringLiteral("a_y"));
    moveTo(port("a_y"), Qt::NoButton);
    EXPECT_EQ(preview().cursor().shape(), Qt::CrossCursor);
    const QPoint ground(preview().width() - 4, preview().height() / 2);
    moveTo(ground, Qt::NoButton);
    EXPECT_EQ(preview().cursor().shape(), Qt::ArrowCursor);
    QTest::mousePress(&preview(), Qt::LeftButton, {}, ground);
    moveTo(ground - QPoint(30, 20), Qt::LeftButton);
    QTest::mouseRelease(&preview(), Qt::LeftButton, {}, ground - QPoint(30, 20));
    const QRectF moved = preview().portRect(QStringLiteral("a_y"));
    EXPECT_NEAR((moved.topLeft() - before.topLeft()).x(), -30, 1e-6);
    EXPECT_NEAR((moved.topLeft() - before.topLeft()).y(), -20, 1e-6);
    const QPointF at = moved.center();
    QWheelEvent wheel(at, preview().mapToGlobal(at.toPoint()), {}, {0, 240}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&preview(), &wheel);
    const QRectF larger = preview().portRect(QStringLiteral("a_y"));
    EXPECT_GT(larger.width(), moved.width() * 1.2);
    EXPECT_NEAR(larger.center().x(), at.x(), 1e-6);
    // Another plan does not take the picture back.
    models().topLevelItem(1)->setText(1, QStringLiteral("c_"));
    ASSERT_TRUE(settled());
    EXPECT_NEAR(preview().portRect(QStringLiteral("a_y")).width(), larger.width(), 1e-6);
    EXPECT_TRUE(preview().portRect(QStringLiteral("b_y")).isNull()) << "it has another name now";
}

TEST_F(MergeChoice, ADraggedLineTellsWhetherItFits) {
    add({small("a"), small("b")});
    EXPECT_FALSE(shows(theme.bad));
    QTest::mousePress(&preview(), Qt::LeftButton, {}, port("a_y"));
    moveTo(port("a_x"), Qt::LeftButton);
    EXPECT_TRUE(shows(theme.bad)) << "a model does not read what it gives";
    moveTo(port("b_x"), Qt::LeftButton);
    EXPECT_FALSE(shows(theme.bad));
    moveTo(port("a_x"), Qt::LeftButton);
    QTest::mouseRelease(&preview(), Qt::LeftButton, {}, port("a_x"));
    EXPECT_FALSE(shows(theme.bad));
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
}

} // namespace
} // namespace partita
