#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Removes nodes whose results are not used.
///
/// Before:   Y = F(X)    no node reads Y and no graph returns it
/// After:    nothing
Result<void> eliminateDeadend(PassRun& run) {
    const auto& order = run.order();
    for (auto at = order.rbegin(); at != order.rend() && !run.stopped(); ++at) {
        const auto node = run.model().node(*at);
        if (!node)
            continue;
        const bool read = std::ranges::any_of(node->outputs, [&](ValueId output) {
            return output &&
                   (!run.model().consumers(output).empty() || run.model().isGraphOutput(output));
        });
        if (!read)
            run.attempt(*at, [&](Rewriter& rewriter) {
                rewriter.remove(*at);
                return true;
            });
    }
    return {};
}

} // namespace partita
