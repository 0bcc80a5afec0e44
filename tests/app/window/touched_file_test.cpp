// Files that are written again as they were, and models that are invalid from the start.

#include <QToolButton>
#include <filesystem>
#include <fstream>

#include "core/document/file_content.h"
#include "tests/support/dialogs.h"

namespace partita {
namespace {

using test::Answers;

class TouchedFile : public test::OperatedWindow {
protected:
    /// Puts a file with that content in the place of the model, as careful programs do.
    void replace(const std::string& bytes) const {
        std::ofstream(files / "new", std::ios::binary) << bytes;
        std::filesystem::rename(files / "new", files / "m.onnx");
    }
    /// Whether it has, once a worker has looked at it.
    bool hasChanged() {
        bool isKnown = false;
        saving().lookAtFile([&] { isKnown = true; });
        EXPECT_TRUE(waitFor([&] { return isKnown; }));
        return saving().hasChangedOnDisk();
    }
    /// The model with another name of a node, as long as before.
    [[nodiscard]] std::string otherBytes() const {
        std::string other = bytesOf("m.onnx");
        return other.replace(other.find("two"), 3, "owt");
    }
    /// Renames a node and saves; nothing is asked.
    void saveRenamed() {
        ASSERT_TRUE(window.document().edits().apply(RenameNode{node("one"), "uno"}));
        ASSERT_TRUE(idle());
        const Answers none({});
        window.action("save")->trigger();
        EXPECT_TRUE(waitFor([&] { return !window.document().edits().isModified(); }) && idle());
    }
    SaveController& saving() { return window.document().saving(); }
    void openKnown() {
        open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) { [one] a = Neg(x) [two] y = Relu(a) })"));
        ASSERT_TRUE(waitFor([&] { return saving().knowsContent(); }));
    }
};

TEST_F(TouchedFile, WithTheSameContentHasNotChanged) {
    openKnown();
    replace(bytesOf("m.onnx"));
    EXPECT_FALSE(hasChanged());
    std::filesystem::last_write_time(files / "m.onnx",
                                     std::filesystem::file_time_type::clock::now());
    QTest::qWait(600); // the watch waits for 250 ms
    EXPECT_FALSE(said().contains(QStringLiteral("changed on disk"))) << said().toStdString();
    saveRenamed();
}

TEST_F(TouchedFile, LeavesWhatTheBarSaysOfOtherThings) {
    openKnown();
    window.note(QStringLiteral("a note"));
    const std::string own = bytesOf("m.onnx");
    replace(own);
    QTest::qWait(600); // the watch waits for 250 ms
    EXPECT_EQ(said(), QStringLiteral("a note"));
    replace(otherBytes());
    EXPECT_TRUE(waitFor([&] { return said().contains(QStringLiteral("changed on disk")); }));
    replace(own);
    EXPECT_TRUE(waitFor([&] { return said().isEmpty(); })) << "it is as it was read";
}

TEST_F(TouchedFile, ThatIsGoneLeavesAModelThatIsNotSaved) {
    openKnown();
    const std::string own = bytesOf("m.onnx");
    std::filesystem::remove(files / "m.onnx");
    ASSERT_TRUE(waitFor([&] { return window.isWindowModified(); }));
    replace(own);
    ASSERT_TRUE(waitFor([&] { return !window.isWindowModified(); })) << "it is there again";
    std::filesystem::remove(files / "m.onnx");
    ASSERT_TRUE(waitFor([&] { return window.isWindowModified(); }));
    {
        const Answers answers({Answers::message(QStringLiteral("only this window has the model"),
                                                QMessageBox::Save)});
        EXPECT_TRUE(window.mayLeave());
    }
    EXPECT_TRUE(std::filesystem::exists(files / "m.onnx"));
    EXPECT_TRUE(waitFor([&] { return !window.isWindowModified(); }));
}

/// Without an edit there is nothing to save, unless the file holds another model by now.
TEST_F(TouchedFile, ThatHoldsAnotherModelIsNotSaidToHoldThisOne) {
    openKnown();
    const std::string own = bytesOf("m.onnx");
    replace(otherBytes());
    ASSERT_TRUE(waitFor([&] { return said().contains(QStringLiteral("changed on disk")); }));
    const auto save = [&](const QString& button) {
        const Answers answers({[&](QWidget& box) { test::clickButton(box, button); }});
        window.action("save")->trigger();
        ASSERT_TRUE(idle());
    };
    save(QStringLiteral("Cancel"));
    EXPECT_FALSE(said().contains(QStringLiteral("nothing to save"))) << said().toStdString();
    EXPECT_NE(bytesOf("m.onnx"), own);
    save(QStringLiteral("Overwrite"));
    EXPECT_TRUE(waitFor([&] { return bytesOf("m.onnx") == own; }) && idle());
}

TEST_F(TouchedFile, IsOfferedToReloadUntilTheUserHasSaidYes) {
    openKnown();
    replace(otherBytes());
    ASSERT_TRUE(waitFor([&] { return said().contains(QStringLiteral("changed on disk")); }));
    ASSERT_TRUE(window.document().edits().apply(RenameNode{node("one"), "uno"}));
    ASSERT_TRUE(idle());
    auto* bar = window.findChild<QWidget*>(QStringLiteral("messageBar"));
    const auto reload = [&](QMessageBox::StandardButton answer) {
        const Answers answers({Answers::message(QStringLiteral("1 edit"), answer)});
        test::clickButton(*bar, QStringLiteral("Reload"));
    };
    reload(QMessageBox::Cancel);
    EXPECT_TRUE(said().contains(QStringLiteral("changed on disk"))) << "it has still changed";
    bar->findChild<QToolButton*>()->setFocus();
    ASSERT_TRUE(bar->isAncestorOf(window.focusWidget()));
    reload(QMessageBox::Discard);
    EXPECT_TRUE(waitFor([&] { return said().isEmpty(); }) && idle());
    EXPECT_EQ(window.focusWidget(), &window.graph()) << "the keys move in the graph again";
}

TEST_F(TouchedFile, WithOtherContentOfTheSameSizeHas) {
    openKnown();
    replace(otherBytes());
    EXPECT_TRUE(hasChanged());
}

TEST_F(TouchedFile, IsReadBesideTheWindow) {
    openKnown();
    replace(bytesOf("m.onnx"));
    int asked = 0;
    saving().lookAtFile([&] { ++asked; });
    EXPECT_EQ(asked, 0) << "a worker reads it";
    EXPECT_TRUE(waitFor([&] { // the watch may look as well
        return window.document().state().stamp == stampOf(files / "m.onnx");
    }));
    saving().lookAtFile([&] { asked = -1; });
    EXPECT_EQ(asked, -1) << "nothing has to be read";
}

TEST_F(TouchedFile, IsReadBesideTheWindowAlsoWhereItIsSavedAtOnce) {
    openKnown();
    ASSERT_TRUE(window.document().edits().apply(RenameNode{node("one"), "uno"}));
    ASSERT_TRUE(idle());
    replace(bytesOf("m.onnx"));
    EXPECT_TRUE(saving().hasChangedOnDisk()) << "nobody has looked at it: the window does not read";
    const Answers none({}); // nothing is asked
    window.action("save")->trigger();
    EXPECT_TRUE(waitFor([&] { return !window.document().edits().isModified(); }) && idle());
}

TEST_F(TouchedFile, EveryoneWhoAsksIsTold) {
    openKnown();
    replace(bytesOf("m.onnx"));
    int told = 0;
    saving().lookAtFile([&] { ++told; });
    saving().lookAtFile([&] { ++told; });
    EXPECT_TRUE(waitFor([&] { return told == 2; })) << told;
}

TEST_F(TouchedFile, IsSavedWhereTheFileIsStillTheSameOne) {
    openKnown(); // mapped, so that a file that is put in its place would be another one
    std::filesystem::last_write_time(files / "m.onnx",
                                     std::filesystem::file_time_type::clock::now());
    saveRenamed();
    EXPECT_NE(bytesOf("m.onnx").find("uno"), std::string::npos);
}

TEST_F(TouchedFile, ThatIsWrittenWhileItIsComparedCountsAsChanged) {
    openKnown();
    replace(bytesOf("m.onnx"));
    bool isKnown = false;
    saving().lookAtFile([&] { isKnown = true; });
    std::filesystem::last_write_time(
        files / "m.onnx", std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    EXPECT_TRUE(waitFor([&] { return isKnown; }));
    EXPECT_TRUE(saving().hasChangedOnDisk());
}

TEST_F(TouchedFile, ThatIsAnotherOneIsReadOnce) {
    openKnown();
    replace(otherBytes());
    ASSERT_TRUE(waitFor([&] { return said().contains(QStringLiteral("changed on disk")); }));
    bool isAsked = false;
    saving().lookAtFile([&] { isAsked = true; });
    EXPECT_TRUE(isAsked) << "its content is known";
    EXPECT_TRUE(saving().hasChangedOnDisk());
}

TEST_F(TouchedFile, IsReadNoFurtherWhenItsTabIsClosed) {
    openKnown();
    std::stop_source stop;
    const Progress progress{stop.get_token(), {}};
    EXPECT_TRUE(contentOf(files / "m.onnx", progress));
    stop.request_stop();
    EXPECT_FALSE(contentOf(files / "m.onnx", progress));
}

TEST_F(TouchedFile, AfterSavingItIsKnownAnew) {
    openKnown();
    ASSERT_TRUE(window.document().edits().apply(RenameNode{node("one"), "uno"}));
    ASSERT_TRUE(idle());
    window.action("save")->trigger();
    ASSERT_TRUE(waitFor([&] { return !window.document().edits().isModified(); }) && idle());
    ASSERT_TRUE(waitFor([&] { return saving().knowsContent(); }));
    replace(bytesOf("m.onnx"));
    EXPECT_FALSE(hasChanged());
}

TEST_F(TouchedFile, AnInvalidModelSaysSoThoughNobodyEdits) {
    open(modelFile("bad.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [far] y = Softmax<axis = 7>(x) })"));
    ASSERT_FALSE(window.document().edits().isOn());
    EXPECT_TRUE(waitFor([&] { return headline().contains(QStringLiteral("1 error")); }))
        << headline().toStdString();
}

} // namespace
} // namespace partita
