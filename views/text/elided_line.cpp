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

void ElidedLine::setGivingWay(const QString& part) {
    m_givingWay = part;
    update();
}

QString ElidedLine::shown() const {
    const QFontMetrics metrics = fontMetrics();
    const int room = contentsRect().width();
    QString line = text();
    const int at = m_givingWay.isEmpty() ? -1 : line.indexOf(m_givingWay);
    if (at >= 0 && metrics.horizontalAdvance(line) > room) {
        const int others = metrics.horizontalAdvance(QString(line).remove(at, m_givingWay.size()));
        line.replace(at, m_givingWay.size(),
                     metrics.elidedText(m_givingWay, Qt::ElideRight, room - others));
    }
    return metrics.elidedText(line, Qt::ElideRight, room);
}

void ElidedLine::paintEvent(QPaintEvent* event) {
    if (wordWrap()) { // there is room for all of it, on several lines
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(),
                          static_cast<int>(alignment() | Qt::TextSingleLine), palette(),
                          isEnabled(), shown(), foregroundRole());
}

bool ElidedLine::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && !wordWrap() &&
        shown() != text()) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), text().toHtmlEscaped(), this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace partita
