#include "providers/cpu/kernels/panel_product.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/loops/fixed_count.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

using Sums = VectorOf<float, 8>;
constexpr std::int64_t kPanelWidth = 16, kTileHeight = 6;
// Rows of a and of the panel that a tile reads stay in the first-level cache; the rows that all
// panels are multiplied by stay in the second.
constexpr std::int64_t kMostInner = 320, kMostRows = 192;
constexpr std::int64_t kTilesThatHide = 4; ///< the time in which another panel comes

std::int64_t partsOf(std::int64_t size, std::int64_t most) { return (size + most - 1) / most; }

/// Rows times panels for a part of the inner size.
struct Tile {
    const float* a;       ///< packed as [inner, Rows], or
    std::int64_t rowStep; ///< as given: rows whose elements are neighbours
    const float* panel;
    std::int64_t panelStep, inner;
    const float* bias; ///< of the columns; null: none
    bool adds;         ///< to what y holds
    float* y;
    std::int64_t yStep;
    const float* next = nullptr; ///< of the next panel, to be read ahead
    std::int64_t ahead = 0;      ///< so many numbers
};

/// `Panels` panels, so that few rows have as many sums as hide the latency of an addition.
template <int Rows, int Panels, bool Packed>
PARTITA_INLINE inline void multiplyTile(const Tile& tile) {
    constexpr int kVectors = 2 * Panels;
    Sums sums[Rows][kVectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
        Sums start{};
        if (tile.bias)
            std::memcpy(&start, tile.bias + v * 8, sizeof start);
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r)
            sums[r][v] = start;
    }
    for (std::int64_t i = 0; i < tile.ahead; i += kPanelWidth)
        __builtin_prefetch(tile.next + i);
    const float *a = tile.a, *panel = tile.panel;
    for (std::int64_t i = 0; i < tile.inner; ++i, a += Packed ? Rows : 1, panel += kPanelWidth) {
        Sums weights[kVectors]; // NOLINT: filled below
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
            std::memcpy(&weights[v], panel + v / 2 * tile.panelStep + v % 2 * 8, sizeof(Sums));
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < kVectors; ++v)
                sums[r][v] += a[Packed ? r : r * tile.rowStep] * weights[v];
    }
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v) {
            float* to = tile.y + r * tile.yStep + v * 8;
            if (tile.adds) {
                Sums before; // NOLINT: filled below
                std::memcpy(&before, to, sizeof before);
                sums[r][v] += before;
            }
            std::memcpy(to, &sums[r][v], sizeof(Sums));
        }
}

/// Rows of a, packed tile by tile, times a part of the panels.
struct Block {
    std::int64_t rows, tiles;
    Tile first;
};

/// Rows are shared out evenly, because tiles of one or two rows would wait for their sums.
std::int64_t firstRow(const Block& block, std::int64_t tile) {
    return block.rows * tile / block.tiles;
}

/// The block's rows times `Panels` panels.
template <int Panels, bool Packed> PARTITA_INLINE inline void multiplyAllRows(const Block& block) {
    for (std::int64_t i = 0; i < block.tiles; ++i) {
        const std::int64_t row = firstRow(block, i), rows = firstRow(block, i + 1) - row;
        Tile tile = block.first;
        tile.a += row * (Packed ? tile.inner : tile.rowStep);
        tile.y += row * tile.yStep;
        tile.next += i * tile.ahead;
        constexpr int kMost = Panels == 4 ? 1 : Panels == 2 ? 3 : kTileHeight;
        withFixedCount<kMost>(
            rows, [&](auto count) PARTITA_INLINE { multiplyTile<count, Panels, Packed>(tile); });
    }
}

/// The last panel, of which y has only `columns`: it is summed beside y.
template <bool Packed>
PARTITA_INLINE inline void multiplyLastPanel(const Block& block, std::int64_t columns) {
    alignas(32) std::array<float, kMostRows * kPanelWidth> sums; // NOLINT: filled below
    alignas(32) std::array<float, kPanelWidth> bias{};
    Block beside = block;
    Tile& tile = beside.first;
    if (tile.bias) {
        std::copy_n(tile.bias, columns, bias.data());
        tile.bias = bias.data();
    }
    if (tile.adds)
        for (std::int64_t row = 0; row < block.rows; ++row) {
            float* of = sums.data() + row * kPanelWidth;
            std::fill_n(std::copy_n(tile.y + row * tile.yStep, columns, of), kPanelWidth - columns,
                        0.0F);
        }
    tile.y = sums.data();
    tile.yStep = kPanelWidth;
    tile.ahead = 0;
    multiplyAllRows<1, Packed>(beside);
    for (std::int64_t row = 0; row < block.rows; ++row)
        std::copy_n(sums.data() + row * kPanelWidth, columns,
                    block.first.y + row * block.first.yStep);
}

/// The block's rows times the panels of `columns` columns.
template <bool Packed> PARTITA_INLINE inline void multiplyBlock(Block block, std::int64_t columns) {
    Tile& tile = block.first;
    // Each tile reads its share of the next panel ahead, which comes from beyond the caches.
    const std::int64_t ahead =
        partsOf(tile.inner, block.tiles) * (block.tiles >= kTilesThatHide ? kPanelWidth : 0);
    const auto each = [&]<int Panels>(std::integral_constant<int, Panels>) PARTITA_INLINE {
        for (; columns >= Panels * kPanelWidth; columns -= Panels * kPanelWidth) {
            tile.next = tile.panel + Panels * tile.panelStep;
            tile.ahead = columns > Panels * kPanelWidth ? ahead : 0;
            multiplyAllRows<Panels, Packed>(block);
            tile.panel += Panels * tile.panelStep;
            tile.y += Panels * kPanelWidth;
            if (tile.bias)
                tile.bias += Panels * kPanelWidth;
        }
    };
    if (block.rows == 1)
        each(std::integral_constant<int, 4>());
    else if (block.rows <= 3)
        each(std::integral_constant<int, 2>());
    each(std::integral_constant<int, 1>());
    if (columns > 0)
        multiplyLastPanel<Packed>(block, columns);
}

PARTITA_INLINE inline void multiply(const Block& block, std::int64_t columns, bool packed) {
    packed ? multiplyBlock<true>(block, columns) : multiplyBlock<false>(block, columns);
}

#ifdef PARTITA_HAS_AVX2_LOOPS
[[gnu::target("avx2,fma")]] void multiplyWithFma(const Block& block, std::int64_t columns,
                                                 bool packed) {
    multiply(block, columns, packed);
}
#endif

void multiplyOnBestCpu(const Block& block, std::int64_t columns, bool packed) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    if (hasAvx2())
        return multiplyWithFma(block, columns, packed);
#endif
    multiply(block, columns, packed);
}

/// Copies rows of a tile by tile, so that a tile reads its numbers one after the other.
void packRows(const PanelProduct& product, const float* a, const Block& block, float* packed) {
    for (std::int64_t i = 0; i < block.tiles; ++i) {
        const std::int64_t row = firstRow(block, i), rows = firstRow(block, i + 1) - row;
        for (std::int64_t r = 0; r < rows; ++r) {
            const float* from = a + (row + r) * product.rowStep;
            float* to = packed + row * block.first.inner + r;
            for (std::int64_t l = 0; l < block.first.inner; ++l)
                to[l * rows] = product.factor * from[l * product.innerStep];
        }
    }
}

/// Calls work(begin, end) for even parts of [0, size) of at most `most`.
template <class F> void forParts(std::int64_t size, std::int64_t most, F&& work) {
    const std::int64_t parts = partsOf(size, most);
    for (std::int64_t i = 0; i < parts; ++i)
        work(size * i / parts, size * (i + 1) / parts);
}

/// A rectangle of y: `rows` from `row` on and `columns` from `column` on, which a panel begins.
struct Part {
    std::int64_t row, rows, column, columns;
};

/// Whether so few columns are made of each row that it does not pay to pack it.
bool readsRowsInPlace(const PanelProduct& product, const Part& part) {
    constexpr std::int64_t kFewColumns = 96;
    return product.innerStep == 1 && product.factor == 1 && part.columns <= kFewColumns;
}

void multiplyPart(const PanelProduct& product, const Part& part, const float* a,
                  const float* panels, const float* bias, float* y) {
    const bool packs = !readsRowsInPlace(product, part);
    float* packed = packs ? scratchFor<float>(kMostRows * kMostInner, kWhileItRuns) : nullptr;
    const std::int64_t padded = partsOf(product.inner, kPanelWidth) * kPanelWidth;
    forParts(part.rows, kMostRows, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t row = part.row + begin, rows = end - begin;
        float* to = y + row * product.yStep + part.column;
        forParts(product.inner, kMostInner, [&](std::int64_t first, std::int64_t last) {
            const float* given = a + row * product.rowStep + first * product.innerStep;
            Block block{rows, partsOf(rows, kTileHeight), {}};
            Tile& tile = block.first;
            tile.a = packs ? packed : given;
            tile.rowStep = product.rowStep;
            tile.panel = panels + part.column * padded + first * kPanelWidth;
            tile.panelStep = kPanelWidth * padded;
            tile.inner = last - first;
            tile.bias = bias && first == 0 ? bias + part.column : nullptr;
            tile.adds = product.adds || first > 0;
            tile.y = to;
            tile.yStep = product.yStep;
            if (packs)
                packRows(product, given, block, packed);
            multiplyOnBestCpu(block, part.columns, packs);
        });
        for (std::int64_t r = 0; r < rows; ++r)
            for (const VectorStep& step : product.steps) {
                float* of = to + r * product.yStep;
                runVectorStep(step, of, nullptr, of, static_cast<std::size_t>(part.columns));
            }
    });
}

} // namespace

bool panelsAreBetter() {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool are = hasAvx2() && !usesInstructions(dnnl::cpu_isa::avx512_core);
    return are;
#else
    return false;
#endif
}

TensorDesc panelDesc(std::int64_t inner, std::int64_t columns) {
    return {{inner, columns}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::BA16a16b};
}

void multiplyByPanels(const PanelProduct& product, const float* a, const float* panels,
                      const float* bias, float* y) {
    constexpr std::int64_t kWorthAThread = 65536; // multiplications
    const auto grain = [&](std::int64_t rows, std::int64_t columns) {
        return 1 + kWorthAThread / (1 + rows * columns * product.inner);
    };
    if (product.rows > product.columns) // then packing rows on each thread takes longer
        parallelFor(
            partsOf(product.rows, kTileHeight), grain(kTileHeight, product.columns),
            [&](std::int64_t begin, std::int64_t end) {
                const std::int64_t row = begin * kTileHeight,
                                   last = std::min(end * kTileHeight, product.rows);
                multiplyPart(product, {row, last - row, 0, product.columns}, a, panels, bias, y);
            });
    else
        parallelFor(
            partsOf(product.columns, kPanelWidth), grain(product.rows, kPanelWidth),
            [&](std::int64_t begin, std::int64_t end) {
                const std::int64_t column = begin * kPanelWidth,
                                   last = std::min(end * kPanelWidth, product.columns);
                multiplyPart(product, {0, product.rows, column, last - column}, a, panels, bias, y);
            });
}

} // namespace partita::cpu
