#pragma once

#include <QPointF>
#include <vector>

#include "core/edits/slots.h"
#include "views/graph/graph_painter.h"

namespace partita {

/// A place of a box where a line can begin or end.
struct Port {
    std::uint32_t box = 0;
    bool isOutput = false;
    NodeId node;   ///< none: an input or output of the graph
    GraphId graph; ///< that the box is in
    std::size_t index = 0;
    ValueId value; ///< what it makes or reads; none: open or omitted
    std::string name;
    QPointF at; ///< in the scene

    [[nodiscard]] Slot slot() const { return {node, node ? GraphId{} : graph, index}; }
};

/// The ports of a box, inputs first: those in use, those that its operator also takes, and one more
/// where it takes any number. A group has none.
std::vector<Port> portsOf(const Model& model, const GraphPainter& painter, std::uint32_t box);
/// The box in which a slot is drawn; nothing: it is not.
std::optional<std::uint32_t> boxOfSlot(const Model& model, const GraphScene& scene,
                                       const Slot& slot);

} // namespace partita
