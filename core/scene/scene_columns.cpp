#include "core/scene/scene_columns.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace partita {

namespace {

constexpr double kGap = 64, kLane = 6, kLanes = 6; ///< between columns; between lines in the gap
constexpr double kReadable = 0.75;                 ///< the scale from which badges can be read

struct Extent {
    double begin = 1e300, end = -1e300;
    void add(double from, double to) {
        begin = std::min(begin, from);
        end = std::max(end, to);
    }
    [[nodiscard]] bool empty() const { return end < begin; }
    [[nodiscard]] double size() const { return empty() ? 0 : end - begin; }
};

struct Column {
    std::uint32_t firstRank = 0, lastRank = 0;
    Extent x, y;
    double moveX = 0, moveY = 0;
};

class Wrapper {
public:
    Wrapper(GraphScene& scene, const LayoutInput::Box& view) : m_scene(scene), m_view(view) {}

    void run() {
        measureRanks();
        cut();
        if (m_columns.size() < 2)
            return;
        m_scene.strip = m_scene.layout.centers;
        placeColumns();
        moveBoxes();
        moveLines();
        measure();
        addRules();
    }

private:
    [[nodiscard]] Layout& layout() { return m_scene.layout; }
    [[nodiscard]] std::uint32_t rankOf(std::size_t box) const { return m_scene.layout.ranks[box]; }
    [[nodiscard]] std::size_t columnOf(std::size_t box) const { return m_columnOf[rankOf(box)]; }

    void measureRanks() {
        for (std::size_t box = 0; box < m_scene.boxes.size(); ++box) {
            m_ranks.resize(std::max<std::size_t>(m_ranks.size(), rankOf(box) + 1));
            m_ranks[rankOf(box)].add(m_scene.top(box),
                                     m_scene.top(box) + m_scene.sizes[box].height);
        }
        m_crossings.resize(m_ranks.size() + 1);
        m_partitions.resize(m_ranks.size());
        for (const SceneNet& net : m_scene.nets) {
            std::uint32_t last = rankOf(net.source);
            for (const std::uint32_t target : m_scene.targets(net))
                last = std::max(last, rankOf(target));
            ++m_crossings[rankOf(net.source)];
            --m_crossings[last];
        }
        for (std::size_t i = 1; i < m_crossings.size(); ++i)
            m_crossings[i] += m_crossings[i - 1];
        for (std::size_t box = 0; box < m_scene.boxes.size(); ++box)
            if (!m_scene.boxes[box].isPort())
                m_partitions[rankOf(box)].push_back(m_scene.boxes[box].partitionIndex);
    }

    /// The one partition of all boxes of a rank; 0: none, or several.
    [[nodiscard]] std::uint32_t partitionAt(std::size_t rank) const {
        const auto& all = m_partitions[rank];
        return !all.empty() && std::ranges::count(all, all.front()) == std::ssize(all) ? all.front()
                                                                                       : 0;
    }
    [[nodiscard]] bool startsPartition(std::size_t rank) const {
        // In a group of several partitions one begins inside of it, not before or after it.
        return rank > 0 && partitionAt(rank) && partitionAt(rank - 1) &&
               partitionAt(rank) != partitionAt(rank - 1);
    }

    /// Divides the ranks so that the columns together have the shape of the view.
    void cut() {
        const double width = layout().width + kGap, height = layout().height;
        if (m_ranks.size() < 8 || height * kReadable < m_view.height)
            return;
        const double count =
            std::max(1.0, std::round(std::sqrt(m_view.width / m_view.height * height / width)));
        const double wanted = height / count;
        m_columnOf.resize(m_ranks.size());
        for (std::uint32_t first = 0; count > 1 && first < m_ranks.size();) {
            const std::uint32_t last = lastRank(first, wanted);
            for (std::uint32_t rank = first; rank <= last; ++rank)
                m_columnOf[rank] = m_columns.size();
            m_columns.push_back({first, last, {}, {}, 0, 0});
            first = last + 1;
        }
    }

    [[nodiscard]] std::uint32_t lastRank(std::uint32_t first, double wanted) const {
        const auto end = static_cast<std::uint32_t>(m_ranks.size() - 1);
        const double top = m_ranks[first].begin;
        if (m_ranks[end].end - top < 1.25 * wanted)
            return end;
        std::uint32_t best = first;
        double least = 1e300;
        for (std::uint32_t rank = first; rank < end; ++rank) {
            const double size = m_ranks[rank].end - top;
            if (size > 1.2 * wanted && rank > first)
                break;
            const double cost = 4 * std::abs(size - wanted) / wanted + m_crossings[rank] -
                                (startsPartition(rank + 1) ? 2.5 : 0);
            if (size >= 0.6 * wanted || rank == first)
                if (cost < least || best == first) {
                    best = rank;
                    least = cost;
                }
        }
        return best;
    }

    void placeColumns() {
        for (std::size_t box = 0; box < m_scene.boxes.size(); ++box) {
            Column& column = m_columns[columnOf(box)];
            column.x.add(m_scene.left(box), m_scene.left(box) + m_scene.sizes[box].width);
            column.y.add(m_scene.top(box), m_scene.top(box) + m_scene.sizes[box].height);
        }
        for (const Route& route : layout().routes)
            if (const auto column = columnOfRoute(route))
                for (const PointF& point : layout().pointsOf(route))
                    m_columns[*column].x.add(point.x, point.x);
        double chips = 0; // stand beside the lines
        for (const SceneLabel& label : m_scene.labels)
            chips = std::max(chips, std::min(label.width, 220.0));
        double at = 0;
        for (Column& column : m_columns) {
            column.moveX = at - column.x.begin;
            column.moveY = -column.y.begin;
            at += column.x.size() + kGap + std::max(0.0, chips - column.x.size() / 2);
        }
    }

    /// The column in which a line begins and ends; nothing where it leads to another one.
    [[nodiscard]] std::optional<std::size_t> columnOfRoute(const Route& route) const {
        const SceneNet& net = m_scene.nets[route.net];
        const std::size_t source = columnOf(net.source),
                          target = columnOf(m_scene.targets(net)[route.target]);
        return source == target ? std::optional(source) : std::nullopt;
    }

    void moveBoxes() {
        for (std::size_t box = 0; box < m_scene.boxes.size(); ++box) {
            const Column& column = m_columns[columnOf(box)];
            layout().centers[box].x += column.moveX;
            layout().centers[box].y += column.moveY;
        }
    }

    void moveLines() {
        std::vector<PointF> points;
        std::vector<bool> keeps(layout().bundles.size(), true); // the trunk stays in its column
        for (const Route& route : layout().routes)
            if (route.bundle && !columnOfRoute(route))
                keeps[route.bundle - 1] = false;
        const std::vector<std::uint32_t> bundles = moveBundles(keeps, points);
        for (Route& route : layout().routes) {
            const bool torn = route.bundle && !keeps[route.bundle - 1];
            const auto column = columnOfRoute(route);
            std::vector<PointF> way;
            if (column && !torn)
                for (const PointF& point : layout().pointsOf(route))
                    way.push_back(
                        {point.x + m_columns[*column].moveX, point.y + m_columns[*column].moveY});
            else if (!column)
                way = throughGap(route);
            route.bundle = route.bundle ? bundles[route.bundle - 1] : 0;
            route.firstPoint = static_cast<std::uint32_t>(points.size());
            route.pointCount = static_cast<std::uint32_t>(way.size());
            points.insert(points.end(), way.begin(), way.end());
        }
        layout().points = std::move(points);
    }

    /// Moves the trunks that stay; returns the new index of each, from 1, or 0.
    std::vector<std::uint32_t> moveBundles(const std::vector<bool>& keeps,
                                           std::vector<PointF>& points) {
        std::vector<std::uint32_t> now(keeps.size());
        std::vector<Bundle> kept;
        for (std::size_t i = 0; i < keeps.size(); ++i) {
            if (!keeps[i])
                continue;
            Bundle bundle = layout().bundles[i];
            const Column& column = m_columns[columnOf(bundle.target)];
            const auto old = layout().pointsOf(bundle);
            bundle.firstPoint = static_cast<std::uint32_t>(points.size());
            for (const PointF& point : old)
                points.push_back({point.x + column.moveX, point.y + column.moveY});
            kept.push_back(bundle);
            now[i] = static_cast<std::uint32_t>(kept.size());
        }
        layout().bundles = std::move(kept);
        return now;
    }

    /// Whether nothing of its column lies below (or above) a box.
    [[nodiscard]] bool isOpen(std::size_t box, bool below) const {
        const double x = m_scene.layout.centers[box].x;
        for (std::size_t other = 0; other < m_scene.boxes.size(); ++other)
            if (other != box && columnOf(other) == columnOf(box) &&
                (below ? rankOf(other) > rankOf(box) : rankOf(other) < rankOf(box)) &&
                std::abs(m_scene.layout.centers[other].x - x) < m_scene.sizes[other].width / 2 + 4)
                return false;
        return true;
    }

    /// From the bottom of a column to the top of the next one; no points: the line is a stub.
    std::vector<PointF> throughGap(const Route& route) {
        const SceneNet& net = m_scene.nets[route.net];
        const std::uint32_t target = m_scene.targets(net)[route.target];
        const std::size_t from = columnOf(net.source), to = columnOf(target);
        if (to != from + 1 || !isOpen(net.source, true) || !isOpen(target, false))
            return {};
        const auto [lane, fresh] =
            m_lanes[from].try_emplace(route.net, static_cast<double>(m_lanes[from].size()));
        if (lane->second >= kLanes)
            return {};
        const double shift = kLane * lane->second;
        const Column& column = m_columns[from];
        const double gap = column.x.end + column.moveX + 14 + shift,
                     bottom = column.y.size() + 12 + shift, top = -12 - shift;
        const PointF start{layout().centers[net.source].x,
                           m_scene.top(net.source) + m_scene.sizes[net.source].height},
            end{layout().centers[target].x, m_scene.top(target)};
        return {start, {start.x, bottom}, {gap, bottom}, {gap, top}, {end.x, top}, end};
    }

    void measure() {
        Extent x, y;
        for (std::size_t box = 0; box < m_scene.boxes.size(); ++box) {
            x.add(m_scene.left(box), m_scene.left(box) + m_scene.sizes[box].width);
            y.add(m_scene.top(box), m_scene.top(box) + m_scene.sizes[box].height);
        }
        for (const PointF& point : layout().points) {
            x.add(point.x, point.x);
            y.add(point.y, point.y);
        }
        layout().left = x.begin;
        layout().top = y.begin;
        layout().width = x.size();
        layout().height = y.size();
    }

    /// A rule where a partition begins: between two columns, or across one.
    void addRules() {
        const double top = layout().top, bottom = layout().top + layout().height;
        for (std::size_t rank = 1; rank < m_ranks.size(); ++rank) {
            if (!startsPartition(rank))
                continue;
            const Column& column = m_columns[m_columnOf[rank]];
            SceneRule rule{{}, {}, partitionAt(rank)};
            if (rank == column.firstRank) {
                const double x = column.x.begin + column.moveX - 12;
                rule.from = {x, top};
                rule.to = {x, bottom};
            } else {
                const double y = (m_ranks[rank - 1].end + m_ranks[rank].begin) / 2 + column.moveY;
                rule.from = {column.x.begin + column.moveX - 8, y};
                rule.to = {column.x.end + column.moveX + 8, y};
            }
            m_scene.rules.push_back(rule);
        }
    }

    GraphScene& m_scene;
    LayoutInput::Box m_view;
    std::vector<Extent> m_ranks;           // top and bottom of the boxes
    std::vector<std::int32_t> m_crossings; // lines that lead from a rank to lower ones
    std::vector<std::vector<std::uint32_t>> m_partitions; // of the boxes of each rank
    std::vector<Column> m_columns;
    std::vector<std::size_t> m_columnOf;                            // by rank
    std::map<std::size_t, std::map<std::uint32_t, double>> m_lanes; // by column, then net
};

} // namespace

void wrapIntoColumns(GraphScene& scene, const LayoutInput::Box& view) {
    if (view.width > 0 && view.height > 0 && scene.ghosts.empty() && !scene.boxes.empty())
        Wrapper(scene, view).run();
}

} // namespace partita
