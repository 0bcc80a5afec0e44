#pragma once

#include <optional>
#include <vector>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// Copies every `step`th number of a row, less `zero`, as floats.
template <class T>
PARTITA_INLINE inline void layRow(const T* from, std::int64_t step, float zero, float* to,
                                  std::int64_t count) {
    if (step == 1)
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = static_cast<float>(from[i]) - zero;
    else
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = static_cast<float>(from[i * step]) - zero;
}

/// A depthwise convolution, whose filters see one channel each, of planes that lie row-major one
/// after the other. oneDNN would have the channels last, so that both sides must be reordered, which
/// takes longer than the convolution itself.
///
/// A plane is copied with its padding and, for strides, as one part for each remainder, so that each
/// cell of the filter is one shift of a part: the rows of the result are one long row of sums, with
/// some numbers between them that nobody reads.
class PlanarConv {
public:
    /// Empty where the filters see more than one channel, or where the loops do not pay: oneDNN is
    /// quicker for large filters and for planes of at most `sumsPerTap` sums for each number of a
    /// filter. Sizes as in ONNX: `in` [N, C, D1 …], `weights` [M, C / group, k1 …], `out`
    /// [N, M, o1 …].
    static std::optional<PlanarConv> of(const Window& window, const Dims& in, const Dims& weights,
                                        const Dims& out, std::int64_t sumsPerTap);

    /// Convolves x [N, C, D1 …] less `zero` with weights [M, k1 …], and calls
    /// finish(filter, number of the plane in the result, sums) for each plane; its rows of sums lie
    /// `rowStep()` apart. Sums of whole numbers up to 255 are exact. Runs on several threads;
    /// `finish` must not throw. `start`: the number each filter's sums begin with; null for 0.
    template <class T, class F>
    void run(const T* x, float zero, const float* weights, const float* start, F&& finish) const {
        parallelFor(m_planes, 1 + 32768 / (1 + m_filters * planeSize()),
                    [&](std::int64_t begin, std::int64_t end) {
                        auto* cells = scratchFor<float>(m_size, 0);
                        auto* sums = scratchFor<float>(sumCount() + kSpare, 1);
                        std::fill_n(cells, m_size, 0.0F);
                        for (std::int64_t plane = begin; plane < end; ++plane) {
                            lay(x + plane * m_rows * m_columns, zero, cells);
                            for (std::int64_t k = 0; k < m_filters; ++k) {
                                const std::int64_t filter = plane % m_channels * m_filters + k;
                                convolve(cells, weights + filter * taps(),
                                         start ? start[filter] : 0, sums);
                                finish(filter, plane * m_filters + k, sums);
                            }
                        }
                    });
    }
    [[nodiscard]] std::int64_t rows() const { return m_rowsOut; } ///< of a plane of the result
    [[nodiscard]] std::int64_t columns() const { return m_columnsOut; }
    [[nodiscard]] std::int64_t rowStep() const { return m_width; }
    [[nodiscard]] std::int64_t planeSize() const { return m_rowsOut * m_columnsOut; }

private:
    /// Sums that the loop may write beyond the last one.
    static constexpr std::int64_t kSpare = 64;

    [[nodiscard]] std::int64_t taps() const { return static_cast<std::int64_t>(m_shifts.size()); }
    /// From the first sum to the last.
    [[nodiscard]] std::int64_t sumCount() const { return (m_rowsOut - 1) * m_width + m_columnsOut; }
    /// Writes a plane to its places between the padding.
    template <class T> void lay(const T* plane, float zero, float* cells) const {
        onBestCpu([&]() PARTITA_INLINE {
            if (m_down == 1 && m_across == 1) {
                float* to = cells + m_above * m_width + m_left;
                for (std::int64_t y = 0; y < m_rows; ++y, plane += m_columns, to += m_width)
                    layRow(plane, 1, zero, to, m_columns);
                return;
            }
            for (std::int64_t y = 0; y < m_rows; ++y) {
                const std::int64_t row = y + m_above;
                float* to = cells + row % m_down * m_across * m_part + row / m_down * m_width;
                for (std::int64_t first = 0; first < std::min(m_across, m_columns); ++first) {
                    const std::int64_t column = first + m_left;
                    layRow(plane + y * m_columns + first, m_across, zero,
                           to + column % m_across * m_part + column / m_across,
                           (m_columns - first + m_across - 1) / m_across);
                }
            }
        });
    }
    void convolve(const float* cells, const float* weights, float start, float* sums) const;

    std::int64_t m_planes = 0, m_channels = 0, m_filters = 0; ///< filters of each channel
    std::int64_t m_rows = 0, m_columns = 0, m_rowsOut = 0, m_columnsOut = 0;
    std::int64_t m_above = 0, m_left = 0;  ///< padding
    std::int64_t m_down = 1, m_across = 1; ///< strides
    std::int64_t m_width = 0, m_part = 0;  ///< of a row of a part; elements of a part
    std::int64_t m_size = 0;               ///< elements of all parts
    std::vector<std::int64_t> m_shifts;    ///< from a sum's place to the cell of each tap
};

} // namespace partita::cpu
