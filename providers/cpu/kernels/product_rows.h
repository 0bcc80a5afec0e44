#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/threads/thread_team.h"

// Products of rows of whole numbers, which stay where they lie, and packed matrices. Their sums are
// handed over while they are in the cache.

namespace partita::cpu {

/// Writes where `count` rows from `row` on begin; called by all threads.
template <class T>
using FindRows = std::function<void(std::int64_t row, std::int64_t count, const T** to)>;

/// The left operand of a product.
template <class T> struct ProductRows {
    std::int64_t count;
    std::span<const std::int64_t>
        pieces; ///< of the matrix: where they lie from the beginning of a row
    FindRows<T> find;
};

/// Some rows of it, which were looked for.
template <class T> struct FoundRows {
    const T* const* rows;
    std::int64_t count;
    std::span<const std::int64_t> pieces;
};

/// Some rows and columns of a product: sums [rows, columns], rows `step` apart. From multiplyRows, the
/// step is the number of columns, rounded up to 16.
struct SomeSums {
    std::int64_t row, rows, column, columns;
    const std::int32_t* sums;
    std::int64_t step;
};
using TakeSums = std::function<void(const SomeSums&)>;
/// Copies them to where they stand in all sums [rows, columns], whose rows are `columns` long.
inline void copySums(const SomeSums& some, std::int64_t columns, std::int32_t* all) {
    for (std::int64_t r = 0; r < some.rows; ++r)
        std::copy_n(some.sums + r * some.step, some.columns,
                    all + (some.row + r) * columns + some.column);
}

/// The columns of a panel of a packed matrix.
constexpr std::int64_t kSumPanel = 16;
/// The most rows that are looked for at a time.
constexpr std::int64_t kMostSumRows = 96;

/// Hands over the sums of a × b, each once, on all threads. `b` has columns() and inner() and is taken by
/// sumFoundRows(rows, b, column, columns, sums): the sums [rows, columns, rounded up to 16] of some rows,
/// by this thread, from `column` on, which is a multiple of 16.
template <class T, class Matrix>
void multiplyRows(const ProductRows<T>& a, const Matrix& b, const TakeSums& take) {
    constexpr std::int64_t kGroup = 4 * kSumPanel;           // their sums stay in the cache
    constexpr std::int64_t kTile = 6, kWorthAThread = 65536; // multiplications
    const auto run = [&](std::int64_t firstRow, std::int64_t lastRow, std::int64_t firstColumn,
                         std::int64_t lastColumn) {
        auto* sums = scratchFor<std::int32_t>(kMostSumRows * kGroup, kWhileItRuns);
        std::array<const T*, kMostSumRows> rows; // NOLINT: filled below
        for (std::int64_t row = firstRow; row < lastRow; row += kMostSumRows) {
            const std::int64_t count = std::min(kMostSumRows, lastRow - row);
            a.find(row, count, rows.data());
            for (std::int64_t column = firstColumn; column < lastColumn; column += kGroup) {
                const std::int64_t columns = std::min(kGroup, lastColumn - column);
                sumFoundRows(FoundRows<T>{rows.data(), count, a.pieces}, b, column, columns, sums);
                take({row, count, column, columns, sums, partsOf(columns, kSumPanel) * kSumPanel});
            }
        }
    };
    const std::int64_t tiles = partsOf(a.count, kTile);
    if (tiles >= 2 * ThreadTeam::threads())
        return parallelFor(tiles, 1 + kWorthAThread / (1 + kTile * b.inner() * b.columns()),
                           [&](std::int64_t begin, std::int64_t end) {
                               run(begin * kTile, std::min(a.count, end * kTile), 0, b.columns());
                           });
    parallelFor(partsOf(b.columns(), kSumPanel),
                1 + kWorthAThread / (1 + a.count * b.inner() * kSumPanel),
                [&](std::int64_t begin, std::int64_t end) {
                    run(0, a.count, begin * kSumPanel, std::min(b.columns(), end * kSumPanel));
                });
}

} // namespace partita::cpu
