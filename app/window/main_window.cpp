#include "app/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenuBar>
#include <QMimeData>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/commands.h"
#include "app/window/empty_state.h"
#include "app/window/recent_menu.h"
#include "app/window/status_line.h"
#include "app/window/summary_line.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

// The resources are in a static library, which the linker would otherwise leave out.
static void initResources() { Q_INIT_RESOURCE(partita); }

namespace partita {

namespace {

const char* const kMenus[] = {"file", "edit", "view", "run", "context", "help"};

QString commandText(const char* title) {
    return QCoreApplication::translate("partita::Commands", title);
}

} // namespace

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
    buildMenus();
    buildToolBar();
    m_status = new StatusLine(m_document, *m_graph);
    setStatusBar(m_status);
    m_colouring = std::make_unique<ColouringChoice>(m_document, *m_graph, action("colourTime"),
                                                    action("colourCycles"), action("colourBound"));
    m_exports = std::make_unique<Exports>(*this, m_document, *m_graph);
    connectDocument();
    m_document.setJudges(std::move(judges));
    m_defaultState = saveState();
    restore();
    translate();
}

MainWindow::~MainWindow() {
    m_document.jobs().cancelAll(); // while there still is a window to hear that it ended
}

void MainWindow::buildCentre() {
    m_centre = new QWidget;
    auto* layout = new QVBoxLayout(m_centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_summary = new SummaryLine;
    layout->addWidget(m_summary);

    m_message = new MessageBar;
    layout->addWidget(m_message);
    connect(m_message, &MessageBar::reloadRequested, &m_document, &DocumentController::reload);

    m_breadcrumb = new Breadcrumb(m_document);
    layout->addWidget(m_breadcrumb);

    m_graph = new GraphView(m_document, *m_theme);
    m_overlays = std::make_unique<Overlays>(m_document, *m_graph);
    m_find = new FindBar(m_document, *m_graph);
    m_pair = new GraphPair(m_document, *m_graph);
    layout->addWidget(m_pair, 1);
    layout->addWidget(m_find);
    setCentralWidget(m_centre);
}

void MainWindow::buildMenus() {
    std::map<std::string, QMenu*> menus;
    for (const char* id : kMenus) {
        menus[id] = menuBar()->addMenu(QString());
        menus[id]->setObjectName(QLatin1String(id));
    }
    for (const Command& command : commands()) {
        QMenu* menu = menus[command.menu];
        if (!command.run) {
            menu->addSeparator();
            continue;
        }
        QAction* made = menu->addAction(QString());
        made->setObjectName(QLatin1String(command.id));
        if (*command.shortcut)
            made->setShortcut(QKeySequence(QLatin1String(command.shortcut)));
        connect(made, &QAction::triggered, this, [this, run = command.run] { (this->*run)(); });
        m_actions[command.id] = made;
        if (qstrcmp(command.id, "open") == 0) {
            m_recent = new RecentMenu(menu);
            menu->addMenu(m_recent);
            connect(m_recent, &RecentMenu::chosen, this, &MainWindow::open);
        }
    }
    for (const char* id : {"names", "shapes", "colourTime", "colourCycles", "colourBound",
                           "collapse", "graphviz", "theme", "before"})
        action(id)->setCheckable(true);
    action("before")->setChecked(true);
    m_panelsMenu = menus["view"]->addMenu(QString());
    m_panelsMenu->addActions(m_panels->toggles());
}

void MainWindow::buildToolBar() {
    m_toolBar = addToolBar(QString());
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize({16, 16});
    for (const char* id : {"open", "reload", "", "back", "forward", "up", "", "fit", "zoomOut",
                           "zoomIn", "find", "", "run", "", "theme"}) {
        if (!*id)
            m_toolBar->addSeparator();
        else
            m_toolBar->addAction(action(id));
        if (qstrcmp(id, "zoomOut") == 0) {
            m_zoom = new QLabel;
            m_zoom->setMinimumWidth(52);
            m_zoom->setAlignment(Qt::AlignCenter);
            m_toolBar->addWidget(m_zoom);
        }
    }
    if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(action("run"))))
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void MainWindow::connectDocument() {
    connect(&m_document, &DocumentController::documentChanged, this, [this] {
        m_message->hide();
        const QString path = m_document.hasDocument()
                                 ? QString::fromStdString(m_document.state().path.string())
                                 : QString();
        m_watch.watch(path);
        if (!path.isEmpty())
            m_settings.addRecentFile(path);
        updateHeader();
    });
    connect(&m_document, &DocumentController::partitioningChanged, this, &MainWindow::updateHeader);
    connect(&m_document, &DocumentController::sceneChanged, this,
            [this] { action("collapse")->setChecked(m_document.isCollapsed()); });
    EmptyState& empty = m_overlays->emptyState();
    connect(&empty, &EmptyState::openRequested, this, &MainWindow::chooseFile);
    connect(&empty, &EmptyState::sampleRequested, this, &MainWindow::openSample);
    connect(&empty, &EmptyState::fileRequested, this, &MainWindow::open);
    connect(&m_document.runs(), &RunController::finished, this, [this] {
        if (m_document.runs().result())
            m_message->hideError();
    });
    connect(&m_document.simplifier(), &SimplifyController::checked, m_message,
            &MessageBar::hideError);
    connect(&m_document, &DocumentController::failed, this, &MainWindow::fail);
    connect(m_colouring.get(), &ColouringChoice::runNeeded, this, &MainWindow::runModel);
    connect(m_exports.get(), &Exports::failed, this, &MainWindow::fail);
    connect(m_breadcrumb, &Breadcrumb::insideChanged, action("up"), &QAction::setEnabled);
    connect(m_graph, &GraphView::bodyRequested, this, [this](NodeId node) {
        m_breadcrumb->enter(node, m_graph->mapToGlobal(m_graph->boxCenter(node)));
    });
    connect(m_graph, &GraphView::upRequested, m_breadcrumb, &Breadcrumb::goUp);
    connect(m_graph, &GraphView::viewChanged, this, [this] {
        m_zoom->setText(QStringLiteral("%1 %").arg(qRound(m_graph->scale() * 100)));
    });
    connect(&m_watch, &FileWatch::gone, this, [this](const QString& path) {
        m_message->showNote(tr("%1 is gone from the disk. What you see is how it was.")
                                .arg(QFileInfo(path).fileName()));
    });
    connect(&m_watch, &FileWatch::changed, this, [this](const QString& path) {
        m_message->offerReload(tr("%1 has changed on disk").arg(QFileInfo(path).fileName()));
    });
}

void MainWindow::fail(const Error& error) { m_message->showError(errorText(error)); }

QAction* MainWindow::action(const char* id) const { return m_actions.at(id); }

void MainWindow::translate() {
    const QStringList titles = {tr("&File"), tr("&Edit"),      tr("&View"),
                                tr("&Run"),  tr("EP&Context"), tr("&Help")};
    for (int i = 0; i < titles.size(); ++i)
        menuBar()
            ->findChild<QMenu*>(QLatin1String(kMenus[i]), Qt::FindDirectChildrenOnly)
            ->setTitle(titles[i]);
    for (const Command& command : commands())
        if (command.run) {
            QAction* each = action(command.id);
            each->setText(commandText(command.title));
            each->setToolTip(each->shortcut().isEmpty()
                                 ? each->text()
                                 : QStringLiteral("%1 (%2)").arg(
                                       each->text().remove(QStringLiteral("…")),
                                       each->shortcut().toString(QKeySequence::NativeText)));
        }
    const std::pair<const char*, const char*> icons[] = {
        {"open", "open"}, {"reload", "reload"}, {"back", "back"},   {"forward", "forward"},
        {"up", "up"},     {"fit", "fit"},       {"zoomIn", "plus"}, {"zoomOut", "minus"},
        {"find", "find"}, {"run", "run"},       {"theme", "theme"}};
    for (const auto& [id, icon] : icons)
        action(id)->setIcon(m_theme->icon(icon));
    m_recent->translate();
    m_panelsMenu->setTitle(tr("Panels"));
    m_toolBar->setWindowTitle(tr("Tool bar"));
    m_message->translate();
    m_panels->translate();
    m_overlays->refresh();
    updateHeader();
    m_breadcrumb->refresh();
    m_status->refresh();
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

void MainWindow::updateHeader() {
    if (!m_document.hasDocument()) {
        m_summary->setParts({}, {}, {});
        setWindowTitle(QStringLiteral("Partita"));
        return;
    }
    const auto& partitioning = m_document.partitioning();
    QStringList others;
    for (std::uint32_t i = 1; i < partitioning.providers.size(); ++i)
        others += QStringLiteral("<span style='color:%1'>■</span> %2 <b>%3</b>")
                      .arg(m_theme->provider(static_cast<int>(i), m_document.isLast(i)).band.name(),
                           shortProviderName(partitioning, i),
                           QLocale().toString(
                               static_cast<qulonglong>(partitioning.summary.byProvider[i])));
    others += QStringLiteral("<span style='color:%1'>%2</span>")
                  .arg(m_theme->second.name(), tr("predicted · simulated device"));
    m_summary->setParts(headlineParts(partitioning), others, toQString(partitioning.headline()));
    const QString file = toQString(m_document.state().path.filename().string());
    const bool simplified =
        m_document.simplifier().history() && m_document.simplifier().position() > 0;
    setWindowTitle(simplified ? tr("%1, simplified — Partita").arg(file)
                              : QStringLiteral("%1 — Partita").arg(file));
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
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    open(event->mimeData()->urls().first().toLocalFile());
}

} // namespace partita
