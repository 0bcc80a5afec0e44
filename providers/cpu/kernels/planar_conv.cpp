#include "providers/cpu/kernels/planar_conv.h"

#include <algorithm>
#include <span>

#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

/// What one plane of sums is made of.
struct PlaneTaps {
    const float *cells, *weights;
    std::span<const TapColumn> columns;
    std::int64_t width; ///< of a row of cells
    float start;
    std::int64_t depth, step, taps; ///< channels; from one to the next, cells and weights
};

/// A block of `Rows` rows of `Vectors` vectors of sums.
template <std::size_t Width, int Rows, int Vectors> struct SumBlock {
    using Vector = VectorOf<float, Width>;
    static constexpr auto kWidth = static_cast<std::int64_t>(Width);
    Vector sums[Rows][Vectors]; // NOLINT: std::array would drop the vector attribute

    /// Adds the products of `Count` numbers of a filter. Each vector of cells is read once for all
    /// rows of sums that it belongs to.
    template <int Count>
    PARTITA_INLINE void add(const float* cells, const float* weights, const TapColumn& column,
                            std::int64_t width) {
        Vector factors[Count]; // NOLINT: filled below
        for (int k = 0; k < Count; ++k)
            factors[k] = Vector{} + weights[column.first + k * column.step];
        cells += column.shift;
#pragma GCC unroll 16
        for (int row = 0; row < Rows + Count - 1; ++row, cells += width)
#pragma GCC unroll 4
            for (int v = 0; v < Vectors; ++v) {
                Vector cell; // NOLINT: filled below
                std::memcpy(&cell, cells + v * kWidth, sizeof cell);
#pragma GCC unroll 3
                for (int k = 0; k < Count; ++k)
                    if (row - k >= 0 && row - k < Rows)
                        sums[row - k][v] += factors[k] * cell;
            }
    }
    PARTITA_INLINE void run(const PlaneTaps& taps, std::int64_t at, float* to,
                            std::int64_t sumWidth) {
#pragma GCC unroll 16
        for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 4
            for (int v = 0; v < Vectors; ++v)
                sums[row][v] = Vector{} + taps.start;
        const float *cells = taps.cells + at, *weights = taps.weights;
        for (std::int64_t i = 0; i < taps.depth; ++i, cells += taps.step, weights += taps.taps)
            for (const TapColumn& column : taps.columns)
                switch (column.count) {
                case 3: add<3>(cells, weights, column, taps.width); break;
                case 2: add<2>(cells, weights, column, taps.width); break;
                default: add<1>(cells, weights, column, taps.width);
                }
#pragma GCC unroll 16
        for (int row = 0; row < Rows; ++row, to += sumWidth)
#pragma GCC unroll 4
            for (int v = 0; v < Vectors; ++v)
                std::memcpy(to + v * kWidth, &sums[row][v], sizeof(Vector));
    }
};

/// Sums `Rows` rows of `size` numbers; `at`: their first cell.
template <std::size_t Width, int Rows, int Vectors>
PARTITA_INLINE inline void sumRows(const PlaneTaps& taps, std::int64_t at, float* sums,
                                   std::int64_t sumWidth, std::int64_t size) {
    constexpr auto kWidth = static_cast<std::int64_t>(Width);
    std::int64_t i = 0;
    for (; size - i > (Vectors - 1) * kWidth; i += Vectors * kWidth)
        SumBlock<Width, Rows, Vectors>().run(taps, at + i, sums + i, sumWidth);
    for (; i < size; i += kWidth)
        SumBlock<Width, Rows, 1>().run(taps, at + i, sums + i, sumWidth);
}

/// A plane of `rows` rows of sums. Each is written in whole vectors.
template <std::size_t Width>
PARTITA_INLINE inline void sumPlane(const PlaneTaps& taps, float* sums, std::int64_t sumWidth,
                                    std::int64_t rows, std::int64_t columns) {
    constexpr std::int64_t kRows = Width > 8 ? 7 : 4; // as many as registers hold
    if (rows < kRows)
        for (std::int64_t row = 0; row < rows; ++row)
            sumRows<Width, 1, 4>(taps, row * taps.width, sums + row * sumWidth, sumWidth, columns);
    else
        for (std::int64_t row = 0; row < rows; row += kRows) {
            row = std::min(row, rows - kRows); // the last block may lie over the one before
            sumRows<Width, kRows, 2>(taps, row * taps.width, sums + row * sumWidth, sumWidth,
                                     columns);
        }
}

#ifdef PARTITA_HAS_AVX2_LOOPS
[[gnu::target("avx512f")]] void sumPlaneWide(const PlaneTaps& taps, float* sums,
                                             std::int64_t sumWidth, std::int64_t rows,
                                             std::int64_t columns) {
    sumPlane<16>(taps, sums, sumWidth, rows, columns);
}
[[gnu::target("avx2,fma")]] void sumPlaneAvx2(const PlaneTaps& taps, float* sums,
                                              std::int64_t sumWidth, std::int64_t rows,
                                              std::int64_t columns) {
    sumPlane<8>(taps, sums, sumWidth, rows, columns);
}
#endif

void sumAll(const PlaneTaps& taps, float* sums, std::int64_t sumWidth, std::int64_t rows,
            std::int64_t columns) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool hasWide = __builtin_cpu_supports("avx512f") != 0;
    if (hasWide)
        return sumPlaneWide(taps, sums, sumWidth, rows, columns);
    if (hasAvx2())
        return sumPlaneAvx2(taps, sums, sumWidth, rows, columns);
#endif
    sumPlane<4>(taps, sums, sumWidth, rows, columns);
}

PARTITA_FOR_EACH_CPU
void addRow(const float* a, const float* b, float* sums, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] = a[i] + b[i];
}

/// Whether a group has so few filters that they do not fill oneDNN's vectors, and filters see so few
/// channels that laying their planes pays: each cell of a filter of several rows is read once for
/// several sums.
bool areFew(const Dims& in, const Dims& weights) {
    constexpr std::int64_t kFewFilters = 8, kChannels = 64, kChannelsOfRows = 4;
    const std::int64_t groups = in[1] / weights[1];
    if (groups > 1 && weights[1] == 1)
        return true;
    const bool hasRows = weights.size() > 3 && weights[2] > 1;
    return weights[0] / groups <= kFewFilters &&
           weights[1] <= (hasRows ? kChannels : kChannelsOfRows);
}

} // namespace

std::optional<PlanarConv> PlanarConv::of(const Window& window, const Dims& in, const Dims& weights,
                                         const Dims& out, std::int64_t sumsPerTap) {
    constexpr std::int64_t kMostTaps = 49, kMostCells = std::int64_t{1} << 20;
    const std::size_t rank = in.size() - 2;
    const auto fits = [](std::int64_t pad) { return pad >= 0 && pad <= kMostCells; };
    if (rank < 1 || rank > 2 || !areFew(in, weights) || product(out) == 0 || product(in) == 0 ||
        product(weights, 2) > kMostTaps || product(out, 2) <= sumsPerTap * product(weights, 2) ||
        product(in, 2) > kMostCells || product(out, 2) > kMostCells ||
        !std::ranges::all_of(window.padBegin, fits) || !std::ranges::all_of(window.padEnd, fits))
        return std::nullopt;
    const auto of = [&](const Dims& dims, bool last, std::int64_t otherwise) {
        return last ? dims.back() : rank == 2 ? dims[dims.size() - 2] : otherwise;
    };
    PlanarConv made;
    made.m_images = in[0];
    made.m_depth = weights[1];
    made.m_groups = in[1] / weights[1];
    made.m_filters = weights[0] / made.m_groups;
    made.m_rows = of(in, false, 1);
    made.m_columns = of(in, true, 1);
    made.m_rowsOut = of(out, false, 1);
    made.m_columnsOut = of(out, true, 1);
    made.m_above = of(window.padBegin, false, 0);
    made.m_left = of(window.padBegin, true, 0);
    made.m_down = of(window.strides, false, 1);
    made.m_across = of(window.strides, true, 1);
    const auto parts = [](std::int64_t size, std::int64_t step) {
        return (size + step - 1) / step;
    };
    const std::int64_t below = of(window.padEnd, false, 0), right = of(window.padEnd, true, 0);
    made.m_width = parts(made.m_left + made.m_columns + right, made.m_across);
    const std::int64_t height = parts(made.m_above + made.m_rows + below, made.m_down);
    if (made.m_width > kMostCells || height > kMostCells || made.m_down * made.m_across > 64 ||
        made.m_depth * made.m_down * made.m_across * made.m_width * height > 2 * kMostCells)
        return std::nullopt;
    made.m_part = made.m_width * height;
    // A vector of sums may begin at the last one and look at every cell of the window.
    made.m_size = made.m_down * made.m_across * made.m_part + made.m_width + kSpare;
    constexpr std::int64_t kWidest = 16; // numbers of a vector
    made.m_sumWidth = parts(made.m_columnsOut, kWidest) * kWidest;
    for (std::int64_t first = 0; first < std::min(made.m_across, made.m_columns); ++first) {
        const std::int64_t column = first + made.m_left;
        made.m_lays.push_back({column % made.m_across * made.m_part + column / made.m_across,
                               parts(made.m_columns - first, made.m_across)});
    }
    made.m_taps = product(weights, 2);
    made.placeTaps(of(window.kernel, false, 1), of(window.kernel, true, 1),
                   of(window.dilations, false, 1), of(window.dilations, true, 1));
    return made;
}

/// Groups the numbers of a filter of `height` rows by the part and the column of their cells.
void PlanarConv::placeTaps(std::int64_t height, std::int64_t width, std::int64_t rowStep,
                           std::int64_t columnStep) {
    for (std::int64_t x = 0; x < width; ++x)
        for (std::int64_t remainder = 0; remainder < m_down; ++remainder) {
            std::int64_t last = -1; // row of the part
            TapColumn* open = nullptr;
            for (std::int64_t y = 0; y < height; ++y) {
                const std::int64_t row = y * rowStep, column = x * columnStep;
                if (row % m_down != remainder)
                    continue;
                if (open && open->count < TapColumn::kMost && row / m_down == last + 1) {
                    open->step = y * width + x - open->first - (open->count - 1) * open->step;
                    ++open->count;
                } else {
                    const std::int64_t part = remainder * m_across + column % m_across;
                    open = &m_tapColumns.emplace_back(
                        TapColumn{part * m_part + row / m_down * m_width + column / m_across,
                                  y * width + x, 0, 1});
                }
                last = row / m_down;
            }
        }
}

void PlanarConv::convolve(const float* cells, const float* weights, float start,
                          float* sums) const {
    sumAll({cells, weights, m_tapColumns, m_width, start, m_depth, m_size, m_taps}, sums,
           m_sumWidth, m_rowsOut, m_columnsOut);
}

void PlanarConv::gather(const float* sums, const float* added, float* to) const {
    const std::int64_t size = planeSize(), columns = m_columnsOut, step = m_sumWidth;
    if (added) {
        for (std::int64_t at = 0; at < size; at += columns, sums += step)
            addRow(sums, added + at, to + at, columns);
        return;
    }
    onBestCpu([=]() PARTITA_INLINE {
        const float* from = sums;
        for (std::int64_t row = 0; row < size; row += columns, from += step)
            layRow(from, 0, to + row, columns);
    });
}

} // namespace partita::cpu
