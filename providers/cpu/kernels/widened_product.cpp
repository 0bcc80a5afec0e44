#include "providers/cpu/kernels/widened_product.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::int64_t kWidePanel = 16, kWideTile = 6;
// The pairs of a tile and of its panel stay in the first-level cache; rows that all panels are multiplied
// by stay in the second.
constexpr std::int64_t kMostPairs = 256, kMostWideRows = 96, kMostWidened = 65536;

std::int64_t pairsOf(std::int64_t inner) { return (inner + 1) / 2; }

/// Rows [rows, 2 · pairs] times one panel, added to sums.
struct WideTile {
    const std::int16_t* a;
    std::int64_t aStep;
    const std::int16_t* panel;
    std::int64_t pairs;
    std::int32_t* sums;
    std::int64_t step;
};

#ifdef PARTITA_HAS_AVX2_LOOPS
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i loadWide(const std::int16_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

template <int Rows>
[[gnu::target("avx2"), gnu::always_inline]] inline void addWideTile(const WideTile& tile) {
    __m256i sums[Rows][2]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < 2; ++v)
            std::memcpy(&sums[r][v], tile.sums + r * tile.step + v * 8, sizeof(__m256i));
    const std::int16_t *a = tile.a, *panel = tile.panel;
    for (std::int64_t i = 0; i < tile.pairs; ++i, a += 2, panel += 2 * kWidePanel) {
        // Copied as one, they would go through memory in halves.
        const __m256i weights[2] = {loadWide(panel), loadWide(panel + kWidePanel)};
#pragma GCC unroll 6
        for (int r = 0; r < Rows; ++r) {
            std::int32_t pair = 0;
            std::memcpy(&pair, a + r * tile.aStep, sizeof pair);
            const __m256i both = _mm256_set1_epi32(pair);
#pragma GCC unroll 2
            for (int v = 0; v < 2; ++v)
                sums[r][v] = _mm256_add_epi32(sums[r][v], _mm256_madd_epi16(both, weights[v]));
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < 2; ++v)
            std::memcpy(tile.sums + r * tile.step + v * 8, &sums[r][v], sizeof(__m256i));
}

[[gnu::target("avx2")]] void addWideRowsByAvx2(WideTile tile, std::int64_t rows) {
    for (; rows >= kWideTile; rows -= kWideTile) {
        addWideTile<kWideTile>(tile);
        tile.a += kWideTile * tile.aStep;
        tile.sums += kWideTile * tile.step;
    }
    switch (rows) {
    case 5: return addWideTile<5>(tile);
    case 4: return addWideTile<4>(tile);
    case 3: return addWideTile<3>(tile);
    case 2: return addWideTile<2>(tile);
    case 1: return addWideTile<1>(tile);
    default: return;
    }
}
#endif

void addWideRows(const WideTile& tile, std::int64_t rows) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    if (hasAvx2())
        return addWideRowsByAvx2(tile, rows);
#endif
    for (std::int64_t r = 0; r < rows; ++r) {
        std::int32_t* sums = tile.sums + r * tile.step;
        for (std::int64_t i = 0; i < 2 * tile.pairs; ++i) {
            const std::int32_t number = tile.a[r * tile.aStep + i];
            const std::int16_t* weights = tile.panel + i / 2 * 2 * kWidePanel + i % 2;
            for (std::int64_t j = 0; j < kWidePanel; ++j)
                sums[j] =
                    static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[j]) +
                                              static_cast<std::uint32_t>(number * weights[2 * j]));
        }
    }
}

/// Rows [rows, inner] of int16, `aStep` apart, times all panels.
void multiplyWideBlock(const std::int16_t* a, std::int64_t aStep, std::int64_t rows,
                       const WidenedMatrix& b, std::int32_t* sums, std::int64_t step) {
    const std::int64_t pairs = pairsOf(b.inner());
    for (std::int64_t column = 0; column < b.columns(); column += kWidePanel) {
        const std::int64_t columns = std::min(kWidePanel, b.columns() - column);
        const std::int16_t* panel = b.panels() + column * 2 * pairs;
        // Sums of less than a panel are made beside the others.
        std::array<std::int32_t, kMostWideRows * kWidePanel> beside; // NOLINT: filled below
        const bool whole = columns == kWidePanel;
        std::int32_t* to = whole ? sums + column : beside.data();
        const std::int64_t toStep = whole ? step : kWidePanel;
        for (std::int64_t r = 0; r < rows; ++r)
            std::fill_n(to + r * toStep, kWidePanel, 0);
        for (std::int64_t first = 0; first < pairs; first += kMostPairs)
            addWideRows({a + 2 * first, aStep, panel + first * 2 * kWidePanel,
                         std::min(kMostPairs, pairs - first), to, toStep},
                        rows);
        for (std::int64_t r = 0; r < rows && !whole; ++r)
            std::copy_n(to + r * toStep, columns, sums + r * step + column);
    }
}

#ifdef PARTITA_HAS_AVX2_LOOPS
// By intrinsics: g++ 12 would convert bytes one by one.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i eightOf(const std::uint8_t* codes) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(codes)));
}
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i eightOf(const std::int8_t* codes) {
    return _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(codes)));
}
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i eightOf(const std::int16_t* numbers) {
    return _mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers)));
}

/// `Vectors` vectors of eight columns from `i` on.
template <int Vectors, class T>
[[gnu::target("avx2"), gnu::always_inline]] inline void
sumColumns(std::span<const T* const> rows, std::int16_t zero,
           std::span<const std::int16_t* const> factors, std::int32_t* sums, std::int64_t i) {
    const __m256i taken = _mm256_set1_epi32(zero);
    __m256i made[Vectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
        made[v] = _mm256_setzero_si256();
    for (std::size_t l = 0; l < rows.size(); ++l)
#pragma GCC unroll 4
        for (int v = 0; v < Vectors; ++v)
            made[v] = _mm256_add_epi32(
                made[v], _mm256_mullo_epi32(_mm256_sub_epi32(eightOf(rows[l] + i + v * 8), taken),
                                            eightOf(factors[l] + i + v * 8)));
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + i + v * 8), made[v]);
}

/// The columns that fill vectors; returns their number.
template <class T>
[[gnu::target("avx2")]] std::int64_t
sumVectorsOfColumns(std::span<const T* const> rows, std::int16_t zero,
                    std::span<const std::int16_t* const> factors, std::int32_t* sums,
                    std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 32 <= count; i += 32)
        sumColumns<4>(rows, zero, factors, sums, i);
    for (; i + 16 <= count; i += 16)
        sumColumns<2>(rows, zero, factors, sums, i);
    for (; i + 8 <= count; i += 8)
        sumColumns<1>(rows, zero, factors, sums, i);
    return i;
}
#endif

template <class T>
void sumWidenedOf(std::span<const T* const> rows, std::int16_t zero,
                  std::span<const std::int16_t* const> factors, std::int32_t* sums,
                  std::int64_t count) {
    std::int64_t i = 0;
#ifdef PARTITA_HAS_AVX2_LOOPS
    if (hasAvx2())
        i = sumVectorsOfColumns(rows, zero, factors, sums, count);
#endif
    for (; i < count; ++i) {
        std::uint32_t made = 0;
        for (std::size_t l = 0; l < rows.size(); ++l)
            made += static_cast<std::uint32_t>((std::int32_t{rows[l][i]} - zero) * factors[l][i]);
        sums[i] = static_cast<std::int32_t>(made);
    }
}

template <class T>
PARTITA_INLINE inline void widenRowOf(const T* from, std::int16_t zero, std::int16_t* to,
                                      std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<std::int16_t>(from[i] - zero);
}

} // namespace

std::int16_t* WidenedMatrix::reserve(std::int64_t inner, std::int64_t columns) {
    m_inner = inner;
    m_columns = columns;
    const std::int64_t panels = (columns + kWidePanel - 1) / kWidePanel,
                       room = panels * pairsOf(inner) * 2 * kWidePanel;
    if (room > m_room) {
        m_panels = allocatePacked(bytesOf(DataType::int16, room));
        m_room = room;
    }
    return static_cast<std::int16_t*>(m_panels.get());
}

WidenedMatrix::WidenedMatrix(
    std::int64_t inner, std::int64_t columns,
    const std::function<std::int16_t(std::int64_t, std::int64_t)>& element) {
    std::int16_t* to = reserve(inner, columns);
    for (std::int64_t first = 0; first < columns; first += kWidePanel)
        for (std::int64_t row = 0; row < inner; row += 2)
            for (std::int64_t column = first; column < first + kWidePanel; ++column)
                for (std::int64_t l = row; l < row + 2; ++l)
                    *to++ = l < inner && column < columns ? element(l, column) : std::int16_t{0};
}

namespace {

/// Two rows of a panel, of which `columns` are given; `below` may be null.
PARTITA_FOR_EACH_CPU
void pairRows(const std::int8_t* row, const std::int8_t* below, std::int64_t columns,
              std::int16_t* to) {
    std::array<std::int8_t, 2 * kWidePanel> both{};
    std::copy_n(row, columns, both.data());
    if (below)
        std::copy_n(below, columns, both.data() + kWidePanel);
    for (std::size_t i = 0; i < kWidePanel; ++i) {
        to[2 * i] = both[i];
        to[2 * i + 1] = both[i + kWidePanel];
    }
}

} // namespace

void WidenedMatrix::assign(const std::int8_t* rows, std::int64_t inner, std::int64_t columns) {
    std::int16_t* to = reserve(inner, columns);
    for (std::int64_t first = 0; first < columns; first += kWidePanel)
        for (std::int64_t row = 0; row < inner; row += 2, to += 2 * kWidePanel) {
            const std::int8_t* from = rows + row * columns + first;
            pairRows(from, row + 1 < inner ? from + columns : nullptr,
                     std::min(kWidePanel, columns - first), to);
        }
}

void multiplyWidened(std::int64_t rows, const WidenRow& widenRow, const WidenedMatrix& b,
                     std::int32_t* sums, std::int64_t step) {
    const std::int64_t aStep = 2 * pairsOf(b.inner());
    const std::int64_t most =
        std::clamp(kMostWidened / std::max<std::int64_t>(1, aStep) / kWideTile * kWideTile,
                   kWideTile, kMostWideRows);
    const std::int64_t grain = 1 + 65536 / (1 + kWideTile * aStep * b.columns());
    const std::int64_t tiles = (rows + kWideTile - 1) / kWideTile;
    parallelFor(tiles, grain, [&](std::int64_t begin, std::int64_t end) {
        auto* block = scratchFor<std::int16_t>(most * aStep, kWhileItRuns);
        const std::int64_t last = std::min(rows, end * kWideTile);
        for (std::int64_t row = begin * kWideTile; row < last; row += most) {
            const std::int64_t count = std::min(most, last - row);
            for (std::int64_t r = 0; r < count; ++r) {
                if (b.inner() % 2 == 1)
                    block[r * aStep + b.inner()] = 0;
                widenRow(row + r, block + r * aStep);
            }
            multiplyWideBlock(block, aStep, count, b, sums + row * step, step);
        }
    });
}

void sumWidened(std::span<const std::uint8_t* const> rows, std::int16_t zero,
                std::span<const std::int16_t* const> factors, std::int32_t* sums,
                std::int64_t count) {
    sumWidenedOf(rows, zero, factors, sums, count);
}
void sumWidened(std::span<const std::int8_t* const> rows, std::int16_t zero,
                std::span<const std::int16_t* const> factors, std::int32_t* sums,
                std::int64_t count) {
    sumWidenedOf(rows, zero, factors, sums, count);
}

PARTITA_FOR_EACH_CPU
void widenRow(const std::uint8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count) {
    widenRowOf(from, zero, to, count);
}
PARTITA_FOR_EACH_CPU
void widenRow(const std::int8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count) {
    widenRowOf(from, zero, to, count);
}

} // namespace partita::cpu
