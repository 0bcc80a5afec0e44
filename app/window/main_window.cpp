#include "app/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/window/command_actions.h"
#include "app/window/comparing.h"
#include "app/window/edit_commands.h"
#include "app/window/edit_summary.h"
#include "app/window/examples.h"
#include "app/window/link_targets.h"
#include "app/window/parts/breadcrumb.h"
#include "app/window/parts/colouring_choice.h"
#include "app/window/parts/compare_arrangement.h"
#include "app/window/parts/edit_arrangement.h"
#include "app/window/parts/empty_state.h"
#include "app/window/parts/exports.h"
#include "app/window/parts/file_watch.h"
#include "app/window/parts/kept_bookmarks.h"
#include "app/window/parts/message_bar.h"
#include "app/window/parts/overlays.h"
#include "app/window/parts/status_line.h"
#include "app/window/parts/suggestion_bar.h"
#include "app/window/parts/suggestions.h"
#include "app/window/parts/summary_line.h"
#include "app/window/recent_menu.h"
#include "app/window/record_commands.h"
#include "app/window/saving.h"
#include "app/window/window_commands.h"
#include "views/document/links.h"
#include "views/graph/graph_editing.h"
#include "views/merge/merge_page.h"
#include "views/panels/differences_panel.h"
#include "views/panels/measured_panel.h"
#include "views/panels/problems_panel.h"
#include "views/panels/remedies_panel.h"
#include "views/panels/rewrite_strip.h"
#include "views/panels/run_panel.h"
#include "views/tables/table_menu.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

// The resources are in a static library; without this call the linker would leave them out.
static void initResources() {
    Q_INIT_RESOURCE(partita);
    Q_INIT_RESOURCE(manual);
    Q_INIT_RESOURCE(licences);
}

namespace partita {

namespace {

constexpr QSize kLeastCentre(320, 160);

/// A document that outlives the parts of the window: they get events until the window deletes them, and
/// ask the document then.
DocumentController& documentOf(QObject& window, ProviderList providers) {
    auto document = std::make_shared<DocumentController>(std::move(providers));
    QObject::connect(&window, &QObject::destroyed, [document] {});
    return *document;
}

} // namespace

MainWindow::MainWindow(ProviderList providers, ProviderList judges)
    : m_document(documentOf(*this, std::move(providers))), m_journal(m_document, s_journals) {
    initResources();
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/partita.svg")));
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | AnimatedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    buildCentre();
    m_panels = std::make_unique<PanelDocks>(*this, m_document, *m_theme);
    m_editArrangement = std::make_unique<EditArrangement>(*this, *m_panels);
    m_compareArrangement = std::make_unique<CompareArrangement>(*this, *m_panels);
    m_actions = std::make_unique<CommandActions>(*this, m_panels->toggles());
    m_comparing = std::make_unique<Comparing>(*this, *m_panels, *m_actions);
    showSummaryLine();
    m_status = new StatusLine(m_document, *m_graph);
    connect(m_status, &StatusLine::panelWanted, this,
            [this](const char* id) { m_panels->show(id); });
    setStatusBar(m_status);
    m_colouring = std::make_unique<ColouringChoice>(m_document, *m_graph,
                                                    [this](const char* id) { return action(id); });
    m_exports = std::make_unique<Exports>(*this, m_document, *m_graph);
    m_watch = std::make_unique<FileWatch>();
    m_saving = new Saving(*this, *m_message);
    connectDocument();
    connectParts();
    new LinkTargets(*this);
    new TableMenu(m_document, *this);
    new KeptBookmarks(m_document, this);
    m_document.setJudges(std::move(judges));
    connect(m_appearance.get(), &Appearance::changed, this,
            [this] { updateWhenSeen(&MainWindow::showAppearance); });
    m_appearance->dress();
    m_defaultState = saveState();
    m_settings.restorePanels(*this);
    m_panels->raise("inspector");
    showAppearance();
}

MainWindow::~MainWindow() {
    m_document.jobs().cancelAll(); // while the window still exists to receive their signals
}

void MainWindow::buildCentre() {
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_summary = new SummaryLine;
    m_suggestion = new SuggestionBar;
    m_message = new MessageBar;
    m_breadcrumb = new Breadcrumb(m_document);
    m_graph = new GraphView(m_document, *m_theme);
    m_editing = new GraphEditing(m_document, *m_graph); // below what else lies on the canvas
    m_overlays = std::make_unique<Overlays>(m_document, *m_graph);
    m_find = new FindBar(m_document, *m_graph);
    m_pair = new GraphPair(m_document, *m_graph);
    m_rewrites = new RewriteStrip({m_document, m_theme});
    connect(m_appearance.get(), &Appearance::changed, m_rewrites,
            [this] { m_rewrites->setTheme(m_appearance->theme()); });
    centre->setMinimumSize(kLeastCentre); // whatever texts are in its bars
    layout->addWidget(m_suggestion);
    layout->addWidget(m_message);
    layout->addWidget(m_breadcrumb);
    layout->addWidget(m_pair, 1);
    layout->addWidget(m_rewrites);
    layout->addWidget(m_find);
    setCentralWidget(centre);
}

/// Puts the summary under the tool bar, where it has the width of the window, and the place of the
/// tabs above it. They are not a tool bar of their own: a stored arrangement would not have it.
void MainWindow::showSummaryLine() {
    m_tabPlace = new QWidget;
    m_tabPlace->hide();
    auto* head = new QWidget;
    head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* rows = new QVBoxLayout(head);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_tabPlace);
    rows->addWidget(m_summary);
    addToolBarBreak();
    QToolBar* bar = addToolBar(QString());
    bar->setObjectName(QStringLiteral("summaryBar"));
    bar->setMovable(false);
    bar->toggleViewAction()->setVisible(false);
    bar->addWidget(head);
    m_head = bar;
    // Later: an arrangement that is restored shows it as it was then.
    connect(bar, &QToolBar::visibilityChanged, this, &MainWindow::showHead, Qt::QueuedConnection);
}

/// A bar in which nothing is would be seen as a stripe.
void MainWindow::showHead() {
    const bool wanted = !m_summary->isHidden() || !m_tabPlace->isHidden();
    if (m_head->isHidden() == wanted)
        m_head->setVisible(wanted);
}

void MainWindow::setTabPlace(int height) {
    m_tabPlace->setFixedHeight(height);
    m_tabPlace->setVisible(height > 0);
    showHead();
}

void MainWindow::connectDocument() {
    connect(&m_document, &DocumentController::documentChanged, this, &MainWindow::documentChanged);
    connect(&m_document, &DocumentController::partitioningChanged, this, &MainWindow::updateHeader);
    connect(&m_document, &DocumentController::sceneChanged, this,
            [this] { action("collapse")->setChecked(m_document.isCollapsed()); });
    connect(&m_document, &DocumentController::partitioningChanged, m_suggestion,
            &SuggestionBar::withdraw);
    connect(&m_document, &DocumentController::failed, this, &MainWindow::fail);
    // After `fail`, which shows the error that this adds an answer to.
    connect(&m_document.runs(), &RunController::failed, this, &MainWindow::offerSizes);
    connect(&m_document, &DocumentController::nodeChosen, this,
            [this] { m_panels->raise("inspector"); });
    connect(&m_document, &DocumentController::saved, m_message, &MessageBar::showSaved);
    connect(&m_document.simplifier(), &SimplifyController::unsavedChanged, this,
            &MainWindow::updateHeader);
    connect(&m_document.simplifier(), &SimplifyController::historyChanged, this,
            &MainWindow::updateHeader);
    connect(&m_document.scenarios(), &ScenarioController::changed, this, &MainWindow::updateHeader);
    connect(&m_document.history(), &DocumentHistory::changed, this, [this] {
        nameUndo();
        updateHeader();
    });
    connect(&m_journal, &JournalKeeper::failed, this, [this](const Error& error) {
        note(
            tr("Unsaved edits would be lost if the program crashed. %1").arg(errorSentence(error)));
    });
    connect(&m_document.edits(), &EditController::told, this,
            [this](const Message& what) { note(messageText(what)); });
    connect(&m_document.scenarios(), &ScenarioController::told, this,
            [this](const Message& what) { note(messageText(what)); });
    for (const Lane lane : kLanes) // an error is about what was done before
        connect(&m_document.jobs()[lane], &JobRunner::started, m_message, &MessageBar::hideError);
    connect(&m_document.runs(), &RunController::finished, this, [this] {
        if (m_document.runs().result())
            m_message->hideError();
        growTimeline();
        m_isTimelineWanted = false;
    });
    connect(&m_document.simplifier(), &SimplifyController::checked, m_message,
            &MessageBar::hideError);
}

void MainWindow::connectComparison() {
    auto& differences = m_panels->get<DifferencesPanel>();
    connect(&differences, &DifferencesPanel::choiceWanted, m_comparing.get(),
            &Comparing::askFromPanel);
    connect(&differences, &DifferencesPanel::timesChosen, m_colouring.get(),
            &ColouringChoice::showChange);
    m_colouring->follow(differences.comparison());
    connect(&differences, &DifferencesPanel::stepped, this,
            [this](const QString& where) { m_status->showMessage(where, 6000); });
    connect(&differences.comparison(), &ComparisonController::told, this,
            [this](const Message& what) { note(messageText(what)); });
    connect(&differences.comparison(), &ComparisonController::changed, this,
            &MainWindow::updateHeader);
    m_pair->follow(differences.comparison(),
                   [this](QMenu& menu, bool isFirst) { m_comparing->fillSide(menu, isFirst); });
    connect(m_pair, &GraphPair::linkChanged, action("linkSides"),
            [this] { action("linkSides")->setChecked(m_pair->isLinked()); });
}

void MainWindow::connectParts() {
    connect(m_summary, &SummaryLine::linkActivated, this,
            [this](const QString& link) { follow(m_document, link); });
    QList<QAction*> ofCanvas = m_actions->marked(Command::onCanvas);
    const auto files = m_actions->marked(Command::exports);
    std::stable_partition(ofCanvas.begin(), ofCanvas.end(),
                          [&](QAction* each) { return !files.contains(each); });
    m_graph->addActions(ofCanvas); // its menu
    connect(m_message, &MessageBar::reloadRequested, this, &MainWindow::reload);
    connect(m_message, &MessageBar::focusLeft, m_graph, [this] { m_graph->setFocus(); });
    connect(m_breadcrumb, &Breadcrumb::insideChanged, action("up"), &QAction::setEnabled);
    connect(m_graph, &GraphView::bodyRequested, this, [this](NodeId node) {
        m_breadcrumb->enter(node, m_graph->mapToGlobal(m_graph->boxCenter(node)));
    });
    connect(m_graph, &GraphView::upRequested, m_breadcrumb, &Breadcrumb::goUp);
    connect(m_graph, &GraphView::historyMoved, this, &MainWindow::enableMoves);
    connect(m_status, &StatusLine::workChanged, this, &MainWindow::enableMoves);
    connect(&m_panels->get<ProblemsPanel>(), &Panel::countChanged, this, [this] {
        updateHeader();
        m_graph->setErrors(m_panels->get<ProblemsPanel>().errorNodes());
    });
    connect(m_editing, &GraphEditing::connectRequested, this, [this] { connectFrom(*this); });
    connect(&m_panels->get<ProblemsPanel>(), &ProblemsPanel::fixPointedAt, m_editing,
            &GraphEditing::preview);
    connect(&m_actions->recent(), &RecentMenu::chosen, this, &MainWindow::open);
    EmptyState& empty = m_overlays->emptyState();
    connect(&empty, &EmptyState::openRequested, this, [this] { chooseFile(*this); });
    connect(&empty, &EmptyState::mergeRequested, this, [this] { mergeContexts(*this); });
    connect(&empty, &EmptyState::sampleRequested, this,
            [this] { openExample(*this, QStringLiteral("detector")); });
    connect(&empty, &EmptyState::fileRequested, this, &MainWindow::open);
    connectComparison();
    RemediesController& remedies = m_panels->get<RemediesPanel>().remedies();
    connect(&remedies, &RemediesController::simplifies, this, [this] { showSimplifier(*this); });
    new Suggestions(m_document, remedies, *m_suggestion, this);
    m_exports->setRemedies(remedies);
    connect(m_colouring.get(), &ColouringChoice::runNeeded, this, [this] { runModel(*this); });
    connect(m_colouring.get(), &ColouringChoice::told, this, &MainWindow::note);
    connect(&m_panels->get<MeasuredPanel>(), &MeasuredPanel::choiceWanted, this,
            [this] { chooseRecord(*this); });
    connect(&m_document.measured(), &MeasuredController::changed, this, &MainWindow::updateHeader);
    connect(&m_document.measured(), &MeasuredController::opened, this,
            [this] { showPanel("measured"); });
    connect(m_watch.get(), &FileWatch::gone, this, [this](const QString& path) {
        m_message->showNote(tr("%1 is gone from the disk. What you see is how it was.")
                                .arg(QFileInfo(path).fileName()));
        m_fileMessage = m_message->shown();
        updateHeader(); // what is in view is not saved any more
    });
    connect(m_watch.get(), &FileWatch::changed, this, [this](const QString& path) {
        m_document.saving().lookAtFile([this, path] { fileChanged(path); });
    });
    connect(&m_document.saving(), &SaveController::savedAs, this, [this] {
        m_watch->watch(path());
        m_settings.addRecentFile(path());
        updateHeader();
    });
    // In the graph only: lists have rows to delete, fields have text to cut and paste.
    for (const char* id : {"deleteSelection", "cutNodes", "pasteNodes"}) {
        m_graph->addAction(action(id));
        action(id)->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    }
    setEditing(false);
}

QAction* MainWindow::action(const char* id) const { return m_actions->get(id); }

void MainWindow::setEditing(bool on) {
    m_document.edits().setOn(on);
    action("editMode")->setChecked(on);
    updateHeader();
    if (on)
        m_editArrangement->begin();
    else
        m_editArrangement->end();
}

void MainWindow::openHere(const QString& path) {
    if (!mayLeave())
        return;
    endMerge();
    m_opening = QFileInfo(path).absoluteFilePath();
    m_document.open(m_opening.toStdString());
}

QString MainWindow::path() {
    if (m_merge)
        return m_merge->merge().recipe();
    if (m_document.hasDocument())
        return QString::fromStdString(m_document.state().path.string());
    return m_document.jobs()[Lane::picture].isRunning() ? m_opening : QString();
}

bool MainWindow::mayLeave() { return m_saving->mayLeave(); }

bool MainWindow::isFileGone() const { return m_watch->isGone(); }

/// Another program wrote the file, unless it was this document.
void MainWindow::fileChanged(const QString& path) {
    updateHeader(); // it may have been gone
    if (m_document.saving().isSaving() || !m_document.hasDocument())
        return;
    if (!m_document.saving().hasChangedOnDisk()) { // it was gone, and is back as it was
        m_message->hideMessage(m_fileMessage);
        return;
    }
    m_message->offerReload(tr("%1 has changed on disk").arg(QFileInfo(path).fileName()));
    m_message->offer(tr("what you see is how it was"), tr("Compare"),
                     [this] { m_comparing->withFile(); });
    m_fileMessage = m_message->shown();
}

void MainWindow::reload() {
    if (mayLeave())
        m_document.reload();
}

void MainWindow::note(const QString& text) { m_message->showNote(text); }

void MainWindow::fail(const Error& error) { m_message->showError(errorSentence(error)); }

/// A run fails where sizes that were not given do not suit the model: the bar offers to give them.
void MainWindow::offerSizes() {
    auto& panel = m_panels->get<RunPanel>();
    const QStringList names = panel.guessedSizes();
    if (names.isEmpty())
        return;
    m_message->offer(tr("%1 taken as 1").arg(names.join(QStringLiteral(", "))), tr("Set sizes…"),
                     [this, &panel] {
                         m_panels->show("run");
                         panel.askForSizes();
                     });
}

void MainWindow::documentChanged() {
    m_message->hide();
    m_panels->takeHeightBack();
    m_panels->raise("inspector"); // a new model was not simplified: it has no numbers to compare
    const QString file = m_document.hasDocument() ? path() : QString();
    m_watch->watch(file);
    if (!file.isEmpty())
        m_settings.addRecentFile(file);
    updateHeader();
}

void MainWindow::updateHeader() {
    const auto comparison = m_panels->get<DifferencesPanel>().comparison().comparison();
    const bool hasDocument = m_document.hasDocument();
    m_compareArrangement->setComparing(comparison != nullptr);
    m_actions->enableFor({hasDocument, comparison != nullptr,
                          hasDocument && m_document.simplifier().history(), m_merge != nullptr,
                          m_document.edits().isOn()});
    enableMoves();
    m_status->setMerging(m_merge != nullptr);
    if (m_merge)
        return showMergeHeader();
    m_summary->setVisible(hasDocument);
    showHead();
    m_summary->describe(m_document, *m_theme, comparison.get(), editParts(*this));
    const bool modified = m_saving->isUnsaved();
    m_status->setModified(modified);
    if (!m_document.hasDocument()) {
        setWindowModified(false);
        setWindowTitle(QStringLiteral("Partita"));
        return;
    }
    // Qt replaces "[*]" by the sign of a modified document, and "[*][*]" by "[*]".
    const QString sign = QStringLiteral("[*]");
    const QString file =
        toQString(m_document.state().path.filename().string()).replace(sign, sign + sign) + sign;
    const bool simplified =
        m_document.simplifier().history() && m_document.simplifier().position() > 0;
    setWindowTitle(simplified ? tr("%1, simplified — Partita").arg(file)
                              : QStringLiteral("%1 — Partita").arg(file));
    setWindowModified(modified);
}

void MainWindow::enableMoves() {
    m_actions->enable("back", m_graph->visited().canGoBack());
    m_actions->enable("forward", m_graph->visited().canGoForward());
    m_actions->enable("cancel", m_status->isWorking(),
                      QT_TRANSLATE_NOOP("partita::Commands", "Nothing is running"));
}

void MainWindow::nameUndo() {
    const auto name = [](QAction* action, const QString& plain, const QString& full,
                         const Message& step) {
        action->setEnabled(!step.empty());
        action->setText(step.empty() ? plain : full.arg(messageText(step)));
        action->setToolTip(CommandActions::toolTipOf(*action));
    };
    const DocumentHistory& history = m_document.history();
    name(action("undo"), tr("Undo"), tr("Undo: %1"),
         m_merge ? m_merge->merge().history().undoName() : history.undoName());
    name(action("redo"), tr("Redo"), tr("Redo: %1"),
         m_merge ? m_merge->merge().history().redoName() : history.redoName());
}

void MainWindow::translate() {
    m_actions->translate(*m_theme);
    m_graph->setWhatsThis(tr("The graph, each node in the colour of the provider that runs it. "
                             "Drag to move it, turn the wheel to zoom, click a node to see why it "
                             "runs there."));
    nameUndo();
    m_message->translate();
    m_suggestion->translate();
    m_panels->translate();
    m_colouring->apply();
    m_overlays->refresh();
    m_breadcrumb->refresh();
    m_status->refresh();
    m_pair->refresh();
    updateHeader();
}

void MainWindow::setLanguage(const QString& language) {
    if (!m_appearance->setLanguage(language))
        translate();
}

void MainWindow::setThemeKind(Theme::Kind kind) { m_appearance->setTheme(kind); }

void MainWindow::updateWhenSeen(void (MainWindow::*bring)()) {
    if (isWindow() || isVisible())
        (this->*bring)();
    else
        m_isOutdated = true;
}

void MainWindow::showAppearance() {
    m_theme = &m_appearance->theme();
    m_graph->setTheme(*m_theme);
    if (m_merge)
        m_merge->setTheme(*m_theme);
    m_find->translate();
    m_message->setTheme(*m_theme);
    m_suggestion->setTheme(*m_theme);
    m_panels->setTheme(*m_theme);
    m_graph->setWheelScrolls(m_appearance->preferences().wheelScrolls);
    action("wheelScrolls")->setChecked(m_graph->wheelScrolls());
    action("theme")->setChecked(m_theme->isDark);
    translate();
}

void MainWindow::toggleTheme() {
    setThemeKind(m_theme->isDark ? Theme::Kind::light : Theme::Kind::dark);
}

} // namespace partita
