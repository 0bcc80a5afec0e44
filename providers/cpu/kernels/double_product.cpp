#include "providers/cpu/kernels/double_product.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

// oneDNN has no matrix product of doubles. This one keeps a tile of sums in registers: 8 rows of
// two vectors of 8 doubles. Each step reads two vectors of B and 8 numbers of A.

namespace partita::cpu {

namespace {

constexpr std::int64_t kDoubles = 8, kPanelColumns = 2 * kDoubles, kTileRows = 8;
using DoubleLanes = double __attribute__((vector_size(kDoubles * sizeof(double))));

/// One tile of `Rows` rows; `panel`: kPanelColumns columns of B, row by row.
template <std::int64_t Rows>
[[gnu::always_inline]] inline void tile(const double* a, const double* panel, double* y,
                                        std::int64_t inner, std::int64_t yStep,
                                        std::int64_t columns) {
    DoubleLanes sums[Rows][2] = {}; // with its address taken, the compiler would keep it in memory
    for (std::int64_t l = 0; l < inner; ++l) {
        DoubleLanes left, right;
        std::memcpy(&left, panel + l * kPanelColumns, sizeof left);
        std::memcpy(&right, panel + l * kPanelColumns + kDoubles, sizeof right);
#pragma GCC unroll 8
        for (std::int64_t r = 0; r < Rows; ++r) {
            sums[r][0] += a[r * inner + l] * left;
            sums[r][1] += a[r * inner + l] * right;
        }
    }
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < Rows; ++r) {
        const DoubleLanes row[2] = {sums[r][0], sums[r][1]};
        std::memcpy(y + r * yStep, row, static_cast<std::size_t>(columns) * sizeof(double));
    }
}

PARTITA_FOR_EACH_CPU
void multiplyPanel(const double* a, const double* panel, double* y, std::int64_t rows,
                   std::int64_t inner, std::int64_t yStep, std::int64_t columns) {
    std::int64_t r = 0;
    for (; r + kTileRows <= rows; r += kTileRows)
        tile<kTileRows>(a + r * inner, panel, y + r * yStep, inner, yStep, columns);
    for (; r < rows; ++r)
        tile<1>(a + r * inner, panel, y + r * yStep, inner, yStep, columns);
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
            multiplyPanel(a, panel.data(), y + first, rows, inner, columns, count);
        }
    });
}

} // namespace partita::cpu
