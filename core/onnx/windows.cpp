#include "core/onnx/windows.h"

#include <algorithm>

namespace partita {

std::vector<AxisWindow> windowsOf(const Node& node, const std::vector<std::int64_t>& kernel) {
    const auto strides = node.intsAttribute("strides"), dilations = node.intsAttribute("dilations"),
               pads = node.intsAttribute("pads");
    const std::size_t count = kernel.size();
    const auto fits = [&](const auto& list, std::size_t size) {
        return list.empty() || list.size() == size;
    };
    if (!fits(strides, count) || !fits(dilations, count) || !fits(pads, 2 * count))
        return {};
    constexpr std::int64_t kMost = kMostOfWindow;
    std::vector<AxisWindow> windows(count);
    for (std::size_t i = 0; i < count; ++i) {
        windows[i].size = kernel[i];
        if (!strides.empty())
            windows[i].stride = strides[i];
        if (!dilations.empty())
            windows[i].dilation = dilations[i];
        if (!pads.empty())
            windows[i].pads =
                std::clamp(pads[i], -kMost, kMost) + std::clamp(pads[i + count], -kMost, kMost);
        if (!windows[i].isPlausible())
            return {};
    }
    return windows;
}

} // namespace partita
