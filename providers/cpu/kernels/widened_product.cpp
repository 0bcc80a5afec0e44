#include "providers/cpu/kernels/widened_product.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::int64_t kWidePanel = kSumPanel, kWideTile = 6;
// The pairs of a tile and of its panel stay in the first-level cache.
constexpr std::int64_t kMostPairs = 256;

std::int64_t pairsOf(std::int64_t length) { return (length + 1) / 2; }

/// Rows times one panel, or some pieces of both.
struct WideTile {
    const std::int16_t* const* rows;
    const std::int64_t* pieces; ///< where they begin in each row
    std::int64_t pieceCount, pairs;
    const std::int16_t* panel;
    std::int32_t* sums;
    std::int64_t step;
    bool adds; ///< to what the sums are
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
            if (tile.adds)
                std::memcpy(&sums[r][v], tile.sums + r * tile.step + v * 8, sizeof(__m256i));
            else
                sums[r][v] = _mm256_setzero_si256();
    const std::int16_t* panel = tile.panel;
    for (std::int64_t p = 0; p < tile.pieceCount; ++p) {
        const std::int16_t* a[Rows]; // NOLINT: filled below
#pragma GCC unroll 6
        for (int r = 0; r < Rows; ++r)
            a[r] = tile.rows[r] + tile.pieces[p];
        for (std::int64_t i = 0; i < tile.pairs; ++i, panel += 2 * kWidePanel) {
            // Copied as one, they would go through memory in halves.
            const __m256i weights[2] = {loadWide(panel), loadWide(panel + kWidePanel)};
#pragma GCC unroll 6
            for (int r = 0; r < Rows; ++r) {
                std::int32_t pair = 0;
                std::memcpy(&pair, a[r] + 2 * i, sizeof pair);
                const __m256i both = _mm256_set1_epi32(pair);
#pragma GCC unroll 2
                for (int v = 0; v < 2; ++v)
                    sums[r][v] = _mm256_add_epi32(sums[r][v], _mm256_madd_epi16(both, weights[v]));
            }
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
        tile.rows += kWideTile;
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
        if (!tile.adds)
            std::fill_n(sums, kWidePanel, 0);
        const std::int16_t* weights = tile.panel;
        for (std::int64_t p = 0; p < tile.pieceCount; ++p)
            for (std::int64_t i = 0; i < 2 * tile.pairs; ++i) {
                const std::int32_t number = tile.rows[r][tile.pieces[p] + i];
                const std::int16_t* of =
                    weights + (p * tile.pairs + i / 2) * 2 * kWidePanel + i % 2;
                for (std::int64_t j = 0; j < kWidePanel; ++j)
                    sums[j] =
                        static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[j]) +
                                                  static_cast<std::uint32_t>(number * of[2 * j]));
            }
    }
}

/// Sums of the rows with all pieces of the panel of `column`.
void addPanel(const FoundRows<std::int16_t>& a, const WidenedMatrix& b, std::int64_t column,
              std::int32_t* sums, std::int64_t step) {
    const std::int64_t pairs = b.pairs(), pieces = b.pieces(),
                       atATime =
                           std::max<std::int64_t>(1, kMostPairs / std::max<std::int64_t>(1, pairs));
    const std::int16_t* panel = b.panels() + column * 2 * pairs * pieces;
    bool adds = false;
    for (std::int64_t piece = 0; piece < pieces; piece += atATime)
        for (std::int64_t first = 0; first < pairs || !adds; first += kMostPairs, adds = true) {
            const std::int64_t begin = a.pieces[static_cast<std::size_t>(piece)] + 2 * first;
            // Only a piece by itself is taken in parts.
            addWideRows({a.rows, atATime > 1 ? a.pieces.data() + piece : &begin,
                         std::min(atATime, pieces - piece), std::min(kMostPairs, pairs - first),
                         panel + (piece * pairs + first) * 2 * kWidePanel, sums, step, adds},
                        a.count);
        }
}

/// Where the factor of a tap and a channel stands: sixteen channels at a time, with two taps side by side,
/// first those of the lower and then those of the upper halves of eight channels, as vectors are unpacked.
std::int64_t placeOfFactor(std::int64_t taps, std::int64_t tap, std::int64_t channel) {
    const std::int64_t lane = channel % kWidePanel, half = lane / 8, within = lane % 8;
    return ((channel / kWidePanel * pairsOf(taps) + tap / 2) * 2 + within / 4) * kWidePanel +
           half * 8 + within % 4 * 2 + tap % 2;
}

#ifdef PARTITA_HAS_AVX2_LOOPS
[[gnu::target("avx2")]] void sumPlanesByAvx2(const std::int16_t* pixel,
                                             std::span<const std::int64_t> taps,
                                             const WidenedPlanes& planes, std::int32_t* sums) {
    const std::int16_t* factors = planes.factors();
    for (std::int64_t c = 0; c < planes.channels(); c += kWidePanel, pixel += kWidePanel) {
        __m256i low = _mm256_setzero_si256(), high = low;
        for (std::size_t i = 0; i < taps.size(); i += 2, factors += 2 * kWidePanel) {
            const __m256i one = loadWide(pixel + taps[i]),
                          other = i + 1 < taps.size() ? loadWide(pixel + taps[i + 1])
                                                      : _mm256_setzero_si256();
            low = _mm256_add_epi32(
                low, _mm256_madd_epi16(_mm256_unpacklo_epi16(one, other), loadWide(factors)));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(one, other),
                                                            loadWide(factors + kWidePanel)));
        }
        auto* to = reinterpret_cast<__m256i*>(sums + c);
        _mm256_storeu_si256(to, _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(low, high, 0x31));
    }
}
#endif

template <class T>
PARTITA_INLINE inline void widenRowOf(const T* from, std::int16_t zero, std::int16_t* to,
                                      std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<std::int16_t>(from[i] - zero);
}

} // namespace

std::int64_t WidenedMatrix::pairs() const { return pairsOf(m_length); }

std::int16_t* WidenedMatrix::reserve(std::int64_t pieces, std::int64_t length,
                                     std::int64_t columns) {
    m_pieces = pieces;
    m_length = length;
    m_columns = columns;
    const std::int64_t room = partsOf(columns, kWidePanel) * pieces * pairs() * 2 * kWidePanel;
    if (room > m_room) {
        m_panels = allocatePacked(bytesOf(DataType::int16, room));
        m_room = room;
    }
    return static_cast<std::int16_t*>(m_panels.get());
}

WidenedMatrix::WidenedMatrix(
    std::int64_t pieces, std::int64_t length, std::int64_t columns,
    const std::function<std::int16_t(std::int64_t, std::int64_t)>& element) {
    std::int16_t* to = reserve(pieces, length, columns);
    for (std::int64_t first = 0; first < columns; first += kWidePanel)
        for (std::int64_t piece = 0; piece < pieces; ++piece)
            for (std::int64_t row = 0; row < length; row += 2)
                for (std::int64_t column = first; column < first + kWidePanel; ++column)
                    for (std::int64_t l = row; l < row + 2; ++l)
                        *to++ = l < length && column < columns ? element(piece * length + l, column)
                                                               : std::int16_t{0};
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
    std::int16_t* to = reserve(1, inner, columns);
    for (std::int64_t first = 0; first < columns; first += kWidePanel)
        for (std::int64_t row = 0; row < inner; row += 2, to += 2 * kWidePanel) {
            const std::int8_t* from = rows + row * columns + first;
            pairRows(from, row + 1 < inner ? from + columns : nullptr,
                     std::min(kWidePanel, columns - first), to);
        }
}

void sumFoundRows(const FoundRows<std::int16_t>& a, const WidenedMatrix& b, std::int64_t column,
                  std::int64_t columns, std::int32_t* sums) {
    const std::int64_t step = partsOf(columns, kWidePanel) * kWidePanel;
    for (std::int64_t at = 0; at < columns; at += kWidePanel)
        addPanel(a, b, column + at, sums + at, step);
}

WidenedPlanes::WidenedPlanes(std::int64_t taps, std::int64_t channels,
                             const std::function<std::int16_t(std::int64_t, std::int64_t)>& element)
    : m_taps(taps), m_channels(channels),
      m_factors(static_cast<std::size_t>(partsOf(channels, kWidePanel) * pairsOf(taps) * 2 *
                                         kWidePanel)) {
    for (std::int64_t tap = 0; tap < taps; ++tap)
        for (std::int64_t channel = 0; channel < channels; ++channel)
            m_factors[static_cast<std::size_t>(placeOfFactor(taps, tap, channel))] =
                element(tap, channel);
}

std::int64_t WidenedPlanes::room() const { return partsOf(m_channels, kWidePanel) * kWidePanel; }

void sumPlanes(const std::int16_t* pixel, std::span<const std::int64_t> taps,
               const WidenedPlanes& planes, std::int32_t* sums) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    if (hasAvx2())
        return sumPlanesByAvx2(pixel, taps, planes, sums);
#endif
    const auto count = static_cast<std::int64_t>(taps.size());
    for (std::int64_t c = 0; c < planes.channels(); ++c) {
        std::uint32_t made = 0;
        for (std::int64_t tap = 0; tap < count; ++tap)
            made += static_cast<std::uint32_t>(
                std::int32_t{pixel[taps[static_cast<std::size_t>(tap)] + c]} *
                planes.factors()[placeOfFactor(count, tap, c)]);
        sums[c] = static_cast<std::int32_t>(made);
    }
}

namespace {

PARTITA_FOR_EACH_CPU
void widenRow(const std::uint8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count) {
    widenRowOf(from, zero, to, count);
}
PARTITA_FOR_EACH_CPU
void widenRow(const std::int8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count) {
    widenRowOf(from, zero, to, count);
}

} // namespace

void widenRow(DataType type, const std::byte* from, std::int32_t zero, std::int16_t* to,
              std::int64_t count) {
    const auto by = static_cast<std::int16_t>(zero);
    if (type == DataType::uint8)
        widenRow(reinterpret_cast<const std::uint8_t*>(from), by, to, count);
    else
        widenRow(reinterpret_cast<const std::int8_t*>(from), by, to, count);
}

} // namespace partita::cpu
