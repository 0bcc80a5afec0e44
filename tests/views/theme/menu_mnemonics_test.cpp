// Each entry of a menu that is seen has a key of its own.

#include <QMenu>
#include <QMenuBar>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/support/dialogs.h"
#include "views/theme/menu_mnemonics.h"

namespace partita {
namespace {

/// The texts of a menu while it is seen.
QStringList seen(QMenu& menu) {
    menu.popup({});
    QStringList texts;
    for (const QAction* action : menu.actions())
        texts += action->text();
    menu.hide();
    return texts;
}

TEST(MenuLetters, AreTheFirstFreeOnesOfAWordAndGoneWhenTheMenuIs) {
    QMenu menu;
    const QStringList written = {QStringLiteral("Save"),   QStringLiteral("Save as…"),
                                 QStringLiteral("&Fit"),   QStringLiteral("Find"),
                                 QStringLiteral("R && D"), QStringLiteral("Fit all\tF")};
    for (const QString& text : written)
        menu.addAction(text);
    const QStringList marked = {QStringLiteral("&Save"),   QStringLiteral("Save &as…"),
                                QStringLiteral("&Fit"),    QStringLiteral("F&ind"),
                                QStringLiteral("&R && D"), QStringLiteral("Fi&t all\tF")};
    EXPECT_EQ(seen(menu), marked);
    EXPECT_EQ(seen(menu), marked) << "the second time";
    for (int i = 0; i < written.size(); ++i)
        EXPECT_EQ(menu.actions()[i]->text(), written[i]);
}

TEST(MenuLetters, GoToAnotherEntryWhereThatLeavesOneForEach) {
    QMenu menu;
    for (const char* text : {"Bar", "Abe", "AB"})
        menu.addAction(QLatin1String(text));
    EXPECT_EQ(seen(menu),
              (QStringList{QStringLiteral("&Bar"), QStringLiteral("Ab&e"), QStringLiteral("&AB")}));
}

TEST(MenuLetters, StandBehindATextWithoutLetters) {
    QMenu menu;
    menu.addAction(QStringLiteral("打开…"))->setObjectName(QStringLiteral("open"));
    menu.addAction(QStringLiteral("保存"))->setObjectName(QStringLiteral("obtain"));
    menu.addAction(QStringLiteral("导出为 PNG…"));
    menu.addAction(QStringLiteral("复制"));
    EXPECT_EQ(seen(menu),
              (QStringList{QStringLiteral("打开(&O)…"), QStringLiteral("保存(&B)"),
                           QStringLiteral("导出为 &PNG…"), QStringLiteral("复制(&A)")}));
}

TEST(MenuLetters, ChooseTheEntry) {
    QMenu menu;
    int chosen = 0;
    menu.addAction(QStringLiteral("Save"), [&] { chosen = 1; });
    menu.addAction(QStringLiteral("Save as…"), [&] { chosen = 2; });
    menu.popup({});
    QTest::keyClick(&menu, Qt::Key_A);
    EXPECT_EQ(chosen, 2);
    EXPECT_FALSE(menu.isVisible());
}

TEST(MenuLetters, ATextThatChangesMeanwhileStays) {
    QMenu menu;
    QAction* undo = menu.addAction(QStringLiteral("Undo"));
    menu.popup({});
    undo->setText(QStringLiteral("Undo rename"));
    menu.hide();
    EXPECT_EQ(undo->text(), QStringLiteral("Undo rename"));
}

/// The entries of the menus that have no key, or that of another entry.
QStringList withoutOwnKey(const QList<QAction*>& bar) {
    QStringList found;
    for (const QAction* title : bar) {
        QMenu* menu = title->menu();
        if (!menu || !title->isVisible())
            continue;
        QSet<QString> keys;
        const QStringList texts = seen(*menu);
        for (int i = 0; i < texts.size(); ++i) {
            const QAction* action = menu->actions()[i];
            if (action->isSeparator() || !action->isVisible() || texts[i].isEmpty())
                continue;
            const QString key = QKeySequence::mnemonic(texts[i]).toString();
            if (key.isEmpty() || keys.contains(key))
                found += texts[i];
            keys += key;
        }
        found += withoutOwnKey(menu->actions());
    }
    return found;
}

class MenuLettersOfTheWindow : public test::OperatedWindow {};

TEST_F(MenuLettersOfTheWindow, AreOneForEachEntryInBothLanguages) {
    for (int language = 0; language < 2; ++language) {
        EXPECT_EQ(withoutOwnKey(window.menuBar()->actions()).join(QLatin1Char('\n')).toStdString(),
                  "");
        window.action("language")->trigger();
        QCoreApplication::processEvents();
    }
}

TEST_F(MenuLettersOfTheWindow, AreNotInTheToolTipsThatAreMadeMeanwhile) {
    open(test::kSample);
    QMenu& menu = *window.menuBar()->actions().first()->menu();
    menu.popup({});
    ASSERT_TRUE(window.action("save")->text().contains(QLatin1Char('&')));
    window.document().close(); // the commands are told what they can do
    QCoreApplication::processEvents();
    menu.hide();
    const QString toolTip = window.action("saveAs")->toolTip();
    EXPECT_TRUE(toolTip.contains(QStringLiteral("Open a model first"))) << toolTip.toStdString();
    EXPECT_FALSE(toolTip.contains(QLatin1Char('&'))) << toolTip.toStdString();
}

TEST(MenuLetters, AreTakenOutOfATextThatIsRead) {
    EXPECT_EQ(withoutMark(QStringLiteral("Save &as…")), QStringLiteral("Save as…"));
    EXPECT_EQ(withoutMark(QStringLiteral("打开(&O)…")), QStringLiteral("打开…"));
    EXPECT_EQ(withoutMark(QStringLiteral("&R && D (all)")), QStringLiteral("R & D (all)"));
}

} // namespace
} // namespace partita
