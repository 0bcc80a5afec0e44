#include "providers/cpu/kernels/winograd_conv.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "core/base/large_memory.h"
#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kSeen = 6, kMade = 4, kTilePlaces = kSeen * kSeen, kResults = kMade * kMade;

/// Six numbers that a tile sees, `step` apart, to six to be multiplied.
template <class V> PARTITA_INLINE inline void toProducts(const V* d, V* to, int step) {
    const V d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step], d4 = d[4 * step],
            d5 = d[5 * step];
    const V even = d4 - 4.0F * d2, odd = d3 - 4.0F * d1, far = d4 - d2, near = 2.0F * (d3 - d1);
    to[0] = 4.0F * d0 - 5.0F * d2 + d4;
    to[step] = even + odd;
    to[2 * step] = even - odd;
    to[3 * step] = far + near;
    to[4 * step] = far - near;
    to[5 * step] = 4.0F * d1 - 5.0F * d3 + d5;
}

/// Six sums of products, `step` apart, to four results.
template <class V> PARTITA_INLINE inline void toResults(const V* m, V* to, int step, int toStep) {
    const V near = m[step] + m[2 * step], nearOdd = m[step] - m[2 * step];
    const V far = m[3 * step] + m[4 * step], farOdd = m[3 * step] - m[4 * step];
    to[0] = m[0] + near + far;
    to[toStep] = nearOdd + 2.0F * farOdd;
    to[2 * toStep] = near + 4.0F * far;
    to[3 * toStep] = nearOdd + 8.0F * farOdd + m[5 * step];
}

/// Three numbers of a filter to six that multiply those of a tile.
void toFactors(const double* g, double* to, int step, int toStep) {
    const double g0 = g[0], g1 = g[step], g2 = g[2 * step];
    to[0] = g0 / 4;
    to[toStep] = -(g0 + g1 + g2) / 6;
    to[2 * toStep] = -(g0 - g1 + g2) / 6;
    to[3 * toStep] = g0 / 24 + g1 / 12 + g2 / 6;
    to[4 * toStep] = g0 / 24 - g1 / 12 + g2 / 6;
    to[5 * toStep] = g2;
}

/// The pixels that a tile sees; null: padding.
using SeenPixels = std::array<const float*, kTilePlaces>;

template <class V> PARTITA_INLINE inline V pixelsAt(const float* pixel, std::int64_t channel) {
    V read{};
    if (pixel)
        std::memcpy(&read, pixel + channel, sizeof read);
    return read;
}

/// What 36 products by place read of channels [0, channels) of a tile, `step` apart.
template <std::size_t Bytes>
PARTITA_INLINE inline void transformPixels(const SeenPixels& pixels, std::int64_t channels,
                                           float* to, std::int64_t step) {
    using V = VectorOf<float, Bytes / sizeof(float)>;
    for (std::int64_t c = 0; c < channels; c += static_cast<std::int64_t>(sizeof(V) / 4)) {
        V seen[kTilePlaces]; // NOLINT: filled below
        for (std::size_t i = 0; i < kTilePlaces; ++i)
            seen[i] = pixelsAt<V>(pixels[i], c);
        for (int j = 0; j < kSeen; ++j)
            toProducts(seen + j, seen + j, kSeen);
        for (int i = 0; i < kSeen; ++i)
            toProducts(seen + i * kSeen, seen + i * kSeen, 1);
        for (std::int64_t i = 0; i < kTilePlaces; ++i)
            std::memcpy(to + i * step + c, &seen[i], sizeof(V));
    }
}

/// The 16 results [16, filters] of a tile; returns whether they are finite.
template <std::size_t Bytes>
PARTITA_INLINE inline bool transformProducts(const float* products, std::int64_t step,
                                             std::int64_t filters, float* results) {
    using V = VectorOf<float, Bytes / sizeof(float)>;
    V check{}; // becomes NaN by a number that is not finite
    for (std::int64_t m = 0; m < filters; m += static_cast<std::int64_t>(sizeof(V) / 4)) {
        V all[kTilePlaces], half[kMade * kSeen], made[kResults]; // NOLINT: filled below
        for (std::int64_t i = 0; i < kTilePlaces; ++i)
            std::memcpy(&all[i], products + i * step + m, sizeof(V));
        for (int j = 0; j < kSeen; ++j)
            toResults(all + j, half + j, kSeen, kSeen);
        for (int i = 0; i < kMade; ++i)
            toResults(half + i * kSeen, made + i * kMade, 1, 1);
        for (std::int64_t i = 0; i < kResults; ++i) {
            check += made[i] * 0.0F;
            std::memcpy(results + i * filters + m, &made[i], sizeof(V));
        }
    }
    bool finite = true;
    for (std::size_t i = 0; i < Bytes / sizeof(float); ++i)
        finite = finite && check[i] == 0;
    return finite;
}

/// The largest magnitude of each pixel's channels, on all threads.
void findLargest(const float* x, std::int64_t pixels, std::int64_t channels, float* largest) {
    const auto grow = [](auto most, auto number) PARTITA_INLINE {
        const auto more = number > most ? number : most;
        return -number > more ? -number : more;
    };
    const auto join = [](auto a, auto b) PARTITA_INLINE { return b > a ? b : a; };
    parallelFor(pixels, 1 + 65536 / channels, [&](std::int64_t begin, std::int64_t end) {
        onWidestCpu([&](auto bytes) PARTITA_INLINE {
            for (std::int64_t i = begin; i < end; ++i)
                largest[i] = reduceLanes<bytes>(x + i * channels, channels, 0.0F, grow, join);
        });
    });
}

PARTITA_FOR_EACH_CPU
void finishRow(const float* sums, const float* bias, bool adds, float* y, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = sums[i] + (bias ? bias[i] : 0.0F) + (adds ? y[i] : 0.0F);
}

} // namespace

struct WinogradConv::Tile {
    std::int64_t image, row, column; ///< of its first result
    std::int64_t rows, columns;      ///< of its results that lie on the image
    SeenPixels pixels;
    std::array<float, kTilePlaces> largest; ///< magnitudes of each pixel's channels

    /// Whether each result sees pixels that are not much smaller than the largest one of the tile, which
    /// the transforms mix into all of them.
    [[nodiscard]] bool isEven() const {
        constexpr float kMostTimes = 256;
        const float least = std::ranges::max(largest) / kMostTimes;
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < columns; ++c) {
                float seen = 0;
                for (std::int64_t k = 0; k < 9; ++k)
                    seen = std::max(seen, largest[placeOf(r + k / 3, c + k % 3)]);
                if (!(seen >= least))
                    return false;
            }
        return true;
    }

    static std::size_t placeOf(std::int64_t row, std::int64_t column) {
        return static_cast<std::size_t>(row * kSeen + column);
    }
};

bool WinogradConv::pays(const Window& window, const Dims& filters, const Dims& out) {
    constexpr std::int64_t kFewChannels = 32;
    constexpr std::int64_t kMostNumbers = 600'000; // of as few tiles as are multiplied at a time
    // Reading the filters takes as long as the products of so many tiles; the transforms add a seventh.
    constexpr double kHidden = 25;
    constexpr double kNoImage = 1e15; // beyond memory; the numbers of tiles are exact below
    if (!panelsAreBetter(1) || out.size() != 4 || window.kernel != Dims{3, 3} ||
        !areAll(window.strides, 1) || !areAll(window.dilations, 1) || filters[0] < kFewChannels ||
        filters[1] < kFewChannels || filters[0] % kPanelWidth != 0 ||
        filters[1] % kPanelWidth != 0 ||
        (filters[0] + filters[1]) * kTilePlaces * kPanelWidth > kMostNumbers)
        return false;
    const auto tiles =
        static_cast<double>(partsOf(out[2], kMade)) * static_cast<double>(partsOf(out[3], kMade));
    const auto images = static_cast<double>(out[0]);
    const double sums = 9 * images * static_cast<double>(out[2]) * static_cast<double>(out[3]);
    return sums < kNoImage && kTilePlaces * std::max(images * tiles, kHidden) * 8 / 7 < sums;
}

PackedWeights WinogradConv::factorsOf(const dnnl::memory& filters) {
    const Dims dims = filters.get_desc().get_dims();
    const std::int64_t count = dims[0], channels = dims[1];
    const TensorDesc plain = plainDesc(dims), desc = plainDesc({kTilePlaces, channels, count});
    const AlignedMemory rows = allocateAligned(plain.get_size());
    if (!rows)
        throw std::bad_alloc();
    reorderInto(filters, wrap(plain, rows.get()));
    PackedWeights made;
    made.owner = allocatePacked(desc.get_size());
    made.memory = wrap(desc, made.owner.get());
    const auto* from = reinterpret_cast<const float*>(rows.get()); // NOLINT: filled by reorderInto
    auto* to = static_cast<float*>(made.owner.get());
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t m = begin; m < end; ++m)
            for (std::int64_t c = 0; c < channels; ++c) {
                double given[9], half[3 * kSeen], all[kTilePlaces]; // NOLINT: filled below
                std::copy_n(from + (m * channels + c) * 9, 9, given);
                for (int j = 0; j < 3; ++j)
                    toFactors(given + j, half + j, 3, 3);
                for (int i = 0; i < kSeen; ++i)
                    toFactors(half + i * 3, all + i * kSeen, 1, 1);
                float* place = to + m / kPanelWidth * kPanelWidth * channels + c * kPanelWidth +
                               m % kPanelWidth;
                for (std::int64_t i = 0; i < kTilePlaces; ++i)
                    place[i * channels * count] = static_cast<float>(all[i]);
            }
    });
    return made;
}

WinogradConv::WinogradConv(const Window& window, Dims in, Dims out, const Epilogue& epilogue)
    : m_in(std::move(in)), m_out(std::move(out)), m_padBegin(window.padBegin),
      m_tileRows(partsOf(m_out[2], kMade)), m_tileColumns(partsOf(m_out[3], kMade)),
      m_tiles(m_out[0] * m_tileRows * m_tileColumns), m_adds(epilogue.residual.has_value()),
      m_steps(epilogue.ownSteps()) {
    constexpr std::int64_t kInCache = 300'000; // numbers
    m_atATime = std::max(kPanelWidth, kInCache / (kTilePlaces * (m_in[1] + m_out[1])));
}

WinogradConv::Tile WinogradConv::tileAt(std::int64_t index, const float* x,
                                        const float* largest) const {
    Tile tile; // NOLINT: filled below
    tile.column = index % m_tileColumns * kMade;
    tile.row = index / m_tileColumns % m_tileRows * kMade;
    tile.image = index / m_tileColumns / m_tileRows;
    tile.rows = std::min(kMade, m_out[2] - tile.row);
    tile.columns = std::min(kMade, m_out[3] - tile.column);
    for (std::int64_t i = 0; i < kTilePlaces; ++i) {
        const std::int64_t row = tile.row + i / kSeen - m_padBegin[0],
                           column = tile.column + i % kSeen - m_padBegin[1];
        const bool inside = row >= 0 && row < m_in[2] && column >= 0 && column < m_in[3];
        const std::int64_t pixel = (tile.image * m_in[2] + row) * m_in[3] + column;
        tile.pixels[static_cast<std::size_t>(i)] = inside ? x + pixel * m_in[1] : nullptr;
        tile.largest[static_cast<std::size_t>(i)] = inside ? largest[pixel] : 0.0F;
    }
    return tile;
}

/// The results [16, filters] of a tile as sums of products by the filters themselves.
void WinogradConv::sumTile(const Tile& tile, const float* x, const float* panels,
                           float* results) const {
    PanelProduct product;
    product.rows = kResults;
    product.inner = 9 * m_in[1];
    product.columns = product.yStep = m_out[1];
    for (std::int64_t k = 0; k < 9; ++k)
        for (std::int64_t i = 0; i < kResults; ++i) {
            const float* pixel = tile.pixels[Tile::placeOf(i / kMade + k / 3, i % kMade + k % 3)];
            product.places.push_back(pixel ? pixel - x : PanelProduct::kZeros);
        }
    multiplyByPanels(product, x, panels, nullptr, results);
}

void WinogradConv::finishTile(const Tile& tile, const float* products, std::int64_t step,
                              const Operands& operands, float* y) const {
    const std::int64_t count = m_out[1];
    auto* results = scratchFor<float>(kResults * count, kForResults);
    bool exact = tile.isEven();
    if (exact)
        onWidestCpu([&](auto bytes) PARTITA_INLINE {
            exact = transformProducts<bytes>(products, step, count, results);
        });
    if (!exact)
        sumTile(tile, operands.x, operands.panels, results);
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        const std::int64_t first =
            ((tile.image * m_out[2] + tile.row + r) * m_out[3] + tile.column) * count;
        for (std::int64_t c = 0; c < tile.columns; ++c)
            finishRow(results + (r * kMade + c) * count, operands.bias, m_adds,
                      y + first + c * count, count);
        for (const VectorStep& each : m_steps)
            runVectorStep(each, y + first, nullptr, y + first,
                          static_cast<std::size_t>(tile.columns * count));
    }
}

void WinogradConv::runTiles(std::int64_t first, std::int64_t count, const Operands& operands,
                            const float* largest, float* y) const {
    const std::int64_t channels = m_in[1], filterCount = m_out[1];
    auto* pixels = scratchFor<float>(kTilePlaces * count * (channels + filterCount), kForTiles);
    float* products = pixels + kTilePlaces * count * channels;
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const Tile tile = tileAt(first + i, operands.x, largest);
            onWidestCpu([&](auto bytes) PARTITA_INLINE {
                transformPixels<bytes>(tile.pixels, channels, pixels + i * channels,
                                       count * channels);
            });
        }
    });
    PanelProduct product;
    product.rows = count;
    product.inner = product.rowStep = channels;
    product.columns = product.yStep = filterCount;
    parallelFor(kTilePlaces, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const float* panels = operands.factors + i * channels * filterCount;
            multiplyByPanels(product, pixels + i * count * channels, panels, nullptr,
                             products + i * count * filterCount,
                             i + 1 < end ? panels + channels * filterCount : nullptr);
        }
    });
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            finishTile(tileAt(first + i, operands.x, largest), products + i * filterCount,
                       count * filterCount, operands, y);
    });
}

void WinogradConv::run(const Operands& operands, float* y) const {
    const std::int64_t pixels = m_in[0] * m_in[2] * m_in[3];
    auto* largest = scratchFor<float>(pixels, kForPixels);
    findLargest(operands.x, pixels, m_in[1], largest);
    const std::int64_t blocks = partsOf(m_tiles, m_atATime);
    const auto runBlocks = [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t first = m_tiles * i / blocks;
            runTiles(first, m_tiles * (i + 1) / blocks - first, operands, largest, y);
        }
    };
    // Few blocks are shared out within, where threads read what others wrote.
    if (blocks >= ThreadTeam::threads())
        parallelFor(blocks, 1, runBlocks);
    else
        runBlocks(0, blocks);
}

} // namespace partita::cpu
