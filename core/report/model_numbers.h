#pragma once

#include "core/provider/partitioning.h"
#include "core/report/model_summary.h"

namespace partita {

/// What one state of a model costs, to be compared with another state.
struct ModelNumbers {
    ModelSummary summary;
    std::uint64_t fileBytes = 0; ///< of the model file and what lies beside it; 0: not known
    std::vector<std::size_t> nodesByProvider;
    std::size_t partitions = 0, boundaryTensors = 0;
    std::uint64_t boundaryBytes = 0; ///< per run, of those whose size is known
};

/// `typed`: the model with inferred shapes, which `partitioning` is of.
ModelNumbers numbersOf(const Model& model, const Model& typed, const Partitioning& partitioning);

} // namespace partita
