#include "core/report/tensor_statistics.h"

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
        sum += value;
    }
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    if (finite == 0)
        return result;
    result.mean = sum / static_cast<double>(finite);
    const double range = result.maximum - result.minimum;
    const auto bins = static_cast<double>(result.histogram.size());
    for (const double value : *values) {
        if (!std::isfinite(value))
            continue;
        squares += (value - result.mean) * (value - result.mean);
        const double place = range > 0 ? (value - result.minimum) / range * bins : 0;
        ++result.histogram[std::min(result.histogram.size() - 1, static_cast<std::size_t>(place))];
    }
    result.deviation = std::sqrt(squares / static_cast<double>(finite));
    return result;
}

} // namespace partita
