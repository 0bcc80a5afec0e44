#include "app/window/parts/more_tabs.h"

#include <QEvent>
#include <QLocale>
#include <QMenu>
#include <QTabBar>
#include <QTimer>

namespace partita {

MoreTabs::MoreTabs(QTabBar& bar) : QToolButton(&bar), m_bar(bar), m_start(new QWidget(&bar)) {
    m_start->setObjectName(QStringLiteral("tabStart"));
    m_start->setAutoFillBackground(true); // Qt gives no plain child of a tab bar a style sheet
    m_start->hide();
    setObjectName(QStringLiteral("moreTabs"));
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::ArrowCursor);
    setMenu(new QMenu(this));
    connect(menu(), &QMenu::aboutToShow, this, &MoreTabs::fill);
    hide();
    bar.installEventFilter(this);
}

/// The tabs of which some part, but their border, is outside of the bar or under this button.
QList<int> MoreTabs::hiddenTabs() const {
    const int room = m_bar.width() - (isHidden() ? 0 : width());
    QList<int> hidden;
    for (int tab = 0; tab < m_bar.count(); ++tab)
        if (const QRect place = m_bar.tabRect(tab); place.left() < 0 || place.right() > room)
            hidden.append(tab);
    return hidden;
}

/// Appears where tabs have no room, in the place of the arrows by which Qt would scroll them.
void MoreTabs::follow() {
    m_isFollowing = false;
    int all = 0;
    for (int tab = 0; tab < m_bar.count(); ++tab)
        all += m_bar.tabRect(tab).width();
    const bool wanted = all > m_bar.width();
    if (wanted)
        coverCutTabs();
    else
        m_start->hide();
    setVisible(wanted);
    const QString text = QStringLiteral("+%1").arg(QLocale().toString(hiddenTabs().size()));
    if (!wanted || text == this->text())
        return;
    setText(text);
    setAccessibleName(tr("More panels"));
    setToolTip(tr("%n more panel(s)", nullptr, hiddenTabs().size()));
}

/// A part of a tab would show a part of its number, which is another number. The button reaches back
/// to where the first tab begins that has no room, and what is left of a tab at the start is covered.
void MoreTabs::coverCutTabs() {
    const int width = 2 * style()->pixelMetric(QStyle::PM_TabBarScrollButtonWidth, nullptr, &m_bar),
              room = m_bar.width() - width;
    int begin = 0, end = room;
    for (int tab = 0; tab < m_bar.count(); ++tab) {
        const QRect place = m_bar.tabRect(tab);
        if (tab == m_bar.currentIndex())
            continue; // Qt scrolls to it; where it is wider than the bar, its beginning is better
        if (place.left() < 0 && place.right() >= 0)
            begin = place.right() + 1;
        if (place.left() >= begin && place.left() < room && place.right() > room)
            end = place.left();
    }
    m_start->setGeometry(0, 0, begin, m_bar.height());
    m_start->setVisible(begin > 0);
    setGeometry(end, 0, m_bar.width() - end, m_bar.height());
    raise();
    constexpr int kPadding = 4; // the text keeps its place at the end
    const QString style =
        QStringLiteral("QToolButton#moreTabs { padding-left: %1px; }").arg(room - end + kPadding);
    if (style != styleSheet())
        setStyleSheet(style);
}

void MoreTabs::fill() {
    menu()->clear();
    for (const int tab : hiddenTabs()) {
        QAction* action = menu()->addAction(m_bar.tabText(tab));
        action->setCheckable(true);
        action->setChecked(tab == m_bar.currentIndex());
        connect(action, &QAction::triggered, &m_bar, [this, tab] { m_bar.setCurrentIndex(tab); });
    }
}

bool MoreTabs::eventFilter(QObject* watched, QEvent* event) {
    // Whatever moves the tabs or changes their texts paints them again. Later: a widget must not be
    // shown while another one is painted.
    const bool isChange = event->type() == QEvent::Paint || event->type() == QEvent::Resize;
    if (watched == &m_bar && isChange && !m_isFollowing) {
        m_isFollowing = true;
        QTimer::singleShot(0, this, &MoreTabs::follow);
    }
    return QToolButton::eventFilter(watched, event);
}

} // namespace partita
