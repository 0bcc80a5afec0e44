#pragma once

#include <QWidget>
#include <memory>

#include "core/edits/fitting_slots.h"
#include "views/document/insertion.h"
#include "views/graph/ports.h"

namespace partita {

class GraphView;

/// Editing on the canvas by the mouse: ports to drag lines from, and the dropping of operators. It
/// lies over the canvas and takes its events first, as long as the user edits.
class GraphEditing : public QWidget {
    Q_OBJECT
public:
    GraphEditing(DocumentController& document, GraphView& view);

    [[nodiscard]] bool isConnecting() const { return m_line != nullptr; }
    /// What stands beside the pointer during a gesture: the type that would flow, or why not.
    [[nodiscard]] const QString& chip() const { return m_chip; }
    [[nodiscard]] bool isRefused() const { return m_isRefused; }
    /// The ports of a box, in the widget.
    [[nodiscard]] std::vector<Port> ports(std::uint32_t box) const;
    [[nodiscard]] QPoint placeOf(const Port& port) const;

Q_SIGNALS:
    void connectRequested(partita::NodeId node); ///< by the key C

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A line that is being dragged from an output.
    struct Line {
        Model model;
        Port from;
        SlotFinder finder;
        std::vector<FittingSlot> fitting;
        std::vector<Port> candidates; ///< of them, those in view
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
    [[nodiscard]] const Port* portAt(const QPoint& at) const;
    [[nodiscard]] QString typeText(ValueId value) const;
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
    QString m_chip;
    bool m_isRefused = false;
};

} // namespace partita
