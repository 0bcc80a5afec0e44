#include "app/window/tabbed_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/window/commands.h"
#include "app/window/document_tab.h"
#include "app/window/main_window.h"
#include "app/window/parts/document_bar.h"

namespace partita {

namespace {

constexpr int kWindowOffset = 24; ///< pixels from the old window to a new one

/// The providers of a page in its order and with its options, then those it has switched off.
ProviderList withAll(const ProviderList& chosen, const ProviderList& all) {
    ProviderList list = chosen;
    for (const ProviderPtr& each : all) {
        const auto isThat = [&](const ProviderPtr& other) {
            return other->info().id == each->info().id;
        };
        if (std::ranges::none_of(chosen, isThat))
            list.insert(list.end() - 1, each); // the last one takes what no other takes
    }
    return list;
}

/// Lets a new page draw and place as another one does.
void takeAfter(MainWindow& page, const MainWindow& other, const DocumentController& from) {
    page.document().setProviders(from.chosenProviders());
    if (!from.hasDocument() || !from.state().effect) // a scenario has a level of its own
        page.document().setLevel(from.partitionOptions().level);
    for (const Command& command : commands())
        if ((command.marks & Command::carriesOver) &&
            page.action(command.id)->isChecked() != other.action(command.id)->isChecked())
            page.action(command.id)->trigger();
}

/// The window that the user worked in last; null: it is closed.
QPointer<TabbedWindow>& lastUsed() {
    static QPointer<TabbedWindow> window;
    return window;
}

} // namespace

TabbedWindow::TabbedWindow(ProviderList providers, ProviderList judges)
    : m_providers(std::move(providers)), m_judges(std::move(judges)),
      m_stack(new QStackedWidget(this)), m_bar(new DocumentBar(this)) {
    setObjectName(QStringLiteral("tabbedWindow"));
    setAcceptDrops(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    m_bar->setTheme(m_appearance->theme());
    connect(m_appearance.get(), &Appearance::changed, this, [this] {
        m_bar->setTheme(m_appearance->theme());
        refresh();
    });
    connect(m_bar, &DocumentBar::currentChanged, this, &TabbedWindow::showCurrent);
    connect(m_bar, &DocumentBar::tabCloseRequested, this,
            [this](int index) { closePage(page(index)); });
    connect(m_bar, &DocumentBar::menuRequested, this, &TabbedWindow::showMenu);
    WindowSettings().restorePlace(*this);
    adopt(*new MainWindow(m_providers, m_judges));
    setWindowIcon(current().windowIcon());
}

TabbedWindow::~TabbedWindow() {
    // While this is still a window of tabs: pages tell of their work until it has ended.
    while (m_bar->count() > 0) {
        MainWindow* last = &page(m_bar->count() - 1);
        disconnect(&tab(m_bar->count() - 1), nullptr, this, nullptr);
        const QSignalBlocker quiet(m_bar);
        m_bar->removeTab(m_bar->count() - 1);
        delete last;
    }
}

TabbedWindow* TabbedWindow::of(const QWidget& page) {
    return qobject_cast<TabbedWindow*>(page.window());
}

QList<TabbedWindow*> TabbedWindow::all() {
    QList<TabbedWindow*> windows;
    for (QWidget* each : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<TabbedWindow*>(each))
            windows += window;
    return windows;
}

MainWindow& TabbedWindow::current() const { return page(m_bar->currentIndex()); }

int TabbedWindow::count() const { return m_bar->count(); }

MainWindow& TabbedWindow::page(int index) const { return tab(index).page(); }

DocumentTab& TabbedWindow::tab(int index) const {
    return *static_cast<DocumentTab*>(m_bar->tabData(index).value<QObject*>());
}

int TabbedWindow::tabOf(const MainWindow& wanted) const {
    int index = 0;
    while (&page(index) != &wanted)
        ++index;
    return index;
}

MainWindow& TabbedWindow::open(const QString& path) {
    const QFileInfo wanted(path);
    for (int index = 0; index < count(); ++index)
        if (const QString open = page(index).path(); !open.isEmpty() && QFileInfo(open) == wanted) {
            m_bar->setCurrentIndex(index);
            return page(index);
        }
    MainWindow& page = current().isStart() ? current() : addPage();
    page.openHere(path);
    return page;
}

MainWindow& TabbedWindow::openMerge(const QStringList& models, const QString& recipe) {
    MainWindow& page = current().isStart() ? current() : addPage();
    page.startMerge(models, recipe);
    refresh();
    return page;
}

MainWindow& TabbedWindow::addPage() {
    MainWindow& front = current();
    front.savePanels(); // the new page reads them
    const DocumentController& from = front.document();
    auto* page = new MainWindow(withAll(from.chosenProviders(), m_providers), m_judges);
    takeAfter(*page, front, from);
    adopt(*page);
    return *page;
}

void TabbedWindow::adopt(MainWindow& page) {
    page.menuBar()->setNativeMenuBar(false); // a desktop's menu bar shows one menu bar of a window
    page.resize(size());                     // its panels share what there is when it is shown
    m_stack->addWidget(&page);
    for (QWidget* each = &page.tabPlace(); each != &page; each = each->parentWidget())
        each->installEventFilter(this);
    auto* tab = new DocumentTab(page);
    connectTab(*tab);
    {
        const QSignalBlocker quiet(m_bar); // the tab has no page yet
        const int index = m_bar->addDocument();
        m_bar->setTabData(index, QVariant::fromValue<QObject*>(tab));
        m_bar->setCurrentIndex(index);
    }
    showCurrent();
}

void TabbedWindow::connectTab(DocumentTab& tab) {
    connect(&tab, &DocumentTab::changed, this, &TabbedWindow::refresh);
    connect(&tab, &DocumentTab::failedToOpen, this, [this, &tab](const Error& error) {
        if (count() == 1)
            return; // it says so itself
        remove(tab.page());
        current().fail(error);
    });
    connect(&tab, &DocumentTab::gaveUp, this, [this, &tab] {
        if (count() > 1)
            remove(tab.page());
    });
}

void TabbedWindow::release(MainWindow& page) {
    const int index = tabOf(page);
    DocumentTab& gone = tab(index);
    disconnect(&gone, nullptr, this, nullptr);
    gone.deleteLater(); // it may be what tells that its page has to go
    m_bar->removeTab(index);
    m_stack->removeWidget(&page);
    for (QWidget* each = &page.tabPlace(); each != &page; each = each->parentWidget())
        each->removeEventFilter(this);
    page.setTabPlace(0);
    refresh();
}

void TabbedWindow::remove(MainWindow& page) {
    release(page);
    page.journal().forget(); // the user was asked
    page.hide();
    page.deleteLater(); // one of its actions may be what closes it
}

bool TabbedWindow::closePage(MainWindow& page) {
    if (page.isWindowModified())
        m_bar->setCurrentIndex(tabOf(page)); // to be seen while the user is asked
    if (!page.mayLeave())
        return false;
    if (count() == 1)
        page.becomeStart();
    else
        remove(page);
    return true;
}

void TabbedWindow::closeOthers(const MainWindow& kept) {
    std::vector<MainWindow*> others;
    for (int index = 0; index < count(); ++index)
        if (&page(index) != &kept)
            others.push_back(&page(index));
    for (MainWindow* other : others)
        if (!closePage(*other))
            return;
}

void TabbedWindow::step(int direction) {
    m_bar->setCurrentIndex((m_bar->currentIndex() + direction + count()) % count());
}

TabbedWindow& TabbedWindow::openWindow() {
    WindowSettings settings; // the new window reads them
    settings.savePlace(*this);
    current().savePanels();
    auto* window = new TabbedWindow(m_providers, m_judges);
    window->setAttribute(Qt::WA_DeleteOnClose);
    const QRect beside = window->geometry().translated(kWindowOffset, kWindowOffset);
    if (const QScreen* screen = window->screen();
        !isMaximized() && !isFullScreen() && screen && screen->availableGeometry().contains(beside))
        window->move(beside.topLeft());
    window->show();
    return *window;
}

void TabbedWindow::moveToNewWindow(MainWindow& page) {
    TabbedWindow& other = openWindow();
    MainWindow& start = other.current();
    release(page);
    other.adopt(page);
    other.remove(start);
}

void TabbedWindow::showMenu(int index, const QPoint& global) {
    MainWindow& page = this->page(index);
    QMenu menu(this);
    menu.addAction(tr("Close"), this, [this, &page] { closePage(page); });
    menu.addAction(tr("Close the others"), this, [this, &page] { closeOthers(page); })
        ->setEnabled(count() > 1);
    menu.addSeparator();
    menu.addAction(tr("Copy the path"), this,
                   [path = page.path()] {
                       QApplication::clipboard()->setText(QDir::toNativeSeparators(path));
                   })
        ->setEnabled(!page.path().isEmpty());
    menu.addAction(tr("Show in a new window"), this, [this, &page] { moveToNewWindow(page); })
        ->setEnabled(count() > 1);
    connect(&page, &QObject::destroyed, &menu, &QMenu::close);
    menu.exec(global);
}

void TabbedWindow::quit() {
    const QList<TabbedWindow*> windows = all();
    for (TabbedWindow* window : windows)
        if (!window->mayClose())
            return;
    for (TabbedWindow* window : windows) {
        window->m_isAgreed = true;
        if (window != this)
            window->close();
    }
    close(); // the last one: its place is the one that is stored
}

bool TabbedWindow::mayClose() {
    std::vector<QPointer<MainWindow>> pages; // one may go while the user is asked about another
    for (int index = 0; index < count(); ++index)
        pages.emplace_back(&page(index));
    for (const auto& page : pages) {
        if (!page || !page->isWindowModified())
            continue;
        m_bar->setCurrentIndex(tabOf(*page)); // to be seen while the user is asked
        if (!page->mayLeave())
            return false;
    }
    return true;
}

void TabbedWindow::closeEvent(QCloseEvent* event) {
    if (!std::exchange(m_isAgreed, false) && !mayClose()) {
        event->ignore();
        return;
    }
    WindowSettings settings;
    settings.savePlace(*this);
    current().savePanels();
    for (int index = 0; index < count(); ++index) {
        page(index).document().jobs().cancelAll();
        page(index).journal().forget();
    }
    event->accept();
}

void TabbedWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_bar->translate();
        refresh();
    }
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        lastUsed() = this;
    QWidget::changeEvent(event);
}

void openInFront(const QStringList& files) {
    const auto all = TabbedWindow::all();
    if (all.isEmpty())
        return; // the program is about to end
    TabbedWindow& window = lastUsed() ? *lastUsed() : *all.constFirst();
    for (const QString& file : files)
        window.open(file);
    if (window.isMinimized())
        window.showNormal();
    window.show();
    window.raise();
    window.activateWindow();
}

// What is dropped on the tabs is dropped on the page. It gets the event directly: the application
// would hand what it refuses on to this window, again and again.
void TabbedWindow::dragEnterEvent(QDragEnterEvent* event) {
    static_cast<QObject&>(current()).event(event);
}

void TabbedWindow::dropEvent(QDropEvent* event) { static_cast<QObject&>(current()).event(event); }

bool TabbedWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Move || event->type() == QEvent::Resize ||
        event->type() == QEvent::Show)
        placeBar();
    return QWidget::eventFilter(watched, event);
}

void TabbedWindow::showCurrent() {
    MainWindow& page = current();
    if (m_stack->currentWidget() != &page)
        page.resize(size());
    m_stack->setCurrentWidget(&page);
    if (!page.focusWidget())
        page.graph().setFocus();
    refresh();
}

/// The name on a tab. Files of one name are told apart by their folders.
QString TabbedWindow::nameOf(int index) const {
    const DocumentTab& wanted = tab(index);
    if (wanted.name().isEmpty())
        return tr("Start");
    for (int other = 0; other < count(); ++other)
        if (other != index && tab(other).name() == wanted.name())
            return QStringLiteral("%1 — %2").arg(wanted.name(), wanted.folder());
    return wanted.name();
}

void TabbedWindow::refresh() {
    const bool several = count() > 1;
    m_bar->setVisible(several);
    for (int index = 0; index < count(); ++index) {
        const DocumentTab& shown = tab(index);
        const bool isCurrent = index == m_bar->currentIndex();
        const QString name = nameOf(index) + (shown.isUnsaved() ? QStringLiteral(" ●") : QString());
        // The page in front shows its work itself.
        m_bar->setDocument(index, name, shown.toolTip(), isCurrent ? QIcon() : shown.mark());
        shown.page().setTabPlace(several ? m_bar->sizeHint().height() : 0);
        for (const char* id : {"nextTab", "previousTab"})
            shown.page().action(id)->setEnabled(several);
    }
    setWindowTitle(current().windowTitle());
    setWindowModified(current().isWindowModified());
    placeBar();
}

void TabbedWindow::placeBar() {
    if (m_bar->currentIndex() < 0 || m_bar->isHidden())
        return;
    const QWidget* place = &current().tabPlace();
    const int bottom = place->mapTo(this, QPoint(0, place->height())).y();
    while (place->parentWidget() != &current()) // with the frame of what holds the place
        place = place->parentWidget();
    const int top = place->mapTo(this, QPoint()).y();
    m_bar->setGeometry(0, top, width(), bottom - top);
    m_bar->raise();
}

} // namespace partita
