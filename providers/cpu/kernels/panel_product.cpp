#include "providers/cpu/kernels/panel_product.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "providers/cpu/loops/fixed_count.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr int kSecondCache = 2; ///< as the compiler numbers it

/// How a kind of processor tiles a product.
struct TileSizes {
    int width;  ///< numbers of a vector
    int sums;   ///< vectors of sums that the registers hold, beside what they are made of
    int height; ///< most rows of a tile
    // Rows of a and of the panels that a tile reads stay in the cache that feeds it; the rows that
    // all panels are multiplied by stay in the second.
    std::int64_t mostInner, mostRows;

    /// The rows that have room for the sums of so many panels.
    [[nodiscard]] constexpr int rowsBeside(int panels) const {
        return sums * width / (panels * static_cast<int>(kPanelWidth));
    }
    /// Columns of a tile of many rows.
    [[nodiscard]] constexpr std::int64_t columns() const { return sums / height * width; }
};
constexpr TileSizes kWithAvx2{8, 12, 6, 320, 192}, kWithAvx512{16, 28, 7, 512, 448};

constexpr std::int64_t kFloatsOfAPointer = sizeof(const float*) / sizeof(float);
alignas(64) constexpr std::array<float, kWithAvx512.mostInner> kZeroRow{};

/// Rows times panels for a part of the inner size.
struct Tile {
    const float* const* rows; ///< of a, whose elements are neighbours
    const float* panel;
    std::int64_t panelStep, inner;
    const float* bias; ///< of the columns; null: none
    bool adds;         ///< to what y holds
    float* y;
    std::int64_t yStep;
    const float* next = nullptr; ///< of the next panels, to be read ahead
    std::int64_t ahead = 0;      ///< so many lines of the cache, at most `inner`
};

/// `Panels` panels, so that few rows have as many sums as hide the latency of an addition.
template <TileSizes Sizes, int Rows, int Panels>
PARTITA_INLINE inline void multiplyTile(const Tile& tile) {
    constexpr int kWidth = Sizes.width, kInPanel = kPanelWidth / kWidth,
                  kVectors = kInPanel * Panels;
    using Sums = VectorOf<float, kWidth>;
    Sums sums[Rows][kVectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
        Sums start{};
        if (tile.bias)
            std::memcpy(&start, tile.bias + v * kWidth, sizeof start);
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r)
            sums[r][v] = start;
    }
    const float* a[Rows]; // NOLINT: filled below
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r)
        a[r] = tile.rows[r];
    const float* panel = tile.panel;
    const auto addProducts = [&](std::int64_t i) PARTITA_INLINE {
        Sums weights[kVectors]; // NOLINT: filled below
#pragma GCC unroll 16
        for (int v = 0; v < kVectors; ++v)
            std::memcpy(&weights[v], panel + v / kInPanel * tile.panelStep + v % kInPanel * kWidth,
                        sizeof(Sums));
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 16
            for (int v = 0; v < kVectors; ++v)
                sums[r][v] += a[r][i] * weights[v];
        panel += kPanelWidth;
    };
    std::int64_t i = 0;
    for (; i < tile.ahead; ++i) { // more at a time would have to wait for each other
        __builtin_prefetch(tile.next + i % Panels * tile.panelStep + i / Panels * kPanelWidth, 0,
                           kSecondCache);
        addProducts(i);
    }
    for (; i < tile.inner; ++i)
        addProducts(i);
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 16
        for (int v = 0; v < kVectors; ++v) {
            float* to = tile.y + r * tile.yStep + v * kWidth;
            if (tile.adds) {
                Sums before; // NOLINT: filled below
                std::memcpy(&before, to, sizeof before);
                sums[r][v] += before;
            }
            std::memcpy(to, &sums[r][v], sizeof(Sums));
        }
}

/// Rows of a times a part of the panels.
struct Block {
    std::int64_t rows;
    Tile first;
    const float* after = nullptr; ///< the panels that are multiplied next; null: none
};

/// The most rows of a tile of so many panels.
constexpr int tileRows(const TileSizes& sizes, int panels) {
    return std::min(sizes.rowsBeside(panels), sizes.height);
}

/// The block's rows times `Panels` panels. Each tile reads its share of the next ones ahead.
template <TileSizes Sizes, int Panels>
PARTITA_INLINE inline void multiplyAllRows(const Block& block) {
    constexpr int kMost = tileRows(Sizes, Panels);
    forEvenTiles<kMost>(block.rows, [&](auto count, std::int64_t row) PARTITA_INLINE {
        Tile tile = block.first;
        tile.rows += row;
        tile.y += row * tile.yStep;
        tile.next += row * tile.inner / block.rows * kPanelWidth;
        multiplyTile<Sizes, count, Panels>(tile);
    });
}

/// The last panel, of which y has only `columns`: it is summed beside y.
template <TileSizes Sizes>
PARTITA_INLINE inline void multiplyLastPanel(const Block& block, std::int64_t columns) {
    alignas(64) std::array<float, Sizes.mostRows * kPanelWidth> sums; // NOLINT: filled below
    alignas(64) std::array<float, kPanelWidth> bias{};
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
    multiplyAllRows<Sizes, 1>(beside);
    for (std::int64_t row = 0; row < block.rows; ++row)
        std::copy_n(sums.data() + row * kPanelWidth, columns,
                    block.first.y + row * block.first.yStep);
}

/// The block's rows times the panels of `columns` columns.
template <TileSizes Sizes>
PARTITA_INLINE inline void multiplyBlock(Block block, std::int64_t columns) {
    Tile& tile = block.first;
    const auto each = [&]<int Panels>(std::integral_constant<int, Panels>) PARTITA_INLINE {
        const std::int64_t tiles = partsOf(block.rows, tileRows(Sizes, Panels));
        const std::int64_t share =
            tiles > 1 ? std::min(Panels * partsOf(tile.inner, tiles), tile.inner) : 0;
        for (; columns >= Panels * kPanelWidth; columns -= Panels * kPanelWidth) {
            const bool isLast = columns < (Panels + 1) * kPanelWidth;
            tile.next = isLast ? block.after : tile.panel + Panels * tile.panelStep;
            tile.ahead = tile.next ? share : 0;
            multiplyAllRows<Sizes, Panels>(block);
            tile.panel += Panels * tile.panelStep;
            tile.y += Panels * kPanelWidth;
            if (tile.bias)
                tile.bias += Panels * kPanelWidth;
        }
    };
    const std::int64_t rows = std::min<std::int64_t>(block.rows, Sizes.height);
    if (rows <= Sizes.rowsBeside(4))
        each(std::integral_constant<int, 4>());
    if (rows <= Sizes.rowsBeside(2))
        each(std::integral_constant<int, 2>());
    each(std::integral_constant<int, 1>());
    if (columns > 0)
        multiplyLastPanel<Sizes>(block, columns);
}

#ifdef PARTITA_HAS_AVX2_LOOPS
[[gnu::target("avx2,fma")]] void multiplyWithAvx2(const Block& block, std::int64_t columns) {
    multiplyBlock<kWithAvx2>(block, columns);
}
[[gnu::target("avx512f")]] void multiplyWithAvx512(const Block& block, std::int64_t columns) {
    multiplyBlock<kWithAvx512>(block, columns);
}
#endif

const TileSizes& tileSizes() { return hasWidePanels() ? kWithAvx512 : kWithAvx2; }

void multiplyOnBestCpu(const Block& block, std::int64_t columns) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    if (hasWidePanels())
        return multiplyWithAvx512(block, columns);
    if (hasAvx2())
        return multiplyWithAvx2(block, columns);
#endif
    multiplyBlock<kWithAvx2>(block, columns);
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

/// Elements of a stretch of the inner size, which lies within one part of it that has its own places.
struct Inner {
    std::int64_t place, first, last; ///< from the begin of the part on
    std::int64_t before;             ///< elements of the inner size before them
};

/// One call of multiplyByPanels.
struct Call {
    const PanelProduct& product;
    const float *a, *panels, *bias;
    float* y;
    const float* after; ///< panels that are multiplied next; null: none
    const TileSizes& sizes;

    /// Whether rows are copied, with gaps between them, before they are multiplied by so many columns.
    /// The first-level cache holds few rows that lie whole pages apart; a tile of AVX2, of few columns,
    /// is slower for any that do not lie side by side.
    [[nodiscard]] bool copiesRows(std::int64_t columns) const {
        constexpr std::int64_t kFewColumns = 96, kPage = 1024; // numbers
        const bool lieFar = ofPlace() % kPage == 0 || sizes.columns() == kPanelWidth;
        return product.innerStep != 1 || (lieFar && columns > kFewColumns);
    }

    [[nodiscard]] std::int64_t places() const {
        return product.places.empty()
                   ? 1
                   : static_cast<std::int64_t>(product.places.size()) / product.rows;
    }
    /// Elements of the inner size that have their own places.
    [[nodiscard]] std::int64_t ofPlace() const { return product.inner / places(); }

    /// The most rows that are multiplied by all panels of a part at a time.
    [[nodiscard]] std::int64_t rowsOfBlock(std::int64_t columns) const {
        constexpr std::int64_t kFew = 56, kFewWeights = 64 * 1024, kInCache = 160 * 1024; // numbers
        if (sizes.columns() == kPanelWidth)
            return sizes.mostRows;
        const std::int64_t fit = product.inner * columns <= kFewWeights
                                     ? kFew
                                     : kInCache / std::min(product.inner, sizes.mostInner);
        return std::clamp(fit / sizes.height * sizes.height, kFew, sizes.mostRows);
    }

    /// Where these rows begin.
    void findRows(const Part& part, const Inner& inner, const float** found) const {
        const std::int64_t* places =
            product.places.empty() ? nullptr : product.places.data() + inner.place * product.rows;
        for (std::int64_t row = part.row; row < part.row + part.rows; ++row) {
            const std::int64_t at = places ? places[row] : row * product.rowStep;
            *found++ = at == PanelProduct::kZeros ? kZeroRow.data()
                                                  : a + at + inner.first * product.innerStep;
        }
    }

    /// Copies the rows that were found to `copies`.
    void copyRows(std::int64_t rows, std::int64_t inner, const float** found, float* copies) const {
        for (std::int64_t row = 0; row < rows; ++row, copies += sizes.mostInner + kPanelWidth) {
            const float* from = std::exchange(found[row], copies);
            if (product.innerStep == 1)
                std::copy_n(from, inner, copies);
            else
                for (std::int64_t i = 0; i < inner; ++i)
                    copies[i] = from[i * product.innerStep];
        }
    }

    /// y += part of a × part of the panels; the first time y = bias +, if it does not add. `copies`
    /// has room for the rows; null: they are read where they are.
    void addProducts(const Part& part, const Inner& inner, const float** rows,
                     float* copies) const {
        const std::int64_t padded = partsOf(product.inner, kPanelWidth) * kPanelWidth;
        Block block{part.rows, {}, nullptr};
        Tile& tile = block.first;
        tile.rows = rows;
        tile.panel = panels + part.column * padded + inner.before * kPanelWidth;
        tile.panelStep = kPanelWidth * padded;
        tile.inner = inner.last - inner.first;
        tile.bias = bias && inner.before == 0 ? bias + part.column : nullptr;
        tile.adds = product.adds || inner.before > 0;
        tile.y = y + part.row * product.yStep + part.column;
        tile.yStep = product.yStep;
        block.after = inner.before + tile.inner < product.inner
                          ? tile.panel + tile.inner * kPanelWidth
                          : after;
        findRows(part, inner, rows);
        if (copies)
            copyRows(part.rows, tile.inner, rows, copies);
        multiplyOnBestCpu(block, part.columns);
    }

    void runSteps(const Part& part) const {
        for (std::int64_t row = part.row; row < part.row + part.rows; ++row)
            for (const VectorStep& step : product.steps) {
                float* of = y + row * product.yStep + part.column;
                runVectorStep(step, of, nullptr, of, static_cast<std::size_t>(part.columns));
            }
    }

    void run(const Part& all) const {
        const std::int64_t mostRows = rowsOfBlock(all.columns);
        const std::int64_t copied =
            copiesRows(all.columns) ? mostRows * (sizes.mostInner + kPanelWidth) : 0;
        auto* copies = scratchFor<float>(copied + mostRows * kFloatsOfAPointer, kWhileItRuns);
        // The copies come first, because they fill whole lines of the cache.
        auto** rows = reinterpret_cast<const float**>(copies + copied); // NOLINT
        forParts(all.rows, mostRows, [&](std::int64_t begin, std::int64_t end) {
            const Part part{all.row + begin, end - begin, all.column, all.columns};
            for (std::int64_t place = 0; place < places(); ++place)
                forParts(ofPlace(), sizes.mostInner, [&](std::int64_t first, std::int64_t last) {
                    addProducts(part, {place, first, last, place * ofPlace() + first}, rows,
                                copied > 0 ? copies : nullptr);
                });
            runSteps(part);
        });
    }
};

} // namespace

bool hasWidePanels() {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool has = usesInstructions(dnnl::cpu_isa::avx512_core);
    return has;
#else
    return false;
#endif
}

bool panelsAreBetter(std::int64_t rows) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    constexpr std::int64_t kFewRows = 128;
    return hasWidePanels() ? rows <= kFewRows : hasAvx2();
#else
    return rows < 0;
#endif
}

TensorDesc panelDesc(std::int64_t inner, std::int64_t columns) {
    return {{inner, columns}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::BA16a16b};
}

void multiplyByPanels(const PanelProduct& product, const float* a, const float* panels,
                      const float* bias, float* y, const float* after) {
    constexpr std::int64_t kWorthAThread = 65536; // multiplications
    const TileSizes& sizes = tileSizes();
    const Call call{product, a, panels, bias, y, after, sizes};
    const std::int64_t width = std::max(kPanelWidth, sizes.columns() / 2); // evens out the threads
    const auto grain = [&](std::int64_t rows, std::int64_t columns) {
        return 1 + kWorthAThread / (1 + rows * columns * product.inner);
    };
    if (product.rows > product.columns) // then packing rows on each thread takes longer
        parallelFor(partsOf(product.rows, sizes.height), grain(sizes.height, product.columns),
                    [&](std::int64_t begin, std::int64_t end) {
                        const std::int64_t row = begin * sizes.height,
                                           last = std::min(end * sizes.height, product.rows);
                        call.run({row, last - row, 0, product.columns});
                    });
    else
        parallelFor(partsOf(product.columns, width), grain(product.rows, width),
                    [&](std::int64_t begin, std::int64_t end) {
                        const std::int64_t column = begin * width,
                                           last = std::min(end * width, product.columns);
                        call.run({0, product.rows, column, last - column});
                    });
}

} // namespace partita::cpu
