// Every widget that takes input has a name for those who do not see it, and the keyboard comes out
// of it again.

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSplitterHandle>
#include <QTabBar>
#include <QTextEdit>
#include <QToolButton>

#include "app/window/manual_window.h"
#include "app/window/parts/command_palette.h"
#include "app/window/parts/edit_lists.h"
#include "app/window/parts/go_to_node.h"
#include "app/window/settings_dialog.h"
#include "app/window/tabbed_window.h"
#include "tests/support/dialogs.h"
#include "tests/support/merges.h"
#include "views/dialogs/compile_dialog.h"
#include "views/dialogs/edit_form.h"
#include "views/dialogs/pass_chooser.h"
#include "views/dialogs/pass_page_dialog.h"
#include "views/dialogs/record_dialog.h"
#include "views/dialogs/script_dialog.h"
#include "views/dialogs/size_editor.h"
#include "views/dialogs/tensor_dialog.h"
#include "views/merge/merge_page.h"
#include "views/panels/differences_panel.h"
#include "views/panels/panel.h"
#include "views/presenter/presenter.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

/// A part of a widget that is named itself.
bool isPart(const QWidget& widget) {
    const QWidget* parent = widget.parentWidget();
    return qobject_cast<const QScrollBar*>(&widget) || qobject_cast<const QHeaderView*>(&widget) ||
           widget.objectName().startsWith(QLatin1String("qt_")) ||
           widget.inherits("QTableCornerButton") || widget.inherits("QComboBoxListView") ||
           qobject_cast<const QAbstractSpinBox*>(parent) ||
           qobject_cast<const QComboBox*>(parent) ||
           (parent && parent->inherits("QComboBoxPrivateContainer")) ||
           widget.inherits("QLineEditIconButton");
}

/// A text that is only read says itself what it is.
template <class T> bool isWrittenIn(const QWidget& widget) {
    const auto* text = qobject_cast<const T*>(&widget);
    return text && !text->isReadOnly();
}

bool isReadIn(const QWidget& widget) {
    const auto* text = qobject_cast<const QTextEdit*>(&widget);
    return text && text->isReadOnly();
}

bool takesInput(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) ||
           qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) ||
           qobject_cast<const QAbstractItemView*>(&widget) ||
           qobject_cast<const QAbstractSlider*>(&widget) || isWrittenIn<QPlainTextEdit>(widget) ||
           isWrittenIn<QTextEdit>(widget) ||
           (qobject_cast<const QTabBar*>(&widget) && widget.focusPolicy() != Qt::NoFocus) ||
           ((widget.focusPolicy() & Qt::TabFocus) && !isReadIn(widget));
}

/// Whether a part was hidden that has no use now, and may have no text yet.
bool isPutAway(const QWidget& widget, const QWidget& root) {
    for (const QWidget* each = &widget;
         each && each != &root && !qobject_cast<const QDockWidget*>(each);
         each = each->parentWidget())
        if (each->isHidden() && !each->isWindow())
            return true;
    return false;
}

QString pathOf(const QWidget& widget) {
    QStringList names;
    for (const QWidget* each = &widget; each; each = each->parentWidget())
        if (each == &widget || !each->objectName().isEmpty())
            names.prepend(QString::fromLatin1(each->metaObject()->className()) + QLatin1Char('#') +
                          each->objectName());
    return names.join(QStringLiteral(" > "));
}

/// Where a widget without a name is; those behind other tabs count, too.
QStringList nameless(QWidget& root) {
    QStringList found;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (!takesInput(*widget) || isPart(*widget) || isPutAway(*widget, root))
            continue;
        const auto* read = QAccessible::queryAccessibleInterface(widget);
        if (!read || read->text(QAccessible::Name).trimmed().isEmpty())
            found += pathOf(*widget);
    }
    found.removeDuplicates();
    return found;
}

/// The choices that say only what is chosen, and not what is chosen there and what for.
QStringList unexplained(QWidget& root) {
    QStringList found;
    for (QComboBox* choice : root.findChildren<QComboBox*>()) {
        if (isPutAway(*choice, root))
            continue;
        const auto* read = QAccessible::queryAccessibleInterface(choice);
        const QString name = choice->accessibleName().trimmed(), now = choice->currentText(),
                      why = read ? read->text(QAccessible::Description).trimmed() : QString();
        if (name.isEmpty() || name == now)
            found += pathOf(*choice) + QStringLiteral(": name '%1'").arg(name);
        if (why.isEmpty() || why == now || why == name)
            found += pathOf(*choice) + QStringLiteral(": description '%1'").arg(why);
    }
    found.removeDuplicates();
    return found;
}

void expectNamed(QWidget& root, const char* what) {
    const QStringList found = nameless(root) + unexplained(root);
    EXPECT_TRUE(found.isEmpty()) << what << ":\n" << found.join(QLatin1Char('\n')).toStdString();
}

/// Presses Tab in each widget that it reaches, until it leaves it; the graph walks through its nodes
/// by Tab, and is left by F6. Returns how many it was in.
int expectWaysOut(QWidget& root, const char* what) {
    constexpr int kMost = 300; ///< links of one text
    EXPECT_TRUE(root.window()->isActiveWindow()) << what;
    int visited = 0;
    std::vector<QPointer<QWidget>> all; // a panel may make others meanwhile
    for (QWidget* each : root.findChildren<QWidget*>())
        all.emplace_back(each);
    for (const QPointer<QWidget>& widget : all) {
        if (!widget || !widget->isVisible() || !widget->isEnabled() ||
            !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy() ||
            widget->inherits("partita::GraphView"))
            continue;
        widget->setFocus(Qt::TabFocusReason);
        if (QApplication::focusWidget() != widget)
            continue;
        ++visited;
        int presses = 0;
        while (widget && QApplication::focusWidget() == widget && presses < kMost) {
            QTest::keyClick(widget, Qt::Key_Tab);
            ++presses;
        }
        EXPECT_LT(presses, kMost) << what << ": "
                                  << (widget ? pathOf(*widget).toStdString() : std::string());
    }
    return visited;
}

class Names : public test::OperatedWindow {};

TEST_F(Names, TabLeavesEveryPartOfEveryPanel) {
    open(test::kSample);
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.action("editMode")->trigger();
    clickNode("stage1/conv1");
    ASSERT_TRUE(idle());
    for (const PanelRow& row : panelRows()) {
        window.showPanel(row.id);
        QApplication::processEvents();
        const int visited = expectWaysOut(*window.dock(row.id), row.id);
        const bool isEmpty = row.id == std::string("numbers") || row.id == std::string("problems");
        EXPECT_EQ(visited == 0, isEmpty) << row.id;
    }
    window.action("simplify")->trigger();
    ASSERT_TRUE(idle());
    EXPECT_GT(expectWaysOut(*window.dock("simplify"), "the simplifier with rewrites"), 0);
    EXPECT_GT(expectWaysOut(*window.dock("numbers"), "the numbers with rewrites"), 0);
    EXPECT_GT(expectWaysOut(*window.centralWidget(), "the centre with rewrites"), 0);
}

TEST_F(Names, TheWindowAndAllItsPanelsHaveThem) {
    expectNamed(window, "the start page");
    open(test::kSample);
    window.action("editMode")->trigger();
    for (const PanelRow& row : panelRows())
        window.showPanel(row.id);
    clickNode("stage1/conv1");
    ASSERT_TRUE(idle());
    expectNamed(window, "with a node");
    window.document().setCurrentNode({});
    expectNamed(window, "with the model");
    window.action("simplify")->trigger();
    ASSERT_TRUE(idle());
    expectNamed(window, "with rewrites");
}

TEST_F(Names, DialogsHaveThem) {
    open(test::kSample);
    DocumentController& document = window.document();
    const Model& model = document.model();
    const auto some = model.topologicalOrder(model.mainGraph())[3];
    const auto input = model.node(some)->inputs[0];
    const Theme& theme = window.graph().theme();
    QList<QWidget*> dialogs = {
        new SettingsDialog(&window),
        new GoToNode(document, &window),
        new CommandPalette(window.findChildren<QAction*>(), &window),
        new CompileDialog(document, theme, &window),
        new RecordDialog(document, &window),
        new OperatorList(document, some, &window),
        new ConnectionList(document, window.graph(), some, &window),
        new InputList(document, {some, {}, 0}, &window),
        new RerouteList(document, input, &window),
        new PassChooser({}, document, &window),
        new PassPageDialog(*findPass("fuse_gelu"), theme, &window),
        new SizeEditor(document, model.graph(model.mainGraph())->inputs.front(), &window),
        new TensorDialog(
            QStringLiteral("Elements of w"), std::make_shared<const Tensor>(Tensor::int64s({1, 2})),
            [](TensorPtr) { return Result<void>(); }, theme, &window),
    };
    for (QWidget* dialog : dialogs) {
        dialog->show();
        expectNamed(*dialog, dialog->metaObject()->className());
        EXPECT_FALSE(dialog->windowTitle().isEmpty() && dialog->accessibleName().isEmpty())
            << dialog->metaObject()->className();
    }
    qDeleteAll(dialogs);
}

TEST_F(Names, FormsOfEditsHaveThem) {
    open(test::kSample);
    clickNode("stage1/conv1");
    window.action("editMode")->trigger();
    for (const char* command : {"newInitializer", "convertConstants", "placeConstants",
                                "renameSize", "producer", "describe"}) {
        window.action(command)->trigger();
        auto* form = window.findChild<EditForm*>();
        ASSERT_TRUE(form) << command;
        expectNamed(*form, command);
        EXPECT_FALSE(form->windowTitle().isEmpty());
        delete form;
    }
    ScriptDialog script(window.document(), QStringLiteral("s.json"), {}, window.graph().theme(),
                        &window);
    script.show();
    expectNamed(script, "a script");
}

TEST_F(Names, TheFindBarHasThem) {
    open(test::kSample);
    window.action("find")->trigger();
    auto* bar = window.findChild<QWidget*>(QStringLiteral("findBar"));
    QTest::keyClicks(bar->findChild<QLineEdit*>(QStringLiteral("findText")),
                     QStringLiteral("op:Conv"));
    bar->findChild<QToolButton*>(QStringLiteral("findListed"))->click();
    ASSERT_TRUE(bar->isVisible());
    expectNamed(*bar, "the find bar");
}

TEST_F(Names, WhatIsChosenInAChoiceIsSaidInTheLanguageOfTheWindow) {
    const auto labels =
        [&](bool right) { // hidden ones that say what their choice is, or that do not
            const auto all = window.findChildren<QLabel*>();
            return std::ranges::count_if(all, [&](const QLabel* label) {
                const auto* choice = qobject_cast<const QComboBox*>(label->buddy());
                return choice && label->isHidden() &&
                       (label->text() == choice->accessibleName()) == right;
            });
        };
    EXPECT_GT(labels(true), 0);
    EXPECT_EQ(labels(false), 0);
    const QString english = window.menuBar()->actions().first()->text();
    window.setLanguage(QStringLiteral("zh_CN"));
    ASSERT_TRUE(waitFor([&] { return window.menuBar()->actions().first()->text() != english; }));
    EXPECT_TRUE(waitFor([&] { return labels(false) == 0; }));
    window.setLanguage(QStringLiteral("en"));
}

TEST_F(Names, ThePresenterSaysWhichStepItShows) {
    open(test::kSample);
    Presenter presenter(window.document(), Presenter::Subject::rewrites, 0);
    presenter.setAttribute(Qt::WA_DeleteOnClose, false);
    presenter.setMotionWanted(false);
    presenter.show();
    expectNamed(presenter, "the presenter");
    EXPECT_FALSE(presenter.accessibleName().isEmpty());
    ASSERT_TRUE(waitFor([&] { return presenter.steps() > 0; }) && idle());
    QTest::keyClick(&presenter, Qt::Key_Right);
    EXPECT_TRUE(presenter.accessibleDescription().startsWith(QStringLiteral("Step 1 of ")))
        << presenter.accessibleDescription().toStdString();
}

TEST_F(Names, AComparisonHasThem) {
    open(test::kSample);
    auto& comparison = static_cast<DifferencesPanel*>(window.panel("differences"))->comparison();
    comparison.compareWith(window.document().state().path);
    ASSERT_TRUE(waitFor([&] { return window.document().state().before != nullptr; }) && idle());
    expectNamed(window, "a comparison");
}

TEST_F(Names, AMergeHasThem) {
    window.startMerge({});
    expectNamed(window, "a merge");
}

TEST_F(Names, TheManualHasThem) {
    showManual(window);
    for (QWidget* top : QApplication::topLevelWidgets())
        if (qobject_cast<ManualWindow*>(top)) {
            expectNamed(*top, "the manual");
            top->close();
        }
}

} // namespace
} // namespace partita
