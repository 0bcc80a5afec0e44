#include "core/layout/network_simplex.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace partita::layered {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Keeps a spanning tree of tight edges and exchanges its edges until no exchange lowers the cost.
class Simplex {
public:
    Simplex(std::span<const RankEdge> edges, std::vector<std::int64_t>& rank)
        : m_rank(rank), m_edges(edges.begin(), edges.end()) {
        connect();
        m_incident.resize(rank.size());
        m_pull.resize(rank.size());
        for (std::uint32_t e = 0; e < m_edges.size(); ++e) {
            m_incident[m_edges[e].from].push_back(e);
            m_incident[m_edges[e].to].push_back(e);
            m_pull[m_edges[e].from] += m_edges[e].weight;
            m_pull[m_edges[e].to] -= m_edges[e].weight;
        }
        m_inTree.resize(m_edges.size());
    }

    void run(std::size_t iterations) {
        growTree();
        rebuild();
        while (iterations-- > 0) {
            const std::uint32_t leaving = nextToLeave();
            if (leaving == kNone)
                return;
            exchange(leaving);
            rebuild();
        }
    }

private:
    /// Joins the components by edges of weight 0 that are tight already, so that they change
    /// nothing.
    void connect() {
        std::vector<std::uint32_t> group(m_rank.size());
        std::iota(group.begin(), group.end(), 0U);
        const auto find = [&](std::uint32_t vertex) {
            while (group[vertex] != vertex)
                vertex = group[vertex] = group[group[vertex]];
            return vertex;
        };
        for (const RankEdge& edge : m_edges)
            group[find(edge.from)] = find(edge.to);
        for (std::uint32_t vertex = 1; vertex < m_rank.size(); ++vertex)
            if (find(vertex) != find(0)) {
                group[find(vertex)] = find(0);
                m_edges.push_back(
                    {0, vertex, static_cast<std::int32_t>(m_rank[vertex] - m_rank[0]), 0});
            }
    }

    [[nodiscard]] std::int64_t slack(const RankEdge& edge) const {
        return m_rank[edge.to] - m_rank[edge.from] - edge.length;
    }

    /// Grows the tree along tight edges; when none is left, moves the whole tree until another edge
    /// is tight.
    void growTree() {
        std::vector<bool> reached(m_rank.size());
        std::vector<std::uint32_t> tree{0};
        reached[0] = true;
        for (std::size_t next = 0; tree.size() < m_rank.size();) {
            for (; next < tree.size(); ++next)
                for (const std::uint32_t e : m_incident[tree[next]]) {
                    const RankEdge& edge = m_edges[e];
                    const std::uint32_t other = edge.from == tree[next] ? edge.to : edge.from;
                    if (reached[other] || slack(edge) != 0)
                        continue;
                    reached[other] = true;
                    m_inTree[e] = true;
                    tree.push_back(other);
                }
            if (tree.size() == m_rank.size())
                return;
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            bool outwards = true;
            for (const RankEdge& edge : m_edges)
                if (reached[edge.from] != reached[edge.to] && slack(edge) < least) {
                    least = slack(edge);
                    outwards = reached[edge.from];
                }
            for (const std::uint32_t vertex : tree)
                m_rank[vertex] += outwards ? least : -least;
            next = 0;
        }
    }

    /// Computes the tree's parents and, for each subtree, what moving it down by one rank would
    /// save on its edges to the rest.
    void rebuild() {
        m_order.assign(1, 0);
        m_parent.assign(m_rank.size(), kNone);
        for (std::size_t i = 0; i < m_order.size(); ++i)
            for (const std::uint32_t e : m_incident[m_order[i]]) {
                const std::uint32_t vertex = m_order[i];
                if (!m_inTree[e] || e == m_parent[vertex])
                    continue;
                const std::uint32_t other =
                    m_edges[e].from == vertex ? m_edges[e].to : m_edges[e].from;
                m_parent[other] = e;
                m_order.push_back(other);
            }
        m_sum = m_pull;
        for (std::size_t i = m_order.size(); i-- > 1;)
            m_sum[parentOf(m_order[i])] += m_sum[m_order[i]];
    }
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t vertex) const {
        const RankEdge& edge = m_edges[m_parent[vertex]];
        return edge.from == vertex ? edge.to : edge.from;
    }

    /// The child end of a tree edge with a negative cut value, or kNone. The search continues where
    /// the last one ended, so that every edge gets its turn.
    std::uint32_t nextToLeave() {
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            m_turn = (m_turn + 1) % static_cast<std::uint32_t>(m_rank.size());
            if (m_parent[m_turn] == kNone)
                continue;
            const bool childIsTail = m_edges[m_parent[m_turn]].from == m_turn;
            if ((childIsTail ? m_sum[m_turn] : -m_sum[m_turn]) < 0)
                return m_turn;
        }
        return kNone;
    }

    /// Replaces the tree edge above `child` by the edge of least slack in the opposite direction.
    void exchange(std::uint32_t child) {
        const bool childIsTail = m_edges[m_parent[child]].from == child;
        m_below.assign(m_rank.size(), false);
        m_below[child] = true;
        for (const std::uint32_t vertex : m_order) // m_order lists parents first
            if (m_parent[vertex] != kNone && m_below[parentOf(vertex)])
                m_below[vertex] = true;
        std::uint32_t entering = kNone;
        for (std::uint32_t e = 0; e < m_edges.size(); ++e) {
            const RankEdge& edge = m_edges[e];
            // Only edges from the head's component to the tail's component may enter.
            const bool crosses = m_below[edge.from] != m_below[edge.to];
            if (!crosses || m_inTree[e] || m_below[edge.to] != childIsTail)
                continue;
            if (entering == kNone || slack(edge) < slack(m_edges[entering]))
                entering = e;
        }
        if (entering == kNone) { // impossible when all weights are at least 0
            m_pull[child] = 0;
            return;
        }
        const std::int64_t by = slack(m_edges[entering]);
        for (std::uint32_t vertex = 0; vertex < m_rank.size(); ++vertex)
            if (m_below[vertex])
                m_rank[vertex] += childIsTail ? -by : by;
        m_inTree[m_parent[child]] = false;
        m_inTree[entering] = true;
    }

    std::vector<std::int64_t>& m_rank;
    std::vector<RankEdge> m_edges;
    std::vector<std::vector<std::uint32_t>> m_incident; // by vertex: its edges
    std::vector<bool> m_inTree, m_below;
    std::vector<std::int64_t> m_pull, m_sum;
    std::vector<std::uint32_t> m_order, m_parent;
    std::uint32_t m_turn = 0;
};

} // namespace

void networkSimplex(std::span<const RankEdge> edges, std::vector<std::int64_t>& rank,
                    std::size_t iterations) {
    if (rank.size() > 1)
        Simplex(edges, rank).run(iterations);
}

} // namespace partita::layered
