#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/softmax_row.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kAtOnce = 16;
/// As many floats as the widest registers hold; on narrower ones it takes several registers.
using FloatLanes = float __attribute__((vector_size(kAtOnce * sizeof(float))));

// Vectors are handed over by reference: by value they have another ABI for each instruction set.

/// Calls work(fold) for each step in which the lanes of a vector are joined into the first one:
/// fold(v, other) gives for each lane the one to join.
template <class F> [[gnu::always_inline]] inline void forHalves(F&& work) {
    work([](const FloatLanes& v, FloatLanes& other) PARTITA_INLINE {
        other = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13,
                                        14, 15);
    });
    work([](const FloatLanes& v, FloatLanes& other) PARTITA_INLINE {
        other = __builtin_shufflevector(v, v, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7);
    });
    work([](const FloatLanes& v, FloatLanes& other) PARTITA_INLINE {
        other = __builtin_shufflevector(v, v, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3);
    });
    work([](const FloatLanes& v, FloatLanes& other) PARTITA_INLINE {
        other = __builtin_shufflevector(v, v, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    });
}

/// The largest element, with explicit vectors: the compiler does not vectorize this comparison.
[[gnu::always_inline]] inline float largestOf(const float* row, std::int64_t count) {
    float largest = -HUGE_VALF;
    if (count < kAtOnce) {
        for (std::int64_t i = 0; i < count; ++i)
            largest = row[i] > largest ? row[i] : largest;
        return largest;
    }
    FloatLanes most[2], next[2];
    std::memcpy(&most[0], row, sizeof most[0]);
    std::memcpy(&most[1], row + count - kAtOnce, sizeof most[1]); // what is seen twice is harmless
    std::int64_t i = kAtOnce;
    for (; i + 2 * kAtOnce <= count; i += 2 * kAtOnce) {
        std::memcpy(next, row + i, sizeof next);
        most[0] = next[0] > most[0] ? next[0] : most[0];
        most[1] = next[1] > most[1] ? next[1] : most[1];
    }
    for (; i + kAtOnce <= count; i += kAtOnce) {
        std::memcpy(&next[0], row + i, sizeof next[0]);
        most[0] = next[0] > most[0] ? next[0] : most[0];
    }
    most[0] = most[1] > most[0] ? most[1] : most[0];
    forHalves([&](auto fold) PARTITA_INLINE {
        fold(most[0], next[0]);
        most[0] = next[0] > most[0] ? next[0] : most[0];
    });
    // A NaN may have hidden the others, but it makes the whole row NaN anyway.
    return most[0][0] > largest ? most[0][0] : largest;
}

/// Writes from + mask to `row` and returns it; without a mask returns `from`.
[[gnu::always_inline]] inline const float* masked(const float* from, const float* mask,
                                                  std::int64_t maskStep, float* row,
                                                  std::int64_t count) {
    if (!mask)
        return from;
    if (maskStep == 1)
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = from[i] + mask[i];
    else
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = from[i] + mask[i * maskStep];
    return row;
}

} // namespace

PARTITA_FOR_EACH_CPU
void softmaxRow(const float* from, const float* mask, std::int64_t maskStep, float* row,
                std::int64_t count) {
    from = masked(from, mask, maskStep, row, count);
    const float largest = largestOf(from, count);
    std::array<float, kAtOnce> sums{};
    std::int64_t i = 0;
    for (; i + kAtOnce <= count; i += kAtOnce)
        for (std::int64_t k = 0; k < kAtOnce; ++k) {
            row[i + k] = vectorExp(from[i + k] - largest);
            sums[static_cast<std::size_t>(k)] += row[i + k];
        }
    for (; i < count; ++i) {
        row[i] = vectorExp(from[i] - largest);
        sums[static_cast<std::size_t>(i % kAtOnce)] += row[i];
    }
    float sum = 0;
    for (const float each : sums)
        sum += each;
    const float factor = 1.0F / sum;
    // Masked elements come near to 0. Subnormal numbers make later arithmetic about ten times
    // slower, so they are flushed to 0.
    for (i = 0; i < count; ++i) {
        const float weight = row[i] * factor;
        row[i] = weight < std::numeric_limits<float>::min() ? 0.0F : weight;
    }
}

namespace {

using BitLanes = std::uint32_t __attribute__((vector_size(kAtOnce * sizeof(float))));

/// made = e^(x - largest) for the elements at `from`.
[[gnu::always_inline]] inline void expBelow(const float* from, float largest, FloatLanes& made) {
    constexpr float kLog2OfE = 1.44269504F;
    std::memcpy(&made, from, sizeof made);
    made = (made - largest) * kLog2OfE;
    vectorPowerOfTwo<BitLanes>(made);
}

} // namespace

PARTITA_FOR_EACH_CPU
float expRow(const float* from, const float* mask, std::int64_t maskStep, float* row,
             std::int64_t count) {
    from = masked(from, mask, maskStep, row, count);
    const float largest = largestOf(from, count);
    if (count < kAtOnce) {
        float some[kAtOnce];
        std::fill(some, some + kAtOnce, -HUGE_VALF);
        std::copy_n(from, count, some);
        FloatLanes made;
        expBelow(some, largest, made);
        std::memcpy(some, &made, sizeof some);
        float sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += row[i] = some[i];
        return sum;
    }
    // The last elements together with some before them, which the loop also makes; they are stored
    // when it has read all.
    FloatLanes last, made, sums[2] = {};
    expBelow(from + count - kAtOnce, largest, last);
    std::int64_t i = 0;
    for (; i + 2 * kAtOnce <= count; i += 2 * kAtOnce)
        for (int half = 0; half < 2; ++half) {
            expBelow(from + i + half * kAtOnce, largest, made);
            std::memcpy(row + i + half * kAtOnce, &made, sizeof made);
            sums[half] += made;
        }
    if (i + kAtOnce <= count) {
        expBelow(from + i, largest, made);
        std::memcpy(row + i, &made, sizeof made);
        sums[0] += made;
        i += kAtOnce;
    }
    if (i < count) {
        constexpr BitLanes kPlace = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        const auto seen = static_cast<std::uint32_t>(i - (count - kAtOnce));
        sums[1] += kPlace < seen ? FloatLanes{} : last;
        std::memcpy(row + count - kAtOnce, &last, sizeof last);
    }
    sums[0] += sums[1];
    forHalves([&](auto fold) PARTITA_INLINE {
        fold(sums[0], made);
        sums[0] += made;
    });
    return sums[0][0];
}

namespace {

/// softmaxRow for kAtOnce rows of fewer than kAtOnce elements, with the same results: each row has a
/// lane, because a row alone would fill a part of a register only.
PARTITA_FOR_EACH_CPU
void softmaxShortRows(const float* from, float* to, std::int64_t count) {
    float columns[kAtOnce][kAtOnce], most[kAtOnce], sums[kAtOnce];
    std::fill(most, most + kAtOnce, -HUGE_VALF);
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t k = 0; k < kAtOnce; ++k) {
            columns[i][k] = from[k * count + i];
            most[k] = columns[i][k] > most[k] ? columns[i][k] : most[k];
        }
    std::fill(sums, sums + kAtOnce, 0.0F);
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t k = 0; k < kAtOnce; ++k) {
            columns[i][k] = vectorExp(columns[i][k] - most[k]);
            sums[k] += columns[i][k];
        }
    for (std::int64_t k = 0; k < kAtOnce; ++k)
        sums[k] = 1.0F / sums[k];
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t k = 0; k < kAtOnce; ++k) {
            const float weight = columns[i][k] * sums[k];
            to[k * count + i] = weight < std::numeric_limits<float>::min() ? 0.0F : weight;
        }
}

/// Softmax of rows that lie one behind the other.
void softmaxRows(const float* from, float* to, std::int64_t rows, std::int64_t count) {
    std::int64_t n = 0;
    for (; count < kAtOnce && n + kAtOnce <= rows; n += kAtOnce)
        softmaxShortRows(from + n * count, to + n * count, count);
    for (; n < rows; ++n)
        softmaxRow(from + n * count, nullptr, 0, to + n * count, count);
}

/// x - log Σ e^x. The largest element is subtracted from x first: added to a number like 10,000,
/// the logarithm would lose its digits.
PARTITA_FOR_EACH_CPU
void logSoftmaxRow(const float* from, float* row, std::int64_t count) {
    const float largest = largestOf(from, count);
    std::array<float, kAtOnce> sums{};
    std::int64_t i = 0;
    for (i = 0; i + kAtOnce <= count; i += kAtOnce)
        for (std::int64_t k = 0; k < kAtOnce; ++k)
            sums[static_cast<std::size_t>(k)] += vectorExp(from[i + k] - largest);
    for (; i < count; ++i)
        sums[static_cast<std::size_t>(i % kAtOnce)] += vectorExp(from[i] - largest);
    float sum = 0;
    for (const float each : sums)
        sum += each;
    const float logSum = std::log(sum);
    for (i = 0; i < count; ++i)
        row[i] = (from[i] - largest) - logSum;
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
