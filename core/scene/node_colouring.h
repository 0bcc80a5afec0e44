#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/scene/graph_scene.h"
#include "core/scene/palette.h"

namespace partita {

/// What the colours of boxes show in place of the providers.
struct NodeColouring {
    enum class By : std::uint8_t {
        provider,
        time,
        cycles,
        bound,
        key,        ///< a text: an operator, a type, a category
        memory,     ///< bytes
        value,      ///< any number for each node
        difference, ///< milliseconds that were saved or came; 0 is in the middle of the scale
    } by = By::provider;
    Message title; ///< key, memory, value: what the colours tell
    /// How an amount becomes a colour: in proportion, by its logarithm over kDecades powers of ten,
    /// or by its place among all amounts, so that one outlier does not leave the others white.
    enum class Scale : std::uint8_t { linear, logarithmic, rank } scale = Scale::linear;
    static constexpr int kDecades = 3;
    /// time, cycles, memory, value: by box, 0 … 1 on the scale; below 0: it has no amount
    std::vector<float> heat;
    std::vector<float> part;     ///< the same on the linear scale
    std::vector<double> amounts; ///< by box, in the unit of `most`; NaN: none
    double most = 0;             ///< what 1 stands for: milliseconds, cycles, bytes, a value
    double least = 0;            ///< what 0 stands for; below 0 where some amount is
    /// bound: by box, one of the kinds below
    enum Kind : std::uint8_t { nothing, compute, memory, launch, host };
    std::vector<std::uint8_t> kinds;
    /// key: texts with their numbers of boxes, the most frequent first; by box its index, -1 or
    /// kWithout
    std::vector<std::pair<std::string, std::size_t>> keys;
    static constexpr std::int32_t kWithout = -2; ///< a key: the box has nodes, but no text
    std::vector<std::int32_t> keyOf;

    /// Colours by an amount for each box; NaN: it has none. `most` becomes the largest amount
    /// divided by `unit`.
    [[nodiscard]] static NodeColouring byAmount(By by, std::span<const double> amounts,
                                                double unit);
    /// Whether the amounts are coloured on a scale.
    [[nodiscard]] bool hasScale() const {
        return by != By::provider && by != By::bound && by != By::key;
    }
    /// There is no logarithm of amounts below 0; a difference has that of its size.
    [[nodiscard]] bool mayBeLogarithmic() const { return least >= 0 || by == By::difference; }
    /// What the ends of the scale in use stand for.
    [[nodiscard]] double atStart() const;
    /// The same amounts on another scale; linear in place of a logarithmic one that cannot be.
    [[nodiscard]] NodeColouring on(Scale other) const;
    /// Colours the boxes of nodes by a text for each box (its operator, its type).
    [[nodiscard]] static NodeColouring byKey(const GraphScene& scene,
                                             std::span<const std::string> texts);
    /// Colours each box by the most frequent of its nodes' texts; the empty text is none.
    [[nodiscard]] static NodeColouring
    byCounts(std::span<const std::map<std::string, std::size_t>> countsOfBoxes);
    /// "0.12 ms", "1.2 MiB", "0.97", "Conv": what a box has; empty: nothing.
    [[nodiscard]] std::string textOf(std::size_t box) const;
    /// An amount as `textOf` writes it.
    [[nodiscard]] std::string amountText(double amount) const;
    [[nodiscard]] bool isOn() const { return by != By::provider; }
    [[nodiscard]] Paint fill(std::size_t box) const;
    /// Where boxes share a pixel, the one is seen for which this is the largest: the largest amount,
    /// the rarest text.
    [[nodiscard]] double prominence(std::size_t box) const;

    /// The colour of a place on the scale, 0 … 1.
    [[nodiscard]] Paint scalePaint(double share) const;
    [[nodiscard]] static Paint heatPaint(double share);
    [[nodiscard]] static Paint kindPaint(Kind kind);
    /// There are kKeyRoles colours; all further texts have one, which is that of "others".
    [[nodiscard]] static Paint keyPaint(std::size_t key);
    [[nodiscard]] static Paint nonePaint(); ///< of a box without an amount or text
};

} // namespace partita
