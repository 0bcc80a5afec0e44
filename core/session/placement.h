#pragma once

#include "core/session/placed_functions.h"

namespace partita {

/// A placement of the model that a session runs, and the same placement on the model as written.
struct Placement {
    std::shared_ptr<const OptimizedModel> optimized; ///< the model that is placed and run
    Partitioning partitioning;                       ///< of its nodes
    /// The same for the nodes and values of the source: each node is in the partition of the node
    /// that came of it, or folded. Of several nodes that came of it, the one of the provider of the
    /// lowest priority counts. A call of a model-local function stands for the nodes of the function.
    Partitioning ofSource;
};

/// Rewrites `source` as `options.level` says, places the result, and maps the placement back.
/// Every command, report and panel places by this function. `optimized`: what `optimizeModel` made
/// of the same source on that level; null: it is made here.
Result<Placement> placeModel(const Model& source, const ProviderList& providers,
                             const PartitionOptions& options = {}, const Progress& progress = {},
                             std::shared_ptr<const OptimizedModel> optimized = nullptr);

/// The placement of an optimized model on the nodes and values of its source.
Partitioning placementOfSource(const Model& source, const OptimizedModel& optimized,
                               const Partitioning& placed);

} // namespace partita
