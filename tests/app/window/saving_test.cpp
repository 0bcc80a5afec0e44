// Saving the document: keys, questions, files that changed or cannot be written.

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <filesystem>
#include <sys/resource.h>

#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/merges.h"
#include "tests/support/model_files.h"
#include "tests/support/scenario_window.h"

namespace partita {
namespace {

using test::Answers;

constexpr const char* kModel = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2] x) => (float[2] y) { [one] a = Neg(x) [two] y = Relu(a) })";
constexpr const char* kConstant = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2] x) => (float[2] y) <float[2] w = {3, 4}> { [one] a = Neg(x) [two] y = Add(a, w) })";
constexpr auto kAll = Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier;

class Saves : public test::ScenarioWindow {
protected:
    void rename(const char* from, const char* to) {
        placed([&] { ASSERT_TRUE(document().edits().apply(RenameNode{node(from), to})); });
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
        window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, static_cast<Qt::Key>(key), modifiers);
        ASSERT_TRUE(idle());
    }
    [[nodiscard]] std::string firstName(const char* file) const {
        const auto model = readModel(files / file);
        return model ? model->node(model->nodesOf(model->mainGraph()).front())->name
                     : model.error().message();
    }
    /// Puts another file in the place of one, as careful programs do.
    void replaceFile(const char* name, const std::string& bytes) const {
        std::ofstream(files / "new", std::ios::binary) << bytes;
        std::filesystem::rename(files / "new", files / name);
    }
    /// Clicks the button of a question by its text.
    static Answers::Step click(const QString& text) {
        return [text](QWidget& box) { test::clickButton(box, text); };
    }
};

TEST_F(Saves, SaveWritesTheEditsAndNothingElse) {
    const QString path = modelFile("m.onnx", kModel);
    open(path);
    const std::string before = bytesOf("m.onnx");
    rename("one", "uno");
    press(Qt::Key_S);
    EXPECT_EQ(firstName("m.onnx"), "uno");
    EXPECT_FALSE(window.isWindowModified());
    EXPECT_TRUE(said().contains(QStringLiteral("Saved")));
    std::string expected = before;
    expected.replace(expected.find("one"), 3, "uno");
    EXPECT_EQ(bytesOf("m.onnx"), expected);
    placed([&] { press(Qt::Key_Z); });
    EXPECT_TRUE(window.isWindowModified()) << "what is in view is not in the file any more";
    press(Qt::Key_S);
    EXPECT_EQ(bytesOf("m.onnx"), before);
    EXPECT_FALSE(window.isWindowModified());
    placed([&] { press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); });
    EXPECT_TRUE(window.isWindowModified());
    press(Qt::Key_S);
    EXPECT_EQ(bytesOf("m.onnx"), expected);
}

TEST_F(Saves, WithoutEditsThereIsNothingToSave) {
    open(modelFile("m.onnx", kModel));
    const auto before = stampOf(files / "m.onnx");
    press(Qt::Key_S);
    EXPECT_EQ(stampOf(files / "m.onnx"), before);
    EXPECT_TRUE(said().contains(QStringLiteral("nothing to save")));
}

TEST_F(Saves, AScenarioThatIsInNoFileIsOfferedToBeSaved) {
    open(modelFile("m.onnx", kModel));
    placed([&] { document().scenarios().add({{RunLengthChange{"npu", 5}}}); });
    EXPECT_TRUE(window.isWindowModified());
    press(Qt::Key_S);
    EXPECT_FALSE(said().contains(QStringLiteral("nothing to save"))) << said().toStdString();
    EXPECT_TRUE(said().contains(QStringLiteral("is not saved: 1 change"))) << said().toStdString();
    {
        const Answers answers({Answers::file(pathOf("s.json"))});
        test::clickButton(window, QStringLiteral("Save the scenario…"));
        ASSERT_TRUE(idle());
    }
    EXPECT_FALSE(bytesOf("s.json").empty());
    EXPECT_FALSE(window.isWindowModified());
    press(Qt::Key_S);
    EXPECT_TRUE(said().contains(QStringLiteral("nothing to save")));
}

TEST_F(Saves, SaveAsMovesTheDocumentAndACopyDoesNot) {
    open(modelFile("m.onnx", kModel));
    rename("one", "uno");
    {
        const Answers answers({Answers::file(pathOf("copy.onnx"))});
        window.action("saveCopy")->trigger();
        ASSERT_TRUE(idle());
    }
    EXPECT_EQ(firstName("copy.onnx"), "uno");
    EXPECT_TRUE(window.isWindowModified());
    const Answers answers({Answers::file(pathOf("other.onnx"))});
    press(Qt::Key_S, kAll);
    EXPECT_EQ(firstName("other.onnx"), "uno");
    EXPECT_EQ(firstName("m.onnx"), "one");
    EXPECT_EQ(window.path(), pathOf("other.onnx"));
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("other.onnx")));
    EXPECT_FALSE(window.isWindowModified());
    rename("uno", "eins");
    press(Qt::Key_S);
    EXPECT_EQ(firstName("other.onnx"), "eins");
}

TEST_F(Saves, TheSelectionBecomesAModelOfItsOwn) {
    open(modelFile("m.onnx", kConstant));
    rename("two", "zwei");
    document().setCurrentNode(node("zwei"));
    {
        const Answers answers({Answers::file(pathOf("part.onnx"))});
        Q_EMIT document().linkRequested(QStringLiteral("save:selection"));
        ASSERT_TRUE(idle());
    }
    const auto part = readModel(files / "part.onnx");
    ASSERT_TRUE(part) << part.error().message();
    const Graph& main = *part->graph(part->mainGraph());
    EXPECT_EQ(firstName("part.onnx"), "zwei");
    EXPECT_EQ(part->nodes().count(), 1U);
    ASSERT_EQ(main.inputs.size(), 1U);
    EXPECT_EQ(part->value(main.inputs[0])->name, "a");
    EXPECT_TRUE(said().contains(QStringLiteral("part.onnx")));
    EXPECT_TRUE(window.isWindowModified()) << "the document itself is not saved";
    EXPECT_EQ(window.path(), pathOf("m.onnx"));
    const std::string before = bytesOf("m.onnx");
    document().saving().savePart(*part, (files / "m.onnx").string());
    EXPECT_TRUE(said().contains(QStringLiteral("cannot take the place of its model")));
    EXPECT_EQ(bytesOf("m.onnx"), before);
}

TEST_F(Saves, AFileThatChangedMeanwhileIsNotOverwrittenWithoutAQuestion) {
    open(modelFile("m.onnx", kModel));
    rename("one", "uno");
    std::string theirs = bytesOf("m.onnx");
    theirs.replace(theirs.find("two"), 3, "owt");
    replaceFile("m.onnx", theirs);
    {
        const Answers answers({[](QWidget& box) { // Enter does not overwrite
            QTest::keyClick(&box, Qt::Key_Return);
        }});
        press(Qt::Key_S);
    }
    EXPECT_EQ(bytesOf("m.onnx"), theirs);
    {
        const Answers answers({click(QStringLiteral("Save as…")), Answers::file(pathOf("n.onnx"))});
        press(Qt::Key_S);
    }
    EXPECT_EQ(bytesOf("m.onnx"), theirs);
    EXPECT_EQ(firstName("n.onnx"), "uno");
}

TEST_F(Saves, AFileThatChangedMeanwhileIsOverwrittenIfTheUserSaysSo) {
    open(modelFile("m.onnx", kModel));
    rename("one", "uno");
    std::string theirs = bytesOf("m.onnx");
    theirs.replace(theirs.find("two"), 3, "owt");
    replaceFile("m.onnx", theirs);
    const Answers answers({click(QStringLiteral("Overwrite"))});
    press(Qt::Key_S);
    EXPECT_EQ(firstName("m.onnx"), "uno");
    EXPECT_FALSE(window.isWindowModified());
}

/// What another program writes into the file itself is under the weights that are mapped from it:
/// they are lost, and are not saved as if they were whole.
TEST_F(Saves, AFileThatWasWrittenInPlaceIsNotSavedWithWrongWeights) {
    open(modelFile("m.onnx", kModel));
    rename("one", "uno");
    std::string theirs = bytesOf("m.onnx");
    theirs.replace(theirs.find("two"), 3, "owt");
    std::ofstream(files / "m.onnx", std::ios::binary) << theirs;
    const Answers answers({click(QStringLiteral("Overwrite"))});
    press(Qt::Key_S);
    EXPECT_EQ(bytesOf("m.onnx"), theirs);
    EXPECT_TRUE(said().contains(QStringLiteral("m.onnx"))) << said().toStdString();
    EXPECT_TRUE(window.isWindowModified());
}

TEST_F(Saves, TheOwnSavingIsNoChangeOnDisk) {
    open(modelFile("m.onnx", kModel));
    rename("one", "uno");
    press(Qt::Key_S);
    QTest::qWait(600); // the watch waits for 250 ms
    EXPECT_FALSE(said().contains(QStringLiteral("changed on disk"))) << said().toStdString();
}

TEST_F(Saves, AReadOnlyFileIsSavedUnderAnotherName) {
    open(modelFile("m.onnx", kModel));
    const std::string before = bytesOf("m.onnx");
    std::filesystem::permissions(files / "m.onnx", std::filesystem::perms::owner_read);
    rename("one", "uno");
    const Answers answers({[this](QWidget& dialog) {
        EXPECT_TRUE(dialog.windowTitle().startsWith(QStringLiteral("m.onnx may not be written")));
        Answers::file(pathOf("mine.onnx"))(dialog);
    }});
    press(Qt::Key_S);
    EXPECT_EQ(bytesOf("m.onnx"), before);
    EXPECT_EQ(firstName("mine.onnx"), "uno");
}

TEST_F(Saves, WhatCannotBeWrittenIsToldAndStaysUnsaved) {
    std::filesystem::create_directory(files / "sub");
    open(modelFile("sub/m.onnx", kModel));
    rename("one", "uno");
    std::filesystem::remove_all(files / "sub");
    press(Qt::Key_S);
    EXPECT_TRUE(said().contains(QStringLiteral("sub"))) << said().toStdString();
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_TRUE(node("uno"));
}

/// As on a full disk: no file may grow beyond some bytes.
class FullDisk {
public:
    FullDisk() {
        ignoreFileSizeSignal();
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const struct rlimit none { 16, m_before.rlim_max };
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    struct rlimit m_before {};
};

TEST_F(Saves, AFullDiskLeavesTheOldFileAndTheEdits) {
    open(modelFile("m.onnx", kModel));
    const std::string before = bytesOf("m.onnx");
    rename("one", "uno");
    {
        const FullDisk full;
        press(Qt::Key_S);
    }
    EXPECT_TRUE(said().contains(QStringLiteral("m.onnx"))) << said().toStdString();
    EXPECT_EQ(bytesOf("m.onnx"), before);
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(files.path()), {}), 1)
        << "nothing else is left there";
    press(Qt::Key_S);
    EXPECT_EQ(firstName("m.onnx"), "uno");
}

TEST_F(Saves, EditsAreAskedForBeforeTheyAreLost) {
    open(modelFile("m.onnx", kModel));
    rename("one", "uno");
    {
        const Answers answers({Answers::message(QStringLiteral("edit"), QMessageBox::Cancel)});
        press(Qt::Key_W);
    }
    ASSERT_TRUE(document().hasDocument());
    const Answers answers({Answers::message(QStringLiteral("m.onnx"), QMessageBox::Save)});
    press(Qt::Key_W);
    EXPECT_FALSE(document().hasDocument());
    EXPECT_EQ(firstName("m.onnx"), "uno");
}

TEST_F(Saves, OneQuestionIsForAllThatIsNotSaved) {
    open(modelFile("m.onnx", kModel));
    rename("one", "uno");
    placed([&] { document().setExcluded(node("two"), "npu", true); });
    {
        const Answers answers({[](QWidget& question) {
            auto& box = static_cast<QMessageBox&>(question);
            EXPECT_TRUE(box.text().contains(QStringLiteral("edit")));
            EXPECT_TRUE(box.text().contains(QStringLiteral("scenario")));
            QTest::mouseClick(box.button(QMessageBox::Cancel), Qt::LeftButton);
        }});
        press(Qt::Key_W);
    }
    const Answers answers({Answers::message(QStringLiteral("m.onnx"), QMessageBox::Discard)});
    press(Qt::Key_W);
    EXPECT_FALSE(document().hasDocument());
    EXPECT_EQ(firstName("m.onnx"), "one");
}

TEST_F(Saves, WeightsThatAreMappedFromTheFileStayWhole) {
    test::writeWithData(kConstant, files / "m.onnx");
    open(pathOf("m.onnx"));
    rename("one", "uno");
    press(Qt::Key_S);
    rename("uno", "eins");
    press(Qt::Key_S);
    const auto valuesOf = [](const Model& model) {
        const auto& w = model.value(test::valueNamed(model, "w"))->initializer;
        const auto values = elementsAsDoubles(*w);
        return values ? *values : std::vector<double>{};
    };
    const auto saved = readModel(files / "m.onnx");
    ASSERT_TRUE(saved);
    EXPECT_EQ(valuesOf(*saved), (std::vector<double>{3, 4}));
    EXPECT_EQ(valuesOf(document().storedModel()), (std::vector<double>{3, 4}));
    EXPECT_EQ(firstName("m.onnx"), "eins");
}

TEST_F(Saves, DataThatGoesAlongToAnotherFolderIsWrittenOnce) {
    test::writeWithData(kConstant, files / "m.onnx");
    std::filesystem::create_directory(files / "sub");
    open(pathOf("m.onnx"));
    rename("one", "uno");
    {
        const Answers answers({Answers::file(pathOf("sub/n.onnx"))});
        press(Qt::Key_S, kAll);
    }
    rename("uno", "eins");
    press(Qt::Key_S);
    EXPECT_EQ(firstName("sub/n.onnx"), "eins");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(files / "sub"), {}), 2)
        << "the model and one file of data";
    const auto saved = readModel(files / "sub/n.onnx");
    ASSERT_TRUE(saved);
    const auto& w = saved->value(test::valueNamed(*saved, "w"))->initializer;
    EXPECT_EQ(*elementsAsDoubles(*w), (std::vector<double>{3, 4}));
}

TEST_F(Saves, ProblemsThatAnEditMadeAreAskedForOnce) {
    open(modelFile("m.onnx", kModel));
    placed([&] { ASSERT_TRUE(document().edits().apply(DeleteNodes{{node("one")}})); });
    {
        const Answers answers({[](QWidget& question) {
            auto& box = static_cast<QMessageBox&>(question);
            EXPECT_TRUE(box.text().contains(QStringLiteral("two"))) << box.text().toStdString();
            test::clickButton(box, QStringLiteral("Cancel"));
        }});
        press(Qt::Key_S);
    }
    EXPECT_EQ(firstName("m.onnx"), "one");
    {
        const Answers answers({click(QStringLiteral("Show problems"))});
        press(Qt::Key_S);
    }
    EXPECT_EQ(firstName("m.onnx"), "one");
    EXPECT_TRUE(document().edits().isOn());
    EXPECT_TRUE(window.dock("problems")->isVisible());
    // The line above the graph counts errors, and the list warnings as well: it says which it counts.
    EXPECT_TRUE(waitFor([&] {
        const auto labels = window.findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(QStringLiteral("✕ <b>1 error"));
        });
    }));
    {
        const Answers answers({click(QStringLiteral("Save anyway"))});
        press(Qt::Key_S);
    }
    EXPECT_EQ(firstName("m.onnx"), "two");
    rename("two", "due");
    press(Qt::Key_S); // nobody asks again
    EXPECT_EQ(firstName("m.onnx"), "due");
}

TEST_F(Saves, WhatOnlyTheCheckerFindsIsAskedForAsWell) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Neg(x) [two] y = Softmax<axis = 0>(a) })"));
    placed([&] {
        ASSERT_TRUE(document().edits().apply(
            SetAttribute{{node("two")}, Attribute::make("axis", std::int64_t{7})}));
    });
    {
        const Answers answers({[](QWidget& question) {
            EXPECT_TRUE(
                static_cast<QMessageBox&>(question).text().contains(QStringLiteral("axis")));
            test::clickButton(question, QStringLiteral("Cancel"));
        }});
        press(Qt::Key_S);
    }
    EXPECT_TRUE(window.isWindowModified());
}

TEST_F(Saves, ProblemsThatTheFileHadAreNotAskedFor) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Neg(nowhere) [two] y = Relu(a) })"));
    rename("one", "uno");
    press(Qt::Key_S);
    EXPECT_EQ(firstName("m.onnx"), "uno");
}

TEST_F(Saves, BinariesOfACompiledModelGoAlong) {
    std::filesystem::create_directories(files / "sub");
    std::ofstream(files / "a.bin", std::ios::binary) << test::qnnBinary({"part"});
    std::ofstream(files / "sub/a.bin") << "someone's";
    open(modelFile("m.onnx", test::contextModel(test::kQnn, "one", "a.bin", "part")));
    placed([&] {
        ASSERT_TRUE(document().edits().apply(
            SetAttribute{{node("one")}, Attribute::string("notes", "seen")}));
    });
    {
        const Answers answers({Answers::file(pathOf("sub/n.onnx"))});
        press(Qt::Key_S, kAll);
    }
    const auto pathIn = [](const Model& model) { return epContextsOf(model).front().path(); };
    EXPECT_EQ(bytesOf("sub/a.bin"), "someone's");
    EXPECT_EQ(bytesOf("sub/a_2.bin"), bytesOf("a.bin"));
    EXPECT_EQ(pathIn(*readModel(files / "sub/n.onnx")), "a_2.bin");
    EXPECT_EQ(pathIn(document().storedModel()), "a_2.bin");
    // What runs or checks the document looks beside the new file, too.
    ASSERT_TRUE(idle());
    for (const Model* model : {&document().storedModel(), &document().model()}) {
        EXPECT_EQ(sourceFolder(*model), files / "sub");
        const auto binary = contextBinary(epContextsOf(*model).front(), sourceFiles(*model));
        ASSERT_TRUE(binary) << binary.error().message();
        EXPECT_EQ(binary->text(), bytesOf("a.bin"));
    }
    EXPECT_FALSE(window.isWindowModified());
    // The node of before the edit names the binary that lies beside the file now.
    placed([&] { press(Qt::Key_Z); });
    EXPECT_FALSE(document().storedModel().node(node("one"))->attribute("notes"));
    EXPECT_EQ(pathIn(document().storedModel()), "a_2.bin");
    press(Qt::Key_S);
    const Model saved = *readModel(files / "sub/n.onnx");
    EXPECT_EQ(pathIn(saved), "a_2.bin");
    EXPECT_FALSE(saved.node(test::nodeNamed(saved, "one"))->attribute("notes"));
}

TEST_F(Saves, ACompiledNodeThatComesBackFindsItsBinary) {
    std::filesystem::create_directories(files / "sub");
    std::ofstream(files / "a.bin", std::ios::binary) << test::qnnBinary({"part"});
    std::ofstream(files / "sub/a.bin") << "someone's";
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[1,4] x) => (float[1,4] y) <float[1,4] w> {
          [one] w = com.microsoft.EPContext<main_context = 1, embed_mode = 0,
              source = "QNNExecutionProvider", ep_cache_context = "a.bin",
              partition_name = "part">(x)
          [two] y = Relu(x) })"));
    placed([&] { ASSERT_TRUE(document().edits().apply(DeleteNodes{{node("one")}})); });
    {
        const Answers answers({Answers::file(pathOf("sub/n.onnx"))});
        press(Qt::Key_S, kAll);
    }
    EXPECT_FALSE(std::filesystem::exists(files / "sub/a_2.bin")) << "nothing names it";
    placed([&] { press(Qt::Key_Z); });
    const auto context = [&] { return epContextsOf(document().storedModel()).front(); };
    const auto found = contextBinary(context(), document().edits().binaries());
    ASSERT_TRUE(found) << found.error().message();
    EXPECT_EQ(found->text(), bytesOf("a.bin"));
    const auto seen = contextBinary(context(), sourceFiles(document().storedModel()));
    ASSERT_TRUE(seen) << seen.error().message();
    EXPECT_EQ(seen->text(), bytesOf("a.bin"));
    press(Qt::Key_S);
    EXPECT_EQ(bytesOf("sub/a.bin"), "someone's");
    EXPECT_EQ(bytesOf("sub/a_2.bin"), bytesOf("a.bin"));
    EXPECT_EQ(epContextsOf(*readModel(files / "sub/n.onnx")).front().path(), "a_2.bin");
    EXPECT_EQ(context().path(), "a_2.bin");
    EXPECT_TRUE(document().edits().binaries().elsewhere.empty());
}

TEST_F(Saves, DeleteAndRenameWorkByKeysWhereEditingIsOn) {
    open(modelFile("m.onnx", kModel));
    document().setCurrentNode(node("two"));
    window.graph().setFocus();
    QTest::keyClick(&window.graph(), Qt::Key_Delete);
    QTest::keyClick(&window.graph(), Qt::Key_F2);
    EXPECT_EQ(document().history().size(), 0);
    press(Qt::Key_E);
    ASSERT_TRUE(document().edits().isOn());
    {
        const Answers answers({Answers::input(QStringLiteral("two"), QStringLiteral("due"))});
        placed([&] { press(Qt::Key_F2, Qt::NoModifier); });
    }
    EXPECT_TRUE(node("due"));
    window.activateWindow(); // after the dialog
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.graph().setFocus();
    placed([&] { QTest::keyClick(&window.graph(), Qt::Key_Delete); });
    EXPECT_FALSE(node("due"));
    EXPECT_EQ(document().history().size(), 2);
}

} // namespace
} // namespace partita
