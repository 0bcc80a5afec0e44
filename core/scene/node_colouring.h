#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/scene/graph_scene.h"
#include "core/scene/palette.h"

namespace partita {

/// What the colours of boxes show in place of the providers.
struct NodeColouring {
    enum class By : std::uint8_t { provider, time, cycles, bound, key } by = By::provider;
    /// How an amount becomes a colour: in proportion, by its logarithm over kDecades powers of ten,
    /// or by its place among all amounts, so that one outlier does not leave the others white.
    enum class Scale : std::uint8_t { linear, logarithmic, rank } scale = Scale::linear;
    static constexpr int kDecades = 3;
    std::vector<float> heat; ///< time, cycles: by box, 0 … 1, on the scale
    std::vector<float> part; ///< time, cycles: by box, its part of the largest amount
    double most = 0;         ///< what 1 stands for: milliseconds, or cycles
    /// bound: by box, one of the kinds below
    enum Kind : std::uint8_t { nothing, compute, memory, launch, host };
    std::vector<std::uint8_t> kinds;
    /// key: texts with their numbers of boxes, the most frequent first; by box its index, or -1
    std::vector<std::pair<std::string, std::size_t>> keys;
    std::vector<std::int32_t> keyOf;

    /// Colours by an amount for each box; `most` becomes the largest amount divided by `unit`.
    [[nodiscard]] static NodeColouring byAmount(By by, std::span<const double> amounts,
                                                double unit);
    /// The same amounts on another scale.
    [[nodiscard]] NodeColouring on(Scale other) const;
    /// Colours the boxes of nodes by a text for each box (its operator, its type).
    [[nodiscard]] static NodeColouring byKey(const GraphScene& scene,
                                             std::span<const std::string> texts);
    [[nodiscard]] bool isOn() const { return by != By::provider; }
    [[nodiscard]] Paint fill(std::size_t box) const;

    [[nodiscard]] static Paint heatPaint(double share);
    [[nodiscard]] static Paint kindPaint(Kind kind);
    [[nodiscard]] static Paint keyPaint(std::size_t key);
};

} // namespace partita
