#include "views/graph/difference_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace partita {

namespace {
constexpr int kStripMargin = 6, kMarkHeight = 3, kMarkWidth = 14, kMarkReach = 5;
} // namespace

DifferenceStrip::DifferenceStrip(DocumentController& document, GraphView& graph, BeforeView& before)
    : m_document(document), m_graph(graph), m_before(before) {
    setFixedWidth(kWidth);
    setObjectName(QStringLiteral("differenceStrip"));
    setAccessibleName(tr("Differences from top to bottom"));
    setCursor(Qt::PointingHandCursor);
    connect(&document, &DocumentController::sceneChanged, this, &DifferenceStrip::collect);
    connect(&document, &DocumentController::currentNodeChanged, this, [this] { setPointed({}); });
    connect(&graph, &GraphView::viewChanged, this, QOverload<>::of(&QWidget::update));
    connect(&before, &BeforeView::viewChanged, this, QOverload<>::of(&QWidget::update));
}

void DifferenceStrip::setPointed(NodeId beside) {
    m_pointed = beside;
    update();
}

/// The views have marked their boxes before, as they were made before the strip.
void DifferenceStrip::collect() {
    m_marks.clear();
    m_pointed = {};
    if (!m_document.hasDocument() || !m_document.state().beside || !m_document.state().before)
        return;
    const GraphScene &own = m_document.scene(), &other = *m_document.state().before;
    addMarks(own, m_graph.marks(), false);
    addMarks(other, m_before.marks(), true);
    m_top = std::min(own.layout.top, other.layout.top);
    m_height = std::max({1.0, own.layout.top + own.layout.height - m_top,
                         other.layout.top + other.layout.height - m_top});
    update();
}

void DifferenceStrip::addMarks(const GraphScene& scene, const SceneMarks& marks, bool beside) {
    const auto add = [&](std::uint32_t box, Mark::Kind kind) {
        const PointF& at = scene.layout.centers[box];
        m_marks.push_back({kind, {at.x, at.y}, scene.boxes[box].node, beside});
    };
    for (const std::uint32_t box : marks.removed)
        add(box, Mark::Kind::removed);
    for (const std::uint32_t box : marks.added)
        add(box, Mark::Kind::added);
    if (beside) // what both have is marked once
        return;
    for (const std::uint32_t box : marks.changed)
        if (!marks.moved.count(box))
            add(box, Mark::Kind::changed);
    for (const auto& [box, slot] : marks.moved) {
        add(box, Mark::Kind::side);
        Mark& mark = m_marks.back();
        const ProviderSlot own = slotOf(scene.boxes[box].provider, scene.providerNames.size());
        mark.before = marks.isBefore ? own : slot;
        mark.after = marks.isBefore ? slot : own;
    }
}

double DifferenceStrip::toStrip(double y) const {
    return kStripMargin + (y - m_top) / m_height * std::max(1, height() - 2 * kStripMargin);
}

double DifferenceStrip::toScene(int y) const {
    return m_top + (y - kStripMargin) * m_height / std::max(1, height() - 2 * kStripMargin);
}

int DifferenceStrip::heightOf(const Mark& mark) const {
    return static_cast<int>(std::lround(toStrip(mark.center.y())));
}

void DifferenceStrip::drawMark(QPainter& painter, const Mark& mark) const {
    const Theme& theme = m_graph.theme();
    const QRect place((width() - kMarkWidth) / 2, heightOf(mark) - 1, kMarkWidth, kMarkHeight);
    switch (mark.kind) {
    case Mark::Kind::added: painter.fillRect(place, theme.good); return;
    case Mark::Kind::changed: painter.fillRect(place, theme.changed); return;
    case Mark::Kind::removed:
        for (int x = 0; x < kMarkWidth; x += 5)
            painter.fillRect(QRect(place.left() + x, place.top(), 3, kMarkHeight), theme.bad);
        return;
    case Mark::Kind::side:
        painter.fillRect(place, theme.provider(mark.before).band);
        painter.fillRect(place.adjusted(kMarkWidth / 2, 0, 0, 0), theme.provider(mark.after).band);
    }
}

void DifferenceStrip::drawFrame(QPainter& painter, const QRectF& visible) const {
    const double top = std::max(toStrip(visible.top()), 1.0),
                 bottom = std::min(toStrip(visible.bottom()), height() - 2.0);
    if (bottom < top)
        return;
    painter.setPen(QPen(m_graph.theme().text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(1.5, std::floor(top) + 0.5, width() - 4, std::max(4.0, bottom - top)));
}

/// What both sides have is marked once, as the document's, also while its partner is pointed at.
const DifferenceStrip::Mark* DifferenceStrip::current() const {
    for (const bool beside : {true, false}) {
        const NodeId node = beside ? m_pointed : m_document.currentNode();
        const auto found = std::ranges::find_if(
            m_marks, [&](const Mark& mark) { return mark.beside == beside && mark.node == node; });
        if (node && found != m_marks.end())
            return &*found;
    }
    return nullptr;
}

/// A triangle on each side that points at the current difference.
void DifferenceStrip::drawWedges(QPainter& painter) const {
    const Mark* now = current();
    if (!now)
        return;
    const double y = heightOf(*now), right = width();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_graph.theme().text);
    painter.drawPolygon(QPolygonF({{0, y - 4}, {5, y}, {0, y + 4}}));
    painter.drawPolygon(QPolygonF({{right, y - 4}, {right - 5, y}, {right, y + 4}}));
}

void DifferenceStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = m_graph.theme();
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, 1, height()), theme.lineStrong);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.lineStrong);
    for (const Mark& mark : m_marks)
        drawMark(painter, mark);
    drawFrame(painter, m_graph.visibleScene());
    if (!m_before.isLinked())
        drawFrame(painter, m_before.visibleScene());
    drawWedges(painter);
}

/// Goes to the mark at that height, or to the height where there is none.
void DifferenceStrip::goTo(int y) {
    QPointF target(m_graph.visibleScene().center().x(), toScene(y));
    int nearest = kMarkReach + 1;
    for (const Mark& mark : m_marks)
        if (const int distance = std::abs(heightOf(mark) - y); distance < nearest) {
            nearest = distance;
            target = mark.center;
        }
    m_graph.centerOn(target);
    if (!m_before.isLinked())
        m_before.centerOn(target);
}

void DifferenceStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        goTo(event->pos().y());
}

void DifferenceStrip::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
        goTo(event->pos().y());
}

} // namespace partita
