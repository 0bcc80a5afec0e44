#include "providers/cpu/kernels/plane_pool.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/loops/every_other.h"

namespace partita::cpu {

namespace {

using PoolLanes = VectorOf<float, kVectorLanes<float>>;
constexpr auto kPoolLanes = static_cast<std::int64_t>(kVectorLanes<float>);

/// How two numbers of a window become one. `Sticky`: NaN counts as the largest, which takes four
/// times as many instructions.
template <bool Sticky> struct JoinMost {
    static constexpr float kNothing = -std::numeric_limits<float>::infinity();
    PARTITA_INLINE static PoolLanes of(PoolLanes a, PoolLanes b) {
        if constexpr (Sticky)
            return ((b > a) | (b != b)) ? b : a;
        else
            return b > a ? b : a;
    }
};
struct JoinSum {
    static constexpr float kNothing = 0;
    PARTITA_INLINE static PoolLanes of(PoolLanes a, PoolLanes b) { return a + b; }
};

/// The numbers 0, Stride, 2 · Stride … of a row.
template <int Stride> PARTITA_INLINE inline PoolLanes lanesAt(const float* row) {
    if constexpr (Stride == 1)
        return vectorAt<float>(row);
    else
        return everyOtherAt(row);
}

using PoolBits = VectorOf<std::uint32_t, kVectorLanes<float>>;

PARTITA_INLINE inline bool anyBit(PoolBits bits) {
    std::uint32_t all = 0;
    for (std::size_t lane = 0; lane < kVectorLanes<float>; ++lane)
        all |= bits[lane];
    return all != 0;
}

PARTITA_INLINE inline bool holdsNaN(const float* row, std::int64_t count) {
    PoolBits found{};
    coverRowBy<kPoolLanes>(count, [&](std::int64_t at) PARTITA_INLINE {
        const PoolLanes some = vectorAt<float>(row + at);
        found |= some != some;
    });
    return anyBit(found);
}

/// Calls work(count) with the count as a constant where it is a usual one, else as a number.
template <class F> PARTITA_INLINE inline void withCount(std::int64_t count, F&& work) {
    switch (count) {
    case 2: return work(std::integral_constant<std::int64_t, 2>());
    case 3: return work(std::integral_constant<std::int64_t, 3>());
    case 5: return work(std::integral_constant<std::int64_t, 5>());
    default: return work(count);
    }
}

/// Joins `count` vectors, at least one, that begin `step` numbers apart.
template <class J, int Stride, class Count>
PARTITA_INLINE inline PoolLanes joinedLanes(const float* from, std::int64_t step, Count count) {
    PoolLanes all = lanesAt<Stride>(from);
    for (std::int64_t k = 1; k < count; ++k)
        all = J::of(all, lanesAt<Stride>(from + k * step));
    return all;
}

/// The loops over the rows of one plane after the other. Its functions are inlined into those that are
/// compiled for a processor.
class PlaneRows {
public:
    /// `nothing`: what padding counts as.
    PlaneRows(const Window& window, const Dims& spatial, const Dims& out, float nothing)
        : m_window(window), m_out(out), m_height(spatial[0]), m_width(spatial[1]) {
        m_rowSize =
            std::max(window.padBegin[1] + m_width,
                     (std::max(out[1], kPoolLanes) - 1) * window.strides[1] + window.span(1)) +
            2 * kPoolLanes;
        m_rows = scratchFor<float>(kRows * m_rowSize, 0);
        std::fill_n(m_rows, kRows * m_rowSize, nothing);
    }

    /// Pools one plane. forRow(rows under its windows) gives the function (joined, column) that makes
    /// the results of a row.
    template <class J, class F>
    PARTITA_INLINE void pool(const float* from, float* to, F&& forRow) const {
        std::array<std::int64_t, kRows> rows{};
        for (std::int64_t first = 0; first < m_out[0]; first += kRows) {
            const std::int64_t some = std::min(kRows, m_out[0] - first);
            for (std::int64_t i = 0; i < some; ++i)
                rows[static_cast<std::size_t>(i)] =
                    joinRows<J>(from, first + i, m_rows + i * m_rowSize);
            for (std::int64_t i = 0; i < some; ++i, to += m_out[1]) {
                const float* row = m_rows + i * m_rowSize;
                const auto finish = forRow(rows[static_cast<std::size_t>(i)]);
                withCount(m_window.kernel[1], [&](auto count) PARTITA_INLINE {
                    if (m_window.strides[1] == 1)
                        alongRow<1, J>(row, count, to, finish);
                    else
                        alongRow<2, J>(row, count, to, finish);
                });
            }
        }
    }

private:
    /// So many rows are joined before the first of them is read, since a processor waits where it
    /// reads what parts of two vectors have just been written to.
    static constexpr std::int64_t kRows = 4;

    /// Joins the rows under the windows of row `i` of the output, and returns how many they are.
    template <class J>
    PARTITA_INLINE std::int64_t joinRows(const float* from, std::int64_t i, float* row) const {
        const std::int64_t step = m_window.dilations[0], place = m_window.placeOf(0, i),
                           first = place + m_window.firstCell(0, place) * step,
                           end = std::min(m_height, place + m_window.kernel[0] * step),
                           rows = first < end ? (end - 1 - first) / step + 1 : 0;
        row += m_window.padBegin[1];
        if (rows == 0)
            std::fill_n(row, m_width, J::kNothing);
        else
            withCount(rows, [&](auto count) PARTITA_INLINE {
                const float* begin = from + first * m_width;
                const std::int64_t apart = step * m_width;
                coverRowBy<kPoolLanes>(m_width, [&](std::int64_t at) PARTITA_INLINE {
                    const PoolLanes all = joinedLanes<J, 1>(begin + at, apart, count);
                    std::memcpy(row + at, &all, sizeof all);
                });
            });
        return rows;
    }

    template <int Stride, class J, class Count, class F>
    PARTITA_INLINE void alongRow(const float* row, Count count, float* to, const F& finish) const {
        std::array<float, kPoolLanes> few; // NOLINT: filled below
        float* target = m_out[1] < kPoolLanes ? few.data() : to;
        const std::int64_t step = m_window.dilations[1];
        coverRowBy<kPoolLanes>(std::max(m_out[1], kPoolLanes), [&](std::int64_t at) PARTITA_INLINE {
            const PoolLanes all =
                finish(joinedLanes<J, Stride>(row + at * Stride, step, count), at);
            std::memcpy(target + at, &all, sizeof all);
        });
        if (target != to)
            std::copy_n(few.data(), m_out[1], to);
    }

    const Window& m_window;
    const Dims& m_out;
    std::int64_t m_height, m_width, m_rowSize = 0;
    float* m_rows = nullptr; ///< joined rows, each between its padding
};

/// Which part of its sum each average of a row is.
class PoolShares {
public:
    PoolShares(const Window& window, std::int64_t width, std::int64_t columns, bool counts)
        : m_window(window), m_width(width), m_columns(columns),
          m_rowSize(std::max(columns, kPoolLanes)), m_counts(counts),
          m_shares(scratchFor<float>((window.kernel[0] + 1) * m_rowSize, 1)) {}

    /// Those of windows with `rows` rows on the input.
    const float* of(std::int64_t rows) {
        float* shares = m_shares + rows * m_rowSize;
        if (m_made >> rows & 1U)
            return shares;
        m_made |= 1U << rows;
        std::fill_n(shares, m_rowSize, 0.0F);
        for (std::int64_t i = 0; i < m_columns; ++i) {
            const std::int64_t place = m_window.placeOf(1, i), step = m_window.dilations[1],
                               end = std::min(m_window.kernel[1], (m_width - 1 - place) / step + 1),
                               columns = end - m_window.firstCell(1, place);
            shares[i] = 1.0F / static_cast<float>(m_counts ? m_window.kernel[0] * m_window.kernel[1]
                                                           : rows * columns);
        }
        return shares;
    }

private:
    const Window& m_window;
    std::int64_t m_width, m_columns, m_rowSize;
    bool m_counts;
    float* m_shares;
    unsigned m_made = 0; ///< bit r: those of r rows
};

} // namespace

bool PlanePool::takes(const Window& window, const Dims& spatial, const Dims& out) {
    return spatial[1] >= kPoolLanes && out[1] > 0 && window.strides[1] <= 2 &&
           window.kernel[0] <= 5 && window.kernel[1] <= 5 && window.span(1) <= spatial[1];
}

void PlanePool::largest(const float* x, float* y, std::int64_t begin, std::int64_t end) const {
    const PlaneRows rows(m_window, m_spatial, m_out, JoinMost<true>::kNothing);
    const std::int64_t inSize = product(m_spatial), outSize = product(m_out);
    const auto take = [](std::int64_t) PARTITA_INLINE {
        return [](PoolLanes most, std::int64_t) PARTITA_INLINE { return most; };
    };
    // Where each number is under many windows, to look at it once more saves time.
    const bool looks = m_window.strides[0] == 1 && m_window.strides[1] == 1;
    onBestCpu([&]() PARTITA_INLINE {
        for (std::int64_t plane = begin; plane < end; ++plane) {
            const float* from = x + plane * inSize;
            if (!looks || holdsNaN(from, inSize))
                rows.pool<JoinMost<true>>(from, y + plane * outSize, take);
            else
                rows.pool<JoinMost<false>>(from, y + plane * outSize, take);
        }
    });
}

bool PlanePool::average(const float* x, float* y, std::int64_t begin, std::int64_t end) const {
    const PlaneRows rows(m_window, m_spatial, m_out, JoinSum::kNothing);
    const std::int64_t inSize = product(m_spatial), outSize = product(m_out);
    PoolShares all(m_window, m_spatial[1], m_out[1], m_counts);
    bool finite = true;
    onBestCpu([&]() PARTITA_INLINE {
        PoolBits odd{}; // not 0 where a sum is not finite
        const auto forRow = [&](std::int64_t count) PARTITA_INLINE {
            return [&odd, shares = all.of(count)](PoolLanes sum, std::int64_t at) PARTITA_INLINE {
                const PoolLanes nothing = sum - sum;
                PoolBits bits; // NOLINT: filled below
                std::memcpy(&bits, &nothing, sizeof bits);
                odd |= bits;
                return sum * vectorAt<float>(shares + at);
            };
        };
        for (std::int64_t plane = begin; plane < end; ++plane)
            rows.pool<JoinSum>(x + plane * inSize, y + plane * outSize, forRow);
        finite = !anyBit(odd);
    });
    return finite;
}

} // namespace partita::cpu
