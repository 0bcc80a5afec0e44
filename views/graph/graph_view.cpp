#include "views/graph/graph_view.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "views/document/links.h"
#include "views/document/simplify_steps.h"
#include "views/graph/compared_boxes.h"
#include "views/graph/graph_accessible.h"
#include "views/graph/graph_tips.h"

namespace partita {

namespace {
constexpr int kPanMilliseconds = 120;
} // namespace

std::unordered_set<std::uint32_t> boxesOf(const GraphScene& scene,
                                          const std::vector<NodeId>& nodes) {
    std::unordered_set<std::uint32_t> boxes;
    for (const NodeId node : nodes)
        if (const auto box = scene.boxOf(node))
            boxes.insert(*box);
    return boxes;
}

GraphView::GraphView(DocumentController& document, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(&theme) {
    GraphAccessible::install();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Graph"));
    setObjectName(QStringLiteral("graphView"));
    m_painter.setFonts(font());
    m_animation.setDuration(kPanMilliseconds);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_origin = value.toPointF();
        update();
        Q_EMIT viewChanged();
    });
    connect(&document, &DocumentController::documentChanged, this, [this] {
        m_aim = Aim::start;
        m_marks = {};
        m_visited = {};
        Q_EMIT historyMoved();
    });
    connect(&document, &DocumentController::sceneChanged, this, &GraphView::sceneChanged);
    connect(&document, &DocumentController::currentNodeChanged, this, &GraphView::currentChanged);
    connect(&document, &DocumentController::viewWanted, this, &GraphView::showAgain);
    connect(&document, &DocumentController::ghostWanted, this, &GraphView::revealGhost);
    for (const auto moved : {&GraphView::viewChanged, &GraphView::resized})
        connect(this, moved, this, &GraphView::tellSeen);
    connect(&document, &DocumentController::selectionChanged, this, &GraphView::selectionChanged);
    connect(&document, &DocumentController::currentTensorChanged, this, &GraphView::tensorChanged);
    connect(&document.bookmarks(), &Bookmarks::changed, this, &GraphView::bookmarksChanged);
}

void GraphView::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

void GraphView::sceneChanged() {
    const auto held = anchor();
    m_animation.stop();
    m_marks.current = m_marks.hover = m_marks.currentNet = m_marks.hoverNet = -1;
    m_marks.hoverStub = -1;
    m_marks.related.clear();
    m_marks.standIns.clear();
    m_marks.found.clear();
    m_marks.changed.clear();
    m_marks.added.clear();
    m_marks.stepTitle.clear();
    m_marks.colouring = {};
    if (!m_document.hasDocument()) {
        m_painter.setScene(nullptr, 0);
        update();
        return;
    }
    const auto& state = m_document.state();
    m_painter.setScene(state.scene, m_document.providers().size());
    markStep(state);
    selectionChanged();
    bookmarksChanged();
    markErrors();
    const bool other =
        m_shownGraph != state.scene->graph || m_shownCollapsed != state.scene->collapsed;
    m_shownGraph = state.scene->graph;
    m_shownCollapsed = state.scene->collapsed;
    if (other || (m_aim != Aim::whole && !held))
        m_aim = Aim::start;
    if (m_aim == Aim::start || m_aim == Aim::whole)
        aimAgain();
    else
        hold(*held);
    tensorChanged(m_document.currentTensor(), std::exchange(m_revealTensor, false));
    update();
    Q_EMIT viewChanged();
}

/// Marks the boxes that the step in view changed or added, or that differ from the other side.
void GraphView::markStep(const DocumentState& state) {
    const bool besideIsAfter = state.beside && state.beside->isAfter;
    m_marks.removed.clear();
    m_marks.moved.clear();
    m_marks.framed.clear();
    m_marks.changed = boxesOf(*state.scene, state.step.changed);
    (besideIsAfter ? m_marks.removed : m_marks.added) = boxesOf(*state.scene, state.step.added);
    m_marks.isBefore = besideIsAfter;
    if (state.beside && state.before) {
        markMoved(m_marks, *state.scene, *state.before, state.step.moved);
    } else if (state.before) {
        m_marks.stepTitle = tr("after").toStdString();
        frameReader(m_marks, *state.scene, state.step.reader);
    }
}

void GraphView::setComparisonLook(bool onlyDifferences, bool marksGhosts) {
    m_marks.onlyDifferences = onlyDifferences;
    m_marks.marksGhosts = marksGhosts;
    update();
}

void GraphView::setStandIns(const std::vector<NodeId>& nodes) {
    m_marks.standIns.clear();
    if (const GraphScene* scene = m_painter.scene())
        m_marks.standIns = boxesOf(*scene, nodes);
    update();
}

void GraphView::setProviderFilter(const std::unordered_set<std::int32_t>& providers) {
    m_marks.providers = providers;
    update();
    Q_EMIT viewChanged();
}

void GraphView::setFound(std::unordered_set<std::uint32_t> boxes) {
    m_marks.found = std::move(boxes);
    update();
    Q_EMIT viewChanged(); // the minimap marks them
}

void GraphView::setColouring(const NodeColouring& colouring) {
    m_marks.colouring = colouring.on(m_colourScale);
    update();
    Q_EMIT coloursChanged();
}

void GraphView::setColourScale(NodeColouring::Scale scale) {
    m_colourScale = scale;
    setColouring(m_marks.colouring);
}

QPoint GraphView::boxCenter(NodeId node) const {
    const auto at = m_painter.scene()->boxOf(node);
    return at ? toDevice().map(m_painter.boxRect(*at).center()).toPoint() : QPoint(-1, -1);
}

void GraphView::paintEvent(QPaintEvent*) {
    QElapsedTimer timer;
    timer.start();
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->canvas);
    m_painter.paint(painter, toDevice(), size(), *m_theme, m_marks);
    if (!m_band.isNull()) {
        QColor fill = m_theme->accent;
        fill.setAlpha(40);
        painter.setPen(m_theme->accent);
        painter.setBrush(fill);
        painter.drawRect(m_band);
    }
    if (hasFocus() && m_painter.scene()) {
        painter.setPen(QPen(m_theme->accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    m_frameMs = static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void GraphView::wheelEvent(QWheelEvent* event) {
    const bool sideways = event->modifiers() & Qt::ShiftModifier;
    if (sideways || (m_wheelScrolls && !(event->modifiers() & Qt::ControlModifier))) {
        const QPointF turned = event->angleDelta();
        m_aim = Aim::nothing;
        m_origin -= (sideways ? QPointF(turned.y(), turned.x()) : turned) / m_scale / 2;
        update();
        Q_EMIT viewChanged();
        return;
    }
    setScale(m_scale * std::pow(1.0015, event->angleDelta().y()), event->position());
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_animation.stop();
    m_pressed = true;
    m_dragging = false;
    m_dragStart = event->pos();
    m_dragOrigin = m_origin;
    m_banding = event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier;
    m_bandModifiers = event->modifiers();
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) // its release went elsewhere
        m_pressed = m_dragging = m_banding = false;
    if (m_pressed) {
        if (!m_dragging && (event->pos() - m_dragStart).manhattanLength() > 4) {
            m_dragging = true;
            setCursor(m_banding ? Qt::CrossCursor : Qt::ClosedHandCursor);
        }
        if (m_dragging && m_banding) {
            m_band = QRect(m_dragStart, event->pos()).normalized();
            update();
        } else if (m_dragging) {
            m_hasSpaceDragged = true;
            m_aim = Aim::nothing;
            m_origin = m_dragOrigin - QPointF(event->pos() - m_dragStart) / m_scale;
            update();
            Q_EMIT viewChanged();
        }
        return;
    }
    hover(event->pos());
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_isSpaceHeld)
        setCursor(Qt::OpenHandCursor);
    else
        unsetCursor();
    const bool click = m_pressed && !m_dragging, band = m_dragging && m_banding;
    m_pressed = m_dragging = m_banding = false;
    if (band)
        selectBand();
    if (!click || event->button() != Qt::LeftButton || !m_painter.scene())
        return;
    const QPointF point = m_origin + QPointF(event->pos()) / m_scale;
    if (const std::int64_t box = m_painter.boxAt(point); box >= 0) {
        const SceneBox& each = m_painter.scene()->boxes[static_cast<std::size_t>(box)];
        if (each.kind == SceneBox::Kind::captured)
            goToCaptured(each);
        else if (each.isPort())
            clickPort(static_cast<std::uint32_t>(box), point, event);
        else if (event->modifiers() & Qt::ControlModifier)
            toggleBox(box);
        else
            selectBox(box);
        return;
    }
    if (const auto* stub = m_painter.stubAt(point)) {
        jumpAlong(*stub);
        return;
    }
    const GraphScene& scene = *m_painter.scene();
    if (const std::int64_t net = lineAt(event->pos()); net >= 0)
        m_document.setCurrentTensor(scene.nets[static_cast<std::size_t>(net)].value, false);
    else if (!(event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)))
        m_document.setCurrentNode({}, false); // the model itself
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::int64_t box = m_painter.boxAt(m_origin + QPointF(event->pos()) / m_scale);
    if (box < 0)
        return;
    openBox(static_cast<std::uint32_t>(box));
}

/// Opens a group in place, or the body of a node; of a compiled node, what it was compiled from.
void GraphView::openBox(std::uint32_t box) {
    const SceneBox& each = m_painter.scene()->boxes[box];
    if (each.kind == SceneBox::Kind::group)
        m_document.setExpanded(m_painter.scene()->groups[static_cast<std::size_t>(each.group)].key,
                               true);
    else if (each.hasBody)
        Q_EMIT bodyRequested(each.node);
    else if (const auto& node = m_document.model().node(each.node); node && isEpContext(*node))
        follow(m_document, linkToInside(each.node));
}

/// Closes the innermost open group around the current node; without one, leaves the body.
void GraphView::closeAround() {
    if (!m_document.collapseAround(m_document.currentNode()))
        Q_EMIT upRequested();
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down: followEdge(1); return;
    case Qt::Key_Up: followEdge(-1); return;
    case Qt::Key_Left: moveSideways(-1); return;
    case Qt::Key_Right: moveSideways(1); return;
    case Qt::Key_Backspace: closeAround(); return;
    case Qt::Key_Home: showStart(); return;
    case Qt::Key_Escape: escape(); return;
    case Qt::Key_Space: holdSpace(event); return;
    case Qt::Key_A:
        if (event->matches(QKeySequence::SelectAll))
            selectAll();
        else
            QWidget::keyPressEvent(event);
        return;
    case Qt::Key_F:
        if (event->modifiers() == Qt::NoModifier) {
            fit();
            return;
        }
        QWidget::keyPressEvent(event);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_marks.current >= 0)
            openBox(static_cast<std::uint32_t>(m_marks.current));
        return;
    default: QWidget::keyPressEvent(event);
    }
}

/// While the space bar is held, a drag moves the graph whatever lies under it. Alone, the bar plays
/// the rewrites when it is let go.
void GraphView::holdSpace(QKeyEvent* event) {
    if (event->isAutoRepeat() || event->modifiers() != Qt::NoModifier) {
        event->setAccepted(event->isAutoRepeat());
        return;
    }
    m_isSpaceHeld = true;
    m_hasSpaceDragged = false;
    setCursor(Qt::OpenHandCursor);
}

void GraphView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat() || !m_isSpaceHeld) {
        QWidget::keyReleaseEvent(event);
        return;
    }
    m_isSpaceHeld = false;
    unsetCursor();
    if (!m_hasSpaceDragged)
        playByKey(m_document.simplifier(), *event);
}

void GraphView::focusOutEvent(QFocusEvent* event) {
    m_isSpaceHeld = false;
    unsetCursor();
    QWidget::focusOutEvent(event);
}

void GraphView::resizeEvent(QResizeEvent* event) {
    // What is in the middle stays there, and what a bar above the canvas would push down stays, too.
    const int top = mapTo(window(), QPoint()).y();
    if (event->oldSize().width() > 0)
        m_origin += QPointF((event->oldSize().width() - width()) / 2.0, top - m_top) / m_scale;
    m_top = top;
    Q_EMIT resized(); // first, because a widget on the canvas may move out of the way
    aimAgain();
    Q_EMIT viewChanged();
}

void GraphView::leaveEvent(QEvent*) {
    m_marks.hover = m_marks.hoverNet = m_marks.hoverStub = -1;
    update();
}

bool GraphView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const GraphTips tips(m_document, m_painter, m_marks.colouring);
        QToolTip::showText(help->globalPos(),
                           m_painter.scene()
                               ? tips.at(m_origin + QPointF(help->pos()) / m_scale, 3 / m_scale)
                               : QString(),
                           this); // an empty text hides it
        return true;
    }
    // Tab goes from node to node inside the canvas; Ctrl+Tab and F6 leave it.
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) &&
            !(key->modifiers() & Qt::ControlModifier)) {
            selectNext(key->key() == Qt::Key_Tab ? 1 : -1);
            return true;
        }
    }
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        m_painter.setFonts(font());
    if (event->type() == QEvent::LanguageChange && !m_marks.stepTitle.empty())
        m_marks.stepTitle = tr("after").toStdString();
    return QWidget::event(event);
}

} // namespace partita
