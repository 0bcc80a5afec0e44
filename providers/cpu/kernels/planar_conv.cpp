#include "providers/cpu/kernels/planar_conv.h"

#include <algorithm>

#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

/// What one plane of sums is made of.
struct PlaneTaps {
    const float *cells, *weights;
    const std::int64_t* shifts;
    std::int64_t count;
    float start;
};

/// sums[i] = start + Σ weights[k] · cells[i + shifts[k]], four vectors of `Width` numbers at a time.
/// Writes up to 4 · Width - 1 sums more than `size`.
template <std::size_t Width>
PARTITA_INLINE inline void sumTaps(const PlaneTaps& taps, float* sums, std::int64_t size) {
    using Vector = VectorOf<float, Width>;
    constexpr auto kWidth = static_cast<std::int64_t>(Width);
    for (std::int64_t i = 0; i < size; i += 4 * kWidth) {
        Vector all[4]; // NOLINT: std::array would drop the vector attribute
        for (Vector& each : all)
            each = Vector{} + taps.start;
        for (std::int64_t k = 0; k < taps.count; ++k) {
            const float* from = taps.cells + taps.shifts[k] + i;
            const float weight = taps.weights[k];
#pragma GCC unroll 4
            for (std::int64_t v = 0; v < 4; ++v) {
                Vector cell; // NOLINT: filled below
                std::memcpy(&cell, from + v * kWidth, sizeof cell);
                all[v] += weight * cell;
            }
        }
        std::memcpy(sums + i, all, sizeof all);
    }
}

#ifdef PARTITA_HAS_AVX2_LOOPS
[[gnu::target("avx512f")]] void sumTapsWide(const PlaneTaps& taps, float* sums, std::int64_t size) {
    sumTaps<16>(taps, sums, size);
}
[[gnu::target("avx2,fma")]] void sumTapsAvx2(const PlaneTaps& taps, float* sums,
                                             std::int64_t size) {
    sumTaps<8>(taps, sums, size);
}
#endif

void sumAll(const PlaneTaps& taps, float* sums, std::int64_t size) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool hasWide = __builtin_cpu_supports("avx512f"),
                      hasFma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (hasWide)
        return sumTapsWide(taps, sums, size);
    if (hasFma)
        return sumTapsAvx2(taps, sums, size);
#endif
    sumTaps<4>(taps, sums, size);
}

} // namespace

std::optional<PlanarConv> PlanarConv::of(const Window& window, const Dims& in, const Dims& weights,
                                         const Dims& out, std::int64_t sumsPerTap) {
    constexpr std::int64_t kMostTaps = 49, kMostCells = std::int64_t{1} << 20;
    const std::size_t rank = in.size() - 2;
    const auto fits = [](std::int64_t pad) { return pad >= 0 && pad <= kMostCells; };
    if (rank < 1 || rank > 2 || weights[1] != 1 || product(out) == 0 || product(in) == 0 ||
        product(weights, 2) > kMostTaps || product(out, 2) <= sumsPerTap * product(weights, 2) ||
        product(in, 2) > kMostCells || product(out, 2) > kMostCells ||
        !std::ranges::all_of(window.padBegin, fits) || !std::ranges::all_of(window.padEnd, fits))
        return std::nullopt;
    const auto of = [&](const Dims& dims, bool last, std::int64_t otherwise) {
        return last ? dims.back() : rank == 2 ? dims[dims.size() - 2] : otherwise;
    };
    PlanarConv made;
    made.m_planes = in[0] * in[1];
    made.m_channels = in[1];
    made.m_filters = weights[0] / in[1];
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
        made.m_down * made.m_across * made.m_width * height > 2 * kMostCells)
        return std::nullopt;
    made.m_part = made.m_width * height;
    // A vector of sums may begin at the last one and look at every cell of the window.
    made.m_size = made.m_down * made.m_across * made.m_part + made.m_width + kSpare;
    const std::int64_t rowStep = of(window.dilations, false, 1),
                       columnStep = of(window.dilations, true, 1);
    for (std::int64_t y = 0; y < of(window.kernel, false, 1); ++y)
        for (std::int64_t x = 0; x < of(window.kernel, true, 1); ++x) {
            const std::int64_t row = y * rowStep, column = x * columnStep;
            made.m_shifts.push_back((row % made.m_down * made.m_across + column % made.m_across) *
                                        made.m_part +
                                    row / made.m_down * made.m_width + column / made.m_across);
        }
    return made;
}

void PlanarConv::convolve(const float* cells, const float* weights, float start,
                          float* sums) const {
    sumAll({cells, weights, m_shifts.data(), taps(), start}, sums, sumCount());
}

} // namespace partita::cpu
