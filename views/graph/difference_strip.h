#pragma once

#include <QWidget>
#include <vector>

#include "views/graph/before_view.h"

namespace partita {

/// The strip between two compared panes: both graphs from top to bottom, a mark for each
/// difference, a frame around what is in view, and wedges at the current one. A click or a drag
/// goes there.
class DifferenceStrip : public QWidget {
    Q_OBJECT
public:
    DifferenceStrip(DocumentController& document, GraphView& graph, BeforeView& before);
    static constexpr int kWidth = 24;
    /// A difference in the strip.
    struct Mark {
        enum class Kind : std::uint8_t { removed, added, changed, side } kind = Kind::changed;
        QPointF center; ///< of its box, in the scene
        NodeId node;    ///< in the document, or beside it where `beside`
        bool beside = false;
        ProviderSlot before = ProviderSlot::other, after = ProviderSlot::other; ///< of a side
    };
    [[nodiscard]] const std::vector<Mark>& marks() const { return m_marks; }
    /// The one that the wedges point at; none: nullptr.
    [[nodiscard]] const Mark* current() const;
    /// The height of a mark in the strip.
    [[nodiscard]] int heightOf(const Mark& mark) const;
    /// Points at a node beside the document; none: at the current node of the document.
    void setPointed(NodeId beside);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void collect();
    void addMarks(const GraphScene& scene, const SceneMarks& marks, bool beside);
    void goTo(int y);
    [[nodiscard]] double toStrip(double y) const;
    [[nodiscard]] double toScene(int y) const;
    void drawMark(QPainter& painter, const Mark& mark) const;
    void drawFrame(QPainter& painter, const QRectF& visible) const;
    void drawWedges(QPainter& painter) const;

    DocumentController& m_document;
    GraphView& m_graph;
    BeforeView& m_before;
    std::vector<Mark> m_marks;
    double m_top = 0, m_height = 1; ///< of both graphs, in the scene
    NodeId m_pointed;
};

} // namespace partita
