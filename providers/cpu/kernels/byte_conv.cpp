#include "providers/cpu/kernels/byte_conv.h"

#include <algorithm>
#include <array>

#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kGathered = 1 << 20; ///< numbers that are copied at a time
constexpr std::int64_t kMostBehind = 16;    ///< numbers that are read behind the last pixel

/// Copies what the filters see of the pixels of the output from `first` on: [count, cells, channels].
template <class T>
void gatherPixels(const ConvGeometry& geometry, const CodedPixels& pixels, std::int64_t first,
                  std::int64_t count, T* to) {
    const Dims spatial(geometry.in.begin() + 2, geometry.in.end()),
        places(geometry.out.begin() + 2, geometry.out.end()), strides = denseStrides(spatial);
    const std::int64_t channels = geometry.in[1], each = product(geometry.window.kernel) * channels,
                       ofImage = product(places), ofInput = product(spatial);
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        std::fill(to + begin * each, to + end * each, pixels.zeroAs<T>()); // the padding
        for (std::int64_t row = begin; row < end; ++row) {
            const std::int64_t image = (first + row) / ofImage * ofInput;
            forEachCellMet(geometry.window, spatial, strides, places, (first + row) % ofImage,
                           [&](std::int64_t from, std::int64_t cell) {
                               pixels.read((image + from) * channels, channels,
                                           to + row * each + cell * channels);
                           });
        }
    });
}

} // namespace

/// Where rows of the product lie, which are pixels of the output.
template <class T> struct ByteConv::Places {
    std::int64_t first = 0, count = 0; ///< pixels
    FindRows<T> find;                  ///< among those from `first` on
    std::vector<std::int64_t> cells;   ///< where they lie from there
    std::int32_t zero;                 ///< what stands for 0
};

ByteConv::ByteConv(const ConvGeometry& geometry, const CodedFilters& weights, bool stay) {
    const std::int64_t depth = geometry.in[1] / geometry.group,
                       filters = geometry.filters() / geometry.group,
                       cells = product(geometry.window.kernel);
    if (depth == 1 && filters == 1) {
        m_planes.emplace(cells, geometry.group, [&](std::int64_t cell, std::int64_t channel) {
            return weights.at(channel, cells, cell);
        });
        return;
    }
    // Neighbours of a line lie side by side, with all their channels.
    if (geometry.group == 1 && geometry.window.dilations.back() == 1)
        m_cellsOfPiece = geometry.window.kernel.back();
    const std::int64_t pieces = cells / m_cellsOfPiece, length = m_cellsOfPiece * depth;
    for (std::int64_t g = 0; stay && g < geometry.group; ++g) {
        const auto read = [&](std::int64_t row, std::int64_t count, std::int64_t filter,
                              std::int16_t* to) {
            for (std::int64_t now = 0; count > 0; row += now, count -= now, to += now) {
                const std::int64_t channel = row % depth;
                now = std::min(count, depth - channel);
                weights.read(g * filters + filter, depth * cells, channel * cells + row / depth,
                             cells, now, to);
            }
        };
        m_bytes.emplace_back(pieces, length, filters, read);
    }
    if (stay && std::ranges::none_of(m_bytes, &ByteMatrix::isLarge))
        return;
    m_bytes.clear();
    for (std::int64_t g = 0; g < geometry.group; ++g)
        m_groups.emplace_back(pieces, length, filters, [&](std::int64_t row, std::int64_t filter) {
            return weights.at(g * filters + filter, depth * cells,
                              row % depth * cells + row / depth);
        });
}

/// Sums of filters of one channel each.
void ByteConv::sumByChannels(const Places<std::int16_t>& places, const TakeSums& take) const {
    const std::int64_t channels = m_planes->channels(), room = m_planes->room(),
                       atATime = std::clamp<std::int64_t>(8192 / room, 1, kMostSumRows);
    parallelFor(places.count, 1 + 65536 / (1 + room * m_planes->taps()),
                [&](std::int64_t begin, std::int64_t end) {
                    auto* sums = scratchFor<std::int32_t>(atATime * room, kWhileItRuns);
                    std::array<const std::int16_t*, kMostSumRows> rows; // NOLINT: filled below
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

template <class T>
void ByteConv::sumRows(const ConvGeometry& geometry, const Places<T>& places,
                       const TakeSums& take) const {
    constexpr bool kBytes = std::is_same_v<T, std::uint8_t>;
    if constexpr (!kBytes)
        if (m_planes)
            return sumByChannels(places, take);
    std::vector<std::int64_t> pieces;
    for (std::size_t cell = 0; cell < places.cells.size();
         cell += static_cast<std::size_t>(m_cellsOfPiece))
        pieces.push_back(places.cells[cell]);
    const std::int64_t depth = geometry.in[1] / geometry.group,
                       filters = geometry.filters() / geometry.group;
    for (std::int64_t g = 0; g < geometry.group; ++g) {
        const auto find = [&](std::int64_t row, std::int64_t count, const T** to) {
            places.find(row, count, to);
            for (std::int64_t r = 0; r < count; ++r)
                to[r] += g * depth;
        };
        const auto takeOfGroup = [&](SomeSums some) {
            some.row += places.first;
            some.column += g * filters;
            take(some);
        };
        const ProductRows<T> rows{places.count, pieces, find};
        const auto group = static_cast<std::size_t>(g);
        if constexpr (kBytes)
            m_bytes[group].multiply(rows, places.zero, takeOfGroup);
        else
            multiplyRows(rows, m_groups[group], takeOfGroup);
    }
}

void ByteConv::convolve(const ConvGeometry& geometry, const CodedPixels& pixels,
                        const TakeSums& take) const {
    const Window& window = geometry.window;
    const Dims spatial(geometry.in.begin() + 2, geometry.in.end());
    Dims padded;
    double numbers = static_cast<double>(geometry.in[0]) * static_cast<double>(geometry.in[1]);
    for (std::size_t i = 0; i < window.kernel.size(); ++i) {
        padded.push_back((geometry.out[i + 2] - 1) * window.strides[i] + window.span(i));
        numbers *= static_cast<double>(padded.back()); // may be more than 64 bits count
    }
    if (areAll(window.padBegin, 0) &&
        std::ranges::equal(padded, spatial, std::ranges::less_equal()))
        padded = spatial; // whole images may be read where they lie
    constexpr double kFew = 1 << 16;
    const bool isDense = numbers <= kFew + 2 * static_cast<double>(product(geometry.in));
    const auto as = [&]<class T>(T) {
        if (isDense)
            convolvePadded<T>(geometry, padded, pixels, take);
        else // far steps over a wide padding
            convolveGathered<T>(geometry, pixels, take);
    };
    if (m_bytes.empty())
        as(std::int16_t{});
    else
        as(std::uint8_t{});
}

/// Copies images with their padding, where the pixels of a cell are as far from each other as those of
/// the output.
template <class T>
void ByteConv::convolvePadded(const ConvGeometry& geometry, const Dims& padded,
                              const CodedPixels& pixels, const TakeSums& take) const {
    const Window& window = geometry.window;
    const Dims steps = denseStrides(padded);
    const std::size_t last = steps.size() - 1;
    const std::int64_t channels = geometry.in[1], ofPadded = product(padded),
                       ofImage = product(geometry.out, 2), width = geometry.out.back(),
                       lines = ofImage / width, across = window.strides[last] * channels;
    const T* numbers = nullptr;
    const auto lineOf = [&](std::int64_t line) {
        std::int64_t at = line / lines * ofPadded, rest = line % lines;
        for (std::size_t i = last; i-- > 0; rest /= geometry.out[i + 2])
            at += rest % geometry.out[i + 2] * window.strides[i] * steps[i];
        return numbers + at * channels;
    };
    Places<T> places;
    places.zero = pixels.zeroAs<T>();
    places.find = [&](std::int64_t row, std::int64_t count, const T** to) {
        for (std::int64_t line = row / width, column = row % width; count > 0; ++line, column = 0) {
            const T* start = lineOf(line);
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
    const std::int64_t ofPiece = m_cellsOfPiece * channels / geometry.group,
                       behind = m_planes || ofPiece % 4 != 0 ? kMostBehind : 0;
    forPaddedImages<T>(geometry, padded, pixels, behind, [&](const PaddedImages<T>& images) {
        numbers = images.numbers;
        places.first = images.first * ofImage;
        places.count = images.count * ofImage;
        sumRows(geometry, places, take);
    });
}

/// Copies what the filters see of some pixels of the output at a time.
template <class T>
void ByteConv::convolveGathered(const ConvGeometry& geometry, const CodedPixels& pixels,
                                const TakeSums& take) const {
    const std::int64_t channels = geometry.in[1], cells = product(geometry.window.kernel),
                       rows = geometry.out[0] * product(geometry.out, 2), each = cells * channels,
                       atATime = std::clamp<std::int64_t>(kGathered / each, 1, rows);
    auto* gathered = scratchFor<T>(atATime * each + kMostBehind, kForTiles);
    Places<T> places;
    places.zero = pixels.zeroAs<T>();
    places.find = [=](std::int64_t row, std::int64_t count, const T** to) {
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
