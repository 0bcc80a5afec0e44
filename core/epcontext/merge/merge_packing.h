#pragma once

#include "core/epcontext/merge/merge.h"

namespace partita {

/// Moves the named outputs to the front. A name that is no output or is given twice is a problem.
void orderOutputs(MergePlan& plan, const std::vector<std::string>& first);

/// Embeds binaries into the model or moves them to files of the plan, as `options.embed` says.
/// Refuses what a node's source does not allow (docs/epcontext.md).
Result<void> packBinaries(MergePlan& plan, const MergeOptions& options);

} // namespace partita
