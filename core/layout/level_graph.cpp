#include "core/layout/level_graph.h"

#include <algorithm>
#include <limits>

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

/// Boxes fed by nothing but boxes of one reader each (constants and what is computed from them)
/// belong next to their reader.
std::vector<bool> privateTrees(const Adjacency& up, const Adjacency& down,
                               const std::vector<std::uint32_t>& order) {
    std::vector<bool> inTree(order.size(), true);
    for (const std::uint32_t box : order)
        for (const std::uint32_t maker : up.of(box))
            if (!inTree[maker] || down.degree(maker) != 1)
                inTree[box] = false;
    return inTree;
}

} // namespace

bool assignRanks(const LayoutInput& input, LevelGraph& graph) {
    const std::size_t count = input.boxes.size();
    const auto edges = boxEdges(input);
    const Adjacency down(count, edges, false), up(count, edges, true);
    std::vector<std::int64_t> rank(count, 0);
    std::vector<std::uint32_t> waiting(count), order;
    order.reserve(count);
    for (std::uint32_t box = 0; box < count; ++box)
        if ((waiting[box] = up.degree(box)) == 0)
            order.push_back(box);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const std::uint32_t reader : down.of(order[i])) {
            rank[reader] = std::max(rank[reader], rank[order[i]] + 1);
            if (--waiting[reader] == 0)
                order.push_back(reader);
        }
    if (order.size() != count)
        return false;
    graph.depth.assign(rank.begin(), rank.end());
    const auto inTree = privateTrees(up, down, order);
    // A box with more readers than makers (counting a shared tensor once) goes down to its readers,
    // one with more makers goes up: each saves dummies.
    for (int round = 0; round < 3; ++round) {
        for (std::size_t i = count; i-- > 0;) {
            const std::uint32_t box = order[i];
            if (down.degree(box) == 0 ||
                (!inTree[box] && std::min(down.degree(box), 1U) < up.degree(box)))
                continue;
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (const std::uint32_t reader : down.of(box))
                least = std::min(least, rank[reader]);
            rank[box] = least - 1;
        }
        for (const std::uint32_t box : order) {
            if (inTree[box] || up.degree(box) == 0 ||
                up.degree(box) <= std::min(down.degree(box), 1U))
                continue;
            std::int64_t most = 0;
            for (const std::uint32_t maker : up.of(box))
                most = std::max(most, rank[maker]);
            rank[box] = most + 1;
        }
    }
    const std::int64_t lowest = count ? *std::min_element(rank.begin(), rank.end()) : 0;
    graph.boxes = count;
    graph.rank.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        graph.rank[i] = static_cast<std::uint32_t>(rank[i] - lowest);
    return true;
}

void addDummies(const LayoutInput& input, std::uint32_t stubRanks, LevelGraph& graph) {
    std::vector<Pair> segments;
    auto next = static_cast<std::uint32_t>(graph.boxes);
    graph.chain.assign(input.nets.size(), 0);
    graph.chainLength.assign(input.nets.size(), 0);
    const std::size_t boxRanks = graph.rank.size();
    for (std::uint32_t n = 0; n < input.nets.size(); ++n) {
        const auto& net = input.nets[n];
        const std::uint32_t top = graph.rank[net.source];
        const auto isCut = [&](std::uint32_t target) {
            return target == net.source ||
                   (stubRanks && !net.keepWhole && graph.rank[target] - top > stubRanks);
        };
        std::uint32_t bottom = top;
        for (std::uint32_t t = 0; t < net.targets.size(); ++t) {
            if (isCut(net.targets[t]))
                graph.cut.emplace_back(n, t);
            else
                bottom = std::max(bottom, graph.rank[net.targets[t]]);
        }
        graph.chain[n] = next;
        graph.chainLength[n] = bottom > top + 1 ? bottom - top - 1 : 0;
        std::uint32_t above = net.source;
        for (std::uint32_t i = 0; i < graph.chainLength[n]; ++i) {
            graph.rank.push_back(top + 1 + i);
            segments.emplace_back(above, next);
            above = next++;
        }
        std::vector<std::uint32_t> readers = net.targets;
        std::sort(readers.begin(), readers.end());
        readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
        for (const std::uint32_t target : readers)
            if (!isCut(target)) {
                const std::uint32_t far = graph.rank[target] - top;
                segments.emplace_back(far == 1 ? net.source : graph.chain[n] + far - 2, target);
            }
    }
    graph.depth.resize(boxRanks);
    graph.up = Adjacency(next, segments, true);
    graph.down = Adjacency(next, segments, false);
    std::uint32_t ranks = 0;
    for (const std::uint32_t rank : graph.rank)
        ranks = std::max(ranks, rank + 1);
    graph.layers.assign(ranks, {});
}

} // namespace partita::layered
