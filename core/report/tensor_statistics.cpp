#include "core/report/tensor_statistics.h"

#include "core/base/mapped_files.h"
#include "core/base/try.h"

#include <algorithm>
#include <cmath>

namespace partita {

Result<TensorStatistics> tensorStatistics(const Tensor& tensor, const Progress& progress) {
    const auto values = elementsAsDoubles(tensor, std::int64_t{1} << 28);
    if (!values)
        return values.error();
    TensorStatistics result;
    result.count = tensor.count();
    double sum = 0, squares = 0;
    constexpr double kLarge = 1e140; // sums and squares of more may overflow
    std::int64_t finite = 0;
    for (const double value : *values) {
        if (!std::isfinite(value)) {
            ++(std::isnan(value) ? result.nans : result.infinities);
            continue;
        }
        result.minimum = finite ? std::min(result.minimum, value) : value;
        result.maximum = finite ? std::max(result.maximum, value) : value;
        ++finite;
        result.zeros += value == 0;
    }
    // A file that is cut off reads as zeros, which would be figures of nothing.
    const Buffer bytes = PARTITA_TRY(elements(tensor));
    PARTITA_TRY(checkUnchanged(bytes.bytes()));
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    if (finite == 0)
        return result;
    const double largest = std::max(std::abs(result.minimum), std::abs(result.maximum)),
                 scale = largest > kLarge ? largest : 1;
    for (const double value : *values)
        sum += std::isfinite(value) ? value / scale : 0;
    const double mean = sum / static_cast<double>(finite), least = result.minimum / scale;
    result.mean = mean * scale;
    const double range = result.maximum / scale - least;
    const auto bins = static_cast<double>(result.histogram.size());
    for (const double value : *values) {
        if (!std::isfinite(value))
            continue;
        squares += (value / scale - mean) * (value / scale - mean);
        const double place = range > 0 ? (value / scale - least) / range * bins : 0;
        ++result.histogram[std::min(result.histogram.size() - 1, static_cast<std::size_t>(place))];
    }
    result.deviation = std::sqrt(squares / static_cast<double>(finite)) * scale;
    return result;
}

} // namespace partita
