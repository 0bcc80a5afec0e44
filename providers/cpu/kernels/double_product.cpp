#include "providers/cpu/kernels/double_product.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

// oneDNN has no matrix product of doubles. This one keeps a tile of sums in registers: 8 rows of two
// vectors of 8 doubles, or 4 rows of two vectors of 4. Each step reads two vectors of B and a number of
// A for each row.

namespace partita::cpu {

namespace {

constexpr std::int64_t kPanelColumns = 16;

/// A panel: kPanelColumns columns of B, row by row.
struct PanelOfDoubles {
    const double *a, *panel;
    std::int64_t inner;
};

/// Sums of `Rows` rows from `row` on and of two vectors of columns from `column` on.
template <std::size_t N, std::int64_t Rows>
PARTITA_INLINE inline void sumTile(const PanelOfDoubles& of, std::int64_t row, std::int64_t column,
                                   double* to) {
    using Lanes = VectorOf<double, N>;
    Lanes sums[Rows][2]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < Rows; ++r)
        sums[r][0] = sums[r][1] = Lanes{};
    const double *a = of.a + row * of.inner, *panel = of.panel + column;
    for (std::int64_t l = 0; l < of.inner; ++l, panel += kPanelColumns) {
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
        std::memcpy(to + r * kPanelColumns + column, &sums[r][0], sizeof(Lanes));
        std::memcpy(to + r * kPanelColumns + column + static_cast<std::int64_t>(N), &sums[r][1],
                    sizeof(Lanes));
    }
}

/// `Rows` rows from `row` on, of which y takes `columns` columns.
template <std::size_t N, std::int64_t Rows>
PARTITA_INLINE inline void multiplyRowsOf(const PanelOfDoubles& of, std::int64_t row, double* y,
                                          std::int64_t yStep, std::int64_t columns) {
    std::array<double, Rows * kPanelColumns> sums; // NOLINT: filled below
    for (std::int64_t column = 0; column < kPanelColumns;
         column += 2 * static_cast<std::int64_t>(N))
        sumTile<N, Rows>(of, row, column, sums.data());
    for (std::int64_t r = 0; r < Rows; ++r)
        std::copy_n(sums.data() + r * kPanelColumns, columns, y + (row + r) * yStep);
}

void multiplyPanelOfDoubles(const PanelOfDoubles& of, double* y, std::int64_t rows,
                            std::int64_t yStep, std::int64_t columns) {
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kLanes = bytes / sizeof(double);
        constexpr auto kRows = static_cast<std::int64_t>(kLanes);
        std::int64_t r = 0;
        for (; r + kRows <= rows; r += kRows)
            multiplyRowsOf<kLanes, kRows>(of, r, y, yStep, columns);
        for (; r < rows; ++r)
            multiplyRowsOf<kLanes, 1>(of, r, y, yStep, columns);
    });
}

} // namespace

void multiplyDoubles(const double* a, const double* b, double* y, std::int64_t rows,
                     std::int64_t inner, std::int64_t columns) {
    const std::int64_t panels = (columns + kPanelColumns - 1) / kPanelColumns;
    parallelFor(panels, 1 + 65536 / (1 + rows * inner), [&](std::int64_t begin, std::int64_t end) {
        std::vector<double> panel(static_cast<std::size_t>(inner * kPanelColumns));
        for (std::int64_t p = begin; p < end; ++p) {
            const std::int64_t first = p * kPanelColumns,
                               count = std::min(kPanelColumns, columns - first);
            for (std::int64_t l = 0; l < inner; ++l)
                std::copy_n(b + l * columns + first, count, panel.data() + l * kPanelColumns);
            multiplyPanelOfDoubles({a, panel.data(), inner}, y + first, rows, columns, count);
        }
    });
}

} // namespace partita::cpu
