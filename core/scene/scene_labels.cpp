// Places what is drawn beside boxes and lines, so that it hides as little as possible. The drawing is
// in scene_drawing.cpp.

#include <algorithm>
#include <climits>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/scene/scene_drawing.h"
#include "core/scene/step_frame.h"

namespace partita {

namespace {

constexpr double kLabelHeight = 14, kStubHeight = 14, kChipHeight = 16;
constexpr std::size_t kStubsEach = 3; // further long lines of a box are counted

Rect rectOf(std::span<const PointF> points) {
    Rect rect{1e300, 1e300, -1e300, -1e300};
    for (const PointF& point : points)
        rect = {std::min(rect.left, point.x), std::min(rect.top, point.y),
                std::max(rect.right, point.x), std::max(rect.bottom, point.y)};
    return rect.grown(2);
}

Rect ghostRect(const SceneGhost& ghost) {
    return Rect::at(ghost.center.x - ghost.size.width / 2, ghost.center.y - ghost.size.height / 2,
                    ghost.size.width, ghost.size.height);
}

} // namespace

/// The labels placed so far, by rank: only those of one rank or of neighbouring ranks can meet.
class SceneDrawing::Labels {
public:
    /// Adds and returns the place of those wanted that hides least; of equal ones, the first.
    Rect place(const SceneDrawing& drawing, std::uint32_t rank, std::span<const Rect> wanted) {
        const Rect* best = nullptr;
        int least = 0;
        for (const Rect& each : wanted) {
            const int hidden = 30 * meets(rank, each) + drawing.hides(each, best ? least : INT_MAX);
            if (best && hidden >= least)
                continue;
            best = &each;
            least = hidden;
            if (hidden == 0)
                break;
        }
        return m_byRank[rank].emplace_back(*best);
    }

private:
    [[nodiscard]] int meets(std::uint32_t rank, const Rect& place) const {
        std::ptrdiff_t count = 0;
        for (const std::uint32_t near : {rank - 1, rank, rank + 1})
            if (const auto at = m_byRank.find(near); at != m_byRank.end())
                count += std::ranges::count_if(
                    at->second, [&](const Rect& other) { return other.meets(place); });
        return static_cast<int>(count);
    }
    std::unordered_map<std::uint32_t, std::vector<Rect>> m_byRank;
};

Rect SceneDrawing::boxRect(std::size_t box) const {
    return Rect::at(m_scene->left(box), m_scene->top(box), m_scene->sizes[box].width,
                    m_scene->sizes[box].height);
}

SceneDrawing::SceneDrawing(std::shared_ptr<const GraphScene> scene, std::size_t providers,
                           DrawingText text)
    : m_scene(std::move(scene)), m_providers(providers), m_text(std::move(text)) {
    buildIndices();
    Labels labels;
    placeChips(labels);
    placeStubs(labels);
    placeGhosts();
    findHulls();
    measure();
}

void SceneDrawing::buildIndices() {
    const Layout& layout = m_scene->layout;
    const Rect bounds = Rect::at(layout.left, layout.top, layout.width, layout.height);
    std::vector<Rect> boxes, routes;
    boxes.reserve(m_scene->boxes.size());
    for (std::size_t i = 0; i < m_scene->boxes.size(); ++i)
        boxes.push_back(boxRect(i));
    m_boxIndex.build(bounds, boxes);
    routes.reserve(layout.routes.size());
    m_drawnRoutes.reserve(layout.routes.size());
    for (std::uint32_t i = 0; i < layout.routes.size(); ++i)
        if (!layout.routes[i].isStub()) {
            m_drawnRoutes.push_back(i);
            routes.push_back(rectOf(layout.pointsOf(layout.routes[i])));
        }
    m_routeIndex.build(bounds, routes);
}

/// How much a label would hide, counted up to `limit`: a box counts as much as a hundred lines.
int SceneDrawing::hides(const Rect& place, int limit) const {
    int count = 0;
    boxesIn(place, [&](std::uint32_t box) { count += 100 * boxRect(box).meets(place); });
    routesIn(place, [&](std::uint32_t i) {
        if (count >= limit)
            return;
        const auto points = m_scene->layout.pointsOf(m_scene->layout.routes[i]);
        for (std::size_t p = 1; p < points.size(); ++p)
            count += Rect::between(points[p - 1], points[p]).grown(1).meets(place);
    });
    return count;
}

/// Places each chip below its source, on the side where it hides nothing: right below the box, or
/// below the highest box of the rank. Beside the box where the places of the boxes were kept from a
/// picture without the chip, so that there is no room below.
void SceneDrawing::placeChips(Labels& labels) {
    const Layout& layout = m_scene->layout;
    m_chips.resize(m_scene->labels.size());
    std::vector<double> bottoms; // of the boxes of each rank
    for (std::uint32_t net = 0; net < m_scene->nets.size(); ++net) {
        const SceneLabel* label = m_scene->label(m_scene->nets[net]);
        if (!label)
            continue;
        if (bottoms.empty())
            for (std::size_t box = 0; box < m_scene->boxes.size(); ++box) {
                bottoms.resize(std::max<std::size_t>(bottoms.size(), layout.ranks[box] + 1),
                               -1e300);
                bottoms[layout.ranks[box]] =
                    std::max(bottoms[layout.ranks[box]], boxRect(box).bottom);
            }
        m_labelled.push_back(net);
        const std::uint32_t source = m_scene->nets[net].source, rank = layout.ranks[source];
        const double x = layout.centers[source].x;
        std::vector<Rect> wanted;
        for (const double bottom : {boxRect(source).bottom, bottoms[rank]})
            for (const double left : {x + 8, x - 8 - label->width})
                wanted.push_back(Rect::at(left, bottom + 4, label->width, kChipHeight));
        const Rect box = boxRect(source);
        const double beside = layout.centers[source].y - kChipHeight / 2;
        for (const double left : {box.right + 8, box.left - 8 - label->width})
            wanted.push_back(Rect::at(left, beside, label->width, kChipHeight));
        m_chips[static_cast<std::size_t>(m_scene->nets[net].label)] =
            labels.place(*this, rank, wanted);
    }
}

/// Places the names of the producers of long lines: beside the box, or above it beside its line.
void SceneDrawing::placeStubs(Labels& labels) {
    const Layout& layout = m_scene->layout;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> byTarget;
    for (std::uint32_t i = 0; i < layout.routes.size(); ++i)
        if (const Route& route = layout.routes[i]; route.isStub())
            byTarget[m_scene->targets(m_scene->nets[route.net])[route.target]].push_back(i);
    std::vector<std::uint32_t> targets;
    for (const auto& [target, routes] : byTarget)
        targets.push_back(target);
    std::ranges::sort(targets);
    for (const std::uint32_t target : targets) {
        const auto& routes = byTarget[target];
        const Rect box = boxRect(target);
        const double x = layout.centers[target].x, y = layout.centers[target].y;
        for (std::size_t i = 0; i < std::min(routes.size(), kStubsEach + 1); ++i) {
            const Route& route = layout.routes[routes[i]];
            const std::uint32_t source = m_scene->nets[route.net].source;
            const std::string text =
                i < kStubsEach
                    ? fmt::format("{} · {} ↑", m_scene->boxes[source].title.str(), route.ranks)
                    : fmt::format("+{}", routes.size() - kStubsEach);
            const double width = m_text.width(text, false) + 20, top = box.top - kStubHeight - 2;
            const double beside = y - kStubHeight / 2;
            const std::array wanted{Rect::at(box.right + 10, beside, width, kStubHeight),
                                    Rect::at(box.left - 10 - width, beside, width, kStubHeight),
                                    Rect::at(x - 8 - width, top, width, kStubHeight),
                                    Rect::at(x + 8, top, width, kStubHeight),
                                    // Farther away, where a line runs beside the box.
                                    Rect::at(box.right + 26, beside, width, kStubHeight),
                                    Rect::at(box.left - 26 - width, beside, width, kStubHeight),
                                    Rect::at(box.right + 44, beside, width, kStubHeight),
                                    Rect::at(box.left - 44 - width, beside, width, kStubHeight)};
            const Rect place = labels.place(*this, layout.ranks[target], wanted);
            const double middle = (place.top + place.bottom) / 2;
            std::array<PointF, 2> line{PointF{place.right, middle}, PointF{box.left, middle}};
            if (place.left >= box.right)
                line = {PointF{place.left, middle}, PointF{box.right, middle}};
            else if (place.bottom <= box.top)
                line = {
                    PointF{place.left < x - 8 ? place.right - 12 : place.left + 12, place.bottom},
                    PointF{place.left < x - 8 ? place.right - 12 : place.left + 12, box.top}};
            m_stubs.push_back({source, target, place, line, text});
        }
    }
}

/// Moves each ghost sideways, away from the boxes that have taken its place; the sign at its left and
/// the frame around it do not touch them either.
void SceneDrawing::placeGhosts() {
    constexpr double kSign = LayoutOptions::kColumnGap - 1; // the width of it
    constexpr double kGhostGap = StepFrame::right + 4;
    static_assert(kGhostGap > kSign);
    const auto blocking = [&](Rect place) {
        place.left -= kSign;
        Rect all;
        boxesIn(place, [&](std::uint32_t box) {
            if (boxRect(box).meets(place))
                all = all.united(boxRect(box));
        });
        return all;
    };
    for (const SceneGhost& ghost : m_scene->ghosts) {
        const Rect wanted = ghostRect(ghost);
        std::optional<Rect> best;
        for (const bool right : {true, false}) {
            Rect place = wanted;
            for (int tries = 0; tries < 6; ++tries) {
                const Rect box = blocking(place);
                if (box.empty()) {
                    if (!best ||
                        std::abs(place.left - wanted.left) < std::abs(best->left - wanted.left))
                        best = place;
                    break;
                }
                place =
                    Rect::at(right ? box.right + kGhostGap : box.left - kGhostGap - place.width(),
                             place.top, place.width(), place.height());
            }
        }
        m_ghosts.push_back(best.value_or(wanted));
    }
}

std::pair<Rect, std::string> SceneDrawing::bundleSign(const Bundle& bundle) const {
    const Rect box = boxRect(bundle.target);
    std::string text = fmt::format("×{}", grouped(bundle.lines));
    return {
        Rect::at((box.left + box.right) / 2 + 5, box.top - 16, m_text.width(text, false) + 6, 13),
        text};
}

void SceneDrawing::findHulls() {
    for (PartitionHull& hull : partitionHulls(*m_scene)) {
        LabelledHull labelled{std::move(hull), {}, {}};
        const ShownProvider& provider =
            m_scene->providerNames[static_cast<std::size_t>(labelled.provider)];
        labelled.text = fmt::format("{} · {} · {}", m_scene->partitionBadges[labelled.partition],
                                    provider.name, m_text.nodes(labelled.nodes));
        labelled.label = labelPlace(labelled, m_text.width(labelled.text, false));
        m_hulls.push_back(std::move(labelled));
    }
}

bool SceneDrawing::isFree(const Rect& place) const {
    const auto meets = [&](const Rect& other) { return other.meets(place); };
    const auto isCrossedBy = [&](const SceneRule& rule) {
        return Rect::between(rule.from, rule.to).grown(1).meets(place);
    };
    return hides(place, 1) == 0 && std::ranges::none_of(m_scene->rules, isCrossedBy) &&
           std::ranges::none_of(m_chips, meets) &&
           std::ranges::none_of(m_stubs, meets, &StubLabel::place);
}

namespace {

/// Where the outline of a hull begins and ends in the line of a label, from left to right.
std::pair<double, double> sidesOf(const PartitionHull& hull, double top) {
    double left = hull.bounds.right, right = hull.bounds.left;
    for (const auto& loop : hull.outline)
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const PointF &a = loop[i], &b = loop[(i + 1) % loop.size()];
            if (a.x != b.x || std::max(a.y, b.y) <= top || std::min(a.y, b.y) >= top + kLabelHeight)
                continue;
            left = std::min(left, a.x);
            right = std::max(right, a.x);
        }
    return left < right ? std::pair(left, right) : std::pair(hull.bounds.left, hull.bounds.right);
}

} // namespace

/// The top left of a place where the label hides nothing: right of the hull, left of it, below or
/// above; nothing if there is no such place.
std::optional<PointF> SceneDrawing::labelPlace(const PartitionHull& hull, double width) const {
    const Rect& around = hull.bounds;
    const double first = around.top + 1, last = around.bottom - kLabelHeight - 1;
    const auto [leftOfFirst, rightOfFirst] = sidesOf(hull, first);
    const auto [leftOfLast, rightOfLast] = sidesOf(hull, last);
    for (const PointF& corner :
         {PointF{rightOfFirst + 6, first}, PointF{leftOfFirst - width - 6, first},
          PointF{rightOfLast + 6, last}, PointF{leftOfLast - width - 6, last},
          PointF{around.left, around.bottom + 2},
          PointF{around.left, around.top - kLabelHeight - 2}})
        if (isFree(Rect::at(corner.x, corner.y, width, kLabelHeight)))
            return corner;
    return std::nullopt;
}

void SceneDrawing::measure() {
    const Layout& layout = m_scene->layout;
    m_bounds = Rect::at(layout.left, layout.top, layout.width, layout.height);
    const auto include = [&](const Rect& rect) {
        if (!rect.empty())
            m_bounds = rect.united(m_bounds);
    };
    for (const Rect& chip : m_chips)
        include(chip);
    for (const StubLabel& stub : m_stubs)
        include(stub.place);
    for (const Rect& ghost : m_ghosts)
        include(ghost);
    for (const Bundle& bundle : layout.bundles)
        include(bundleSign(bundle).first);
    for (const LabelledHull& hull : m_hulls) {
        include(hull.bounds);
        if (hull.label)
            include(Rect::at(hull.label->x, hull.label->y, m_text.width(hull.text, false),
                             kLabelHeight));
    }
}

} // namespace partita
