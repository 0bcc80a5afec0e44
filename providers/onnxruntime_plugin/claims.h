#pragma once

#include "providers/npu/api/npu_provider.h"
#include "providers/onnxruntime_plugin/ort_graph.h"

namespace partita::plugin {

/// The nodes of one graph that the provider takes: each list becomes one fused node. They are those
/// that `partition` predicts for the graph as it stands. `forContext`: a context model is made, which
/// has EPContext nodes in its main graph only.
Result<std::vector<std::vector<const OrtNode*>>>
claimsOf(const OrtGraph* graph, const std::shared_ptr<const NpuProvider>& provider,
         bool forContext);

} // namespace partita::plugin
