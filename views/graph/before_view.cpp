#include "views/graph/before_view.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/scene/aligned_scenes.h"
#include "views/graph/compared_boxes.h"

namespace partita {

BeforeView::BeforeView(DocumentController& document, GraphView& graph, QWidget* parent)
    : QWidget(parent), m_document(document), m_graph(graph) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("beforeView"));
    setAccessibleName(tr("Graph before the change"));
    m_painter.setFonts(graph.font());
    connect(&document, &DocumentController::sceneChanged, this, &BeforeView::sceneChanged);
    connect(&document, &DocumentController::currentNodeChanged, this, [this] { setPicked({}); });
    connect(&document, &DocumentController::selectionChanged, this, &BeforeView::currentChanged);
    connect(&graph, &GraphView::viewChanged, this, [this] {
        update();
        if (isLinked())
            Q_EMIT viewChanged();
    });
}

void BeforeView::sceneChanged() {
    const bool only = m_marks.onlyDifferences;
    m_marks = {};
    m_marks.onlyDifferences = only;
    m_picked = {};
    pick({});
    const auto before = m_document.hasDocument() ? m_document.state().before : nullptr;
    const bool beside = before && m_document.state().beside;
    m_painter.setScene(before, beside   ? before->providerNames.size()
                               : before ? m_document.providers().size()
                                        : 0);
    if (before)
        mark(m_document.state());
    currentChanged();
    update();
}

void BeforeView::mark(const DocumentState& state) {
    const GraphScene& before = *state.before;
    const ModelStep& step = state.step;
    const bool isAfter = state.beside && state.beside->isAfter;
    (isAfter ? m_marks.added : m_marks.removed) = boxesOf(before, step.removed);
    m_marks.changed = boxesOf(before, step.changed);
    if (!state.beside) {
        m_marks.stepTitle = tr("before").toStdString();
        frameReader(m_marks, before, step.reader);
        return;
    }
    markMoved(m_marks, before, *state.scene, step.moved);
    m_marks.isBefore = !isAfter;
}

/// Rings the current node and the selection of the document, or the node that only this model has.
void BeforeView::currentChanged() {
    m_marks.current = -1;
    m_marks.selected.clear();
    m_marks.standIns.clear();
    const GraphScene* scene = m_painter.scene();
    if (!scene || !m_document.hasDocument() || !m_document.state().beside)
        return;
    if (!m_picked && !m_pointed.empty()) {
        for (const PointedNode& each : m_pointed)
            addPointed(*scene, each);
        update();
        return;
    }
    const NodeId ringed = m_picked ? m_picked : m_document.currentNode();
    if (const auto box = scene->boxOf(ringed))
        m_marks.current = static_cast<std::int64_t>(*box);
    if (!m_picked && m_document.selection().size() > 1)
        m_marks.selected = boxesOf(*scene, m_document.selection());
    update();
}

/// Rings a node of a difference, or what stands for it. A constant is shown in the node that reads
/// it.
void BeforeView::addPointed(const GraphScene& scene, const PointedNode& pointed) {
    const NodeId shown = scene.shownBy(pointed.node);
    const auto box = scene.boxOf(shown);
    if (!box)
        return;
    if (shown != pointed.node || pointed.standsIn)
        m_marks.standIns.insert(*box);
    else if (m_marks.current < 0)
        m_marks.current = static_cast<std::int64_t>(*box);
    else
        m_marks.selected.insert(*box);
}

void BeforeView::setPointed(const std::vector<PointedNode>& pointed) {
    m_pointed = pointed;
    m_picked = {};
    currentChanged();
}

void BeforeView::setPicked(NodeId node) {
    m_picked = node;
    currentChanged();
}

void BeforeView::pick(const QString& hint) {
    m_hint = hint;
    if (isPicking()) {
        setCursor(Qt::CrossCursor);
        setFocus(Qt::OtherFocusReason); // for Escape
    } else {
        unsetCursor();
    }
    setAccessibleDescription(hint);
    update();
}

void BeforeView::setOnlyDifferences(bool on) {
    m_marks.onlyDifferences = on;
    update();
}

void BeforeView::setLinked(bool linked) {
    if (linked == isLinked())
        return;
    if (linked) {
        m_own.reset();
    } else {
        const QTransform now = toDevice();
        m_own = Own{now.m11(), now.inverted().map(QPointF(0, 0))};
    }
    update();
    Q_EMIT viewChanged();
}

QPointF BeforeView::shift() const {
    return {(m_graph.width() - width()) / 2.0, static_cast<double>(m_graph.height() - height())};
}

QTransform BeforeView::toDevice() const {
    if (m_own)
        return {m_own->scale,
                0,
                0,
                m_own->scale,
                -m_own->origin.x() * m_own->scale,
                -m_own->origin.y() * m_own->scale};
    const QPointF shift = this->shift();
    return m_graph.toDevice() * QTransform::fromTranslate(-shift.x(), -shift.y());
}

QRectF BeforeView::visibleScene() const { return toDevice().inverted().mapRect(QRectF(rect())); }

void BeforeView::centerOn(const QPointF& scenePoint) {
    if (!m_own) {
        m_graph.centerOn(scenePoint);
        return;
    }
    m_own->origin = scenePoint - QPointF(width(), height()) / m_own->scale / 2;
    update();
    Q_EMIT viewChanged();
}

void BeforeView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_graph.theme().canvas);
    m_marks.providers = m_graph.providerFilter();
    m_painter.paint(painter, toDevice(), size(), m_graph.theme(), m_marks);
    if (hasFocus() && m_painter.scene()) {
        painter.setPen(QPen(m_graph.theme().accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (isPicking())
        paintHint(painter);
}

/// A line at the top of the pane, as a note on it.
void BeforeView::paintHint(QPainter& painter) const {
    constexpr int kMargin = 8, kInside = 6;
    const Theme& theme = m_graph.theme();
    const int most = width() - 2 * (kMargin + kInside);
    const QString text = fontMetrics().elidedText(m_hint, Qt::ElideMiddle, most);
    QRect box(0, kMargin, fontMetrics().horizontalAdvance(text) + 2 * kInside,
              fontMetrics().height() + kInside);
    box.moveLeft((width() - box.width()) / 2);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(theme.text);
    painter.setFont(font());
    painter.drawText(box, Qt::AlignCenter, text);
}

void BeforeView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        m_painter.setFonts(font());
    if (event->type() == QEvent::LanguageChange && !m_marks.stepTitle.empty())
        m_marks.stepTitle = tr("before").toStdString();
    QWidget::changeEvent(event);
}

void BeforeView::pan(const QPointF& pixels) {
    if (!m_own) {
        m_graph.panBy(pixels);
        return;
    }
    m_own->origin -= pixels / m_own->scale;
    update();
    Q_EMIT viewChanged();
}

void BeforeView::wheelEvent(QWheelEvent* event) {
    const double turned = event->angleDelta().y();
    if (event->modifiers() & Qt::ShiftModifier) {
        pan({turned / 2, 0});
        return;
    }
    if (m_graph.wheelScrolls() && !(event->modifiers() & Qt::ControlModifier)) {
        pan(QPointF(event->angleDelta()) / 2);
        return;
    }
    const double by = std::pow(1.0015, turned);
    if (!m_own) {
        m_graph.setScale(m_graph.scale() * by, event->position() + shift());
        return;
    }
    const QPointF fixed = m_own->origin + event->position() / m_own->scale;
    m_own->scale = std::clamp(m_own->scale * by, GraphView::kMinScale, GraphView::kMaxScale);
    m_own->origin = fixed - event->position() / m_own->scale;
    update();
    Q_EMIT viewChanged();
}

void BeforeView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_isPressed = true;
    m_isDragged = false;
    m_pressed = m_last = event->pos();
}

void BeforeView::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton)))
        m_isPressed = m_isDragged = false; // its release went elsewhere
    Q_EMIT pointedAt(toDevice().inverted().map(QPointF(event->pos())));
    if (!m_isPressed)
        return;
    m_isDragged = m_isDragged || (event->pos() - m_pressed).manhattanLength() > 4;
    if (!m_isDragged)
        return;
    setCursor(Qt::ClosedHandCursor);
    pan(event->pos() - m_last);
    m_last = event->pos();
}

void BeforeView::mouseReleaseEvent(QMouseEvent* event) {
    isPicking() ? setCursor(Qt::CrossCursor) : unsetCursor();
    const bool click = m_isPressed && !m_isDragged && event->button() == Qt::LeftButton;
    m_isPressed = m_isDragged = false;
    if (click)
        clickAt(event->pos());
}

/// Selects what both models have; a node that only this one has is only ringed here.
void BeforeView::clickAt(const QPoint& at) {
    const GraphScene* scene = m_painter.scene();
    const std::int64_t box = m_painter.boxAt(toDevice().inverted().map(QPointF(at)));
    if (!scene || box < 0)
        return;
    const SceneBox& each = scene->boxes[static_cast<std::size_t>(box)];
    if (each.isPort())
        return;
    if (isPicking()) {
        if (each.kind == SceneBox::Kind::node) { // a group is opened first
            pick({});
            Q_EMIT nodePicked(each.node);
        }
        return;
    }
    if (m_document.model().node(each.node)) {
        m_picked = {};
        // The view stays where it is: what was clicked is seen.
        m_document.setCurrentNode(each.node, false);
    } else {
        setPicked(each.node);
    }
}

/// The selection stays: the menu is about it and the node under the pointer.
void BeforeView::contextMenuEvent(QContextMenuEvent* event) {
    const GraphScene* scene = m_painter.scene();
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::int64_t at =
        byKey ? m_marks.current : m_painter.boxAt(toDevice().inverted().map(QPointF(event->pos())));
    if (!scene || at < 0 || scene->boxes[static_cast<std::size_t>(at)].kind != SceneBox::Kind::node)
        return;
    QMenu menu(this);
    connect(&m_document, &DocumentController::sceneChanged, &menu, &QMenu::close);
    Q_EMIT menuOpens(menu, scene->boxes[static_cast<std::size_t>(at)].node);
    if (!menu.isEmpty())
        menu.exec(event->globalPos());
}

/// Opens a group, and its partner in the document with it.
void BeforeView::mouseDoubleClickEvent(QMouseEvent* event) {
    const GraphScene* scene = m_painter.scene();
    const std::int64_t at = m_painter.boxAt(toDevice().inverted().map(QPointF(event->pos())));
    if (!scene || at < 0)
        return;
    const SceneBox& box = scene->boxes[static_cast<std::size_t>(at)];
    if (box.kind != SceneBox::Kind::group)
        return;
    const GroupKey& key = scene->groups[static_cast<std::size_t>(box.group)].key;
    auto partners = partnerGroups(*scene, key, m_document.scene());
    if (partners.empty())
        partners.push_back(key);
    for (const GroupKey& each : partners)
        m_document.setExpanded(each, true);
}

void BeforeView::keyPressEvent(QKeyEvent* event) {
    if (isPicking() && event->key() == Qt::Key_Escape)
        pick({});
    else
        QCoreApplication::sendEvent(&m_graph, event);
}

void BeforeView::leaveEvent(QEvent*) { Q_EMIT pointerLeft(); }

} // namespace partita
