#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// Attributes of damaged files are no numbers to compute with beyond this one.
inline constexpr std::int64_t kMostOfWindow = 1 << 20;

/// What the attributes say of the windows along one spatial axis.
struct AxisWindow {
    std::int64_t size = 1, stride = 1, dilation = 1, pads = 0; ///< pads: at both ends together

    /// How far a window reaches.
    [[nodiscard]] std::int64_t reach() const { return (size - 1) * dilation + 1; }
    [[nodiscard]] bool isPlausible() const {
        const auto isCount = [](std::int64_t n) { return n > 0 && n <= kMostOfWindow; };
        return isCount(size) && isCount(stride) && isCount(dilation) && pads > -kMostOfWindow &&
               pads <= kMostOfWindow;
    }
};

/// The windows of a node of ONNX that slides a kernel of these sizes over the spatial axes, by its
/// `strides`, `dilations` and `pads` (`auto_pad` is not looked at); empty: some attribute does not fit.
std::vector<AxisWindow> windowsOf(const Node& node, const std::vector<std::int64_t>& kernel);

} // namespace partita
