#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "core/ir/model.h"
#include "core/layout/layout.h"
#include "core/runtime/partitioning.h"

namespace partita {

/// A constant that a node reads, shown inside it.
struct SceneBadge {
    std::string letter; ///< formal name of the input ("W"), or a count for several
    ValueId value;      ///< none for a count
};

/// A box on the canvas.
struct SceneBox {
    enum class Kind { node, input, output };
    Kind kind = Kind::node;
    NodeId node;
    ValueId value;      ///< of a graph input or output
    std::string title;  ///< operator, or the name of the value
    std::string detail; ///< second line: name, shape; may be empty
    std::vector<SceneBadge> badges;
    std::string partition;      ///< "N1"; empty: none
    std::int32_t provider = -1; ///< place in the order of providers
    std::uint32_t partitionIndex = 0;
    bool hasBody = false; ///< opens on double click
};

/// A tensor on the canvas.
struct SceneNet {
    enum class Kind {
        plain,
        boundary,
        stays
    }; ///< stays: to another partition of the same provider
    ValueId value;
    std::uint32_t source = 0;
    std::vector<std::uint32_t> targets;
    Kind kind = Kind::plain;
    std::vector<bool>
        crossing;      ///< by target: whether this line goes to another partition; empty: none does
    std::string label; ///< "1×64×56×56 fp32 · 784 KiB"; empty: none
    double labelWidth = 0;

    [[nodiscard]] bool crosses(std::size_t target) const {
        return !crossing.empty() && crossing[target];
    }
};

/// One graph of a model as boxes and lines, with the place of each.
struct GraphScene {
    GraphId graph;
    std::vector<SceneBox> boxes;
    std::vector<LayoutInput::Box> sizes;
    std::vector<SceneNet> nets;
    Layout layout;
    std::unordered_map<NodeId, std::uint32_t> boxOf;
    /// Nodes that are not drawn: constants and what is computed from constants alone. Each maps to
    /// the node it is shown in, if any.
    std::unordered_map<NodeId, NodeId> foldedInto;

    [[nodiscard]] double left(std::size_t box) const {
        return layout.centers[box].x - sizes[box].width / 2;
    }
    [[nodiscard]] double top(std::size_t box) const {
        return layout.centers[box].y - sizes[box].height / 2;
    }
};

/// Sizes of the parts of a box at 100 %, shared by every painter (docs: resources of the look).
struct SceneMetrics {
    static constexpr double nodeHeight = 24, tallHeight = 38, band = 8, gap = 6, badge = 14,
                            badgeGap = 3, chipHeight = 18, minWidth = 56, maxWidth = 240;
};

struct SceneOptions {
    /// Width of a text in the title's font (bold) or the small font, in pixels.
    std::function<double(const std::string& text, bool title)> textWidth;
    bool showNames = false;  ///< second line with the node's name
    bool showShapes = false; ///< second line with the output's shape
    bool useDot = false;     ///< Graphviz instead of the layered engine; small graphs only
    LayoutOptions layout;
    const GraphScene* previous = nullptr; ///< keep what was there in its place
};

/// Builds and lays out one graph. `partitioning` may be null: no colours.
Result<GraphScene> buildScene(const Model& model, GraphId graph, const Partitioning* partitioning,
                              const SceneOptions& options, const Progress& progress = {});

} // namespace partita
