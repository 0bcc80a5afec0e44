#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace partita::fuzz {

/// A way to make a case smaller; nothing where it changes nothing.
template <class Case> using ShrinkStep = std::function<std::optional<Case>(const Case&)>;
/// The steps of one kind, in their order. One whose place an earlier step removed changes nothing.
template <class Case> using ShrinkKind = std::vector<ShrinkStep<Case>> (*)(const Case&);

/// A smaller case for which `isWrong` still holds: kind after kind, each step is kept if the case
/// stays wrong, and all are tried again as long as that helps.
template <class Case>
Case shrunk(Case each, const std::vector<ShrinkKind<Case>>& kinds,
            const std::function<bool(const Case&)>& isWrong) {
    for (int round = 0; round < 4; ++round) {
        bool smaller = false;
        for (const ShrinkKind<Case> stepsOf : kinds)
            for (const ShrinkStep<Case>& step : stepsOf(each))
                if (auto tried = step(each); tried && isWrong(*tried)) {
                    each = *std::move(tried);
                    smaller = true;
                }
        if (!smaller)
            break;
    }
    return each;
}

} // namespace partita::fuzz
