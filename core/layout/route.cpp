#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "core/layout/level_graph.h"

namespace partita::layered {

namespace {

/// The horizontal segments of lines in one gap between two ranks. Each bus (a net, or the trunk of
/// a bundle) has one track there, so that lines of two tensors coincide in trunks only. Tracks are
/// numbered from the bottom of the gap.
class GapTracks {
public:
    /// Adds a line through the gap: from x = `top` in the upper rank to `x` in the lower one.
    void add(std::uint32_t bus, double top, double x) { m_ways.push_back({bus, top, x}); }

    void assign() {
        sortBy(m_ways, [](const Way& a, const Way& b) { return a.bus < b.bus; });
        for (auto at = m_ways.begin(); at != m_ways.end();) {
            const auto end =
                std::find_if(at, m_ways.end(), [at](const Way& way) { return way.bus != at->bus; });
            addLane(std::span(at, end));
            at = end;
        }
        m_ways = {};
        stack(order());
    }
    [[nodiscard]] std::uint32_t tracks() const { return m_tracks; }
    [[nodiscard]] std::uint32_t trackOf(std::uint32_t bus) const {
        const Lane* lane = laneOf(bus);
        return lane ? lane->track : 0;
    }
    /// The left and the right end of the horizontal segment of a bus; nothing: it has none here.
    [[nodiscard]] std::optional<std::pair<double, double>> extent(std::uint32_t bus) const {
        const Lane* lane = laneOf(bus);
        return lane ? std::optional(std::pair(lane->left, lane->right)) : std::nullopt;
    }

    /// Calls `visit(bus, length)` for each horizontal segment.
    template <class F> void forSegments(F&& visit) const {
        for (const Lane& lane : m_lanes)
            visit(lane.bus, lane.right - lane.left);
    }

    static constexpr double kStraight = 0.5; ///< a smaller offset is drawn without a bend

private:
    struct Way {
        std::uint32_t bus;
        double top, x;
    };
    struct Lane {
        std::uint32_t bus;
        double top, left, right;
        std::vector<double> moreTops; // of a trunk
        std::vector<double> bottoms;
        std::uint32_t track;
        [[nodiscard]] bool covers(double x) const {
            return x > left + kStraight && x < right - kStraight;
        }
    };
    /// The lane of a bus, of which `ways` are; none where it runs straight through the gap.
    void addLane(std::span<const Way> ways) {
        Lane lane{
            ways.front().bus, ways.front().top, ways.front().top, ways.front().top, {}, {}, 0};
        for (const Way& way : ways) {
            lane.left = std::min({lane.left, way.top, way.x});
            lane.right = std::max({lane.right, way.top, way.x});
        }
        if (lane.right - lane.left <= kStraight)
            return;
        for (const Way& way : ways) {
            if (way.top != lane.top)
                lane.moreTops.push_back(way.top);
            if (lane.bottoms.empty() || lane.bottoms.back() != way.x)
                lane.bottoms.push_back(way.x);
        }
        m_lanes.push_back(std::move(lane));
    }

    /// Most gaps have few lines, in order already: a stable sort would ask for memory in each.
    template <class T, class Less> static void sortBy(std::vector<T>& list, Less less) {
        if (!std::is_sorted(list.begin(), list.end(), less))
            std::stable_sort(list.begin(), list.end(), less);
    }

    static constexpr std::size_t kOrderLimit = 64; ///< more lanes are stacked from left to right

    /// The crossings of two lanes when `upper` lies above `lower`: vertical segments of one that
    /// pass through the horizontal segment of the other.
    static int crossings(const Lane& upper, const Lane& lower) {
        int count = upper.covers(lower.top);
        for (const double x : lower.moreTops)
            count += upper.covers(x);
        for (const double x : upper.bottoms)
            count += lower.covers(x);
        return count;
    }

    [[nodiscard]] const Lane* laneOf(std::uint32_t bus) const {
        const auto at = std::lower_bound(
            m_lanes.begin(), m_lanes.end(), bus,
            [](const Lane& lane, std::uint32_t wanted) { return lane.bus < wanted; });
        return at != m_lanes.end() && at->bus == bus ? &*at : nullptr;
    }

    /// The lanes from the lowest to the highest, each inserted where it has the fewest crossings.
    [[nodiscard]] std::vector<std::size_t> order() const {
        std::vector<std::size_t> byLeft(m_lanes.size()), result;
        for (std::size_t i = 0; i < byLeft.size(); ++i)
            byLeft[i] = i;
        sortBy(byLeft,
               [this](std::size_t a, std::size_t b) { return m_lanes[a].left < m_lanes[b].left; });
        if (byLeft.size() > kOrderLimit)
            return byLeft;
        for (const std::size_t lane : byLeft) {
            int cost = 0;
            for (const std::size_t other : result) // at the bottom
                cost += crossings(m_lanes[other], m_lanes[lane]);
            int best = cost;
            std::size_t place = 0;
            for (std::size_t i = 0; i < result.size(); ++i) { // one place higher
                cost += crossings(m_lanes[lane], m_lanes[result[i]]) -
                        crossings(m_lanes[result[i]], m_lanes[lane]);
                if (cost < best) {
                    best = cost;
                    place = i + 1;
                }
            }
            result.insert(result.begin() + static_cast<std::ptrdiff_t>(place), lane);
        }
        return result;
    }

    /// Gives each lane the lowest track above all lanes below it that it overlaps.
    void stack(const std::vector<std::size_t>& order) {
        if (order.size() > kOrderLimit) {
            stackFromTheLeft(order);
            return;
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            Lane& lane = m_lanes[order[i]];
            for (std::size_t j = 0; j < i; ++j) {
                const Lane& below = m_lanes[order[j]];
                if (below.right + 6 > lane.left && lane.right + 6 > below.left)
                    lane.track = std::max(lane.track, below.track + 1);
            }
            m_tracks = std::max(m_tracks, lane.track + 1);
        }
    }
    void stackFromTheLeft(const std::vector<std::size_t>& order) {
        std::vector<double> ends; // right end of each track
        for (const std::size_t i : order) {
            Lane& lane = m_lanes[i];
            while (lane.track < ends.size() && ends[lane.track] + 6 > lane.left)
                ++lane.track;
            if (lane.track == ends.size())
                ends.push_back(0);
            ends[lane.track] = lane.right;
        }
        m_tracks = static_cast<std::uint32_t>(ends.size());
    }

    std::vector<Way> m_ways;
    std::vector<Lane> m_lanes; // sorted by bus after `assign`
    std::uint32_t m_tracks = 0;
};

class Router {
public:
    Router(const LayoutInput& input, const LevelGraph& graph, const std::vector<double>& x,
           const LayoutOptions& options, Layout& layout)
        : m_input(input), m_graph(graph), m_x(x), m_options(options), m_layout(layout),
          m_gaps(graph.layers.size()) {}

    void run() {
        m_tooLong.assign(m_input.nets.size(), false);
        collectWays();
        if (findTooLong()) {
            m_gaps.assign(m_gaps.size(), {});
            collectWays();
        }
        reserveSigns();
        placeRanks();
        m_cut.assign(m_graph.cut.begin(), m_graph.cut.end());
        std::sort(m_cut.begin(), m_cut.end());
        std::size_t lines = 0;
        for (const auto& net : m_input.nets)
            lines += net.targets.size();
        m_layout.routes.reserve(lines);
        m_layout.points.reserve(4 * lines);
        std::size_t line = 0;
        for (std::uint32_t n = 0; n < m_input.nets.size(); ++n)
            for (std::uint32_t t = 0; t < m_input.nets[n].targets.size(); ++t)
                addLine(n, t, m_graph.trunk(line++));
        for (std::uint32_t i = 0; i < m_graph.trunks.size(); ++i)
            addTrunk(i);
        m_layout.points.shrink_to_fit();
    }

private:
    /// The vertex of a net's chain at `step` ranks below its source; step 0: the source.
    [[nodiscard]] std::uint32_t stop(std::uint32_t net, std::uint32_t step) const {
        return step == 0 ? m_input.nets[net].source : m_graph.chain[net] + step - 1;
    }
    [[nodiscard]] std::uint32_t distance(std::uint32_t net, std::uint32_t target) const {
        return m_graph.rank[m_input.nets[net].targets[target]] -
               m_graph.rank[m_input.nets[net].source];
    }
    [[nodiscard]] bool isWhole(std::uint32_t net, std::uint32_t target) const {
        const std::uint32_t far = distance(net, target);
        return m_input.nets[net].targets[target] != m_input.nets[net].source &&
               far <= m_graph.chainLength[net] + 1;
    }

    /// The number of the bus of a trunk, behind those of the nets.
    [[nodiscard]] std::uint32_t busOf(std::uint32_t trunk) const {
        return static_cast<std::uint32_t>(m_input.nets.size()) + trunk;
    }
    /// The vertex at which a line crosses a rank below its source.
    [[nodiscard]] std::uint32_t crossing(const Route& route, std::uint32_t step) const {
        const auto& net = m_input.nets[route.net];
        const std::uint32_t target = net.targets[route.target];
        if (route.bundle)
            return m_graph.trunks[route.bundle - 1].at(m_graph.rank[net.source] + step,
                                                       m_graph.rank[target]);
        return step == route.ranks ? target : stop(route.net, step);
    }

    /// Finds the lines that run far sideways through a gap with so many tracks that they would be a
    /// grey area; returns whether there are any. They become stubs. Lines that should stay whole do
    /// so unless they alone would be one.
    bool findTooLong() {
        constexpr std::uint32_t kCrowded = 40; // tracks
        constexpr double kFar = 2000;          // more than a screen
        bool found = false;
        for (const GapTracks& gap : m_gaps) {
            if (gap.tracks() <= kCrowded)
                continue;
            const auto farNets = [&](auto&& each) {
                gap.forSegments([&](std::uint32_t bus, double length) {
                    if (length > kFar && bus < m_input.nets.size())
                        each(bus);
                });
            };
            std::uint32_t whole = 0;
            farNets([&](std::uint32_t net) { whole += m_input.nets[net].keepWhole; });
            farNets([&](std::uint32_t net) {
                if (whole > kCrowded || !m_input.nets[net].keepWhole)
                    m_tooLong[net] = found = true;
            });
        }
        return found;
    }

    void collectWays() {
        std::size_t line = 0;
        for (std::uint32_t n = 0; n < m_input.nets.size(); ++n) {
            const auto& net = m_input.nets[n];
            const std::uint32_t top = m_graph.rank[net.source];
            for (std::uint32_t i = 0; i < m_graph.chainLength[n] && !m_tooLong[n]; ++i)
                m_gaps[top + i].add(n, m_x[stop(n, i)], m_x[stop(n, i + 1)]);
            for (std::uint32_t t = 0; t < net.targets.size(); ++t, ++line) {
                if (const std::uint32_t trunk = m_graph.trunk(line))
                    m_gaps[top].add(
                        busOf(trunk - 1), m_x[net.source],
                        m_x[m_graph.trunks[trunk - 1].at(top + 1, m_graph.rank[net.targets[t]])]);
                else if (!m_tooLong[n] && isWhole(n, t))
                    m_gaps[top + distance(n, t) - 1].add(n, m_x[stop(n, distance(n, t) - 1)],
                                                         m_x[net.targets[t]]);
            }
        }
        for (std::uint32_t i = 0; i < m_graph.trunks.size(); ++i) {
            const Trunk& trunk = m_graph.trunks[i];
            const std::uint32_t bottom = m_graph.rank[trunk.target];
            for (std::uint32_t rank = trunk.top; rank < bottom; ++rank)
                m_gaps[rank].add(busOf(i), m_x[trunk.at(rank, bottom)],
                                 m_x[trunk.at(rank + 1, bottom)]);
        }
        for (auto& gap : m_gaps)
            gap.assign();
    }

    void reserveSigns() {
        m_signs.assign(m_gaps.size(), 0);
        const auto reserve = [&](std::uint32_t box) {
            if (m_graph.rank[box] > 0)
                m_signs[m_graph.rank[box] - 1] = kSign;
        };
        for (const auto& [net, target] : m_graph.cut)
            reserve(m_input.nets[net].targets[target]);
        for (std::size_t net = 0; net < m_tooLong.size(); ++net)
            if (m_tooLong[net])
                for (const std::uint32_t target : m_input.nets[net].targets)
                    reserve(target);
        for (const Trunk& trunk : m_graph.trunks)
            reserve(trunk.target);
    }

    void placeRanks() {
        const std::size_t ranks = m_graph.layers.size();
        std::vector<double> height(ranks, 0), label(ranks, 0);
        for (std::size_t box = 0; box < m_graph.boxes; ++box)
            height[m_graph.rank[box]] =
                std::max(height[m_graph.rank[box]], m_input.boxes[box].height);
        for (const auto& net : m_input.nets)
            label[m_graph.rank[net.source]] =
                std::max(label[m_graph.rank[net.source]], net.labelHeight);
        m_top.resize(ranks + 1);
        m_height = height;
        double y = 0;
        for (std::size_t r = 0; r < ranks; ++r) {
            m_top[r] = y;
            const double tracks = 8 + 4.0 * std::min<std::uint32_t>(m_gaps[r].tracks(), 40);
            y += height[r] + m_signs[r] +
                 std::max({m_options.rankGap, tracks, label[r] > 0 ? label[r] + 10 + tracks : 0.0});
        }
        m_top[ranks] = y;
        m_layout.centers.resize(m_graph.boxes);
        for (std::size_t box = 0; box < m_graph.boxes; ++box)
            m_layout.centers[box] = {m_x[box],
                                     m_top[m_graph.rank[box]] + height[m_graph.rank[box]] / 2};
    }

    /// The y of the horizontal segment of a bus in the gap below `rank`: in the lower part of the
    /// gap, so that a label has space above it.
    [[nodiscard]] double trackY(std::uint32_t rank, std::uint32_t bus) const {
        const double begin = m_top[rank] + m_height[rank], end = m_top[rank + 1] - m_signs[rank];
        const std::uint32_t tracks = std::max(1U, m_gaps[rank].tracks());
        const double room = std::min(end - begin - 8, 4.0 * tracks);
        return end - 6 - room * (m_gaps[rank].trackOf(bus) + 0.5) / tracks;
    }

    void addLine(std::uint32_t net, std::uint32_t target, std::uint32_t bundle) {
        auto& points = m_layout.points;
        Route route{net, target, distance(net, target), static_cast<std::uint32_t>(points.size()),
                    0,   bundle};
        if (bundle || !isStub(net, target))
            addPoints(route);
        route.pointCount = static_cast<std::uint32_t>(points.size()) - route.firstPoint;
        m_layout.routes.push_back(route);
    }

    [[nodiscard]] bool isStub(std::uint32_t net, std::uint32_t target) const {
        return m_tooLong[net] || !isWhole(net, target) ||
               std::binary_search(m_cut.begin(), m_cut.end(), std::pair(net, target));
    }

    void addPoints(const Route& route) {
        auto& points = m_layout.points;
        const auto& from = m_input.nets[route.net];
        const std::uint32_t box = from.targets[route.target];
        const std::uint32_t top = m_graph.rank[from.source];
        double at = m_x[from.source];
        points.push_back(
            {at, m_layout.centers[from.source].y + m_input.boxes[from.source].height / 2});
        for (std::uint32_t step = 1; step <= route.ranks; ++step) {
            const double next = m_x[crossing(route, step)];
            if (std::fabs(next - at) <= GapTracks::kStraight)
                continue;
            const double y =
                trackY(top + step - 1, route.bundle ? busOf(route.bundle - 1) : route.net);
            points.push_back({at, y});
            points.push_back({next, y});
            at = next;
        }
        points.push_back({m_x[box], m_layout.centers[box].y - m_input.boxes[box].height / 2});
    }

    /// The segments of a trunk: the horizontal one of each gap, and the vertical ones between.
    void addTrunk(std::uint32_t index) {
        auto& points = m_layout.points;
        const Trunk& trunk = m_graph.trunks[index];
        const std::uint32_t bottom = m_graph.rank[trunk.target];
        const auto first = static_cast<std::uint32_t>(points.size());
        double y = m_top[trunk.top - 1] + m_height[trunk.top - 1], x = 0;
        for (std::uint32_t gap = trunk.top - 1; gap < bottom; ++gap) {
            const auto extent = m_gaps[gap].extent(busOf(index));
            const double track = trackY(gap, busOf(index));
            if (extent && gap >= trunk.top)
                points.insert(points.end(), {{x, y}, {x, track}});
            if (extent) {
                points.insert(points.end(), {{extent->first, track}, {extent->second, track}});
                y = track;
            }
            x = m_x[trunk.at(gap + 1, bottom)];
        }
        points.insert(
            points.end(),
            {{x, y},
             {x, m_top[bottom] + (m_height[bottom] - m_input.boxes[trunk.target].height) / 2}});
        m_layout.bundles.push_back(
            {trunk.target, trunk.lines, first, static_cast<std::uint32_t>(points.size()) - first});
    }

    /// Room above a box for the number of the lines of its bundle, or for the name of a source.
    static constexpr double kSign = 16;

    const LayoutInput& m_input;
    const LevelGraph& m_graph;
    const std::vector<double>& m_x;
    const LayoutOptions& m_options;
    Layout& m_layout;
    std::vector<bool> m_tooLong;   // by net
    std::vector<double> m_signs;   // by the rank above: `kSign` or 0
    std::vector<GapTracks> m_gaps; // by the rank above
    std::vector<double> m_top, m_height;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_cut;
};

} // namespace

void route(const LayoutInput& input, const LevelGraph& graph, const std::vector<double>& x,
           const LayoutOptions& options, Layout& layout) {
    Router(input, graph, x, options, layout).run();
}

} // namespace partita::layered
