#include "providers/cpu/kernels/widened_winograd.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kSeenAcross = 4, kMadeAcross = 2, kPlacesOfTile = kSeenAcross * kSeenAcross,
                       kMadeOfTile = kMadeAcross * kMadeAcross;
constexpr std::int64_t kGroupOfFilters = 64;
constexpr std::int64_t kWideLanes = 16; ///< of int16 in a vector; a product's columns are as many

/// Four numbers that a tile sees, `step` apart, to four to be multiplied.
template <class V> PARTITA_INLINE inline void toWideProducts(V* d, int step) {
    const V d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step];
    d[0] = d0 - d2;
    d[step] = d1 + d2;
    d[2 * step] = d2 - d1;
    d[3 * step] = d1 - d3;
}

/// Four sums of products, `step` apart, to two results.
template <class V>
PARTITA_INLINE inline void toWideResults(const V* m, V* to, int step, int toStep) {
    const V near = m[step] + m[2 * step], odd = m[step] - m[2 * step];
    to[0] = m[0] + near;
    to[toStep] = odd - m[3 * step];
}

/// Three numbers of a filter to four that multiply those of a tile, twice as large.
void toWideFactors(const std::int32_t* g, int step, std::int32_t* to, int toStep) {
    const std::int32_t ends = g[0] + g[2 * step], middle = g[step];
    to[0] = 2 * g[0];
    to[toStep] = ends + middle;
    to[2 * toStep] = ends - middle;
    to[3 * toStep] = 2 * g[2 * step];
}

/// The pixels that a tile sees: the first one, and how far apart pixels and lines are.
struct SeenTile {
    const std::int16_t* at;
    std::int64_t step, line;
};

/// What the products by place read of all channels of a tile; places are `placeStep` apart.
PARTITA_INLINE inline void transformTile(const SeenTile& tile, std::int64_t channels,
                                         std::int16_t* to, std::int64_t placeStep) {
    using V = VectorOf<std::int16_t, kWideLanes>;
    for (std::int64_t c = 0; c < channels; c += kWideLanes) {
        V seen[kPlacesOfTile]; // NOLINT: filled below
        for (std::int64_t i = 0; i < kPlacesOfTile; ++i)
            std::memcpy(&seen[i],
                        tile.at + i / kSeenAcross * tile.line + i % kSeenAcross * tile.step + c,
                        sizeof(V));
        for (int i = 0; i < kSeenAcross; ++i)
            toWideProducts(seen + i, kSeenAcross);
        for (int i = 0; i < kSeenAcross; ++i)
            toWideProducts(seen + i * kSeenAcross, 1);
        for (std::int64_t i = 0; i < kPlacesOfTile; ++i)
            std::memcpy(to + i * placeStep + c, &seen[i], sizeof(V));
    }
}

/// The results of a tile, of sums by place that are `placeStep` apart: those of a line side by side,
/// `pixelStep` apart.
PARTITA_INLINE inline void transformSums(const std::int32_t* sums, std::int64_t placeStep,
                                         std::int64_t filters, std::int32_t* to,
                                         std::int64_t pixelStep, std::int64_t lineStep) {
    using V = VectorOf<std::uint32_t, kWideLanes / 2>; // wraps around
    using Signed = VectorOf<std::int32_t, kWideLanes / 2>;
    for (std::int64_t m = 0; m < filters; m += kWideLanes / 2) {
        V all[kPlacesOfTile], half[kMadeAcross * kSeenAcross],
            made[kMadeOfTile]; // NOLINT: filled below
        for (std::int64_t i = 0; i < kPlacesOfTile; ++i)
            std::memcpy(&all[i], sums + i * placeStep + m, sizeof(V));
        for (int i = 0; i < kSeenAcross; ++i)
            toWideResults(all + i, half + i, kSeenAcross, kSeenAcross);
        for (int i = 0; i < kMadeAcross; ++i)
            toWideResults(half + i * kSeenAcross, made + i * kMadeAcross, 1, 1);
        for (std::int64_t i = 0; i < kMadeOfTile; ++i) {
            const Signed quarter = reinterpret_cast<Signed>(made[i]) >> 2;
            std::memcpy(to + i / kMadeAcross * lineStep + i % kMadeAcross * pixelStep + m, &quarter,
                        sizeof(V));
        }
    }
}

/// A convolution of some images, of which each thread makes tiles.
struct WideTiles {
    const ConvGeometry& geometry;
    const std::vector<WidenedMatrix>& places;
    const PaddedImages<std::int16_t>& images;
    const TakeSums& take;

    [[nodiscard]] std::int64_t rows() const { return partsOf(geometry.out[2], kMadeAcross); }
    [[nodiscard]] std::int64_t columns() const { return partsOf(geometry.out[3], kMadeAcross); }
    [[nodiscard]] std::int64_t count() const { return images.count * rows() * columns(); }

    void run(std::int64_t first, std::int64_t count, std::int64_t firstFilter,
             std::int64_t lastFilter) const;

private:
    void takeResults(std::int64_t first, std::int64_t count, SomeSums some,
                     std::int64_t lineStep) const;
};

/// Hands over the results of some tiles, of which the lines of each row of tiles lie side by side.
void WideTiles::takeResults(std::int64_t first, std::int64_t count, SomeSums some,
                            std::int64_t lineStep) const {
    const std::int64_t height = geometry.out[2], width = geometry.out[3];
    const std::int32_t* results = some.sums;
    for (std::int64_t done = 0, now = 0; done < count; done += now) {
        const std::int64_t column = (first + done) % columns(),
                           row = (first + done) / columns() % rows(),
                           image = images.first + (first + done) / columns() / rows();
        now = std::min(count - done, columns() - column);
        const std::int64_t line = row * kMadeAcross, pixel = column * kMadeAcross;
        some.rows = std::min(now * kMadeAcross, width - pixel);
        for (std::int64_t i = 0; i < std::min(kMadeAcross, height - line); ++i) {
            some.row = (image * height + line + i) * width + pixel;
            some.sums = results + i * lineStep + done * kMadeAcross * some.step;
            take(some);
        }
    }
}

void WideTiles::run(std::int64_t first, std::int64_t count, std::int64_t firstFilter,
                    std::int64_t lastFilter) const {
    const std::int64_t channels = geometry.in[1], room = partsOf(channels, kWideLanes) * kWideLanes,
                       line = (columns() * kMadeAcross + 2) * channels,
                       linesOfImage = rows() * kMadeAcross + 2, ofPlace = count * room;
    auto* seen = scratchFor<std::int16_t>(kPlacesOfTile * ofPlace, kForResults);
    std::array<const std::int16_t*, kMostSumRows> tiles; // NOLINT: filled below
    onBestCpu([&]() PARTITA_INLINE {
        for (std::int64_t t = 0; t < count; ++t) {
            const std::int64_t tile = first + t, column = tile % columns() * kMadeAcross,
                               row = tile / columns() % rows() * kMadeAcross,
                               image = tile / columns() / rows();
            std::int16_t* to = seen + t * room;
            tiles[static_cast<std::size_t>(t)] = to;
            transformTile({images.numbers + (image * linesOfImage + row) * line + column * channels,
                           channels, line},
                          channels, to, ofPlace);
        }
    });
    auto* sums = scratchFor<std::int32_t>((kPlacesOfTile + kMadeOfTile) * count * kGroupOfFilters,
                                          kWhileItRuns);
    for (std::int64_t filter = firstFilter; filter < lastFilter; filter += kGroupOfFilters) {
        const std::int64_t filters = std::min(kGroupOfFilters, lastFilter - filter),
                           step = partsOf(filters, kWideLanes) * kWideLanes,
                           placeStep = count * step, lineStep = kMadeAcross * placeStep;
        for (std::int64_t place = 0; place < kPlacesOfTile; ++place) {
            const std::int64_t begin = place * ofPlace;
            sumFoundRows(FoundRows<std::int16_t>{tiles.data(), count, {&begin, 1}},
                         places[static_cast<std::size_t>(place)], filter, filters,
                         sums + place * placeStep);
        }
        std::int32_t* results = sums + kPlacesOfTile * placeStep;
        onBestCpu([&]() PARTITA_INLINE {
            for (std::int64_t t = 0; t < count; ++t)
                transformSums(sums + t * step, placeStep, step, results + t * kMadeAcross * step,
                              step, lineStep);
        });
        takeResults(first, count, {0, 0, filter, filters, results, step}, lineStep);
    }
}

} // namespace

bool WidenedWinograd::pays(const ConvGeometry& geometry) {
    // Four times a sum of products of 255 and 255, nine for each of so many channels, fits into 32 bits.
    constexpr std::int64_t kMostChannels = 900, kFewNumbers = 16;
    // Reading the filters takes as long as the products of so many tiles.
    constexpr double kHidden = 24;
    constexpr double kNoImage = 1e15; // beyond memory; the numbers of tiles are exact below
    const Window& window = geometry.window;
    const Dims &in = geometry.in, &out = geometry.out;
    if (geometry.group != 1 || in.size() != 4 || window.kernel != Dims{3, 3} ||
        !areAll(window.strides, 1) || !areAll(window.dilations, 1) || in[1] < kFewNumbers ||
        in[1] > kMostChannels || out[1] < kFewNumbers)
        return false;
    const auto number = [](std::int64_t each) { return static_cast<double>(each); };
    const double tiles = number(out[0]) * number(partsOf(out[2], kMadeAcross)) *
                         number(partsOf(out[3], kMadeAcross)),
                 sums = 9 * number(out[0]) * number(out[2]) * number(out[3]),
                 seen = number(in[0]) * number(in[2]) * number(in[3]);
    return sums < kNoImage &&
           tiles * kMadeOfTile < 2 * seen + 1024 && // the padding is not most of it
           kPlacesOfTile * std::max(tiles, kHidden) * 4 / 3 < sums;
}

WidenedWinograd::WidenedWinograd(const CodedFilters& weights) {
    const std::int64_t filters = weights.codes.dims[0], channels = weights.codes.dims[1],
                       ofPlace = channels * filters;
    std::vector<std::int16_t> factors(static_cast<std::size_t>(kPlacesOfTile * ofPlace));
    const auto transform = [&](std::int64_t filter, std::int64_t channel) {
        std::int16_t codes[9];                                            // NOLINT: filled below
        std::int32_t given[9], half[3 * kSeenAcross], all[kPlacesOfTile]; // NOLINT: filled below
        weights.read(filter, channels * 9, channel * 9, 1, 9, codes);
        std::copy_n(codes, 9, given);
        for (int j = 0; j < 3; ++j)
            toWideFactors(given + j, 3, half + j, 3);
        for (int i = 0; i < kSeenAcross; ++i)
            toWideFactors(half + i * 3, 1, all + i * kSeenAcross, 1);
        for (std::int64_t i = 0; i < kPlacesOfTile; ++i)
            factors[static_cast<std::size_t>(i * ofPlace + channel * filters + filter)] =
                static_cast<std::int16_t>(all[i]);
    };
    parallelFor(filters, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t filter = begin; filter < end; ++filter)
            for (std::int64_t channel = 0; channel < channels; ++channel)
                transform(filter, channel);
    });
    for (std::int64_t place = 0; place < kPlacesOfTile; ++place)
        m_places.emplace_back(1, channels, filters, [&](std::int64_t channel, std::int64_t filter) {
            return factors[static_cast<std::size_t>(place * ofPlace + channel * filters + filter)];
        });
}

void WidenedWinograd::convolve(const ConvGeometry& geometry, const CodedPixels& pixels,
                               const TakeSums& take) const {
    constexpr std::int64_t kInCache = 100'000; // numbers of a thread's tiles
    const std::int64_t channels = geometry.in[1], filters = geometry.filters();
    const Dims padded{partsOf(geometry.out[2], kMadeAcross) * kMadeAcross + 2,
                      partsOf(geometry.out[3], kMadeAcross) * kMadeAcross + 2};
    forPaddedImages<std::int16_t>(geometry, padded, pixels, kWideLanes, [&](const auto& images) {
        const WideTiles tiles{geometry, m_places, images, take};
        constexpr std::int64_t kTogether = 6; // rows of a tile of the product
        const std::int64_t count = tiles.count(), panels = partsOf(filters, kWideLanes),
                           fit = kInCache / (kPlacesOfTile * channels),
                           most = std::clamp<std::int64_t>(fit / kTogether * kTogether, kTogether,
                                                           kMostSumRows),
                           blocks = partsOf(count, most),
                           wanted = std::int64_t{2} * ThreadTeam::threads(),
                           shares = blocks < wanted // of the filters, for few tiles
                                        ? std::min(panels, partsOf(wanted, blocks))
                                        : 1;
        parallelFor(blocks * shares, 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const std::int64_t block = i / shares, share = i % shares,
                                   first = count * block / blocks;
                tiles.run(first, count * (block + 1) / blocks - first,
                          panels * share / shares * kWideLanes,
                          std::min(filters, panels * (share + 1) / shares * kWideLanes));
            }
        });
    });
}

} // namespace partita::cpu
