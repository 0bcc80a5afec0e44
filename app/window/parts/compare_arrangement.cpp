#include "app/window/parts/compare_arrangement.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <algorithm>
#include <utility>
#include <vector>

#include "app/window/parts/panel_docks.h"

namespace partita {

namespace {

constexpr int kWideWindow = 1400; ///< room for two lists beside each other, in pixels
constexpr const char* kDifferences = "differences";
constexpr const char* kBeside[] = {"remedies", "problems"}; ///< the first one in front

} // namespace

CompareArrangement::CompareArrangement(QMainWindow& window, PanelDocks& panels)
    : m_window(window), m_panels(panels) {
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &CompareArrangement::follow);
    window.installEventFilter(this);
}

void CompareArrangement::setComparing(bool comparing) {
    if (std::exchange(m_isComparing, comparing) == comparing)
        return;
    m_isLeft = false;
    if (comparing)
        m_later.start();
    else
        follow(); // at once: what comes next, as a merge, stores the arrangement
}

bool CompareArrangement::eventFilter(QObject* watched, QEvent* event) {
    const bool mayFit = event->type() == QEvent::Resize || event->type() == QEvent::Show;
    if (watched == &m_window && mayFit && m_isComparing)
        m_later.start();
    return QObject::eventFilter(watched, event);
}

CompareArrangement::Places CompareArrangement::places() const {
    Places places;
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        if (dock->isHidden())
            continue;
        Place& place = places[dock->objectName()];
        place = {m_window.dockWidgetArea(dock), dock->isFloating(), {}};
        for (const QDockWidget* each : m_window.tabifiedDockWidgets(dock))
            place.beside.insert(each->objectName());
    }
    return places;
}

/// Whether the user has moved no panel since. One that he has shown or closed tells nothing.
bool CompareArrangement::isAsDivided() const {
    const Places now = places();
    QSet<QString> both;
    for (const auto& [name, place] : now)
        if (m_divided.contains(name))
            both.insert(name);
    return std::ranges::all_of(both, [&](const QString& name) {
        const Place &was = m_divided.at(name), &is = now.at(name);
        return was.area == is.area && was.isFloating == is.isFloating &&
               (was.beside & both) == (is.beside & both);
    });
}

/// Whether the panels share one row of tabs, as they do unless the user has moved some of them.
bool CompareArrangement::isOneRow() const {
    const auto together = m_window.tabifiedDockWidgets(m_panels.dock(kDifferences));
    return std::ranges::all_of(
        kBeside, [&](const char* id) { return together.contains(m_panels.dock(id)); });
}

void CompareArrangement::follow() {
    const bool wanted = m_isComparing && m_window.width() >= kWideWindow;
    if (wanted && !m_isDivided && !m_isLeft && m_window.isVisible() && isOneRow())
        divide();
    else if (!wanted && m_isDivided)
        join();
}

void CompareArrangement::divide() {
    m_before = m_window.saveState();
    QDockWidget* left = m_panels.dock(kDifferences);
    const bool wasInFront = isInFront(*left);
    QDockWidget* first = m_panels.dock(kBeside[0]);
    // Split from a row of tabs, a panel would stay in it: it is put at the end of the whole area.
    m_window.addDockWidget(m_window.dockWidgetArea(left), first, Qt::Horizontal);
    for (const char* id : kBeside)
        if (m_panels.dock(id) != first)
            m_window.tabifyDockWidget(first, m_panels.dock(id));
    first->raise();
    if (wasInFront)
        left->raise();
    const int width = m_window.width();
    m_window.resizeDocks({left, first}, {2 * width / 3, width / 3}, Qt::Horizontal);
    m_isDivided = true;
    m_divided = places();
}

/// Panels that were shown or hidden meanwhile stay so.
void CompareArrangement::join() {
    m_isDivided = false;
    if (!isAsDivided()) { // the user has arranged them for himself
        m_isLeft = true;
        return;
    }
    std::vector<std::pair<QDockWidget*, bool>> shown;
    QDockWidget* front = nullptr;
    const auto row = m_window.tabifiedDockWidgets(m_panels.dock(kDifferences));
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        shown.emplace_back(dock, !dock->isHidden());
        if (isInFront(*dock) && (row.contains(dock) || dock == m_panels.dock(kDifferences)))
            front = dock;
    }
    m_window.restoreState(m_before);
    for (const auto& [dock, isShown] : shown)
        if (dock->isHidden() == isShown)
            dock->setVisible(isShown);
    if (front)
        front->raise();
}

void CompareArrangement::forget() {
    m_isDivided = false;
    m_isLeft = true;
}

void CompareArrangement::without(const std::function<void()>& act) {
    if (!m_isDivided || !isAsDivided()) {
        act();
        return;
    }
    const QByteArray divided = m_window.saveState();
    join();
    act();
    m_window.restoreState(divided);
    m_isDivided = true;
}

} // namespace partita
