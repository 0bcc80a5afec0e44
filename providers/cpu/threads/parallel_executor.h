#pragma once

#include <functional>
#include <vector>

#include "core/base/result.h"

namespace partita::cpu {

/// The dependencies between steps, which are numbered in an order of execution.
struct StepDependencies {
    std::vector<std::vector<std::size_t>> successors;
    std::vector<std::size_t> waitsFor; ///< by step: the number of steps that it waits for

    explicit StepDependencies(std::size_t steps = 0) : successors(steps), waitsFor(steps) {}
    /// Makes `later` wait for `earlier`; repeated calls count once.
    void add(std::size_t earlier, std::size_t later);
};

/// Runs each step once the steps that it waits for are done, on up to `threads` threads with one
/// step each. Of the steps that are ready, the first in order runs first. After a failure no
/// further step begins; of several failures the first in order is returned.
Result<void> runInParallel(const StepDependencies& dependencies, int threads,
                           const std::function<Result<void>(std::size_t)>& runStep);

} // namespace partita::cpu
