// The user's own ONNX Runtime in the window: the settings, who runs it really, runs and compiles.
// A script that answers in place of Python stands for it.

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/window/runtime_page.h"
#include "app/window/settings_dialog.h"
#include "tests/support/dialogs.h"
#include "views/dialogs/compile_dialog.h"
#include "views/dialogs/real_provider_box.h"
#include "views/dialogs/record_dialog.h"
#include "views/document/measured_controller.h"
#include "views/document/runtime_choice.h"

namespace partita {
namespace {

using nlohmann::json;
using test::Answers;

class RealRuntimeWindow : public test::OperatedWindow {
protected:
    ~RealRuntimeWindow() override {
        appearance->setPreferences(WindowSettings::defaultPreferences());
    }

    /// A program that answers as bridge.py does. `first` runs before an answer of `act`.
    QString python(const char* act = "none", const std::string& answer = {},
                   const std::string& first = ":") {
        const json facts = {{"python", "3.12.1"},
                            {"executable", "/env/bin/python3"},
                            {"machine", "x86_64"},
                            {"onnxruntime", "1.99.0"},
                            {"location", "/env/onnxruntime"},
                            {"providers", {"QNNExecutionProvider", "CPUExecutionProvider"}}};
        const std::filesystem::path path = files / "python3";
        std::ofstream(path) << "#!/bin/sh\ncat > $2/request\nif grep -q '\"action\":\"tell\"' "
                               "$2/request; then\necho '"
                            << facts.dump() << "' > $2/answer.json\nelif grep -q '\"action\":\""
                            << act << "\"' $2/request; then\n"
                            << first << "\ncp $2/request " << (files / "request").string()
                            << "\necho '" << answer << "' > $2/answer.json\nfi\n";
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return pathOf("python3");
    }
    void choose(const QString& python) {
        Preferences wanted = appearance->preferences();
        wanted.python = python;
        appearance->setPreferences(wanted);
    }
    json request() { return json::parse(std::ifstream(files / "request")); }
    /// Opens the list of a box, waits for the answer of the runtime, and takes an entry by its text.
    void take(QWidget& box, const QString& start) {
        auto* list = box.findChild<QComboBox*>(QStringLiteral("realProviders"));
        ASSERT_TRUE(list);
        RuntimeChoice::shared()->ask();
        ASSERT_TRUE(waitFor([&] { return !RuntimeChoice::shared()->isAsking(); }));
        const int at = list->findText(start, Qt::MatchStartsWith);
        ASSERT_GE(at, 0) << "no " << start.toStdString();
        list->setCurrentIndex(at);
    }
    static void write(QWidget& box, const char* options) {
        auto* field = box.findChild<QLineEdit*>(QStringLiteral("realOptions"));
        ASSERT_TRUE(field->isVisibleTo(&box));
        field->setText(QLatin1String(options));
    }
    const std::shared_ptr<Appearance> appearance = Appearance::shared();

    /// What a runtime does that tells its number first.
    std::string does(const std::string& what) {
        std::filesystem::remove(files / "number");
        return "echo $$ > " + (files / "number").string() + "; " + what;
    }
    /// The number of the process of `does`, once it is known; 0: it was not started.
    int number() {
        int process = 0;
        EXPECT_TRUE(waitFor([&] {
            std::ifstream(files / "number") >> process;
            return process > 0;
        }));
        return process;
    }
    /// Whether the process of `does` has ended, or ends soon.
    bool isGone() {
        const int process = number();
        return waitFor([&] { return ::kill(process, 0) != 0; });
    }
    /// Asks a runtime that does this who runs the nodes.
    void askOneThat(const std::string& first) {
        open(test::kSample);
        choose(python("record", "{}", first));
        window.action("askRuntime")->trigger();
        auto* dialog = window.findChild<RecordDialog*>();
        ASSERT_TRUE(dialog);
        take(*dialog, QStringLiteral("QNNExecutionProvider"));
        dialog->ask();
    }
    bool says(const char* words) {
        return waitFor([&] { return said().contains(QLatin1String(words)); });
    }

    /// "Who runs it really?" over the sample, of whose nodes QNN gets the convolution of the stem.
    RecordDialog* openDialog() {
        open(test::kSample);
        choose(python("record", R"({"onnxruntime": "1.99.0", "subgraphs": [{"ep_name":
            "QNNExecutionProvider", "nodes": [{"name": "stem/conv", "op_type": "Conv"}]}]})"));
        window.action("askRuntime")->trigger();
        return window.findChild<RecordDialog*>();
    }
};

TEST_F(RealRuntimeWindow, TheSettingsShowWhatItIsOrTheError) {
    const QString good = python();
    const Answers answers({[&](QWidget& dialog) {
        auto* page = dialog.findChild<RuntimePage*>();
        ASSERT_TRUE(page);
        dialog.findChild<QTabWidget*>()->setCurrentWidget(page);
        auto* field = page->findChild<QLineEdit*>(QStringLiteral("runtimePython"));
        auto* ask = page->findChild<QPushButton*>(QStringLiteral("askRuntime"));
        auto* answer = page->findChild<QPlainTextEdit*>(QStringLiteral("runtimeAnswer"));
        const auto tell = [&](const QString& path) {
            field->setText(path);
            QTest::mouseClick(ask, Qt::LeftButton);
            EXPECT_TRUE(waitFor([&] { return !RuntimeChoice::shared()->isAsking(); }));
            return answer->toPlainText();
        };
        EXPECT_TRUE(
            tell(QStringLiteral("/nowhere/python3")).contains(QStringLiteral("No such file")));
        EXPECT_TRUE(
            tell(QStringLiteral("/bin/true")).contains(QStringLiteral("is no Python interpreter")));
        const QString told = tell(good);
        EXPECT_TRUE(told.contains(QStringLiteral("ONNX Runtime 1.99.0"))) << told.toStdString();
        EXPECT_TRUE(told.contains(QStringLiteral("QNNExecutionProvider")));
        page->findChild<QPlainTextEdit*>(QStringLiteral("runtimePlugins"))
            ->setPlainText(QStringLiteral(" A:/a.so \n\nB:/b.so"));
        QTest::keyClick(field, Qt::Key_Return);
    }});
    window.action("settings")->trigger();
    EXPECT_EQ(WindowSettings().preferences().python, good);
    EXPECT_EQ(WindowSettings().preferences().plugins,
              (QStringList{QStringLiteral("A:/a.so"), QStringLiteral("B:/b.so")}));
}

TEST_F(RealRuntimeWindow, WhoRunsItReallyIsLaidOverThePrediction) {
    auto* dialog = openDialog();
    ASSERT_TRUE(dialog);
    take(*dialog, QStringLiteral("QNNExecutionProvider"));
    write(*dialog, "backend_path=/x.so; session.intra_op_num_threads=1");
    dialog->ask();
    MeasuredController& measured = window.document().measured();
    ASSERT_TRUE(waitFor([&] { return measured.placement() != nullptr; }));
    EXPECT_EQ(measured.placement()->label.text(),
              "measured (ONNX Runtime 1.99.0, QNNExecutionProvider)");
    EXPECT_TRUE(window.action("colourMeasured")->isChecked());
    EXPECT_EQ(request()["level"], "ORT_DISABLE_ALL");
    EXPECT_EQ(request()["providers"][0]["options"]["backend_path"], "/x.so");
    EXPECT_EQ(request()["config"][0][0], "session.intra_op_num_threads");
}

TEST_F(RealRuntimeWindow, ASessionHasTheThreadsSizesAndLibrariesOfTheCommandLine) {
    auto* dialog = openDialog();
    ASSERT_TRUE(dialog);
    auto* button = dialog->findChild<QToolButton*>(QStringLiteral("sessionSettings"));
    ASSERT_TRUE(button);
    EXPECT_FALSE(
        button->isVisibleTo(dialog) &&
        !dialog->findChild<QLineEdit*>(QStringLiteral("realOptions"))->isVisibleTo(dialog));
    take(*dialog, QStringLiteral("QNNExecutionProvider"));
    std::ofstream(files / "operators.so") << "x";
    QString refused;
    QTimer::singleShot(0, [&] {
        auto* fields = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_TRUE(fields);
        const auto key = [&](const char* name, const char* text) {
            auto* field = fields->findChild<QWidget*>(QLatin1String(name));
            ASSERT_TRUE(field);
            field->setFocus();
            QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(field, QLatin1String(text));
        };
        key("sessionThreads", "3");
        key("sessionInterOpThreads", "2");
        auto* executor = fields->findChild<QComboBox*>(QStringLiteral("sessionExecutor"));
        QTest::keyClick(executor, Qt::Key_End);
        {
            const Answers answers({Answers::file(pathOf("operators.so"))});
            QTest::mouseClick(fields->findChild<QPushButton*>(QStringLiteral("addLibrary")),
                              Qt::LeftButton);
        }
        auto* ok = fields->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        key("sessionSizes", "batch=none");
        QTest::mouseClick(ok, Qt::LeftButton); // a wrong size: the dialog stays, and says why
        refused = fields->findChild<QLabel*>(QStringLiteral("sessionProblem"))->text();
        key("sessionSizes", "batch=2, length=128");
        QTest::mouseClick(ok, Qt::LeftButton);
    });
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(refused.contains(QStringLiteral("batch=none"))) << refused.toStdString();
    EXPECT_TRUE(button->text().contains(QStringLiteral("batch=2, length=128")))
        << button->text().toStdString();
    auto* box = static_cast<RealProviderBox*>(button->parentWidget());
    const auto session = box->session();
    ASSERT_TRUE(session);
    EXPECT_EQ(session->settings.threads, 3);
    EXPECT_EQ(session->settings.interOpThreads, 2);
    EXPECT_EQ(session->settings.parallel, std::optional(true));
    EXPECT_EQ(session->settings.freeDims.at("length"), 128);
    ASSERT_EQ(session->settings.customOps.size(), 1U);
    EXPECT_EQ(session->settings.customOps[0].filename(), "operators.so");
}

TEST_F(RealRuntimeWindow, WhatItToldIsSavedAndReadAgain) {
    auto* dialog = openDialog();
    ASSERT_TRUE(dialog);
    EXPECT_FALSE(dialog->findChild<QPushButton*>(QStringLiteral("saveRecord"))->isEnabled());
    take(*dialog, QStringLiteral("QNNExecutionProvider"));
    dialog->ask();
    MeasuredController& measured = window.document().measured();
    ASSERT_TRUE(waitFor([&] { return measured.placement() != nullptr; }));
    const QString path = pathOf("placements.json");
    {
        const Answers answers({Answers::file(path)});
        QTest::mouseClick(in<QPushButton>("measured", "saveRecord"), Qt::LeftButton);
    }
    const json saved = json::parse(std::ifstream(path.toStdString()));
    EXPECT_EQ(saved["onnxruntime"], "1.99.0");
    EXPECT_EQ(saved["providers"][0]["name"], "QNNExecutionProvider");
    EXPECT_EQ(saved["subgraphs"][0]["nodes"][0]["name"], "stem/conv");
    // The dialog saves it, too; one that was read from a file is in that file.
    window.action("askRuntime")->trigger();
    const auto dialogs = window.findChildren<RecordDialog*>();
    EXPECT_TRUE(dialogs.back()->findChild<QPushButton*>(QStringLiteral("saveRecord"))->isEnabled());
    dialogs.back()->reject();
    measured.clear();
    measured.open(path.toStdString());
    ASSERT_TRUE(waitFor([&] { return measured.placement() != nullptr; }));
    EXPECT_FALSE(measured.isAsked());
    EXPECT_FALSE(in<QPushButton>("measured", "saveRecord")->isVisible());
}

TEST_F(RealRuntimeWindow, WithoutOneNothingIsAsked) {
    open(test::kSample);
    choose(QStringLiteral("/nowhere/python3"));
    window.action("askRuntime")->trigger();
    auto* dialog = window.findChild<RecordDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_TRUE(waitFor([&] { return !RuntimeChoice::shared()->isAsking(); }));
    EXPECT_TRUE(dialog->findChild<QLabel*>(QStringLiteral("recordState"))
                    ->text()
                    .contains(QStringLiteral("No such file")));
    dialog->ask();
    EXPECT_TRUE(dialog->isVisible());
    dialog->reject();
    EXPECT_FALSE(window.document().measured().placement());
}

TEST_F(RealRuntimeWindow, ARunInItIsShownAsMeasured) {
    open(test::kSample);
    choose(python("run", R"({"onnxruntime": "1.99.0", "run_ns": [2000000], "subgraphs": [{"ep_name":
        "QNNExecutionProvider", "nodes": []}], "ran_with": ["QNNExecutionProvider"], "outputs": [{"name": "boxes_8", "type": 1, "shape":
        [1, 256, 6], "file": "a"}, {"name": "boxes_16", "type": 1, "shape": [1, 64, 6], "file": "b"}]})",
                  "head -c 6144 /dev/zero > $2/a; head -c 1536 /dev/zero > $2/b"));
    auto* button = in<QPushButton>("run", "runButton");
    QWidget& panel = *window.panel("run");
    take(panel, QStringLiteral("QNNExecutionProvider"));
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }))
        << said().toStdString();
    const auto result = window.document().runs().result();
    EXPECT_EQ(result->measuredBy.text(), "measured (ONNX Runtime 1.99.0, QNNExecutionProvider)");
    EXPECT_EQ(result->best.outputs.size(), 2U);
    QString texts;
    for (auto* label : panel.findChildren<QLabel*>())
        texts += label->text();
    EXPECT_TRUE(texts.contains(QStringLiteral("<b>2.000 ms</b> measured (ONNX Runtime 1.99.0")))
        << texts.toStdString();
    EXPECT_NE(request()["model"].get<std::string>().find("detector.onnx"), std::string::npos);
}

TEST_F(RealRuntimeWindow, ItCompilesAndTheResultIsLinted) {
    open(test::kSample);
    const QString made = modelFile("made.onnx", R"(
        <ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[1] x) => (float[1] y) {
            y = com.microsoft.EPContext <main_context = 1, embed_mode = 0, source = "QNN",
                ep_cache_context = "gone.bin", partition_name = "p"> (x) })");
    choose(python("compile", R"({"onnxruntime": "1.99.0"})",
                  "mkdir $2/made; cp " + made.toStdString() + " $2/made/x_ctx.onnx"));
    window.action("compile")->trigger();
    auto* dialog = window.findChild<CompileDialog*>();
    ASSERT_TRUE(dialog);
    take(*dialog, QStringLiteral("QNNExecutionProvider"));
    write(*dialog, "backend_path=/x.so; ep.context_enable=1");
    dialog->setOutput(pathOf("x_ctx.onnx"));
    QSignalSpy compiled(dialog, &CompileDialog::compiled);
    dialog->compile();
    ASSERT_TRUE(waitFor([&] { return compiled.count() > 0; })) << dialog->verdict().toStdString();
    EXPECT_TRUE(dialog->verdict().contains(QStringLiteral("compiled by ONNX Runtime 1.99.0, QNN")))
        << dialog->verdict().toStdString();
    EXPECT_TRUE(dialog->verdict().contains(QStringLiteral("gone.bin"))); // what lint finds
    EXPECT_EQ(bytesOf("x_ctx.onnx"), bytesOf("made.onnx"));
    EXPECT_EQ(request()["output"], "x_ctx.onnx");
    EXPECT_EQ(request()["config"].size(), 0U);
    dialog->close();
}

TEST_F(RealRuntimeWindow, ACompilerThatWritesNoModelIsAnError) {
    open(test::kSample);
    choose(python("compile", R"({"onnxruntime": "1.99.0"})",
                  "mkdir $2/made; echo no > $2/made/x_ctx.onnx"));
    window.action("compile")->trigger();
    auto* dialog = window.findChild<CompileDialog*>();
    ASSERT_TRUE(dialog);
    take(*dialog, QStringLiteral("CPUExecutionProvider"));
    dialog->setOutput(pathOf("x_ctx.onnx"));
    dialog->compile();
    EXPECT_TRUE(waitFor([&] {
        return dialog->verdict().contains(QStringLiteral("cannot be read"));
    })) << dialog->verdict().toStdString();
    EXPECT_FALSE(std::filesystem::exists(files / "x_ctx.onnx"));
    dialog->close();
}

TEST_F(RealRuntimeWindow, ARuntimeThatCrashesIsSaidAndChangesNothing) {
    askOneThat(does("kill -SEGV $$"));
    EXPECT_TRUE(says("crashed with the signal 11")) << said().toStdString();
    EXPECT_TRUE(idle());
    EXPECT_FALSE(window.document().measured().placement());
    EXPECT_FALSE(window.graph().colouring().isOn());
    EXPECT_TRUE(isGone());
}

TEST_F(RealRuntimeWindow, ARuntimeThatHangsIsEndedInTime) {
    open(test::kSample);
    RealSession session;
    session.providers.push_back({.name = "QNNExecutionProvider", .library = {}});
    window.document().measured().record(
        {.python = python("record", "{}", does("sleep 1000 & wait")).toStdString(),
         .limit = std::chrono::seconds(1)},
        session, {});
    EXPECT_TRUE(says("took longer than 1 s")) << said().toStdString();
    EXPECT_TRUE(idle());
    EXPECT_FALSE(window.document().measured().placement());
    EXPECT_TRUE(isGone());
}

TEST_F(RealRuntimeWindow, AQuestionThatIsCancelledIsForgotten) {
    askOneThat(does("sleep 1000 & wait"));
    ASSERT_GT(number(), 0);
    EXPECT_TRUE(window.document().jobs()[Lane::work].isRunning());
    window.action("cancel")->trigger();
    EXPECT_TRUE(isGone());
    EXPECT_TRUE(idle());
    EXPECT_TRUE(said().isEmpty()) << said().toStdString();
    EXPECT_FALSE(window.document().measured().placement());
}

TEST_F(RealRuntimeWindow, ARunThatCrashesOrIsCancelledHasNoResult) {
    open(test::kSample);
    auto* button = in<QPushButton>("run", "runButton");
    choose(python("run", "{}", does("kill -ABRT $$")));
    take(*window.panel("run"), QStringLiteral("QNNExecutionProvider"));
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(says("crashed with the signal 6")) << said().toStdString();
    EXPECT_TRUE(isGone());
    EXPECT_TRUE(idle());
    EXPECT_FALSE(window.document().runs().result());

    choose(python("run", "{}", does("sleep 1000 & wait")));
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_GT(number(), 0);
    window.action("cancel")->trigger();
    EXPECT_TRUE(isGone());
    EXPECT_TRUE(idle());
    EXPECT_FALSE(window.document().runs().result());
}

TEST_F(RealRuntimeWindow, ACompilerThatCrashesIsSaidAndWritesNothing) {
    open(test::kSample);
    choose(python("compile", "{}",
                  "mkdir $2/made; echo half > $2/made/x_ctx.onnx; " + does("kill -SEGV $$")));
    window.action("compile")->trigger();
    auto* dialog = window.findChild<CompileDialog*>();
    ASSERT_TRUE(dialog);
    take(*dialog, QStringLiteral("QNNExecutionProvider"));
    dialog->setOutput(pathOf("x_ctx.onnx"));
    dialog->compile();
    EXPECT_TRUE(waitFor([&] {
        return dialog->verdict().contains(QStringLiteral("crashed with the signal 11"));
    })) << dialog->verdict().toStdString();
    EXPECT_TRUE(isGone());
    EXPECT_FALSE(std::filesystem::exists(files / "x_ctx.onnx"));
    dialog->close();
}

TEST_F(RealRuntimeWindow, AnotherChoiceEndsTheQuestionToOneThatHangs) {
    const auto choice = RuntimeChoice::shared();
    std::ofstream(files / "slow") << "#!/bin/sh\n" << does("sleep 1000 & wait") << "\n";
    std::filesystem::permissions(files / "slow", std::filesystem::perms::owner_all);
    choose(pathOf("slow"));
    choice->ask();
    ASSERT_GT(number(), 0);
    EXPECT_TRUE(choice->isAsking());
    choose(python());
    EXPECT_FALSE(choice->isAsking());
    EXPECT_TRUE(isGone());
    choice->ask();
    EXPECT_TRUE(waitFor([&] { return choice->facts().has_value(); }));
    EXPECT_EQ(choice->facts()->version, "1.99.0");
}

} // namespace
} // namespace partita
