#include "providers/cpu/kernels/widened_conv.h"

#include <algorithm>
#include <array>

#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kGathered = 1 << 20; ///< numbers that are copied at a time

/// Copies what the filters see of the pixels of the output from `first` on: [count, cells, channels].
void gatherPixels(const ConvGeometry& geometry, const CodedPixels& pixels, std::int64_t first,
                  std::int64_t count, std::int16_t* to) {
    const Dims spatial(geometry.in.begin() + 2, geometry.in.end()),
        places(geometry.out.begin() + 2, geometry.out.end()), strides = denseStrides(spatial);
    const std::int64_t channels = geometry.in[1], each = product(geometry.window.kernel) * channels,
                       ofImage = product(places), ofInput = product(spatial);
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        std::fill(to + begin * each, to + end * each, std::int16_t{0}); // the padding
        for (std::int64_t row = begin; row < end; ++row) {
            const std::byte* image = pixels.codes + (first + row) / ofImage * ofInput * channels;
            forEachCellMet(geometry.window, spatial, strides, places, (first + row) % ofImage,
                           [&](std::int64_t from, std::int64_t cell) {
                               widenRow(pixels.type, image + from * channels, pixels.zero,
                                        to + row * each + cell * channels, channels);
                           });
        }
    });
}

} // namespace

/// Where rows of the product lie, which are pixels of the output.
struct WidenedFilters::Places {
    std::int64_t first = 0, count = 0; ///< pixels
    FindRows find;                     ///< among those from `first` on
    std::vector<std::int64_t> cells;   ///< where they lie from there
};

WidenedFilters::WidenedFilters(const ConvGeometry& geometry, const CodedFilters& weights) {
    const std::int64_t depth = geometry.in[1] / geometry.group,
                       filters = geometry.filters() / geometry.group,
                       cells = product(geometry.window.kernel);
    const auto number = [&](std::int64_t filter, std::int64_t channel, std::int64_t cell) {
        return weights.at(filter, depth * cells, channel * cells + cell);
    };
    if (depth == 1 && filters == 1) {
        m_planes.emplace(cells, geometry.group, [&](std::int64_t cell, std::int64_t channel) {
            return number(channel, 0, cell);
        });
        return;
    }
    // Neighbours of a line lie side by side, with all their channels.
    if (geometry.group == 1 && geometry.window.dilations.back() == 1)
        m_cellsOfPiece = geometry.window.kernel.back();
    for (std::int64_t g = 0; g < geometry.group; ++g)
        m_groups.emplace_back(cells / m_cellsOfPiece, m_cellsOfPiece * depth, filters,
                              [&](std::int64_t row, std::int64_t filter) {
                                  return number(g * filters + filter, row % depth, row / depth);
                              });
}

void WidenedFilters::sumRows(const ConvGeometry& geometry, const Places& places,
                             const TakeSums& take) const {
    if (m_planes) {
        const std::int64_t channels = m_planes->channels(), room = m_planes->room();
        const std::int64_t atATime = std::clamp<std::int64_t>(8192 / room, 1, kMostWideRows);
        return parallelFor(
            places.count, 1 + 65536 / (1 + room * m_planes->taps()),
            [&](std::int64_t begin, std::int64_t end) {
                auto* sums = scratchFor<std::int32_t>(atATime * room, kWhileItRuns);
                std::array<const std::int16_t*, kMostWideRows> rows; // NOLINT: filled below
                for (std::int64_t row = begin; row < end; row += atATime) {
                    const std::int64_t count = std::min(atATime, end - row);
                    places.find(row, count, rows.data());
                    for (std::int64_t r = 0; r < count; ++r)
                        sumPlanes(rows[static_cast<std::size_t>(r)], places.cells, *m_planes,
                                  sums + r * room);
                    take({places.first + row, count, 0, channels, sums, room});
                }
            });
    }
    std::vector<std::int64_t> pieces;
    for (std::size_t cell = 0; cell < places.cells.size();
         cell += static_cast<std::size_t>(m_cellsOfPiece))
        pieces.push_back(places.cells[cell]);
    const std::int64_t depth = geometry.in[1] / geometry.group;
    for (std::int64_t g = 0; g < geometry.group; ++g) {
        const WidenedMatrix& matrix = m_groups[static_cast<std::size_t>(g)];
        const auto find = [&](std::int64_t row, std::int64_t count, const std::int16_t** to) {
            places.find(row, count, to);
            for (std::int64_t r = 0; r < count; ++r)
                to[r] += g * depth;
        };
        multiplyWidened({places.count, pieces, find}, matrix, [&](SomeSums some) {
            some.row += places.first;
            some.column += g * matrix.columns();
            take(some);
        });
    }
}

void WidenedFilters::convolve(const ConvGeometry& geometry, const CodedPixels& pixels,
                              const TakeSums& take) const {
    const Window& window = geometry.window;
    Dims padded;
    double numbers = static_cast<double>(geometry.in[0]) * static_cast<double>(geometry.in[1]);
    for (std::size_t i = 0; i < window.kernel.size(); ++i) {
        padded.push_back((geometry.out[i + 2] - 1) * window.strides[i] + window.span(i));
        numbers *= static_cast<double>(padded.back()); // may be more than 64 bits count
    }
    constexpr double kFew = 1 << 16;
    if (numbers <= kFew + 2 * static_cast<double>(product(geometry.in)))
        convolvePadded(geometry, padded, pixels, take);
    else // far steps over a wide padding
        convolveGathered(geometry, pixels, take);
}

/// Widens images with their padding, where the pixels of a cell are as far from each other as those of
/// the output.
void WidenedFilters::convolvePadded(const ConvGeometry& geometry, const Dims& padded,
                                    const CodedPixels& pixels, const TakeSums& take) const {
    const Window& window = geometry.window;
    const Dims steps = denseStrides(padded);
    const std::size_t last = steps.size() - 1;
    const std::int64_t channels = geometry.in[1], ofPadded = product(padded),
                       ofImage = product(geometry.out, 2), width = geometry.out.back(),
                       lines = ofImage / width, across = window.strides[last] * channels;
    const std::int16_t* numbers = nullptr;
    const auto lineOf = [&](std::int64_t line) {
        std::int64_t at = line / lines * ofPadded, rest = line % lines;
        for (std::size_t i = last; i-- > 0; rest /= geometry.out[i + 2])
            at += rest % geometry.out[i + 2] * window.strides[i] * steps[i];
        return numbers + at * channels;
    };
    Places places;
    places.find = [&](std::int64_t row, std::int64_t count, const std::int16_t** to) {
        for (std::int64_t line = row / width, column = row % width; count > 0; ++line, column = 0) {
            const std::int16_t* start = lineOf(line);
            for (; column < width && count > 0; ++column, --count)
                *to++ = start + column * across;
        }
    };
    for (std::int64_t cell = 0, cells = product(window.kernel); cell < cells; ++cell) {
        std::int64_t at = 0, rest = cell;
        for (std::size_t i = steps.size(); i-- > 0; rest /= window.kernel[i])
            at += rest % window.kernel[i] * window.dilations[i] * steps[i];
        places.cells.push_back(at * channels);
    }
    forWidenedImages(geometry, padded, pixels, [&](const WidenedImages& images) {
        numbers = images.numbers;
        places.first = images.first * ofImage;
        places.count = images.count * ofImage;
        sumRows(geometry, places, take);
    });
}

/// Copies what the filters see of some pixels of the output at a time.
void WidenedFilters::convolveGathered(const ConvGeometry& geometry, const CodedPixels& pixels,
                                      const TakeSums& take) const {
    const std::int64_t channels = geometry.in[1], cells = product(geometry.window.kernel),
                       rows = geometry.out[0] * product(geometry.out, 2), each = cells * channels,
                       atATime = std::clamp<std::int64_t>(kGathered / each, 1, rows);
    auto* gathered = scratchFor<std::int16_t>(atATime * each + kBehindImages, kForTiles);
    Places places;
    places.find = [=](std::int64_t row, std::int64_t count, const std::int16_t** to) {
        for (std::int64_t r = 0; r < count; ++r)
            to[r] = gathered + (row + r) * each;
    };
    for (std::int64_t cell = 0; cell < cells; ++cell)
        places.cells.push_back(cell * channels);
    for (places.first = 0; places.first < rows; places.first += atATime) {
        places.count = std::min(atATime, rows - places.first);
        gatherPixels(geometry, pixels, places.first, places.count, gathered);
        sumRows(geometry, places, take);
    }
}

} // namespace partita::cpu
