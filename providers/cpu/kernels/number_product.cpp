#include "providers/cpu/kernels/number_product.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

// oneDNN has no matrix products of doubles and of wide integers. This one keeps a tile of sums in
// registers: 8 rows of two vectors of 64 bytes, or 4 rows of two vectors of 32. Each step reads two
// vectors of B and a number of A for each row.

namespace partita::cpu {

namespace {

/// Columns of a panel: two vectors of 64 bytes.
template <class T> constexpr std::int64_t kPanelColumns = 128 / sizeof(T);

/// A panel: so many columns of B, row by row.
template <class T> struct NumberPanel {
    const T *a, *panel;
    std::int64_t inner;
};

/// Sums of `Rows` rows from `row` on and of two vectors of columns from `column` on.
template <std::size_t N, std::int64_t Rows, class T>
PARTITA_INLINE inline void sumTile(const NumberPanel<T>& of, std::int64_t row, std::int64_t column,
                                   T* to) {
    using Lanes = VectorOf<T, N>;
    Lanes sums[Rows][2]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < Rows; ++r)
        sums[r][0] = sums[r][1] = Lanes{};
    const T *a = of.a + row * of.inner, *panel = of.panel + column;
    for (std::int64_t l = 0; l < of.inner; ++l, panel += kPanelColumns<T>) {
        Lanes left, right; // NOLINT: filled below
        std::memcpy(&left, panel, sizeof left);
        std::memcpy(&right, panel + N, sizeof right);
#pragma GCC unroll 8
        for (std::int64_t r = 0; r < Rows; ++r) {
            sums[r][0] += a[r * of.inner + l] * left;
            sums[r][1] += a[r * of.inner + l] * right;
        }
    }
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < Rows; ++r) {
        std::memcpy(to + r * kPanelColumns<T> + column, &sums[r][0], sizeof(Lanes));
        std::memcpy(to + r * kPanelColumns<T> + column + static_cast<std::int64_t>(N), &sums[r][1],
                    sizeof(Lanes));
    }
}

/// `Rows` rows from `row` on, of which y takes `columns` columns.
template <std::size_t N, std::int64_t Rows, class T>
PARTITA_INLINE inline void multiplyRowsOf(const NumberPanel<T>& of, std::int64_t row, T* y,
                                          std::int64_t yStep, std::int64_t columns) {
    std::array<T, Rows * kPanelColumns<T>> sums; // NOLINT: filled below
    for (std::int64_t column = 0; column < kPanelColumns<T>;
         column += 2 * static_cast<std::int64_t>(N))
        sumTile<N, Rows, T>(of, row, column, sums.data());
    for (std::int64_t r = 0; r < Rows; ++r)
        std::copy_n(sums.data() + r * kPanelColumns<T>, columns, y + (row + r) * yStep);
}

template <class T>
void multiplyNumberPanel(const NumberPanel<T>& of, T* y, std::int64_t rows, std::int64_t yStep,
                         std::int64_t columns) {
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kLanes = bytes / sizeof(T);
        constexpr std::int64_t kRows = bytes / 8;
        std::int64_t r = 0;
        for (; r + kRows <= rows; r += kRows)
            multiplyRowsOf<kLanes, kRows>(of, r, y, yStep, columns);
        for (; r < rows; ++r)
            multiplyRowsOf<kLanes, 1>(of, r, y, yStep, columns);
    });
}

} // namespace

template <class T>
void multiplyNumbers(const T* a, const T* b, T* y, std::int64_t rows, std::int64_t inner,
                     std::int64_t columns) {
    const std::int64_t panels = (columns + kPanelColumns<T> - 1) / kPanelColumns<T>;
    parallelFor(panels, 1 + 65536 / (1 + rows * inner), [&](std::int64_t begin, std::int64_t end) {
        std::vector<T> panel(static_cast<std::size_t>(inner * kPanelColumns<T>));
        for (std::int64_t p = begin; p < end; ++p) {
            const std::int64_t first = p * kPanelColumns<T>,
                               count = std::min(kPanelColumns<T>, columns - first);
            for (std::int64_t l = 0; l < inner; ++l)
                std::copy_n(b + l * columns + first, count, panel.data() + l * kPanelColumns<T>);
            multiplyNumberPanel<T>({a, panel.data(), inner}, y + first, rows, columns, count);
        }
    });
}

template void multiplyNumbers(const double*, const double*, double*, std::int64_t, std::int64_t,
                              std::int64_t);
template void multiplyNumbers(const std::uint32_t*, const std::uint32_t*, std::uint32_t*,
                              std::int64_t, std::int64_t, std::int64_t);
template void multiplyNumbers(const std::uint64_t*, const std::uint64_t*, std::uint64_t*,
                              std::int64_t, std::int64_t, std::int64_t);

} // namespace partita::cpu
