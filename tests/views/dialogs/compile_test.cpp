#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <cstdlib>
#include <fstream>

#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container.h"
#include "core/ir/ep_context.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "views/dialogs/compile_dialog.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

using test::Answers;

class CompileWindow : public test::Window {
protected:
    /// Writes a model to the test's folder; all these models have equal weights.
    QString model(const QString& name, const char* activation) {
        const QString path = folder.path() + QStringLiteral("/%1.onnx").arg(name);
        const Model made = test::modelFromText(
            std::string(
                R"(<ir_version: 9, opset_import: ["" : 13]> g (float[1,4] x) => (float[1,4] y) <float[4,4] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}> { m = MatMul(x, w) y = )") +
            activation + "(m) }");
        EXPECT_TRUE(writeModel(made, path.toStdString()));
        return path;
    }
    CompileDialog* openDialog() {
        QTest::keyClick(&window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        return window.findChild<CompileDialog*>();
    }
    /// The dialog with the model "a", ready to compile.
    CompileDialog* openReady() {
        window.document().setProviders(*makeProviders({{}, {}, {{"min_run_length", "1"}}}));
        open(model(QStringLiteral("a"), "Relu"));
        auto* dialog = openDialog();
        EXPECT_TRUE(waitFor([&] { return isReady(*dialog); })) << dialog->verdict().toStdString();
        return dialog;
    }
    /// The field for the output is the one that is not empty.
    static QLineEdit& outputOf(const CompileDialog& dialog) {
        QLineEdit* found = nullptr;
        for (auto* edit : dialog.findChildren<QLineEdit*>())
            found = edit->text().isEmpty() ? found : edit;
        return *found;
    }
    static QTreeWidget& modelsOf(const CompileDialog& dialog) {
        return *dialog.findChild<QTreeWidget*>(QStringLiteral("compileModels"));
    }
    /// Clicks the row of a model, then "Remove".
    static void remove(CompileDialog& dialog, int row) {
        QTreeWidget& models = modelsOf(dialog);
        QTest::mouseClick(models.viewport(), Qt::LeftButton, Qt::NoModifier,
                          models.visualItemRect(models.topLevelItem(row)).center());
        test::clickButton(dialog, QStringLiteral("Remove"));
    }
    [[nodiscard]] QString pathOf(const char* name) const {
        return folder.path() + QLatin1Char('/') + QLatin1String(name);
    }
    static bool isReady(const CompileDialog& dialog) {
        for (auto* button : dialog.findChildren<QPushButton*>())
            if (button->isDefault())
                return button->isEnabled();
        return false;
    }
    QTemporaryDir folder;
};

TEST_F(CompileWindow, SaysWhatTheDeviceTakesBeforeItCompiles) {
    window.document().setProviders(*makeProviders({{}, {}, {{"min_run_length", "1"}}}));
    open(model(QStringLiteral("a"), "Relu"));
    auto* dialog = openDialog();
    ASSERT_TRUE(dialog);
    ASSERT_TRUE(waitFor([&] { return isReady(*dialog); })) << dialog->verdict().toStdString();
    auto* models = dialog->findChild<QTreeWidget*>(QStringLiteral("compileModels"));
    ASSERT_EQ(models->topLevelItemCount(), 1);
    EXPECT_EQ(models->topLevelItem(0)->text(2), QStringLiteral("2")); // nodes on the device
    const QString output = folder.path() + QStringLiteral("/a_ctx.onnx");
    EXPECT_FALSE(QFile::exists(output));
    QSignalSpy changed(&window.document(), &DocumentController::documentChanged);
    dialog->compile();
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; })) << dialog->verdict().toStdString();
    EXPECT_EQ(window.document().state().path, output.toStdString());
    EXPECT_TRUE(dialog->verdict().contains(QStringLiteral("1 partition")));
}

TEST_F(CompileWindow, SeveralModelsShareTheirWeightsInOneBinary) {
    window.document().setProviders(*makeProviders({{}, {}, {{"min_run_length", "1"}}}));
    open(model(QStringLiteral("a"), "Relu"));
    auto* dialog = openDialog();
    ASSERT_TRUE(dialog);
    dialog->addModels({model(QStringLiteral("b"), "Abs")});
    const QString out = folder.path() + QStringLiteral("/out");
    ASSERT_TRUE(QDir().mkpath(out));
    dialog->setOutput(out);
    ASSERT_TRUE(waitFor([&] { return isReady(*dialog); })) << dialog->verdict().toStdString();
    QSignalSpy compiled(dialog, &CompileDialog::compiled);
    dialog->compile();
    ASSERT_TRUE(waitFor([&] { return compiled.count() > 0; })) << dialog->verdict().toStdString();
    EXPECT_TRUE(QFile::exists(out + QStringLiteral("/b_ctx.onnx")));
    const auto binary =
        Container::open(*mapFile((out + QStringLiteral("/a_npu.bin")).toStdString()));
    ASSERT_TRUE(binary);
    EXPECT_EQ(binary->info().graphs.size(), 2U);
    EXPECT_EQ(binary->info().savedBytes, 64U);
    EXPECT_TRUE(dialog->verdict().contains(QStringLiteral("64 B of equal weights saved")))
        << dialog->verdict().toStdString();
}

TEST_F(CompileWindow, ACompilerThatCrashesOrHangsIsAMessageAndTheNextOneCompiles) {
    window.document().setProviders(*makeProviders({{}, {}, {{"min_run_length", "1"}}}));
    open(model(QStringLiteral("a"), "Relu"));
    auto* dialog = openDialog();
    ASSERT_TRUE(dialog);
    ASSERT_TRUE(waitFor([&] { return isReady(*dialog); })) << dialog->verdict().toStdString();
    const QString output = folder.path() + QStringLiteral("/a_ctx.onnx");
    ::setenv("PARTITA_RUNNER_FAULT", "crash", 1);
    dialog->compile();
    EXPECT_FALSE(isReady(*dialog));
    ASSERT_TRUE(waitFor([&] { return isReady(*dialog); }));
    EXPECT_TRUE(dialog->verdict().contains(QStringLiteral("has crashed")))
        << dialog->verdict().toStdString();
    ::setenv("PARTITA_RUNNER_FAULT", "loop", 1);
    dialog->compile();
    QTest::qWait(50);
    EXPECT_FALSE(isReady(*dialog));
    dialog->cancel();
    ASSERT_TRUE(waitFor([&] { return isReady(*dialog); }));
    EXPECT_TRUE(dialog->verdict().contains(QStringLiteral("nothing was written")))
        << dialog->verdict().toStdString();
    EXPECT_FALSE(QFile::exists(output));
    ::unsetenv("PARTITA_RUNNER_FAULT");
    QSignalSpy compiled(dialog, &CompileDialog::compiled);
    dialog->compile();
    ASSERT_TRUE(waitFor([&] { return compiled.count() > 0; })) << dialog->verdict().toStdString();
    EXPECT_TRUE(QFile::exists(output));
}

TEST_F(CompileWindow, AModelThatCannotBeReadIsNamed) {
    open(model(QStringLiteral("a"), "Relu"));
    auto* dialog = openDialog();
    ASSERT_TRUE(dialog);
    dialog->addModels({folder.path() + QStringLiteral("/none.onnx")});
    auto* models = dialog->findChild<QTreeWidget*>(QStringLiteral("compileModels"));
    ASSERT_TRUE(waitFor([&] {
        return !models->topLevelItem(1)->toolTip(4).isEmpty() &&
               dialog->verdict().contains(QStringLiteral("✕"));
    }));
    EXPECT_FALSE(isReady(*dialog));
}

TEST_F(CompileWindow, AModelIsAddedFromAFileAndRemovedByItsRow) {
    auto* dialog = openReady();
    {
        const Answers answers({Answers::file(model(QStringLiteral("b"), "Abs"))});
        test::clickButton(*dialog, QStringLiteral("Add models…"));
    }
    ASSERT_EQ(modelsOf(*dialog).topLevelItemCount(), 2);
    EXPECT_EQ(modelsOf(*dialog).topLevelItem(1)->text(0), QStringLiteral("b.onnx"));
    EXPECT_EQ(outputOf(*dialog).text(), folder.path());
    ASSERT_TRUE(waitFor([&] { return isReady(*dialog); }));
    remove(*dialog, 0);
    ASSERT_EQ(modelsOf(*dialog).topLevelItemCount(), 1);
    EXPECT_EQ(modelsOf(*dialog).topLevelItem(0)->text(0), QStringLiteral("b.onnx"));
    EXPECT_EQ(outputOf(*dialog).text(), pathOf("b_ctx.onnx"));
    EXPECT_TRUE(isReady(*dialog));
    test::clickButton(*dialog, QStringLiteral("Remove")); // no row is chosen
    ASSERT_EQ(modelsOf(*dialog).topLevelItemCount(), 1);
    remove(*dialog, 0);
    EXPECT_EQ(modelsOf(*dialog).topLevelItemCount(), 0);
    EXPECT_EQ(dialog->verdict(), QStringLiteral("Add a model"));
    EXPECT_FALSE(isReady(*dialog));
}

TEST_F(CompileWindow, AChosenFolderStaysWhileModelsComeAndGo) {
    auto* dialog = openReady();
    dialog->addModels({model(QStringLiteral("b"), "Abs")});
    ASSERT_TRUE(QDir().mkpath(pathOf("out")));
    {
        const Answers answers({Answers::file(pathOf("out"))});
        test::clickButton(*dialog, QStringLiteral("Browse…"));
    }
    EXPECT_EQ(outputOf(*dialog).text(), pathOf("out"));
    EXPECT_EQ(modelsOf(*dialog).topLevelItem(1)->toolTip(4), pathOf("out/b_ctx.onnx"));
    {
        const Answers answers({Answers::leave()});
        test::clickButton(*dialog, QStringLiteral("Add models…"));
    }
    EXPECT_EQ(outputOf(*dialog).text(), pathOf("out"));
    dialog->addModels({model(QStringLiteral("c"), "Neg")});
    EXPECT_EQ(outputOf(*dialog).text(), pathOf("out"));
    remove(*dialog, 2);
    EXPECT_EQ(outputOf(*dialog).text(), pathOf("out"));
    remove(*dialog, 1); // a folder is not the name of a model
    EXPECT_EQ(outputOf(*dialog).text(), pathOf("a_ctx.onnx"));
}

TEST_F(CompileWindow, AFileThatIsThereIsAskedForBeforeItIsReplaced) {
    auto* dialog = openReady();
    {
        const Answers answers({Answers::file(pathOf("named"))});
        test::clickButton(*dialog, QStringLiteral("Browse…"));
    }
    ASSERT_EQ(outputOf(*dialog).text(), pathOf("named.onnx"));
    std::ofstream(pathOf("named.onnx").toStdString()) << "mine";
    QSignalSpy compiled(dialog, &CompileDialog::compiled);
    {
        const Answers answers(
            {Answers::message(QStringLiteral("named.onnx is there already"), QMessageBox::No)});
        test::clickButton(*dialog, QStringLiteral("Compile"));
    }
    EXPECT_EQ(QFileInfo(pathOf("named.onnx")).size(), 4);
    EXPECT_TRUE(isReady(*dialog));
    {
        const Answers answers(
            {Answers::message(QStringLiteral("named.onnx is there already"), QMessageBox::Yes)});
        test::clickButton(*dialog, QStringLiteral("Compile"));
    }
    ASSERT_TRUE(waitFor([&] { return compiled.count() > 0; })) << dialog->verdict().toStdString();
    EXPECT_EQ(epContextsOf(*readModel(pathOf("named.onnx").toStdString())).size(), 1U);
}

TEST_F(CompileWindow, TheBinaryIsInsideWhereThatIsChosen) {
    auto* dialog = openReady();
    auto* packing = dialog->findChild<QComboBox*>();
    QTest::keyClick(packing, Qt::Key_Down);
    ASSERT_EQ(packing->currentText(), QStringLiteral("Inside the model"));
    QLineEdit& output = outputOf(*dialog);
    output.selectAll();
    QTest::keyClicks(&output, pathOf("inside.onnx"));
    EXPECT_EQ(modelsOf(*dialog).topLevelItem(0)->text(4), QStringLiteral("inside.onnx"));
    QSignalSpy compiled(dialog, &CompileDialog::compiled);
    test::clickButton(*dialog, QStringLiteral("Compile"));
    ASSERT_TRUE(waitFor([&] { return compiled.count() > 0; })) << dialog->verdict().toStdString();
    const auto contexts = epContextsOf(*readModel(pathOf("inside.onnx").toStdString()));
    ASSERT_EQ(contexts.size(), 1U);
    EXPECT_TRUE(contexts[0].isEmbedded);
    EXPECT_EQ(QDir(folder.path()).entryList({QStringLiteral("*.bin")}).size(), 0);
    // Models that share weights share a file, too.
    dialog->addModels({model(QStringLiteral("b"), "Abs")});
    EXPECT_FALSE(packing->isEnabled());
    EXPECT_EQ(packing->currentIndex(), 0);
}

} // namespace
} // namespace partita
