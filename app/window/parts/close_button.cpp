#include "app/window/parts/close_button.h"

#include <QPainter>

namespace partita {

CloseButton::CloseButton(QWidget* parent) : QAbstractButton(parent) {
    setFixedSize(16, 16);
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::ArrowCursor);
}

void CloseButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse())
        painter.fillRect(rect(), palette().color(QPalette::Mid));
    painter.setPen(QPen(palette().color(QPalette::ButtonText), 1.2));
    painter.drawLine(QPointF(5, 5), QPointF(11, 11));
    painter.drawLine(QPointF(11, 5), QPointF(5, 11));
}

void CloseButton::enterEvent(QEvent*) { update(); }

void CloseButton::leaveEvent(QEvent*) { update(); }

} // namespace partita
