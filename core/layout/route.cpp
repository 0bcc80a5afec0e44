#include <algorithm>
#include <cmath>

#include "core/layout/level_graph.h"

namespace partita::layered {

namespace {

/// Horizontal parts of lines in one gap between ranks; each net has one track there, so that two
/// tensors never lie on each other.
class GapTracks {
public:
    /// Gives every net of the gap a track; `spans` is (left, right, net).
    struct Span {
        double left, right;
        std::uint32_t net;
        std::uint32_t track = 0;
    };
    std::vector<Span> spans;
    std::uint32_t tracks = 0;

    void assign() {
        std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return std::pair(a.net, a.left) < std::pair(b.net, b.left); });
        std::vector<Span> joined; // one span a net
        for (const Span& span : spans) {
            if (!joined.empty() && joined.back().net == span.net) {
                joined.back().left = std::min(joined.back().left, span.left);
                joined.back().right = std::max(joined.back().right, span.right);
            } else {
                joined.push_back(span);
            }
        }
        std::sort(joined.begin(), joined.end(), [](const Span& a, const Span& b) { return std::pair(a.left, a.net) < std::pair(b.left, b.net); });
        std::vector<double> ends; // right end of each track
        for (Span& span : joined) {
            std::uint32_t track = 0;
            while (track < ends.size() && ends[track] + 6 > span.left)
                ++track;
            if (track == ends.size())
                ends.push_back(0);
            ends[track] = span.right;
            span.track = track;
        }
        tracks = static_cast<std::uint32_t>(ends.size());
        std::sort(joined.begin(), joined.end(), [](const Span& a, const Span& b) { return a.net < b.net; });
        spans = std::move(joined);
    }
    [[nodiscard]] std::uint32_t trackOf(std::uint32_t net) const {
        const auto at = std::lower_bound(spans.begin(), spans.end(), net, [](const Span& span, std::uint32_t wanted) { return span.net < wanted; });
        return at != spans.end() && at->net == net ? at->track : 0;
    }
};

class Router {
public:
    Router(const LayoutInput& input, const LevelGraph& graph, const std::vector<double>& x, const LayoutOptions& options, Layout& layout)
        : m_input(input), m_graph(graph), m_x(x), m_options(options), m_layout(layout), m_gaps(graph.layers.size()) {}

    void run() {
        collectSpans();
        for (auto& gap : m_gaps)
            gap.assign();
        placeRanks();
        for (std::uint32_t n = 0; n < m_input.nets.size(); ++n)
            for (std::uint32_t t = 0; t < m_input.nets[n].targets.size(); ++t)
                m_layout.routes.push_back(line(n, t));
        for (const auto& [net, target] : m_graph.cut)
            m_cut.emplace_back(net, target);
        markStubs();
    }

private:
    /// The vertices of a line from a net's source to one target.
    [[nodiscard]] std::uint32_t stop(std::uint32_t net, std::uint32_t step) const {
        return step == 0 ? m_input.nets[net].source : m_graph.chain[net] + step - 1;
    }
    [[nodiscard]] std::uint32_t distance(std::uint32_t net, std::uint32_t target) const {
        return m_graph.rank[m_input.nets[net].targets[target]] - m_graph.rank[m_input.nets[net].source];
    }
    [[nodiscard]] bool isWhole(std::uint32_t net, std::uint32_t target) const {
        const std::uint32_t far = distance(net, target);
        return m_input.nets[net].targets[target] != m_input.nets[net].source && far <= m_graph.chainLength[net] + 1;
    }

    void addSpan(std::uint32_t gap, std::uint32_t net, double a, double b) {
        if (std::fabs(a - b) > 0.5)
            m_gaps[gap].spans.push_back({std::min(a, b), std::max(a, b), net});
    }

    void collectSpans() {
        for (std::uint32_t n = 0; n < m_input.nets.size(); ++n) {
            const auto& net = m_input.nets[n];
            const std::uint32_t top = m_graph.rank[net.source];
            for (std::uint32_t i = 0; i < m_graph.chainLength[n]; ++i)
                addSpan(top + i, n, m_x[stop(n, i)], m_x[stop(n, i + 1)]);
            for (std::uint32_t t = 0; t < net.targets.size(); ++t)
                if (isWhole(n, t))
                    addSpan(top + distance(n, t) - 1, n, m_x[stop(n, distance(n, t) - 1)], m_x[net.targets[t]]);
        }
    }

    void placeRanks() {
        const std::size_t ranks = m_graph.layers.size();
        std::vector<double> height(ranks, 0), label(ranks, 0);
        for (std::size_t box = 0; box < m_graph.boxes; ++box)
            height[m_graph.rank[box]] = std::max(height[m_graph.rank[box]], m_input.boxes[box].height);
        for (const auto& net : m_input.nets)
            label[m_graph.rank[net.source]] = std::max(label[m_graph.rank[net.source]], net.labelHeight);
        m_top.resize(ranks + 1);
        m_height = height;
        double y = 0;
        for (std::size_t r = 0; r < ranks; ++r) {
            m_top[r] = y;
            const double tracks = 8 + 4.0 * std::min<std::uint32_t>(m_gaps[r].tracks, 40);
            y += height[r] + std::max({m_options.rankGap, tracks, label[r] > 0 ? label[r] + 10 + tracks : 0.0});
        }
        m_top[ranks] = y;
        m_layout.centers.resize(m_graph.boxes);
        for (std::size_t box = 0; box < m_graph.boxes; ++box)
            m_layout.centers[box] = {m_x[box], m_top[m_graph.rank[box]] + height[m_graph.rank[box]] / 2};
    }

    /// Where the horizontal part of a net lies in the gap below `rank`: in the lower part, so that
    /// a chip has room above it.
    [[nodiscard]] double trackY(std::uint32_t rank, std::uint32_t net) const {
        const double begin = m_top[rank] + m_height[rank], end = m_top[rank + 1];
        const std::uint32_t tracks = std::max(1U, m_gaps[rank].tracks);
        const double room = std::min(end - begin - 8, 4.0 * tracks);
        return end - 6 - room * (m_gaps[rank].trackOf(net) + 0.5) / tracks;
    }

    Route line(std::uint32_t net, std::uint32_t target) const {
        const auto& from = m_input.nets[net];
        const std::uint32_t box = from.targets[target];
        Route route{net, target, !isWhole(net, target), distance(net, target), {}};
        if (route.stub)
            return route;
        const std::uint32_t top = m_graph.rank[from.source];
        double at = m_x[from.source];
        route.points.push_back({at, m_layout.centers[from.source].y + m_input.boxes[from.source].height / 2});
        for (std::uint32_t step = 1; step <= route.ranks; ++step) {
            const double next = step == route.ranks ? m_x[box] : m_x[stop(net, step)];
            if (std::fabs(next - at) <= 0.5)
                continue;
            const double y = trackY(top + step - 1, net);
            route.points.push_back({at, y});
            route.points.push_back({next, y});
            at = next;
        }
        route.points.push_back({m_x[box], m_layout.centers[box].y - m_input.boxes[box].height / 2});
        return route;
    }

    void markStubs() {
        std::sort(m_cut.begin(), m_cut.end());
        for (Route& route : m_layout.routes)
            if (std::binary_search(m_cut.begin(), m_cut.end(), std::pair(route.net, route.target))) {
                route.stub = true;
                route.points.clear();
            }
    }

    const LayoutInput& m_input;
    const LevelGraph& m_graph;
    const std::vector<double>& m_x;
    const LayoutOptions& m_options;
    Layout& m_layout;
    std::vector<GapTracks> m_gaps; // below each rank
    std::vector<double> m_top, m_height;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_cut;
};

} // namespace

void route(const LayoutInput& input, const LevelGraph& graph, const std::vector<double>& x, const LayoutOptions& options, Layout& layout) {
    Router(input, graph, x, options, layout).run();
}

} // namespace partita::layered
