#pragma once

#include "core/epcontext/merge/merge.h"

namespace partita {

/// Puts the outputs that are named first. Fails for a name that is no output, or stands twice.
Result<void> orderOutputs(MergePlan& plan, const std::vector<std::string>& first);

/// Moves binaries into the model, or out of it into files of the plan, as the options say. Refuses
/// what the source of a node does not allow: see docs/epcontext.md.
Result<void> packBinaries(MergePlan& plan, const MergeOptions& options);

} // namespace partita
