#pragma once

#include "core/session/partitioner.h"
#include "core/tasks/records/measured_placement.h"

namespace partita {

/// Which providers a record has: those that predict, by their kinds, or its own by their names, as
/// two records are compared.
enum class RecordedNames : std::uint8_t { ofPrediction, own };

/// Providers that place nodes as a record of a runtime has them, so that a measured placement has
/// partitions, boundary tensors and verdicts like a predicted one. Each stands in the place of one
/// of `predicting` and has its id. A runtime names its providers otherwise, so kinds are compared, as
/// in `PredictionCheck`: a node that did not run on the record's CPU is on the provider that
/// `predicted` has it on, or on the first one where that has it on the CPU. Nodes that the record
/// does not tell of are where they are predicted. With `RecordedNames::own`, the record's other
/// providers than the CPU stand before `predicting`, each by itself.
ProviderList recordedProviders(const ProviderList& predicting,
                               std::shared_ptr<const Partitioning> predicted,
                               std::shared_ptr<const MeasuredPlacement> measured,
                               RecordedNames names = RecordedNames::ofPrediction);

} // namespace partita
