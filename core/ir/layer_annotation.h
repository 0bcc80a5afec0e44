#pragma once

#include <string>
#include <string_view>

#include "core/ir/model.h"

namespace partita {

/// The metadata of a node by which ONNX Runtime gives it to a provider: the session option
/// `session.layer_assignment_settings` names devices for its texts, as in `npu(encoder); cpu(=head)`.
/// Source: ONNX Runtime, "Graph Partitioning with Annotations and Memory Constraints".
inline constexpr std::string_view kLayerAnnotation = "layer_ann";

/// The mark of a node; empty: it has none.
std::string_view layerOf(const Node& node);
/// The annotations of a node with one mark; an empty one is none. The same pointer: it is so already.
AnnotationsPtr withLayer(const AnnotationsPtr& annotations, const std::string& layer);
/// Whether that option can name a mark: it has none of its separators.
bool isLayerName(std::string_view text);

} // namespace partita
