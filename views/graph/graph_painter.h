#pragma once

#include <QFont>
#include <QImage>
#include <QTransform>
#include <memory>
#include <unordered_set>

#include "core/scene/graph_scene.h"
#include "views/graph/partition_hulls.h"
#include "views/graph/spatial_index.h"
#include "views/theme/theme.h"

class QPainter;

namespace partita {

struct RunResult;

/// What the boxes' colours tell instead of their providers.
struct NodeColouring {
    enum class By { provider, time, cycles, bound } by = By::provider;
    std::vector<float> heat; ///< time, cycles: by box, 0 … 1
    double most = 0;         ///< what 1 stands for: milliseconds, or cycles
    /// bound: by box, one of the kinds below
    enum Kind : std::uint8_t { nothing, compute, memory, launch, host };
    std::vector<std::uint8_t> kinds;

    /// What a run says of the boxes of a scene; by provider where it knows nothing of it.
    [[nodiscard]] static NodeColouring of(const RunResult& result, const GraphScene& scene, By by);
    [[nodiscard]] bool isOn() const { return by != By::provider; }
    [[nodiscard]] QColor colour(const Theme& theme, std::size_t box) const;
    [[nodiscard]] static QColor heatColour(const Theme& theme, double share);
    [[nodiscard]] static QColor kindColour(const Theme& theme, Kind kind);
};

/// What of the scene is marked in which way.
struct SceneMarks {
    std::int64_t current = -1, hover = -1;      ///< boxes
    std::unordered_set<std::uint32_t> selected; ///< to do something with together
    std::unordered_set<std::uint32_t> related;  ///< boxes that feed or read the current one
    std::unordered_set<std::uint32_t> found;    ///< hits of the find bar
    std::unordered_set<std::uint32_t> changed, added, removed; ///< by the step in view
    QString stepTitle;                          ///< of the frame around what the step is about
    std::unordered_set<std::int32_t> providers; ///< legend filter; empty: all
    NodeColouring colouring;
};

/// Draws a scene at any zoom: one painter for the window, the minimap and all exports. Levels of
/// detail by scale, as in docs/look.md; nothing outside the visible part is touched.
class GraphPainter {
public:
    void setScene(std::shared_ptr<const GraphScene> scene, std::size_t providerCount);
    void setFonts(const QFont& base);
    [[nodiscard]] const GraphScene* scene() const { return m_scene.get(); }
    [[nodiscard]] QRectF bounds() const { return m_bounds; }
    [[nodiscard]] QRectF boxRect(std::size_t box) const;
    /// Around everything that the step in view changed; empty where that is nothing.
    [[nodiscard]] QRectF stepRect(const SceneMarks& marks) const;

    /// `toDevice`: scene to device; `image`: where single pixels may be set, or null.
    void paint(QPainter& painter, const QTransform& toDevice, const QSize& deviceSize,
               const Theme& theme, const SceneMarks& marks) const;

    /// The box at a point, or -1.
    [[nodiscard]] std::int64_t boxAt(const QPointF& point) const;
    /// The net whose line is within `reach` of a point, or -1.
    [[nodiscard]] std::int64_t netAt(const QPointF& point, double reach) const;
    [[nodiscard]] QRectF chipRect(std::size_t net) const;

private:
    // Scales at which a level of detail begins.
    static constexpr double kFull = 0.75, kText = 0.4, kBands = 0.15, kEdges = 0.05, kFlat = 0.01;

    struct Pass {
        QPainter& painter;
        const Theme& theme;
        const SceneMarks& marks;
        double scale;
        QRectF visible;
    };
    void paintSplats(const Pass& pass, const QTransform& toDevice, const QSize& size) const;
    void paintEdges(const Pass& pass) const;
    void paintEdge(const Pass& pass, const Route& route) const;
    void paintStubs(const Pass& pass) const;
    void paintHulls(const Pass& pass) const;
    [[nodiscard]] QString hullText(const PartitionHull& hull) const;
    [[nodiscard]] std::optional<QPointF> hullLabelPlace(const PartitionHull& hull,
                                                        double width) const;
    [[nodiscard]] bool isFree(const QRectF& place) const;
    void paintFlat(const Pass& pass) const;
    void paintBox(const Pass& pass, std::uint32_t box) const;
    void paintGroup(const Pass& pass, std::uint32_t box) const;
    void paintShares(const Pass& pass, const QRectF& place, const SceneGroup& group) const;
    void paintPort(const Pass& pass, std::uint32_t box) const;
    void paintBadges(const Pass& pass, std::uint32_t box, double& right) const;
    void paintMarks(const Pass& pass) const;
    void paintGhosts(const Pass& pass) const;
    void paintStep(const Pass& pass) const;
    static QRectF ghostRect(const SceneGhost& ghost);
    void paintChips(const Pass& pass) const;
    [[nodiscard]] const ProviderStyle& style(const Theme& theme, const SceneBox& box) const;
    [[nodiscard]] bool dimmed(const SceneMarks& marks, const SceneBox& box) const {
        return !marks.providers.empty() && !box.isPort() && !marks.providers.count(box.provider);
    }
    [[nodiscard]] QColor fillOf(const Pass& pass, std::uint32_t box) const;
    [[nodiscard]] QString elided(const QString& text, bool title, double room) const;

    std::shared_ptr<const GraphScene> m_scene;
    std::size_t m_providers = 0;
    QRectF m_bounds;
    SpatialIndex m_boxIndex, m_routeIndex;
    std::vector<std::uint32_t> m_drawnRoutes, m_stubs, m_labelled;
    std::vector<PartitionHull> m_hulls;
    QFont m_titleFont, m_smallFont;
};

} // namespace partita
