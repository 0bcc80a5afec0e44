#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace partita::layered {

/// A constraint: `rank[to] - rank[from]` is at least `length`, and each further rank costs
/// `weight`.
struct RankEdge {
    std::uint32_t from = 0, to = 0;
    std::int32_t length = 1, weight = 1;
};

/// Minimizes the cost of ranks that satisfy every edge's length; stops early after `iterations`,
/// when the lengths still hold. An iteration takes time linear in the number of edges, so this is
/// for small graphs. Source: Gansner, Koutsofios, North, Vo: A technique for drawing directed
/// graphs, 1993.
void networkSimplex(std::span<const RankEdge> edges, std::vector<std::int64_t>& rank,
                    std::size_t iterations);

} // namespace partita::layered
