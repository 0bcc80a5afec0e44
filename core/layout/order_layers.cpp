#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/layout/level_graph.h"

namespace partita::layered {

namespace {

/// Counts the crossing segments between neighbouring layers with a Fenwick tree.
class CrossingCounter {
public:
    std::uint64_t count(const LevelGraph& graph) {
        std::uint64_t crossings = 0;
        for (std::size_t r = 0; r + 1 < graph.layers.size(); ++r)
            crossings += between(graph, r);
        return crossings;
    }

private:
    std::uint64_t between(const LevelGraph& graph, std::size_t upper) {
        const std::size_t width = graph.layers[upper + 1].size();
        m_seen.assign(width + 1, 0);
        std::uint64_t crossings = 0, total = 0;
        for (const std::uint32_t vertex : graph.layers[upper]) {
            for (const std::uint32_t below : graph.down.of(vertex)) {
                std::uint64_t left = 0; // earlier segments that end here or further left
                for (std::size_t i = graph.position[below] + 1; i > 0; i -= i & (~i + 1))
                    left += m_seen[i];
                crossings += total - left;
            }
            for (const std::uint32_t below : graph.down.of(vertex)) {
                for (std::size_t i = graph.position[below] + 1; i <= width; i += i & (~i + 1))
                    ++m_seen[i];
                ++total;
            }
        }
        return crossings;
    }
    std::vector<std::uint32_t> m_seen;
};

/// Initial order by depth-first search, which keeps connected vertices side by side. Attempt 0
/// visits the readers of a vertex as listed, attempt 1 in reverse, later attempts in a random order
/// with a fixed seed.
void walkOrder(LevelGraph& graph, std::uint32_t attempt) {
    std::minstd_rand random(attempt);
    std::vector<std::uint32_t> below;
    for (auto& layer : graph.layers)
        layer.clear();
    std::vector<bool> seen(graph.rank.size());
    std::vector<std::uint32_t> stack;
    std::vector<std::uint32_t> roots(graph.rank.size());
    std::iota(roots.begin(), roots.end(), 0U);
    std::stable_sort(roots.begin(), roots.end(), [&](std::uint32_t a, std::uint32_t b) {
        return graph.rank[a] < graph.rank[b];
    });
    for (const std::uint32_t root : roots) {
        stack.assign(1, root);
        while (!stack.empty()) {
            const std::uint32_t vertex = stack.back();
            stack.pop_back();
            if (seen[vertex])
                continue;
            seen[vertex] = true;
            graph.layers[graph.rank[vertex]].push_back(vertex);
            for (const std::uint32_t above : graph.up.of(vertex))
                if (!seen[above])
                    stack.push_back(above);
            const auto readers = graph.down.of(vertex);
            below.assign(readers.begin(), readers.end());
            if (attempt == 0)
                std::reverse(below.begin(), below.end());
            else if (attempt > 1)
                std::shuffle(below.begin(), below.end(), random);
            for (const std::uint32_t next : below)
                if (!seen[next])
                    stack.push_back(next);
        }
    }
}

/// Initial order from an earlier layout: known boxes by their old x, the others by the mean x of
/// their upper neighbours.
void previousOrder(LevelGraph& graph, const EarlierLayout& previous) {
    std::vector<double> x(graph.rank.size(), std::nan(""));
    for (std::size_t i = 0; i < graph.boxes; ++i)
        x[i] = previous.centers[i].x;
    std::vector<std::uint32_t> byRank(graph.rank.size());
    std::iota(byRank.begin(), byRank.end(), 0U);
    std::stable_sort(byRank.begin(), byRank.end(), [&](std::uint32_t a, std::uint32_t b) {
        return graph.rank[a] < graph.rank[b];
    });
    for (const std::uint32_t vertex : byRank) {
        double sum = 0;
        for (const std::uint32_t above : graph.up.of(vertex))
            sum += x[above];
        if (std::isnan(x[vertex]))
            x[vertex] = graph.up.degree(vertex) ? sum / graph.up.degree(vertex) : 0;
        graph.layers[graph.rank[vertex]].push_back(vertex);
    }
    for (auto& layer : graph.layers)
        std::stable_sort(layer.begin(), layer.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return x[a] < x[b]; });
}

class Sweeper {
public:
    explicit Sweeper(LevelGraph& graph)
        : m_graph(graph), m_key(graph.rank.size()), m_before(graph.rank.size()) {}

    void sweep(bool downwards, bool flipTies) {
        const std::size_t ranks = m_graph.layers.size();
        for (std::size_t q = 1; q < ranks; ++q)
            sortLayer(m_graph.layers[downwards ? q : ranks - 1 - q],
                      downwards ? m_graph.up : m_graph.down, flipTies);
    }

    /// Swaps adjacent vertices of a layer where that removes crossings.
    void swapNeighbours() {
        for (auto& layer : m_graph.layers)
            for (std::size_t i = 0; i + 1 < layer.size(); ++i) {
                const std::uint32_t a = layer[i], b = layer[i + 1];
                if (tooMany(a, b))
                    continue;
                const std::uint64_t now =
                    crossings(m_graph.up, a, b) + crossings(m_graph.down, a, b);
                if (now == 0 || crossings(m_graph.up, b, a) + crossings(m_graph.down, b, a) >= now)
                    continue;
                std::swap(layer[i], layer[i + 1]);
                m_graph.position[a] = static_cast<std::uint32_t>(i + 1);
                m_graph.position[b] = static_cast<std::uint32_t>(i);
            }
    }

private:
    void sortLayer(std::vector<std::uint32_t>& layer, const Adjacency& neighbours, bool flipTies) {
        if (layer.size() < 2)
            return;
        for (const std::uint32_t vertex : layer) {
            m_before[vertex] = m_graph.position[vertex];
            const auto near = neighbours.of(vertex);
            float sum = 0;
            for (const std::uint32_t each : near)
                sum += static_cast<float>(m_graph.position[each]);
            m_key[vertex] = near.empty() ? static_cast<float>(m_graph.position[vertex])
                                         : sum / static_cast<float>(near.size());
        }
        // Reversing ties in every second pair of sweeps escapes local minima.
        std::stable_sort(layer.begin(), layer.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_key[a] != m_key[b] ? m_key[a] < m_key[b]
                                        : flipTies && m_before[a] > m_before[b];
        });
        for (std::uint32_t i = 0; i < layer.size(); ++i)
            m_graph.position[layer[i]] = i;
    }
    [[nodiscard]] bool tooMany(std::uint32_t a, std::uint32_t b) const {
        const auto pairs = [&](const Adjacency& near) {
            return std::uint64_t{near.degree(a) + 1} * (near.degree(b) + 1);
        };
        return pairs(m_graph.up) + pairs(m_graph.down) > 400;
    }
    [[nodiscard]] std::uint64_t crossings(const Adjacency& near, std::uint32_t left,
                                          std::uint32_t right) const {
        std::uint64_t count = 0;
        for (const std::uint32_t a : near.of(left))
            for (const std::uint32_t b : near.of(right))
                count += m_graph.position[a] > m_graph.position[b];
        return count;
    }
    LevelGraph& m_graph;
    std::vector<float> m_key;
    std::vector<std::uint32_t> m_before;
};

/// Improves the present order by sweeps and keeps the best order found; returns its crossings.
std::uint64_t improve(LevelGraph& graph, int sweeps, bool small, const Progress& progress) {
    CrossingCounter counter;
    Sweeper sweeper(graph);
    graph.renumber();
    std::uint64_t best = counter.count(graph);
    auto bestLayers = graph.layers;
    for (int i = 0; i < sweeps && best > 0 && !progress.cancelled(); ++i) {
        sweeper.sweep(i % 2 == 0, (i / 2) % 2 != 0);
        if (small)
            sweeper.swapNeighbours();
        const std::uint64_t now = counter.count(graph);
        if (now < best) {
            best = now;
            bestLayers = graph.layers;
        }
        progress.at(0.2 + 0.4 * i / sweeps);
    }
    graph.layers = std::move(bestLayers);
    graph.renumber();
    return best;
}

} // namespace

std::uint64_t orderLayers(LevelGraph& graph, const LayoutOptions& options,
                          const Progress& progress) {
    constexpr std::size_t kSmall = 20'000, kVerySmall = 4'000; // vertices
    const bool small = graph.rank.size() < kSmall, thorough = graph.rank.size() < kVerySmall;
    if (options.previous.covers(graph.boxes)) {
        // An earlier layout keeps its order: sweeps would shuffle it.
        previousOrder(graph, options.previous);
        return improve(graph, 0, small, progress);
    }
    walkOrder(graph, 0);
    std::uint64_t best =
        improve(graph, thorough ? 2 * options.sweeps : options.sweeps, small, progress);
    auto bestLayers = graph.layers;
    const std::uint32_t attempts = thorough ? 4 : 1;
    for (std::uint32_t attempt = 1; attempt < attempts && best > 0; ++attempt) {
        walkOrder(graph, attempt);
        if (const std::uint64_t now = improve(graph, 2 * options.sweeps, small, progress);
            now < best) {
            best = now;
            bestLayers = graph.layers;
        }
    }
    graph.layers = std::move(bestLayers);
    graph.renumber();
    return best;
}

} // namespace partita::layered
