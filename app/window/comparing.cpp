#include "app/window/comparing.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>

#include "app/window/command_actions.h"
#include "app/window/main_window.h"
#include "app/window/record_commands.h"
#include "app/window/tabbed_window.h"
#include "views/dialogs/file_dialog.h"
#include "views/panels/differences_panel.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

/// The document without its scenario; null where it has none.
std::shared_ptr<const DocumentState> withoutScenario(DocumentController& document) {
    const auto base = document.scenarios().base();
    return base && base->partitioning != document.state().partitioning ? base : nullptr;
}

} // namespace

Comparing::Comparing(MainWindow& window, PanelDocks& panels, const CommandActions& actions)
    : m_window(window), m_panels(panels), m_actions(actions) {}

ComparisonController& Comparing::comparison() const {
    return m_panels.get<DifferencesPanel>().comparison();
}

void Comparing::ask() {
    if (QWidget* button = m_actions.buttonOf("compare"))
        askAt(*button, true);
    else
        askFromPanel();
}

void Comparing::askFromPanel() {
    // The panel is low in the window.
    askAt(m_panels.get<DifferencesPanel>().compareButton(), false);
}

void Comparing::askAt(QWidget& button, bool below) {
    if (!m_window.document().hasDocument())
        return;
    m_panels.show("differences");
    QMenu menu(&m_window);
    fill(menu);
    menu.setActiveAction(menu.actions().constFirst());
    menu.exec(button.mapToGlobal(QPoint(0, below ? button.height() : -menu.sizeHint().height())));
}

void Comparing::fillSide(QMenu& menu, bool isFirst) {
    const bool isDocument =
        comparison().comparison() && comparison().comparison()->documentIsA == isFirst;
    QAction* own = menu.addAction(
        MainWindow::tr("This document: %1").arg(QFileInfo(m_window.path()).fileName()));
    own->setCheckable(true);
    own->setChecked(isDocument);
    connect(own, &QAction::triggered, this, [this, isDocument] {
        if (!isDocument)
            comparison().swap();
    });
    fill(menu, !isFirst);
}

void Comparing::withFile() {
    m_panels.show("differences");
    comparison().compareWith(m_window.path().toStdString(), true);
}

/// The documents of the other tabs.
void Comparing::addDocuments(QMenu& menu, std::optional<bool> documentFirst) {
    const TabbedWindow* tabs = TabbedWindow::of(m_window);
    for (int i = 0; tabs && i < tabs->count(); ++i) {
        const QPointer<MainWindow> page = &tabs->page(i);
        if (page == &m_window || !page->document().hasDocument())
            continue;
        const QString name = QFileInfo(page->path()).fileName();
        QAction* action = menu.addAction(MainWindow::tr("With the open %1").arg(name));
        action->setToolTip(page->path());
        connect(action, &QAction::triggered, this, [this, page, name, documentFirst] {
            comparison().compareWithDocument(
                name,
                [page]() -> std::shared_ptr<const DocumentState> {
                    return page && page->document().hasDocument() ? page->document().sharedState()
                                                                  : nullptr;
                },
                documentFirst,
                [page]() -> std::optional<NodeTimes> {
                    return page ? ComparisonController::timesOf(page->document()) : std::nullopt;
                });
        });
    }
}

namespace {

/// Compares with a file that the user chooses.
void addFiles(QMenu& menu, MainWindow& window, ComparisonController& comparison,
              std::optional<bool> documentFirst) {
    using Compare =
        void (ComparisonController::*)(const std::filesystem::path&, std::optional<bool>);
    const std::tuple<QString, QString, Compare> kinds[] = {
        {MainWindow::tr("With another file…"),
         MainWindow::tr("ONNX models (*.onnx);;All files (*)"), &ComparisonController::compareWith},
        {MainWindow::tr("With itself under a scenario…"),
         MainWindow::tr("Scenarios (*.json);;All files (*)"),
         &ComparisonController::compareWithScenario},
        {MainWindow::tr("With what a runtime wrote…"), recordFilter(),
         &ComparisonController::compareWithRecord},
        {MainWindow::tr("With itself simplified by a recipe…"),
         MainWindow::tr("Recipes (*.json);;All files (*)"),
         &ComparisonController::compareWithRecipe}};
    for (const auto& [text, filter, compare] : kinds)
        QObject::connect(menu.addAction(text), &QAction::triggered, &window,
                         [&window, &comparison, documentFirst, filter = filter, compare = compare] {
                             const QString path =
                                 askWhatToOpen(&window, MainWindow::tr("Compare with"),
                                               WindowSettings().folder(), filter);
                             if (!path.isEmpty())
                                 (comparison.*compare)(path.toStdString(), documentFirst);
                         });
}

} // namespace

/// With itself on the devices that its providers can be.
void Comparing::addDevices(QMenu& menu, std::optional<bool> documentFirst) {
    for (const ProviderPtr& provider : m_window.document().providers())
        for (const ProviderOption& option : provider->options()) {
            if (!option.isDevice)
                continue;
            QMenu& devices = *menu.addMenu(MainWindow::tr("With itself on another device"));
            for (const std::string& choice : option.choices) {
                QAction* action = devices.addAction(toQString(choice));
                action->setEnabled(choice != option.value);
                connect(
                    action, &QAction::triggered, this,
                    [this, id = provider->info().id, name = option.name, choice, documentFirst] {
                        comparison().compareWithOption(id, name, choice, documentFirst);
                    });
            }
        }
}

/// What the document can be compared with, and what can be done with the comparison in view.
void Comparing::fill(QMenu& menu, std::optional<bool> documentFirst) {
    DocumentController& document = m_window.document();
    const auto add = [&](const QString& text, bool enabled, auto act) {
        QAction* action = menu.addAction(text);
        action->setEnabled(enabled);
        connect(action, &QAction::triggered, this, act);
    };
    addDocuments(menu, documentFirst);
    addFiles(menu, m_window, comparison(), documentFirst);
    addDevices(menu, documentFirst);
    add(MainWindow::tr("With itself without the scenario"), withoutScenario(document) != nullptr,
        [this, &document, documentFirst] {
            comparison().compareWithState(
                PARTITA_TEXT("without the scenario"),
                [&document] { return withoutScenario(document); }, documentFirst);
        });
    add(MainWindow::tr("With the measured placement"), document.measured().placement() != nullptr,
        [this, documentFirst] { comparison().compareWithMeasured(documentFirst); });
    add(MainWindow::tr("With the model before the simplifier"), comparison().hasStart(),
        [this, documentFirst] { comparison().compareWithStart(documentFirst); });
    if (!comparison().comparison())
        return;
    menu.addSeparator();
    menu.addAction(m_actions.get("swapSides"));
    if (comparison().matches())
        add(MainWindow::tr("Forget the matches by hand"), true,
            [this] { comparison().forgetMatches(); });
    add(MainWindow::tr("End the comparison"), true, [this] { comparison().clear(); });
}

void Comparing::swapSides() {
    if (comparison().comparison())
        comparison().swap();
    else
        m_window.note(MainWindow::tr("Nothing is compared: Compare… chooses another side"));
}

void Comparing::step(int direction) {
    m_panels.show("differences");
    m_panels.get<DifferencesPanel>().step(direction);
}

} // namespace partita
