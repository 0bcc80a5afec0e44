// Tensors on the canvas: the lines, and the boxes of inputs and outputs. Menus of all that is on
// the canvas.

#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

#include "core/edits/edit_tools.h"
#include "views/document/item_actions.h"
#include "views/graph/graph_view.h"

namespace partita {

/// The tensor whose line or chip is at a point, or -1; never at scales without lines.
std::int64_t GraphView::lineAt(const QPoint& at) const {
    if (m_scale < DrawnPart::kBoxes)
        return -1;
    constexpr double kReach = 4; // pixels
    return m_painter.netAt(m_origin + QPointF(at) / m_scale, kReach / m_scale);
}

void GraphView::hover(const QPoint& at) {
    const std::int64_t box =
        m_scale >= 0.01 ? m_painter.boxAt(m_origin + QPointF(at) / m_scale) : -1;
    const auto* stub = box < 0 && m_scale >= DrawnPart::kTexts && m_painter.scene()
                           ? m_painter.stubAt(m_origin + QPointF(at) / m_scale)
                           : nullptr;
    const std::int64_t net = box < 0 && !stub ? lineAt(at) : -1,
                       line = stub ? stub - m_painter.stubs().data() : -1;
    if (box == m_marks.hover && net == m_marks.hoverNet && line == m_marks.hoverStub)
        return;
    m_marks.hover = box;
    m_marks.hoverNet = net;
    m_marks.hoverStub = line;
    if (net >= 0 || stub)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
    update();
}

/// Selects the tensor of an input or output. A click on its shape asks for its sizes, if some are
/// open.
void GraphView::clickPort(std::uint32_t box, const QPointF& point, const QMouseEvent* event) {
    if (event->modifiers() & Qt::ControlModifier)
        return; // ports are no part of a selection of nodes
    const ValueId tensor = m_painter.scene()->boxes[box].value;
    m_document.setCurrentTensor(tensor, false);
    const auto& value = m_document.model().value(tensor);
    const bool open = value && value->type && value->type->shape && !staticDims(value->type->shape);
    const QRectF rect = m_painter.boxRect(box);
    const double second = rect.top() + SceneMetrics::nodeHeight - 4; // the line with the shape
    if (open && m_scale >= DrawnPart::kTexts && point.y() >= second)
        Q_EMIT sizesRequested(tensor, event->globalPos());
}

void GraphView::tensorChanged(ValueId tensor, bool reveal) {
    const GraphScene* scene = m_painter.scene();
    m_marks.currentNet = -1;
    update();
    if (!scene || !tensor)
        return;
    const auto& value = m_document.model().value(tensor);
    if (reveal && value && value->graph != scene->graph) {
        m_revealTensor = true; // once its graph is shown
        return;
    }
    const auto at = std::find_if(scene->nets.begin(), scene->nets.end(),
                                 [&](const SceneNet& net) { return net.value == tensor; });
    m_marks.related.clear();
    if (at == scene->nets.end())
        return;
    m_marks.currentNet = at - scene->nets.begin();
    m_marks.related.insert(at->source);
    for (const std::uint32_t target : scene->targets(*at))
        m_marks.related.insert(target);
    if (reveal)
        revealNet(static_cast<std::uint32_t>(m_marks.currentNet));
}

void GraphView::revealNet(std::uint32_t net) {
    const SceneNet& each = m_painter.scene()->nets[net];
    if (m_scale < 0.3)
        m_scale = 0.75;
    QRectF rect = m_painter.boxRect(each.source);
    if (const auto targets = m_painter.scene()->targets(each); !targets.empty()) {
        const QRectF both = rect.united(m_painter.boxRect(targets.front()));
        if (both.width() * m_scale < width() * 0.8 && both.height() * m_scale < height() * 0.8)
            rect = both;
    }
    const QRect onScreen = toDevice().mapRect(rect).toAlignedRect();
    if (!this->rect().adjusted(20, 20, -20, -20).contains(onScreen))
        centerOn(rect.center());
}

void GraphView::bookmarksChanged() {
    m_marks.bookmarked = m_painter.scene()
                             ? boxesOf(*m_painter.scene(), m_document.bookmarks().nodes())
                             : std::unordered_set<std::uint32_t>();
    update();
    Q_EMIT viewChanged(); // the minimap marks them
}

void GraphView::setErrors(std::vector<NodeId> nodes) {
    if (m_errors == nodes)
        return;
    m_errors = std::move(nodes);
    markErrors();
    update();
}

void GraphView::markErrors() {
    m_marks.wrong.clear();
    const GraphScene* scene = m_painter.scene();
    if (!scene || !m_document.hasDocument())
        return;
    std::vector<NodeId> shown;
    for (const NodeId node : m_errors)
        if (const NodeId here = nodeWithin(m_document.model(), node, scene->graph))
            shown.push_back(here);
    m_marks.wrong = boxesOf(*scene, shown);
}

/// The middle of what is selected, or of the canvas, for a menu that a key opens.
QPoint GraphView::placeOfCurrent() const {
    QPointF at;
    if (m_marks.current >= 0)
        at = m_painter.boxRect(static_cast<std::size_t>(m_marks.current)).center();
    else if (m_marks.currentNet >= 0)
        at = m_painter
                 .boxRect(
                     m_painter.scene()->nets[static_cast<std::size_t>(m_marks.currentNet)].source)
                 .center();
    const QPoint place = toDevice().map(at).toPoint();
    return (m_marks.current >= 0 || m_marks.currentNet >= 0) && rect().contains(place)
               ? place
               : rect().center();
}

void GraphView::contextMenuEvent(QContextMenuEvent* event) {
    const GraphScene* scene = m_painter.scene();
    if (!scene)
        return;
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    std::int64_t box =
        byKey ? m_marks.current : m_painter.boxAt(m_origin + QPointF(event->pos()) / m_scale);
    std::int64_t net = byKey ? m_marks.currentNet : box < 0 ? lineAt(event->pos()) : -1;
    QMenu menu(this);
    connect(&m_document, &DocumentController::sceneChanged, &menu, &QMenu::close);
    if (box >= 0) {
        const SceneBox each = scene->boxes[static_cast<std::size_t>(box)];
        if (each.isPort()) {
            m_document.setCurrentTensor(each.value, false);
            addItemActions(menu, m_document, Item::of(each.value));
        } else {
            if (!isSelected(each)) // one of several selected nodes leaves them selected
                selectBox(box);
            Item item = Item::of(each.node);
            if (each.kind == SceneBox::Kind::group) {
                item.kind = Item::group;
                item.key = scene->groups[static_cast<std::size_t>(each.group)].key;
            }
            addItemActions(menu, m_document, item);
        }
    } else if (net >= 0) {
        const ValueId tensor = scene->nets[static_cast<std::size_t>(net)].value;
        m_document.setCurrentTensor(tensor, false);
        addItemActions(menu, m_document, Item::of(tensor));
    } else {
        menu.addActions(actions());
    }
    if (!menu.isEmpty())
        menu.exec(byKey ? mapToGlobal(placeOfCurrent()) : event->globalPos());
}

} // namespace partita
