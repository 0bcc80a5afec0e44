#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <cstdlib>

#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container.h"
#include "core/onnx/write.h"
#include "tests/support/window.h"
#include "views/dialogs/compile_dialog.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

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

} // namespace
} // namespace partita
