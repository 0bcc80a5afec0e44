// The settings, the shortcuts and the manual by keys.

#include <QComboBox>
#include <QKeySequenceEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include "app/window/manual_window.h"
#include "app/window/settings_dialog.h"
#include "app/window/shortcut_page.h"
#include "tests/support/dialogs.h"
#include "tests/support/keys.h"
#include "views/panels/rewrite_strip.h"

namespace partita {
namespace {

using test::kCtrl;

using test::Answers;

constexpr auto kAlt = Qt::AltModifier;

class Settings : public test::OperatedWindow {
protected:
    ~Settings() override { appearance->setPreferences(WindowSettings::defaultPreferences()); }

    /// Opens the dialog by its key, does something in it, and ends it by a key of it.
    void inDialog(const Answers::Step& what) {
        const Answers answers({what});
        window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_Comma, kCtrl);
    }
    /// The page of the shortcuts with one command chosen by its search.
    static QKeySequenceEdit* shortcutOf(QWidget& dialog, const QString& command) {
        QTest::keyClick(&dialog, Qt::Key_H, kAlt);
        auto* page = dialog.findChild<ShortcutPage*>();
        auto* search = page->findChild<QLineEdit*>();
        QTest::keyClicks(search, command);
        return page->findChild<QKeySequenceEdit*>();
    }
    const std::shared_ptr<Appearance> appearance = Appearance::shared();
};

TEST_F(Settings, AThemeIsAppliedAtOnceAndCancelTakesItBack) {
    const Preferences before = appearance->preferences();
    inDialog([&](QWidget& dialog) {
        QTest::keyClick(&dialog, Qt::Key_T, kAlt);
        auto* look = qobject_cast<QComboBox*>(QApplication::focusWidget());
        ASSERT_TRUE(look) << "the mnemonic leads to the field";
        QTest::keyClick(look, Qt::Key_End);
        EXPECT_EQ(window.graph().theme().base, QColor(Qt::black));
        QTest::keyClick(&dialog, Qt::Key_F, kAlt);
        auto* size = qobject_cast<QSpinBox*>(QApplication::focusWidget());
        ASSERT_TRUE(size);
        size->selectAll();
        QTest::keyClicks(size, QStringLiteral("17"));
        EXPECT_EQ(QApplication::font().pointSize(), 17);
        QTest::keyClick(&dialog, Qt::Key_Escape);
    });
    EXPECT_EQ(appearance->preferences(), before);
    EXPECT_NE(window.graph().theme().base, QColor(Qt::black));
    EXPECT_NE(QApplication::font().pointSize(), 17);
    EXPECT_EQ(WindowSettings().preferences(), before);
}

TEST_F(Settings, CtrlTabTurnsThePagesWhereverTheFocusIs) {
    inDialog([](QWidget& dialog) {
        const auto* pages = dialog.findChild<QTabWidget*>();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab, kCtrl);
        EXPECT_EQ(pages->currentIndex(), 1) << "from a choice";
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab, kCtrl);
        QTest::keyClick(&dialog, Qt::Key_Tab, kCtrl);
        EXPECT_EQ(pages->currentIndex(), 0) << "and from the last one to the first";
        QTest::keyClick(&dialog, Qt::Key_Tab, kCtrl | Qt::ShiftModifier);
        EXPECT_EQ(pages->currentIndex(), 2);
        QTest::keyClick(&dialog, Qt::Key_Escape);
    });
}

TEST_F(Settings, TheDeviceOfTheNextStartIsChosen) {
    inDialog([](QWidget& dialog) {
        QTest::keyClick(&dialog, Qt::Key_D, kAlt);
        auto* device = qobject_cast<QComboBox*>(QApplication::focusWidget());
        ASSERT_TRUE(device);
        EXPECT_GT(device->count(), 2);
        device->setCurrentText(QStringLiteral("ascend310"));
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    EXPECT_EQ(WindowSettings().preferences().device, QStringLiteral("ascend310"));
}

TEST_F(Settings, WhatIsChosenIsStoredUntilItIsReset) {
    inDialog([](QWidget& dialog) {
        QTest::keyClick(&dialog, Qt::Key_L, kAlt);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return dialog.windowTitle() == SettingsDialog::tr("Settings"); }));
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    EXPECT_EQ(appearance->language().code(), QStringLiteral("zh_CN"));
    EXPECT_EQ(WindowSettings().preferences().language, QStringLiteral("zh_CN"));
    inDialog([](QWidget& dialog) {
        auto* reset = dialog.findChildren<QPushButton*>().last();
        for (auto* button : dialog.findChildren<QPushButton*>())
            if (button->text() == SettingsDialog::tr("&Reset to defaults"))
                reset = button;
        QTest::mouseClick(reset, Qt::LeftButton);
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    EXPECT_EQ(appearance->preferences(), WindowSettings::defaultPreferences());
}

TEST_F(Settings, TheLanguageOfTheDesktopIsNotKeptWithAnotherChoice) {
    appearance->setTheme(Theme::Kind::dark);
    EXPECT_TRUE(QSettings().contains(QStringLiteral("theme")));
    EXPECT_FALSE(QSettings().contains(QStringLiteral("language")));
    const QString own = appearance->language().code(), other = appearance->language().other();
    appearance->setLanguage(other);
    EXPECT_EQ(QSettings().value(QStringLiteral("language")).toString(), other);
    appearance->setLanguage(own);
    EXPECT_FALSE(QSettings().contains(QStringLiteral("language")));
}

TEST_F(Settings, TheWheelScrollsAndZoomsWithCtrl) {
    open(test::kSample);
    const auto turn = [&](Qt::KeyboardModifiers modifiers) {
        QWheelEvent event({50, 50}, window.graph().mapToGlobal(QPoint(50, 50)), {}, {0, 120}, {},
                          modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&window.graph(), &event);
        return window.graph().scale();
    };
    const double first = window.graph().scale();
    const double zoomed = turn({});
    EXPECT_GT(zoomed, first);
    QTest::keyClick(&window, Qt::Key_M, kCtrl);
    EXPECT_TRUE(WindowSettings().preferences().wheelScrolls);
    EXPECT_EQ(turn({}), zoomed);
    EXPECT_GT(turn(kCtrl), zoomed);
    QTest::keyClick(&window, Qt::Key_M, kCtrl);
    EXPECT_FALSE(WindowSettings().preferences().wheelScrolls);
}

TEST_F(Settings, AShortcutIsChangedInMenusAndToolTipsAndStored) {
    inDialog([&](QWidget& dialog) {
        auto* keys = shortcutOf(dialog, QStringLiteral("Reload"));
        QTest::keyClick(keys, Qt::Key_F9, kCtrl);
        Q_EMIT keys->editingFinished(); // it comes a second later
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    EXPECT_EQ(window.action("reload")->shortcut(), QKeySequence(QStringLiteral("Ctrl+F9")));
    EXPECT_TRUE(window.action("reload")->toolTip().startsWith(QStringLiteral("Reload (Ctrl+F9)")));
    EXPECT_EQ(WindowSettings().shortcuts("reload"), QStringLiteral("Ctrl+F9"));
    inDialog([&](QWidget& dialog) {
        shortcutOf(dialog, QStringLiteral("Reload"));
        QTest::keyClick(&dialog, Qt::Key_D, kAlt); // the button goes down first
        EXPECT_TRUE(QTest::qWaitFor([] { return !WindowSettings().shortcuts("reload"); }));
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    EXPECT_EQ(window.action("reload")->shortcut(), QKeySequence(QStringLiteral("F5")));
    EXPECT_FALSE(WindowSettings().shortcuts("reload"));
}

TEST_F(Settings, AShortcutThatAnotherCommandHasIsRefusedByItsName) {
    inDialog([&](QWidget& dialog) {
        auto* keys = shortcutOf(dialog, QStringLiteral("Reload"));
        QTest::keyClick(keys, Qt::Key_O, kCtrl);
        Q_EMIT keys->editingFinished();
        QString said;
        for (const auto* label : dialog.findChild<ShortcutPage*>()->findChildren<QLabel*>())
            said += label->text();
        EXPECT_TRUE(said.contains(QStringLiteral("Ctrl+O belongs to “File › Open…”")))
            << said.toStdString();
        EXPECT_EQ(keys->keySequence(), QKeySequence(QStringLiteral("F5")));
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    EXPECT_EQ(window.action("reload")->shortcut(), QKeySequence(QStringLiteral("F5")));
}

TEST_F(Settings, ThePageAboutAPanelIsInTheManual) {
    for (const PanelRow& row : panelRows()) {
        const QString page = window.panel(row.id)->manualPage();
        EXPECT_EQ(page, QLatin1String(row.page)) << row.id;
        EXPECT_TRUE(page.isEmpty() || QFile::exists(QStringLiteral(":/manual/") + page)) << row.id;
    }
    EXPECT_EQ(window.findChild<RewriteStrip*>()->manualPage(), QStringLiteral("simplifier.md"));
}

TEST_F(Settings, TheManualOpensAtThePageOfWhatHasTheFocus) {
    window.showPanel("simplify");
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.panel("simplify")->setFocusPolicy(Qt::StrongFocus);
    window.panel("simplify")->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    auto* manual = window.findChild<ManualWindow*>();
    ASSERT_TRUE(manual);
    auto* page = manual->findChild<QTextBrowser*>();
    EXPECT_EQ(page->source().fileName(), QStringLiteral("simplifier.md"));
    EXPECT_TRUE(page->toPlainText().startsWith(QStringLiteral("The simplifier")));
    const QVariant picture = page->loadResource(QTextDocument::ImageResource,
                                                QUrl(QStringLiteral("images/simplifier.png")));
    EXPECT_FALSE(picture.isNull()) << "the pictures are in the program, too";
    QTest::keyClick(manual, Qt::Key_Escape);
}

TEST_F(Settings, TheManualIsSearchedAndItsLinksAreFollowed) {
    QTest::keyClick(&window, Qt::Key_F1);
    auto* manual = window.findChild<ManualWindow*>();
    ASSERT_TRUE(manual);
    ASSERT_TRUE(QTest::qWaitForWindowActive(manual));
    auto* contents = manual->findChild<QListWidget*>();
    auto* page = manual->findChild<QTextBrowser*>();
    QTest::keyClicks(manual->findChild<QLineEdit*>(), QStringLiteral("share_shape_arithmetic"));
    int shown = 0;
    for (int i = 0; i < contents->count(); ++i)
        shown += contents->item(i)->isHidden() ? 0 : 1;
    EXPECT_GT(shown, 0);
    EXPECT_LT(shown, contents->count());
    EXPECT_EQ(page->textCursor().selectedText(), QStringLiteral("share_shape_arithmetic"));
    // A page that is called so stands first, and is opened.
    auto* search = manual->findChild<QLineEdit*>();
    const QString first = contents->item(0)->text(), read = contents->currentItem()->text();
    search->setText(QStringLiteral("the"));
    EXPECT_EQ(contents->currentItem()->text(), read) << "the page in view has it as well";
    search->setText(QStringLiteral("the simplifier"));
    EXPECT_EQ(contents->item(0)->text(), QStringLiteral("The simplifier"));
    EXPECT_EQ(contents->currentRow(), 0);
    EXPECT_EQ(page->source().fileName(), QStringLiteral("simplifier.md"));
    search->clear();
    EXPECT_EQ(contents->item(0)->text(), first) << "the contents are in their order again";
    manual->open(QStringLiteral("simplifier.md"));
    Q_EMIT page->anchorClicked(QUrl(QStringLiteral("command-line.md#what-counts-as-equal")));
    EXPECT_EQ(page->source().fileName(), QStringLiteral("command-line.md"));
    EXPECT_EQ(page->textCursor().block().text(), QStringLiteral("What counts as equal"));
    for (auto* button : manual->findChildren<QToolButton*>())
        if (button->accessibleName() == ManualWindow::tr("Back"))
            QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(page->source().fileName(), QStringLiteral("simplifier.md"));
    QTest::keyClick(manual, Qt::Key_Escape);
}

} // namespace
} // namespace partita
