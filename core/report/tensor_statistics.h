#pragma once

#include <array>
#include <cstdint>

#include "core/base/progress.h"
#include "core/ir/tensor.h"

namespace partita {

/// Statistics of a tensor's elements; all but the counts are over finite values only.
struct TensorStatistics {
    std::int64_t count = 0, zeros = 0, nans = 0, infinities = 0;
    double minimum = 0, maximum = 0, mean = 0, deviation = 0;
    std::array<std::uint64_t, 40> histogram{}; ///< equal steps from minimum to maximum
};

/// Fails for strings, damaged data, more than 2^28 elements, and when cancelled.
Result<TensorStatistics> tensorStatistics(const Tensor& tensor, const Progress& progress = {});

} // namespace partita
