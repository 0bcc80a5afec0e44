#pragma once

#include <QFont>
#include <QTransform>
#include <memory>
#include <optional>
#include <unordered_set>

#include "core/scene/scene_drawing.h"
#include "views/theme/theme.h"

class QPainter;

namespace partita {

class TextWidths;
struct RunResult;

/// The colouring of a scene by the result of a run. Falls back to colours by provider if the result
/// lacks the wanted figures.
[[nodiscard]] NodeColouring colouringOf(const RunResult& result, const GraphScene& scene,
                                        NodeColouring::By by);

/// The marked boxes of a scene, by kind of mark.
struct SceneMarks : DrawingMarks {
    std::unordered_set<std::uint32_t> selected; ///< the user's selection of several nodes
    std::unordered_set<std::uint32_t> related;  ///< boxes that feed or read the current one
    std::unordered_set<std::uint32_t> found;    ///< hits of the find bar
    std::unordered_set<std::uint32_t> bookmarked;
    std::unordered_set<std::uint32_t> wrong; ///< boxes of nodes with errors
    /// Boxes that stand for the node of a difference that this side has not; their rings are dotted.
    std::unordered_set<std::uint32_t> standIns;
};

/// Paints a scene at any zoom, for the window and its exports: the drawing, and rings around the
/// selected boxes. At far zooms, where a box is a spot, boxes and lines are painted in bulk. Only
/// the visible part is painted.
class GraphPainter {
public:
    void setScene(std::shared_ptr<const GraphScene> scene, std::size_t providerCount);
    void setFonts(const QFont& base);
    [[nodiscard]] const GraphScene* scene() const { return m_scene.get(); }
    /// The rectangle around all that is drawn, labels included.
    [[nodiscard]] QRectF bounds() const { return m_bounds; }
    /// Visits the boxes that may touch a region.
    template <class F> void boxesIn(const QRectF& region, F&& visit) const {
        if (m_drawing)
            m_drawing->boxesIn({region.left(), region.top(), region.right(), region.bottom()},
                               visit);
    }
    [[nodiscard]] QRectF boxRect(std::size_t box) const;
    /// The bounding rectangle of all boxes that the step in view changed; empty if there are none.
    [[nodiscard]] QRectF stepRect(const SceneMarks& marks) const;

    /// `toDevice`: the transformation from scene to device coordinates.
    void paint(QPainter& painter, const QTransform& toDevice, const QSize& deviceSize,
               const Theme& theme, const SceneMarks& marks) const;
    /// The whole graph with its legend, for `paintPicture`. Needs a scene.
    [[nodiscard]] Drawing picture(const Partitioning& partitioning) const;
    /// A part of the graph without a legend. What crosses its border is to be cut off there.
    [[nodiscard]] Drawing picture(const QRectF& part) const;
    void paintPicture(QPainter& painter, const Drawing& picture, const Theme& theme) const;

    /// The box at a point, or -1.
    [[nodiscard]] std::int64_t boxAt(const QPointF& point) const;
    /// The net whose line is within `reach` of a point, or -1.
    [[nodiscard]] std::int64_t netAt(const QPointF& point, double reach) const;
    [[nodiscard]] QRectF chipRect(std::size_t net) const;
    [[nodiscard]] const std::vector<SceneDrawing::StubLabel>& stubs() const {
        return m_drawing->stubs();
    }
    /// The label at a point that stands for a long line; null: there is none.
    [[nodiscard]] const SceneDrawing::StubLabel* stubAt(const QPointF& point) const;
    /// The bundle whose trunk or sign is within `reach` of a point; null: there is none.
    [[nodiscard]] const Bundle* bundleAt(const QPointF& point, double reach) const;

private:
    // The scales below which lines (kEdges), and boxes as rectangles (kFlat), are not painted.
    static constexpr double kEdges = 0.05, kFlat = 0.01;

    struct Pass {
        QPainter& painter;
        const Theme& theme;
        const SceneMarks& marks;
        double scale;
        QRectF visible;
    };
    void prepare();
    void paintSplats(const Pass& pass, const QTransform& toDevice, const QSize& size) const;
    void paintThinLines(const Pass& pass) const;
    void paintFlat(const Pass& pass) const;
    void paintMarks(const Pass& pass) const;
    void paintBookmarks(const Pass& pass) const;
    void paintErrorSigns(const Pass& pass) const;

    std::shared_ptr<const GraphScene> m_scene;
    std::size_t m_providers = 0;
    std::optional<SceneDrawing> m_drawing; ///< set while there is a scene
    QRectF m_bounds;
    QFont m_titleFont, m_smallFont;
    std::shared_ptr<const TextWidths> m_widths;
};

} // namespace partita
