// Selection on the canvas and navigation from node to node. Painting and mouse events are in
// graph_view.cpp.

#include <QAccessible>
#include <algorithm>
#include <unordered_set>

#include "views/graph/graph_view.h"

namespace partita {

void GraphView::currentChanged(NodeId node, bool revealIt) {
    const GraphScene* scene = m_painter.scene();
    if (!scene)
        return;
    const auto at = scene->boxOf(scene->shownBy(node));
    m_marks.current = at ? static_cast<std::int64_t>(*at) : -1;
    m_marks.related.clear();
    if (m_marks.current >= 0) {
        const auto box = static_cast<std::uint32_t>(m_marks.current);
        for (const bool above : {true, false})
            for (const std::uint32_t each : neighbours(box, above))
                m_marks.related.insert(each);
        if (revealIt)
            reveal(box);
        remember();
    }
    tellReaders();
    update();
}

void GraphView::tellReaders() const {
    if (m_marks.current < 0 || !hasFocus() || !QAccessible::isActive())
        return;
    for (const auto type : {QAccessible::Focus, QAccessible::Selection}) {
        QAccessibleEvent event(const_cast<GraphView*>(this), type);
        event.setChild(static_cast<int>(m_marks.current));
        QAccessible::updateAccessibility(&event);
    }
}

void GraphView::remember() {
    m_visited.visit(m_document.currentNode());
    Q_EMIT historyMoved();
}

void GraphView::goBack() {
    if (!m_visited.canGoBack())
        return;
    m_document.setCurrentNode(m_visited.back());
    Q_EMIT historyMoved();
}

void GraphView::goForward() {
    if (!m_visited.canGoForward())
        return;
    m_document.setCurrentNode(m_visited.forward());
    Q_EMIT historyMoved();
}

std::vector<std::uint32_t> GraphView::neighbours(std::uint32_t box, bool above) const {
    std::vector<std::uint32_t> found;
    for (const SceneNet& net : m_painter.scene()->nets) {
        const auto targets = m_painter.scene()->targets(net);
        if (!above && net.source == box)
            found.insert(found.end(), targets.begin(), targets.end());
        if (above)
            for (const std::uint32_t target : targets)
                if (target == box)
                    found.push_back(net.source);
    }
    return found;
}

void GraphView::selectBox(std::int64_t box) {
    if (box < 0)
        return;
    const SceneBox& each = m_painter.scene()->boxes[static_cast<std::size_t>(box)];
    if (each.isPort())
        return;
    const bool group = each.kind == SceneBox::Kind::group; // revealing its node would open it
    m_document.setCurrentNode(each.node, !group);
    if (!group)
        return;
    m_document.setSelection(m_painter.scene()->nodesOf(each));
    reveal(static_cast<std::uint32_t>(box));
}

/// Goes to the source of a long line. The way back leads to where it was followed.
void GraphView::jumpAlong(SceneDrawing::StubLabel stub) {
    const SceneBox &target = m_painter.scene()->boxes[stub.target],
                   &source = m_painter.scene()->boxes[stub.source];
    if (!target.isPort())
        m_document.setCurrentNode(target.node, false);
    if (source.isPort())
        m_document.setCurrentTensor(source.value);
    else
        selectBox(stub.source);
}

/// Goes to where a body gets a tensor from: its producer, or the graph that has it as an input.
void GraphView::goToCaptured(const SceneBox& box) {
    if (box.node)
        m_document.setCurrentNode(box.node);
    else
        m_document.setScope(m_document.model().value(box.value)->graph);
}

namespace {

std::vector<NodeId> without(std::vector<NodeId> nodes, const std::vector<NodeId>& others) {
    const std::unordered_set<NodeId> gone(others.begin(), others.end());
    std::erase_if(nodes, [&](NodeId node) { return gone.contains(node); });
    return nodes;
}

void append(std::vector<NodeId>& nodes, const std::vector<NodeId>& more) {
    nodes.insert(nodes.end(), more.begin(), more.end());
}

} // namespace

/// Whether all nodes that a box stands for are selected.
bool GraphView::isSelected(const SceneBox& box) const {
    return !box.isPort() &&
           without(m_painter.scene()->nodesOf(box), m_document.selection()).empty();
}

/// Adds a node, or all nodes of a closed group, to the selection or removes them.
void GraphView::toggleBox(std::int64_t box) {
    const SceneBox& each = m_painter.scene()->boxes[static_cast<std::size_t>(box)];
    const std::vector<NodeId> own = m_painter.scene()->nodesOf(each);
    std::vector<NodeId> nodes = without(m_document.selection(), own);
    if (!isSelected(each))
        append(nodes, own);
    m_document.setSelection(std::move(nodes));
}

/// Selects all nodes that are drawn, those of closed groups as well. Escape brings back what was
/// selected.
void GraphView::selectAll() {
    std::vector<NodeId> nodes;
    if (const GraphScene* scene = m_painter.scene(); scene && scene->collapsed)
        nodes = scene->order;
    else if (scene)
        for (const SceneBox& box : scene->boxes)
            append(nodes, scene->nodesOf(box));
    if (nodes.empty())
        return;
    m_beforeBand = m_document.selection();
    if (m_document.currentTensor()) // what is selected are nodes now
        m_document.setCurrentNode(nodes.front(), false);
    m_document.setSelection(std::move(nodes));
}

/// Selects what the band touches; with Ctrl it is added to the selection, with Alt taken away.
void GraphView::selectBand() {
    const QRectF band(m_origin + QPointF(m_band.topLeft()) / m_scale,
                      QSizeF(m_band.size()) / m_scale);
    m_band = {};
    m_beforeBand = m_document.selection();
    std::vector<NodeId> touched, nodes;
    const GraphScene* scene = m_painter.scene();
    for (std::uint32_t box = 0; scene && box < scene->boxes.size(); ++box)
        if (band.intersects(m_painter.boxRect(box)))
            append(touched, scene->nodesOf(scene->boxes[box]));
    if (m_bandModifiers & (Qt::ControlModifier | Qt::AltModifier))
        nodes = without(m_beforeBand, touched);
    if (!(m_bandModifiers & Qt::AltModifier))
        append(nodes, touched);
    m_document.setSelection(std::move(nodes));
    update();
}

/// Gives up a band that is being dragged; or brings back the selection before the last band, once; or
/// selects nothing.
void GraphView::escape() {
    if (m_banding) {
        m_pressed = m_dragging = m_banding = false;
        m_band = {};
        unsetCursor();
        update();
    } else if (!m_beforeBand.empty()) {
        m_document.setSelection(std::exchange(m_beforeBand, {}));
    } else {
        m_document.setCurrentNode({}, false); // the model itself
    }
}

void GraphView::selectionChanged() {
    const GraphScene* scene = m_painter.scene();
    // A single selected node is the current node, which has a mark of its own.
    m_marks.selected = scene && m_document.selection().size() > 1
                           ? boxesOf(*scene, m_document.selection())
                           : std::unordered_set<std::uint32_t>();
    update();
}

void GraphView::followEdge(int direction) {
    if (m_marks.currentNet >= 0) { // from a tensor to its producer or its first reader
        const SceneNet& net = m_painter.scene()->nets[static_cast<std::size_t>(m_marks.currentNet)];
        selectBox(direction < 0 ? net.source : m_painter.scene()->targets(net).front());
        return;
    }
    if (m_marks.current < 0) {
        selectNext(1);
        return;
    }
    auto candidates = neighbours(static_cast<std::uint32_t>(m_marks.current), direction < 0);
    std::erase_if(candidates,
                  [this](std::uint32_t box) { return m_painter.scene()->boxes[box].isPort(); });
    if (!candidates.empty())
        selectBox(candidates.front());
}

void GraphView::moveSideways(int direction) {
    if (m_marks.current < 0)
        return;
    const GraphScene& scene = *m_painter.scene();
    const auto current = static_cast<std::size_t>(m_marks.current);
    const PointF from = scene.layout.centers[current];
    std::int64_t best = -1;
    double nearest = 1e300;
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const double distance = (scene.layout.centers[i].x - from.x) * direction;
        if (scene.layout.ranks[i] == scene.layout.ranks[current] && distance > 0 &&
            distance < nearest && !scene.boxes[i].isPort()) {
            nearest = distance;
            best = static_cast<std::int64_t>(i);
        }
    }
    selectBox(best);
}

void GraphView::selectNext(int step) {
    const GraphScene* scene = m_painter.scene();
    if (!scene || scene->boxes.empty())
        return;
    const auto count = static_cast<std::int64_t>(scene->boxes.size());
    std::int64_t box = m_marks.current;
    for (std::int64_t tries = 0; tries < count; ++tries) {
        box = ((box < 0 && step < 0 ? 0 : box) + step + count) % count;
        if (!scene->boxes[static_cast<std::size_t>(box)].isPort())
            break;
    }
    selectBox(box);
}

void GraphView::nextBoundary(int step) {
    const GraphScene* scene = m_painter.scene();
    if (!scene)
        return;
    std::vector<std::uint32_t> readers; // the first node behind each boundary, from top to bottom
    for (const SceneNet& net : scene->nets)
        for (std::size_t t = 0; t < net.targetCount; ++t)
            if (scene->isBoundary(net, t))
                readers.push_back(scene->targets(net)[t]);
    if (readers.empty())
        return;
    std::sort(readers.begin(), readers.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    const auto at = m_marks.current < 0 ? readers.end()
                                        : std::find(readers.begin(), readers.end(),
                                                    static_cast<std::uint32_t>(m_marks.current));
    const auto count = static_cast<std::int64_t>(readers.size());
    const std::int64_t index = at == readers.end() ? (step > 0 ? 0 : count - 1)
                                                   : (at - readers.begin() + step + count) % count;
    selectBox(readers[static_cast<std::size_t>(index)]);
}

} // namespace partita
