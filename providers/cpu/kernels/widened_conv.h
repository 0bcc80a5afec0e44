#pragma once

#include <optional>
#include <span>
#include <vector>

#include "providers/cpu/kernels/integer_conv.h"
#include "providers/cpu/kernels/widened_product.h"

namespace partita::cpu {

/// The filters of a convolution of bytes, less their zero points, for processors without VNNI.
class WidenedFilters {
public:
    struct Pixels {
        DataType type;          ///< uint8 or int8
        const std::byte* codes; ///< channels last
        std::int32_t zero;
    };

    /// `w`: uint8 or int8 as `geometry` describes them, row-major. Throws std::bad_alloc.
    WidenedFilters(const ConvGeometry& geometry, const RuntimeValue& w,
                   std::span<const std::int32_t> zeros);

    /// Hands over Σ (x - zero) · w, each once, on all threads: rows are the pixels of all images,
    /// columns are filters. Throws std::bad_alloc.
    void convolve(const ConvGeometry& geometry, const Pixels& pixels, const TakeSums& take) const;

private:
    struct Places;

    void convolvePadded(const ConvGeometry& geometry, const Dims& padded, const Pixels& pixels,
                        const TakeSums& take) const;
    void convolveGathered(const ConvGeometry& geometry, const Pixels& pixels,
                          const TakeSums& take) const;
    void sumRows(const ConvGeometry& geometry, const Places& places, const TakeSums& take) const;

    std::vector<WidenedMatrix> m_groups;
    std::optional<WidenedPlanes> m_planes; ///< without groups: of one filter for each channel
    std::int64_t m_cellsOfPiece = 1;
};

} // namespace partita::cpu
