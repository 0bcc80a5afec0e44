#pragma once

#include "core/provider/partitioning.h"
#include "core/report/model_summary.h"

namespace partita {

/// The size and the placement of one state of a model, for comparison with another state.
struct ModelNumbers {
    ModelSummary summary;
    std::uint64_t fileBytes = 0; ///< of the model file and its external data; 0: unknown
    std::vector<std::size_t> nodesByProvider;
    std::size_t partitions = 0; ///< of the first provider, as the headline counts them
    std::size_t placed = 0;     ///< neither Constant nodes nor folded: the nodes of the headline
    std::size_t folded = 0;     ///< nodes that are gone before nodes are placed
    std::size_t boundaryTensors = 0;
    std::uint64_t boundaryBytes = 0; ///< per run; unknown dimensions count as 1
};

/// Collects the numbers of `model`. `typed` is the same model with inferred shapes, on which
/// `partitioning` was made.
ModelNumbers numbersOf(const Model& model, const Model& typed, const Partitioning& partitioning);

} // namespace partita
