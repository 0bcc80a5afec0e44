#include "core/passes/passes.h"

namespace partita {

/// Does nothing: for measuring what a pass costs.
Result<void> doNothing(PassRun&) { return {}; }

} // namespace partita
