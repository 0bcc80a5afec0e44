#include "core/scene/partition_hulls.h"

#include <algorithm>
#include <map>

namespace partita {

namespace {

constexpr std::size_t kMostOutlined = 64; // an outline around more boxes would tell nothing
constexpr double kBoxRoom = 8, kLineRoom = 4;

/// The union of rectangles, on a grid whose lines are the sides of all rectangles.
class CoveredGrid {
public:
    explicit CoveredGrid(const std::vector<Rect>& rects) {
        for (const Rect& rect : rects) {
            m_x.insert(m_x.end(), {rect.left, rect.right});
            m_y.insert(m_y.end(), {rect.top, rect.bottom});
        }
        for (auto* sides : {&m_x, &m_y}) {
            std::ranges::sort(*sides);
            sides->erase(std::ranges::unique(*sides).begin(), sides->end());
        }
        m_covered.resize(m_x.size() * m_y.size());
        for (const Rect& rect : rects)
            for (std::size_t y = at(m_y, rect.top); y < at(m_y, rect.bottom); ++y)
                std::fill_n(m_covered.begin() +
                                static_cast<std::ptrdiff_t>(y * m_x.size() + at(m_x, rect.left)),
                            at(m_x, rect.right) - at(m_x, rect.left), true);
    }

    /// The sides between covered and free cells as closed loops, with covered cells on the right.
    [[nodiscard]] std::vector<std::vector<PointF>> loops() const {
        auto sides = sidesByStart();
        std::vector<std::vector<PointF>> all;
        while (!sides.empty()) {
            std::vector<PointF> loop;
            const Corner start = sides.begin()->first;
            Corner from = start, before = start;
            do {
                auto side = sides.lower_bound(from);
                // Where two areas touch at a corner, turning right keeps their loops apart.
                if (const auto other = std::next(side); other != sides.end() &&
                                                        other->first == from && before != from &&
                                                        turnsRight(before, from, other->second))
                    side = other;
                loop.push_back({m_x[from.first], m_y[from.second]});
                before = std::exchange(from, side->second);
                sides.erase(side);
            } while (from != start);
            all.push_back(withoutFlatCorners(loop));
        }
        return all;
    }

private:
    using Corner = std::pair<std::size_t, std::size_t>; // column, row

    static std::size_t at(const std::vector<double>& sides, double value) {
        return static_cast<std::size_t>(std::ranges::lower_bound(sides, value) - sides.begin());
    }
    [[nodiscard]] bool covered(std::size_t x, std::size_t y) const {
        return m_covered[y * m_x.size() + x];
    }

    [[nodiscard]] std::multimap<Corner, Corner> sidesByStart() const {
        std::multimap<Corner, Corner> sides;
        for (std::size_t y = 0; y < m_y.size(); ++y)
            for (std::size_t x = 0; x < m_x.size(); ++x) {
                const bool here = covered(x, y), above = y > 0 && covered(x, y - 1),
                           before = x > 0 && covered(x - 1, y);
                if (here && !above)
                    sides.emplace(Corner{x, y}, Corner{x + 1, y});
                if (!here && above)
                    sides.emplace(Corner{x + 1, y}, Corner{x, y});
                if (here && !before)
                    sides.emplace(Corner{x, y + 1}, Corner{x, y});
                if (!here && before)
                    sides.emplace(Corner{x, y}, Corner{x, y + 1});
            }
        return sides;
    }

    static bool turnsRight(Corner a, Corner b, Corner c) {
        const auto minus = [](std::size_t to, std::size_t from) {
            return static_cast<long long>(to) - static_cast<long long>(from);
        };
        return minus(b.first, a.first) * minus(c.second, b.second) -
                   minus(b.second, a.second) * minus(c.first, b.first) >
               0;
    }

    static std::vector<PointF> withoutFlatCorners(const std::vector<PointF>& loop) {
        std::vector<PointF> corners;
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const PointF &before = loop[(i + loop.size() - 1) % loop.size()],
                         &after = loop[(i + 1) % loop.size()];
            const bool flat = (before.x == loop[i].x && loop[i].x == after.x) ||
                              (before.y == loop[i].y && loop[i].y == after.y);
            if (!flat)
                corners.push_back(loop[i]);
        }
        return corners;
    }

    std::vector<double> m_x, m_y;
    std::vector<bool> m_covered; // the cell right of and below each crossing
};

Rect boxOf(const GraphScene& scene, std::uint32_t box) {
    return Rect::at(scene.left(box), scene.top(box), scene.sizes[box].width,
                    scene.sizes[box].height);
}

} // namespace

std::vector<std::vector<PointF>> outlineOf(const std::vector<Rect>& rects) {
    return CoveredGrid(rects).loops();
}

std::vector<PartitionHull> partitionHulls(const GraphScene& scene) {
    std::vector<std::vector<std::uint32_t>> boxes(scene.partitionBadges.size());
    for (std::uint32_t box = 0; box < scene.boxes.size(); ++box)
        if (const SceneBox& each = scene.boxes[box]; each.partitionIndex && each.provider > 0)
            boxes[each.partitionIndex].push_back(box);
    std::vector<PartitionHull> hulls;
    std::vector<std::vector<Rect>> covered; // by hull
    std::vector<std::size_t> hullOf(boxes.size(), SIZE_MAX);
    for (std::uint32_t partition = 0; partition < boxes.size(); ++partition) {
        const auto& members = boxes[partition];
        if (members.empty() || members.size() > kMostOutlined)
            continue;
        hullOf[partition] = hulls.size();
        hulls.push_back({partition,
                         scene.boxes[members.front()].provider,
                         scene.partitionNodes[partition],
                         {},
                         {}});
        auto& rects = covered.emplace_back();
        for (const std::uint32_t box : members)
            rects.push_back(boxOf(scene, box).grown(kBoxRoom));
    }
    if (hulls.empty())
        return hulls;
    for (const Route& route : scene.layout.routes) {
        const SceneNet& net = scene.nets[route.net];
        const std::uint32_t partition = scene.boxes[net.source].partitionIndex;
        if (hullOf[partition] == SIZE_MAX ||
            scene.boxes[scene.targets(net)[route.target]].partitionIndex != partition)
            continue;
        const auto points = scene.layout.pointsOf(route);
        for (std::size_t i = 1; i < points.size(); ++i)
            covered[hullOf[partition]].push_back(
                Rect::between(points[i - 1], points[i]).grown(kLineRoom));
    }
    for (std::size_t i = 0; i < hulls.size(); ++i) {
        for (const Rect& rect : covered[i])
            hulls[i].bounds = hulls[i].bounds.united(rect);
        hulls[i].outline = outlineOf(covered[i]);
    }
    return hulls;
}

} // namespace partita
