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

/// The graph to be laid out: boxes and the tensors between them, as plain indices, so that nodes,
/// groups and partitions can all be laid out. Unit: 1 pixel at 100 %.
struct LayoutInput {
    struct Box {
        double width = 0, height = 0;
    };
    /// One tensor, made by `source` and read by `targets`; one bus serves all readers.
    struct Net {
        std::uint32_t source = 0;
        std::vector<std::uint32_t> targets;
        bool keepWhole = false; ///< not cut into stubs unless many such lines are beside it (it
                                ///< crosses a provider boundary)
        double labelHeight = 0; ///< space for the label under the source; 0: none
    };
    std::vector<Box> boxes;
    std::vector<Net> nets;
};

/// One line from a source to one of its readers.
struct Route {
    std::uint32_t net = 0;
    std::uint32_t target = 0; ///< index into the net's targets
    std::uint32_t ranks = 0;  ///< the rank of the target less that of the source
    std::uint32_t firstPoint = 0, pointCount = 0;
    std::uint32_t bundle = 0; ///< index in Layout::bundles, from 1; 0: it runs by itself

    [[nodiscard]] bool isStub() const { return pointCount == 0; } ///< a long line, or a self-loop
};

/// The lines to one box where there are more than `kMostApart`: they join a common trunk, because
/// side by side they would be a grey area.
struct Bundle {
    static constexpr std::uint32_t kMostApart = 8;
    std::uint32_t target = 0; ///< box
    std::uint32_t lines = 0;
    std::uint32_t firstPoint = 0, pointCount = 0; ///< the trunk: two points for each segment
};

struct Layout {
    std::vector<PointF> centers; ///< of each box
    std::vector<std::uint32_t> ranks;
    std::vector<Route> routes; ///< one for each (net, target)
    std::vector<Bundle> bundles;
    std::vector<PointF> points; ///< of all routes and trunks, one after another
    double left = 0, top = 0, width = 0, height = 0;
    bool buses = true;           ///< the readers of a tensor share one line
    std::uint64_t crossings = 0; ///< of line segments between neighbouring ranks

    /// The corners of a route, from the source's bottom to the target's top; lines are orthogonal.
    [[nodiscard]] std::span<const PointF> pointsOf(const Route& route) const {
        return std::span(points).subspan(route.firstPoint, route.pointCount);
    }
    /// The trunk of a bundle: the ends of its segments, pair after pair. The last point is the
    /// target's top.
    [[nodiscard]] std::span<const PointF> pointsOf(const Bundle& bundle) const {
        return std::span(points).subspan(bundle.firstPoint, bundle.pointCount);
    }
};

/// The previous layout, by the boxes of the new graph, to keep the picture still; empty: none.
struct EarlierLayout {
    std::vector<PointF> centers;      ///< NaN where a box is new
    std::vector<std::uint32_t> ranks; ///< ignored where a box is new
    bool buses = true;

    /// Whether it belongs to a layout of `boxes` boxes.
    [[nodiscard]] bool covers(std::size_t boxes) const {
        return boxes > 0 && centers.size() == boxes && ranks.size() == boxes;
    }
    [[nodiscard]] bool knows(std::size_t box) const { return !std::isnan(centers[box].x); }
};

struct LayoutOptions {
    static constexpr double kColumnGap = 12; ///< between boxes of one rank
    static constexpr double kMarkedGap = 24; ///< the same where stripes stand beside boxes
    double rankGap = 16, columnGap = kColumnGap;
    std::uint32_t stubRanks = 32; ///< lines over more ranks become stubs; 0: none
    int sweeps = 12;              ///< of crossing reduction; small graphs get more
    EarlierLayout previous;
};

/// Layered layout, top to bottom: ranks by longest path (network simplex in small graphs), one
/// chain of dummies for each tensor (in small graphs for each reader, if that gives fewer
/// crossings), barycentre sweeps, and coordinates by Brandes and Köpf on the block graph with the
/// critical path held straight. Deterministic; boxes never overlap. Fails only when cancelled or
/// when the nets form a cycle. Source: Sugiyama 1981; Brandes and Köpf 2001; docs/layout.md lists
/// the differences.
Result<Layout> layeredLayout(const LayoutInput& input, const LayoutOptions& options = {},
                             const Progress& progress = {});

} // namespace partita
