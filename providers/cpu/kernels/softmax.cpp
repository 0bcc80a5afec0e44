#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/softmax_row.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kAtOnce = 16; ///< rows, or elements of a short one

template <std::size_t N> using FloatLanes = VectorOf<float, N>;
/// Elements that ReductionLanes take at a time.
constexpr std::int64_t kLanesAtOnce = 32;

/// The largest element, with explicit vectors: the compiler does not vectorize this comparison.
template <std::size_t N>
PARTITA_INLINE inline float largestOf(const float* row, std::int64_t count) {
    constexpr auto kWidth = static_cast<std::int64_t>(N);
    const auto more = [](auto a, auto b) PARTITA_INLINE { return b > a ? b : a; };
    if (count < kWidth) {
        float largest = -HUGE_VALF;
        for (std::int64_t i = 0; i < count; ++i)
            largest = more(largest, row[i]);
        return largest;
    }
    ReductionLanes<N * sizeof(float), float> most(-HUGE_VALF);
    std::int64_t i = 0;
    for (; i + kLanesAtOnce <= count; i += kLanesAtOnce)
        most.add(row + i, more);
    const auto take = [&](std::int64_t at) PARTITA_INLINE {
        most.vectors[0] = more(most.vectors[0], vectorAt<float, N>(row + at));
    };
    for (; i + kWidth <= count; i += kWidth)
        take(i);
    take(count - kWidth); // what is seen twice is harmless
    // A NaN may have hidden the others, but it makes the whole row NaN anyway.
    return joinLanes<float>(most.joined(more), more);
}

/// Adds a mask to a row, or makes minus infinity of the scores that it does not count.
template <class T>
PARTITA_INLINE inline void applyMask(float* row, const T* mask, std::int64_t step,
                                     std::int64_t count) {
    const auto with = [](float score, T each) PARTITA_INLINE {
        if constexpr (std::is_same_v<T, float>)
            return score + each;
        else
            return each ? score : -HUGE_VALF;
    };
    if (step == 1)
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = with(row[i], mask[i]);
    else
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = with(row[i], mask[i * step]);
}

/// made = e^(x - largest) for the elements at `from`.
template <std::size_t N>
PARTITA_INLINE inline void expBelow(const float* from, float largest, FloatLanes<N>& made) {
    std::memcpy(&made, from, sizeof made);
    made = made - largest;
    vectorExpOfNegative<VectorOf<std::uint32_t, N>>(made);
}

/// As expAll for rows of fewer elements than vectors hold.
PARTITA_INLINE inline float expFew(const float* from, float largest, float* row,
                                   std::int64_t count) {
    std::array<float, kAtOnce> some; // NOLINT: filled below
    some.fill(-HUGE_VALF);
    std::copy_n(from, count, some.data());
    FloatLanes<kAtOnce> made; // NOLINT: filled below
    expBelow<kAtOnce>(some.data(), largest, made);
    std::memcpy(some.data(), &made, sizeof made);
    if (row)
        std::copy_n(some.data(), count, row);
    return std::accumulate(some.data(), some.data() + count, 0.0F);
}

/// row = e^(x - largest) for the elements at `from`; returns their sum. A null `row` takes the sum
/// alone.
template <std::size_t N>
PARTITA_INLINE inline float expAll(const float* from, float largest, float* row,
                                   std::int64_t count) {
    constexpr auto kWidth = static_cast<std::int64_t>(N);
    if (count < kAtOnce)
        return expFew(from, largest, row, count);
    const auto add = [](auto a, auto b) PARTITA_INLINE { return a + b; };
    // The last elements together with some before them, which the loop also makes; they are stored
    // when it has read all.
    FloatLanes<N> last, made; // NOLINT: filled below
    ReductionLanes<N * sizeof(float), float> sums(0);
    expBelow<N>(from + count - kWidth, largest, last);
    const auto take = [&](std::int64_t at, FloatLanes<N>& sum) PARTITA_INLINE {
        expBelow<N>(from + at, largest, made);
        if (row)
            std::memcpy(row + at, &made, sizeof made);
        sum += made;
    };
    std::int64_t i = 0;
    for (; i + kLanesAtOnce <= count; i += kLanesAtOnce)
#pragma GCC unroll 4
        for (std::size_t v = 0; v < sums.kVectors; ++v)
            take(i + static_cast<std::int64_t>(v * N), sums.vectors[v]);
    for (; i + kWidth <= count; i += kWidth)
        take(i, sums.vectors[0]);
    if (i < count) {
        constexpr std::array<std::uint32_t, 16> kPlaces = {0, 1, 2,  3,  4,  5,  6,  7,
                                                           8, 9, 10, 11, 12, 13, 14, 15};
        VectorOf<std::uint32_t, N> places; // NOLINT: filled below
        std::memcpy(&places, kPlaces.data(), sizeof places);
        const auto seen = static_cast<std::uint32_t>(i - (count - kWidth));
        sums.vectors[sums.kVectors - 1] += places < seen ? FloatLanes<N>{} : last;
        if (row)
            std::memcpy(row + count - kWidth, &last, sizeof last);
    }
    return joinLanes<float>(sums.joined(add), add);
}

/// maskRow and expRow by vectors of `Bytes`.
template <std::size_t Bytes>
PARTITA_INLINE inline float largestMasked(float* row, const RowMask& mask, std::int64_t count) {
    if (mask.added)
        applyMask(row, mask.added, mask.step, count);
    else if (mask.counts)
        applyMask(row, mask.counts, mask.step, count);
    return largestOf<Bytes / sizeof(float)>(row, count);
}
template <std::size_t Bytes>
PARTITA_INLINE inline float expOf(float* row, float largest, std::int64_t count) {
    return expAll<Bytes / sizeof(float)>(row, largest == -HUGE_VALF ? 0 : largest, row, count);
}

/// The share that an exponential has in the sum. Masked elements come near to 0. Subnormal numbers
/// make later arithmetic about ten times slower, so they are flushed to 0.
template <class V, class F> PARTITA_INLINE inline void shareOf(V& exponential, F factor) {
    exponential = exponential * factor;
    exponential = exponential < std::numeric_limits<float>::min() ? V{} : exponential;
}

} // namespace

float maskRow(float* row, const RowMask& mask, std::int64_t count) {
    float largest = 0;
    onWidestCpu([&](auto bytes)
                    PARTITA_INLINE { largest = largestMasked<bytes>(row, mask, count); });
    return largest;
}

float expRow(float* row, float largest, std::int64_t count) {
    float sum = 0;
    onWidestCpu([&](auto bytes) PARTITA_INLINE { sum = expOf<bytes>(row, largest, count); });
    return sum;
}

RowSum weighRow(float* row, const RowMask& mask, float atLeast, std::int64_t count) {
    RowSum made{}; // NOLINT: filled below
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        made.largest = std::max(atLeast, largestMasked<bytes>(row, mask, count));
        made.sum = expOf<bytes>(row, made.largest, count);
    });
    return made;
}

namespace {

/// row = e^x / Σ e^x for x = from. `row` may be `from`.
void softmaxRow(const float* from, float* row, std::int64_t count) {
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kLanes = bytes / sizeof(float);
        constexpr auto kWidth = static_cast<std::int64_t>(kLanes);
        const float factor =
            1.0F / expAll<kLanes>(from, largestOf<kLanes>(from, count), row, count);
        std::int64_t i = 0;
        for (; i + kWidth <= count; i += kWidth) {
            FloatLanes<kLanes> some; // NOLINT: filled below
            std::memcpy(&some, row + i, sizeof some);
            shareOf(some, factor);
            std::memcpy(row + i, &some, sizeof some);
        }
        for (; i < count; ++i)
            shareOf(row[i], factor);
    });
}

/// softmaxRow for kAtOnce rows of fewer than kAtOnce elements, with the same results: each row has a
/// lane, because a row alone would fill a part of a register only.
PARTITA_FOR_EACH_CPU
void softmaxShortRows(const float* from, float* to, std::int64_t count) {
    using Rows = FloatLanes<kAtOnce>;
    Rows columns[kAtOnce], most = Rows{} - HUGE_VALF, sums{}; // NOLINT: filled below
    for (std::int64_t i = 0; i < count; ++i) {
        for (std::int64_t k = 0; k < kAtOnce; ++k)
            columns[i][k] = from[k * count + i];
        most = columns[i] > most ? columns[i] : most;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        columns[i] = columns[i] - most;
        vectorExpOfNegative<VectorOf<std::uint32_t, kAtOnce>>(columns[i]);
        sums += columns[i];
    }
    const Rows factors = 1.0F / sums;
    for (std::int64_t i = 0; i < count; ++i) {
        shareOf(columns[i], factors);
        for (std::int64_t k = 0; k < kAtOnce; ++k)
            to[k * count + i] = columns[i][k];
    }
}

/// Softmax of rows that lie one behind the other.
void softmaxRows(const float* from, float* to, std::int64_t rows, std::int64_t count) {
    std::int64_t n = 0;
    for (; count < kAtOnce && n + kAtOnce <= rows; n += kAtOnce)
        softmaxShortRows(from + n * count, to + n * count, count);
    for (; n < rows; ++n)
        softmaxRow(from + n * count, to + n * count, count);
}

/// x - log Σ e^x. The largest element is subtracted from x first: added to a number like 10,000,
/// the logarithm would lose its digits.
void logSoftmaxRow(const float* from, float* row, std::int64_t count) {
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kLanes = bytes / sizeof(float);
        const float largest = largestOf<kLanes>(from, count);
        const float logSum = std::log(expAll<kLanes>(from, largest, nullptr, count));
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = (from[i] - largest) - logSum;
    });
}

void logSoftmaxRows(const float* from, float* to, std::int64_t rows, std::int64_t count) {
    for (std::int64_t n = 0; n < rows; ++n)
        logSoftmaxRow(from + n * count, to + n * count, count);
}

/// Calls work(from, to, rows, count) for all rows along the axis; `from` and `to` may be the same.
/// Before version 13 the input is a matrix that is split at `axis`; since then rows go along the axis.
template <class F> void forEachRow(KernelContext& context, F&& work) {
    const RuntimeValue& x = context.input(0);
    const bool matrix = context.version() < 13;
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", matrix ? 1 : -1), x.dims.size());
    RuntimeValue& y = context.output(0, x.type, x.dims);
    if (y.count() == 0)
        return;
    const std::int64_t outer = product(x.dims, 0, axis),
                       count = matrix ? product(x.dims, axis) : x.dims[axis],
                       inner = matrix ? 1 : product(x.dims, axis + 1);
    const float* from = x.as<float>();
    float* to = y.as<float>();
    parallelFor(outer * inner, std::max<std::int64_t>(1, 8192 / count),
                [&](std::int64_t begin, std::int64_t end) {
                    if (inner == 1) {
                        work(from + begin * count, to + begin * count, end - begin, count);
                        return;
                    }
                    std::vector<float> row(static_cast<std::size_t>(count));
                    for (std::int64_t n = begin; n < end; ++n) {
                        const std::int64_t at = n / inner * inner * count + n % inner;
                        for (std::int64_t i = 0; i < count; ++i)
                            row[static_cast<std::size_t>(i)] = from[at + i * inner];
                        work(row.data(), row.data(), 1, count);
                        for (std::int64_t i = 0; i < count; ++i)
                            to[at + i * inner] = row[static_cast<std::size_t>(i)];
                    }
                });
}

} // namespace

/// Computes e^x / Σ e^x along an axis.
///
/// Inputs:   input float32 [D1, …, Dn]
/// Outputs:  output [D1, …, Dn]
/// Method:   a vector loop for each row less its largest element, or over 16 short rows at a time,
///           on several threads; rows along another axis than the last are copied into a buffer
///           first. Before version 13 all axes from `axis` on are one row. Results below the normal
///           numbers are 0.
/// Source:   ONNX Softmax-13
void softmaxKernel(KernelContext& context) { forEachRow(context, softmaxRows); }

/// Computes x - log Σ e^x along an axis.
///
/// Inputs:   input float32 [D1, …, Dn]
/// Outputs:  output [D1, …, Dn]
/// Method:   a vector loop for each row less its largest element, on several threads; rows as in
///           Softmax
/// Source:   ONNX LogSoftmax-13
void logSoftmaxKernel(KernelContext& context) { forEachRow(context, logSoftmaxRows); }

} // namespace partita::cpu
