// The parts of the main window, each tested alone and operated by mouse.

#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <fstream>
#include <gtest/gtest.h>

#include "app/window/parts/command_palette.h"
#include "app/window/parts/empty_state.h"
#include "app/window/parts/file_watch.h"
#include "app/window/parts/message_bar.h"
#include "app/window/parts/suggestion_bar.h"
#include "app/window/preferences/window_settings.h"
#include "app/window/recent_menu.h"
#include "tests/support/entry_text.h"
#include "tests/support/models.h"
#include "tests/support/painted.h"

namespace partita {
namespace {

/// The visible button with the text `text`; null: there is none.
template <class Button> Button* buttonOf(QWidget& widget, const QString& text) {
    for (auto* button : widget.findChildren<Button*>())
        if (button->isVisibleTo(&widget) && button->text() == text)
            return button;
    return nullptr;
}

TEST(SuggestionBar, ALongListGivesWayAndTheBenefitIsReadWhole) {
    SuggestionBar bar;
    const Message passes = PARTITA_TEXT(
        "Simplify: {0}", "infer_shapes, share_shape_arithmetic, eliminate_nop_with_unit");
    bar.offer(PARTITA_TEXT("{0} — {1} → 1 partition", passes, 2), [] {});
    bar.resize(480, 36);
    bar.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&bar));
    const auto texts = test::paintedTexts(*bar.findChild<QLabel*>(QStringLiteral("suggestion")));
    const auto* shown = test::findText(texts, QStringLiteral("Simplify: "));
    ASSERT_TRUE(shown);
    EXPECT_TRUE(shown->words.endsWith(QString::fromUtf8("… — 2 → 1 partition")))
        << shown->words.toStdString();
}

TEST(CommandPalette, TheKeysOfAllCommandsEndAtOnePlace) {
    QWidget window;
    window.resize(900, 600);
    QAction first(QStringLiteral("&Open…")), second(QStringLiteral("Select the predecessors"));
    first.setShortcut(QKeySequence(QStringLiteral("Ctrl+O")));
    second.setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+Up")));
    CommandPalette palette({&first, &second}, &window);
    palette.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&palette));
    const auto texts = test::paintedTexts(*palette.findChild<QListWidget*>()->viewport());
    const auto *some = test::findText(texts, QStringLiteral("Ctrl+O")),
               *others = test::findText(texts, QStringLiteral("Ctrl+Shift+Up")),
               *title = test::findText(texts, QStringLiteral("Select the"));
    ASSERT_TRUE(some && others && title);
    EXPECT_NEAR(some->right, others->right, 1);
    EXPECT_GT(others->left.x(), title->right);
}

TEST(MessageBar, AnErrorStaysUntilItIsClosedOrPutRight) {
    MessageBar bar;
    bar.translate();
    EXPECT_FALSE(bar.isVisible());
    bar.showError(QStringLiteral("something is wrong"));
    EXPECT_TRUE(bar.isVisible());
    EXPECT_EQ(buttonOf<QToolButton>(bar, QStringLiteral("Reload")), nullptr);
    QTest::mouseClick(buttonOf<QToolButton>(bar, QStringLiteral("Close")), Qt::LeftButton);
    EXPECT_FALSE(bar.isVisible());
    bar.showError(QStringLiteral("something is wrong"));
    bar.hideError();
    EXPECT_FALSE(bar.isVisible());
    bar.showNote(QStringLiteral("something to know"));
    bar.hideError();
    EXPECT_TRUE(bar.isVisible());
}

TEST(MessageBar, OffersToReadAChangedFileAgain) {
    MessageBar bar;
    bar.translate();
    QSignalSpy reload(&bar, &MessageBar::reloadRequested);
    bar.offerReload(QStringLiteral("the file has changed"));
    QTest::mouseClick(buttonOf<QToolButton>(bar, QStringLiteral("Reload")), Qt::LeftButton);
    EXPECT_EQ(reload.count(), 1);
    EXPECT_TRUE(bar.isVisible()) << "the user may still say no";
    QTest::mouseClick(buttonOf<QToolButton>(bar, QStringLiteral("Keep")), Qt::LeftButton);
    EXPECT_EQ(reload.count(), 1);
    EXPECT_FALSE(bar.isVisible());
}

TEST(FileWatch, SeesAFileThatIsGoneComeBackAndChangeAgain) {
    const test::TemporaryFolder folder;
    const auto path = folder / "sub" / "m.onnx";
    const auto write = [&](const char* text) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(folder / "new") << text;
        std::filesystem::rename(folder / "new", path);
    };
    write("1");
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed), gone(&watch, &FileWatch::gone);
    watch.watch(QString::fromStdString(path.string()));
    std::filesystem::remove_all(path.parent_path());
    ASSERT_TRUE(QTest::qWaitFor([&] { return gone.count() == 1; }));
    QTest::qWait(1500); // it is said once
    EXPECT_EQ(gone.count(), 1);
    EXPECT_EQ(changed.count(), 0);
    write("2");
    ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() == 1; }));
    write("3");
    EXPECT_TRUE(QTest::qWaitFor([&] { return changed.count() == 2; }));
    std::filesystem::remove(path);
    EXPECT_TRUE(QTest::qWaitFor([&] { return gone.count() == 2; }));
    watch.watch({});
    write("4");
    QTest::qWait(1500);
    EXPECT_EQ(changed.count(), 2);
}

TEST(FileWatch, SeesThatAFileWasGoneBeforeItWasWatched) {
    const test::TemporaryFolder folder;
    const auto path = folder / "m.onnx";
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed), gone(&watch, &FileWatch::gone);
    watch.watch(QString::fromStdString(path.string()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return gone.count() == 1; }));
    EXPECT_EQ(changed.count(), 0);
    std::ofstream(path) << "1";
    EXPECT_TRUE(QTest::qWaitFor([&] { return changed.count() == 1; }));
    std::filesystem::remove(path);
    EXPECT_TRUE(QTest::qWaitFor([&] { return gone.count() == 2; }));
}

TEST(FileWatch, AChangeOfThePreviousFileIsNoneOfTheNext) {
    const test::TemporaryFolder folder;
    const auto first = folder / "a.onnx", second = folder / "b.onnx";
    std::ofstream(first) << "1";
    std::ofstream(second) << "1";
    FileWatch watch;
    QSignalSpy changed(&watch, &FileWatch::changed);
    watch.watch(QString::fromStdString(first.string()));
    std::ofstream(first) << "2";
    QTest::qWait(100); // the change is noticed, and said a little later
    watch.watch(QString::fromStdString(second.string()));
    QTest::qWait(500);
    for (const auto& said : changed)
        EXPECT_NE(said.at(0).toString(), QString::fromStdString(second.string()));
}

class RecentFiles : public testing::Test {
protected:
    RecentFiles() {
        WindowSettings().forgetRecentFiles();
        std::ofstream(folder / "here.onnx") << "x";
        for (const char* name : {"gone.onnx", "here.onnx"})
            WindowSettings().addRecentFile(pathOf(name));
    }
    ~RecentFiles() override { WindowSettings().forgetRecentFiles(); }
    [[nodiscard]] QString pathOf(const char* name) const {
        return QString::fromStdString((folder / name).string());
    }
    test::TemporaryFolder folder;
};

TEST_F(RecentFiles, ThatAreThereCanBeOpenedFromTheEmptyCanvas) {
    QWidget canvas;
    EmptyState state(&canvas);
    state.refresh(Theme::get(Theme::Kind::light));
    QSignalSpy open(&state, &EmptyState::openRequested),
        sample(&state, &EmptyState::sampleRequested), file(&state, &EmptyState::fileRequested);
    canvas.resize(400, 300);
    state.resize(400, 300);
    canvas.show();
    QTest::mouseClick(buttonOf<QPushButton>(state, QStringLiteral("Open a model")), Qt::LeftButton);
    QTest::mouseClick(buttonOf<QPushButton>(state, QStringLiteral("Open the sample")),
                      Qt::LeftButton);
    QTest::mouseClick(buttonOf<QToolButton>(state, QStringLiteral("here.onnx")), Qt::LeftButton);
    EXPECT_EQ(open.count(), 1);
    EXPECT_EQ(sample.count(), 1);
    ASSERT_EQ(file.count(), 1);
    EXPECT_EQ(file[0][0].toString(), pathOf("here.onnx"));
    EXPECT_EQ(buttonOf<QToolButton>(state, QStringLiteral("gone.onnx")), nullptr);
}

TEST_F(RecentFiles, KeepTheirWholeNamesWhereThereIsLittleRoom) {
    const std::string name = "a_model_with_a_name_ctx.onnx";
    std::ofstream(folder / name) << "x";
    WindowSettings().addRecentFile(pathOf(name.c_str()));
    QWidget canvas;
    EmptyState state(&canvas);
    state.refresh(Theme::get(Theme::Kind::light));
    canvas.resize(400, 300);
    state.resize(400, 300);
    canvas.show();
    const auto* link = buttonOf<QToolButton>(state, QString::fromStdString(name));
    ASSERT_TRUE(link);
    EXPECT_GE(link->width(), link->sizeHint().width());
    EXPECT_TRUE(canvas.rect().contains(QRect(link->mapTo(&canvas, QPoint()), link->size())));
}

TEST_F(RecentFiles, ThatAreGoneCannotBeChosenFromTheMenu) {
    RecentMenu menu(nullptr);
    QSignalSpy chosen(&menu, &RecentMenu::chosen);
    menu.popup({0, 0});
    QAction *here = nullptr, *gone = nullptr;
    for (QAction* action : menu.actions()) {
        here = test::entryText(*action) == pathOf("here.onnx") ? action : here;
        gone = test::entryText(*action) == pathOf("gone.onnx") ? action : gone;
    }
    ASSERT_TRUE(here && gone);
    EXPECT_FALSE(gone->isEnabled());
    QTest::mouseClick(&menu, Qt::LeftButton, Qt::NoModifier, menu.actionGeometry(here).center());
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toString(), pathOf("here.onnx"));
}

} // namespace
} // namespace partita
