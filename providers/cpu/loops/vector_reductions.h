#pragma once

#include <array>
#include <cstdint>

#include "providers/cpu/loops/cpu_dispatch.h"

namespace partita::cpu {

// Reductions along a row in independent lanes, which are joined in a fixed order, so that results
// are the same on every machine. Must be called within onBestCpu.

/// Reduces a row: step(accumulator, element) for all elements, then join(accumulator, accumulator)
/// of the lanes. Each lane begins with `start`.
template <class A, class T, class Step, class Join>
PARTITA_INLINE inline A reduceLanes(const T* row, std::int64_t count, A start, Step step,
                                    Join join) {
    constexpr std::int64_t kLanes = 32;
    std::array<A, kLanes> lanes;
    lanes.fill(start);
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] =
                step(lanes[lane], static_cast<A>(row[i + static_cast<std::int64_t>(lane)]));
    for (std::size_t lane = 0; i < count; ++i, ++lane)
        lanes[lane] = step(lanes[lane], static_cast<A>(row[i]));
    A all = lanes[0];
    for (std::size_t lane = 1; lane < kLanes; ++lane)
        all = join(all, lanes[lane]);
    return all;
}

/// Σ f(row[i]) in A.
template <class A, class T, class F>
PARTITA_INLINE inline A sumLanes(const T* row, std::int64_t count, F f) {
    return reduceLanes(
        row, count, A{0}, [f](A sum, A value) { return sum + f(value); },
        [](A a, A b) { return a + b; });
}

/// Σ a[i] · b[i].
template <class T> PARTITA_INLINE inline T dotLanes(const T* a, const T* b, std::int64_t count) {
    constexpr std::int64_t kLanes = 16;
    std::array<T, kLanes> lanes{};
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::int64_t at = i + static_cast<std::int64_t>(lane);
            lanes[lane] += a[at] * b[at];
        }
    for (std::size_t lane = 0; i < count; ++i, ++lane)
        lanes[lane] += a[i] * b[i];
    T sum{};
    for (const T lane : lanes)
        sum += lane;
    return sum;
}

} // namespace partita::cpu
