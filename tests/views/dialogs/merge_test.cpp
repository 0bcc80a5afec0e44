#include <QTableView>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <cstdlib>

#include "core/epcontext/generate.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/window.h"
#include "views/dialogs/merge_dialog.h"
#include "views/dialogs/merge_preview.h"
#include "views/panels/problems_panel.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

class MergeWindow : public test::Window {
protected:
    /// Compiles a small model into the test's folder and returns the context model's path.
    QString compiled(const QString& name) {
        const std::filesystem::path path =
            (folder.path() + QStringLiteral("/%1.onnx").arg(name)).toStdString();
        const Model model = *inferShapes(test::modelFromText(
            R"(<ir_version: 9, opset_import: ["" : 13]> g (float[1,4] x) => (float[1,4] y) <float[4,4] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}> { m = MatMul(x, w) y = Relu(m) })"));
        const auto providers = *makeProviders({{}, {}, {{"min_run_length", "1"}}});
        const auto made =
            generateContext(model, *partitionModel(model, providers), providers, path, {});
        EXPECT_TRUE(made && writeContext(*made, {}));
        return toQString(made->output.string());
    }
    QTemporaryDir folder;
};

TEST_F(MergeWindow, PlansBeforeItWritesAndOpensWhatWasMerged) {
    open(compiled(QStringLiteral("a")));
    auto* problems = static_cast<ProblemsPanel*>(window.panel("problems"));
    QTest::keyClick(&window, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = window.findChild<MergeDialog*>();
    ASSERT_TRUE(dialog); // it contains the open model
    EXPECT_FALSE(dialog->plan());
    dialog->addModels({compiled(QStringLiteral("b"))});
    ASSERT_TRUE(waitFor([&] { return dialog->plan(); }));
    auto* models = dialog->findChild<QTreeWidget*>(QStringLiteral("mergeModels"));
    ASSERT_EQ(models->topLevelItemCount(), 2);
    dialog->addConnection(QStringLiteral("2.x"), QStringLiteral("1.y"));
    const auto inputs = [&] {
        const MergePlan* plan = dialog->plan();
        return plan ? plan->model.graph(plan->model.mainGraph())->inputs.size() : 0;
    };
    ASSERT_TRUE(waitFor([&] { return inputs() == 1; }));
    models->topLevelItem(1)->setText(1, QStringLiteral("second."));
    ASSERT_TRUE(waitFor(
        [&] { return dialog->plan() && test::valueNamed(dialog->plan()->model, "second.y"); }));
    const QString output = folder.path() + QStringLiteral("/merged_ctx.onnx");
    dialog->setOutput(output);
    ASSERT_TRUE(waitFor([&] { return dialog->plan(); }));
    EXPECT_FALSE(QFile::exists(output));
    QSignalSpy changed(&window.document(), &DocumentController::documentChanged);
    dialog->merge();
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    EXPECT_EQ(window.document().state().path, output.toStdString());
    auto* verdict = dialog->findChild<QLabel*>(QStringLiteral("mergeVerdict"));
    EXPECT_TRUE(waitFor([&] {
        return verdict->text().contains(QStringLiteral("2 outputs equal"));
    })) << verdict->text().toStdString();
    EXPECT_EQ(window.document().model().nodes().count(), 2U);
    ASSERT_TRUE(waitFor([&] { return problems->view()->model()->rowCount() == 0; }));
}

TEST_F(MergeWindow, ACrashOfWhatIsComparedLeavesTheMergedModelAndAMessage) {
    open(compiled(QStringLiteral("a")));
    QTest::keyClick(&window, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = window.findChild<MergeDialog*>();
    ASSERT_TRUE(dialog);
    dialog->addModels({compiled(QStringLiteral("b"))});
    ASSERT_TRUE(waitFor([&] { return dialog->plan(); }));
    const QString output = folder.path() + QStringLiteral("/merged_ctx.onnx");
    dialog->setOutput(output);
    ASSERT_TRUE(waitFor([&] { return dialog->plan(); }));
    ::setenv("PARTITA_RUNNER_FAULT", "crash", 1);
    QSignalSpy compared(dialog, &MergeDialog::compared);
    dialog->merge();
    EXPECT_TRUE(waitFor([&] { return compared.count() == 1; }));
    ::unsetenv("PARTITA_RUNNER_FAULT");
    EXPECT_TRUE(dialog->verdict().contains(QStringLiteral("has crashed")))
        << dialog->verdict().toStdString();
    EXPECT_TRUE(QFile::exists(output));
}

TEST_F(MergeWindow, SaysWhatIsWrongWithAContextModel) {
    const QString path = compiled(QStringLiteral("c"));
    QFile::remove(folder.path() + QStringLiteral("/c_npu.bin"));
    open(path);
    auto* problems = static_cast<ProblemsPanel*>(window.panel("problems"));
    ASSERT_TRUE(waitFor([&] { return !problems->findings().empty(); }));
    EXPECT_EQ(problems->findings().front().rule, "binary-path");
}

TEST_F(MergeWindow, ConnectsByDraggingAndUndoesIt) {
    MergeDialog dialog(Theme::get(Theme::Kind::light), {}, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    dialog.addModels({compiled(QStringLiteral("a")), compiled(QStringLiteral("b"))});
    auto* preview = dialog.findChild<MergePreview*>();
    const auto inputs = [&] {
        const MergePlan* plan = dialog.plan();
        return plan ? plan->model.graph(plan->model.mainGraph())->inputs.size() : 0;
    };
    ASSERT_TRUE(waitFor([&] { return inputs() == 2; }));
    const QPoint from = preview->portRect(QStringLiteral("a_y")).center().toPoint(),
                 to = preview->portRect(QStringLiteral("b_x")).center().toPoint();
    QTest::mousePress(preview, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(preview, &move);
    QTest::mouseRelease(preview, Qt::LeftButton, {}, to);
    ASSERT_TRUE(waitFor([&] { return inputs() == 1; }));
    dialog.undo();
    ASSERT_TRUE(waitFor([&] { return inputs() == 2; }));
    dialog.redo();
    ASSERT_TRUE(waitFor([&] { return inputs() == 1; }));
    dialog.undo();
    dialog.undo();
    EXPECT_FALSE(dialog.plan()) << "before the models were added";
}

} // namespace
} // namespace partita
