#include "app/window/parts/document_bar.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <utility>

#include "app/window/parts/close_button.h"
#include "views/text/plain_label.h"
#include "views/theme/theme.h"

namespace partita {

namespace {

constexpr int kWidest = 280; ///< of a tab; a longer name is elided
constexpr int kLeast = 160;  ///< of a tab where many have to share; then they scroll

} // namespace

DocumentBar::DocumentBar(QWidget* parent) : QTabBar(parent) {
    setObjectName(QStringLiteral("documentTabs"));
    setMovable(true);
    setExpanding(false);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideMiddle);
    setIconSize({12, 12});
    setSelectionBehaviorOnRemove(QTabBar::SelectPreviousTab);
    setAcceptDrops(false); // the window takes what is dropped
    translate();
}

int DocumentBar::addDocument() {
    const int tab = addTab(QString());
    auto* button = new CloseButton(this);
    connect(button, &QAbstractButton::clicked, this, [this, button] {
        for (int at = 0; at < count(); ++at)
            if (tabButton(at, QTabBar::RightSide) == button) {
                Q_EMIT tabCloseRequested(at);
                return;
            }
    });
    setTabButton(tab, QTabBar::RightSide, button);
    return tab;
}

void DocumentBar::setDocument(int tab, const QString& name, const QString& toolTip,
                              const QIcon& mark) {
    const QString text = plainLabel(name);
    if (text != tabText(tab))
        setTabText(tab, text);
    setTabToolTip(tab, toolTip);
    if (!mark.isNull() || !tabIcon(tab).isNull())
        setTabIcon(tab, mark);
    QWidget* button = tabButton(tab, QTabBar::RightSide);
    button->setAccessibleName(tr("Close %1").arg(name));
    button->setToolTip(tr("Close (Ctrl+W)"));
}

void DocumentBar::translate() { setAccessibleName(tr("Open documents")); }

void DocumentBar::setTheme(const Theme& theme) {
    setStyleSheet(
        QStringLiteral(
            "QTabBar::tab { background: transparent; color: %1; border: 1px solid transparent; "
            "border-bottom: none; border-top-left-radius: 3px; border-top-right-radius: 3px; "
            "margin-top: 2px; padding: 4px 6px 6px 10px; } QTabBar::tab:first { margin-left: 6px; "
            "} QTabBar::tab:hover { color: %2; background: %3; } QTabBar::tab:selected { color: "
            "%2; background: %4; border-color: %5; } QTabBar::scroller { width: 22px; } QTabBar "
            "QToolButton { padding: 0; background: %6; }")
            .arg(theme.second.name(), theme.text.name(), theme.header.name(), theme.base.name(),
                 theme.lineStrong.name(), theme.window.name()));
}

/// The line under all tabs but the selected one, which is one with its page.
void DocumentBar::paintEvent(QPaintEvent* event) {
    {
        QPainter painter(this);
        painter.fillRect(rect(), palette().color(QPalette::Window));
        painter.fillRect(QRect(0, height() - 1, width(), 1), palette().color(QPalette::Mid));
    }
    QTabBar::paintEvent(event);
}

QSize DocumentBar::tabSizeHint(int index) const {
    return QTabBar::tabSizeHint(index).boundedTo({kWidest, QWIDGETSIZE_MAX});
}

QSize DocumentBar::minimumTabSizeHint(int index) const {
    return tabSizeHint(index).boundedTo({kLeast, QWIDGETSIZE_MAX});
}

void DocumentBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton)
        m_pressed = tabAt(event->pos());
    QTabBar::mousePressEvent(event);
}

void DocumentBar::mouseReleaseEvent(QMouseEvent* event) {
    QTabBar::mouseReleaseEvent(event);
    if (event->button() != Qt::MiddleButton)
        return;
    const int pressed = std::exchange(m_pressed, -1);
    if (pressed >= 0 && tabAt(event->pos()) == pressed)
        Q_EMIT tabCloseRequested(pressed);
}

void DocumentBar::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int tab = byKey ? currentIndex() : tabAt(event->pos());
    if (tab >= 0)
        Q_EMIT menuRequested(tab, byKey ? mapToGlobal(tabRect(tab).center()) : event->globalPos());
}

} // namespace partita
