#pragma once

#include <functional>
#include <vector>

#include "core/base/result.h"

namespace partita::cpu {

/// Which steps wait for which. Steps are numbered in an order in which they could run one by one.
struct StepDependencies {
    std::vector<std::vector<std::size_t>> successors;
    std::vector<std::size_t> waitsFor; ///< by step: how many others must be done before it

    explicit StepDependencies(std::size_t steps = 0) : successors(steps), waitsFor(steps) {}
    /// `later` reads what `earlier` makes; said twice it counts once.
    void add(std::size_t earlier, std::size_t later);
};

/// Runs every step as soon as those it waits for are done, on up to `threads` threads, each step
/// itself on one. Of steps that could run, the one that comes first in order does. After a failure
/// no further step begins; of several failures the first in order is returned.
Result<void> runInParallel(const StepDependencies& dependencies, int threads,
                           const std::function<Result<void>(std::size_t)>& runStep);

} // namespace partita::cpu
