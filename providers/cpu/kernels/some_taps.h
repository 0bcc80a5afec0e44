#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "providers/cpu/loops/cpu_dispatch.h"

namespace partita::cpu {

/// The weighted sums of some places for all channels, which lie together in each place: up to four
/// places are added at once, in the order in which they are taken. Must be used within onBestCpu.
template <class T, class A> class SomeTaps {
public:
    /// Begins with 0 for each channel.
    PARTITA_INLINE SomeTaps(A* sums, std::int64_t channels) : m_sums(sums), m_channels(channels) {
        std::fill_n(sums, channels, A{0});
    }
    PARTITA_INLINE void take(const T* place, A weight) {
        m_rows[m_count] = place;
        m_weights[m_count++] = weight;
        if (m_count == 4) {
            add<4>();
            m_count = 0;
        }
    }
    /// Adds what is left.
    PARTITA_INLINE void finish() {
        if (m_count == 1)
            add<1>();
        if (m_count == 2)
            add<2>();
        if (m_count == 3)
            add<3>();
    }

private:
    template <std::size_t Count> PARTITA_INLINE void add() const {
        const std::array<const T*, 4> from = {m_rows[0], m_rows[Count > 1 ? 1 : 0],
                                              m_rows[Count > 2 ? 2 : 0], m_rows[Count > 3 ? 3 : 0]};
        std::array<A, Count> by; // NOLINT: filled below
        std::copy_n(m_weights, Count, by.begin());
        A* const sums = m_sums;
        for (std::int64_t c = 0, channels = m_channels; c < channels; ++c) {
            A sum = sums[c] + by[0] * static_cast<A>(from[0][c]);
            if constexpr (Count > 1)
                sum += by[1] * static_cast<A>(from[1][c]);
            if constexpr (Count > 2)
                sum += by[2] * static_cast<A>(from[2][c]);
            if constexpr (Count > 3)
                sum += by[3] * static_cast<A>(from[3][c]);
            sums[c] = sum;
        }
    }

    A* m_sums;
    std::int64_t m_channels;
    const T* m_rows[4]; // NOLINT: filled as far as m_count
    A m_weights[4];     // NOLINT: as well
    std::size_t m_count = 0;
};

} // namespace partita::cpu
