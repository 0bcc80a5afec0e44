#include "views/graph/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <cmath>

namespace partita {

Minimap::Minimap(DocumentController& document, GraphView& view)
    : QWidget(&view), m_document(document), m_view(view) {
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview"));
    setFixedSize(128, 160);
    setCursor(Qt::PointingHandCursor);
    connect(&document, &DocumentController::sceneChanged, this, &Minimap::refresh);
    connect(&view, &GraphView::viewChanged, this, QOverload<>::of(&QWidget::update));
}

QPointF Minimap::toMap(const QPointF& scene) const {
    const QRectF bounds = m_view.painter().bounds();
    const double down = std::clamp(scene.y() - bounds.top(), 0.0, bounds.height());
    const int column = std::min(m_columns - 1, static_cast<int>(down / m_columnHeight));
    return m_margin +
           QPointF((scene.x() - bounds.left() + column * (bounds.width() + 40)) * m_scale,
                   (down - column * m_columnHeight) * m_scale);
}

QPointF Minimap::toScene(const QPointF& map) const {
    const QRectF bounds = m_view.painter().bounds();
    const QPointF at = (map - m_margin) / m_scale;
    const int column =
        std::clamp(static_cast<int>(at.x() / (bounds.width() + 40)), 0, m_columns - 1);
    return {bounds.left() + at.x() - column * (bounds.width() + 40),
            bounds.top() + at.y() + column * m_columnHeight};
}

bool Minimap::isUseful() const {
    return m_document.hasDocument() && m_document.scene().boxes.size() > 1;
}

void Minimap::refresh() {
    const QRectF bounds = m_view.painter().bounds();
    if (!m_document.hasDocument() || bounds.isEmpty())
        return;
    // Chooses the number of columns that gives the largest scale.
    const QSizeF field(width() - 12, height() - 12);
    m_scale = 0;
    for (int columns = 1; columns <= 24; ++columns) {
        const double columnHeight = bounds.height() / columns;
        const double scale = std::min(field.width() / (columns * (bounds.width() + 40) - 40),
                                      field.height() / columnHeight);
        if (scale > m_scale) {
            m_scale = scale;
            m_columns = columns;
            m_columnHeight = columnHeight;
        }
    }
    const QSizeF used((m_columns * (bounds.width() + 40) - 40) * m_scale, m_columnHeight * m_scale);
    m_margin = QPointF((width() - used.width()) / 2, (height() - used.height()) / 2);
    drawScene();
    update();
}

void Minimap::drawScene() {
    const qreal ratio = devicePixelRatioF();
    m_picture = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(Qt::transparent);
    QPainter painter(&m_picture);
    const GraphScene& scene = m_document.scene();
    const auto draw = [&](std::size_t i) {
        const SceneBox& box = scene.boxes[i];
        if (box.isPort())
            return;
        const QRectF rect = m_view.painter().boxRect(i);
        const QPointF at = toMap(rect.topLeft());
        const bool last =
            box.provider >= 0 && m_document.isLast(static_cast<std::uint32_t>(box.provider));
        const double least =
            box.provider == 0 ? 1 : 2; // a single node of another provider must stay visible
        painter.fillRect(QRectF(at, QSizeF(std::max(least, rect.width() * m_scale),
                                           std::max(least, rect.height() * m_scale))),
                         box.isFolded() ? m_view.theme().lineStrong
                                        : m_view.theme().provider(box.provider, last).band);
    };
    for (std::size_t i = 0; i < scene.boxes.size(); ++i)
        if (scene.boxes[i].provider == 0)
            draw(i);
    for (std::size_t i = 0; i < scene.boxes.size(); ++i)
        if (scene.boxes[i].provider != 0)
            draw(i);
}

void Minimap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = m_view.theme();
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.lineStrong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.drawImage(0, 0, m_picture);
    if (m_view.painter().bounds().isEmpty())
        return;
    const QRectF bounds = m_view.painter().bounds(),
                 visible = m_view.visibleScene().intersected(bounds);
    painter.setPen(QPen(theme.text, 1));
    for (int column = 0; column < m_columns; ++column) {
        const QRectF part = visible.intersected(QRectF(
            bounds.left(), bounds.top() + column * m_columnHeight, bounds.width(), m_columnHeight));
        if (part.isEmpty())
            continue;
        const QPointF at = toMap(part.topLeft() + QPointF(0, 1e-6));
        painter.drawRect(QRectF(at, part.size() * m_scale).adjusted(-1, -1, 1, 1));
    }
}

void Minimap::mousePressEvent(QMouseEvent* event) { m_view.centerOn(toScene(event->localPos())); }

void Minimap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
        m_view.centerOn(toScene(event->localPos()));
}

} // namespace partita
