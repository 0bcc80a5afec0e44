#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace partita::layered {

/// A wish about two vertices: `rank[to] - rank[from]` is at least `length`, and each rank more
/// costs `weight`.
struct RankEdge {
    std::uint32_t from = 0, to = 0;
    std::int32_t length = 1, weight = 1;
};

/// Improves ranks that keep every length until their cost is least (or `iterations` are used up;
/// they keep every length then, too). Each step costs the number of edges, so this is for small
/// graphs. Source: Gansner, Koutsofios, North, Vo: A technique for drawing directed graphs, 1993.
void networkSimplex(std::span<const RankEdge> edges, std::vector<std::int64_t>& rank,
                    std::size_t iterations);

} // namespace partita::layered
