#pragma once

#include <cstdint>
#include <type_traits>

#include "providers/cpu/loops/cpu_dispatch.h"

namespace partita::cpu {

/// Calls work(count as a constant) for a count from 1 to `Most`: sums of a number of rows that the
/// compiler knows stay in registers. `work` is a lambda marked PARTITA_INLINE.
template <int Most, class F>
PARTITA_INLINE inline void withFixedCount(std::int64_t count, F&& work) {
    if constexpr (Most > 1)
        if (count < Most)
            return withFixedCount<Most - 1>(count, work);
    work(std::integral_constant<int, Most>());
}

/// Calls work(rows of a tile as a constant, its first row) for tiles of at most `Most` rows. Rows are
/// shared out evenly, because tiles of one or two rows would wait for their sums.
template <int Most, class F> PARTITA_INLINE inline void forEvenTiles(std::int64_t rows, F&& work) {
    const std::int64_t tiles = (rows + Most - 1) / Most;
    for (std::int64_t i = 0; i < tiles; ++i) {
        const std::int64_t row = rows * i / tiles;
        withFixedCount<Most>(rows * (i + 1) / tiles - row,
                             [&](auto count) PARTITA_INLINE { work(count, row); });
    }
}

} // namespace partita::cpu
