#pragma once

#include "core/session/optimization.h"
#include "core/session/partitioner.h"

namespace partita {

/// A model as it is placed, and the placement of its nodes.
struct PlacedModel {
    std::shared_ptr<const OptimizedModel> optimized;
    Partitioning partitioning;
};

/// Places an optimized model as ONNX Runtime does. Readers of a DequantizeLinear have one each where
/// several providers are asked, but not beside each other on the last one, whose kernels share the
/// result. A function of ONNX that no device took, and for
/// which ONNX Runtime's CPU has no kernel, is replaced by the nodes that define it, and providers
/// are asked again. `optimized` may be the result of an earlier placement of the same model. A node
/// that was replaced keeps its verdicts. Nodes that the wishes exclude or pin stay as they are.
/// The wishes are told of nodes of the source; of a call, they hold for the nodes of its function.
Result<PlacedModel> placeOptimized(std::shared_ptr<const OptimizedModel> optimized,
                                   const ProviderList& providers, const PartitionOptions& wishes,
                                   const Progress& progress = {});

/// What the user wishes about nodes, for their copies, too.
PartitionOptions withWishesForCopies(PartitionOptions options,
                                     const std::vector<DequantizerCopy>& copies);

} // namespace partita
