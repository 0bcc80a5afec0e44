#pragma once

#include <cstdint>
#include <span>

namespace partita::cpu {

// The loops of DepthwisePair over channels in panels of 16, for AVX-512, AVX2 and any processor.

constexpr std::int64_t kFilters = 16; ///< of a panel: channels that are summed together

/// Neighbouring pixels of x times panels of weights.
struct PixelTile {
    const float* x;
    std::int64_t channels;
    const float *weights, *bias;
    std::int64_t weightStep, toStep; ///< from one panel to the next
    float low, high;
    float* to;
};

/// A row of sums of a panel, and the rows of the ring that its filter sees.
struct FilterRow {
    std::span<const float* const> rows; ///< the cells of the first sum
    const float* weights;               ///< of the first of these rows
    std::int64_t first, last;           ///< columns of the filter that count
    std::int64_t columns, dilation, stride;
    const float* bias;
    float low, high;
    float* to;
    std::int64_t toStep;
};

/// The products of some pixels of a row with `panels` panels.
void multiplyOnBest(const PixelTile& tile, std::int64_t panels, std::int64_t pixels);
/// A panel of at most so many filters is multiplied by lanes of channels, see `dotOnBest`.
constexpr std::int64_t kFewFilters = 4;
/// As multiplyOnBest for one panel of `filters` filters, with weights [filters, channels]. Lanes are
/// channels in place of filters, of which few would fill a vector.
void dotOnBest(const PixelTile& tile, std::int64_t filters, std::int64_t pixels);
/// The sums of one row of filters.
void sumOnBest(const FilterRow& row, std::int64_t pixels);
/// One of these sums, where not all columns of the filter count.
void sumPixel(const FilterRow& row, std::int64_t pixel);
/// The largest of each 2 × 2 numbers of two rows [2 · pixels, 16], `toStep` numbers from pixel to pixel.
void halvePanel(const float* above, const float* below, std::int64_t pixels, float* to,
                std::int64_t toStep);

} // namespace partita::cpu
