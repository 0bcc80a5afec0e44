#pragma once

#include <array>
#include <cstdint>

#include "core/base/progress.h"
#include "core/ir/tensor.h"

namespace partita {

/// What a weight looks like in numbers; over finite values only.
struct TensorStatistics {
    std::int64_t count = 0, zeros = 0, nans = 0, infinities = 0;
    double minimum = 0, maximum = 0, mean = 0, deviation = 0;
    std::array<std::uint64_t, 40> histogram{}; ///< equal steps from minimum to maximum
};

Result<TensorStatistics> tensorStatistics(const Tensor& tensor, const Progress& progress = {});

} // namespace partita
