#pragma once

#include <optional>
#include <vector>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/loops/every_other.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// Copies a row, less `zero`, as floats.
template <class T>
PARTITA_INLINE inline void layRow(const T* from, float zero, float* to, std::int64_t count) {
    coverRow(count, [&](auto width, std::int64_t at) PARTITA_INLINE {
        const auto some = vectorAt<float, width>(from + at) - zero;
        std::memcpy(to + at, &some, sizeof some);
    });
}

/// Copies the numbers 0, 2, 4 … of a row, less `zero`, to `even`, and the others to `odd`.
template <class T>
PARTITA_INLINE inline void layPairs(const T* from, float zero, float* even, float* odd,
                                    std::int64_t count) {
    coverRow(count / 2, [&](auto width, std::int64_t at) PARTITA_INLINE {
        const auto pairs = pairsAt<width>(from + 2 * at);
        const auto first = pairs.first - zero, second = pairs.second - zero;
        std::memcpy(even + at, &first, sizeof first);
        std::memcpy(odd + at, &second, sizeof second);
    });
    if (count % 2)
        even[count / 2] = static_cast<float>(from[count - 1]) - zero;
}

/// Copies every `step`th number of a row, less `zero`, as floats.
template <class T>
void layEvery(std::int64_t step, const T* from, float zero, float* to, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(from[i * step]) - zero;
}

/// Up to three numbers of a filter that meet cells of neighbouring rows of a part.
struct TapColumn {
    static constexpr std::int64_t kMost = 3;

    std::int64_t shift = 0;           ///< from a sum's place to the cell of the first one
    std::int64_t first = 0, step = 0; ///< where they are in the filter
    std::int64_t count = 0;
};

/// A convolution whose filters see one channel each, or a few, of planes that lie row-major one after
/// the other. oneDNN would have the channels last, so that both sides must be reordered, which takes
/// longer than the convolution itself; and a few channels do not fill its vectors.
///
/// A plane is copied with its padding and, for strides, as one part for each remainder, so that each
/// cell of the filter is one shift of a part. Several rows of the result are summed at once, because
/// they read the same rows of cells; each ends with some sums that nobody reads.
class PlanarConv {
public:
    /// Empty where the loops do not pay: oneDNN is quicker for filters that see many channels, for
    /// large filters and for planes of at most `sumsPerTap` sums for each number of a filter. Sizes as
    /// in ONNX: `in` [N, C, D1 …], `weights` [M, C / group, k1 …], `out` [N, M, o1 …].
    static std::optional<PlanarConv> of(const Window& window, const Dims& in, const Dims& weights,
                                        const Dims& out, std::int64_t sumsPerTap);

    /// Convolves x [N, C, D1 …] less `zero` with weights [M, C / group, k1 …], and calls
    /// finish(filter, number of the plane in the result, sums) for each plane; its rows of sums lie
    /// `rowStep()` apart. Sums of whole numbers up to 255 over one channel are exact. Runs on several
    /// threads; `finish` must not throw. `start`: the number each filter's sums begin with; null for 0.
    template <class T, class F>
    void run(const T* x, float zero, const float* weights, const float* start, F&& finish) const {
        parallelFor(m_groups * m_images * m_filters, 1 + 32768 / (1 + m_depth * planeSize()),
                    [&](std::int64_t begin, std::int64_t end) {
                        auto* cells = scratchFor<float>(m_depth * m_size, 0);
                        auto* sums = scratchFor<float>(m_rowsOut * m_sumWidth, 1);
                        std::fill_n(cells, m_depth * m_size, 0.0F);
                        std::int64_t laid = -1; // the group of an image that is in the cells
                        for (std::int64_t plane = begin; plane < end; ++plane) {
                            if (const std::int64_t group = plane / m_filters; group != laid) {
                                layGroup(x, group, zero, cells);
                                laid = group;
                            }
                            const std::int64_t filter = plane % (m_groups * m_filters);
                            convolve(cells, weights + filter * m_depth * m_taps,
                                     start ? start[filter] : 0, sums);
                            finish(filter, plane, sums);
                        }
                    });
    }
    /// Writes the sums of a plane to `to`, one row after the other, and adds what `added`, unless it is
    /// null, has at the same places. `added` may be `to`.
    void gather(const float* sums, const float* added, float* to) const;
    [[nodiscard]] std::int64_t rows() const { return m_rowsOut; } ///< of a plane of the result
    [[nodiscard]] std::int64_t columns() const { return m_columnsOut; }
    [[nodiscard]] std::int64_t rowStep() const { return m_sumWidth; }
    [[nodiscard]] std::int64_t planeSize() const { return m_rowsOut * m_columnsOut; }

private:
    /// Cells that the loop may read beyond the last one.
    static constexpr std::int64_t kSpare = 64;

    /// Lays the planes of a group of channels, counted over all images.
    template <class T>
    void layGroup(const T* x, std::int64_t group, float zero, float* cells) const {
        for (std::int64_t i = 0; i < m_depth; ++i)
            lay(x + (group * m_depth + i) * m_rows * m_columns, zero, cells + i * m_size);
    }
    /// Writes a plane to its places between the padding.
    template <class T> void lay(const T* plane, float zero, float* cells) const {
        onBestCpu([&]() PARTITA_INLINE {
            // Copies of what is a number: what vectors write could be a member, as the compiler sees it.
            const std::int64_t columns = m_columns, across = m_across, left = m_left;
            const float less = zero;
            if (across == 1)
                forRows(plane, cells, [=](const T* from, float* to) PARTITA_INLINE {
                    layRow(from, less, to + left, columns);
                });
            else if (across == 2 && m_lays.size() == 2)
                forRows(plane, cells,
                        [=, even = m_lays[0].at, odd = m_lays[1].at](const T* from, float* to)
                            PARTITA_INLINE { layPairs(from, less, to + even, to + odd, columns); });
            else
                forRows(plane, cells, [&](const T* from, float* to) PARTITA_INLINE {
                    for (std::size_t first = 0; first < m_lays.size(); ++first)
                        layEvery(across, from + first, less, to + m_lays[first].at,
                                 m_lays[first].count);
                });
        });
    }
    /// Calls work(row, the first cell of its line) for the rows of a plane.
    template <class T, class F>
    PARTITA_INLINE void forRows(const T* plane, float* cells, F work) const {
        const std::int64_t rows = m_rows, columns = m_columns, down = m_down, width = m_width,
                           step = m_across * m_part;
        std::int64_t part = m_above % down, line = m_above / down * width;
        for (std::int64_t y = 0; y < rows; ++y, plane += columns) {
            work(plane, cells + part * step + line);
            if (++part == down) {
                part = 0;
                line += width;
            }
        }
    }
    void placeTaps(std::int64_t height, std::int64_t width, std::int64_t rowStep,
                   std::int64_t columnStep);
    void convolve(const float* cells, const float* weights, float start, float* sums) const;

    std::int64_t m_images = 0, m_groups = 0;
    std::int64_t m_depth = 1, m_filters = 0; ///< channels and filters of a group
    std::int64_t m_rows = 0, m_columns = 0, m_rowsOut = 0, m_columnsOut = 0;
    std::int64_t m_above = 0, m_left = 0;  ///< padding
    std::int64_t m_down = 1, m_across = 1; ///< strides
    std::int64_t m_width = 0, m_part = 0;  ///< of a row of a part; elements of a part
    std::int64_t m_size = 0;               ///< elements of all parts of a channel
    std::int64_t m_taps = 0;               ///< numbers of a filter for each channel
    std::int64_t m_sumWidth = 0;           ///< from a row of sums to the next one
    std::vector<TapColumn> m_tapColumns;
    /// Where every m_across-th number of a row goes, by the first of them.
    struct Lay {
        std::int64_t at, count;
    };
    std::vector<Lay> m_lays;
};

} // namespace partita::cpu
