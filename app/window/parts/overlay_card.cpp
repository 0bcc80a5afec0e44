#include "app/window/parts/overlay_card.h"

#include <QApplication>
#include <QToolButton>
#include <QWheelEvent>
#include <utility>

#include "app/window/preferences/window_settings.h"
#include "views/graph/graph_view.h"

namespace partita {

namespace {
constexpr int kButton = 22;
} // namespace

OverlayCard::OverlayCard(GraphView& graph, QWidget& card, const char* id, Corner corner)
    : QObject(&graph), m_graph(graph), m_card(card), m_id(id), m_corner(corner),
      m_button(new QToolButton(&graph)), m_isFolded(WindowSettings().isFolded(id)) {
    m_button->setObjectName(QLatin1String(id) + QStringLiteral("Fold"));
    m_button->setFixedSize(kButton, kButton);
    m_button->setIconSize({14, 14});
    m_button->setAttribute(Qt::WA_NoMousePropagation);
    connect(m_button, &QToolButton::clicked, this, &OverlayCard::turn);
    m_card.installEventFilter(this);
}

void OverlayCard::turn() {
    if (m_fits) {
        m_isFolded = !m_isFolded;
        WindowSettings().setFolded(m_id, m_isFolded);
    } else { // for as long as there is no room
        m_isOverCanvas = !m_isOverCanvas;
    }
    Q_EMIT foldedChanged();
}

void OverlayCard::place(bool wanted, bool fits) {
    const bool isRight = m_corner == Corner::right;
    if (std::exchange(m_fits, fits) != fits) {
        m_isOverCanvas = false;
        refresh(m_name);
    }
    m_card.move(isRight ? m_graph.width() - m_card.width() - kEdge : kEdge, kEdge);
    m_card.setVisible(wanted && !isClosed());
    if (m_isOverCanvas)
        m_card.raise();
    const QRect room = m_card.geometry();
    constexpr int kInside = 3;
    if (isClosed())
        m_button->move(isRight ? m_graph.width() - kButton - kEdge : kEdge, kEdge);
    else
        m_button->move(room.right() + 1 - kButton - kInside, room.top() + kInside);
    m_button->setVisible(wanted);
    m_button->raise();
}

bool OverlayCard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel)
        return QObject::eventFilter(watched, event);
    turnWheel(static_cast<QWheelEvent&>(*event));
    return true;
}

/// The canvas is zoomed or scrolled wherever the pointer is on it.
void OverlayCard::turnWheel(const QWheelEvent& event) {
    QWheelEvent onGraph(m_card.mapTo(&m_graph, event.position().toPoint()), event.globalPosition(),
                        event.pixelDelta(), event.angleDelta(), event.buttons(), event.modifiers(),
                        event.phase(), event.inverted(), event.source());
    QApplication::sendEvent(&m_graph, &onGraph);
}

void OverlayCard::refresh(const QString& name) {
    m_name = name;
    const Theme& theme = m_graph.theme();
    m_button->setIcon(theme.icon(isClosed() ? m_id : "previous"));
    m_button->setAccessibleName(isClosed() ? tr("Show: %1").arg(name) : tr("Fold: %1").arg(name));
    m_button->setToolTip(isClosed() ? tr("Shows the card again: %1").arg(name)
                                    : tr("Folds the card away: %1").arg(name));
    m_button->setStyleSheet(
        QStringLiteral("QToolButton { background: %1; border: 1px solid %2; border-radius: 3px; "
                       "padding: 0; } QToolButton:hover { background: %3; }")
            .arg(theme.base.name(),
                 isClosed() ? theme.lineStrong.name() : QStringLiteral("transparent"),
                 theme.lineWeak.name()));
}

} // namespace partita
