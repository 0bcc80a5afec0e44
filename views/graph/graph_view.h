#pragma once

#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>
#include <optional>

#include "views/document/document_controller.h"
#include "views/graph/graph_painter.h"
#include "views/graph/visited_nodes.h"

namespace partita {

/// The indices of the boxes of `nodes`; nodes without a box are skipped.
std::unordered_set<std::uint32_t> boxesOf(const GraphScene& scene,
                                          const std::vector<NodeId>& nodes);

/// The canvas: pans, zooms, selects and follows edges. All painting is done by GraphPainter.
class GraphView : public QWidget {
    Q_OBJECT
public:
    GraphView(DocumentController& document, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] DocumentController& document() const { return m_document; }
    /// The boxes that a box reads from (`above`) or that read it.
    [[nodiscard]] std::vector<std::uint32_t> neighbours(std::uint32_t box, bool above) const;
    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] const GraphPainter& painter() const { return m_painter; }
    static constexpr double kMinScale = 1e-4, kMaxScale = 8;
    [[nodiscard]] double scale() const { return m_scale; }
    [[nodiscard]] QRectF visibleScene() const;
    [[nodiscard]] QTransform toDevice() const;
    [[nodiscard]] double lastFrameMs() const { return m_frameMs; }
    [[nodiscard]] std::size_t nodesInView() const; ///< those in groups as well

    void setScale(double scale, const QPointF& anchor);
    void centerOn(const QPointF& scenePoint);
    void panBy(const QPointF& pixels); ///< as if the user dragged the graph
    /// How a comparison is marked: what differs in nothing is pale; what only the other side has is
    /// marked here, because that side is not shown.
    void setComparisonLook(bool onlyDifferences, bool marksGhosts);
    void setProviderFilter(const std::unordered_set<std::int32_t>& providers);
    [[nodiscard]] const std::unordered_set<std::int32_t>& providerFilter() const {
        return m_marks.providers;
    }
    void setFound(std::unordered_set<std::uint32_t> boxes);
    /// Marks nodes with errors; one in a body, or in a closed group, marks what holds it.
    void setErrors(std::vector<NodeId> nodes);
    void setColouring(const NodeColouring& colouring);
    /// The scale of colours by amount, now and for the next colourings.
    void setColourScale(NodeColouring::Scale scale);
    [[nodiscard]] const NodeColouring& colouring() const { return m_marks.colouring; }
    [[nodiscard]] const SceneMarks& marks() const { return m_marks; }
    /// Nodes that stand for nodes of a difference that this side has not.
    void setStandIns(const std::vector<NodeId>& nodes);
    [[nodiscard]] QPoint boxCenter(NodeId node) const; ///< in widget coordinates

    [[nodiscard]] QSize sizeHint() const override { return {800, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 150}; }

    /// A drag moves the graph, whatever lies under it.
    [[nodiscard]] bool isSpaceHeld() const { return m_isSpaceHeld; }
    [[nodiscard]] bool wheelScrolls() const { return m_wheelScrolls; }
    [[nodiscard]] const VisitedNodes& visited() const { return m_visited; }

public Q_SLOTS:
    void fit();       ///< shows the whole graph, at most at 100 %
    void showStart(); ///< shows the graph, or its beginning, at a size that can be read
    /// Shows all of these nodes at once, as far as the graph in view has them.
    void frame(const std::vector<NodeId>& nodes);
    /// Shows again what was last asked for, unless the user has moved the view since. To be called
    /// after a change of its size, of the graph, or of the widgets that lie on it.
    void aimAgain();
    void zoomIn() { setScale(m_scale * 1.25, QRectF(rect()).center()); }
    void zoomOut() { setScale(m_scale / 1.25, QRectF(rect()).center()); }
    void zoomTo100() { setScale(1, QRectF(rect()).center()); }
    /// The wheel scrolls, and zooms with Ctrl; without, it zooms.
    void setWheelScrolls(bool scrolls) { m_wheelScrolls = scrolls; }
    void goBack();
    void goForward();
    void nextBoundary(int step);

Q_SIGNALS:
    void coloursChanged();
    void viewChanged();
    void historyMoved(); ///< where goBack and goForward lead
    void resized();
    void bodyRequested(partita::NodeId node);
    void sizesRequested(partita::ValueId tensor, const QPoint& at); ///< `at`: on the screen
    void upRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void holdSpace(QKeyEvent* event);
    void sceneChanged();
    void markStep(const DocumentState& state);
    void currentChanged(NodeId node, bool reveal);
    void showAgain(double scale, double x, double y); ///< what was seen of another state
    void tellSeen();
    void tellReaders() const; ///< screen readers
    void reveal(std::uint32_t box);
    void revealGhost(NodeId node);
    void revealPlace(QRectF rect);
    /// A place of the picture that stays on the screen where it is.
    struct Anchor {
        NodeId node;
        QPointF place; ///< of the top of its box, in the widget
    };
    [[nodiscard]] std::optional<Anchor> anchor() const;
    void hold(const Anchor& anchor);
    struct Shown {
        double scale = 1;
        QPointF origin;
    };
    [[nodiscard]] std::vector<QRect> covers() const;
    [[nodiscard]] std::vector<QRectF> freeAreas() const;
    [[nodiscard]] QPointF wayIntoView(const QRectF& place, bool isSeen) const;
    [[nodiscard]] std::uint32_t startBox(const QSizeF& room) const;
    [[nodiscard]] Shown shownIn(const QRectF& area, double readable) const;
    [[nodiscard]] bool hidesBoxes(const Shown& shown) const;
    void showIn(double readable);
    void jumpAlong(SceneDrawing::StubLabel stub);
    void goToCaptured(const SceneBox& box);
    void followEdge(int direction);
    void moveSideways(int direction);
    void selectNext(int step);
    void selectBox(std::int64_t box);
    void toggleBox(std::int64_t box);
    [[nodiscard]] bool isSelected(const SceneBox& box) const;
    void selectAll();
    void selectBand();
    void escape();
    void hover(const QPoint& at);
    void clickPort(std::uint32_t box, const QPointF& point, const QMouseEvent* event);
    [[nodiscard]] std::int64_t lineAt(const QPoint& at) const;
    void tensorChanged(ValueId tensor, bool reveal);
    void revealNet(std::uint32_t net);
    void bookmarksChanged();
    void markErrors();
    [[nodiscard]] QPoint placeOfCurrent() const;
    void selectionChanged();
    void openBox(std::uint32_t box);
    void closeAround();
    void remember();

    DocumentController& m_document;
    const Theme* m_theme;
    GraphPainter m_painter;
    SceneMarks m_marks;
    NodeColouring::Scale m_colourScale = NodeColouring::Scale::linear;
    double m_scale = 1;
    QPointF m_origin; ///< the scene point at the widget's top left corner
    int m_top = 0;    ///< of the widget in its window
    /// What the view shows until the user moves it.
    enum class Aim : std::uint8_t { nothing, start, whole, box };
    Aim m_aim = Aim::start;
    bool m_wheelScrolls = false;
    NodeId m_aimedNode; ///< with Aim::box
    GraphId m_shownGraph;
    bool m_shownCollapsed = false;
    QPoint m_dragStart;
    QPointF m_dragOrigin;
    bool m_dragging = false, m_pressed = false, m_banding = false;
    bool m_isSpaceHeld = false, m_hasSpaceDragged = false;
    bool m_revealTensor = false; ///< when its graph is laid out
    Qt::KeyboardModifiers m_bandModifiers;
    std::vector<NodeId> m_errors;
    std::vector<NodeId> m_beforeBand; ///< the selection that Escape brings back
    QRect m_band; ///< the rectangle dragged with Shift, which selects the nodes in it
    VisitedNodes m_visited;
    QVariantAnimation m_animation;
    double m_frameMs = 0;
};

} // namespace partita
