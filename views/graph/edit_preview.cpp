// What an edit would do, drawn pale over the graph.

#include <QPainter>

#include "core/edits/slots.h"
#include "views/graph/graph_editing.h"
#include "views/graph/graph_view.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kHeight = 24, kPadding = 10;
constexpr double kPreviewVeil = 0.6, kLine = 1.5;

/// Draws one change of the model over the boxes and ports that are there.
class PreviewPainter {
public:
    PreviewPainter(QPainter& painter, const GraphView& view, const Model& before,
                   const ModelDelta& delta)
        : m_painter(painter), m_view(view), m_before(before), m_delta(delta),
          m_after(before.with(delta)) {}

    void paint() {
        for (const auto& change : m_delta.nodes) {
            if (!change.before)
                paintNew(*change.after);
            else if (!change.after)
                paintGone(change.id);
            else
                paintChanged(*change.before, *change.after);
        }
    }

private:
    [[nodiscard]] std::optional<std::uint32_t> boxOf(NodeId node) const {
        return m_view.painter().scene()->boxOf(node);
    }
    [[nodiscard]] QRectF placeOf(std::uint32_t box) const {
        return m_view.toDevice().mapRect(m_view.painter().boxRect(box));
    }
    [[nodiscard]] QPen dashed(const QColor& colour) const {
        return QPen(colour, kLine, Qt::DashLine);
    }
    /// The box that a tensor comes from: of what computes it, or of the input.
    [[nodiscard]] std::optional<QRectF> sourceOf(ValueId value) const {
        const auto made = m_places.find(m_after.producer(value));
        if (made != m_places.end())
            return made->second;
        if (const auto box = boxOf(m_before.producer(value)))
            return placeOf(*box);
        const auto& boxes = m_view.painter().scene()->boxes;
        for (std::uint32_t i = 0; i < boxes.size(); ++i)
            if (boxes[i].isPort() && boxes[i].value == value)
                return placeOf(i);
        return std::nullopt;
    }
    void paintGone(NodeId node) {
        const auto box = boxOf(node);
        if (!box)
            return;
        QColor veil = m_view.theme().canvas;
        veil.setAlphaF(kPreviewVeil);
        m_painter.setPen(dashed(m_view.theme().bad));
        m_painter.setBrush(veil);
        m_painter.drawRoundedRect(placeOf(*box), 3, 3);
    }
    void paintChanged(const Node& before, const Node& after) {
        const auto box = boxOf(before.id);
        if (!box)
            return;
        const QRectF place = placeOf(*box);
        m_painter.setPen(dashed(m_view.theme().changed));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(place.adjusted(-3, -3, 3, 3), 4, 4);
        for (std::size_t i = 0; i < after.inputs.size(); ++i)
            if (after.inputs[i] &&
                (i >= before.inputs.size() || before.inputs[i] != after.inputs[i]))
                paintLine(sourceOf(after.inputs[i]), place);
    }
    /// In the middle between what it reads and who reads it.
    void paintNew(const Node& node) {
        std::optional<QRectF> above, below;
        for (const ValueId input : node.inputs)
            if (!above && input)
                above = sourceOf(input);
        for (const ValueId output : node.outputs)
            for (const Slot& reader : readersOf(m_after, output))
                if (const auto box = boxOf(reader.node); box && !below)
                    below = placeOf(*box);
        if (!above && !below)
            return;
        const QPointF from = above ? QPointF(above->center().x(), above->bottom())
                                   : below->center() - QPointF(0, 3 * kHeight),
                      to = below ? QPointF(below->center().x(), below->top())
                                 : from + QPointF(0, 3 * kHeight);
        const QString words = QStringLiteral("+ ") + toQString(node.opType);
        const int width = m_painter.fontMetrics().horizontalAdvance(words) + 2 * kPadding;
        const QPointF middle = (from + to) / 2;
        const QRectF place(middle.x() - width / 2.0, middle.y() - kHeight / 2.0, width, kHeight);
        m_places[node.id] = place;
        if (above)
            paintLine(above, place);
        if (below)
            paintLine(place, *below);
        QColor fill = m_view.theme().base;
        m_painter.setPen(dashed(m_view.theme().good));
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(place, 3, 3);
        m_painter.setPen(m_view.theme().second);
        m_painter.drawText(place, Qt::AlignCenter, words);
    }
    void paintLine(const std::optional<QRectF>& from, const QRectF& to) {
        if (!from)
            return;
        m_painter.setPen(dashed(m_view.theme().accent));
        m_painter.drawLine(QPointF(from->center().x(), from->bottom()),
                           QPointF(to.center().x(), to.top()));
    }

    QPainter& m_painter;
    const GraphView& m_view;
    const Model& m_before;
    const ModelDelta& m_delta;
    const Model m_after;
    std::map<NodeId, QRectF> m_places; ///< of new nodes
};

} // namespace

void GraphEditing::paintPreview(QPainter& painter) const {
    PreviewPainter(painter, m_view, m_document.model(), *m_preview).paint();
}

} // namespace partita
