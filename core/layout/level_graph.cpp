#include "core/layout/level_graph.h"
#include "core/layout/network_simplex.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace partita::layered {

Adjacency::Adjacency(std::size_t vertices,
                     std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
                     bool reversed) {
    m_offsets.assign(vertices + 1, 0);
    m_items.resize(pairs.size());
    for (const auto& [from, to] : pairs)
        ++m_offsets[(reversed ? to : from) + 1];
    for (std::size_t i = 0; i < vertices; ++i)
        m_offsets[i + 1] += m_offsets[i];
    std::vector<std::uint32_t> next(m_offsets.begin(), m_offsets.end() - 1);
    for (const auto& [from, to] : pairs)
        m_items[next[reversed ? to : from]++] = reversed ? from : to;
}

void LevelGraph::renumber() {
    position.resize(rank.size());
    for (const auto& layer : layers)
        for (std::uint32_t i = 0; i < layer.size(); ++i)
            position[layer[i]] = i;
}

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

std::vector<Pair> boxEdges(const LayoutInput& input) {
    std::vector<Pair> edges;
    for (const auto& net : input.nets)
        for (const std::uint32_t target : net.targets)
            if (target != net.source)
                edges.emplace_back(net.source, target);
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

/// Whether each box is fed only by boxes that have it as their one reader, recursively: constants
/// and what is computed from them, which belong next to their reader.
std::vector<bool> privateTrees(const Adjacency& up, const Adjacency& down,
                               const std::vector<std::uint32_t>& order) {
    std::vector<bool> inTree(order.size(), true);
    for (const std::uint32_t box : order)
        for (const std::uint32_t maker : up.of(box))
            if (!inTree[maker] || down.degree(maker) != 1)
                inTree[box] = false;
    return inTree;
}

/// Minimizes the number of dummies by network simplex. The chain of a net reaches down to its
/// lowest reader, so an extra vertex for each net stands for that end.
void shortenChains(const LayoutInput& input, std::vector<std::int64_t>& rank) {
    const std::size_t boxes = rank.size();
    std::vector<RankEdge> edges;
    for (const auto& net : input.nets) {
        const auto end = static_cast<std::uint32_t>(rank.size());
        std::int64_t lowest = rank[net.source];
        for (const std::uint32_t target : net.targets)
            if (target != net.source) {
                edges.push_back({net.source, target, 1, 0});
                edges.push_back({target, end, 0, 0});
                lowest = std::max(lowest, rank[target]);
            }
        edges.push_back({net.source, end, 0, 1});
        rank.push_back(lowest);
    }
    constexpr std::size_t kWork = 2'000'000; // iterations times edges: about 4 ms
    networkSimplex(edges, rank, kWork / std::max<std::size_t>(edges.size(), 1));
    rank.resize(boxes);
}

class Ranker {
public:
    explicit Ranker(const LayoutInput& input)
        : m_input(input), m_edges(boxEdges(input)), m_down(input.boxes.size(), m_edges, false),
          m_up(input.boxes.size(), m_edges, true), m_rank(input.boxes.size()) {}

    /// Ranks by longest path from the top. False when the graph has a cycle.
    bool longestPaths() {
        std::vector<std::uint32_t> waiting(m_rank.size());
        m_order.reserve(m_rank.size());
        for (std::uint32_t box = 0; box < m_rank.size(); ++box)
            if ((waiting[box] = m_up.degree(box)) == 0)
                m_order.push_back(box);
        for (std::size_t i = 0; i < m_order.size(); ++i)
            for (const std::uint32_t reader : m_down.of(m_order[i])) {
                m_rank[reader] = std::max(m_rank[reader], m_rank[m_order[i]] + 1);
                if (--waiting[reader] == 0)
                    m_order.push_back(reader);
            }
        return m_order.size() == m_rank.size();
    }

    /// Moves a box with at least as many outgoing as incoming tensors (several readers count as
    /// one) down to its readers, and other boxes up to their producers: both save dummies.
    void pullTogether() {
        const auto inTree = privateTrees(m_up, m_down, m_order);
        for (int round = 0; round < 3; ++round) {
            for (std::size_t i = m_order.size(); i-- > 0;) {
                const std::uint32_t box = m_order[i];
                if (m_down.degree(box) > 0 &&
                    (inTree[box] || std::min(m_down.degree(box), 1U) >= m_up.degree(box)))
                    m_rank[box] = aboveReaders(box);
            }
            for (const std::uint32_t box : m_order)
                if (!inTree[box] && m_up.degree(box) > std::min(m_down.degree(box), 1U))
                    m_rank[box] = belowMakers(box);
        }
        if (m_rank.size() <= kSmallGraph)
            shortenChains(m_input, m_rank);
    }

    /// Keeps known boxes on their ranks, or moves them down as far as necessary; new boxes go as
    /// close to their readers as possible.
    void keep(const EarlierLayout& previous) {
        for (const std::uint32_t box : m_order)
            m_rank[box] = std::max<std::int64_t>(belowMakers(box),
                                                 previous.knows(box) ? previous.ranks[box] : 0);
        for (std::size_t i = m_order.size(); i-- > 0;)
            if (const std::uint32_t box = m_order[i];
                !previous.knows(box) && m_down.degree(box) > 0)
                m_rank[box] = aboveReaders(box);
    }

    /// The ranks, renumbered without empty ones.
    [[nodiscard]] std::vector<std::uint32_t> compact() const {
        std::vector<std::uint32_t> ranks(m_rank.size());
        if (ranks.empty())
            return ranks;
        const auto [lowest, highest] = std::minmax_element(m_rank.begin(), m_rank.end());
        std::vector<std::uint32_t> number(static_cast<std::size_t>(*highest - *lowest + 1));
        for (const std::int64_t rank : m_rank)
            number[static_cast<std::size_t>(rank - *lowest)] = 1;
        std::exclusive_scan(number.begin(), number.end(), number.begin(), 0U);
        for (std::size_t box = 0; box < ranks.size(); ++box)
            ranks[box] = number[static_cast<std::size_t>(m_rank[box] - *lowest)];
        return ranks;
    }

private:
    [[nodiscard]] std::int64_t belowMakers(std::uint32_t box) const {
        std::int64_t rank = 0;
        for (const std::uint32_t maker : m_up.of(box))
            rank = std::max(rank, m_rank[maker] + 1);
        return rank;
    }
    [[nodiscard]] std::int64_t aboveReaders(std::uint32_t box) const {
        std::int64_t rank = std::numeric_limits<std::int64_t>::max();
        for (const std::uint32_t reader : m_down.of(box))
            rank = std::min(rank, m_rank[reader] - 1);
        return rank;
    }

    const LayoutInput& m_input;
    std::vector<Pair> m_edges;
    Adjacency m_down, m_up;
    std::vector<std::int64_t> m_rank;
    std::vector<std::uint32_t> m_order; // topological order
};

} // namespace

bool assignRanks(const LayoutInput& input, const EarlierLayout& previous, LevelGraph& graph) {
    Ranker ranker(input);
    if (!ranker.longestPaths())
        return false;
    graph.boxes = input.boxes.size();
    graph.depth = ranker.compact();
    if (previous.covers(graph.boxes))
        ranker.keep(previous);
    else
        ranker.pullTogether();
    graph.rank = ranker.compact();
    return true;
}

namespace {

/// Calls `visit(net, target, line)` for each line; `target` is a box.
template <class F> void forLines(const LayoutInput& input, F&& visit) {
    std::size_t line = 0;
    for (std::uint32_t n = 0; n < input.nets.size(); ++n)
        for (const std::uint32_t target : input.nets[n].targets)
            visit(n, target, line++);
}

bool isCut(const LayoutInput::Net& net, std::uint32_t target, std::uint32_t stubRanks,
           const LevelGraph& graph) {
    return target == net.source ||
           (stubRanks && !net.keepWhole && graph.rank[target] - graph.rank[net.source] > stubRanks);
}

void findTrunks(const LayoutInput& input, std::uint32_t stubRanks, LevelGraph& graph) {
    std::vector<std::uint32_t> lines(graph.boxes, 0), trunkTo(graph.boxes, 0);
    forLines(input, [&](std::uint32_t n, std::uint32_t target, std::size_t) {
        lines[target] += !isCut(input.nets[n], target, stubRanks, graph);
    });
    std::size_t all = 0;
    for (const auto& net : input.nets)
        all += net.targets.size();
    forLines(input, [&](std::uint32_t n, std::uint32_t target, std::size_t line) {
        if (lines[target] <= Bundle::kMostApart || isCut(input.nets[n], target, stubRanks, graph))
            return;
        if (!trunkTo[target]) {
            graph.trunks.push_back({target, lines[target], graph.rank[target], 0});
            trunkTo[target] = static_cast<std::uint32_t>(graph.trunks.size());
        }
        graph.trunkOf.resize(all, 0);
        graph.trunkOf[line] = trunkTo[target];
        Trunk& trunk = graph.trunks[trunkTo[target] - 1];
        trunk.top = std::min(trunk.top, graph.rank[input.nets[n].source] + 1);
    });
}

/// Adds the dummies of a chain below `above` on the ranks from `rank` on; returns the last vertex.
std::uint32_t addChain(std::uint32_t above, std::uint32_t rank, std::uint32_t length,
                       LevelGraph& graph, std::vector<Pair>& segments) {
    for (std::uint32_t i = 0; i < length; ++i) {
        const auto next = static_cast<std::uint32_t>(graph.rank.size());
        graph.rank.push_back(rank + i);
        if (above != next)
            segments.emplace_back(above, next);
        above = next;
    }
    return above;
}

void addTrunkChains(const LayoutInput& input, LevelGraph& graph, std::vector<Pair>& segments) {
    for (Trunk& trunk : graph.trunks) {
        trunk.chain = static_cast<std::uint32_t>(graph.rank.size());
        const std::uint32_t length = graph.rank[trunk.target] - trunk.top;
        const std::uint32_t last = addChain(trunk.chain, trunk.top, length, graph, segments);
        if (length)
            segments.emplace_back(last, trunk.target);
    }
    std::vector<Pair> joins; // each once, also where a box makes several of the tensors
    forLines(input, [&](std::uint32_t n, std::uint32_t target, std::size_t line) {
        if (const std::uint32_t trunk = graph.trunk(line)) {
            const std::uint32_t source = input.nets[n].source;
            joins.emplace_back(
                source, graph.trunks[trunk - 1].at(graph.rank[source] + 1, graph.rank[target]));
        }
    });
    std::sort(joins.begin(), joins.end());
    joins.erase(std::unique(joins.begin(), joins.end()), joins.end());
    segments.insert(segments.end(), joins.begin(), joins.end());
}

} // namespace

void addDummies(const LayoutInput& input, std::uint32_t stubRanks, LevelGraph& graph) {
    std::vector<Pair> segments;
    graph.chain.assign(input.nets.size(), 0);
    graph.chainLength.assign(input.nets.size(), 0);
    const std::size_t boxRanks = graph.rank.size();
    findTrunks(input, stubRanks, graph);
    std::size_t line = 0;
    std::vector<std::uint32_t> readers;
    for (std::uint32_t n = 0; n < input.nets.size(); ++n) {
        const auto& net = input.nets[n];
        const std::uint32_t top = graph.rank[net.source];
        std::uint32_t bottom = top;
        readers.clear();
        for (std::uint32_t t = 0; t < net.targets.size(); ++t, ++line) {
            const std::uint32_t target = net.targets[t];
            if (isCut(net, target, stubRanks, graph)) {
                graph.cut.emplace_back(n, t);
            } else if (!graph.trunk(line)) {
                bottom = std::max(bottom, graph.rank[target]);
                readers.push_back(target);
            }
        }
        graph.chain[n] = static_cast<std::uint32_t>(graph.rank.size());
        graph.chainLength[n] = bottom > top + 1 ? bottom - top - 1 : 0;
        addChain(net.source, top + 1, graph.chainLength[n], graph, segments);
        std::sort(readers.begin(), readers.end());
        readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
        for (const std::uint32_t target : readers) {
            const std::uint32_t far = graph.rank[target] - top;
            segments.emplace_back(far == 1 ? net.source : graph.chain[n] + far - 2, target);
        }
    }
    addTrunkChains(input, graph, segments);
    graph.depth.resize(boxRanks);
    graph.up = Adjacency(graph.rank.size(), segments, true);
    graph.down = Adjacency(graph.rank.size(), segments, false);
    std::uint32_t ranks = 0;
    for (const std::uint32_t rank : graph.rank)
        ranks = std::max(ranks, rank + 1);
    graph.layers.assign(ranks, {});
}

} // namespace partita::layered
