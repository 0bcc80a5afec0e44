// The user's choices as a file, named layouts of the panels, and what the parts of the window are for.

#include <QHelpEvent>
#include <QPushButton>
#include <QTemporaryDir>
#include <QWhatsThis>

#include "app/window/layout_menu.h"
#include "app/window/parts/whats_this.h"
#include "app/window/settings_dialog.h"
#include "core/base/mapped_files.h"
#include "tests/support/dialogs.h"
#include "tests/support/entry_text.h"

namespace partita {
namespace {

using test::Answers;

struct Refused {
    const char *text, *says;
};

class RefusedChoices : public testing::TestWithParam<Refused> {};

TEST_P(RefusedChoices, SayWhatIsWrong) {
    const auto read = choicesFrom(GetParam().text);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message().find(GetParam().says), std::string::npos)
        << read.error().message();
}

INSTANTIATE_TEST_SUITE_P(
    Files, RefusedChoices,
    testing::Values(
        Refused{"{", "are not valid JSON"},
        Refused{"[]", "do not start with \"partita_settings\": 1"},
        Refused{R"({"partita_settings": 2})", "do not start with"},
        Refused{R"({"partita_settings": 1, "colour": 3})", "unknown key \"colour\""},
        Refused{R"({"partita_settings": 1, "theme": "pink"})", "wrong value for \"theme\""},
        Refused{R"({"partita_settings": 1, "theme": 4})", "wrong type for \"theme\""},
        Refused{R"({"partita_settings": 1, "font_size": 400})", "wrong value for \"font_size\""},
        Refused{R"({"partita_settings": 1, "font_size": 1e300})", "wrong value for \"font_size\""},
        Refused{R"({"partita_settings": 1, "device": "tpu"})", "wrong value for \"device\""},
        Refused{R"({"partita_settings": 1, "shortcuts": []})", "wrong type for \"shortcuts\""},
        Refused{R"({"partita_settings": 1, "shortcuts": {"fly": "F9"}})", "a command 'fly'"},
        Refused{R"({"partita_settings": 1, "shortcuts": {"open": "Qwert"}})",
                "do not exist: Qwert"},
        Refused{R"({"partita_settings": 1, "shortcuts": {"open": "F5"}})",
                "give F5 to two commands, open and reload"},
        Refused{R"({"partita_settings": 1, "layouts": {"mine": "?"}})", "damaged layout 'mine'"}));

TEST(UserChoices, AreTheSameAfterTheyWereWrittenAndRead) {
    UserChoices choices{WindowSettings::defaultPreferences(), {}, {}};
    choices.preferences.look = Preferences::Look::contrast;
    choices.preferences.language = QStringLiteral("zh_CN");
    choices.preferences.fontSize = 14;
    choices.preferences.wheelScrolls = true;
    choices.preferences.keepsLog = false;
    choices.preferences.device = QStringLiteral("ascend310");
    choices.shortcuts.insert(QStringLiteral("reload"), QStringLiteral("Ctrl+F9; F9"));
    choices.shortcuts.insert(QStringLiteral("fit"), QString()); // no keys
    choices.layouts.insert(QStringLiteral("名 & \"x\""), QByteArray("\0\xff", 2));
    const auto read = choicesFrom(textOf(choices));
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->preferences, choices.preferences);
    EXPECT_EQ(read->shortcuts, choices.shortcuts);
    EXPECT_EQ(read->layouts, choices.layouts);
}

class Choices : public test::OperatedWindow {
protected:
    ~Choices() override {
        setUserChoices({WindowSettings::defaultPreferences(), {}, {}}, *Appearance::shared());
    }
    /// Opens the dialog by its key and an entry of its file menu, and then ends it by another key.
    void inFileMenu(const QString& entry, std::vector<Answers::Step> steps, Qt::Key end) {
        steps.insert(steps.begin(), Answers::entry(entry));
        steps.insert(steps.begin(), [end](QWidget& dialog) {
            test::clickButton(dialog, SettingsDialog::tr("F&ile"));
            QTest::keyClick(&dialog, end);
        });
        const Answers answers(std::move(steps));
        window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
    }
    LayoutMenu& layouts() {
        auto* menu = window.findChild<LayoutMenu*>();
        Q_EMIT menu->aboutToShow(); // fills it
        return *menu;
    }
    QAction* layout(const QString& title) {
        for (QAction* action : layouts().actions())
            if (test::entryText(*action) == withoutMark(title))
                return action;
        return nullptr;
    }
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.json"));
};

TEST_F(Choices, AreExportedAndImported) {
    WindowSettings().setShortcuts("reload", QStringLiteral("Ctrl+F9"));
    Appearance::shared()->setTheme(Theme::Kind::dark);
    const Preferences dark = WindowSettings().preferences();
    inFileMenu(SettingsDialog::tr("&Export…"), {Answers::file(file)}, Qt::Key_Return);
    setUserChoices({WindowSettings::defaultPreferences(), {}, {}}, *Appearance::shared());
    EXPECT_FALSE(WindowSettings().shortcuts("reload"));
    inFileMenu(SettingsDialog::tr("&Import…"), {Answers::file(file)}, Qt::Key_Escape);
    EXPECT_EQ(WindowSettings().preferences(), WindowSettings::defaultPreferences())
        << "Cancel takes an import back";
    EXPECT_FALSE(WindowSettings().shortcuts("reload"));
    inFileMenu(SettingsDialog::tr("&Import…"), {Answers::file(file)}, Qt::Key_Return);
    EXPECT_EQ(WindowSettings().preferences(), dark);
    EXPECT_EQ(window.action("reload")->shortcut(), QKeySequence(QStringLiteral("Ctrl+F9")));
}

TEST_F(Choices, AFileThatIsNoneChangesNothingAndSaysWhatItIs) {
    ASSERT_TRUE(writeFile(file.toStdString(), R"({"partita_settings": 1, "theme": "pink"})"));
    const Preferences before = WindowSettings().preferences();
    inFileMenu(SettingsDialog::tr("&Import…"),
               {Answers::file(file),
                Answers::message(QStringLiteral("wrong value for \"theme\""), QMessageBox::Ok)},
               Qt::Key_Return);
    EXPECT_EQ(WindowSettings().preferences(), before);
}

TEST_F(Choices, ALayoutIsSavedUsedAndForgottenByItsName) {
    const QString save = LayoutMenu::tr("Save the layout as…"), name = QStringLiteral("R & D");
    window.dock("inspector")->hide();
    {
        const Answers answers({Answers::input(QString(), name)});
        layout(save)->trigger();
    }
    window.dock("inspector")->show();
    QAction* saved = layout(QStringLiteral("R && D"));
    ASSERT_TRUE(saved);
    saved->trigger();
    EXPECT_TRUE(window.dock("inspector")->isHidden());
    {
        const Answers answers(
            {Answers::input(QString(), name),
             Answers::message(QStringLiteral("There is a layout “R & D”"), QMessageBox::No)});
        layout(save)->trigger();
    }
    auto* forget = layouts().findChild<QMenu*>();
    ASSERT_TRUE(forget);
    forget->actions().first()->trigger();
    EXPECT_FALSE(layout(QStringLiteral("R && D")));
}

TEST_F(Choices, ALayoutOfAnotherVersionSaysSo) {
    WindowSettings().setLayouts({{QStringLiteral("old"), QByteArray("nothing")}});
    layout(QStringLiteral("old"))->trigger();
    EXPECT_TRUE(test::labelsOf(window).contains(QStringLiteral("“old” is of another version")));
}

TEST_F(Choices, APartOfTheWindowSaysWhatItIsFor) {
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_F1, Qt::ShiftModifier);
    ASSERT_TRUE(QWhatsThis::inWhatsThisMode());
    for (const auto& [part, says] :
         {std::pair<QWidget*, const char*>{window.panel("providers"), "Who may run nodes"},
          std::pair<QWidget*, const char*>{&window.graph(), "click a node to see why"}}) {
        QHelpEvent asked(QEvent::WhatsThis, {5, 5}, part->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(part, &asked);
        EXPECT_TRUE(asked.isAccepted()) << "it shows its text";
        EXPECT_TRUE(WhatsThis::textOf(*part).contains(QLatin1String(says)));
        QWhatsThis::hideText();
    }
    QWhatsThis::leaveWhatsThisMode();
    for (const PanelRow& row : panelRows())
        EXPECT_FALSE(window.panel(row.id)->accessibleDescription().isEmpty()) << row.id;
}

} // namespace
} // namespace partita
