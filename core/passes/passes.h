#pragma once

#include "core/rewrite/pass_run.h"

namespace partita {

// One function for each row of passes.def: a row without its function does not link.
#define NODE_PASS(name, function, kind, analysis, efficiency, target, set, summary)                \
    bool function(Rewriter& rewriter, const Node& node);
#define GRAPH_PASS(name, function, kind, analysis, efficiency, target, set, summary)               \
    Result<void> function(PassRun& run);
#include "core/passes/passes.def"
#undef NODE_PASS
#undef GRAPH_PASS

} // namespace partita
