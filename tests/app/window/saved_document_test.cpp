// What is saved is the document that it was asked for, as its file should have it.

#include <QPushButton>

#include "core/base/file_writing.h"
#include "core/document/file_stamp.h"
#include "core/onnx/read.h"
#include "tests/support/dialogs.h"
#include "tests/support/models.h"
#include "tests/support/scenario_window.h"

namespace partita {
namespace {

using test::Answers;

constexpr const char* kFirst = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2] x) => (float[2] y) { [one] a = Neg(x) [two] y = Relu(a) })";
constexpr const char* kSecond = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[3] x) => (float[3] y) { [other] y = Exp(x) })";

class SavedDocument : public test::ScenarioWindow {
protected:
    /// Opens the first model, with an edit.
    template <class F> void openEdited(F&& edit) {
        open(modelFile("first.onnx", kFirst));
        (void)modelFile("second.onnx", kSecond);
        before = bytesOf("second.onnx");
        placed([&] { ASSERT_TRUE(document().edits().apply(edit())); });
    }
    void openRenamed() {
        openEdited([&] { return RenameNode{node("one"), "uno"}; });
    }
    /// Begins to save, and has the worker wait for the folder while `meanwhile` happens.
    template <class F> void saveSlowly(F&& meanwhile) {
        {
            const auto lock = FolderLock::of(files.path());
            ASSERT_TRUE(lock);
            window.action("save")->trigger();
            ASSERT_TRUE(document().saving().isSaving());
            meanwhile();
            ASSERT_TRUE(document().saving().isSaving());
        }
        ASSERT_TRUE(idle());
        EXPECT_EQ(names("first.onnx"), (std::vector<std::string>{"uno", "two"}));
    }
    /// Opens the second model in the place of the first, without a question.
    void openSecond() {
        document().open(files / "second.onnx");
        EXPECT_TRUE(waitFor([&] { return isSecond(); }));
    }
    bool isSecond() {
        return document().hasDocument() && document().state().path == files / "second.onnx";
    }
    /// The second document is as it was opened, and so is its file.
    void expectSecond() {
        EXPECT_EQ(window.path(), pathOf("second.onnx"));
        EXPECT_EQ(document().storedModel().nodes().count(), 1U);
        EXPECT_FALSE(document().edits().isModified());
        EXPECT_FALSE(document().saving().hasChangedOnDisk());
        EXPECT_EQ(bytesOf("second.onnx"), before);
    }
    [[nodiscard]] std::vector<std::string> names(const char* file) const {
        std::vector<std::string> found;
        if (const auto model = readModel(files / file))
            for (const NodeId id : model->nodesOf(model->mainGraph()))
                found.push_back(model->node(id)->name);
        return found;
    }
    std::string before; ///< the file of the second model
};

TEST_F(SavedDocument, IsNotTheOneThatIsOpenedWhileAWorkerWrites) {
    openRenamed();
    saveSlowly([&] { openSecond(); });
    EXPECT_TRUE(said().contains(QStringLiteral("first.onnx"))) << said().toStdString();
    expectSecond();
}

TEST_F(SavedDocument, MayBeClosedWhileAWorkerWrites) {
    openRenamed();
    saveSlowly([&] { document().close(); });
    EXPECT_FALSE(document().hasDocument());
}

TEST_F(SavedDocument, IsNotTheOneThatComesDuringAQuestion) {
    openEdited([&] { return DeleteNodes{{node("one")}}; });
    const std::string first = bytesOf("first.onnx");
    {
        const Answers answers({[&](QWidget& box) {
            openSecond();
            test::clickButton(box, QStringLiteral("Save anyway"));
        }});
        window.action("save")->trigger();
        ASSERT_TRUE(idle());
    }
    EXPECT_EQ(bytesOf("first.onnx"), first);
    expectSecond();
}

TEST_F(SavedDocument, IsNotTheOneThatComesWhileAPathIsChosen) {
    for (const char* command : {"saveAs", "saveCopy"}) {
        openRenamed();
        const Answers answers({[&](QWidget& dialog) {
            openSecond();
            Answers::file(pathOf("chosen.onnx"))(dialog);
        }});
        window.action(command)->trigger();
        ASSERT_TRUE(idle());
        EXPECT_FALSE(stampOf(files / "chosen.onnx")) << command;
        expectSecond();
    }
}

TEST_F(SavedDocument, HasTheSizesOfOutputsThatAnEditForgot) {
    open(modelFile("pooled.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[batch, 3, height, width] x) => (float[batch, 3, h, w] y) {
          [pool] a = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (x) [end] y = Relu(a) })"));
    const auto typeOfOutput = [](const Model& model) {
        return model.value(test::valueNamed(model, "y"))->type->text();
    };
    placed([&] {
        ASSERT_TRUE(document().edits().apply(SetAttribute{
            {node("pool")}, Attribute::make("strides", std::vector<std::int64_t>{1, 1})}));
    });
    window.action("save")->trigger();
    ASSERT_TRUE(idle());
    const auto saved = readModel(files / "pooled.onnx");
    ASSERT_TRUE(saved);
    EXPECT_EQ(typeOfOutput(*saved), "batch×3×?×? fp32");
    // The document is what the file holds, also when it comes back to that.
    EXPECT_EQ(typeOfOutput(document().storedModel()), "batch×3×?×? fp32");
    EXPECT_FALSE(document().edits().isModified());
    placed([&] { window.action("undo")->trigger(); });
    EXPECT_EQ(typeOfOutput(document().storedModel()), "batch×3×h×w fp32");
    EXPECT_TRUE(document().edits().isModified());
    placed([&] { window.action("redo")->trigger(); });
    EXPECT_EQ(typeOfOutput(document().storedModel()), "batch×3×?×? fp32");
    EXPECT_FALSE(document().edits().isModified());
}

} // namespace
} // namespace partita
