#include "views/graph/pointer_ring.h"

#include <QEvent>
#include <QPainter>

namespace partita {

namespace {
constexpr double kRadius = 6, kTick = 4;
} // namespace

// It has the size of the pane, so that the view does not take it for a widget that hides boxes.
PointerRing::PointerRing(QWidget& pane, const Theme& theme) : QWidget(&pane), m_theme(&theme) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("pointerRing"));
    pane.installEventFilter(this);
    resize(pane.size());
    hide();
}

bool PointerRing::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize)
        resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

QRect PointerRing::area() const {
    const int reach = static_cast<int>(kRadius + kTick) + 2;
    return m_at ? QRect(m_at->toPoint() - QPoint(reach, reach), QSize(2 * reach, 2 * reach))
                : QRect();
}

void PointerRing::point(std::optional<QPointF> at) {
    if (at == m_at)
        return;
    const QRect before = area();
    m_at = at;
    setVisible(at.has_value());
    update(before.united(area()));
}

void PointerRing::paintEvent(QPaintEvent*) {
    if (!m_at)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme->accent, 1.5));
    painter.drawEllipse(*m_at, kRadius, kRadius);
    for (const QPointF& way : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
        painter.drawLine(*m_at + way * (kRadius - 2), *m_at + way * (kRadius + kTick));
}

} // namespace partita
