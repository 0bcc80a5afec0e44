#pragma once

#include <algorithm>

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// Whether all numbers of a window's axes are `number`; true for none.
inline bool areAll(const Dims& numbers, std::int64_t number) {
    return std::ranges::all_of(numbers, [&](std::int64_t each) { return each == number; });
}

/// Geometry of a convolution or pooling, one entry for each spatial axis.
struct Window {
    Dims kernel, strides, dilations, padBegin, padEnd;
    /// The elements from the first to the last cell of the window, dilation included.
    [[nodiscard]] std::int64_t span(std::size_t axis) const {
        return (kernel[axis] - 1) * dilations[axis] + 1;
    }
    /// Where the window of element `out` begins in the input; negative in the padding.
    [[nodiscard]] std::int64_t placeOf(std::size_t axis, std::int64_t out) const {
        return out * strides[axis] - padBegin[axis];
    }
    /// The first cell of the window at `place` that does not lie in front of the input.
    [[nodiscard]] std::int64_t firstCell(std::size_t axis, std::int64_t place) const {
        const std::int64_t step = dilations[axis];
        return place < 0 ? (step - 1 - place) / step : 0;
    }
    /// The spatial output dims; `ceil` rounds up. Fails where the window is larger than the padded
    /// input.
    Dims outDims(const Dims& spatial, bool ceil) const;
};

/// The largest number allowed in a window: sums and products of two such numbers fit into 64 bits.
constexpr std::int64_t kMostWindow = (std::int64_t{1} << 31) - 1;

/// The values of an attribute, or `rank` times `otherwise` where it is empty; fails for any other
/// length and for numbers beyond kMostWindow.
Dims orDefault(Dims values, std::size_t rank, std::int64_t otherwise);

/// Fails where the attribute kernel_shape differs from the kernel of the weights.
void checkKernelShape(const Node& node, const Dims& kernel);

/// The window of a node's attributes, with auto_pad resolved for this input; fails for attributes
/// that do not fit.
Window windowOf(const Node& node, const Dims& spatial, const Dims& kernel);
/// The window of a pooling node; also fails where a window could lie in the padding alone.
Window poolWindowOf(const Node& node, const Dims& spatial);

/// Pooling by plain loops, for what oneDNN does not have.
void maxPoolReference(KernelContext& context);
void averagePoolReference(KernelContext& context);

/// Calls `visit(in, cell)` for each cell of the kernel at output `to` that lies on the input, for one
/// plane. `strides`: those of `spatial`.
template <class F>
void forEachCellMet(const Window& window, const Dims& spatial, const Dims& strides, const Dims& out,
                    std::int64_t to, F&& visit) {
    for (std::int64_t cell = 0, cells = product(window.kernel); cell < cells; ++cell) {
        std::int64_t from = 0, rest = to, inside = cell;
        bool meets = true;
        for (std::size_t i = out.size(); meets && i-- > 0;) {
            const std::int64_t place =
                window.placeOf(i, rest % out[i]) + inside % window.kernel[i] * window.dilations[i];
            rest /= out[i];
            inside /= window.kernel[i];
            meets = place >= 0 && place < spatial[i];
            from += meets ? place * strides[i] : 0;
        }
        if (meets)
            visit(from, cell);
    }
}

/// Calls `visit(out, in, cell)` for each cell of the kernel that lies on the input, for one plane.
template <class F>
void forEachMeeting(const Window& window, const Dims& spatial, const Dims& out, F&& visit) {
    const Dims strides = denseStrides(spatial);
    for (std::int64_t to = 0, places = product(out); to < places; ++to)
        forEachCellMet(window, spatial, strides, out, to,
                       [&](std::int64_t from, std::int64_t cell) { visit(to, from, cell); });
}

} // namespace partita::cpu
