#include "core/rewrite/rewrite_choices.h"

namespace partita {

Recipe::Skip skipOf(const RewriteHistory& history, std::size_t step) {
    const Rewrite& rewrite = history.rewrite(step);
    return {std::string(rewrite.pass), rewrite.anchorName};
}

std::vector<Recipe::Skip> skipsFrom(const RewriteHistory& history, std::size_t step) {
    const std::string pass(history.rewrite(step).pass);
    const int round = history.trace(step).round;
    std::vector<Recipe::Skip> skips;
    for (std::size_t later = step; later < history.size() && history.trace(later).round == round;
         ++later)
        if (const Rewrite& rewrite = history.rewrite(later); rewrite.pass == pass)
            skips.push_back({pass, rewrite.anchorName, round});
    skips.push_back({pass, "*", 0, round + 1});
    return skips;
}

std::vector<Recipe::Skip> skipsOfUndo(const RewriteHistory& history, std::size_t step) {
    std::vector<std::size_t> undone = history.dependents(step);
    undone.insert(undone.begin(), step);
    std::vector<Recipe::Skip> skips;
    for (const std::size_t each : undone) {
        const Rewrite& rewrite = history.rewrite(each);
        skips.push_back({std::string(rewrite.pass), rewrite.anchorName, history.trace(each).round});
    }
    return skips;
}

} // namespace partita
