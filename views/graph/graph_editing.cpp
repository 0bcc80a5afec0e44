// Editing on the canvas: events and what they do. Painting is in graph_editing_paint.cpp.

#include "views/graph/graph_editing.h"

#include <QDropEvent>
#include <QKeyEvent>
#include <QLineF>

#include "core/edits/edit_tools.h"
#include "views/graph/graph_view.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr double kHit = 7, kSnap = 20, kEdgeReach = 12; // in pixels
constexpr std::size_t kMostSelected = 60; ///< of more selected nodes, none shows its ports

/// Whether a line can be dragged from a port: an output that is none has nothing to give.
bool canBegin(const Port& port) { return !port.isOutput || port.value; }

double distanceTo(const QPointF& at, const QPointF& a, const QPointF& b) {
    const QPointF way = b - a;
    const double length = QPointF::dotProduct(way, way);
    const double t =
        length == 0 ? 0 : std::clamp(QPointF::dotProduct(at - a, way) / length, 0.0, 1.0);
    return QLineF(at, a + t * way).length();
}

double distanceTo(const QPointF& at, std::span<const PointF> points) {
    double least = 1e300;
    for (std::size_t i = 1; i < points.size(); ++i)
        least = std::min(
            least, distanceTo(at, {points[i - 1].x, points[i - 1].y}, {points[i].x, points[i].y}));
    return least;
}

} // namespace

GraphEditing::Line::Line(const Model& of, Port begins, const QPoint& at)
    : model(of), from(std::move(begins)), pointer(at) {
    if (!from.isOutput) {
        outputs.emplace(model, from.slot());
        return;
    }
    inputs.emplace(model, from.value);
    fitting = inputs->all();
}

bool GraphEditing::Line::mayEndAt(const Port& port) const {
    return port.isOutput != from.isOutput && port.box != from.box &&
           !(port.value && port.value == from.value);
}

bool GraphEditing::Line::fits(const Port& port) {
    if (port.isOutput == from.isOutput)
        return false;
    return outputs ? port.value && port.value != from.value && outputs->fits(port.value)
                   : std::ranges::find(fitting, port.slot(), &FittingSlot::slot) != fitting.end();
}

Message GraphEditing::Line::whyNot(const Port& port) {
    return outputs ? outputs->whyNot(port.value) : inputs->whyNot(port.slot());
}

Connect GraphEditing::Line::to(const Port& port) const {
    return from.isOutput ? Connect{from.value, port.slot()} : Connect{port.value, from.slot()};
}

// It has the size of the canvas, so that the view does not take it for a widget that hides boxes.
GraphEditing::GraphEditing(DocumentController& document, GraphView& view)
    : QWidget(&view), m_document(document), m_view(view) {
    setObjectName(QStringLiteral("graphEditing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    resize(view.size());
    setVisible(false);
    view.installEventFilter(this);
    connect(&document.edits(), &EditController::switched, this, [this](bool on) {
        m_view.setAcceptDrops(on);
        setVisible(on);
        cancel();
        showPorts();
    });
    connect(&view, &GraphView::viewChanged, this, [this] {
        if (m_line)
            findCandidates();
        update();
    });
    const auto changed = [this] {
        cancel();
        m_hoverBox = -1;
        showPorts();
    };
    connect(&document, &DocumentController::sceneChanged, this, changed);
    connect(&document, &DocumentController::documentChanged, this, changed);
    connect(&document, &DocumentController::selectionChanged, this, &GraphEditing::showPorts);
    connect(&document, &DocumentController::currentNodeChanged, this, &GraphEditing::showPorts);
}

bool GraphEditing::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &m_view)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Resize)
        resize(m_view.size());
    if (!m_document.edits().isOn() || !m_document.hasDocument() || !m_view.painter().scene())
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease: return takeMouse(event);
    case QEvent::KeyPress: return takeKey(event);
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::DragLeave:
    case QEvent::Drop: return takeDrag(event);
    case QEvent::Leave:
        if (!m_line) {
            m_hoverBox = -1;
            showPorts();
        }
        return false;
    default: return false;
    }
}

std::vector<Port> GraphEditing::ports(std::uint32_t box) const {
    return portsOf(m_document.model(), m_view.painter(), box);
}

QPoint GraphEditing::placeOf(const Port& port) const {
    return m_view.toDevice().map(port.at).toPoint();
}

/// Shows the ports of the boxes under the pointer and of the selected ones.
void GraphEditing::showPorts() {
    m_ports.clear();
    const GraphScene* scene = m_view.painter().scene();
    if (m_document.edits().isOn() && m_document.hasDocument() && scene) {
        std::unordered_set<std::uint32_t> boxes;
        if (m_document.selection().size() <= kMostSelected)
            boxes = boxesOf(*scene, m_document.selection());
        if (m_hoverBox >= 0 && static_cast<std::size_t>(m_hoverBox) < scene->boxes.size())
            boxes.insert(static_cast<std::uint32_t>(m_hoverBox));
        for (const std::uint32_t box : boxes)
            for (Port& port : ports(box))
                m_ports.push_back(std::move(port));
    }
    update();
}

const Port* GraphEditing::portAt(const QPoint& at) const {
    const Port* nearest = nullptr;
    double least = kHit;
    for (const Port& port : m_ports)
        if (const double distance = QLineF(placeOf(port), at).length(); distance < least) {
            least = distance;
            nearest = &port;
        }
    return m_view.scale() < kPortScale ? nullptr : nearest;
}

bool GraphEditing::takeMouse(QEvent* event) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::NoModifier &&
               !m_view.isSpaceHeld() && begin(mouse->pos());
    case QEvent::MouseMove:
        if (m_line && !(mouse->buttons() & Qt::LeftButton))
            cancel(); // its release went elsewhere
        if (m_line)
            follow(mouse->pos());
        else if (mouse->buttons() == Qt::NoButton)
            hover(mouse->pos());
        return m_line != nullptr;
    case QEvent::MouseButtonRelease:
        if (!m_line || mouse->button() != Qt::LeftButton)
            return false;
        finish();
        return true;
    default: return m_line != nullptr;
    }
}

/// Finds the box under the pointer or its port, which stands out of the box.
void GraphEditing::hover(const QPoint& at) {
    const double reach = kHit / m_view.scale();
    const QPointF point = m_view.toDevice().inverted().map(QPointF(at));
    const QRectF around(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    std::int64_t found = -1;
    m_view.painter().boxesIn(around, [&](std::uint32_t box) {
        if (m_view.painter().boxRect(box).intersects(around))
            found = box;
    });
    if (found != m_hoverBox) {
        m_hoverBox = found;
        showPorts();
    }
    const Port* port = portAt(at);
    if (port && canBegin(*port))
        m_view.setCursor(Qt::CrossCursor);
    else if (m_view.cursor().shape() == Qt::CrossCursor)
        m_view.unsetCursor();
}

bool GraphEditing::begin(const QPoint& at) {
    const Port* port = portAt(at);
    if (!port || !canBegin(*port))
        return false;
    m_line = std::make_unique<Line>(m_document.model(), *port, at);
    raise(); // what is said beside the pointer lies on the legend, too
    findCandidates();
    m_view.setFocus();
    follow(at);
    return true;
}

void GraphEditing::findCandidates() {
    const GraphPainter& painter = m_view.painter();
    m_line->candidates.clear();
    m_line->target.reset();
    m_view.painter().boxesIn(m_view.visibleScene(), [&](std::uint32_t box) {
        for (Port& port : portsOf(m_line->model, painter, box))
            if (m_line->fits(port))
                m_line->candidates.push_back(std::move(port));
    });
}

void GraphEditing::follow(const QPoint& at) {
    m_line->pointer = at;
    m_line->target.reset();
    m_chip.clear();
    m_isRefused = false;
    update();
    auto port = portNear(at);
    if (!port)
        port = portOfBoxAt(at);
    if (!port)
        return;
    if (m_line->fits(*port))
        aimAt(*port);
    else if (const Message why = m_line->whyNot(*port); !why.empty())
        refuse(messageText(why));
}

/// The nearest port where the line could end, whether it fits there or not: what the pointer is on
/// is not passed over for something else that takes the line.
std::optional<Port> GraphEditing::portNear(const QPoint& at) const {
    std::optional<Port> nearest;
    double least = kSnap;
    const double reach = kSnap / m_view.scale();
    const QPointF point = m_view.toDevice().inverted().map(QPointF(at));
    const QRectF around(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    m_view.painter().boxesIn(around, [&](std::uint32_t box) {
        for (const Port& port : portsOf(m_line->model, m_view.painter(), box)) {
            const double distance = QLineF(placeOf(port), at).length();
            if (m_line->mayEndAt(port) && distance <= least) {
                least = distance;
                nearest = port;
            }
        }
    });
    return nearest;
}

/// On a box and far from its ports: the first one that takes the line, or else the first one.
std::optional<Port> GraphEditing::portOfBoxAt(const QPoint& at) {
    const std::int64_t box = m_view.painter().boxAt(m_view.toDevice().inverted().map(QPointF(at)));
    if (box < 0)
        return std::nullopt;
    auto ports = portsOf(m_line->model, m_view.painter(), static_cast<std::uint32_t>(box));
    std::erase_if(ports, [this](const Port& port) { return !m_line->mayEndAt(port); });
    const auto first =
        std::ranges::find_if(ports, [this](const Port& port) { return m_line->fits(port); });
    return first != ports.end() ? std::optional(*first)
           : ports.empty()      ? std::nullopt
                                : std::optional(ports.front());
}

void GraphEditing::aimAt(const Port& port) {
    m_line->target = port;
    const Connect made = m_line->to(port);
    const QString type = typeText(made.from);
    m_chip = toQString(port.name);
    if (!type.isEmpty())
        m_chip += QStringLiteral(" · ") + type;
    const ValueId replaced = valueAt(m_line->model, made.to);
    m_chip += QStringLiteral(" · ") +
              (replaced ? tr("replaces %1").arg(toQString(tensorText(m_line->model, replaced)))
                        : tr("fits"));
}

void GraphEditing::refuse(const QString& why) {
    m_chip = why;
    m_isRefused = true;
}

void GraphEditing::finish() {
    const std::unique_ptr<Line> line = std::move(m_line);
    cancel();
    if (!line->target && QLineF(placeOf(line->from), line->pointer).length() < kHit) {
        if (line->from.node) // it was a click
            m_document.setCurrentNode(line->from.node, false);
        else
            m_document.setCurrentTensor(line->from.value, false);
    }
    if (!line->target)
        return;
    if (auto done = m_document.edits().apply(line->to(*line->target)); !done)
        Q_EMIT m_document.failed(done.error());
}

void GraphEditing::preview(const Edit* edit) {
    m_preview.reset();
    if (edit && m_document.edits().isOn() && m_document.hasDocument())
        if (auto edited = applyEdit(m_document.model(), *edit))
            m_preview = std::move(edited->delta);
    update();
}

void GraphEditing::cancel() {
    m_line.reset();
    m_drop.reset();
    m_preview.reset();
    lower();
    m_chip.clear();
    m_isRefused = false;
    if (m_view.cursor().shape() == Qt::CrossCursor)
        m_view.unsetCursor();
    update();
}

bool GraphEditing::takeKey(QEvent* event) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape && m_line) {
        cancel();
        return true;
    }
    if (key->key() == Qt::Key_C && key->modifiers() == Qt::NoModifier &&
        m_document.model().node(m_document.currentNode())) {
        Q_EMIT connectRequested(m_document.currentNode());
        return true;
    }
    return false;
}

bool GraphEditing::takeDrag(QEvent* event) {
    if (event->type() == QEvent::DragLeave) {
        cancel();
        return true;
    }
    auto* drag = static_cast<QDropEvent*>(event);
    const auto choice = choiceIn(*drag->mimeData());
    if (!choice) {
        drag->ignore(); // a file, for the window
        return true;
    }
    if (!m_drop) {
        m_drop = std::make_unique<Drop>(Drop{*choice, {}, {}, {}, {}});
        raise();
    }
    dragTo(drag->pos());
    drag->setDropAction(Qt::CopyAction);
    // A drop that is refused does nothing; the drag goes on, and the chip says why.
    drag->accept();
    if (event->type() == QEvent::Drop)
        drop();
    return true;
}

void GraphEditing::dragTo(const QPoint& at) {
    const auto before = m_drop->routes;
    m_drop->pointer = at;
    findEdge(at);
    if (m_drop->routes != before || m_chip.isEmpty())
        judgeDrop();
    update();
}

/// The tensor whose line is near, and those of its readers whose lines are: on a common trunk all
/// behind it.
void GraphEditing::findEdge(const QPoint& at) {
    const GraphScene& scene = *m_view.painter().scene();
    const QPointF point = m_view.toDevice().inverted().map(QPointF(at));
    const double reach = kEdgeReach / m_view.scale();
    m_drop->value = {};
    m_drop->readers.clear();
    m_drop->routes.clear();
    const std::int64_t net = m_view.painter().netAt(point, reach);
    if (net < 0)
        return;
    std::unordered_set<std::uint32_t> targets;
    for (std::uint32_t i = 0; i < scene.layout.routes.size(); ++i) {
        const Route& route = scene.layout.routes[i];
        if (route.net != net || route.isStub() ||
            distanceTo(point, scene.layout.pointsOf(route)) > reach)
            continue;
        m_drop->routes.push_back(i);
        targets.insert(scene.targets(scene.nets[route.net])[route.target]);
    }
    const Model& model = m_document.model();
    m_drop->value = scene.nets[static_cast<std::size_t>(net)].value;
    for (const Slot& slot : readersOf(model, m_drop->value))
        if (const auto box = boxOfSlot(model, scene, slot); box && targets.contains(*box))
            m_drop->readers.push_back(slot);
}

/// What would flow behind the new node, or why it cannot stand here.
void GraphEditing::judgeDrop() {
    InsertNode made;
    made.graph = m_document.scope();
    const auto edited =
        insertion(m_document.model(), m_drop->value, m_drop->readers, m_drop->choice, made);
    m_isRefused = !edited;
    if (!edited) {
        m_chip = errorSentence(edited.error());
        return;
    }
    m_chip = tr("not connected");
    if (!m_drop->value)
        return;
    m_chip = tr("fits");
    for (const auto& node : edited->delta.nodes)
        for (const auto& value : edited->delta.values)
            if (node.after && value.after && node.id == edited->nodes.front() &&
                !node.after->outputs.empty() && node.after->outputs[0] == value.id &&
                value.after->type)
                m_chip = typeWords(*value.after->type) + QStringLiteral(" · ") + m_chip;
}

void GraphEditing::drop() {
    const std::unique_ptr<Drop> dropped = std::move(m_drop);
    const bool isRefused = m_isRefused;
    cancel();
    if (isRefused)
        return;
    auto done = dropped->value
                    ? insertOnEdge(m_document, dropped->choice, dropped->value, dropped->readers)
                    : insertOperator(m_document, dropped->choice, true);
    if (!done)
        Q_EMIT m_document.failed(done.error());
}

QString GraphEditing::typeText(ValueId value) const {
    const auto& made = m_document.sizedModel().value(value);
    return made && made->type ? typeWords(*made->type) : QString();
}

} // namespace partita
