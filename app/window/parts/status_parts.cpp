#include "app/window/parts/status_parts.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <numeric>
#include <utility>

#include "views/text/elided_line.h"

namespace partita {

namespace {
constexpr int kTextMargin = 10; ///< pixels between a text and the lines beside it
}

StatusParts::StatusParts(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void StatusParts::setParts(const QVector<Part>& parts) {
    m_parts = parts;
    while (m_labels.size() < parts.size()) {
        auto* label = new ElidedLine;
        label->setParent(this);
        label->setMargin(0);
        label->installEventFilter(this);
        m_labels.append(label);
    }
    for (int i = 0; i < m_labels.size(); ++i) {
        const Part part = i < parts.size() ? parts[i] : Part();
        m_labels[i]->setText(part.text);
        m_labels[i]->setToolTip(part.tip);
        if (part.isButton)
            m_labels[i]->setCursor(Qt::PointingHandCursor);
        else
            m_labels[i]->unsetCursor();
    }
    updateGeometry();
    arrange();
}

int StatusParts::widthOf(int part) const {
    const QString& text = m_parts[part].text;
    return text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(text) + 2 + 2 * kTextMargin;
}

QSize StatusParts::sizeHint() const {
    int width = 0;
    for (int i = 0; i < m_parts.size(); ++i)
        width += widthOf(i);
    return {width, fontMetrics().height() + 4};
}

void StatusParts::arrange() {
    QVector<int> widths;
    for (int i = 0; i < m_parts.size(); ++i)
        widths.append(widthOf(i));
    int all = std::accumulate(widths.begin(), widths.end(), 0), last = -1;
    while (all > width()) {
        int least = -1, shown = 0;
        for (int i = 0; i < m_parts.size(); ++i) {
            shown += widths[i] > 0;
            if (widths[i] > 0 && (least < 0 || m_parts[i].rank > m_parts[least].rank))
                least = i;
        }
        // A text that says more than others may be cut, as long as something of it can be read.
        const int rest = least < 0 ? 0 : width() - (all - widths[least]);
        if (shown < 2 || rest > 60 + 2 * kTextMargin) {
            last = least;
            break;
        }
        all -= std::exchange(widths[least], 0);
    }
    int left = 0;
    for (int i = 0; i < m_labels.size(); ++i) {
        const bool isShown = i < widths.size() && widths[i] > 0;
        m_labels[i]->setVisible(isShown);
        if (!isShown)
            continue;
        const int room = i == last ? width() - (all - widths[i]) : widths[i];
        m_labels[i]->setGeometry(left + kTextMargin, 0, std::max(0, room - 2 * kTextMargin),
                                 height());
        left += room;
    }
    update();
}

void StatusParts::resizeEvent(QResizeEvent*) { arrange(); }

void StatusParts::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        arrange();
    }
    QWidget::changeEvent(event);
}

void StatusParts::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Mid));
    bool isFirst = true;
    for (const QLabel* label : m_labels)
        if (!label->isHidden() && !std::exchange(isFirst, false))
            painter.drawLine(label->x() - kTextMargin, 5, label->x() - kTextMargin, height() - 6);
}

bool StatusParts::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease)
        for (int i = 0; i < m_parts.size(); ++i)
            if (m_labels[i] == watched && m_parts[i].isButton &&
                m_labels[i]->rect().contains(static_cast<QMouseEvent*>(event)->pos()))
                Q_EMIT clicked(i);
    return QWidget::eventFilter(watched, event);
}

} // namespace partita
