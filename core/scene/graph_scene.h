#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/ir/model.h"
#include "core/layout/layout.h"
#include "core/provider/partitioning.h"
#include "core/scene/hierarchy.h"

namespace partita {

struct GraphOutline;

/// A constant that a node reads, shown inside it.
struct SceneBadge {
    ValueId value;           ///< none for a count
    char letter = 0;         ///< formal name of the input ("W"); 0: a count
    std::uint16_t count = 0; ///< number of constants

    [[nodiscard]] std::string text() const {
        return letter ? std::string(1, letter) : std::to_string(count);
    }
};

/// A box on the canvas.
struct SceneBox {
    /// captured: a tensor that a body reads from the graphs around it
    enum class Kind : std::uint8_t { node, group, input, output, captured };
    Kind kind = Kind::node;
    bool hasBody = false;  ///< opens on double click
    bool isUnused = false; ///< folded, as nothing reads what it computes
    bool isSplit = false;  ///< a call whose nodes are not all in one partition
    NodeId node;           ///< of a group: its first node; of a captured tensor: its producer
    ValueId value;         ///< of a graph input or output, or a captured tensor
    SharedString title;    ///< operator, or the name of the value
    SharedString detail;   ///< second line: name, shape; may be empty
    std::vector<SceneBadge> badges;
    static constexpr std::int32_t kFolded = -2; ///< a provider: none, gone before nodes are placed
    std::int32_t provider = -1; ///< index in the order of providers; of a group: for most nodes
    std::uint32_t partitionIndex = 0; ///< 0: none; of a group: if its nodes share one
    std::int32_t group = -1;          ///< in GraphScene::groups
    [[nodiscard]] bool isFolded() const { return provider == kFolded; }
    [[nodiscard]] bool isPort() const { return kind != Kind::node && kind != Kind::group; }
};

/// The contents of a group's box.
struct SceneGroup {
    GroupKey key;
    std::size_t repeats = 1;             ///< number of equal parts
    std::size_t partitions = 0;          ///< number of partitions of its nodes
    std::size_t placed = 0;              ///< number of nodes that are not folded
    std::vector<std::size_t> byProvider; ///< number of nodes by provider
    std::string operators;               ///< the most frequent: "MatMul ×4 · Add ×4 · Mul"
    double flops = 0;                    ///< as far as the sizes are known
    bool allFlops = true;                ///< the sizes of all its matrix products are known
};

/// A tensor on the canvas.
struct SceneNet {
    /// stays: to another partition of the same provider. Of a tensor with readers of several kinds:
    /// boundary, before stays.
    enum class Kind : std::uint8_t { plain, boundary, stays };
    ValueId value;
    std::uint32_t source = 0;
    std::uint32_t firstTarget = 0, targetCount = 0; ///< in GraphScene::netTargets
    std::int32_t label = -1;                        ///< in GraphScene::labels; -1: none
    Kind kind = Kind::plain;
    std::int32_t provider = -1; ///< of the partition that makes it, where it leaves that
};

/// The chip on a boundary tensor: "1×64×56×56 fp32 · 784 KiB".
struct SceneLabel {
    std::string text;
    double width = 0;
};

/// A node of the previous scene that is gone; the place where it was stays free.
struct SceneGhost {
    NodeId node;
    SharedString title;
    LayoutInput::Box size;
    PointF center;
    /// The node exists only on the later side of a comparison, so nothing was removed. It is drawn
    /// only where both sides are laid over each other.
    bool isAdded = false;
};

/// A line between two partitions in a picture of columns: straight down, or across a column.
struct SceneRule {
    PointF from, to;
    std::uint32_t partition = 0; ///< that begins right of it, or below it; 0: several
};

/// One graph of a model as boxes and lines with their places.
struct GraphScene {
    GraphId graph;
    std::vector<SceneBox> boxes;
    std::vector<LayoutInput::Box> sizes;
    std::vector<SceneNet> nets;
    std::vector<std::uint32_t> netTargets; ///< boxes, net after net
    std::vector<SceneNet::Kind> lineKinds; ///< for each of netTargets; a group has many providers
    std::vector<SceneLabel> labels;
    std::vector<SceneGroup> groups;
    bool collapsed = false;                   ///< nodes are grouped
    std::vector<NodeId> order;                ///< drawn nodes in execution order; collapsed only
    NodeGroup hierarchy;                      ///< over `order`
    std::vector<std::string> partitionBadges; ///< by partition, "N1"; [0]: none
    std::vector<std::size_t> partitionNodes;  ///< by partition: its number of nodes
    std::vector<ShownProvider> providerNames; ///< in the order of providers
    /// On what a layout depends beside its boxes and lines.
    struct LaidOut {
        bool byDot = false;
        double columnGap = 0;
        friend bool operator==(const LaidOut&, const LaidOut&) = default;
    };
    Layout layout;
    LaidOut laidOut; ///< how `layout` was made
    /// Where the boxes were before the graph was laid in columns; empty: it is not in columns.
    std::vector<PointF> strip;
    std::vector<SceneRule> rules; ///< in columns only
    std::vector<SceneGhost> ghosts;
    std::size_t nodeBoxes = 0;            ///< nodes that are drawn, in groups as well
    std::vector<std::uint32_t> boxByNode; ///< by NodeId; box + 1, 0: not drawn
    /// Nodes that are not drawn (constants and nodes computed from constants alone), ascending,
    /// each with the node in which it is shown, if any.
    std::vector<std::pair<NodeId, NodeId>> folded;

    /// The groups that hold a node, outermost first, opened or not; none in a scene that is not
    /// collapsed.
    [[nodiscard]] std::vector<GroupKey> groupsOf(NodeId node) const;
    /// The nodes of a group of this scene, in execution order.
    [[nodiscard]] std::vector<NodeId> nodesOf(const GroupKey& key) const;
    /// The nodes that a box stands for: all those of a closed group, none of a port.
    [[nodiscard]] std::vector<NodeId> nodesOf(const SceneBox& box) const;
    /// The box of a node, or of the group it is in; nothing where it is not drawn.
    [[nodiscard]] std::optional<std::uint32_t> boxOf(NodeId node) const;
    /// The drawn node in which a folded node is shown, if any.
    [[nodiscard]] NodeId foldedInto(NodeId node) const;
    /// The node that shows a node: itself where it is drawn, else the one that it is folded into.
    [[nodiscard]] NodeId shownBy(NodeId node) const;
    [[nodiscard]] std::span<const std::uint32_t> targets(const SceneNet& net) const {
        return std::span(netTargets).subspan(net.firstTarget, net.targetCount);
    }
    [[nodiscard]] bool crosses(const SceneNet& net, std::size_t target) const {
        return lineKinds[net.firstTarget + target] != SceneNet::Kind::plain;
    }
    /// Whether the tensor moves to another provider on its way to this target.
    [[nodiscard]] bool isBoundary(const SceneNet& net, std::size_t target) const {
        return lineKinds[net.firstTarget + target] == SceneNet::Kind::boundary;
    }
    [[nodiscard]] const SceneLabel* label(const SceneNet& net) const {
        return net.label < 0 ? nullptr : &labels[static_cast<std::size_t>(net.label)];
    }
    [[nodiscard]] const std::string& badge(const SceneBox& box) const {
        return partitionBadges[box.partitionIndex];
    }
    [[nodiscard]] double left(std::size_t box) const {
        return layout.centers[box].x - sizes[box].width / 2;
    }
    [[nodiscard]] double top(std::size_t box) const {
        return layout.centers[box].y - sizes[box].height / 2;
    }
};

/// Sizes of the parts of a box at 100 %, in pixels, shared by every painter.
struct SceneMetrics {
    static constexpr double nodeHeight = 24, tallHeight = 38, groupHeight = 50, groupWidth = 264,
                            band = 8, gap = 6, badge = 14, badgeGap = 3, chipHeight = 18,
                            minWidth = 56, maxWidth = 240;
};

/// How a scene is built and laid out.
struct SceneOptions {
    /// Width of a text in the title's font (bold) or the small font, in pixels.
    std::function<double(const std::string& text, bool title)> textWidth;
    bool showNames = false;  ///< second line with the node's name
    bool showShapes = false; ///< second line with the output's shape
    bool useDot = false;     ///< Graphviz instead of the layered engine; small graphs only
    bool showFolded = false; ///< also draw nodes computed from constants alone
    /// Nodes to be drawn even where they are computed from constants alone; null: none.
    const std::unordered_set<NodeId>* wanted = nullptr;
    bool collapse = false; ///< draw each group as one box, except those in `expanded`
    std::set<GroupKey> expanded;
    GroupBy groupBy = GroupBy::partitions;
    const GraphOutline* outline = nullptr; ///< of the same graph and placement; null: made here
    /// The size of the view, into whose shape a folded graph is laid in columns; 0: it is not.
    LayoutInput::Box view;
    LayoutOptions layout;
    /// Boxes that were in it keep their places. Its layout is taken as it is where it is that of the
    /// same boxes, sizes and lines.
    const GraphScene* previous = nullptr;
    /// A large graph with the boxes and lines of `previous` takes its layout as it is, though the
    /// boxes may have other widths.
    bool keepLayout = false;
    std::vector<NodeId> ghosts; ///< drawn in `previous`, now gone; their places stay free
};

/// Builds and lays out one graph. `partitioning` may be null: no colours.
Result<GraphScene> buildScene(const Model& model, GraphId graph, const Partitioning* partitioning,
                              const SceneOptions& options, const Progress& progress = {});

} // namespace partita
