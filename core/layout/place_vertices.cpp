#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include "core/layout/level_graph.h"

namespace partita::layered {

namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
constexpr double kLineWidth = 4;

/// The critical path, which is held straight: otherwise long graphs drift sideways like a
/// staircase.
struct Spine {
    std::vector<std::uint32_t> above, below; ///< by vertex; kNobody off the spine
};

Spine findSpine(const LevelGraph& graph) {
    Spine spine{std::vector<std::uint32_t>(graph.rank.size(), kNobody),
                std::vector<std::uint32_t>(graph.rank.size(), kNobody)};
    std::uint32_t at = kNobody;
    for (std::uint32_t box = 0; box < graph.boxes; ++box)
        if (graph.rank[box] + 1 == graph.layers.size() && graph.up.degree(box) > 0 &&
            (at == kNobody || graph.depth[box] > graph.depth[at]))
            at = box;
    while (at != kNobody) {
        std::uint32_t best = kNobody;
        std::int64_t bestDepth = -2;
        for (const std::uint32_t above : graph.up.of(at)) {
            const std::int64_t depth =
                graph.isDummy(above) ? -1 : static_cast<std::int64_t>(graph.depth[above]);
            if (depth > bestDepth) {
                best = above;
                bestDepth = depth;
            }
        }
        if (best == kNobody)
            break;
        spine.above[at] = best;
        spine.below[best] = at;
        at = best;
    }
    return spine;
}

/// Marks segments that must not be aligned because they cross a long line or the spine (type 1
/// conflicts); by index in the upward adjacency.
std::vector<bool> findConflicts(const LevelGraph& graph, const Spine& spine) {
    std::vector<bool> marked(graph.up.size());
    const auto innerAbove = [&](std::uint32_t vertex) -> std::uint32_t {
        if (spine.above[vertex] != kNobody)
            return spine.above[vertex];
        const auto up = graph.up.of(vertex);
        return graph.isDummy(vertex) && up.size() == 1 && graph.isDummy(up[0]) ? up[0] : kNobody;
    };
    for (std::size_t r = 1; r < graph.layers.size(); ++r) {
        const auto& layer = graph.layers[r];
        std::int64_t left = 0;
        std::size_t from = 0;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            const std::uint32_t inner = innerAbove(layer[i]);
            if (inner == kNobody && i + 1 < layer.size())
                continue;
            const std::int64_t right = inner == kNobody
                                           ? static_cast<std::int64_t>(graph.layers[r - 1].size())
                                           : graph.position[inner];
            for (; from <= i; ++from) {
                const std::uint32_t vertex = layer[from];
                const auto up = graph.up.of(vertex);
                for (std::size_t k = 0; k < up.size(); ++k) {
                    const std::int64_t at = graph.position[up[k]];
                    const bool isInner = (graph.isDummy(vertex) && graph.isDummy(up[k])) ||
                                         spine.above[vertex] == up[k];
                    if ((at < left || at > right) && !isInner)
                        marked[graph.up.first(vertex) + k] = true;
                }
            }
            left = right;
        }
    }
    return marked;
}

/// Marks segments that cross the spine or share an end with it, so that the spine is aligned first.
void clearSpine(const LevelGraph& graph, const Spine& spine, std::vector<bool>& marked) {
    for (std::size_t r = 1; r < graph.layers.size(); ++r) {
        const auto& layer = graph.layers[r];
        const auto onSpine = std::find_if(
            layer.begin(), layer.end(), [&](std::uint32_t v) { return spine.above[v] != kNobody; });
        if (onSpine == layer.end())
            continue;
        const std::uint32_t low = *onSpine, high = spine.above[low];
        for (const std::uint32_t vertex : layer) {
            const auto up = graph.up.of(vertex);
            for (std::size_t k = 0; k < up.size(); ++k) {
                const bool itself = vertex == low && up[k] == high;
                const bool crosses = (graph.position[up[k]] < graph.position[high] &&
                                      graph.position[vertex] > graph.position[low]) ||
                                     (graph.position[up[k]] > graph.position[high] &&
                                      graph.position[vertex] < graph.position[low]);
                if (itself || crosses || vertex == low || up[k] == high)
                    marked[graph.up.first(vertex) + k] = !itself;
            }
        }
    }
}

/// One of the four assignments of Brandes and Köpf: vertices aligned to their upper or lower
/// neighbours, blocks packed to the left or to the right.
class Assignment {
public:
    Assignment(const LayoutInput& input, const LevelGraph& graph, const Spine& spine,
               const std::vector<bool>& marked, bool toLower, bool toRight, double gap)
        : m_input(input), m_graph(graph), m_spine(spine), m_marked(marked), m_toLower(toLower),
          m_toRight(toRight), m_gap(gap) {}

    std::vector<double> run() {
        align();
        return compact();
    }

private:
    [[nodiscard]] double width(std::uint32_t vertex) const {
        return m_graph.isDummy(vertex) ? kLineWidth : m_input.boxes[vertex].width;
    }

    [[nodiscard]] bool isMarked(std::uint32_t upper, std::uint32_t lower) const {
        const auto up = m_graph.up.of(lower);
        for (std::size_t k = 0; k < up.size(); ++k)
            if (up[k] == upper)
                return m_marked[m_graph.up.first(lower) + k];
        return false;
    }

    void align() {
        const std::size_t count = m_graph.rank.size();
        m_root.resize(count);
        std::iota(m_root.begin(), m_root.end(), 0U);
        m_next = m_root;
        const std::size_t ranks = m_graph.layers.size();
        for (std::size_t q = 1; q < ranks; ++q) {
            const auto& layer = m_graph.layers[m_toLower ? ranks - 1 - q : q];
            std::int64_t last = m_toRight ? std::numeric_limits<std::int64_t>::max() : -1;
            for (std::size_t i = 0; i < layer.size(); ++i)
                alignVertex(layer[m_toRight ? layer.size() - 1 - i : i], last);
        }
    }

    void alignVertex(std::uint32_t vertex, std::int64_t& last) {
        const Adjacency& neighbours = m_toLower ? m_graph.down : m_graph.up;
        const auto near = neighbours.of(vertex);
        if (near.empty())
            return;
        std::array<std::uint32_t, 2> medians = {near[(near.size() - 1) / 2], near[near.size() / 2]};
        if (m_toRight)
            std::swap(medians[0], medians[1]);
        const std::uint32_t spine = m_toLower ? m_spine.below[vertex] : m_spine.above[vertex];
        if (spine != kNobody)
            medians = {spine, spine};
        for (const std::uint32_t median : medians) {
            if (m_next[vertex] != vertex)
                return;
            const std::int64_t at = m_graph.position[median];
            const bool free = m_toRight ? at < last : at > last;
            if (!free || (m_toLower ? isMarked(vertex, median) : isMarked(median, vertex)))
                continue;
            if (m_next[median] != m_root[median] && m_next[median] != median)
                continue;
            m_next[median] = vertex;
            m_root[vertex] = m_root[median];
            m_next[vertex] = m_root[vertex];
            last = at;
        }
    }

    /// Places blocks by longest paths in the block graph, then moves each block back towards its
    /// successors as far as the gaps allow.
    std::vector<double> compact() {
        const std::size_t count = m_graph.rank.size();
        std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
        edges.reserve(count);
        for (const auto& layer : m_graph.layers)
            for (std::size_t i = 1; i < layer.size(); ++i) {
                const std::uint32_t a = m_root[layer[i - 1]], b = m_root[layer[i]];
                edges.emplace_back(m_toRight ? b : a, m_toRight ? a : b);
            }
        std::vector<double> distance(edges.size());
        std::size_t e = 0;
        for (const auto& layer : m_graph.layers)
            for (std::size_t i = 1; i < layer.size(); ++i)
                distance[e++] = (width(layer[i - 1]) + width(layer[i])) / 2 + m_gap;
        // The edge indices by their source, to find the distances.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> indexed(edges.size());
        std::vector<std::uint32_t> waiting(count);
        for (std::uint32_t i = 0; i < edges.size(); ++i) {
            indexed[i] = {edges[i].first, i};
            ++waiting[edges[i].second];
        }
        const Adjacency out(count, indexed, false);
        std::vector<double> x(count, 0);
        std::vector<std::uint32_t> order;
        order.reserve(count);
        for (std::uint32_t v = 0; v < count; ++v)
            if (m_root[v] == v && waiting[v] == 0)
                order.push_back(v);
        for (std::size_t i = 0; i < order.size(); ++i)
            for (const std::uint32_t edge : out.of(order[i])) {
                const std::uint32_t to = edges[edge].second;
                x[to] = std::max(x[to], x[order[i]] + distance[edge]);
                if (--waiting[to] == 0)
                    order.push_back(to);
            }
        for (std::size_t i = order.size(); i-- > 0;) {
            double limit = std::numeric_limits<double>::infinity();
            for (const std::uint32_t edge : out.of(order[i]))
                limit = std::min(limit, x[edges[edge].second] - distance[edge]);
            if (limit < std::numeric_limits<double>::infinity())
                x[order[i]] = std::max(x[order[i]], limit);
        }
        std::vector<double> result(count);
        for (std::size_t v = 0; v < count; ++v)
            result[v] = (m_toRight ? -1 : 1) * x[m_root[v]];
        return result;
    }

    const LayoutInput& m_input;
    const LevelGraph& m_graph;
    const Spine& m_spine;
    const std::vector<bool>& m_marked;
    bool m_toLower, m_toRight;
    double m_gap;
    std::vector<std::uint32_t> m_root, m_next;
};

/// Moves known boxes back to their old places as far as the order and the gaps of their layer
/// allow: a least-squares fit with minimum distances, solved by pooling adjacent violators.
class Anchoring {
public:
    Anchoring(const LayoutInput& input, const LevelGraph& graph, const LayoutOptions& options,
              std::vector<double>& x)
        : m_input(input), m_graph(graph), m_options(options), m_x(x) {}

    void run() {
        std::vector<double> moves;
        for (std::size_t box = 0; box < m_graph.boxes; ++box)
            if (m_options.previous.knows(box))
                moves.push_back(m_options.previous.centers[box].x - m_x[box]);
        if (moves.empty())
            return;
        const auto middle = moves.begin() + static_cast<std::ptrdiff_t>(moves.size() / 2);
        std::nth_element(moves.begin(), middle, moves.end());
        follow(*middle);
        for (const auto& layer : m_graph.layers)
            anchorLayer(layer);
    }

private:
    /// Moves lines and new boxes as far as the known boxes above and below them move on average, so
    /// that a line stays beside these and straight; what has none moves by `otherwise`.
    void follow(double otherwise) {
        const auto above = movesAlong(m_graph.up, false), below = movesAlong(m_graph.down, true);
        for (std::size_t v = 0; v < m_x.size(); ++v) {
            const bool hasAbove = !std::isnan(above[v]), hasBelow = !std::isnan(below[v]);
            m_x[v] += hasAbove && hasBelow ? (above[v] + below[v]) / 2
                      : hasAbove           ? above[v]
                      : hasBelow           ? below[v]
                                           : otherwise;
        }
    }

    /// How far the nearest known box in a direction moves, by vertex; NaN: there is none.
    [[nodiscard]] std::vector<double> movesAlong(const Adjacency& way, bool upwards) const {
        std::vector<double> moves(m_x.size(), std::nan(""));
        const std::size_t ranks = m_graph.layers.size();
        for (std::size_t r = 0; r < ranks; ++r)
            for (const std::uint32_t vertex : m_graph.layers[upwards ? ranks - 1 - r : r]) {
                const auto next = way.of(vertex);
                if (!m_graph.isDummy(vertex) && m_options.previous.knows(vertex))
                    moves[vertex] = m_options.previous.centers[vertex].x - m_x[vertex];
                else if (!next.empty())
                    moves[vertex] = moves[next[(next.size() - 1) / 2]];
            }
        return moves;
    }

    struct Block {
        double sum,
            weight; ///< of wanted places less `distance`
        std::size_t count;
        [[nodiscard]] double place() const { return sum / weight; }
    };
    void anchorLayer(const std::vector<std::uint32_t>& layer) {
        std::vector<Block> blocks;
        std::vector<double> distance(layer.size(), 0);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (i > 0)
                distance[i] = distance[i - 1] + (width(layer[i - 1]) + width(layer[i])) / 2 +
                              m_options.columnGap;
            const bool known = !m_graph.isDummy(layer[i]) && m_options.previous.knows(layer[i]);
            const double wanted = known ? m_options.previous.centers[layer[i]].x : m_x[layer[i]];
            const double weight = known ? 1 : 1e-3;
            blocks.push_back({(wanted - distance[i]) * weight, weight, 1});
            while (blocks.size() > 1 && blocks[blocks.size() - 2].place() > blocks.back().place()) {
                const Block last = blocks.back();
                blocks.pop_back();
                blocks.back() = {blocks.back().sum + last.sum, blocks.back().weight + last.weight,
                                 blocks.back().count + last.count};
            }
        }
        std::size_t i = 0;
        for (const Block& block : blocks)
            for (std::size_t n = 0; n < block.count; ++n, ++i)
                m_x[layer[i]] = block.place() + distance[i];
    }
    [[nodiscard]] double width(std::uint32_t vertex) const {
        return m_graph.isDummy(vertex) ? kLineWidth : m_input.boxes[vertex].width;
    }

    const LayoutInput& m_input;
    const LevelGraph& m_graph;
    const LayoutOptions& m_options;
    std::vector<double>& m_x;
};

void sortNeighbours(LevelGraph& graph) {
    const auto byPosition = [&](std::uint32_t a, std::uint32_t b) {
        return graph.position[a] < graph.position[b];
    };
    for (std::uint32_t v = 0; v < graph.rank.size(); ++v) {
        std::sort(graph.up.of(v).begin(), graph.up.of(v).end(), byPosition);
        std::sort(graph.down.of(v).begin(), graph.down.of(v).end(), byPosition);
    }
}

} // namespace

std::vector<double> placeVertices(const LayoutInput& input, LevelGraph& graph,
                                  const LayoutOptions& options) {
    sortNeighbours(graph);
    const Spine spine = findSpine(graph);
    auto marked = findConflicts(graph, spine);
    clearSpine(graph, spine, marked);
    std::array<std::vector<double>, 4> runs;
    const auto run = [&](std::size_t i) {
        runs[i] = Assignment(input, graph, spine, marked, i & 1U, i & 2U, options.columnGap).run();
    };
    if (graph.rank.size() > 20'000) {
        std::thread other([&] {
            run(0);
            run(1);
        });
        run(2);
        run(3);
        other.join();
    } else {
        for (std::size_t i = 0; i < 4; ++i)
            run(i);
    }
    const auto halfWidth = [&](std::size_t v) {
        return (v < graph.boxes ? input.boxes[v].width : kLineWidth) / 2;
    };
    std::array<double, 4> low{}, high{};
    std::size_t narrowest = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        low[i] = std::numeric_limits<double>::infinity();
        high[i] = -low[i];
        for (std::size_t v = 0; v < runs[i].size(); ++v) {
            low[i] = std::min(low[i], runs[i][v] - halfWidth(v));
            high[i] = std::max(high[i], runs[i][v] + halfWidth(v));
        }
        if (high[i] - low[i] < high[narrowest] - low[narrowest])
            narrowest = i;
    }
    std::vector<double> x(graph.rank.size());
    for (std::size_t v = 0; v < x.size(); ++v) {
        std::array<double, 4> candidates{};
        for (std::size_t i = 0; i < 4; ++i)
            candidates[i] =
                runs[i][v] + ((i & 2U) ? high[narrowest] - high[i] : low[narrowest] - low[i]);
        std::sort(candidates.begin(), candidates.end());
        x[v] = (candidates[1] + candidates[2]) / 2;
    }
    if (options.previous.covers(graph.boxes))
        Anchoring(input, graph, options, x).run();
    return x;
}

} // namespace partita::layered
