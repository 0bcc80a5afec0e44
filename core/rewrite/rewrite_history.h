#pragma once

#include <optional>

#include "core/rewrite/pipeline.h"

namespace partita {

/// A model and the rewrites applied to it, with access to every intermediate state.
class RewriteHistory {
public:
    RewriteHistory(Model start, PipelineResult result);

    [[nodiscard]] std::size_t size() const { return m_steps.size(); }
    [[nodiscard]] const PipelineResult& result() const { return m_result; }
    [[nodiscard]] const Model& start() const { return m_start; }
    [[nodiscard]] const Rewrite& rewrite(std::size_t step) const;
    [[nodiscard]] const PassTrace& trace(std::size_t step) const;
    /// The model after the first `count` rewrites. A step from one state to the next takes time in
    /// the size of the rewrite.
    const Model& at(std::size_t count);
    /// The later rewrites that depend on `step`, directly or through others, in ascending order:
    /// they changed what `step` changed, or what undoing `step` would use again. `step` cannot be
    /// undone without them.
    [[nodiscard]] std::vector<std::size_t> dependents(std::size_t step) const;
    /// The history without `step` and its dependents; all other rewrites are unchanged.
    [[nodiscard]] RewriteHistory without(std::size_t step) const;

private:
    struct Step {
        std::size_t trace, rewrite;
    };
    Model m_start, m_model; ///< m_model: after m_position rewrites
    PipelineResult m_result;
    std::vector<Step> m_steps;
    std::size_t m_position = 0;
};

/// The index of the first rewrite after which `isGood` returns false, found in about log2(size)
/// calls; nothing: the last state is good. Assumes that the start is good and that a bad state
/// stays bad. Fails when `isGood` fails.
template <class IsGood>
Result<std::optional<std::size_t>> bisect(RewriteHistory& history, IsGood&& isGood) {
    Result<bool> last = isGood(history.at(history.size()));
    if (!last)
        return std::move(last).error();
    if (*last)
        return std::optional<std::size_t>();
    std::size_t good = 0, bad = history.size(); // numbers of rewrites
    while (bad - good > 1) {
        const std::size_t middle = good + (bad - good) / 2;
        Result<bool> answer = isGood(history.at(middle));
        if (!answer)
            return std::move(answer).error();
        (*answer ? good : bad) = middle;
    }
    return std::optional(bad - 1);
}

} // namespace partita
