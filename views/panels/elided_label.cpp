#include "views/panels/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace partita {

ElidedLabel::ElidedLabel(const QString& text, const QFont& font) : QLabel(text) {
    setFont(font);
    setTextFormat(Qt::PlainText);
    setToolTip(text);
}

QSize ElidedLabel::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 4, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(),
                          isEnabled(),
                          fontMetrics().elidedText(text(), Qt::ElideMiddle, contentsRect().width()),
                          foregroundRole());
}

} // namespace partita
