// Which part of the graph the canvas shows, and how it stays there. Painting and mouse events are
// in graph_view.cpp.

#include <QGuiApplication>
#include <algorithm>
#include <cmath>

#include "views/graph/graph_view.h"

namespace partita {

namespace {

/// Badges can be read from this scale on. A graph that does not fit at it is shown at 100 %, where
/// texts are sharpest.
constexpr double kReadable = 0.87;
constexpr double kAimMargin = 16, kLeastArea = 120; // in pixels
constexpr double kFar = 0.3;    ///< below it, a box that is to be seen is shown at 100 %
constexpr double kRingRoom = 6; ///< pixels around a box, for the mark of what is selected
constexpr double kAbove = 40;   ///< of a box that is not at the top: so much of what is above it

bool isCovered(const QRectF& place, const std::vector<QRect>& covers) {
    return std::ranges::any_of(covers, [&](const QRect& cover) { return place.intersects(cover); });
}

/// The middle of the view, or of its largest free part where something of this size would be covered
/// there. `areas`: the view, then its free parts.
QPointF freeMiddle(const QSizeF& size, const std::vector<QRect>& covers,
                   const std::vector<QRectF>& areas) {
    QRectF place(QPointF(), size);
    place.moveCenter(areas.front().center());
    if (!isCovered(place, covers) || areas.size() < 2)
        return place.center();
    const auto roomOf = [](const QRectF& area) { return area.width() * area.height(); };
    return std::ranges::max_element(areas.begin() + 1, areas.end(), {}, roomOf)->center();
}

/// The shortest way of a place into one of the areas where nothing covers it; none: it has no room.
std::optional<QPointF> wayInto(const QRectF& place, const std::vector<QRect>& covers,
                               const std::vector<QRectF>& areas) {
    std::optional<QPointF> best;
    for (const QRectF& area : areas) {
        if (place.width() > area.width() || place.height() > area.height())
            continue;
        const QPointF way(
            std::clamp(place.left(), area.left(), area.right() - place.width()) - place.left(),
            std::clamp(place.top(), area.top(), area.bottom() - place.height()) - place.top());
        if (!isCovered(place.translated(way), covers) &&
            (!best || way.manhattanLength() < best->manhattanLength()))
            best = way;
    }
    return best;
}

} // namespace

QRectF GraphView::visibleScene() const {
    return {m_origin, QSizeF(width() / m_scale, height() / m_scale)};
}

QTransform GraphView::toDevice() const {
    return QTransform(m_scale, 0, 0, m_scale, -m_origin.x() * m_scale, -m_origin.y() * m_scale);
}

std::size_t GraphView::nodesInView() const {
    std::size_t count = 0;
    const QRectF visible = visibleScene();
    m_painter.boxesIn(visible, [&](std::uint32_t i) {
        const GraphScene& scene = *m_painter.scene();
        const SceneBox& box = scene.boxes[i];
        if (!box.isPort() && !box.isFolded() && visible.intersects(m_painter.boxRect(i)))
            count += box.kind == SceneBox::Kind::group
                         ? scene.groups[static_cast<std::size_t>(box.group)].placed
                         : 1;
    });
    return count;
}

/// The places of the widgets on the canvas.
std::vector<QRect> GraphView::covers() const {
    std::vector<QRect> places;
    for (const QWidget* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (!child->isHidden() && !child->isWindow() && child->geometry() != rect())
            places.push_back(child->geometry());
    return places;
}

/// The view itself, then what the widgets on it leave free: between those on the left and those on
/// the right, and below them.
std::vector<QRectF> GraphView::freeAreas() const {
    double left = 0, right = width(), leftBottom = 0, rightBottom = 0;
    for (const QRect& cover : covers())
        if (cover.center().x() < width() / 2) {
            left = std::max<double>(left, cover.right() + 1);
            leftBottom = std::max<double>(leftBottom, cover.bottom() + 1);
        } else {
            right = std::min<double>(right, cover.left());
            rightBottom = std::max<double>(rightBottom, cover.bottom() + 1);
        }
    const double w = width(), h = height();
    std::vector<QRectF> areas;
    for (const QRectF& area :
         {QRectF(0, 0, w, h), QRectF(left, 0, right - left, h),
          QRectF(0, leftBottom, right, h - leftBottom),
          QRectF(left, rightBottom, w - left, h - rightBottom),
          QRectF(0, std::max(leftBottom, rightBottom), w, h - std::max(leftBottom, rightBottom))})
        if (areas.empty() || (area.width() >= kLeastArea && area.height() >= kLeastArea))
            areas.push_back(area.adjusted(kAimMargin, kAimMargin, -kAimMargin, -kAimMargin));
    return areas;
}

/// The box from which a graph is read that does not fit: its first one, or the first reader of that
/// where an input stands far from all that reads it.
std::uint32_t GraphView::startBox(const QSizeF& room) const {
    const GraphScene& scene = *m_painter.scene();
    if (!scene.boxes.front().isPort())
        return 0;
    const auto net = std::ranges::find(scene.nets, 0U, &SceneNet::source);
    if (net == scene.nets.end() || scene.targets(*net).empty())
        return 0;
    const QRectF first = m_painter.boxRect(0);
    std::uint32_t nearest = scene.targets(*net).front();
    const auto distance = [&](std::uint32_t box) {
        return QLineF(first.center(), m_painter.boxRect(box).center()).length();
    };
    for (const std::uint32_t box : scene.targets(*net))
        if (distance(box) < distance(nearest))
            nearest = box;
    const QSizeF both = first.united(m_painter.boxRect(nearest)).size();
    // A box beside the middle has half of the room.
    return 2 * both.width() <= room.width() && both.height() <= room.height() ? 0 : nearest;
}

/// How the graph is shown in a part of the view: whole if it then has at least the scale `readable`;
/// otherwise at 100 % from its top, around the box where it starts.
GraphView::Shown GraphView::shownIn(const QRectF& area, double readable) const {
    const QRectF bounds = m_painter.bounds();
    const double whole = std::min({area.width() / std::max(1.0, bounds.width()),
                                   area.height() / std::max(1.0, bounds.height()), 1.0});
    const double scale = whole < readable ? 1.0 : std::max(whole, kMinScale);
    QPointF middle = bounds.center(); // of the area, in the scene
    const std::uint32_t start = startBox(area.size() / scale);
    if (bounds.width() * scale > area.width() + 1) { // as far as there is something beside it
        const double half = area.width() / scale / 2;
        middle.setX(std::clamp(m_painter.boxRect(start).center().x(), bounds.left() + half,
                               bounds.right() - half));
    }
    if (bounds.height() * scale > area.height() + 1) {
        const double top = start == 0 ? bounds.top() : m_painter.boxRect(start).top() - kAbove;
        middle.setY(top + area.height() / scale / 2);
    }
    return {scale, middle - area.center() / scale};
}

bool GraphView::hidesBoxes(const Shown& shown) const {
    for (const QRect& cover : covers()) {
        const QRectF place(shown.origin + QPointF(cover.topLeft()) / shown.scale,
                           QSizeF(cover.size()) / shown.scale);
        bool hides = false;
        m_painter.boxesIn(place, [&](std::uint32_t box) {
            hides = hides || place.intersects(m_painter.boxRect(box));
        });
        if (hides)
            return true;
    }
    return false;
}

/// Shows the graph in the part of the view where all of it has room, where it is largest and nothing
/// covers a box; of equal parts, in the first.
void GraphView::showIn(double readable) {
    m_animation.stop();
    if (!m_painter.scene() || m_painter.scene()->boxes.empty() || width() < 2)
        return;
    std::optional<Shown> best;
    bool isWhole = false;
    for (const QRectF& area : freeAreas()) {
        const Shown shown = shownIn(area, readable);
        const QSizeF size = m_painter.bounds().size() * shown.scale;
        const bool fits = size.width() <= area.width() + 1 && size.height() <= area.height() + 1;
        const bool better =
            !best || (fits && !isWhole) || (fits == isWhole && shown.scale > best->scale);
        if (better && !hidesBoxes(shown)) {
            best = shown;
            isWhole = fits;
        }
    }
    if (!best)
        best = shownIn(freeAreas().back(), readable);
    m_scale = best->scale;
    m_origin = best->origin;
    update();
    Q_EMIT viewChanged();
}

void GraphView::fit() {
    m_aim = Aim::whole;
    showIn(0);
}

void GraphView::frame(const std::vector<NodeId>& nodes) {
    if (!m_painter.scene())
        return;
    QRectF bounds;
    for (const std::uint32_t box : boxesOf(*m_painter.scene(), nodes))
        bounds |= m_painter.boxRect(box);
    if (bounds.isEmpty() || width() < 2)
        return;
    const QRectF area = freeAreas().front();
    setScale(std::min({area.width() / bounds.width(), area.height() / bounds.height(), 1.0}),
             area.center());
    centerOn(bounds.center());
}

void GraphView::showStart() {
    m_aim = Aim::start;
    // Columns are an overview: titles are enough.
    const bool columns = m_painter.scene() && !m_painter.scene()->strip.empty();
    showIn(columns ? DrawnPart::kTexts : kReadable);
}

void GraphView::aimAgain() {
    switch (m_aim) {
    case Aim::nothing: break;
    case Aim::start: showStart(); break;
    case Aim::whole: fit(); break;
    case Aim::box:
        if (const GraphScene* scene = m_painter.scene()) {
            if (const auto box = scene->boxOf(m_aimedNode))
                reveal(*box);
            else
                revealGhost(m_aimedNode);
        }
    }
}

/// The current box if it is in view, otherwise the box nearest to the middle of the view.
std::optional<GraphView::Anchor> GraphView::anchor() const {
    const GraphScene* scene = m_painter.scene();
    if (!scene)
        return std::nullopt;
    const QRectF visible = visibleScene();
    const auto topOf = [&](std::size_t box) {
        const QRectF rect = m_painter.boxRect(box);
        return QPointF(rect.center().x(), rect.top());
    };
    std::int64_t best = -1;
    if (m_marks.current >= 0 &&
        visible.intersects(m_painter.boxRect(static_cast<std::size_t>(m_marks.current))))
        best = m_marks.current;
    double nearest = 1e300;
    if (best < 0)
        m_painter.boxesIn(visible, [&](std::uint32_t box) {
            const double distance = QLineF(topOf(box), visible.center()).length();
            if (scene->boxes[box].isPort() || distance >= nearest ||
                !visible.intersects(m_painter.boxRect(box)))
                return;
            nearest = distance;
            best = box;
        });
    if (best < 0)
        return std::nullopt;
    const auto box = static_cast<std::size_t>(best);
    return Anchor{scene->boxes[box].node, toDevice().map(topOf(box))};
}

/// Moves the view so that a box of the new scene is where the anchor was in the scene before. The
/// graph starts anew if the box is gone.
void GraphView::hold(const Anchor& anchor) {
    const auto box = m_painter.scene()->boxOf(anchor.node);
    if (!box) {
        // A node that a rewrite has removed leaves the others where they were.
        if (nodesInView() == 0)
            showStart();
        return;
    }
    const QRectF rect = m_painter.boxRect(*box);
    m_origin = QPointF(rect.center().x(), rect.top()) - anchor.place / m_scale;
}

void GraphView::setScale(double scale, const QPointF& anchor) {
    m_animation.stop();
    m_aim = Aim::nothing;
    const QPointF fixed = m_origin + anchor / m_scale;
    m_scale = std::clamp(scale, kMinScale, kMaxScale);
    m_origin = fixed - anchor / m_scale;
    update();
    Q_EMIT viewChanged();
}

void GraphView::centerOn(const QPointF& scenePoint) {
    m_animation.stop();
    m_aim = Aim::nothing;
    m_origin = scenePoint - QPointF(width(), height()) / m_scale / 2;
    update();
    Q_EMIT viewChanged();
}

void GraphView::panBy(const QPointF& pixels) {
    m_animation.stop();
    m_aim = Aim::nothing;
    m_origin -= pixels / m_scale;
    update();
    Q_EMIT viewChanged();
}

/// The way of a place on the screen to where it is seen and no widget covers it; null: it is there. What
/// is seen in part goes the shortest way, so that the graph stays where it is looked at; the rest goes
/// into the middle.
QPointF GraphView::wayIntoView(const QRectF& place, bool isSeen) const {
    const auto widgets = covers();
    const QRectF view(rect());
    if (isSeen && view.contains(place) && !isCovered(place, widgets))
        return {};
    const auto areas = freeAreas();
    std::optional<QPointF> way;
    if (isSeen && view.intersects(place))
        way = wayInto(place, widgets, areas);
    return way ? *way : freeMiddle(place.size(), widgets, areas) - place.center();
}

void GraphView::tellSeen() {
    const QPointF middle = visibleScene().center();
    m_document.setSeen(m_scale, middle.x(), middle.y());
}

void GraphView::showAgain(double scale, double x, double y) {
    m_scale = std::clamp(scale, kMinScale, kMaxScale);
    centerOn({x, y});
    const auto current = m_marks.current;
    if (current >= 0 &&
        !visibleScene().intersects(m_painter.boxRect(static_cast<std::size_t>(current))))
        reveal(static_cast<std::uint32_t>(current));
}

/// Brings a box into view, where no widget covers it.
void GraphView::reveal(std::uint32_t box) {
    m_aim = Aim::box;
    m_aimedNode = m_painter.scene()->boxes[box].node;
    revealPlace(m_painter.boxRect(box));
}

/// Brings the outline of a node that the step in view took out into view.
void GraphView::revealGhost(NodeId node) {
    const auto& ghosts = m_painter.scene()->ghosts;
    const auto ghost = std::ranges::find(ghosts, node, &SceneGhost::node);
    if (ghost == ghosts.end())
        return;
    m_aim = Aim::box;
    m_aimedNode = node;
    QRectF rect(0, 0, ghost->size.width, ghost->size.height);
    rect.moveCenter({ghost->center.x, ghost->center.y});
    revealPlace(rect);
}

void GraphView::revealPlace(QRectF rect) {
    if (width() < 2)
        return;
    const bool isFar = m_scale < kFar;
    if (isFar)
        m_scale = 1;
    // Reveals the whole step if it fits into the view.
    if (const QRectF step = m_painter.stepRect(m_marks);
        m_document.state().before && !m_document.state().beside && step.contains(rect.center()) &&
        step.width() * m_scale < width() * 0.85 && step.height() * m_scale < height() * 0.85)
        rect = step;
    const QRectF place =
        toDevice().mapRect(rect).adjusted(-kRingRoom, -kRingRoom, kRingRoom, kRingRoom);
    const QPointF way = wayIntoView(place, !isFar);
    if (way.isNull() && !isFar)
        return;
    const QPointF target = m_origin - way / m_scale;
    m_animation.stop();
    if (!isVisible() || QGuiApplication::platformName() == QLatin1String("offscreen")) {
        m_origin = target;
        update();
        Q_EMIT viewChanged();
        return;
    }
    m_animation.setStartValue(m_origin);
    m_animation.setEndValue(target);
    m_animation.start();
}

} // namespace partita
