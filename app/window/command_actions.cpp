#include "app/window/command_actions.h"

#include <QCoreApplication>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>

#include "app/window/layout_menu.h"
#include "app/window/main_window.h"
#include "app/window/parts/colour_box.h"
#include "app/window/parts/fitting_buttons.h"
#include "app/window/parts/labels.h"
#include "app/window/parts/zoom_box.h"
#include "app/window/recent_menu.h"
#include "app/window/shortcuts.h"
#include "views/theme/menu_mnemonics.h"

namespace partita {

namespace {

constexpr int kWorkbenches = 4; ///< the group of the tool bar whose commands have a text, too
constexpr const char* kNoDocument = QT_TRANSLATE_NOOP("partita::Commands", "Open a model first");

/// A menu of the menu bar, or of another menu: it stands there where its first command is.
struct MenuRow {
    const char *id, *title, *parent = nullptr;
};

constexpr MenuRow kMenus[] = {
    {"file", QT_TRANSLATE_NOOP("partita::Commands", "&File")},
    {"edit", QT_TRANSLATE_NOOP("partita::Commands", "&Edit")},
    {"view", QT_TRANSLATE_NOOP("partita::Commands", "&View")},
    {"simplify", QT_TRANSLATE_NOOP("partita::Commands", "&Simplify")},
    {"run", QT_TRANSLATE_NOOP("partita::Commands", "&Run")},
    {"context", QT_TRANSLATE_NOOP("partita::Commands", "EP&Context")},
    {"window", QT_TRANSLATE_NOOP("partita::Commands", "&Window")},
    {"help", QT_TRANSLATE_NOOP("partita::Commands", "&Help")},
    {"nodes", QT_TRANSLATE_NOOP("partita::Commands", "Change the nodes"), "edit"},
    {"tensors", QT_TRANSLATE_NOOP("partita::Commands", "Change the tensors"), "edit"},
    {"model", QT_TRANSLATE_NOOP("partita::Commands", "Change the model"), "edit"},
    {"go", QT_TRANSLATE_NOOP("partita::Commands", "Go to"), "edit"},
    {"select", QT_TRANSLATE_NOOP("partita::Commands", "Select"), "edit"},
    {"colour", QT_TRANSLATE_NOOP("partita::Commands", "Colour by"), "view"},
    {"comparison", QT_TRANSLATE_NOOP("partita::Commands", "Comparison"), "view"}};

const MenuRow* menuRow(const char* id) {
    const auto* row = std::ranges::find_if(
        kMenus, [id](const MenuRow& each) { return qstrcmp(each.id, id) == 0; });
    return row == std::end(kMenus) ? nullptr : row;
}

QString translated(const char* text) {
    return QCoreApplication::translate("partita::Commands", text);
}

/// Why a command has no effect on what is shown; null: it has one.
const char* whyNot(Command::Needs needs, const CommandActions::Shown& shown) {
    using enum Command::Needs;
    if (needs == nothing || (needs == documentOrMerge && shown.merge))
        return nullptr;
    if (!shown.document)
        return kNoDocument;
    if (needs == comparison && !shown.comparison)
        return QT_TRANSLATE_NOOP("partita::Commands", "Nothing is compared");
    if (needs == steps && !shown.steps)
        return QT_TRANSLATE_NOOP("partita::Commands", "Simplify the model first");
    if (needs == editing && !shown.editing)
        return QT_TRANSLATE_NOOP("partita::Commands", "Switch Edit on first");
    return nullptr;
}

/// The commands of the tool bar in the order of their places.
std::vector<const Command*> toolBarCommands() {
    std::vector<const Command*> list;
    for (const Command& command : commands())
        if (command.toolBarPlace)
            list.push_back(&command);
    std::ranges::sort(list, {}, &Command::toolBarPlace);
    return list;
}

} // namespace

QString CommandActions::toolTipOf(const QAction& action) {
    QString title = withoutMark(action.text()); // its menu may be in view
    if (action.shortcut().isEmpty())
        return title;
    return QStringLiteral("%1 (%2)").arg(title.remove(QStringLiteral("…")),
                                         action.shortcut().toString(QKeySequence::NativeText));
}

CommandActions::CommandActions(MainWindow& window, const QList<QAction*>& panels) {
    buildMenus(window, panels);
    buildToolBar(window);
}

void CommandActions::buildMenus(MainWindow& window, const QList<QAction*>& panels) {
    std::map<std::string, QMenu*> menus;
    for (const MenuRow& row : kMenus)
        m_menus.push_back(menus[row.id] = row.parent ? new QMenu(window.menuBar())
                                                     : window.menuBar()->addMenu(QString()));
    for (const Command& command : commands()) {
        QMenu* menu = menus.at(command.menu);
        if (const char* parent = menuRow(command.menu)->parent; parent && menu->isEmpty())
            menus.at(parent)->addMenu(menu);
        if (!command.run) {
            menu->addSeparator();
            continue;
        }
        QAction* made = menu->addAction(QString());
        made->setObjectName(QLatin1String(command.id));
        made->setShortcuts(shortcutsOf(command));
        made->setCheckable(command.kind != Command::Kind::plain);
        made->setChecked(command.kind == Command::Kind::toggledOn);
        QObject::connect(made, &QAction::triggered, &window,
                         [&window, run = command.run](bool on) { run(window, on); });
        m_actions[command.id] = made;
        if (qstrcmp(command.id, "open") == 0) {
            m_recent = new RecentMenu(menu);
            menu->addMenu(m_recent);
        }
    }
    m_panels = menus.at("window")->addMenu(QString());
    m_panels->addActions(panels);
    m_layouts = new LayoutMenu(menus.at("window"), window);
    menus.at("window")->addMenu(m_layouts);
}

void CommandActions::buildToolBar(MainWindow& window) {
    m_toolBar = window.addToolBar(QString());
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize({16, 16});
    m_fitting = new FittingButtons(*m_toolBar);
    int group = 1;
    const auto endGroup = [&] {
        if (group == kWorkbenches)
            m_toolBar->addWidget(m_colour = new ColourBox(
                                     {get("colourMeasured"), get("colourCheck"),
                                      get("colourChange"), get("colourTime"), get("colourCycles"),
                                      get("colourBound"), get("colourOperator"), get("colourType"),
                                      get("colourMemory"), get("colourValues")}));
        m_toolBar->addSeparator();
    };
    for (const Command* command : toolBarCommands()) {
        if (command->toolBarPlace / 10 != group)
            endGroup();
        if (group == kWorkbenches && command->toolBarPlace / 10 != group)
            addExport(window);
        group = command->toolBarPlace / 10;
        m_toolBar->addAction(get(command->id));
        if (qstrcmp(command->id, "zoomOut") == 0) {
            m_zoom = new ZoomBox(window.graph());
            m_toolBar->addWidget(m_zoom);
        }
        if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(get(command->id)));
            button && group == kWorkbenches)
            m_fitting->add(*button);
    }
}

/// The exports, in one button at the right.
void CommandActions::addExport(MainWindow& window) {
    auto* space = new QWidget;
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(space);
    auto* menu = new QMenu(&window);
    menu->addActions(marked(Command::exports));
    m_export = m_toolBar->addAction(QString());
    m_export->setMenu(menu);
    auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(m_export));
    button->setObjectName(QStringLiteral("exportButton"));
    button->setPopupMode(QToolButton::InstantPopup);
    m_fitting->add(*button);
}

QWidget* CommandActions::buttonOf(const char* id) const {
    QWidget* button = m_toolBar->widgetForAction(get(id));
    return button && button->isVisible() ? button : nullptr;
}

void CommandActions::enable(const char* id, bool can, const char* whyNot) {
    QAction* action = get(id);
    action->setEnabled(can);
    action->setToolTip(can || !whyNot
                           ? toolTipOf(*action)
                           : toolTipOf(*action) + QLatin1Char('\n') + translated(whyNot));
}

void CommandActions::enableFor(const Shown& shown) {
    for (const Command& command : commands())
        if (command.run && command.needs != Command::Needs::part) {
            const char* why = whyNot(command.needs, shown);
            enable(command.id, !why, why);
        }
    m_export->setEnabled(shown.document);
    m_export->setToolTip(shown.document
                             ? exportTip()
                             : m_export->text() + QLatin1Char('\n') + translated(kNoDocument));
    m_zoom->setEnabled(shown.document);
}

/// Every export with its keys.
QString CommandActions::exportTip() const {
    QStringList lines;
    for (const QAction* action : marked(Command::exports))
        lines += toolTipOf(*action);
    return lines.join(QLatin1Char('\n'));
}

QString CommandActions::menuTitle(const Command& command) {
    const MenuRow* row = menuRow(command.menu);
    if (row && row->parent)
        row = menuRow(row->parent);
    return row ? wordsOf(translated(row->title)) : QString();
}

QAction* CommandActions::get(const char* id) const { return m_actions.at(id); }

QList<QAction*> CommandActions::marked(Command::Mark mark) const {
    QList<QAction*> list;
    for (const Command& command : commands())
        if (command.marks & mark)
            list.append(get(command.id));
    return list;
}

QList<QAction*> CommandActions::all() const {
    QList<QAction*> list;
    for (const Command& command : commands())
        if (command.run)
            list.append(get(command.id));
    return list;
}

void CommandActions::translate(const Theme& theme) {
    for (std::size_t i = 0; i < m_menus.size(); ++i)
        m_menus[i]->setTitle(translated(kMenus[i].title));
    for (const Command& command : commands()) {
        if (!command.run)
            continue;
        QAction* action = get(command.id);
        action->setText(translated(command.title));
        if (const auto keys = shortcutsOf(command); keys != action->shortcuts())
            action->setShortcuts(keys);
        action->setToolTip(toolTipOf(*action));
        action->setWhatsThis(action->toolTip());
        if (*command.icon)
            action->setIcon(theme.icon(command.icon));
    }
    // Without a space, the style sets the word 2 pixels from the picture.
    for (const char* id : {"editMode", "simplify", "run"})
        get(id)->setIconText(QLatin1Char(' ') + get(id)->text());
    // The buttons have room for a word only.
    get("merge")->setIconText(QLatin1Char(' ') +
                              translated(QT_TRANSLATE_NOOP("partita::Commands", "Merge")));
    get("compare")->setIconText(QLatin1Char(' ') +
                                translated(QT_TRANSLATE_NOOP("partita::Commands", "Compare")));
    m_export->setText(translated(QT_TRANSLATE_NOOP("partita::Commands", "Export")));
    m_export->setIconText(QLatin1Char(' ') + m_export->text());
    m_export->setIcon(theme.icon("export"));
    // The picture of the style is black in the dark theme as well.
    if (auto* rest = m_toolBar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button")))
        rest->setIcon(theme.icon("more"));
    m_recent->translate();
    m_layouts->translate();
    m_zoom->translate();
    m_colour->translate();
    m_panels->setTitle(translated(QT_TRANSLATE_NOOP("partita::Commands", "Panels")));
    m_fitting->fit();
    m_toolBar->setWindowTitle(translated(QT_TRANSLATE_NOOP("partita::Commands", "Tool bar")));
}

} // namespace partita
