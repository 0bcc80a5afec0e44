#pragma once

#include <span>

#include "core/layout/layout.h"

namespace partita::layered {

/// Neighbours of each vertex in one array.
class Adjacency {
public:
    Adjacency() = default;
    /// From (from, to) pairs; `reversed`: neighbours are where the pairs come from.
    Adjacency(std::size_t vertices, std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
              bool reversed);

    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const {
        return {m_items.data() + m_offsets[vertex], m_offsets[vertex + 1] - m_offsets[vertex]};
    }
    [[nodiscard]] std::span<std::uint32_t> of(std::uint32_t vertex) {
        return {m_items.data() + m_offsets[vertex], m_offsets[vertex + 1] - m_offsets[vertex]};
    }
    [[nodiscard]] std::uint32_t degree(std::uint32_t vertex) const {
        return m_offsets[vertex + 1] - m_offsets[vertex];
    }
    /// Index of the first neighbour of `vertex` among all.
    [[nodiscard]] std::uint32_t first(std::uint32_t vertex) const { return m_offsets[vertex]; }
    [[nodiscard]] std::size_t size() const { return m_items.size(); }

private:
    std::vector<std::uint32_t> m_offsets, m_items;
};

/// Boxes up to which a graph gets the ranks and orders that cost more than they are long.
inline constexpr std::size_t kSmallGraph = 1'000;

/// Boxes and dummies on ranks; every segment joins neighbouring ranks.
struct LevelGraph {
    std::size_t boxes = 0;           ///< vertices below this are boxes, the others dummies
    std::vector<std::uint32_t> rank; ///< by vertex
    std::vector<std::uint32_t>
        depth; ///< by box: longest path from the top, before boxes were moved closer
    Adjacency up, down;
    std::vector<std::vector<std::uint32_t>> layers; ///< vertices of each rank from left to right
    std::vector<std::uint32_t> position;            ///< by vertex: index in its layer
    std::vector<std::uint32_t>
        chain; ///< by net: its first dummy; dummies of a net follow one another
    std::vector<std::uint32_t> chainLength;                   ///< by net
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cut; ///< (net, target) drawn as stubs

    [[nodiscard]] bool isDummy(std::uint32_t vertex) const { return vertex >= boxes; }
    void renumber(); ///< positions from layers
};

/// Ranks by longest path, then boxes are pulled next to what reads or makes them; in a small graph
/// with as few dummies as there can be. Boxes of an earlier picture keep their ranks as far as they
/// can. False: a cycle.
bool assignRanks(const LayoutInput& input, const EarlierLayout& previous, LevelGraph& graph);
/// One chain of dummies for each net; what is longer than `stubRanks` is cut.
void addDummies(const LayoutInput& input, std::uint32_t stubRanks, LevelGraph& graph);
/// Fewer crossings; gives their number.
std::uint64_t orderLayers(LevelGraph& graph, const LayoutOptions& options,
                          const Progress& progress);
/// The horizontal centre of every vertex.
std::vector<double> placeVertices(const LayoutInput& input, LevelGraph& graph,
                                  const LayoutOptions& options);
/// Vertical centres and lines.
void route(const LayoutInput& input, const LevelGraph& graph, const std::vector<double>& x,
           const LayoutOptions& options, Layout& layout);

} // namespace partita::layered
