#include <algorithm>
#include <cmath>
#include <optional>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

template <class T> struct RowStatistics { T mean = 0, inverseDeviation = 0; };

/// Normalizes one row; `to` may be `from`. `centered`: the mean is subtracted first; otherwise the
/// row is only divided by its root mean square.
template <class T>
[[gnu::always_inline]] inline RowStatistics<T> normalize(const T* from, T* to, const T* scale,
                                                         const T* bias, std::int64_t width,
                                                         float epsilon, bool centered) {
    const auto count = static_cast<T>(width);
    const T mean =
        centered ? sumLanes<T>(from, width, [](auto v) PARTITA_INLINE { return v; }) / count : T{0};
    const T squares =
        sumLanes<T>(from, width, [mean](auto v) PARTITA_INLINE { return (v - mean) * (v - mean); });
    const T inverse = T{1} / std::sqrt(squares / count + static_cast<T>(epsilon));
    if (bias)
        for (std::int64_t i = 0; i < width; ++i)
            to[i] = (from[i] - mean) * inverse * scale[i] + bias[i];
    else
        for (std::int64_t i = 0; i < width; ++i)
            to[i] = (from[i] - mean) * inverse * scale[i];
    return {mean, inverse};
}

#define PARTITA_NORMALIZE_ROW(T)                                                                   \
    PARTITA_FOR_EACH_CPU                                                                           \
    RowStatistics<T> normalizeRow(const T* from, T* to, const T* scale, const T* bias,             \
                                  std::int64_t width, float epsilon, bool centered) {              \
        return normalize(from, to, scale, bias, width, epsilon, centered);                         \
    }
PARTITA_NORMALIZE_ROW(float)
PARTITA_NORMALIZE_ROW(double)
#undef PARTITA_NORMALIZE_ROW

/// Scale or bias, which may be broadcast: a row for all rows, or one for each of them.
template <class T> class RowParameter {
public:
    RowParameter(const RuntimeValue& given, const RuntimeValue& x, std::size_t axis)
        : m_rows(given.as<T>()) {
        require(given.type == x.type, "scale and bias must have the type of the input");
        if (isOneRow(given.dims, x.dims, axis))
            return;
        require(given.dims.size() <= x.dims.size() && broadcastDims(given.dims, x.dims) == x.dims,
                "scale and bias do not fit the input");
        const Dims strides = broadcastStrides(given.dims, x.dims);
        std::size_t first = axis;
        for (std::size_t i = 0; i < axis; ++i)
            if (strides[i] != 0 && x.dims[i] != 1) {
                first = 0;
                m_step = product(x.dims, axis);
            }
        if (given.count() == product(x.dims, first))
            return;
        const auto from = static_cast<std::ptrdiff_t>(first);
        m_repeated = RuntimeValue::allocate(x.type, Dims(x.dims.begin() + from, x.dims.end()));
        copyStrided(x.type, given.data, Dims(strides.begin() + from, strides.end()),
                    m_repeated.data, denseStrides(m_repeated.dims), m_repeated.dims);
        m_rows = m_repeated.template as<T>();
    }
    [[nodiscard]] const T* row(std::int64_t i) const { return m_rows + i * m_step; }

private:
    /// Whether `dims` has the sizes of the axes from `axis` on, or is one list of as many elements:
    /// the usual case, for which nothing is allocated.
    static bool isOneRow(const Dims& dims, const Dims& x, std::size_t axis) {
        const std::size_t axes = x.size() - axis;
        return (dims.size() == axes && std::equal(dims.begin(), dims.end(),
                                                  x.end() - static_cast<std::ptrdiff_t>(axes))) ||
               (dims.size() == 1 && dims[0] == product(x, axis));
    }

    RuntimeValue m_repeated;
    const T* m_rows;
    std::int64_t m_step = 0;
};

/// Normalizes all rows. `deviationOutput` gets 1/deviation; output 1 gets the means where it is
/// another one. S: of both.
template <class T, class S>
void normalizeRows(KernelContext& context, const RuntimeValue* bias, bool centered,
                   std::size_t deviationOutput) {
    const RuntimeValue& x = context.input(0);
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", -1), x.dims.size());
    const std::int64_t rows = product(x.dims, 0, axis), width = product(x.dims, axis);
    const RowParameter<T> scales(context.input(1), x, axis);
    std::optional<RowParameter<T>> biases;
    if (bias)
        biases.emplace(*bias, x, axis);
    const float epsilon = context.node().floatAttribute("epsilon", 1e-5F);
    Dims statistics = x.dims;
    std::fill(statistics.begin() + static_cast<std::ptrdiff_t>(axis), statistics.end(), 1);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    const DataType type = std::is_same_v<S, float> ? DataType::float32 : x.type;
    const auto wanted = [&](std::size_t output) {
        return context.wants(output) ? context.output(output, type, statistics).template as<S>()
                                     : nullptr;
    };
    S* means = deviationOutput == 1 ? nullptr : wanted(1);
    S* deviations = wanted(deviationOutput);
    const std::int64_t grain = std::max<std::int64_t>(1, 8192 / std::max<std::int64_t>(1, width));
    parallelFor(rows, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const RowStatistics<T> made =
                normalizeRow(x.as<T>() + row * width, y.as<T>() + row * width, scales.row(row),
                             biases ? biases->row(row) : nullptr, width, epsilon, centered);
            if (means)
                means[row] = static_cast<S>(made.mean);
            if (deviations)
                deviations[row] = static_cast<S>(made.inverseDeviation);
        }
    });
}

} // namespace

/// Normalizes over the axes from `axis` on to mean 0 and variance 1, then scales and shifts.
///
/// Inputs:   X float32 or float64 [D1, …, Dn]; Scale and B with as many elements as the normalized
///           axes, not broadcast; B optional
/// Outputs:  Y of X's type and shape; optional: Mean and InvStdDev in float32, of X's shape with 1 on
///           normalized axes
/// Method:   vector loops in X's type, rows in parallel; the variance in a second pass over the row
/// Source:   ONNX LayerNormalization-17; Ba, Kiros and Hinton, "Layer Normalization" (2016)
void layerNormalizationKernel(KernelContext& context) {
    forFloatType(context.input(0).type, [&]<class T>() {
        normalizeRows<T, float>(context, context.optional(2), true, 2);
    });
}

/// Divides by the root mean square over the axes from `axis` on, then scales.
///
/// Inputs:   X float32 or float64 [D1, …, Dn]; scale, broadcast to X
/// Outputs:  Y of X's type and shape; optional, for SimplifiedLayerNormalization: 1 / root mean
///           square, of X's shape with 1 on normalized axes
/// Method:   vector loops in X's type, rows in parallel
/// Source:   ONNX RMSNormalization-23, ONNX Runtime contrib SimplifiedLayerNormalization; Zhang and
///           Sennrich, "Root Mean Square Layer Normalization" (2019)
void rmsNormalizationKernel(KernelContext& context) {
    forFloatType(context.input(0).type,
                 [&]<class T>() { normalizeRows<T, T>(context, nullptr, false, 1); });
}

} // namespace partita::cpu
