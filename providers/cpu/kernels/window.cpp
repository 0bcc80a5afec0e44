#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

Dims orDefault(Dims values, std::size_t rank, std::int64_t otherwise) {
    if (values.empty())
        values.assign(rank, otherwise);
    require(values.size() == rank,
            "the length of kernel_shape, strides, dilations or pads does not match the input");
    for (const std::int64_t each : values)
        require(each >= -kMostWindow && each <= kMostWindow,
                "a number in kernel_shape, strides, dilations or pads is too large");
    return values;
}

Dims Window::outDims(const Dims& spatial, bool ceil) const {
    Dims out;
    for (std::size_t i = 0; i < spatial.size(); ++i) {
        const std::int64_t free = spatial[i] + padBegin[i] + padEnd[i] - span(i);
        const std::int64_t steps = (ceil ? free + strides[i] - 1 : free) / strides[i];
        if (steps == -1) { // ONNX's shape inference also divides towards zero
            out.push_back(0);
            continue;
        }
        require(free >= 0, "the window is larger than the padded input");
        std::int64_t size = steps + 1;
        // A window that would start in the end padding is left out.
        if (ceil && (size - 1) * strides[i] >= spatial[i] + padBegin[i])
            --size;
        out.push_back(size);
    }
    return out;
}

Window poolWindowOf(const Node& node, const Dims& spatial) {
    Window window = windowOf(node, spatial, node.intsAttribute("kernel_shape"));
    for (std::size_t i = 0; i < spatial.size(); ++i)
        require(window.padBegin[i] < window.span(i) && window.padEnd[i] < window.span(i) &&
                    (spatial[i] > 0 || window.padBegin[i] + window.padEnd[i] < window.span(i)),
                "a window would cover nothing but padding");
    return window;
}

void checkKernelShape(const Node& node, const Dims& kernel) {
    const Dims named = node.intsAttribute("kernel_shape");
    require(named.empty() || named == kernel, "kernel_shape differs from the shape of the weights");
}

Window windowOf(const Node& node, const Dims& spatial, const Dims& kernel) {
    const std::size_t rank = spatial.size();
    Window window;
    window.kernel = kernel;
    require(kernel.size() == rank && rank > 0,
            "kernel_shape must have one size for each spatial dimension of the input");
    checkKernelShape(node, kernel);
    window.strides = orDefault(node.intsAttribute("strides"), rank, 1);
    window.dilations = orDefault(node.intsAttribute("dilations"), rank, 1);
    for (std::size_t i = 0; i < rank; ++i)
        require(kernel[i] > 0 && kernel[i] <= kMostWindow && window.strides[i] > 0 &&
                    window.dilations[i] > 0,
                "kernel, strides and dilations must be positive and not too large");
    const std::string_view automatic = node.stringAttribute("auto_pad", "NOTSET");
    window.padBegin.assign(rank, 0);
    window.padEnd.assign(rank, 0);
    if (automatic == "NOTSET") {
        const Dims pads = orDefault(node.intsAttribute("pads"), 2 * rank, 0);
        for (std::size_t i = 0; i < rank; ++i) {
            require(pads[i] >= 0 && pads[i + rank] >= 0, "pads must not be negative");
            window.padBegin[i] = pads[i];
            window.padEnd[i] = pads[i + rank];
        }
    } else if (automatic != "VALID") {
        require(automatic == "SAME_UPPER" || automatic == "SAME_LOWER",
                "auto_pad must be NOTSET, SAME_UPPER, SAME_LOWER or VALID");
        for (std::size_t i = 0; i < rank; ++i) {
            const std::int64_t out = (spatial[i] + window.strides[i] - 1) / window.strides[i];
            const std::int64_t total = std::max<std::int64_t>(0, (out - 1) * window.strides[i] +
                                                                     window.span(i) - spatial[i]);
            window.padBegin[i] = automatic == "SAME_LOWER" ? total - total / 2 : total / 2;
            window.padEnd[i] = total - window.padBegin[i];
        }
    }
    return window;
}

} // namespace partita::cpu
