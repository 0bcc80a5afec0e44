// What is not saved is asked for before it is lost, and what was saved is told.

#include <QAction>
#include <QDate>
#include <QDesktopServices>
#include <QPushButton>
#include <QSettings>
#include <QTextBrowser>
#include <QToolButton>

#include "app/window/parts/message_bar.h"
#include "app/window/preferences/window_settings.h"
#include "tests/support/dialogs.h"
#include "tests/support/keys.h"

namespace partita {
namespace {

using test::kCtrlAlt;

using test::Answers;

class Unsaved : public test::OperatedWindow {
protected:
    Unsaved() {
        open(test::kSample);
        document().simplifier().start();
        EXPECT_TRUE(waitFor([&] { return document().simplifier().history() != nullptr; }));
        EXPECT_TRUE(idle());
    }
    ~Unsaved() override { document().simplifier().choicesAreSaved(); }
    DocumentController& document() { return window.document(); }
    void leaveOutARewrite() {
        document().simplifier().leaveOut(0);
        EXPECT_TRUE(idle());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
        window.activateWindow(); // a dialog was active before
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, key, modifiers);
    }
    [[nodiscard]] static Answers::Step answer(QMessageBox::StandardButton button) {
        return Answers::message(QStringLiteral("detector.onnx"), button);
    }
};

TEST_F(Unsaved, RewritesThatWereLeftOutAreMarkedInTheTitle) {
    EXPECT_FALSE(window.isWindowModified());
    leaveOutARewrite();
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_TRUE(window.windowTitle().contains(QStringLiteral("detector.onnx[*]")));
    document().simplifier().keepAll();
    ASSERT_TRUE(idle());
    EXPECT_FALSE(window.isWindowModified());
}

TEST_F(Unsaved, RewritesThatWereLeftOutAreNotLostWithoutAQuestion) {
    leaveOutARewrite();
    for (const auto& [key, modifiers] :
         {std::pair(Qt::Key_W, Qt::KeyboardModifiers(Qt::ControlModifier)),
          {Qt::Key_F5, {}},
          {Qt::Key_Q, Qt::ControlModifier}}) {
        const Answers answers({answer(QMessageBox::Cancel)});
        press(key, modifiers);
        EXPECT_TRUE(window.isVisible());
        EXPECT_TRUE(document().simplifier().hasUnsavedChoices());
    }
    {
        const Answers answers({answer(QMessageBox::Cancel)});
        window.open(modelFile("other.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) { [one] y = Neg(x) })"));
        EXPECT_TRUE(idle());
    }
    EXPECT_EQ(document().state().path.filename().string(), "detector.onnx");
    const Answers answers({answer(QMessageBox::Discard)});
    press(Qt::Key_W);
    EXPECT_FALSE(document().hasDocument());
    EXPECT_FALSE(window.isWindowModified());
}

TEST_F(Unsaved, TheQuestionCanBeAnsweredBySaving) {
    leaveOutARewrite();
    {
        const Answers answers({answer(QMessageBox::Save), Answers::leave()});
        press(Qt::Key_W); // no file was chosen
    }
    ASSERT_TRUE(document().hasDocument());
    const Answers answers({[](QWidget& box) { // Enter saves
                               QTest::keyClick(&box, Qt::Key_Return);
                           },
                           Answers::file(pathOf("kept.json"))});
    press(Qt::Key_W);
    EXPECT_FALSE(document().hasDocument());
    EXPECT_NE(bytesOf("kept.json").find("\"skip"), std::string::npos);
}

TEST_F(Unsaved, AnOfferToSaveGoesWithWhatItIsAbout) {
    const auto* offer = window.findChild<QToolButton*>(QStringLiteral("messageAction"));
    press(Qt::Key_S);
    ASSERT_EQ(offer->text(), QStringLiteral("Apply and save"));
    ASSERT_TRUE(offer->isVisible());
    document().edits().discardRewrites();
    ASSERT_TRUE(idle());
    EXPECT_FALSE(offer->isVisible()) << said().toStdString();
    document().setExcluded(node("stem/conv"), "npu", true);
    ASSERT_TRUE(idle());
    press(Qt::Key_S);
    ASSERT_TRUE(offer->isVisible() && said().contains(QStringLiteral("scenario")));
    document().history().undo();
    ASSERT_TRUE(idle());
    EXPECT_FALSE(offer->isVisible()) << said().toStdString();
    // A message that has taken the place of the offer stays.
    document().history().redo();
    ASSERT_TRUE(idle());
    press(Qt::Key_S);
    window.note(QStringLiteral("something else"));
    document().history().undo();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(said().contains(QStringLiteral("something else")));
}

class Saved : public test::OperatedWindow {
protected:
    void pressAndName(Qt::Key key, const char* name) {
        window.activateWindow(); // a dialog was active before
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        const Answers answers({Answers::file(pathOf(name))});
        QTest::keyClick(&window, key, kCtrlAlt);
        ASSERT_TRUE(idle()); // a report is written by a worker
    }
};

TEST_F(Saved, WhatIsBroughtBackByHandIsNotUnsaved) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] y = LeakyRelu<alpha = 0.5>(x) })"));
    EditController& edits = window.document().edits();
    const NodeId one = node("one");
    const auto rename = [&](const char* name) {
        ASSERT_TRUE(edits.apply(RenameNode{one, name}));
        ASSERT_TRUE(idle());
    };
    rename("uno");
    EXPECT_TRUE(window.isWindowModified());
    rename("one");
    EXPECT_FALSE(window.isWindowModified()) << "the file holds this model";
    window.action("undo")->trigger();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(window.isWindowModified());
    window.action("redo")->trigger();
    ASSERT_TRUE(idle());
    EXPECT_FALSE(window.isWindowModified());
    ASSERT_TRUE(edits.apply(SetAttribute{{one}, Attribute::make("alpha", 0.25F)}));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_EQ(window.document().history().unsavedSteps(), 1);
}

TEST_F(Saved, AFileIsToldWithALinkToItsFolder) {
    open(test::kSample);
    pressAndName(Qt::Key_R, "r.html");
    EXPECT_TRUE(said().contains(QStringLiteral("Saved"))) << said().toStdString();
    EXPECT_TRUE(said().contains(pathOf("r.html"))) << said().toStdString();
    QTextBrowser desktop; // its signal takes the place of the desktop, which opens folders
    const QString scheme = QStringLiteral("file");
    QDesktopServices::setUrlHandler(scheme, &desktop, "anchorClicked");
    QSignalSpy opened(&desktop, &QTextBrowser::anchorClicked);
    auto* text = window.findChild<QWidget*>(QStringLiteral("messageBar"))->findChild<QLabel*>();
    for (int x = 0; x < text->width() && opened.isEmpty(); x += 10)
        QTest::mouseClick(text, Qt::LeftButton, {}, {x, text->height() / 2});
    QDesktopServices::unsetUrlHandler(scheme);
    ASSERT_EQ(opened.count(), 1);
    EXPECT_EQ(opened[0][0].toUrl().toLocalFile().toStdString(), files.path().string());
}

TEST_F(Saved, AnErrorGoesWithTheNextThingThatSucceeds) {
    open(test::kSample);
    pressAndName(Qt::Key_R, "no/where.csv");
    ASSERT_TRUE(said().contains(QStringLiteral("where.csv")));
    pressAndName(Qt::Key_E, "g.svg");
    EXPECT_FALSE(said().contains(QStringLiteral("where.csv"))) << said().toStdString();
    EXPECT_TRUE(said().contains(QStringLiteral("g.svg")));
    pressAndName(Qt::Key_R, "no/where.csv");
    window.document().setExcluded(node("stem/conv"), "npu", true);
    ASSERT_TRUE(idle());
    EXPECT_EQ(said(), QString());
}

TEST_F(Saved, AnErrorIsASentence) {
    open(modelFile("bad.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] y = Neg(x) })"));
    std::ofstream(files / "worse.onnx", std::ios::binary) << std::string(3, '\x0a') + "\x7fzz";
    window.open(pathOf("worse.onnx"));
    ASSERT_TRUE(waitFor([&] { return !said().isEmpty(); }));
    EXPECT_TRUE(said()[0].isUpper()) << said().toStdString();
    EXPECT_TRUE(said().contains(QStringLiteral("worse.onnx"))) << said().toStdString();
}

TEST_F(Saved, AReportIsProposedBesideItsModelAndNamesWhatPlacedTheNodes) {
    const QString model = modelFile("mine.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] y = Neg(x) })");
    open(model);
    QString proposed;
    const Answers answers({[&](QWidget& dialog) {
        proposed = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text();
        EXPECT_EQ(static_cast<QFileDialog&>(dialog).directory().absolutePath().toStdString(),
                  files.path().string());
        QTest::keyClick(&dialog, Qt::Key_Return);
    }});
    QTest::keyClick(&window, Qt::Key_R, kCtrlAlt);
    ASSERT_TRUE(idle());
    EXPECT_EQ(proposed, QStringLiteral("mine_placement.html"));
    const std::string report = bytesOf("mine_placement.html");
    for (const char* part :
         {"mine.onnx", "ascend310", "min_run_length=", "of Partita 0.", "<h2>Partitions</h2>"})
        EXPECT_NE(report.find(part), std::string::npos) << part;
    EXPECT_NE(report.find(std::to_string(QDate::currentDate().year()) + "-"), std::string::npos);
}

TEST_F(Saved, RecentFilesAreKeptByTheirWholePath) {
    WindowSettings().forgetRecentFiles();
    const QString path = modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] y = Neg(x) })");
    const QString before = QDir::currentPath();
    ASSERT_TRUE(QDir::setCurrent(QFileInfo(path).absolutePath()));
    open(QStringLiteral("m.onnx"));
    QDir::setCurrent(before);
    EXPECT_EQ(WindowSettings().recentFiles().value(0), path);
    QSettings().setValue(QStringLiteral("recent"), QStringList{QStringLiteral("old.onnx"), path});
    EXPECT_EQ(WindowSettings().recentFiles(), QStringList{path});
    WindowSettings().forgetRecentFiles();
}

} // namespace
} // namespace partita
