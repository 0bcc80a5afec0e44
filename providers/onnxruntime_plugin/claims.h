#pragma once

#include "core/provider/execution_provider.h"
#include "providers/onnxruntime_plugin/ort_graph.h"

namespace partita::plugin {

/// The nodes of one graph that the provider takes: each list becomes one fused node. They are those
/// that `partition` predicts for the graph as it stands. `forContext`: a part whose outputs have no
/// known type is left out, because its EPContext node would not load.
Result<std::vector<std::vector<const OrtNode*>>>
claimsOf(const OrtGraph* graph, const ProviderPtr& provider, bool forContext);

} // namespace partita::plugin
