#pragma once

#include <utility>

#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

// Must be called within onBestCpu.

/// Calls work(first) for vectors of `Width` numbers that cover [0, count), at least one vector; the
/// last one may lie over the one before.
template <std::int64_t Width, class F>
PARTITA_INLINE inline void coverRowBy(std::int64_t count, F&& work) {
    std::int64_t i = 0;
    for (; i + Width <= count; i += Width)
        work(i);
    if (i < count)
        work(count - Width);
}

/// As coverRowBy, for any count: calls work(width, first), where `width`, a constant, is at most 8.
template <class F> PARTITA_INLINE inline void coverRow(std::int64_t count, F&& work) {
    const auto cover = [&](auto width) PARTITA_INLINE {
        coverRowBy<static_cast<std::int64_t>(width())>(
            count, [&](std::int64_t at) PARTITA_INLINE { work(width, at); });
    };
    if (count >= 8)
        cover(std::integral_constant<std::size_t, 8>());
    else if (count >= 4)
        cover(std::integral_constant<std::size_t, 4>());
    else
        cover(std::integral_constant<std::size_t, 1>());
}

/// The numbers 0, 2, 4 … of a row, and 1, 3, 5 …, as vectors of float.
template <std::size_t Count> struct NumberPairs { VectorOf<float, Count> first, second; };

/// The next `Count` pairs of a row.
template <std::size_t Count, class T>
PARTITA_INLINE inline NumberPairs<Count> pairsAt(const T* row) {
    const auto a = vectorAt<float, Count>(row), b = vectorAt<float, Count>(row + Count);
    return [&]<std::size_t... I>(std::index_sequence<I...>) PARTITA_INLINE {
        return NumberPairs<Count>{__builtin_shufflevector(a, b, static_cast<int>(2 * I)...),
                                  __builtin_shufflevector(a, b, static_cast<int>(2 * I + 1)...)};
    }
    (std::make_index_sequence<Count>());
}

/// The numbers 0, 2, 4 … of a row, in float, as a vector; reads as many again.
template <class T> PARTITA_INLINE inline auto everyOtherAt(const T* row) {
    return pairsAt<kVectorLanes<float>>(row).first;
}

} // namespace partita::cpu
