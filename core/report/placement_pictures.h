#pragma once

#include <functional>

#include "core/scene/drawing_svg.h"
#include "core/session/triage.h"

namespace partita {

/// The pictures of a placement in a page: the main graph, and the bodies that hold placed nodes.
/// Graphs of many nodes are folded into groups.
struct PlacementPictures {
    std::string html;
    SvgClasses classes;              ///< the colours of all pictures
    std::vector<std::string> boxOf;  ///< by NodeId: the id of its box, or of its group's
    std::vector<std::string> chipOf; ///< by ValueId: the id of its chip
    [[nodiscard]] const std::string& box(NodeId node) const;
    [[nodiscard]] const std::string& chip(ValueId value) const;
};

/// Where the parts of the pictures lead.
struct PictureTargets {
    std::function<std::string(NodeId)> row;       ///< the id of a node's row; empty: it has none
    std::function<std::string(ValueId)> boundary; ///< of a boundary tensor's row
};

/// Fails when cancelled. A graph that cannot be drawn is named in place of its picture.
Result<PlacementPictures> placementPictures(const Model& model, const Partitioning& partitioning,
                                            const Triage& judged, const PictureTargets& targets,
                                            const Progress& progress);

} // namespace partita
