// The history as a script, saved by the menu and played on the model as it was.

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <fstream>

#include "core/edits/edit_script.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/scenario_window.h"
#include "views/document/edit_actions.h"

namespace partita {
namespace {

using test::Answers;

class SavesScripts : public test::ScenarioWindow {
protected:
    SavesScripts() {
        open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[1,4] x) => (float[1,4] y) <float[4] w = {1, 2, 3, 4}> {
              [one] a = Neg(x) [two] b = Add(a, w) [three] c = Relu(b) [four] y = Tanh(c) })"));
        m_opened = *readModel(files / "m.onnx");
    }
    void apply(const Edit& edit) {
        placed([&] { ASSERT_TRUE(document().edits().apply(edit)); });
    }
    /// The model after the script, as the command `edit` plays it.
    Model played(const char* name) {
        const auto script = readEditScript(files / name);
        EXPECT_TRUE(script) << script.error().message();
        const PlayedScript result = playScript(m_opened, *script, false);
        for (const PlayedStep& step : result.steps)
            EXPECT_TRUE(step.done) << step.op << ": " << step.text;
        return result.model;
    }
    void save(std::vector<Answers::Step> steps) {
        const Answers answers(std::move(steps));
        window.action("saveScript")->trigger();
    }
    Model m_opened;
};

TEST_F(SavesScripts, WhichGiveTheSameModel) {
    apply(RenameNode{node("one"), "uno"});
    document().setSelection({node("three")});
    placed([&] { ASSERT_TRUE(duplicateSelection(document())); });
    document().setSelection({node("two")});
    placed([&] { ASSERT_TRUE(disconnectSelection(document())); });
    apply(BypassNodes{{node("four")}});
    placed([&] { document().history().undo(); }); // what was undone is not in it
    save({Answers::file(pathOf("s.json"))});
    EXPECT_TRUE(said().contains(QStringLiteral("s.json"))) << said().toStdString();
    // But for types, of which the window knows more than the file says.
    const auto withoutTypes = [](const Model& model) {
        ModelEditor editor(model);
        model.values().forEach([&](ValueId id, const auto&) {
            editor.changeValue(id, [](Value& value) { value.type = nullptr; });
        });
        return *serializeModel(editor.model());
    };
    EXPECT_EQ(withoutTypes(played("s.json")), withoutTypes(document().storedModel()));
}

TEST_F(SavesScripts, AndAskWhereAStepHasNoForm) {
    apply(RenameNode{node("one"), "uno"});
    const NodeId three = node("three");
    placed([&] {
        const auto edited = applyEdit(document().storedModel(), BypassNodes{{three}});
        document().edits().applyDelta(edited->delta, Message("Apply 3 rewrites"), {}, {},
                                      StepKind::rewrites);
    });
    save({Answers::file(pathOf("s.json")),
          Answers::message(QStringLiteral("Apply 3 rewrites"), QMessageBox::Cancel)});
    EXPECT_FALSE(std::filesystem::exists(files / "s.json"));
    save({Answers::file(pathOf("s.json")),
          Answers::message(QStringLiteral("Apply 3 rewrites"), QMessageBox::Save)});
    EXPECT_TRUE(test::nodeNamed(played("s.json"), "uno"));
    EXPECT_TRUE(test::nodeNamed(played("s.json"), "three"));
}

TEST_F(SavesScripts, OrAreShownWhileTheUserEdits) {
    EXPECT_TRUE(window.dock("script")->isHidden());
    window.action("editMode")->trigger();
    EXPECT_FALSE(window.dock("script")->isHidden());
    window.showPanel("script");
    auto* text = in<QPlainTextEdit>("script", "scriptText");
    auto* copy = in<QPushButton>("script", "copyScript");
    ASSERT_TRUE(waitFor([&] { return text->isVisible(); }));
    EXPECT_TRUE(text->toPlainText().isEmpty());
    EXPECT_FALSE(copy->isEnabled());
    apply(RenameNode{node("one"), "uno"});
    EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("uno")))
        << text->toPlainText().toStdString();
    QTest::mouseClick(copy, Qt::LeftButton);
    const QString copied = QGuiApplication::clipboard()->text();
    std::ofstream(files / "copied.json") << copied.toStdString();
    const Model again = played("copied.json");
    EXPECT_TRUE(test::nodeNamed(again, "uno"));
    placed([&] { document().history().undo(); });
    EXPECT_TRUE(text->toPlainText().isEmpty());
    // What a script cannot hold is said.
    placed([&] { document().history().redo(); });
    EXPECT_TRUE(in<QLabel>("script", "scriptSummary")->text().startsWith(QStringLiteral("1 step")));
}

} // namespace
} // namespace partita
