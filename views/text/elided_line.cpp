#include "views/text/elided_line.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace partita {

QSize ElidedLine::minimumSizeHint() const {
    const QMargins margins = contentsMargins();
    const QSize wanted = QLabel::minimumSizeHint();
    return {std::min(wanted.width(),
                     fontMetrics().averageCharWidth() * 4 + margins.left() + margins.right()),
            wanted.height()};
}

QString ElidedLine::shown() const {
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

void ElidedLine::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event)
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(),
                          static_cast<int>(alignment() | Qt::TextSingleLine), palette(),
                          isEnabled(), shown(), foregroundRole());
}

bool ElidedLine::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && shown() != text()) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), text().toHtmlEscaped(), this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace partita
