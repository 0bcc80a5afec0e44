#pragma once

#include "core/edits/operator_catalogue.h"
#include "core/session/partitioner.h"

namespace partita {

/// Which provider would take a node of each operator of the catalogue, as an index in `providers`;
/// -1: none, or it cannot be told (functions, operators with a body). Nodes of the operator that the
/// model has count, most of them; others are tried alone, with an input of a usual shape. A rule
/// about weights, unknown sizes or the length of a run is no refusal: these depend on the place.
Result<std::vector<std::int32_t>> placesOfOperators(const OperatorCatalogue& catalogue,
                                                    const Model& model, const Partitioning& placed,
                                                    const ProviderList& providers,
                                                    const Progress& progress = {});

} // namespace partita
