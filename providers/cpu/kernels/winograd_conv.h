#pragma once

#include <vector>

#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/panel_product.h"
#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

/// A convolution by filters of 3 × 3 with steps of 1, channels last, by Winograd's F(4 × 4, 3 × 3): tiles
/// of 6 × 6 pixels and the filters are transformed, and 36 multiplications of each channel with each
/// filter make the 4 × 4 results of a tile, where sums of products take 144. The results are off by about
/// 4e-6 of the largest one, those of sums by 1e-6. Summed are tiles whose results are not finite, and those
/// with results that only see pixels much smaller than others of the tile: a pixel changes nothing but
/// what sees it.
/// Source: Lavin, Gray: Fast Algorithms for Convolutional Neural Networks, 2016
class WinogradConv {
public:
    /// Whether this is the fastest convolution of one group on this processor. `filters` [M, C, 3, 3],
    /// `out` [N, M, o1, o2].
    static bool pays(const Window& window, const Dims& filters, const Dims& out);

    /// Filters [M, C, 3, 3] of any layout, transformed: panels of [C, M] for each of the 36 places of a
    /// tile. Throws std::bad_alloc.
    static PackedWeights factorsOf(const dnnl::memory& filters);

    /// `in` [N, C, D1, D2], `out` [N, M, o1, o2].
    WinogradConv(const Window& window, Dims in, Dims out, const Epilogue& epilogue);

    struct Operands {
        const float* x;
        const float* factors; ///< of the filters
        const float* panels;  ///< the filters themselves, from panelsOfFilters
        const float* bias;    ///< [M]; null: none
    };

    /// y = steps(convolution of x + bias (+ y)), on all threads. The result of an element does not
    /// depend on the number of threads.
    void run(const Operands& operands, float* y) const;

private:
    struct Tile;

    [[nodiscard]] Tile tileAt(std::int64_t index, const float* x, const float* largest) const;
    void runTiles(std::int64_t first, std::int64_t count, const Operands& operands,
                  const float* largest, float* y) const;
    void sumTile(const Tile& tile, const float* x, const float* panels, float* results) const;
    void finishTile(const Tile& tile, const float* products, std::int64_t step,
                    const Operands& operands, float* y) const;

    Dims m_in, m_out, m_padBegin;
    std::int64_t m_tileRows, m_tileColumns, m_tiles; ///< of an image; of all
    std::int64_t m_atATime;                          ///< tiles whose numbers stay in the cache
    bool m_adds;
    std::vector<VectorStep> m_steps;
};

} // namespace partita::cpu
