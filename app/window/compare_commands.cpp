// Commands of the main window about comparing: what with, in which order, and files to compare that
// come from outside.

#include <QAction>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTimer>

#include "app/window/command_actions.h"
#include "app/window/main_window.h"
#include "app/window/parts/message_bar.h"
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

void MainWindow::compare() {
    if (QWidget* button = m_actions->buttonOf("compare"))
        askForComparison(*button, true);
    else
        compareFromPanel();
}

/// The button of the panel is low in the window, so its menu is above it.
void MainWindow::compareFromPanel() {
    askForComparison(
        *m_panels->panel("differences")->findChild<QPushButton*>(QStringLiteral("compareFile")),
        false);
}

void MainWindow::askForComparison(QWidget& button, bool below) {
    if (!m_document.hasDocument())
        return;
    m_panels->show("differences");
    QMenu menu(this);
    fillComparisons(menu);
    menu.setActiveAction(menu.actions().constFirst());
    menu.exec(button.mapToGlobal(QPoint(0, below ? button.height() : -menu.sizeHint().height())));
}

/// What one side of the comparison can be. The document is always one of the sides: what is chosen in
/// its place puts it on the other one.
void MainWindow::fillSide(QMenu& menu, bool isFirst) {
    ComparisonController* const comparison = &m_panels->get<DifferencesPanel>().comparison();
    const bool isDocument =
        comparison->comparison() && comparison->comparison()->documentIsA == isFirst;
    QAction* own = menu.addAction(tr("This document: %1").arg(QFileInfo(path()).fileName()));
    own->setCheckable(true);
    own->setChecked(isDocument);
    connect(own, &QAction::triggered, this, [comparison, isDocument] {
        if (!isDocument)
            comparison->swap();
    });
    fillComparisons(menu, !isFirst);
}

void MainWindow::compareWithFile() {
    m_panels->show("differences");
    m_panels->get<DifferencesPanel>().comparison().compareWith(path().toStdString(), true);
}

/// The documents of the other tabs.
void MainWindow::addDocuments(QMenu& menu, std::optional<bool> documentFirst) {
    const TabbedWindow* tabs = TabbedWindow::of(*this);
    ComparisonController* const comparison = &m_panels->get<DifferencesPanel>().comparison();
    for (int i = 0; tabs && i < tabs->count(); ++i) {
        const QPointer<MainWindow> page = &tabs->page(i);
        if (page == this || !page->document().hasDocument())
            continue;
        const QString name = QFileInfo(page->path()).fileName();
        QAction* action = menu.addAction(tr("With the open %1").arg(name));
        action->setToolTip(page->path());
        connect(action, &QAction::triggered, this, [comparison, page, name, documentFirst] {
            comparison->compareWithDocument(
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
void addFiles(QMenu& menu, MainWindow& window, const WindowSettings& settings,
              ComparisonController& comparison, std::optional<bool> documentFirst) {
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
        QObject::connect(
            menu.addAction(text), &QAction::triggered, &window,
            [&window, &settings, &comparison, documentFirst, filter = filter, compare = compare] {
                const QString path = askWhatToOpen(&window, MainWindow::tr("Compare with"),
                                                   settings.folder(), filter);
                if (!path.isEmpty())
                    (comparison.*compare)(path.toStdString(), documentFirst);
            });
}

} // namespace

/// What the document can be compared with, and what can be done with the comparison in view.
void MainWindow::fillComparisons(QMenu& menu, std::optional<bool> documentFirst) {
    ComparisonController& comparison = m_panels->get<DifferencesPanel>().comparison();
    const auto add = [&](QMenu& to, const QString& text, bool enabled, auto act) {
        QAction* action = to.addAction(text);
        action->setEnabled(enabled);
        connect(action, &QAction::triggered, this, act);
    };
    addDocuments(menu, documentFirst);
    addFiles(menu, *this, m_settings, comparison, documentFirst);
    for (const ProviderPtr& provider : m_document.providers())
        for (const ProviderOption& option : provider->options())
            if (option.name == "device") {
                const std::string id = provider->info().id;
                QMenu& devices = *menu.addMenu(tr("With itself on another device"));
                for (const std::string& choice : option.choices)
                    add(devices, toQString(choice), choice != option.value,
                        [&comparison, id, choice, documentFirst] {
                            comparison.compareWithOption(id, "device", choice, documentFirst);
                        });
            }
    add(menu, tr("With itself without the scenario"), withoutScenario(m_document) != nullptr,
        [this, &comparison, documentFirst] {
            comparison.compareWithState(
                PARTITA_TEXT("without the scenario"),
                [this] { return withoutScenario(m_document); }, documentFirst);
        });
    add(menu, tr("With the measured placement"), m_document.measured().placement() != nullptr,
        [&comparison, documentFirst] { comparison.compareWithMeasured(documentFirst); });
    add(menu, tr("With the model before the simplifier"), comparison.hasStart(),
        [&comparison, documentFirst] { comparison.compareWithStart(documentFirst); });
    if (!comparison.comparison())
        return;
    menu.addSeparator();
    menu.addAction(action("swapSides"));
    if (comparison.matches())
        add(menu, tr("Forget the matches by hand"), true,
            [&comparison] { comparison.forgetMatches(); });
    add(menu, tr("End the comparison"), true, [&comparison] { comparison.clear(); });
}

void MainWindow::swapSides() {
    ComparisonController& comparison = m_panels->get<DifferencesPanel>().comparison();
    if (comparison.comparison())
        comparison.swap();
    else
        note(tr("Nothing is compared: Compare… chooses another side"));
}

void MainWindow::stepDifference(int direction) {
    m_panels->show("differences");
    m_panels->get<DifferencesPanel>().step(direction);
}

void MainWindow::compareFiles(const QString& before, const QString& after) {
    MainWindow& page = openPage(after);
    whenInView(page, after, [&page, before] {
        page.m_panels->show("differences");
        page.m_panels->get<DifferencesPanel>().comparison().compareWith(before.toStdString());
    });
}

void MainWindow::offerComparison(const QString& before, const QString& after) {
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Two files"),
        tr("Compare %1 with %2?").arg(QFileInfo(before).fileName(), QFileInfo(after).fileName()),
        QMessageBox::Yes | QMessageBox::Open | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->button(QMessageBox::Yes)->setText(tr("Compare"));
    box->button(QMessageBox::Open)->setText(tr("Open the first"));
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    connect(box, &QMessageBox::finished, this, [this, before, after](int answer) {
        if (answer == QMessageBox::Yes)
            compareFiles(before, after);
        else if (answer == QMessageBox::Open)
            open(before);
    });
    box->open();
}

} // namespace partita
