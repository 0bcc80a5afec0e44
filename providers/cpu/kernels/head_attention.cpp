#include "providers/cpu/kernels/head_attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/loops/fixed_count.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

/// Columns are padded to a multiple of this: one vector of AVX-512 or two of AVX2.
constexpr std::int64_t kLane = 16;

std::int64_t wholeLanes(std::int64_t count) { return (count + kLane - 1) / kLane * kLane; }

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
    bool adds = false; ///< to what C holds
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
            float* c = p.c + (row + r) * p.cRow + column + v * static_cast<std::int64_t>(Lanes);
            TileLanes result = sums[r][v] * p.factor;
            if (p.adds) {
                TileLanes before; // NOLINT: filled below
                std::memcpy(&before, c, sizeof before);
                result += before;
            }
            std::memcpy(c, &result, sizeof result);
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
void packColumns(const float* from, std::int64_t rowStep, std::int64_t columnStep,
                 std::int64_t rows, std::int64_t columns, float* to) {
    std::int64_t first = 0;
    if (columnStep != 1) { // whole panels are transposed
        first = columns / kLane * kLane;
        copyStrided(DataType::float32, reinterpret_cast<const std::byte*>(from),
                    {kLane * columnStep, rowStep, columnStep}, reinterpret_cast<std::byte*>(to),
                    {rows * kLane, kLane, 1}, {columns / kLane, rows, kLane});
    }
    from += first * columnStep;
    to += first * rows;
    for (; first < columns; first += kLane, from += kLane * columnStep) {
        const std::int64_t count = std::min(kLane, columns - first);
        for (std::int64_t row = 0; row < rows; ++row, to += kLane) {
            const float* line = from + row * rowStep;
            if (count == kLane) {
                std::memcpy(to, line, kLane * sizeof(float));
                continue;
            }
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = line[i * columnStep];
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
Panels headInPanels(const float* data, std::int64_t rowStep, std::int64_t columnStep,
                    std::int64_t rows, std::int64_t columns, std::int64_t readers, float*& next) {
    if (liesPacked(rowStep, columnStep, columns, readers))
        return {data, rowStep, kLane};
    float* packed = std::exchange(next, next + rows * wholeLanes(columns));
    packColumns(data, rowStep, columnStep, rows, columns, packed);
    return {packed, kLane, rows * kLane};
}

/// Below so many rows, products with keys that lie densely beat panels, which are packed first.
constexpr std::int64_t kRowsThatPack = 4;
/// Scores of so many keys are computed at a time, so that those of a block stay in the cache.
constexpr std::int64_t kMostKeys = 512;
/// A mask hides a key by a number below this one: the sum with any score but for such as are as
/// large themselves is so small that the key weighs exactly 0 beside one that is not hidden.
constexpr float kHides = -1e38F;
constexpr float kHidden = -HUGE_VALF;

bool readsKeysInPlace(const HeadAttention& head) {
    return head.rows < kRowsThatPack && head.kRow == 1 && head.qColumn == 1;
}

/// Keys [begin, end).
struct KeyRange {
    std::int64_t begin, end;
};

/// The keys that row `i` sees, as far as that does not depend on the mask.
KeyRange seenBy(const HeadAttention& head, std::int64_t i) {
    const std::int64_t more = i * head.seen.step,
                       end = std::clamp(head.seen.end + more, std::int64_t{0},
                                        std::min(head.seen.most, head.columns));
    return {std::clamp(head.seen.begin + more, std::int64_t{0}, end), end};
}

/// The number of keys up to the last one that a row of a mask shows. `step`: a number, or a constant.
template <class T, class Step, class Hides>
PARTITA_INLINE inline std::int64_t shownOf(const T* row, Step step, std::int64_t count,
                                           const Hides& hides) {
    constexpr std::int64_t kPiece = 64;
    for (; count >= kPiece; count -= kPiece) {
        int any = 0;
        for (std::int64_t i = count - kPiece; i < count; ++i)
            any |= hides(row[i * step]) ? 0 : 1;
        if (any)
            break;
    }
    while (count > 0 && hides(row[(count - 1) * step]))
        --count;
    return count;
}

PARTITA_FOR_EACH_CPU
std::int64_t shownBy(const float* added, const std::uint8_t* counts, std::int64_t step,
                     std::int64_t count) {
    constexpr std::integral_constant<std::int64_t, 1> kOne;
    const auto isLow = [](float each) PARTITA_INLINE { return each < kHides; };
    const auto isFalse = [](std::uint8_t each) PARTITA_INLINE { return each == 0; };
    if (added)
        return step == 1 ? shownOf(added, kOne, count, isLow) : shownOf(added, step, count, isLow);
    return step == 1 ? shownOf(counts, kOne, count, isFalse)
                     : shownOf(counts, step, count, isFalse);
}

/// Whether a row sees no key: all are hidden by minus infinity, whatever their scores are.
bool isHidden(const HeadAttention& head, std::int64_t row) {
    const KeyRange keys = seenBy(head, row);
    const RowMask mask = head.mask.at(row, 0);
    for (std::int64_t i = keys.begin; i < keys.end; ++i)
        if (mask.added    ? mask.added[i * mask.step] != kHidden
            : mask.counts ? mask.counts[i * mask.step] != 0
                          : true)
            return false;
    return true;
}

/// The keys that a block of rows sees: those outside weigh 0 in all of them.
KeyRange seenByBlock(const HeadAttention& head, std::int64_t first, std::int64_t rows) {
    const std::int64_t last = first + rows - 1;
    KeyRange all{seenBy(head, first).begin / kLane * kLane, seenBy(head, last).end};
    if (!head.mask.exists() || head.given)
        return all;
    const bool areAlike =
        head.mask.row == 0 &&
        (head.seen.step == 0 || (head.seen.end >= head.columns && seenBy(head, last).begin == 0));
    const std::int64_t most = std::exchange(all.end, all.begin);
    for (std::int64_t row = last; row >= (areAlike ? last : first) && all.end < most; --row) {
        const KeyRange keys = seenBy(head, row);
        const RowMask mask = head.mask.at(row, keys.begin);
        const std::int64_t shown =
            shownBy(mask.added, mask.counts, mask.step, keys.end - keys.begin);
        // Where all keys are hidden, none of them weighs 0 beside the others.
        const bool none = shown == 0 && !(head.emptyRowsAreZero && isHidden(head, row));
        all.end = std::max(all.end, none ? keys.end : keys.begin + shown);
    }
    return all;
}

PARTITA_FOR_EACH_CPU
void rescaleRow(float* row, float factor, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        row[i] *= factor;
}

/// to = from / by; `to` may be `from`.
PARTITA_FOR_EACH_CPU
void divideRow(const float* from, float by, float* to, std::int64_t count) {
    const float factor = 1.0F / by;
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = from[i] * factor;
}

PARTITA_FOR_EACH_CPU
void capRow(float* row, float cap, std::int64_t count) {
    const float inverse = 1.0F / cap;
    for (std::int64_t i = 0; i < count; ++i)
        row[i] = cap * vectorTanh(row[i] * inverse);
}

/// Products of a few rows with keys that lie densely.
void scoreDense(const HeadAttention& head, std::int64_t first, std::int64_t rows, std::int64_t key,
                std::int64_t count, float* scores, std::int64_t step) {
    onBestCpu([&]() PARTITA_INLINE {
        const float* k = head.k + key * head.kColumn;
        for (std::int64_t j = 0; j < count; ++j, k += head.kColumn)
            for (std::int64_t row = 0; row < rows; ++row)
                scores[row * step + j] =
                    head.scale * dotLanes(head.q + (first + row) * head.qRow, k, head.depth);
    });
}

/// A block of rows while its keys are visited.
class RowBlock {
public:
    RowBlock(const HeadAttention& head, const HeadPanels& panels, std::int64_t first,
             std::int64_t rows, float* scratch)
        : m_head(head), m_panels(panels), m_first(first), m_rows(rows), m_largest(scratch),
          m_sums(m_largest + rows), m_scores(scratch + wholeLanes(2 * rows)) {
        const std::int64_t width = wholeLanes(head.width);
        const bool direct = width == head.width;
        m_out = direct ? head.out + first * head.outRow
                       : m_scores + rows * wholeLanes(std::min(head.columns, kMostKeys));
        m_outRow = direct ? head.outRow : width;
    }

    void run() {
        const KeyRange keys = seenByBlock(m_head, m_first, m_rows);
        for (std::int64_t row = 0; row < m_rows; ++row) {
            const float* sink =
                m_head.sink ? m_head.sink + (m_first + row) * m_head.sinkRow : nullptr;
            m_largest[row] = sink ? *sink : kHidden;
            m_sums[row] = sink && *sink != kHidden ? 1 : 0;
        }
        if (keys.begin >= keys.end) // a sink alone may weigh
            for (std::int64_t row = 0; row < m_rows; ++row)
                std::fill_n(m_out + row * m_outRow, m_head.width, 0.0F);
        for (std::int64_t key = keys.begin; key < keys.end; key += kMostKeys)
            visit(key, std::min(kMostKeys, keys.end - key), key > keys.begin);
        for (std::int64_t row = 0; row < m_rows; ++row)
            finish(row);
    }

private:
    /// Weighs the values of `count` keys, and `adds` them to those of keys before.
    void visit(std::int64_t key, std::int64_t count, bool adds) {
        const std::int64_t step = wholeLanes(count);
        score(key, count, step);
        for (std::int64_t row = 0; row < m_rows; ++row)
            weigh(row, key, count, adds, m_scores + row * step);
        const Panels& values = m_panels.values;
        multiplyTiles({m_scores,
                       step,
                       1,
                       {values.data + key * values.row, values.row, values.panel},
                       m_out,
                       m_outRow,
                       count,
                       1,
                       adds},
                      m_rows, wholeLanes(m_head.width));
    }

    void score(std::int64_t key, std::int64_t count, std::int64_t step) {
        const Panels& keys = m_panels.keys;
        if (keys.data)
            multiplyTiles({m_head.q + m_first * m_head.qRow,
                           m_head.qRow,
                           m_head.qColumn,
                           {keys.data + key / kLane * keys.panel, keys.row, keys.panel},
                           m_scores,
                           step,
                           m_head.depth,
                           m_head.scale},
                          m_rows, step);
        else
            scoreDense(m_head, m_first, m_rows, key, count, m_scores, step);
    }

    /// Makes weights of the scores of a row. What was summed before with another largest score is
    /// brought to the new one.
    void weigh(std::int64_t row, std::int64_t key, std::int64_t count, bool adds, float* weights) {
        const KeyRange keys = seenBy(m_head, m_first + row);
        const std::int64_t begin = std::clamp(keys.begin - key, std::int64_t{0}, count),
                           end = std::clamp(keys.end - key, begin, count);
        float* seen = weights + begin;
        if (m_head.given && !m_head.givesWeights)
            give(row, key + begin, seen, end - begin);
        if (m_head.softcap != 0)
            capRow(seen, m_head.softcap, end - begin);
        const RowMask mask = m_head.mask.at(m_first + row, key + begin);
        const float before = m_largest[row];
        RowSum made; // NOLINT: filled below
        if (m_head.given && m_head.givesWeights) {
            made.largest = std::max(before, maskRow(seen, mask, end - begin));
            give(row, key + begin, seen, end - begin);
            made.sum = expRow(seen, made.largest, end - begin);
        } else {
            made = weighRow(seen, mask, before, end - begin);
        }
        std::fill(weights, seen, 0.0F);
        std::fill(weights + end, weights + count, 0.0F);
        if (m_sums[row] != 0 && before != made.largest) {
            const float factor = std::exp(before - made.largest);
            m_sums[row] *= factor;
            if (adds)
                rescaleRow(m_out + row * m_outRow, factor, m_head.width);
        }
        m_sums[row] += made.sum;
        m_largest[row] = made.largest;
    }

    [[nodiscard]] float* givenOf(std::int64_t row) const {
        return m_head.given + (m_first + row) * m_head.givenRow;
    }
    void give(std::int64_t row, std::int64_t key, const float* scores, std::int64_t count) const {
        std::copy_n(scores, count, givenOf(row) + key);
    }

    void finish(std::int64_t row) {
        if (m_head.given && m_head.givesWeights) {
            const KeyRange keys = seenBy(m_head, m_first + row);
            float* weights = givenOf(row) + keys.begin;
            expRow(weights, m_largest[row], keys.end - keys.begin);
            divideRow(weights, m_sums[row], weights, keys.end - keys.begin);
        }
        float* out = m_head.out + (m_first + row) * m_head.outRow;
        if (m_sums[row] > 0)
            return divideRow(m_out + row * m_outRow, m_sums[row], out, m_head.width);
        const bool isZero = m_head.emptyRowsAreZero && isHidden(m_head, m_first + row);
        std::fill_n(out, m_head.width, isZero ? 0 : std::numeric_limits<float>::quiet_NaN());
    }

    const HeadAttention& m_head;
    const HeadPanels& m_panels;
    std::int64_t m_first, m_rows;
    float *m_largest, *m_sums; ///< of the scores of each row that were visited
    float* m_scores;
    float* m_out; ///< the sums of weighted values
    std::int64_t m_outRow;
};

} // namespace

std::int64_t panelFloats(const HeadAttention& head) {
    return head.depth * wholeLanes(head.columns) + head.columns * wholeLanes(head.width);
}

std::int64_t blockFloats(const HeadAttention& head, std::int64_t rows) {
    return wholeLanes(2 * rows) +
           rows * (wholeLanes(std::min(head.columns, kMostKeys)) + wholeLanes(head.width));
}

HeadPanels panelsOf(const HeadAttention& head, float* memory) {
    HeadPanels panels;
    if (!readsKeysInPlace(head))
        panels.keys = headInPanels(head.k, head.kRow, head.kColumn, head.depth, head.columns,
                                   head.rows, memory);
    panels.values =
        headInPanels(head.v, head.vRow, head.vColumn, head.columns, head.width, head.rows, memory);
    return panels;
}

void attendRows(const HeadAttention& head, const HeadPanels& panels, std::int64_t first,
                std::int64_t rows, float* scratch) {
    RowBlock(head, panels, first, rows, scratch).run();
}

} // namespace partita::cpu
