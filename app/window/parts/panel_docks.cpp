#include "app/window/parts/panel_docks.h"
#include "views/text/qt_text.h"

#include <QAbstractButton>
#include <QAction>
#include <QCoreApplication>
#include <QLayout>
#include <QLocale>
#include <QMainWindow>
#include <QScrollArea>
#include <algorithm>
#include <utility>

namespace partita {

namespace {

/// Two places over one another need so much height of a window; in a lower one, such as 1600 × 1000
/// pixels at a factor of 2, neither would show more than a row.
constexpr int kLow = 600;

/// Gives a panel all room that there is, and scrolls where that is less than the panel needs.
class PanelFrame : public QScrollArea {
public:
    explicit PanelFrame(partita::Panel* panel) { // QFrame has a Panel, too
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus); // the panel's own parts have it
        setWidget(panel);
    }
    [[nodiscard]] QSize sizeHint() const override { return widget()->sizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override {
        return {std::clamp(widget()->minimumSizeHint().width(), 180, 210), 60};
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        fit();
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            fit();
        return QScrollArea::eventFilter(watched, event);
    }

private:
    /// Not left to Qt, which takes the height that a panel with wrapped text would like to have for
    /// what it needs.
    void fit() {
        if (!widget())
            return;
        const QSize room = viewport()->size(), least = widget()->minimumSizeHint();
        const int width = std::max(room.width(), least.width());
        const QLayout* layout = widget()->layout();
        const int height = layout && layout->hasHeightForWidth()
                               ? layout->minimumHeightForWidth(width)
                               : least.height();
        widget()->resize(width, std::max(room.height(), height));
    }
};

} // namespace

PanelDocks::PanelDocks(QMainWindow& window, DocumentController& document, const Theme& theme)
    : m_tabs(new DockTabs(window)) {
    for (const PanelRow& row : panelRows()) {
        auto* dock = new QDockWidget(&window);
        dock->setObjectName(QLatin1String(row.id));
        Panel* panel = row.make({document, &theme});
        panel->setManualPage(QLatin1String(row.page));
        dock->setWidget(new PanelFrame(panel));
        QObject::connect(panel, &Panel::countChanged, dock,
                         [row = &row, dock] { showTitle(*row, *dock); });
        m_docks.emplace_back(&row, dock);
        leadThere(*dock);
    }
    placeAtFirst(window);
}

PanelDocks::~PanelDocks() {
    delete m_tabs;
    for (const auto& [row, dock] : m_docks)
        delete dock;
}

/// Who chooses a panel in a menu or among the commands wants to see it: one behind another comes to
/// the front, where Qt would close it, and one that was closed does not stay behind.
void PanelDocks::leadThere(QDockWidget& dock) {
    QAction* action = dock.toggleViewAction();
    QObject::disconnect(action, nullptr, &dock, nullptr);
    QObject::connect(action, &QAction::triggered, &dock, [&dock, action] {
        if (isInFront(dock)) {
            dock.close();
            return;
        }
        dock.show();
        dock.raise();
        action->setChecked(true); // the click had taken the tick away
    });
}

void PanelDocks::placeAtFirst(QMainWindow& window) {
    QDockWidget* firstBottom = nullptr;
    for (const auto& [row, dock] : m_docks) {
        window.addDockWidget(row->area, dock);
        if (row->area == Qt::BottomDockWidgetArea) {
            dock->setTitleBarWidget(new QWidget(dock)); // no title bar: the tab shows the title
            if (firstBottom)
                window.tabifyDockWidget(firstBottom, dock);
            else
                firstBottom = dock;
        }
    }
    if (firstBottom)
        firstBottom->raise();
    // The simplifier's panels are hidden until the user simplifies.
    for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
        window.setTabPosition(area, QTabWidget::North);
    window.tabifyDockWidget(dock("providers"), dock("outline"));
    window.tabifyDockWidget(dock("providers"), dock("simplify"));
    window.tabifyDockWidget(dock("providers"), dock("operators"));
    dock("providers")->raise();
    dock("simplify")->hide();
    dock("operators")->hide(); // until the user edits
    dock("script")->hide();
    window.tabifyDockWidget(dock("partitions"), dock("whatIf"));
    dock("partitions")->raise();
    window.tabifyDockWidget(dock("inspector"), dock("numbers"));
    dock("numbers")->hide();
}

void PanelDocks::givePlaces(QMainWindow& window) {
    const int width = window.width(), height = window.height();
    window.resizeDocks({dock("providers"), dock("inspector")},
                       {std::clamp(width / 4, 200, 296), std::clamp(width / 4, 200, 320)},
                       Qt::Horizontal);
    // A low window keeps its height for the graph.
    window.resizeDocks({dock("fallback")}, {std::clamp(height / 5, 110, 190)}, Qt::Vertical);
    if (height < kLow) {
        for (const char* below : {"partitions", "whatIf"})
            window.tabifyDockWidget(dock("providers"), dock(below));
        dock("providers")->raise();
        return;
    }
    // Options need more room than a list of a few partitions.
    window.resizeDocks({dock("providers"), dock("partitions")}, {3 * height / 5, 2 * height / 5},
                       Qt::Vertical);
}

QDockWidget* PanelDocks::dock(const char* id) const {
    for (const auto& [row, each] : m_docks)
        if (qstrcmp(row->id, id) == 0)
            return each;
    return nullptr;
}

Panel* PanelDocks::panel(const char* id) const {
    const QDockWidget* found = dock(id);
    return found ? panelOf(found) : nullptr;
}

Panel* PanelDocks::panelOf(const QDockWidget* dock) {
    return static_cast<Panel*>(static_cast<QScrollArea*>(dock->widget())->widget());
}

void PanelDocks::raise(const char* id) {
    if (QDockWidget* found = dock(id); !found->isHidden())
        found->raise();
}

void PanelDocks::lendHeight(const char* id, int height) {
    for (const auto& [row, dock] : m_docks)
        if (id ? qstrcmp(row->id, id) == 0
               : row->area == Qt::BottomDockWidgetArea && isInFront(*dock)) {
            m_tabs->lendHeight(dock, height);
            return;
        }
}

void PanelDocks::show(const char* id) {
    dock(id)->show();
    dock(id)->raise();
}

void PanelDocks::showFloating(bool shown) {
    for (QDockWidget* dock : std::exchange(m_away, {}))
        dock->setVisible(shown);
    for (const auto& [row, dock] : m_docks)
        if (!shown && dock->isFloating() && !dock->isHidden()) {
            dock->hide();
            m_away.push_back(dock);
        }
}

QList<QAction*> PanelDocks::toggles() const {
    QList<QAction*> all;
    for (const auto& [row, dock] : m_docks)
        all.append(dock->toggleViewAction());
    return all;
}

std::vector<QWidget*> PanelDocks::visible() const {
    std::vector<QWidget*> contents;
    for (const auto& [row, dock] : m_docks)
        if (isInFront(*dock))
            contents.push_back(panelOf(dock));
    return contents;
}

void PanelDocks::setTheme(const Theme& theme) {
    for (const auto& [row, dock] : m_docks)
        panelOf(dock)->setTheme(theme);
}

void PanelDocks::translate() {
    for (const auto& [row, dock] : m_docks) {
        Panel* panel = panelOf(dock);
        panel->setWindowTitle(QCoreApplication::translate("partita::Panels", row->title));
        panel->setWhatsThis(QCoreApplication::translate("partita::Panels", row->purpose));
        panel->setAccessibleDescription(panel->whatsThis());
        dock->setWhatsThis(panel->whatsThis());
        for (QScrollArea* area : panel->findChildren<QScrollArea*>())
            area->setAccessibleName(panel->windowTitle()); // Tab goes there, to scroll
        panel->refresh();
        showTitle(*row, *dock);
    }
}

/// Shows the title with the number of things that the panel lists: "Problems 3".
void PanelDocks::showTitle(const PanelRow& row, QDockWidget& dock) {
    const QString title = QCoreApplication::translate("partita::Panels", row.title);
    const auto count = panelOf(&dock)->count();
    dock.setWindowTitle(count ? QStringLiteral("%1  %2").arg(title, countText(*count)) : title);
    dock.toggleViewAction()->setText(title); // the menu lists panels, not their contents
}

} // namespace partita
