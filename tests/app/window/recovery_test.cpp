// The journal of a window's documents, and what the next start offers of it.

#include <filesystem>
#include <fstream>

#include "app/window/recovery.h"
#include "app/window/saving.h"
#include "app/window/tabbed_window.h"
#include "tests/support/dialogs.h"
#include "tests/support/in_front.h"

namespace partita {
namespace {

namespace fs = std::filesystem;
using test::Answers;

/// The folder of journals, before the first window is made.
struct Journals {
    Journals() { MainWindow::setJournals(files / "journals"); }
    ~Journals() { MainWindow::setJournals({}); }
    test::TemporaryFolder files;
};

class Recovered : public Journals, public testing::Test {
protected:
    Recovered() : window(*makeProviders({}), makeJudges()) { test::showInFront(window, 1200, 800); }
    ~Recovered() override {
        for (int tab = 0; tab < window.count(); ++tab)
            window.page(tab).document().close();
    }
    template <class F> static bool waitFor(F&& condition) {
        return QTest::qWaitFor(std::forward<F>(condition), 20'000);
    }
    DocumentController& document() { return window.current().document(); }
    bool idle() {
        return waitFor([&] { return document().hasDocument() && !document().jobs().isRunning(); });
    }
    void open(const char* name) {
        const fs::path path = files / name;
        if (!fs::exists(path))
            std::ofstream(path, std::ios::binary)
                << test::bytesFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
                g (float[2] x) => (float[2] y) { [one] a = Neg(x) [two] y = Relu(a) })");
        window.open(QString::fromStdString(path.string()));
        ASSERT_TRUE(idle());
    }
    void rename(const char* from, const char* to) {
        ASSERT_TRUE(document().edits().apply(RenameNode{node(from), to}));
        ASSERT_TRUE(idle());
    }
    NodeId node(const char* name) { return test::nodeNamed(document().storedModel(), name); }
    [[nodiscard]] std::vector<fs::path> journals() const {
        std::vector<fs::path> found;
        std::error_code failed;
        for (const auto& each : fs::directory_iterator(files / "journals", failed))
            found.push_back(each.path());
        return found;
    }
    /// The journals as a crash now would leave them, in a folder of their own.
    [[nodiscard]] fs::path crashed() const {
        const fs::path left = files / "left";
        fs::remove_all(left);
        fs::copy(files / "journals", left);
        return left;
    }
    static Answers::Step click(const QString& text) {
        return [text](QWidget& box) { test::clickButton(box, text); };
    }
    TabbedWindow window;
};

TEST_F(Recovered, ThereIsAJournalOnlyWhileSomethingIsUnsaved) {
    open("m.onnx");
    EXPECT_TRUE(journals().empty());
    rename("one", "uno");
    ASSERT_EQ(journals().size(), 1U);
    window.current().saving().save();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(journals().empty());
    rename("uno", "eins");
    ASSERT_TRUE(waitFor([&] { return journals().size() == 1; }));
    document().close();
    EXPECT_TRUE(journals().empty()) << "the user was asked, and did not want the edits";
}

TEST_F(Recovered, AStateThatIsInTheFileIsNotKept) {
    open("m.onnx");
    rename("one", "uno");
    ASSERT_EQ(journals().size(), 1U);
    document().history().undo();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(journals().empty());
    document().history().redo();
    ASSERT_TRUE(idle());
    EXPECT_EQ(journals().size(), 1U);
    document().edits().revert();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(journals().empty()) << "it is as it is in the file, after two steps";
    document().history().undo();
    ASSERT_TRUE(idle());
    ASSERT_EQ(journals().size(), 1U);
    const fs::path left = crashed();
    document().close();
    const Answers answers({click(QStringLiteral("Restore"))});
    (new Recovery(window, left))->offer();
    EXPECT_TRUE(waitFor([&] { return document().history().size() == 1; }) && idle());
    EXPECT_TRUE(node("uno"));
}

TEST_F(Recovered, EditsAreOnTheDiskAMomentLater) {
    open("m.onnx");
    QSignalSpy synced(&window.current().journal(), &JournalKeeper::synced);
    rename("one", "uno");
    EXPECT_FALSE(window.current().journal().isSynced());
    rename("two", "due");
    ASSERT_TRUE(
        waitFor([&] { return synced.count() > 0 && window.current().journal().isSynced(); }));
    EXPECT_LE(synced.count(), 2) << "steps go together";
}

TEST_F(Recovered, EditsComeBackAfterACrash) {
    open("m.onnx");
    rename("one", "uno");
    rename("two", "due");
    rename("due", "zwei");
    document().history().undo();
    ASSERT_TRUE(idle());
    const fs::path left = crashed();
    document().close();
    const Answers answers({click(QStringLiteral("Restore"))});
    (new Recovery(window, left))->offer();
    ASSERT_TRUE(waitFor([&] { return document().history().size() == 3; }));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(node("uno"));
    EXPECT_TRUE(node("due"));
    EXPECT_EQ(document().history().index(), 2) << "what was undone can be done again";
    EXPECT_TRUE(window.current().isWindowModified());
    EXPECT_FALSE(leftJournals(left).whole.size()) << "the window keeps them itself now";
    EXPECT_EQ(journals().size(), 1U);
    document().history().goTo(0);
    EXPECT_TRUE(node("one"));
    ASSERT_TRUE(idle());
}

TEST_F(Recovered, EditsAfterSavingComeBackInTheNewFile) {
    open("m.onnx");
    ASSERT_TRUE(document().edits().apply(DeleteNodes{{node("two")}}));
    ASSERT_TRUE(idle());
    document().history().undo();
    rename("one", "uno");
    window.current().saving().save();
    ASSERT_TRUE(idle());
    rename("two", "due");
    ASSERT_TRUE(waitFor([&] { return journals().size() == 1; }));
    {
        const fs::path left = crashed();
        const auto found = leftJournals(left);
        ASSERT_EQ(found.whole.size(), 1U);
        EXPECT_EQ(found.whole[0].content.done(), 1U);
    }
    document().history().goTo(0); // before what the file holds
    ASSERT_TRUE(idle());
    const fs::path left = crashed();
    document().close();
    const Answers answers({click(QStringLiteral("Restore"))});
    (new Recovery(window, left))->offer();
    ASSERT_TRUE(waitFor([&] { return document().history().size() == 1; }));
    EXPECT_TRUE(node("one"));
    EXPECT_TRUE(node("two"));
    ASSERT_TRUE(idle());
}

TEST_F(Recovered, WhatIsNotWantedIsRemovedAndWhatIsForLaterStays) {
    open("m.onnx");
    rename("one", "uno");
    const fs::path left = crashed();
    document().close();
    {
        const Answers answers({click(QStringLiteral("Later"))});
        (new Recovery(window, left))->offer();
    }
    EXPECT_FALSE(document().hasDocument());
    {
        const Answers answers({click(QStringLiteral("Discard"))});
        (new Recovery(window, left))->offer();
    }
    EXPECT_FALSE(document().hasDocument());
    (new Recovery(window, left))->offer(); // asks nothing
    EXPECT_TRUE(fs::is_empty(left));
}

TEST_F(Recovered, AJournalThatCannotBeWrittenIsToldAndEditingGoesOn) {
    std::ofstream(files / "journals") << "no folder";
    open("m.onnx");
    rename("one", "uno");
    const auto* bar = window.current().findChild<QWidget*>(QStringLiteral("messageBar"));
    EXPECT_TRUE(bar->findChild<QLabel*>()->text().contains(QStringLiteral("would be lost")));
    rename("uno", "eins");
    EXPECT_EQ(document().history().size(), 2);
}

TEST_F(Recovered, ARunningProgramKeepsItsJournals) {
    open("m.onnx");
    rename("one", "uno");
    (new Recovery(window, files / "journals"))->offer(); // asks nothing
    EXPECT_EQ(journals().size(), 1U);
}

TEST_F(Recovered, ADamagedJournalIsPutAsideAndTold) {
    open("m.onnx");
    rename("one", "uno");
    const fs::path left = crashed();
    for (const auto& each : fs::directory_iterator(left))
        std::fstream(each.path(), std::ios::binary | std::ios::in | std::ios::out)
            .seekp(30)
            .put('#');
    (new Recovery(window, left))->offer();
    const auto* bar = window.current().findChild<QWidget*>(QStringLiteral("messageBar"));
    EXPECT_TRUE(bar->isVisible());
    EXPECT_TRUE(bar->findChild<QLabel*>()->text().contains(QStringLiteral("damaged")));
}

TEST_F(Recovered, EditsOfAFileThatChangedSinceAreSavedOnlyAfterAQuestion) {
    open("m.onnx");
    rename("one", "uno");
    const fs::path left = crashed();
    document().close();
    fs::last_write_time(files / "m.onnx", fs::file_time_type::clock::now());
    {
        const Answers answers({click(QStringLiteral("Restore"))});
        (new Recovery(window, left))->offer();
    }
    ASSERT_TRUE(
        waitFor([&] { return document().hasDocument() && document().history().size() == 1; }));
    ASSERT_TRUE(idle());
    const Answers answers({click(QStringLiteral("Overwrite"))});
    window.current().saving().save();
    ASSERT_TRUE(idle());
    EXPECT_FALSE(document().edits().isModified());
}

} // namespace
} // namespace partita
