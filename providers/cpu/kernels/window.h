#pragma once

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// Geometry of a convolution or pooling, one entry for each spatial axis.
struct Window {
    Dims kernel, strides, dilations, padBegin, padEnd;
    /// From the first element under the window to behind the last one.
    [[nodiscard]] std::int64_t span(std::size_t axis) const {
        return (kernel[axis] - 1) * dilations[axis] + 1;
    }
    Dims outDims(const Dims& spatial, bool ceil) const;
};

/// The largest number that says how a window lies: sums and products of two of them can be counted.
constexpr std::int64_t kMostWindow = (std::int64_t{1} << 31) - 1;

/// A list that an attribute gives, or `rank` times the same where it gives none; fails for any
/// other length and for numbers beyond kMostWindow.
Dims orDefault(Dims values, std::size_t rank, std::int64_t otherwise);

/// Refuses a kernel_shape that is not that of the weights, `kernel`.
void checkKernelShape(const Node& node, const Dims& kernel);

/// From the node's attributes, with auto_pad resolved for this input.
Window windowOf(const Node& node, const Dims& spatial, const Dims& kernel);
/// The same of a pooling, whose windows must hold more than padding.
Window poolWindowOf(const Node& node, const Dims& spatial);

/// Pooling by plain loops, for what oneDNN does not do.
void maxPoolReference(KernelContext& context);
void averagePoolReference(KernelContext& context);

/// Calls `visit(out, in, cell)` for every cell of the kernel that meets the input, for one plane.
template <class F>
void forEachMeeting(const Window& window, const Dims& spatial, const Dims& out, F&& visit) {
    const Dims strides = denseStrides(spatial);
    const std::int64_t places = product(out), cells = product(window.kernel);
    for (std::int64_t to = 0; to < places; ++to)
        for (std::int64_t cell = 0; cell < cells; ++cell) {
            std::int64_t from = 0, rest = to, inside = cell;
            bool meets = true;
            for (std::size_t i = out.size(); i-- > 0;) {
                const std::int64_t place = rest % out[i] * window.strides[i] - window.padBegin[i] +
                                           inside % window.kernel[i] * window.dilations[i];
                rest /= out[i];
                inside /= window.kernel[i];
                meets = meets && place >= 0 && place < spatial[i];
                from += place * strides[i];
            }
            if (meets)
                visit(to, from, cell);
        }
}

} // namespace partita::cpu
