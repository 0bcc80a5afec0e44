#pragma once

#include <span>
#include <vector>

#include "providers/cpu/kernels/coded_images.h"
#include "providers/cpu/kernels/widened_product.h"

namespace partita::cpu {

/// The filters of a convolution of bytes by filters of 3 × 3 with steps of 1, for Winograd's
/// F(2 × 2, 3 × 3) in integers: 16 multiplications of each channel with each filter make the 2 × 2 results
/// of a tile, where sums of products take 36. Filters are transformed to twice their size along each axis,
/// and results are a quarter of the sums, which leaves no rest: they are exact.
/// Source: Lavin, Gray: Fast Algorithms for Convolutional Neural Networks, 2016
class WidenedWinograd {
public:
    /// Whether this is exact, and faster than sums of products.
    static bool pays(const ConvGeometry& geometry);

    /// `weights`: [M, C, 3, 3]. Throws std::bad_alloc.
    explicit WidenedWinograd(const CodedFilters& weights);

    /// Hands over Σ (x - zero) · w, each once, on all threads: rows are the pixels of all images,
    /// columns are filters. Throws std::bad_alloc.
    void convolve(const ConvGeometry& geometry, const CodedPixels& pixels,
                  const TakeSums& take) const;

private:
    std::vector<WidenedMatrix> m_places; ///< of a tile: [C, M] each
};

} // namespace partita::cpu
