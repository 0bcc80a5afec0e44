#include "app/window/parts/more_tabs.h"

#include <QEvent>
#include <QLocale>
#include <QMenu>
#include <QTabBar>
#include <QTimer>

namespace partita {

MoreTabs::MoreTabs(QTabBar& bar) : QToolButton(&bar), m_bar(bar) {
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
    if (wanted) {
        const int width =
            2 * style()->pixelMetric(QStyle::PM_TabBarScrollButtonWidth, nullptr, &m_bar);
        setGeometry(m_bar.width() - width, 0, width, m_bar.height());
        raise();
    }
    setVisible(wanted);
    const QString text = QStringLiteral("+%1").arg(QLocale().toString(hiddenTabs().size()));
    if (!wanted || text == this->text())
        return;
    setText(text);
    setAccessibleName(tr("More panels"));
    setToolTip(tr("%n more panel(s)", nullptr, hiddenTabs().size()));
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
