#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/onnx/schema.h"
#include "core/scene/graph_scene.h"

namespace partita {

/// The constants that a node reads, as they are shown in its box: by letter, or as a count where they
/// are many or have no letter. `isParameter`: whether a value is shown in its readers.
std::vector<SceneBadge> badgesOf(const Node& node, const std::optional<OperatorSchema>& schema,
                                 const std::function<bool(ValueId)>& isParameter);

/// The width that the texts and badges of a node's box need, within the limits of SceneMetrics.
/// `badge`: of its partition, or that the node is folded; empty: none.
double nodeBoxWidth(const SceneBox& box, const std::string& badge,
                    const std::function<double(const std::string&, bool title)>& width);

} // namespace partita
