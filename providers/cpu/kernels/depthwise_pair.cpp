#include "providers/cpu/kernels/depthwise_pair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "providers/cpu/kernels/depthwise_loops.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kMostPanels = 4; ///< whose rows are in the ring at once
constexpr std::int64_t kMostFilterSize = 16;
constexpr std::int64_t kMostColumns = 192; ///< of the result, so that the ring stays in the caches

/// [count, numbers] as panels [numbers, 16] of 16 rows each; rows that are missing are 0.
std::shared_ptr<const float> inPanels(const float* rows, std::int64_t count, std::int64_t numbers) {
    const std::int64_t size = times(DepthwisePair::panels(count) * kFilters, numbers);
    const std::shared_ptr<void> memory =
        allocatePacked(static_cast<std::size_t>(times(size, sizeof(float))));
    auto* made = static_cast<float*>(memory.get());
    std::fill_n(made, size, 0.0F);
    for (std::int64_t row = 0; row < count; ++row)
        for (std::int64_t i = 0; i < numbers; ++i)
            made[(row / kFilters * numbers + i) * kFilters + row % kFilters] =
                rows[row * numbers + i];
    return {memory, made};
}

} // namespace

/// Some panels, rows and columns of an image of the result.
struct DepthwisePair::Part {
    std::int64_t image, firstPanel, panels, firstRow, lastRow; ///< rows of y
    std::int64_t firstColumn = 0, lastColumn = 0;              ///< of the sums of filters
    std::int64_t span = 0;  ///< rows of the ring: from the first to the last that a row of y needs
    std::int64_t width = 0; ///< pixels of a row of the ring, padding included
    std::int64_t left = 0;  ///< the column of the image at which they begin; may be negative
    std::int64_t begin = 0, end = 0; ///< the columns of the image among them
    /// Numbers of the ring of a panel.
    [[nodiscard]] std::int64_t ringSize() const { return span * width * kFilters; }
    /// Where a row of the image is in the ring of a panel.
    [[nodiscard]] std::int64_t placeOf(std::int64_t row) const {
        return row % span * width * kFilters;
    }
};

std::int64_t DepthwisePair::panels(std::int64_t filters) {
    return (filters + kFilters - 1) / kFilters;
}

bool DepthwisePair::takes(const Dims& weights, const Dims& strides, const Dims& dilations) {
    constexpr std::int64_t kMostStride = 4, kMostSpan = 33; // of rows of the ring
    if (weights.size() != 4 || weights[0] <= 0 || weights[1] != 1)
        return false;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t size = weights[2 + axis],
                           stride = axis < strides.size() ? strides[axis] : 1,
                           dilation = axis < dilations.size() ? dilations[axis] : 1;
        if (size < 1 || size > kMostFilterSize || stride < 1 || stride > kMostStride ||
            dilation < 1 || dilation > kMostSpan || (size - 1) * dilation >= kMostSpan)
            return false;
    }
    return true;
}

PairConstants::PairConstants(const ConvConstants& pixels, std::int64_t channels,
                             const ConvConstants& filters, std::int64_t count, std::int64_t taps)
    : m_channels(channels), m_pixels(inPanels(pixels.weights, count, channels)),
      m_filters(inPanels(filters.weights, count, taps)), m_pixelsFinish(finishOf(pixels, count)),
      m_filtersFinish(finishOf(filters, count)),
      m_skipsPadding(!std::all_of(filters.weights, filters.weights + count * taps,
                                  [](float each) { return std::isfinite(each); })) {
    const std::int64_t few = count % kFilters;
    if (few > 0 && few <= kFewFilters && channels % kFilters == 0)
        m_few.assign(pixels.weights + (count - few) * channels, pixels.weights + count * channels);
}

PairConstants::Finish PairConstants::finishOf(const ConvConstants& constants,
                                              std::int64_t filters) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Finish made{
        std::vector<float>(static_cast<std::size_t>(DepthwisePair::panels(filters) * kFilters)),
        -kInfinity,
        kInfinity,
        {}};
    if (constants.bias)
        std::copy_n(constants.bias, filters, made.bias.begin());
    for (const VectorStep& step : constants.steps) {
        float low = 0, high = kInfinity;
        if (step.code == VectorCode::clip) {
            low = step.alpha;
            high = step.beta;
        } else if (step.code != VectorCode::relu) {
            made.steps = constants.steps;
            made.low = -kInfinity;
            made.high = kInfinity;
            break;
        }
        made.low = std::clamp(made.low, low, high);
        made.high = std::clamp(made.high, low, high);
    }
    return made;
}

void DepthwisePair::run(const float* x, float* y) const {
    if (product(m_out) == 0)
        return;
    constexpr std::int64_t kWorthAThread = 65536; // multiplications
    const std::int64_t images = m_in[0], rows = m_out[2], all = panels(m_in[1]),
                       channels = m_constants->m_channels,
                       blocks = (all + kMostPanels - 1) / kMostPanels;
    const auto runBlock = [&](std::int64_t image, std::int64_t block, std::int64_t first,
                              std::int64_t last) {
        const std::int64_t panel = all * block / blocks,
                           pieces = (m_out[3] * m_rate - 1) / kMostColumns + 1;
        Part part{image, panel, all * (block + 1) / blocks - panel, first, last};
        for (std::int64_t i = 0; i < pieces; ++i) {
            part.firstColumn = m_out[3] * i / pieces * m_rate;
            part.lastColumn = m_out[3] * (i + 1) / pieces * m_rate;
            runPart(part, x, y);
        }
    };
    const std::int64_t perRow = m_rate * (m_rate * m_out[3] * kFilters * product(m_window.kernel) +
                                          m_in[3] * kFilters * channels),
                       threads = ThreadTeam::threads();
    // Threads that share the rows of a block fill some rows of the ring twice; those that share the
    // blocks wait for each other where they are few.
    const bool sharesBlocks = blocks >= 4 * threads || (all % blocks == 0 && blocks % threads == 0);
    const auto grain = [&](std::int64_t panelsOfItem) {
        return 1 + kWorthAThread / (1 + panelsOfItem * perRow);
    };
    const auto forRuns = [&](std::int64_t begin, std::int64_t end, auto&& work) {
        for (std::int64_t i = begin; i < end;) {
            const std::int64_t row = i % rows, some = std::min(rows - row, end - i);
            work(i / rows, row, row + some);
            i += some;
        }
    };
    if (sharesBlocks)
        parallelFor(
            images * blocks * rows, grain(all / blocks), [&](std::int64_t begin, std::int64_t end) {
                forRuns(begin, end, [&](std::int64_t i, std::int64_t row, std::int64_t last) {
                    runBlock(i / blocks, i % blocks, row, last);
                });
            });
    else
        parallelFor(images * rows, grain(all), [&](std::int64_t begin, std::int64_t end) {
            forRuns(begin, end, [&](std::int64_t image, std::int64_t row, std::int64_t last) {
                for (std::int64_t block = 0; block < blocks; ++block)
                    runBlock(image, block, row, last);
            });
        });
}

void DepthwisePair::runPart(Part part, const float* x, float* y) const {
    part.span = m_window.span(0) + (m_rate - 1) * m_window.strides[0];
    part.left = m_window.placeOf(1, part.firstColumn);
    part.width = m_window.placeOf(1, part.lastColumn - 1) + m_window.span(1) - part.left;
    part.begin = std::clamp<std::int64_t>(part.left, 0, m_in[3]);
    part.end = std::clamp<std::int64_t>(part.left + part.width, 0, m_in[3]);
    const std::int64_t ringSize = part.panels * part.ringSize();
    auto* ring = scratchFor<float>(ringSize + 3 * kMostColumns * kFilters, kWhileItRuns);
    std::fill_n(ring, ringSize, 0.0F); // the padding, and channels that are missing
    std::int64_t filled = 0;           // the first row that is not in the ring yet
    for (std::int64_t row = part.firstRow; row < part.lastRow; ++row) {
        const std::int64_t first = m_window.placeOf(0, row * m_rate),
                           last = std::min(first + part.span, m_in[2]);
        for (filled = std::max(filled, first); filled < last; ++filled)
            fillRow(part, x, filled, ring);
        sumRow(part, row, ring, ring + ringSize, y);
    }
}

void DepthwisePair::fillRow(const Part& part, const float* x, std::int64_t row, float* ring) const {
    const std::int64_t channels = m_constants->m_channels, pixels = part.end - part.begin,
                       pixel = (part.image * m_in[2] + row) * m_in[3] + part.begin;
    const auto& finish = m_constants->m_pixelsFinish;
    float* to = ring + part.placeOf(row) + (part.begin - part.left) * kFilters;
    PixelTile tile{x + pixel * channels,
                   channels,
                   m_constants->m_pixels.get() + part.firstPanel * channels * kFilters,
                   finish.bias.data() + part.firstPanel * kFilters,
                   channels * kFilters,
                   part.ringSize(),
                   finish.low,
                   finish.high,
                   to};
    const bool endsWithFew =
        !m_constants->m_few.empty() && part.firstPanel + part.panels == panels(m_out[1]);
    const std::int64_t panels = part.panels - (endsWithFew ? 1 : 0);
    if (panels > 0)
        multiplyOnBest(tile, panels, pixels);
    if (endsWithFew) {
        tile.weights = m_constants->m_few.data();
        tile.bias += panels * kFilters;
        tile.to += panels * tile.toStep;
        dotOnBest(tile, m_out[1] % kFilters, pixels);
    }
    for (std::int64_t panel = 0; panel < part.panels; ++panel)
        for (const VectorStep& step : finish.steps) {
            float* of = to + panel * part.ringSize();
            runVectorStep(step, of, nullptr, of, static_cast<std::size_t>(pixels * kFilters));
        }
}

/// The sums of one row of filters for `panel`, whose ring this is, with their activations. `toStep`:
/// numbers from pixel to pixel; where there are other steps than bounds, the row is dense.
void DepthwisePair::sumPanel(const Part& part, std::int64_t row, std::int64_t panel,
                             const float* ring, float* to, std::int64_t toStep) const {
    const std::int64_t pixels = part.lastColumn - part.firstColumn, rows = m_window.kernel[0],
                       columns = m_window.kernel[1], place = m_window.placeOf(0, row),
                       dilation = m_window.dilations[0], firstRow = m_window.firstCell(0, place),
                       first = panel * kFilters;
    const auto& finish = m_constants->m_filtersFinish;
    std::array<const float*, kMostFilterSize> cells; // NOLINT: filled below
    std::size_t count = 0;
    for (std::int64_t i = firstRow; i < rows && place + i * dilation < m_in[2]; ++i)
        cells[count++] = ring + part.placeOf(place + i * dilation);
    FilterRow sums{{cells.data(), count},
                   m_constants->m_filters.get() + first * rows * columns +
                       firstRow * columns * kFilters,
                   0,
                   columns,
                   columns,
                   m_window.dilations[1],
                   m_window.strides[1],
                   finish.bias.data() + first,
                   finish.low,
                   finish.high,
                   to,
                   toStep};
    if (m_constants->m_skipsPadding)
        for (std::int64_t i = 0; i < pixels; ++i) {
            const std::int64_t at = m_window.placeOf(1, part.firstColumn + i),
                               step = m_window.dilations[1];
            sums.first = std::min(m_window.firstCell(1, at), columns);
            sums.last = std::clamp((m_in[3] - at + step - 1) / step, sums.first, columns);
            sumPixel(sums, i);
        }
    else
        sumOnBest(sums, pixels);
    for (const VectorStep& step : finish.steps)
        runVectorStep(step, to, nullptr, to, static_cast<std::size_t>(pixels * kFilters));
}

void DepthwisePair::sumRow(const Part& part, std::int64_t row, const float* ring, float* beside,
                           float* y) const {
    const std::int64_t channels = m_out[1], sums = part.lastColumn - part.firstColumn,
                       column = part.firstColumn / m_rate, pixels = sums / m_rate;
    for (std::int64_t i = 0; i < part.panels; ++i, ring += part.ringSize()) {
        const std::int64_t panel = part.firstPanel + i,
                           lanes = std::min(kFilters, channels - panel * kFilters);
        float* to =
            y + ((part.image * m_out[2] + row) * m_out[3] + column) * channels + panel * kFilters;
        const bool isWhole = lanes == kFilters;
        if (m_rate == 1 && isWhole && m_constants->m_filtersFinish.steps.empty()) {
            sumPanel(part, row, panel, ring, to, channels);
            continue;
        }
        const float* made = beside;
        for (std::int64_t r = 0; r < m_rate; ++r)
            sumPanel(part, row * m_rate + r, panel, ring, beside + r * sums * kFilters, kFilters);
        if (m_rate == 2) {
            float* halves = beside + 2 * sums * kFilters;
            halvePanel(beside, beside + sums * kFilters, pixels, isWhole ? to : halves,
                       isWhole ? channels : kFilters);
            if (isWhole)
                continue;
            made = halves;
        }
        for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
            std::copy_n(made + pixel * kFilters, lanes, to + pixel * channels);
    }
}

} // namespace partita::cpu
