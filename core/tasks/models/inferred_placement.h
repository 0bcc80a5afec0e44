#pragma once

#include "core/report/model_numbers.h"
#include "core/session/placement.h"

namespace partita {

/// A model with the shapes that inference tells, and its placement.
struct InferredPlacement {
    Model model;
    Placement placement;
};

/// Places a model as its file has it, such as a state of the simplifier: its shapes are inferred
/// first, and where that fails it is placed without them, with a warning in the log.
Result<InferredPlacement> placeInferred(const Model& stored, const ProviderList& providers,
                                        const PartitionOptions& wishes = {},
                                        const Progress& progress = {});

/// The numbers of a model as its file has it, placed by `placeInferred`.
Result<ModelNumbers> placedNumbers(const Model& stored, const ProviderList& providers,
                                   const PartitionOptions& wishes = {},
                                   const Progress& progress = {});

} // namespace partita
