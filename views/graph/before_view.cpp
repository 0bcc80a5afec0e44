#include "views/graph/before_view.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QPainter>

namespace partita {

BeforeView::BeforeView(DocumentController& document, GraphView& graph, QWidget* parent)
    : QWidget(parent), m_document(document), m_graph(graph) {
    setMouseTracking(true);
    m_painter.setFonts(graph.font());
    connect(&document, &DocumentController::sceneChanged, this, &BeforeView::sceneChanged);
    connect(&graph, &GraphView::viewChanged, this, QOverload<>::of(&QWidget::update));
}

void BeforeView::sceneChanged() {
    m_marks = {};
    const auto before = m_document.hasDocument() ? m_document.state().before : nullptr;
    m_painter.setScene(before, m_document.providers().size());
    if (before) {
        const ModelStep& step = m_document.state().step;
        m_marks.removed = boxesOf(*before, step.removed);
        m_marks.changed = boxesOf(*before, step.changed);
        m_marks.stepTitle = tr("before").toStdString();
    }
    update();
}

QPointF BeforeView::shift() const {
    return {(m_graph.width() - width()) / 2.0, static_cast<double>(m_graph.height() - height())};
}

void BeforeView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_graph.theme().canvas);
    m_marks.providers = m_graph.providerFilter();
    const QPointF shift = this->shift();
    m_painter.paint(painter, m_graph.toDevice() * QTransform::fromTranslate(-shift.x(), -shift.y()),
                    size(), m_graph.theme(), m_marks);
}

void BeforeView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        m_painter.setFonts(font());
    QWidget::changeEvent(event);
}

void BeforeView::forward(QMouseEvent* event) {
    QMouseEvent moved(event->type(), event->localPos() + shift(), event->screenPos(),
                      event->button(), event->buttons(), event->modifiers());
    QCoreApplication::sendEvent(&m_graph, &moved);
}

void BeforeView::wheelEvent(QWheelEvent* event) {
    QWheelEvent moved(event->position() + shift(), event->globalPosition(), event->pixelDelta(),
                      event->angleDelta(), event->buttons(), event->modifiers(), event->phase(),
                      event->inverted());
    QCoreApplication::sendEvent(&m_graph, &moved);
}

} // namespace partita
