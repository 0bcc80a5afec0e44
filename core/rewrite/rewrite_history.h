#pragma once

#include <optional>

#include "core/rewrite/pipeline.h"

namespace partita {

/// A model and the rewrites that were made to it, with every state between them.
class RewriteHistory {
public:
    RewriteHistory(Model start, PipelineResult result);

    [[nodiscard]] std::size_t size() const { return m_steps.size(); }
    [[nodiscard]] const PipelineResult& result() const { return m_result; }
    [[nodiscard]] const Model& start() const { return m_start; }
    [[nodiscard]] const Rewrite& rewrite(std::size_t step) const;
    [[nodiscard]] const PassTrace& trace(std::size_t step) const;
    /// The model after the first `count` rewrites. Moving by one costs what that rewrite changed.
    const Model& at(std::size_t count);
    /// Later rewrites that changed what `step` changed or what undoing it brings back to use, and
    /// those that in turn build on them, ascending: `step` cannot be undone without them.
    [[nodiscard]] std::vector<std::size_t> dependents(std::size_t step) const;
    /// The same history without `step` and what builds on it; everything else stays as it is.
    [[nodiscard]] RewriteHistory without(std::size_t step) const;

private:
    struct Step {
        std::size_t trace, rewrite;
    };
    Model m_start, m_model; ///< m_model: after the first m_position rewrites
    PipelineResult m_result;
    std::vector<Step> m_steps;
    std::size_t m_position = 0;
};

/// The first of `history`'s rewrites after which `isGood` says no, found in about log2(size) calls;
/// nothing: the last state is good. Fails where `isGood` does. What breaks is taken to stay broken.
template <class IsGood>
Result<std::optional<std::size_t>> bisect(RewriteHistory& history, IsGood&& isGood) {
    Result<bool> last = isGood(history.at(history.size()));
    if (!last)
        return std::move(last).error();
    if (*last)
        return std::optional<std::size_t>();
    std::size_t good = 0, bad = history.size(); // states, by how many rewrites they have
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
