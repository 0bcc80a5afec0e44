#include "app/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QVBoxLayout>

#include "app/window/breadcrumb.h"
#include "app/window/colouring_choice.h"
#include "app/window/command_actions.h"
#include "app/window/empty_state.h"
#include "app/window/exports.h"
#include "app/window/file_watch.h"
#include "app/window/message_bar.h"
#include "app/window/overlays.h"
#include "app/window/recent_menu.h"
#include "app/window/status_line.h"
#include "app/window/summary_line.h"
#include "views/panels/differences_panel.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

// The resources are in a static library; without this call the linker would leave them out.
static void initResources() { Q_INIT_RESOURCE(partita); }

namespace partita {

MainWindow::MainWindow(ProviderList providers, ProviderList judges)
    : m_document(std::move(providers)), m_theme(&Theme::get(Theme::Kind::light)) {
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
    m_actions = std::make_unique<CommandActions>(*this, m_panels->toggles());
    m_status = new StatusLine(m_document, *m_graph);
    setStatusBar(m_status);
    m_colouring = std::make_unique<ColouringChoice>(m_document, *m_graph, action("colourTime"),
                                                    action("colourCycles"), action("colourBound"));
    m_exports = std::make_unique<Exports>(*this, m_document, *m_graph);
    m_watch = std::make_unique<FileWatch>();
    connectDocument();
    connectParts();
    m_document.setJudges(std::move(judges));
    m_defaultState = saveState();
    restore();
    translate();
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
    m_message = new MessageBar;
    m_breadcrumb = new Breadcrumb(m_document);
    m_graph = new GraphView(m_document, *m_theme);
    m_overlays = std::make_unique<Overlays>(m_document, *m_graph);
    m_find = new FindBar(m_document, *m_graph);
    m_pair = new GraphPair(m_document, *m_graph);
    layout->addWidget(m_summary);
    layout->addWidget(m_message);
    layout->addWidget(m_breadcrumb);
    layout->addWidget(m_pair, 1);
    layout->addWidget(m_find);
    setCentralWidget(centre);
}

void MainWindow::connectDocument() {
    connect(&m_document, &DocumentController::documentChanged, this, &MainWindow::documentChanged);
    connect(&m_document, &DocumentController::partitioningChanged, this, &MainWindow::updateHeader);
    connect(&m_document, &DocumentController::sceneChanged, this,
            [this] { action("collapse")->setChecked(m_document.isCollapsed()); });
    connect(&m_document, &DocumentController::failed, this, &MainWindow::fail);
    connect(&m_document.runs(), &RunController::finished, this, [this] {
        if (m_document.runs().result())
            m_message->hideError();
    });
    connect(&m_document.simplifier(), &SimplifyController::checked, m_message,
            &MessageBar::hideError);
}

void MainWindow::connectParts() {
    connect(m_message, &MessageBar::reloadRequested, &m_document, &DocumentController::reload);
    connect(m_breadcrumb, &Breadcrumb::insideChanged, action("up"), &QAction::setEnabled);
    connect(m_graph, &GraphView::bodyRequested, this, [this](NodeId node) {
        m_breadcrumb->enter(node, m_graph->mapToGlobal(m_graph->boxCenter(node)));
    });
    connect(m_graph, &GraphView::upRequested, m_breadcrumb, &Breadcrumb::goUp);
    connect(m_graph, &GraphView::viewChanged, this,
            [this] { m_actions->showZoom(m_graph->scale()); });
    connect(&m_actions->recent(), &RecentMenu::chosen, this, &MainWindow::open);
    EmptyState& empty = m_overlays->emptyState();
    connect(&empty, &EmptyState::openRequested, this, &MainWindow::chooseFile);
    connect(&empty, &EmptyState::sampleRequested, this, &MainWindow::openSample);
    connect(&empty, &EmptyState::fileRequested, this, &MainWindow::open);
    auto& differences = m_panels->get<DifferencesPanel>();
    connect(&differences, &DifferencesPanel::fileWanted, this, &MainWindow::compare);
    connect(&differences, &DifferencesPanel::stepped, this,
            [this](const QString& where) { m_status->showMessage(where, 6000); });
    connect(&differences.comparison(), &ComparisonController::changed, this, [this, &differences] {
        const auto& made = differences.comparison().comparison();
        m_pair->setBeforeTitle(made ? QString::fromStdString(made->path.filename().string())
                                    : QString());
    });
    connect(m_colouring.get(), &ColouringChoice::runNeeded, this, &MainWindow::runModel);
    connect(m_exports.get(), &Exports::failed, this, &MainWindow::fail);
    connect(m_watch.get(), &FileWatch::gone, this, [this](const QString& path) {
        m_message->showNote(tr("%1 is gone from the disk. What you see is how it was.")
                                .arg(QFileInfo(path).fileName()));
    });
    connect(m_watch.get(), &FileWatch::changed, this, [this](const QString& path) {
        m_message->offerReload(tr("%1 has changed on disk").arg(QFileInfo(path).fileName()));
    });
}

QAction* MainWindow::action(const char* id) const { return m_actions->get(id); }

void MainWindow::open(const QString& path) { m_document.open(path.toStdString()); }

void MainWindow::fail(const Error& error) { m_message->showError(errorText(error)); }

void MainWindow::documentChanged() {
    m_message->hide();
    const QString path = m_document.hasDocument()
                             ? QString::fromStdString(m_document.state().path.string())
                             : QString();
    m_watch->watch(path);
    if (!path.isEmpty())
        m_settings.addRecentFile(path);
    updateHeader();
}

void MainWindow::updateHeader() {
    m_summary->describe(m_document, *m_theme);
    if (!m_document.hasDocument()) {
        setWindowTitle(QStringLiteral("Partita"));
        return;
    }
    const QString file = toQString(m_document.state().path.filename().string());
    const bool simplified =
        m_document.simplifier().history() && m_document.simplifier().position() > 0;
    setWindowTitle(simplified ? tr("%1, simplified — Partita").arg(file)
                              : QStringLiteral("%1 — Partita").arg(file));
}

void MainWindow::translate() {
    m_actions->translate(*m_theme);
    m_message->translate();
    m_panels->translate();
    m_overlays->refresh();
    m_breadcrumb->refresh();
    m_status->refresh();
    updateHeader();
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        translate();
    QMainWindow::changeEvent(event);
}

void MainWindow::setLanguage(const QString& language) {
    if (language == m_language.code())
        return;
    if (!m_language.choose(language))
        translate();
    m_settings.setLanguage(language);
}

void MainWindow::setThemeKind(Theme::Kind kind) {
    m_theme = &Theme::get(kind);
    QApplication::setPalette(m_theme->palette());
    qApp->setStyleSheet(m_theme->styleSheet());
    setStyleSheet(
        QStringLiteral(
            "#summaryLine { background: %1; border-bottom: 1px solid %2; } #messageBar { "
            "background: %3; border-bottom: 1px solid %2; } #breadcrumb { background: %4; "
            "border-bottom: 1px solid %2; } #paneLine { background: %4; border-bottom: 1px solid "
            "%2; } #findBar { background: %4; border-top: 1px solid %2; }")
            .arg(m_theme->base.name(), m_theme->lineStrong.name(), m_theme->badFill.name(),
                 m_theme->window.name()));
    m_graph->setTheme(*m_theme);
    m_pair->refresh();
    m_find->translate();
    m_message->setTheme(*m_theme);
    m_panels->setTheme(*m_theme);
    action("theme")->setChecked(m_theme->isDark);
    m_settings.setDark(m_theme->isDark);
    translate();
}

void MainWindow::toggleTheme() {
    setThemeKind(m_theme->isDark ? Theme::Kind::light : Theme::Kind::dark);
}

void MainWindow::restore() {
    m_settings.restore(*this);
    setThemeKind(m_settings.isDark() ? Theme::Kind::dark : Theme::Kind::light);
    setLanguage(m_settings.language());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings.save(*this);
    m_document.jobs().cancelAll();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls(); // a list of URLs may be empty
    if (!urls.isEmpty() && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    open(event->mimeData()->urls().first().toLocalFile());
}

} // namespace partita
