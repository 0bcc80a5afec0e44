#pragma once

#include "providers/reference/call.h"

namespace partita::reference {

/// A window that slides over the spatial axes of [batch, channels, axes ...], by the attributes of
/// convolutions and pooling.
struct Window {
    Dims in;     ///< sizes that it slides over
    Dims kernel; ///< its own
    Dims strides, dilations;
    Dims begin, end; ///< padding
    Dims out;        ///< at how many places it lies

    /// Coordinate of an element of the window along an axis; outside `in` it is padding.
    [[nodiscard]] std::int64_t coordinate(std::size_t axis, std::int64_t place,
                                          std::int64_t tap) const {
        return place * strides[axis] - begin[axis] + tap * dilations[axis];
    }
    /// For each place of the window, row by row, the place of its element `tap` in the plane that
    /// it slides over; -1: padding.
    [[nodiscard]] std::vector<std::ptrdiff_t> placesOf(const Dims& tap) const;
    /// Extent of the kernel with its gaps.
    [[nodiscard]] std::int64_t extent(std::size_t axis) const {
        return (kernel[axis] - 1) * dilations[axis] + 1;
    }
};

/// Sizes of an input's spatial axes.
Dims spatialOf(const Array& x);
/// The window over axes of sizes `in`, with `auto_pad` and `ceil_mode`; refuses a kernel_shape that is
/// not `kernel`.
Window windowOf(const Call& call, const Dims& in, const Dims& kernel);
/// The attributes alone: strides, dilations and pads, checked, with an undefined `out`.
Window attributesOf(const Call& call, const Dims& in, const Dims& kernel);

} // namespace partita::reference
