#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

/// For each place along an axis of the output, the place of the input that it takes; −1: none.
using AxisMap = std::vector<std::int64_t>;

/// The n for which `map` takes each element n times in order (0, 0, 1, 1, … for 2); 0 if there is
/// none.
inline std::int64_t repetitionsIn(const AxisMap& map) {
    const auto size = static_cast<std::int64_t>(map.size());
    std::int64_t times = 0;
    while (times < size && map[static_cast<std::size_t>(times)] == 0)
        ++times;
    for (std::int64_t i = 0; times > 0 && i < size; ++i)
        if (map[static_cast<std::size_t>(i)] != i / times)
            return 0;
    return times;
}

/// Writes each element `Times` times, `count` in all; a constant `Times` lets the compiler
/// vectorize.
template <std::size_t Times, class T>
PARTITA_INLINE inline void repeatEach(const T* from, T* to, std::size_t count) {
    for (std::size_t i = 0; i < count / Times; ++i)
        for (std::size_t k = 0; k < Times; ++k)
            to[i * Times + k] = from[i];
    for (std::size_t i = count / Times * Times; i < count; ++i)
        to[i] = from[count / Times];
}

/// Copies a row that is too short for a call of the library to pay off, or leaves it to the library.
/// `Bytes`: of a vector, from onWidestCpu. The last vector overlaps the one before.
template <std::size_t Bytes, class T>
PARTITA_INLINE inline void copyShortRow(const T* from, T* to, std::int64_t count) {
    constexpr auto kWidth = static_cast<std::int64_t>(Bytes / sizeof(T));
    if (count < kWidth || count > 32 * kWidth)
        return (void)std::copy_n(from, count, to);
    const auto copy = [&](std::int64_t at) PARTITA_INLINE {
        VectorOf<T, Bytes / sizeof(T)> vector; // NOLINT: filled below
        std::memcpy(&vector, from + at, sizeof vector);
        std::memcpy(to + at, &vector, sizeof vector);
    };
    for (std::int64_t i = 0; i + kWidth <= count; i += kWidth)
        copy(i);
    copy(count - kWidth);
}

/// A vector with each element of the lower or upper half of `vector` twice.
template <bool Upper, class Vector, std::size_t... I>
PARTITA_INLINE inline Vector doubledHalf(const Vector& vector, std::index_sequence<I...>) {
    return __builtin_shufflevector(vector, vector, (Upper ? sizeof...(I) / 2 : 0) + I / 2 ...);
}

/// Writes each element twice to each of two rows of `count` elements.
template <std::size_t Bytes, class T>
PARTITA_INLINE inline void doubleInto(const T* from, T* row, T* other, std::int64_t count) {
    constexpr std::size_t kCount = Bytes / sizeof(T);
    constexpr auto kWidth = static_cast<std::int64_t>(kCount);
    const auto take = [&](std::int64_t at) PARTITA_INLINE {
        VectorOf<T, kCount> vector; // NOLINT: filled below
        std::memcpy(&vector, from + at, sizeof vector);
        const auto low = doubledHalf<false>(vector, std::make_index_sequence<kCount>()),
                   high = doubledHalf<true>(vector, std::make_index_sequence<kCount>());
        for (T* to : {row + 2 * at, other + 2 * at}) {
            std::memcpy(to, &low, sizeof low);
            std::memcpy(to + kWidth, &high, sizeof high);
        }
    };
    const std::int64_t pairs = count / 2;
    for (std::int64_t i = 0; i + kWidth <= pairs; i += kWidth)
        take(i);
    if (pairs >= kWidth)
        take(pairs - kWidth); // overlaps the one before
    for (std::int64_t i = pairs >= kWidth ? 2 * pairs : 0; i < count; ++i)
        row[i] = other[i] = from[i / 2];
}

/// y[i, j, …] = x[maps[0][i], maps[1][j], …], and `fill` where a map has -1. Resize to the nearest
/// element and Pad are computed by it.
template <class T>
void gatherByAxes(const RuntimeValue& x, RuntimeValue& y, const std::vector<AxisMap>& maps,
                  T fill = {}) {
    const Dims strides = denseStrides(x.dims);
    const auto isWhole = [&](std::size_t axis) {
        for (std::size_t i = 0; i < maps[axis].size(); ++i)
            if (maps[axis][i] != static_cast<std::int64_t>(i))
                return false;
        return y.dims[axis] == x.dims[axis];
    };
    std::size_t axes = maps.size(); // trailing axes that are kept whole form one piece
    while (axes > 1 && isWhole(axes - 1))
        --axes;
    if (axes == 0 || y.count() == 0)
        return (void)std::copy_n(x.as<T>(), y.count(), y.as<T>());
    const std::int64_t piece = product(y.dims, axes);
    const AxisMap& last = maps[axes - 1];
    // The longest range of the last axis that is contiguous in the input, too: one copy.
    std::size_t first = 0, length = 0;
    for (std::size_t i = 0, begin = 0; i < last.size(); ++i) {
        if (i > 0 && (last[i] != last[i - 1] + 1 || last[i - 1] < 0))
            begin = i;
        if (last[i] >= 0 && i + 1 - begin > length) {
            first = begin;
            length = i + 1 - begin;
        }
    }
    const auto elements = [&](const T* from, T* to, std::size_t begin, std::size_t end)
                              PARTITA_INLINE {
                                  if (piece == 1) {
                                      for (std::size_t i = begin; i < end; ++i)
                                          to[i] = last[i] < 0 ? fill : from[last[i]];
                                      return;
                                  }
                                  for (std::size_t i = begin; i < end; ++i)
                                      for (std::int64_t k = 0; k < piece; ++k)
                                          to[static_cast<std::int64_t>(i) * piece + k] =
                                              last[i] < 0 ? fill : from[last[i] * piece + k];
                              };
    const std::int64_t times = piece == 1 ? repetitionsIn(last) : 0;
    const auto makeRow = [&](const T* from, T* to, auto bytes) PARTITA_INLINE {
        if (times == 2)
            return repeatEach<2>(from, to, last.size());
        if (times == 4)
            return repeatEach<4>(from, to, last.size());
        elements(from, to, 0, first);
        if (length > 0)
            copyShortRow<decltype(bytes)::value>(from + last[first] * piece,
                                                 to + static_cast<std::int64_t>(first) * piece,
                                                 static_cast<std::int64_t>(length) * piece);
        elements(from, to, first + length, last.size());
    };
    const std::int64_t row = product(y.dims, axes - 1), rows = product(y.dims, 0, axes - 1);
    // The axis before the last one, over which the offset of the axes before it stays.
    const AxisMap one = {0};
    const AxisMap& near = axes > 1 ? maps[axes - 2] : one;
    const auto nearSize = static_cast<std::int64_t>(near.size());
    const std::int64_t nearStride = axes > 1 ? strides[axes - 2] : 0;
    const auto offsetOf = [&](std::int64_t outer) { // in the input; -1: nowhere
        std::int64_t offset = 0;
        for (std::size_t axis = axes < 2 ? 0 : axes - 2; axis-- > 0; outer /= y.dims[axis]) {
            const std::int64_t at = maps[axis][static_cast<std::size_t>(outer % y.dims[axis])];
            offset = at < 0 || offset < 0 ? -1 : offset + at * strides[axis];
        }
        return offset;
    };
    const auto makeRows = [&](std::int64_t begin, std::int64_t end, auto bytes) PARTITA_INLINE {
        constexpr std::size_t kBytes = decltype(bytes)::value;
        // Shorter vectors and elements have no instruction that doubles across a whole vector.
        constexpr bool kDoubles = kBytes == 64 && sizeof(T) >= 4;
        std::int64_t before = -2; // input offset of the previous output row
        std::int64_t i = begin % nearSize, outer = offsetOf(begin / nearSize);
        for (std::int64_t r = begin; r < end; ++r, ++i) {
            if (i == nearSize) {
                i = 0;
                outer = offsetOf(r / nearSize);
            }
            const std::int64_t at = near[static_cast<std::size_t>(i)],
                               source = at < 0 || outer < 0 ? -1 : outer + at * nearStride;
            T* to = y.as<T>() + r * row;
            if (source < 0) {
                std::fill_n(to, row, fill);
            } else if (source == before) {
                copyShortRow<kBytes>(to - row, to, row);
            } else if (kDoubles && times == 2 && r + 1 < end && i + 1 < nearSize &&
                       near[static_cast<std::size_t>(i) + 1] == at) {
                if constexpr (kDoubles) // a double of it is the next row
                    doubleInto<kBytes>(x.as<T>() + source, to, to + row, row);
                ++r;
                ++i;
            } else {
                makeRow(x.as<T>() + source, to, bytes);
            }
            before = source;
        }
    };
    parallelFor(rows, 1 + kElementGrain / row, [&](std::int64_t begin, std::int64_t end) {
        onWidestCpu([&](auto bytes) PARTITA_INLINE { makeRows(begin, end, bytes); });
    });
}

} // namespace partita::cpu
