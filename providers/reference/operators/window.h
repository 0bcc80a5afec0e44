#pragma once

#include "providers/reference/call.h"

namespace partita::reference {

/// The sliding window of a convolution or pooling operator over the spatial axes of [N, C, D1, …,
/// Dn].
struct Window {
    Dims in;     ///< D1 … Dn, the spatial sizes that the window slides over
    Dims kernel; ///< kernel_shape
    Dims strides, dilations;
    Dims begin, end; ///< pads at the start and at the end of each axis
    Dims out;        ///< spatial sizes of the output

    /// Input coordinate of kernel element `tap` at output coordinate `place`, along an axis. A
    /// coordinate outside of `in` is padding.
    [[nodiscard]] std::int64_t coordinate(std::size_t axis, std::int64_t place,
                                          std::int64_t tap) const {
        return place * strides[axis] - begin[axis] + tap * dilations[axis];
    }
    /// For each output position in row-major order, the linear index in the input plane of the
    /// kernel element `tap`; -1 where that element lies in the padding.
    [[nodiscard]] std::vector<std::ptrdiff_t> placesOf(const Dims& tap) const;
    /// Extent of the dilated kernel.
    [[nodiscard]] std::int64_t extent(std::size_t axis) const {
        return (kernel[axis] - 1) * dilations[axis] + 1;
    }
};

/// Spatial sizes D1 … Dn of an input [N, C, D1, …, Dn]; refuses a rank below 2.
Dims spatialOf(const Array& x);
/// The window over an input of spatial sizes `in`, with `auto_pad` and `ceil_mode` applied. Refuses
/// a kernel_shape other than `kernel`, and a kernel larger than the padded input.
Window windowOf(const Call& call, const Dims& in, const Dims& kernel);
/// The attributes kernel_shape, strides, dilations and pads, checked; `out` stays empty.
Window attributesOf(const Call& call, const Dims& in, const Dims& kernel);

} // namespace partita::reference
