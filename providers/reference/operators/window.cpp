#include "providers/reference/operators/window.h"

#include <algorithm>

namespace partita::reference {

std::vector<std::ptrdiff_t> Window::placesOf(const Dims& tap) const {
    std::vector<std::ptrdiff_t> places;
    for (Index at(out); at; ++at) {
        std::ptrdiff_t place = 0;
        for (std::size_t axis = 0; axis < in.size() && place >= 0; ++axis) {
            const std::int64_t x = coordinate(axis, at[axis], tap[axis]);
            place = x < 0 || x >= in[axis] ? -1 : place * in[axis] + x;
        }
        places.push_back(place);
    }
    return places;
}

Dims spatialOf(const Array& x) {
    require(x.rank() >= 2, "the input must have a batch axis and a channel axis");
    return {x.dims().begin() + 2, x.dims().end()};
}

Window attributesOf(const Call& call, const Dims& in, const Dims& kernel) {
    const std::size_t rank = in.size();
    Window window{in,
                  call.integers("kernel_shape", kernel),
                  call.integers("strides", Dims(rank, 1)),
                  call.integers("dilations", Dims(rank, 1)),
                  {},
                  {},
                  {}};
    const Dims pads = call.integers("pads", Dims(2 * rank, 0));
    require(window.kernel == kernel, "kernel_shape differs from the shape of the weights");
    require(window.kernel.size() == rank && window.strides.size() == rank &&
                window.dilations.size() == rank && pads.size() == 2 * rank,
            "the length of kernel_shape, strides, dilations or pads does not match the input");
    constexpr std::int64_t kMost = std::int64_t{1} << 31; // keeps sums of products in 63 bits
    const auto isSize = [](std::int64_t size) { return size > 0 && size < kMost; };
    require(std::ranges::all_of(window.kernel, isSize) &&
                std::ranges::all_of(window.strides, isSize) &&
                std::ranges::all_of(window.dilations, isSize) &&
                std::ranges::all_of(pads, [](auto pad) { return pad > -kMost && pad < kMost; }),
            "a number in kernel_shape, strides, dilations or pads is out of range");
    const auto half = pads.begin() + static_cast<std::ptrdiff_t>(rank);
    window.begin.assign(pads.begin(), half);
    window.end.assign(half, pads.end());
    return window;
}

Window windowOf(const Call& call, const Dims& in, const Dims& kernel) {
    Window window = attributesOf(call, in, kernel);
    const std::string how = call.text("auto_pad", "NOTSET");
    require(how == "NOTSET" || how == "VALID" || how == "SAME_UPPER" || how == "SAME_LOWER",
            "auto_pad must be NOTSET, SAME_UPPER, SAME_LOWER or VALID");
    const bool roundUp = call.integer("ceil_mode", 0) != 0;
    for (std::size_t axis = 0; axis < in.size(); ++axis) {
        const std::int64_t stride = window.strides[axis], extent = window.extent(axis);
        std::int64_t &begin = window.begin[axis], &end = window.end[axis];
        if (how == "VALID")
            begin = end = 0;
        if (how == "SAME_UPPER" || how == "SAME_LOWER") {
            const std::int64_t places = (in[axis] + stride - 1) / stride;
            const std::int64_t total =
                std::max<std::int64_t>(0, (places - 1) * stride + extent - in[axis]);
            begin = how == "SAME_UPPER" ? total / 2 : total - total / 2;
            end = total - begin;
        }
        const std::int64_t room = in[axis] + begin + end - extent;
        if ((roundUp ? room + stride - 1 : room) / stride == -1) { // as ONNX's shape inference
            window.out.push_back(0);
            continue;
        }
        require(room >= 0, "the window is larger than the padded input");
        std::int64_t places = room / stride + 1;
        // A last window that would start after the data and its leading padding is left out.
        if (roundUp && room % stride != 0 && places * stride < in[axis] + begin)
            ++places;
        window.out.push_back(places);
    }
    return window;
}

} // namespace partita::reference
