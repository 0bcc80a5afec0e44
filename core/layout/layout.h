#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

struct PointF {
    double x = 0, y = 0;
    friend bool operator==(const PointF&, const PointF&) = default;
};

/// What is to be laid out: boxes and the tensors between them, by plain numbers so that any
/// graph (nodes, groups, partitions) can use it. Units: 1 = 1 pixel at 100 %.
struct LayoutInput {
    struct Box {
        double width = 0, height = 0;
    };
    /// One tensor: it leaves `source` and is read by `targets`; one bus serves all of them.
    struct Net {
        std::uint32_t source = 0;
        std::vector<std::uint32_t> targets;
        bool keepWhole = false; ///< never cut into stubs, however long (a provider boundary)
        double labelHeight = 0; ///< room for a chip under the source; 0: no label
    };
    std::vector<Box> boxes;
    std::vector<Net> nets;
};

/// One line from a box to a box.
struct Route {
    std::uint32_t net = 0;
    std::uint32_t target = 0; ///< index into the net's targets
    std::uint32_t ranks = 0;  ///< how far it goes
    std::uint32_t firstPoint = 0, pointCount = 0;

    [[nodiscard]] bool isStub() const { return pointCount == 0; } ///< too long to be drawn
};

struct Layout {
    std::vector<PointF> centers; ///< of each box
    std::vector<std::uint32_t> ranks;
    std::vector<Route> routes;  ///< one for each (net, target)
    std::vector<PointF> points; ///< of all routes, one after another
    double left = 0, top = 0, width = 0, height = 0;
    bool buses = true;           ///< one line for all readers of a tensor; otherwise one for each
    std::uint64_t crossings = 0; ///< of routed lines between neighbouring ranks

    /// The corners of a route, from the source's bottom to the target's top; lines are orthogonal.
    [[nodiscard]] std::span<const PointF> pointsOf(const Route& route) const {
        return std::span(points).subspan(route.firstPoint, route.pointCount);
    }
};

/// What a layout was before, to keep the picture still. By the boxes of the new one; empty: there
/// was none.
struct EarlierLayout {
    std::vector<PointF> centers;      ///< NaN where a box is new
    std::vector<std::uint32_t> ranks; ///< not read where a box is new
    bool buses = true;

    /// Fits a layout of that many boxes.
    [[nodiscard]] bool covers(std::size_t boxes) const {
        return boxes > 0 && centers.size() == boxes && ranks.size() == boxes;
    }
    [[nodiscard]] bool knows(std::size_t box) const { return !std::isnan(centers[box].x); }
};

struct LayoutOptions {
    double rankGap = 16, columnGap = 12;
    std::uint32_t stubRanks = 32; ///< longer lines become stubs; 0: none
    int sweeps = 12;              ///< crossing reduction; more for small graphs
    EarlierLayout previous;
};

/// Layered layout, top to bottom: ranks by longest path (network simplex in small graphs), one
/// chain of dummies for each tensor (for each reader where that crosses less),
/// barycentre sweeps, coordinates by Brandes and Köpf on the block graph with the critical path
/// held straight. Deterministic; no boxes overlap. Fails only when cancelled or when the nets form
/// a cycle. Source: Sugiyama 1981; Brandes and Köpf 2001; see docs/layout.md for what is different.
Result<Layout> layeredLayout(const LayoutInput& input, const LayoutOptions& options = {},
                             const Progress& progress = {});

} // namespace partita
