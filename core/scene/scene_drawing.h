#pragma once

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "core/base/message.h"
#include "core/scene/drawing.h"
#include "core/scene/graph_scene.h"
#include "core/scene/node_colouring.h"
#include "core/scene/partition_hulls.h"
#include "core/scene/spatial_index.h"

namespace partita {

/// What a picture shows in addition to the scene.
struct DrawingMarks {
    std::int64_t current = -1, hover = -1; ///< boxes whose lines stand out
    std::int64_t currentNet = -1,
                 hoverNet = -1;  ///< a selected tensor, and the one under the pointer
    std::int64_t hoverStub = -1; ///< in SceneDrawing::stubs; its whole line is drawn
    std::unordered_set<std::uint32_t> changed, added, removed; ///< by the step in view
    std::unordered_set<std::uint32_t>
        framed; ///< unchanged, and where the step is seen all the same
    /// Boxes of nodes that another provider runs on the other side of a comparison: its colours.
    std::unordered_map<std::uint32_t, ProviderSlot> moved;
    bool isBefore = false;        ///< the other side comes after this one
    bool marksGhosts = false;     ///< ghosts are marked as removed, as nothing else shows them
    bool onlyDifferences = false; ///< what differs in nothing is pale
    std::string stepTitle;        ///< of the frame around the boxes of the step; empty: no frame
    std::unordered_set<std::int32_t> providers; ///< only these in colour; empty: all
    [[nodiscard]] bool differs(std::uint32_t box) const {
        return changed.contains(box) || added.contains(box) || removed.contains(box) ||
               moved.contains(box);
    }
    NodeColouring colouring;

    /// Whether a line of a net stands out.
    [[nodiscard]] bool touches(std::int64_t net, std::int64_t source, std::int64_t target) const {
        return source == current || target == current || source == hover || target == hover ||
               net == hoverNet;
    }
    /// Whether a box is pale: none of the wanted providers runs its node, or a node of its group, or
    /// only differences are wanted and it is none. `box` is in the scene.
    [[nodiscard]] bool dims(const GraphScene& scene, const SceneBox& box) const;
};

/// The fonts and the language in which a drawing is shown.
struct DrawingText {
    /// The width of a text in the title font or the small font, in pixels.
    std::function<double(const std::string& text, bool title)> width;
    std::function<std::string(std::size_t)> nodes, partitions, nodesEach; ///< "3 nodes each"
    std::function<std::string(const Message&)> words;

    [[nodiscard]] static DrawingText
    english(std::function<double(const std::string& text, bool title)> width);
    /// The text, or as much of its two ends as fits into `room` pixels, with "…" between them.
    [[nodiscard]] std::string elided(const std::string& text, bool title, double room) const;
};

/// The visible part of a scene and its scale. Details appear from the scales `k…` on.
struct DrawnPart {
    static constexpr double kFull = 0.75, kTexts = 0.4, kBoxes = 0.15;
    Rect visible{-1e300, -1e300, 1e300, 1e300};
    double scale = 1;
    bool lines = true;
};

/// A scene ready to be drawn: everything that its drawings share is computed once. The window,
/// exports and reports all show what `drawing` returns.
class SceneDrawing {
public:
    /// `providers`: the number of providers in the order.
    SceneDrawing(std::shared_ptr<const GraphScene> scene, std::size_t providers, DrawingText text);
    SceneDrawing(std::shared_ptr<const GraphScene> scene, DrawingText text)
        : SceneDrawing(scene, scene->providerNames.size(), std::move(text)) {}

    /// The hulls, lines, boxes and marks in the visible part. Below the scale DrawnPart::kBoxes it
    /// has no boxes and no lines inside partitions; the painter draws those in bulk.
    [[nodiscard]] Drawing drawing(const DrawingMarks& marks, const DrawnPart& part = {}) const;

    [[nodiscard]] const GraphScene& scene() const { return *m_scene; }
    [[nodiscard]] std::size_t providers() const { return m_providers; }
    [[nodiscard]] const DrawingText& text() const { return m_text; }
    [[nodiscard]] Rect boxRect(std::size_t box) const;
    /// The radius of the corners of a box: ports are pills.
    [[nodiscard]] double boxRadius(std::size_t box) const {
        return m_scene->boxes[box].isPort() ? m_scene->sizes[box].height / 2 : 3;
    }
    /// The place of the label of a net, which must have one.
    [[nodiscard]] const Rect& chipRect(std::size_t net) const {
        return m_chips[static_cast<std::size_t>(m_scene->nets[net].label)];
    }
    /// The place and the text of the number of lines of a bundle.
    [[nodiscard]] std::pair<Rect, std::string> bundleSign(const Bundle& bundle) const;
    /// Everything that a drawing of the whole scene covers, without the marks.
    [[nodiscard]] const Rect& bounds() const { return m_bounds; }

    /// The name of the producer beside a box, in place of a line that is too long to draw.
    struct StubLabel {
        std::uint32_t source = 0, target = 0; ///< boxes
        Rect place;
        std::array<PointF, 2> line; ///< from the label to the box
        std::string text;
    };
    [[nodiscard]] const std::vector<StubLabel>& stubs() const { return m_stubs; }
    /// The rectangle around all that the step in view changed; empty when it changed nothing.
    [[nodiscard]] Rect stepRect(const DrawingMarks& marks) const;
    [[nodiscard]] ProviderSlot slot(const SceneBox& box) const {
        return slotOf(box.provider, m_providers);
    }
    /// Whether a box is drawn with the colours of a slot.
    [[nodiscard]] bool isPlaced(const SceneBox& box) const {
        return box.provider >= 0 || (m_providers && !box.isFolded());
    }
    /// The badge of a node: its partition, or that it is folded, unused or split; empty: none.
    [[nodiscard]] std::string badge(const SceneBox& box) const {
        return box.isFolded() ? m_text.words(goneWord(box.isUnused))
               : box.isSplit  ? m_text.words(splitWord())
                              : m_scene->badge(box);
    }
    /// The fill of a box: its provider's tint, or the fill of the colouring.
    [[nodiscard]] Paint fill(const DrawingMarks& marks, std::size_t box) const;

    /// The two lines of text on the box of a group: its title, and its contents.
    [[nodiscard]] std::pair<std::string, std::string> groupTexts(const SceneBox& box) const;

    /// Visits boxes, and lines (as indices into Layout::routes), that may touch a region.
    template <class F> void boxesIn(const Rect& region, F&& visit) const {
        m_boxIndex.query(region, visit);
    }
    template <class F> void routesIn(const Rect& region, F&& visit) const {
        m_routeIndex.query(region, [&](std::uint32_t i) { visit(m_drawnRoutes[i]); });
    }
    [[nodiscard]] const std::vector<std::uint32_t>& labelledNets() const { return m_labelled; }

private:
    struct LabelledHull : PartitionHull {
        std::string text;
        std::optional<PointF> label; ///< top left; none where it would hide something
    };
    class Maker;

    class Labels;

    void buildIndices();
    void placeChips(Labels& labels);
    void placeStubs(Labels& labels);
    void placeGhosts();
    void findHulls();
    void measure();
    [[nodiscard]] int hides(const Rect& place, int limit) const;
    [[nodiscard]] bool isFree(const Rect& place) const;
    [[nodiscard]] std::optional<PointF> labelPlace(const PartitionHull& hull, double width) const;

    std::shared_ptr<const GraphScene> m_scene;
    std::size_t m_providers;
    DrawingText m_text;
    SpatialIndex m_boxIndex, m_routeIndex;
    std::vector<std::uint32_t> m_drawnRoutes, m_labelled;
    std::vector<Rect> m_chips;  // by label
    std::vector<Rect> m_ghosts; // by ghost of the scene
    std::vector<StubLabel> m_stubs;
    std::vector<LabelledHull> m_hulls;
    Rect m_bounds;
};

} // namespace partita
