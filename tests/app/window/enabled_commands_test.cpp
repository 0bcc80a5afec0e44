// Which commands can be chosen with what the window shows; what can do nothing is grey and says why.

#include <QComboBox>
#include <QMenuBar>
#include <QToolButton>
#include <future>
#include <set>

#include "app/window/commands.h"
#include "tests/support/dialogs.h"
#include "tests/support/keys.h"

namespace partita {
namespace {

using Ids = std::set<std::string>;

class EnabledCommands : public test::OperatedWindow {
protected:
    Ids all() {
        Ids ids;
        for (const Command& command : commands())
            if (command.run)
                ids.insert(command.id);
        return ids;
    }
    Ids enabled() {
        Ids ids = all();
        std::erase_if(
            ids, [this](const std::string& id) { return !window.action(id.c_str())->isEnabled(); });
        return ids;
    }
    Ids grey() {
        Ids ids = all();
        for (const std::string& id : enabled())
            ids.erase(id);
        return ids;
    }
    bool isEnabled(const char* id) { return window.action(id)->isEnabled(); }
};

TEST_F(EnabledCommands, WithoutAModelOnlyThoseThatNeedNoneCanBeChosen) {
    const Ids wanted{"newWindow",         "open",    "close",       "quit",
                     "settings",          "theme",   "language",    "wheelScrolls",
                     "fullScreen",        "nextTab", "previousTab", "nextPane",
                     "resetLayout",       "compile", "merge",       "manual",
                     "whatsThis",         "palette", "sample",      "exampleFeatures",
                     "exampleClassifier", "about",   "aboutQt"};
    EXPECT_EQ(enabled(), wanted);
    // Menus open with what can be chosen in them now.
    for (const QAction* top : window.menuBar()->actions())
        EXPECT_TRUE(top->isEnabled());
    for (const char* name : {"zoomBox", "colourBy"})
        EXPECT_FALSE(window.findChild<QComboBox*>(QLatin1String(name))->isEnabled()) << name;
    EXPECT_FALSE(window.findChild<QToolButton*>(QStringLiteral("exportButton"))->isEnabled());
    open(test::kSample);
    EXPECT_GT(enabled().size(), wanted.size() + 40);
    ASSERT_TRUE(idle());
    window.document().close();
    EXPECT_TRUE(waitFor([&] { return enabled() == wanted; })); // once all work has ended
}

TEST_F(EnabledCommands, WithAModelOnlyThoseAreGreyThatNeedMore) {
    open(test::kSample);
    ASSERT_TRUE(idle());
    const Ids ofEditing{"cutNodes",        "pasteNodes",     "deleteSelection", "renameNode",
                        "duplicate",       "bypass",         "disconnect",      "reroute",
                        "replaceOperator", "connectFrom",    "newInitializer",  "convertConstants",
                        "placeConstants",  "shareConstants", "renameSize",      "producer",
                        "describe",        "describeModel",  "describeGraph",   "playScript"};
    Ids wanted{"undo",
               "redo",
               "back",
               "forward",
               "up",
               "cancel",
               "swapSides",
               "laidOver",
               "sideBySide",
               "onlyDifferences",
               "applyRewrites",
               "discardRewrites",
               "exportAnimation",
               "colourMeasured",
               "colourCheck",
               "colourChange"};
    wanted.insert(ofEditing.begin(), ofEditing.end());
    EXPECT_EQ(grey(), wanted);
    window.action("editMode")->trigger();
    for (const std::string& id : ofEditing)
        EXPECT_TRUE(isEnabled(id.c_str())) << id;
}

TEST_F(EnabledCommands, TheTipOfAGreyOneSaysWhy) {
    const auto tip = [this](const char* id) { return window.action(id)->toolTip(); };
    const QString first = QStringLiteral("Open a model first");
    for (const char* id : {"fit", "find", "saveScript", "sizes", "timeline", "copy", "editMode"})
        EXPECT_TRUE(tip(id).endsWith(first)) << id << ": " << tip(id).toStdString();
    EXPECT_TRUE(
        window.findChild<QToolButton*>(QStringLiteral("exportButton"))->toolTip().endsWith(first));
    open(test::kSample);
    EXPECT_FALSE(tip("fit").contains(first));
    EXPECT_TRUE(tip("fit").contains(QStringLiteral("Ctrl+0")));
    EXPECT_TRUE(tip("swapSides").endsWith(QStringLiteral("Nothing is compared")));
    EXPECT_TRUE(tip("applyRewrites").endsWith(QStringLiteral("Simplify the model first")));
    EXPECT_TRUE(tip("duplicate").endsWith(QStringLiteral("Switch Edit on first")));
    window.setLanguage(QStringLiteral("zh_CN"));
    QApplication::processEvents();
    EXPECT_FALSE(tip("swapSides").contains(QStringLiteral("Nothing is compared")));
    window.setLanguage(QStringLiteral("en"));
    QApplication::processEvents();
}

TEST_F(EnabledCommands, BackAndForwardAreThereWhereTheyLeadSomewhere) {
    open(test::kSample);
    clickNode("stem/conv");
    EXPECT_FALSE(isEnabled("back"));
    clickNode("stem/relu");
    EXPECT_TRUE(isEnabled("back"));
    EXPECT_FALSE(isEnabled("forward"));
    while (isEnabled("back"))
        QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(window.document().currentNode(), node("stem/conv"));
    EXPECT_TRUE(isEnabled("forward"));
    QTest::keyClick(&window, Qt::Key_Right, Qt::AltModifier);
    EXPECT_TRUE(isEnabled("back"));
    open(test::kSample);
    EXPECT_FALSE(isEnabled("back") || isEnabled("forward"));
}

TEST_F(EnabledCommands, CancelIsThereWhileThereIsWork) {
    EXPECT_TRUE(window.action("cancel")->toolTip().endsWith(QStringLiteral("Nothing is running")));
    std::promise<void> end;
    window.document().jobs()[Lane::work].start<bool>(
        QStringLiteral("Working"),
        [done = end.get_future().share()](const Progress&) -> Result<bool> {
            done.wait();
            return true;
        },
        [](const Result<bool>&) {});
    EXPECT_TRUE(isEnabled("cancel"));
    end.set_value();
    EXPECT_TRUE(waitFor([&] { return !isEnabled("cancel"); }));
}

} // namespace
} // namespace partita
