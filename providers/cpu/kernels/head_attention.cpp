#include "providers/cpu/kernels/head_attention.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "providers/cpu/kernels/softmax_row.h"
#include "providers/cpu/loops/fixed_count.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

/// Columns are padded to a multiple of this: one vector of AVX-512 or two of AVX2.
constexpr std::int64_t kLane = 16;

std::int64_t wholeLanes(std::int64_t count) { return (count + kLane - 1) / kLane * kLane; }

/// A matrix whose rows are dense along each kLane columns, a whole number of them.
struct Panels {
    const float* data;
    std::int64_t row, panel; ///< from row to row, and from kLane columns to the next
};

/// A matrix product: C [rows, columns] = factor · A [rows, depth] × B [depth, columns]. C is dense
/// along the columns, a whole number of lanes.
struct TileProduct {
    const float* a;
    std::int64_t aRow, aColumn;
    Panels b;
    float* c;
    std::int64_t cRow;
    std::int64_t depth;
    float factor;
};

/// Some rows and vectors of the product, whose sums stay in registers.
template <std::size_t Lanes, int Rows, int Vectors>
PARTITA_INLINE inline void multiplyTile(const TileProduct& p, std::int64_t row,
                                        std::int64_t column) {
    using TileLanes = VectorOf<float, Lanes>;
    TileLanes sums[Rows][Vectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v)
            sums[r][v] = TileLanes{};
    const float* a = p.a + row * p.aRow;
    constexpr auto kPerPanel = static_cast<int>(kLane / static_cast<std::int64_t>(Lanes));
    const float* b = p.b.data + column / kLane * p.b.panel;
    for (std::int64_t k = 0; k < p.depth; ++k, a += p.aColumn, b += p.b.row) {
        TileLanes right[Vectors]; // NOLINT: filled below
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v)
            std::memcpy(&right[v],
                        b + v / kPerPanel * p.b.panel +
                            v % kPerPanel * static_cast<std::int64_t>(Lanes),
                        sizeof right[v]);
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < Vectors; ++v)
                sums[r][v] += a[r * p.aRow] * right[v];
    }
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v) {
            const TileLanes scaled = sums[r][v] * p.factor;
            std::memcpy(p.c + (row + r) * p.cRow + column + v * static_cast<std::int64_t>(Lanes),
                        &scaled, sizeof scaled);
        }
}

template <std::size_t Lanes, int Vectors>
PARTITA_INLINE inline void multiplyColumns(const TileProduct& p, std::int64_t rows,
                                           std::int64_t column) {
    forEvenTiles<6>(rows, [&](auto count, std::int64_t row) PARTITA_INLINE {
        multiplyTile<Lanes, count, Vectors>(p, row, column);
    });
}

#ifdef PARTITA_HAS_AVX2_LOOPS
[[gnu::target("avx512f")]] void multiplyTilesWide(const TileProduct& p, std::int64_t rows,
                                                  std::int64_t columns) {
    std::int64_t column = 0;
    for (; column + 4 * kLane <= columns; column += 4 * kLane)
        multiplyColumns<16, 4>(p, rows, column);
    for (; column + 2 * kLane <= columns; column += 2 * kLane)
        multiplyColumns<16, 2>(p, rows, column);
    for (; column < columns; column += kLane)
        multiplyColumns<16, 1>(p, rows, column);
}
[[gnu::target("avx2,fma")]] void multiplyTilesWithFma(const TileProduct& p, std::int64_t rows,
                                                      std::int64_t columns) {
    for (std::int64_t column = 0; column < columns; column += kLane)
        multiplyColumns<8, 2>(p, rows, column);
}
#endif

void multiplyTiles(const TileProduct& p, std::int64_t rows, std::int64_t columns) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool hasWide = __builtin_cpu_supports("avx512f") != 0;
    if (hasWide)
        return multiplyTilesWide(p, rows, columns);
    if (hasAvx2())
        return multiplyTilesWithFma(p, rows, columns);
#endif
    for (std::int64_t column = 0; column < columns; column += kLane)
        multiplyColumns<4, 4>(p, rows, column);
}

/// Copies a matrix panel by panel, with zeros up to whole lanes.
PARTITA_FOR_EACH_CPU
void packColumns(const float* from, std::int64_t rowStep, std::int64_t columnStep,
                 std::int64_t rows, std::int64_t columns, float* to) {
    for (std::int64_t first = 0; first < columns; first += kLane, from += kLane * columnStep) {
        const std::int64_t count = std::min(kLane, columns - first);
        for (std::int64_t row = 0; row < rows; ++row, to += kLane) {
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = from[row * rowStep + i * columnStep];
            std::fill(to + count, to + kLane, 0.0F);
        }
    }
}

/// Whether a matrix had better be read where it is: rows that lie a multiple of 512 bytes apart share
/// few sets of the first-level cache, which `readers` rows of A would miss again and again.
bool liesPacked(std::int64_t rowStep, std::int64_t columnStep, std::int64_t columns,
                std::int64_t readers) {
    constexpr std::int64_t kCrowded = 512 / sizeof(float), kFewReaders = 16;
    return columnStep == 1 && columns % kLane == 0 &&
           (rowStep % kCrowded != 0 || readers < kFewReaders);
}

/// The matrix [rows, columns] in panels: as it is, or packed at `next`, which moves on.
Panels panelsOf(const float* data, std::int64_t rowStep, std::int64_t columnStep, std::int64_t rows,
                std::int64_t columns, std::int64_t readers, float*& next) {
    if (liesPacked(rowStep, columnStep, columns, readers))
        return {data, rowStep, kLane};
    float* packed = std::exchange(next, next + rows * wholeLanes(columns));
    packColumns(data, rowStep, columnStep, rows, columns, packed);
    return {packed, kLane, rows * kLane};
}

} // namespace

bool attendsHeads() {
#if defined(__x86_64__) && defined(__GNUC__)
    static const bool has =
        __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    return has;
#else
    return false;
#endif
}

std::size_t headScratch(const HeadAttention& head) {
    const std::int64_t columns = wholeLanes(head.columns), width = wholeLanes(head.width);
    return static_cast<std::size_t>(head.depth * columns + head.columns * width +
                                    head.rows * (columns + width) + wholeLanes(head.rows));
}

PARTITA_FOR_EACH_CPU
void divideRow(const float* from, float by, float* to, std::int64_t count) {
    const float factor = 1.0F / by;
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = from[i] * factor;
}

void attendHead(const HeadAttention& head, float* scratch) {
    const std::int64_t columns = wholeLanes(head.columns), width = wholeLanes(head.width);
    float* scores = scratch;
    float* sums = scores + head.rows * columns;
    float* next = sums + wholeLanes(head.rows);
    const Panels keys = panelsOf(head.k, head.kRow, head.kColumn, head.depth, head.columns,
                                 head.rows, next),
                 values = panelsOf(head.v, head.vRow, head.vColumn, head.columns, head.width,
                                   head.rows, next);
    multiplyTiles({head.q, head.qRow, head.qColumn, keys, scores, columns, head.depth, head.scale},
                  head.rows, columns);
    for (std::int64_t row = 0; row < head.rows; ++row) {
        float* weights = scores + row * columns;
        sums[row] = expRow(weights, head.mask ? head.mask + row * head.maskRow : nullptr,
                           head.maskColumn, weights, head.columns);
    }
    const bool direct = width == head.width;
    float* out = direct ? head.out : next;
    const std::int64_t outRow = direct ? head.outRow : width;
    multiplyTiles({scores, columns, 1, values, out, outRow, head.columns, 1}, head.rows, width);
    for (std::int64_t row = 0; row < head.rows; ++row)
        divideRow(out + row * outRow, sums[row], head.out + row * head.outRow, head.width);
}

} // namespace partita::cpu
