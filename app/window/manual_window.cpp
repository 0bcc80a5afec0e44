#include "app/window/manual_window.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QResource>
#include <QShortcut>
#include <QSplitter>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/window/main_window.h"
#include "app/window/manual_page.h"
#include "app/window/preferences/appearance.h"
#include "views/dialogs/dialog_size.h"
#include "views/panels/panel.h"
#include "views/tables/only_this_row.h"
#include "views/text/search_words.h"

namespace partita {

namespace {

const QLatin1String kPages(":/manual/");
constexpr int kPath = Qt::UserRole, kText = Qt::UserRole + 1;
/// Where a page stands in the contents, and whether it is called what is searched.
constexpr int kPlace = Qt::UserRole + 2, kIsCalled = Qt::UserRole + 3;

/// A page in the contents; pages that are called what is searched stand first.
class PageItem : public QListWidgetItem {
public:
    using QListWidgetItem::QListWidgetItem;
    bool operator<(const QListWidgetItem& other) const override {
        const auto place = [](const QListWidgetItem& item) {
            return std::pair(!item.data(kIsCalled).toBool(), item.data(kPlace).toInt());
        };
        return place(*this) < place(other);
    }
};

constexpr const char* kFirstPage = "partition-debugging.md";
/// What only those want to know who change the program.
constexpr const char* kLastPages[] = {"layout.md", "architecture.md", "testing.md"};

/// The page about the panel that a part of the window is in; empty: it is in none, or none is.
QString pageAbout(const QWidget* part) {
    for (; part; part = part->parentWidget())
        if (const auto* panel = qobject_cast<const Panel*>(part))
            return panel->manualPage();
    return {};
}

QString textOf(const QString& page) {
    return QString::fromUtf8(QResource(kPages + page).uncompressedData());
}

/// The first heading of a page; empty: there is no such page.
QString pageTitle(const QString& page) {
    return textOf(page).section(QLatin1Char('\n'), 0, 0).remove(QLatin1String("# "));
}

/// Which of the three parts of the contents a page belongs to.
int partOf(const QString& page) {
    const auto is = [&](const char* name) { return page == QLatin1String(name); };
    return is(kFirstPage)                                                  ? 0
           : std::any_of(std::begin(kLastPages), std::end(kLastPages), is) ? 2
                                                                           : 1;
}

/// What a link calls a heading: "What is equal?" is "what-is-equal".
QString anchorOf(const QString& heading) {
    static const QRegularExpression kNeither(QStringLiteral("[^\\w \\-]"),
                                             QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(kNeither).replace(QLatin1Char(' '), QLatin1Char('-'));
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent) : QWidget(parent, Qt::Window) {
    setObjectName(QStringLiteral("manual"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    fill();
    translate();
    connectParts();
    resizeWithinScreen(*this, {1080, 760});
}

void ManualWindow::build() {
    m_search = new QLineEdit;
    m_search->setClearButtonEnabled(true);
    m_contents = new QListWidget;
    m_contents->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_none = new QLabel;
    m_none->setWordWrap(true);
    m_none->hide();
    auto* left = new QWidget;
    auto* list = new QVBoxLayout(left);
    list->setContentsMargins(8, 8, 4, 8);
    list->addWidget(m_search);
    list->addWidget(m_none);
    list->addWidget(m_contents);
    m_back = new QToolButton;
    m_forward = new QToolButton;
    m_page = new ManualPage;
    m_page->setOpenLinks(false);
    auto* right = new QWidget;
    auto* rows = new QVBoxLayout(right);
    rows->setContentsMargins(4, 8, 8, 8);
    auto* ways = new QHBoxLayout;
    ways->addWidget(m_back);
    ways->addWidget(m_forward);
    ways->addStretch();
    rows->addLayout(ways);
    rows->addWidget(m_page);
    auto* halves = new QSplitter;
    halves->addWidget(left);
    halves->addWidget(right);
    halves->setStretchFactor(1, 1);
    halves->setSizes({300, 780});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(halves);
}

void ManualWindow::connectParts() {
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_contents->setFocus(); });
    connect(m_contents, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item)
            open(item->data(kPath).toString());
    });
    connect(m_page, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    connect(m_page, &QTextBrowser::sourceChanged, this, &ManualWindow::markCurrent);
    connect(m_page, &QTextBrowser::backwardAvailable, m_back, &QWidget::setEnabled);
    connect(m_page, &QTextBrowser::forwardAvailable, m_forward, &QWidget::setEnabled);
    connect(m_back, &QToolButton::clicked, m_page, &QTextBrowser::backward);
    connect(m_forward, &QToolButton::clicked, m_page, &QTextBrowser::forward);
    const std::pair<const char*, std::function<void()>> keys[] = {
        {"Alt+Left", [this] { m_page->backward(); }},
        {"Alt+Right", [this] { m_page->forward(); }},
        {"Ctrl+F", [this] { m_search->setFocus(); }},
        {"Escape", [this] { close(); }}};
    for (const auto& [key, run] : keys)
        connect(new QShortcut(QKeySequence(QLatin1String(key)), this), &QShortcut::activated, this,
                run);
    m_back->setEnabled(false);
    m_forward->setEnabled(false);
}

/// A page is called by its first heading. What people look for most comes first, what is about the
/// code of the program last.
void ManualWindow::fill() {
    QStringList files = QDir(kPages).entryList({QStringLiteral("*.md")}, QDir::Files);
    std::sort(files.begin(), files.end(), [](const QString& a, const QString& b) {
        return std::pair(partOf(a), pageTitle(a)) < std::pair(partOf(b), pageTitle(b));
    });
    for (const QString& file : files) {
        auto* item = new PageItem(m_contents);
        item->setData(kPlace, m_contents->count());
        item->setText(pageTitle(file));
        item->setToolTip(item->text());
        item->setData(kPath, file);
        item->setData(kText, textOf(file));
    }
}

void ManualWindow::translate() {
    setWindowTitle(tr("Manual"));
    m_search->setPlaceholderText(tr("Search all pages"));
    m_search->setAccessibleName(tr("Search all pages"));
    m_contents->setAccessibleName(tr("Pages of the manual"));
    m_page->setAccessibleName(tr("Page of the manual"));
    m_none->setText(tr("No page has all of these words."));
    m_back->setToolTip(tr("Back (Alt+Left)"));
    m_back->setAccessibleName(tr("Back"));
    m_forward->setToolTip(tr("Forward (Alt+Right)"));
    m_forward->setAccessibleName(tr("Forward"));
}

void ManualWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        translate();
    QWidget::changeEvent(event);
}

void ManualWindow::setTheme(const Theme& theme) {
    m_back->setIcon(theme.icon("back"));
    m_forward->setIcon(theme.icon("forward"));
    m_page->reload(); // in the colours of the theme
}

void ManualWindow::open(const QString& page) {
    const QUrl wanted(QLatin1String("qrc") + kPages + page);
    if (m_page->source().adjusted(QUrl::RemoveFragment) == wanted)
        return;
    m_page->setSource(wanted, QTextDocument::MarkdownResource);
    showFound();
}

/// Shows the pages that have every word, those that are called so first, and the first place of the
/// first word in the page.
void ManualWindow::search(const QString& text) {
    const SearchWords words(text);
    bool any = false;
    for (int i = 0; i < m_contents->count(); ++i) {
        QListWidgetItem* item = m_contents->item(i);
        const bool found = words.fit(item->data(kText).toString());
        item->setHidden(!found);
        item->setData(kIsCalled, !words.isEmpty() && words.fit(item->text()));
        any = any || found;
    }
    m_contents->sortItems();
    m_none->setVisible(!any);
    const QListWidgetItem* now = m_contents->currentItem();
    const bool isBest =
        now && !now->isHidden() && now->data(kIsCalled) == m_contents->item(0)->data(kIsCalled);
    for (int i = 0; any && !isBest && i < m_contents->count(); ++i)
        if (!m_contents->item(i)->isHidden()) {
            m_contents->setCurrentRow(i, kOnlyThisRow);
            break;
        }
    showFound();
}

/// Follows a link to a page, to a heading of a page, or into the web. Links into the source, which
/// is not here, lead nowhere.
void ManualWindow::follow(const QUrl& link) {
    const QUrl target = m_page->source().resolved(link);
    if (target.scheme().startsWith(QLatin1String("http"))) {
        QDesktopServices::openUrl(target);
        return;
    }
    if (!m_contents->findItems(pageTitle(target.fileName()), Qt::MatchExactly).isEmpty())
        open(target.fileName());
    for (QTextBlock block = m_page->document()->begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0 && target.hasFragment() &&
            anchorOf(block.text()) == target.fragment()) {
            m_page->setTextCursor(QTextCursor(m_page->document()->lastBlock()));
            m_page->setTextCursor(QTextCursor(block)); // from below: it is at the top then
            return;
        }
}

void ManualWindow::showFound() {
    const SearchWords words(m_search->text());
    m_page->moveCursor(QTextCursor::Start);
    if (!words.isEmpty())
        m_page->find(words.list().first());
}

void ManualWindow::markCurrent() {
    const QSignalBlocker quiet(m_contents);
    const QString file = m_page->source().fileName();
    for (int i = 0; i < m_contents->count(); ++i)
        if (m_contents->item(i)->data(kPath).toString() == file)
            m_contents->setCurrentRow(i, kOnlyThisRow);
}

void showManual(MainWindow& window) {
    QString page = pageAbout(QApplication::focusWidget());
    if (page.isEmpty() && window.merge())
        page = QStringLiteral("epcontext.md");
    auto* manual = window.findChild<ManualWindow*>();
    if (!manual) {
        const auto appearance = Appearance::shared();
        manual = new ManualWindow(&window);
        manual->setTheme(appearance->theme());
        QObject::connect(appearance.get(), &Appearance::changed, manual,
                         [manual] { manual->setTheme(Appearance::shared()->theme()); });
        if (page.isEmpty())
            page = QLatin1String(kFirstPage);
    }
    if (!page.isEmpty())
        manual->open(page);
    manual->show();
    manual->raise();
    manual->activateWindow();
}

} // namespace partita
