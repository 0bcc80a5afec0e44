#pragma once

#include <span>

#include "core/layout/layout.h"

namespace partita::layered {

/// The neighbours of each vertex, in one array (compressed sparse rows).
class Adjacency {
public:
    Adjacency() = default;
    /// Made of (from, to) pairs; `reversed`: the neighbours of `to` are its `from`.
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
    /// The index of the first neighbour of `vertex` in the whole array.
    [[nodiscard]] std::uint32_t first(std::uint32_t vertex) const { return m_offsets[vertex]; }
    [[nodiscard]] std::size_t size() const { return m_items.size(); }

private:
    std::vector<std::uint32_t> m_offsets, m_items;
};

/// The most boxes of a graph for which the algorithms of more than linear cost are used.
inline constexpr std::size_t kSmallGraph = 1'000;

/// The lines that share a chain of dummies to one box.
struct Trunk {
    std::uint32_t target = 0, lines = 0;
    std::uint32_t top = 0;   ///< rank of its first dummy; the rank of the target: it has none
    std::uint32_t chain = 0; ///< its first dummy; its others follow
    /// The vertex at which it crosses a rank from `top` to that of the target.
    [[nodiscard]] std::uint32_t at(std::uint32_t rank, std::uint32_t targetRank) const {
        return rank == targetRank ? target : chain + rank - top;
    }
};

/// Boxes and dummies on ranks; every segment joins neighbouring ranks.
struct LevelGraph {
    std::size_t boxes = 0;            ///< vertices below this are boxes, the others dummies
    std::vector<std::uint32_t> rank;  ///< by vertex
    std::vector<std::uint32_t> depth; ///< by box: longest path from the top
    Adjacency up, down;
    std::vector<std::vector<std::uint32_t>> layers; ///< vertices of each rank from left to right
    std::vector<std::uint32_t> position;            ///< by vertex: index in its layer
    std::vector<std::uint32_t> chain;               ///< by net: its first dummy; its others follow
    std::vector<std::uint32_t> chainLength;         ///< by net
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cut; ///< (net, target) drawn as stubs
    std::vector<Trunk> trunks;
    /// By line, net after net and target after target: its trunk, from 1; 0: none. Empty where
    /// there are no trunks.
    std::vector<std::uint32_t> trunkOf;

    [[nodiscard]] std::uint32_t trunk(std::size_t line) const {
        return trunkOf.empty() ? 0 : trunkOf[line];
    }
    [[nodiscard]] bool isDummy(std::uint32_t vertex) const { return vertex >= boxes; }
    void renumber(); ///< positions from layers
};

/// Assigns ranks by longest path, then pulls boxes next to their readers or producers; a small
/// graph gets the minimum number of dummies. Boxes of an earlier layout keep their ranks as far as
/// possible. False when the graph has a cycle.
bool assignRanks(const LayoutInput& input, const EarlierLayout& previous, LevelGraph& graph);
/// Adds one chain of dummies for each net and one for each trunk, and lists lines over more than
/// `stubRanks` ranks in `cut`.
void addDummies(const LayoutInput& input, std::uint32_t stubRanks, LevelGraph& graph);
/// Orders the vertices of each layer to reduce crossings; returns the number of crossings left.
std::uint64_t orderLayers(LevelGraph& graph, const LayoutOptions& options,
                          const Progress& progress);
/// The horizontal centre of every vertex; sorts the neighbours in `graph` by position.
std::vector<double> placeVertices(const LayoutInput& input, LevelGraph& graph,
                                  const LayoutOptions& options);
/// Sets the centres of the boxes and the routes of all lines in `layout`.
void route(const LayoutInput& input, const LevelGraph& graph, const std::vector<double>& x,
           const LayoutOptions& options, Layout& layout);

} // namespace partita::layered
