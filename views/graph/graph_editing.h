#pragma once

#include <QWidget>
#include <memory>

#include "core/edits/fitting_slots.h"
#include "core/edits/fitting_tensors.h"
#include "views/document/insertion.h"
#include "views/graph/ports.h"

namespace partita {

class GraphView;

/// Editing on the canvas by the mouse: ports to drag lines from, and the dropping of operators. It
/// lies over the canvas and takes its events first, as long as the user edits.
class GraphEditing : public QWidget {
    Q_OBJECT
public:
    static constexpr double kPortScale = 0.4; ///< ports are not shown below

    GraphEditing(DocumentController& document, GraphView& view);

    [[nodiscard]] bool isConnecting() const { return m_line != nullptr; }
    /// What stands beside the pointer during a gesture: the type that would flow, or why not.
    [[nodiscard]] const QString& chip() const { return m_chip; }
    [[nodiscard]] bool isRefused() const { return m_isRefused; }
    /// Shows pale what an edit would do, as long as nothing else is shown; null: nothing.
    void preview(const Edit* edit);
    [[nodiscard]] bool isPreviewing() const { return m_preview.has_value(); }
    /// The ports of a box, in the widget.
    [[nodiscard]] std::vector<Port> ports(std::uint32_t box) const;
    [[nodiscard]] QPoint placeOf(const Port& port) const;

Q_SIGNALS:
    void connectRequested(partita::NodeId node); ///< by the key C

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A line that is being dragged from an output to an input, or the other way.
    struct Line {
        Line(const Model& of, Port begins, const QPoint& at);
        /// From an output to an input or back, of another box, that are not connected yet.
        [[nodiscard]] bool mayEndAt(const Port& port) const;
        [[nodiscard]] bool fits(const Port& port);
        [[nodiscard]] Message whyNot(const Port& port);
        /// What it makes if it ends at a port.
        [[nodiscard]] Connect to(const Port& port) const;

        Model model;
        Port from;
        std::optional<SlotFinder> inputs; ///< from an output
        std::vector<FittingSlot> fitting;
        std::optional<TensorFinder> outputs; ///< from an input
        std::vector<Port> candidates;        ///< that fit and are in view
        std::optional<Port> target;
        QPoint pointer;
    };
    /// An operator that is being dragged over the canvas.
    struct Drop {
        OperatorChoice choice;
        QPoint pointer;
        ValueId value;             ///< of the edge under the pointer; none: no edge
        std::vector<Slot> readers; ///< what the edge leads to
        std::vector<std::uint32_t> routes;
    };

    bool takeMouse(QEvent* event);
    bool takeKey(QEvent* event);
    bool takeDrag(QEvent* event);
    void hover(const QPoint& at);
    bool begin(const QPoint& at);
    void findCandidates();
    void follow(const QPoint& at);
    void aimAt(const Port& port);
    void refuse(const QString& why);
    void finish();
    void cancel();
    void dragTo(const QPoint& at);
    void findEdge(const QPoint& at);
    void judgeDrop();
    void drop();
    [[nodiscard]] std::optional<Port> portNear(const QPoint& at) const;
    [[nodiscard]] std::optional<Port> portOfBoxAt(const QPoint& at);
    [[nodiscard]] const Port* portAt(const QPoint& at) const;
    [[nodiscard]] QString typeText(ValueId value) const;
    void paintPreview(QPainter& painter) const;
    void paintPorts(QPainter& painter) const;
    void paintNames(QPainter& painter) const;
    void paintLine(QPainter& painter) const;
    void paintDrop(QPainter& painter) const;
    void paintChip(QPainter& painter, const QPoint& pointer) const;
    void paintHint(QPainter& painter) const;
    void showPorts();

    DocumentController& m_document;
    GraphView& m_view;
    std::vector<Port> m_ports; ///< that are shown: of the boxes under the pointer and selected
    std::int64_t m_hoverBox = -1;
    std::unique_ptr<Line> m_line;
    std::unique_ptr<Drop> m_drop;
    std::optional<ModelDelta> m_preview; ///< of the model in view
    QString m_chip;
    bool m_isRefused = false;
};

} // namespace partita
