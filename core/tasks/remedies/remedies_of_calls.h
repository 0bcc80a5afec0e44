#pragma once

#include "core/ir/inline_functions.h"
#include "core/tasks/remedies/remedies.h"

namespace partita {

/// What would help a model with calls of its own functions: the search looks at the nodes that are
/// placed, `inlined`, and what it finds is told of the nodes of `model`.
Result<Remedies> remediesOfCalls(const Model& model, const InlinedModel& inlined,
                                 const ProviderList& providers, const RemedyOptions& options,
                                 const Progress& progress);

} // namespace partita
