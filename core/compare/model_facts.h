#pragma once

#include "core/compare/value_partners.h"

namespace partita {

/// What differs of the models as a whole: inputs, outputs, opsets, functions, metadata.
std::vector<ModelFactDifference> factDifferences(const Model& a, const Model& b,
                                                 const ValuePartners& partners,
                                                 const CompareOptions& options);

/// The partitions that were merged, split or cut otherwise; a new number alone is no difference.
std::vector<RegroupedPartitions> regroupedPartitions(const Partitioning& a, const Partitioning& b,
                                                     const NodeMatching& matching);

} // namespace partita
