#include "providers/cpu/kernels/depthwise_loops.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/loops/fixed_count.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

constexpr int kMostPixels = 14; ///< sums of a panel that registers hold

template <std::size_t Width, int Panels, int Pixels>
PARTITA_INLINE inline void multiplyPixels(const PixelTile& tile) {
    using Vector = VectorOf<float, Width>;
    constexpr int kWidth = static_cast<int>(Width), kEach = static_cast<int>(kFilters) / kWidth,
                  kVectors = Panels * kEach;
    Vector sums[Pixels][kVectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
        Vector start; // NOLINT: filled below
        std::memcpy(&start, tile.bias + v * kWidth, sizeof start);
#pragma GCC unroll 16
        for (int p = 0; p < Pixels; ++p)
            sums[p][v] = start;
    }
    const float *x = tile.x, *weights = tile.weights;
    for (std::int64_t i = 0; i < tile.channels; ++i, ++x, weights += kFilters) {
        Vector factors[kVectors]; // NOLINT: filled below
#pragma GCC unroll 16
        for (int v = 0; v < kVectors; ++v)
            std::memcpy(&factors[v], weights + v / kEach * tile.weightStep + v % kEach * kWidth,
                        sizeof(Vector));
#pragma GCC unroll 16
        for (int p = 0; p < Pixels; ++p)
#pragma GCC unroll 16
            for (int v = 0; v < kVectors; ++v)
                sums[p][v] += x[p * tile.channels] * factors[v];
    }
    const Vector low = Vector{} + tile.low, high = Vector{} + tile.high;
#pragma GCC unroll 16
    for (int p = 0; p < Pixels; ++p)
#pragma GCC unroll 16
        for (int v = 0; v < kVectors; ++v) {
            Vector& sum = sums[p][v];
            sum = sum < low ? low : sum;
            sum = sum > high ? high : sum;
            std::memcpy(tile.to + v / kEach * tile.toStep + p * kFilters + v % kEach * kWidth, &sum,
                        sizeof sum);
        }
}

/// Calls work(pixels, as a constant; the first one) for parts of a row of at most `Most`.
template <int Most, class F> PARTITA_INLINE inline void forPixels(std::int64_t count, F work) {
    std::int64_t first = 0;
    for (; first + Most <= count; first += Most)
        work(std::integral_constant<int, Most>(), first);
    if constexpr (Most > 8)
        if (first + 8 <= count) {
            work(std::integral_constant<int, 8>(), first);
            first += 8;
        }
    if (first < count)
        withFixedCount<std::min(7, Most)>(count - first,
                                          [&](auto pixels) PARTITA_INLINE { work(pixels, first); });
}

/// The pixels whose sums of `Panels` panels registers hold beside the weights.
template <std::size_t Width, int Panels> constexpr int pixelsThatFit() {
    constexpr int kVectors = Panels * static_cast<int>(kFilters / Width);
    constexpr int kLeft =
        Width > 8 ? 32 - kVectors : 15 - kVectors; // without AVX-512 x needs one, too
    return std::min(kMostPixels, kLeft / kVectors);
}

template <std::size_t Width, int Panels>
PARTITA_INLINE inline void multiplyRow(PixelTile tile, std::int64_t pixels) {
    const float* x = tile.x;
    float* to = tile.to;
    forPixels<pixelsThatFit<Width, Panels>()>(
        pixels,
        [&]<int Pixels>(std::integral_constant<int, Pixels>, std::int64_t first) PARTITA_INLINE {
            tile.x = x + first * tile.channels;
            tile.to = to + first * kFilters;
            multiplyPixels<Width, Panels, Pixels>(tile);
        });
}

template <std::size_t Width>
PARTITA_INLINE inline void multiplyPixelRows(PixelTile tile, std::int64_t panels,
                                             std::int64_t pixels) {
    if constexpr (Width > 8) {
        switch (panels) {
        case 4: return multiplyRow<Width, 4>(tile, pixels);
        case 3: return multiplyRow<Width, 3>(tile, pixels);
        case 2: return multiplyRow<Width, 2>(tile, pixels);
        default: return multiplyRow<Width, 1>(tile, pixels);
        }
    }
    for (std::int64_t panel = 0; panel < panels; ++panel) {
        multiplyRow<Width, 1>(tile, pixels);
        tile.weights += tile.weightStep;
        tile.bias += kFilters;
        tile.to += tile.toStep;
    }
}

/// `Columns`, `Stride`: 0 where they are others than the loops are compiled for.
template <std::size_t Width, int Pixels, int Columns, int Stride>
PARTITA_INLINE inline void sumFilters(const FilterRow& row, std::int64_t pixel, std::int64_t lane) {
    using Vector = VectorOf<float, Width>;
    const auto load = [](const float* from) PARTITA_INLINE {
        Vector made; // NOLINT: filled below
        std::memcpy(&made, from, sizeof made);
        return made;
    };
    const std::int64_t step = (Columns ? 1 : row.dilation) * kFilters,
                       stride = (Stride ? Stride : row.stride) * kFilters;
    Vector sums[Pixels]; // NOLINT: std::array would drop the vector attribute
    const Vector start = load(row.bias + lane);
#pragma GCC unroll 16
    for (int p = 0; p < Pixels; ++p)
        sums[p] = start;
    const float* weights = row.weights + lane;
    for (const float* cells : row.rows) {
        const float* from = cells + pixel * stride + lane;
        const auto add = [&](std::int64_t column) PARTITA_INLINE {
            const Vector factor = load(weights + column * kFilters);
#pragma GCC unroll 16
            for (int p = 0; p < Pixels; ++p)
                sums[p] += factor * load(from + column * step + p * stride);
        };
        if constexpr (Columns > 0)
#pragma GCC unroll 16
            for (int column = 0; column < Columns; ++column)
                add(column);
        else
            for (std::int64_t column = row.first; column < row.last; ++column)
                add(column);
        weights += row.columns * kFilters;
    }
    const Vector low = Vector{} + row.low, high = Vector{} + row.high;
#pragma GCC unroll 16
    for (int p = 0; p < Pixels; ++p) {
        sums[p] = sums[p] < low ? low : sums[p];
        sums[p] = sums[p] > high ? high : sums[p];
        std::memcpy(row.to + (pixel + p) * row.toStep + lane, &sums[p], sizeof(Vector));
    }
}

template <std::size_t Width, int Columns, int Stride>
PARTITA_INLINE inline void sumRowBy(const FilterRow& row, std::int64_t pixels) {
    for (std::int64_t lane = 0; lane < kFilters; lane += static_cast<std::int64_t>(Width))
        forPixels<(Width > 8 ? kMostPixels : 8)>(
            pixels,
            [&]<int Pixels>(std::integral_constant<int, Pixels>, std::int64_t first)
                PARTITA_INLINE { sumFilters<Width, Pixels, Columns, Stride>(row, first, lane); });
}

template <std::size_t Width>
PARTITA_INLINE inline void sumFilterRow(const FilterRow& row, std::int64_t pixels) {
    const bool isWhole = row.dilation == 1 && row.last - row.first == row.columns;
    if (isWhole && row.columns == 3 && row.stride == 1)
        return sumRowBy<Width, 3, 1>(row, pixels);
    if (isWhole && row.columns == 3 && row.stride == 2)
        return sumRowBy<Width, 3, 2>(row, pixels);
    sumRowBy<Width, 0, 0>(row, pixels);
}

/// Lanes of which the sums are joined in groups of `Group`: those of a, b, a, b ….
template <std::size_t Width, std::size_t Group>
PARTITA_INLINE inline void joinGroups(VectorOf<float, Width>& a, const VectorOf<float, Width>& b) {
    VectorOf<std::int32_t, Width> firsts, seconds; // NOLINT: filled below
    for (std::size_t lane = 0; lane < Width; ++lane) {
        const std::size_t group = lane / Group,
                          from = group / 2 * 2 * Group + lane % Group + group % 2 * Width;
        firsts[lane] = static_cast<std::int32_t>(from);
        seconds[lane] = static_cast<std::int32_t>(from + Group);
    }
    a = __builtin_shuffle(a, b, firsts) + __builtin_shuffle(a, b, seconds);
}

/// The sum of the lanes of each of `Width` vectors, as the lanes of the first one.
template <std::size_t Width, std::size_t Group = 1>
PARTITA_INLINE inline void sumLanesOfEach(VectorOf<float, Width>* vectors) {
    if constexpr (Group < Width) {
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Width / Group / 2; ++i) {
            joinGroups<Width, Group>(vectors[2 * i], vectors[2 * i + 1]);
            vectors[i] = vectors[2 * i];
        }
        sumLanesOfEach<Width, 2 * Group>(vectors);
    }
}

/// `Width` / `Filters` pixels from `first` on times `Filters` filters.
template <std::size_t Width, int Filters>
PARTITA_INLINE inline void dotPixels(const PixelTile& tile, std::int64_t filters,
                                     std::int64_t first, std::int64_t pixels) {
    using Vector = VectorOf<float, Width>;
    constexpr int kPixels = static_cast<int>(Width) / Filters;
    const auto load = [](const float* from) PARTITA_INLINE {
        Vector made; // NOLINT: filled below
        std::memcpy(&made, from, sizeof made);
        return made;
    };
    Vector sums[Width]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 16
    for (std::size_t i = 0; i < Width; ++i)
        sums[i] = Vector{};
    const std::int64_t last = pixels - 1;
    for (std::int64_t channel = 0; channel < tile.channels;
         channel += static_cast<std::int64_t>(Width)) {
        Vector weights[Filters]; // NOLINT: filled below
#pragma GCC unroll 4
        for (int f = 0; f < Filters; ++f)
            weights[f] = load(tile.weights +
                              std::min<std::int64_t>(f, filters - 1) * tile.channels + channel);
#pragma GCC unroll 16
        for (int p = 0; p < kPixels; ++p) {
            const Vector x = load(tile.x + std::min(first + p, last) * tile.channels + channel);
#pragma GCC unroll 4
            for (int f = 0; f < Filters; ++f)
                sums[p * Filters + f] += x * weights[f];
        }
    }
    sumLanesOfEach<Width>(sums);
    for (int p = 0; p < kPixels && first + p < pixels; ++p)
        for (int f = 0; f < Filters && f < filters; ++f)
            tile.to[(first + p) * kFilters + f] =
                std::clamp(sums[0][p * Filters + f] + tile.bias[f], tile.low, tile.high);
}

template <std::size_t Width>
PARTITA_INLINE inline void dotRow(const PixelTile& tile, std::int64_t filters,
                                  std::int64_t pixels) {
    const auto each = [&]<int Filters>(std::integral_constant<int, Filters>) PARTITA_INLINE {
        for (std::int64_t first = 0; first < pixels;
             first += static_cast<std::int64_t>(Width) / Filters)
            dotPixels<Width, Filters>(tile, filters, first, pixels);
    };
    if (filters == 1)
        each(std::integral_constant<int, 1>());
    else if (filters == 2)
        each(std::integral_constant<int, 2>());
    else
        each(std::integral_constant<int, 4>());
}

/// Calls work(bytes of a vector, as a constant), compiled for the best instructions among those that
/// oneDNN may use.
template <class F> void onBestLanes(F&& work) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool hasWide = usesInstructions(dnnl::cpu_isa::avx512_core);
    if (hasWide)
        return withAvx512(work);
    if (hasAvx2())
        return withAvx2(work, std::integral_constant<std::size_t, 32>());
#endif
    work(std::integral_constant<std::size_t, 16>());
}

} // namespace

void multiplyOnBest(const PixelTile& tile, std::int64_t panels, std::int64_t pixels) {
    onBestLanes([&](auto bytes) PARTITA_INLINE {
        multiplyPixelRows<bytes / sizeof(float)>(tile, panels, pixels);
    });
}

void dotOnBest(const PixelTile& tile, std::int64_t filters, std::int64_t pixels) {
    onBestLanes([&](auto bytes)
                    PARTITA_INLINE { dotRow<bytes / sizeof(float)>(tile, filters, pixels); });
}

void sumOnBest(const FilterRow& row, std::int64_t pixels) {
    onBestLanes([&](auto bytes)
                    PARTITA_INLINE { sumFilterRow<bytes / sizeof(float)>(row, pixels); });
}

void halvePanel(const float* above, const float* below, std::int64_t pixels, float* to,
                std::int64_t toStep) {
    onBestCpu([&]() PARTITA_INLINE {
        for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
            for (std::int64_t lane = 0; lane < kFilters; lane += 8) {
                const std::int64_t left = 2 * pixel * kFilters + lane, right = left + kFilters;
                const auto most =
                    mostOf(mostOf(vectorAt<float>(above + left), vectorAt<float>(above + right)),
                           mostOf(vectorAt<float>(below + left), vectorAt<float>(below + right)));
                std::memcpy(to + pixel * toStep + lane, &most, sizeof most);
            }
    });
}

void sumPixel(const FilterRow& row, std::int64_t pixel) {
    for (std::int64_t lane = 0; lane < kFilters; lane += 4)
        sumFilters<4, 1, 0, 0>(row, pixel, lane);
}

} // namespace partita::cpu
