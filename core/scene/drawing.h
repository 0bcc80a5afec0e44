#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/layout/layout.h"
#include "core/scene/palette.h"

namespace partita {

struct Rect {
    double left = 0, top = 0, right = 0, bottom = 0;

    [[nodiscard]] static Rect at(double left, double top, double width, double height) {
        return {left, top, left + width, top + height};
    }
    /// The rectangle between two opposite corners, in any order.
    [[nodiscard]] static Rect between(PointF a, PointF b) {
        return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
    }
    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
    [[nodiscard]] bool empty() const { return right <= left || bottom <= top; }
    [[nodiscard]] bool meets(const Rect& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    [[nodiscard]] Rect grown(double by) const { return grown(by, by); }
    [[nodiscard]] Rect grown(double x, double y) const {
        return {left - x, top - y, right + x, bottom + y};
    }
    [[nodiscard]] Rect united(const Rect& other) const {
        return empty() ? other
                       : Rect{std::min(left, other.left), std::min(top, other.top),
                              std::max(right, other.right), std::max(bottom, other.bottom)};
    }
    friend bool operator==(const Rect&, const Rect&) = default;
};

/// The look of a line or a border.
struct Pen {
    enum class Dash : std::uint8_t { solid, dashed, dotted };
    Paint paint = Role::text;
    double width = 1;
    Dash dash = Dash::solid;
    bool cosmetic = false; ///< the width is in pixels of the screen at every zoom
    friend bool operator==(const Pen&, const Pen&) = default;
};

/// The border of a box in a scheme: in high contrast it has at least two pixels.
[[nodiscard]] inline std::optional<Pen> borderIn(Scheme scheme, std::optional<Pen> border) {
    if (border && scheme == Scheme::contrast)
        border->width = std::max(border->width, 2.0);
    return border;
}

/// A box with round corners; `radius` 0: a rectangle.
struct DrawnBox {
    Rect place;
    double radius = 0;
    std::optional<Paint> fill{};
    std::optional<Pen> border{};
};
/// A polyline through points of Drawing::points; a closed one can be filled.
struct DrawnLine {
    std::uint32_t firstPoint = 0, pointCount = 0;
    double radius = 0; ///< of its rounded corners
    bool closed = false;
    std::optional<Paint> fill{};
    std::optional<Pen> pen{};
};
/// One line of text, already elided to its room.
struct DrawnText {
    enum class Align : std::uint8_t { left, centre, right };
    PointF anchor; ///< on the baseline
    Align align = Align::left;
    bool title = false; ///< in the title font, otherwise in the small font
    bool struckOut = false;
    Paint paint = Role::text;
    std::string words; ///< UTF-8
};
/// A provider's colour with its pattern.
struct DrawnBand {
    Rect place;
    ProviderSlot slot = ProviderSlot::other;
};
using DrawnShape = std::variant<DrawnBox, DrawnLine, DrawnText, DrawnBand>;

/// A picture as shapes in painting order, with roles in place of colours. Units are pixels at
/// 100 %. A painter (the window, cairo, SVG) adds only the palette.
struct Drawing {
    std::vector<DrawnShape> shapes;
    std::vector<PointF> points; ///< of all lines, one after another
    Rect bounds;

    [[nodiscard]] std::span<const PointF> pointsOf(const DrawnLine& line) const {
        return std::span(points).subspan(line.firstPoint, line.pointCount);
    }
    void addLine(std::span<const PointF> through, DrawnLine line) {
        line.firstPoint = static_cast<std::uint32_t>(points.size());
        line.pointCount = static_cast<std::uint32_t>(through.size());
        points.insert(points.end(), through.begin(), through.end());
        shapes.emplace_back(line);
    }
};

/// Sizes of the canvas's fonts in pixels.
inline constexpr double kTitleFont = 12, kSmallFont = 10;

/// Goes along a line with its corners rounded: `sink.moveTo(p)`, `lineTo(p)`, `curveTo(corner, p)`
/// (quadratic), `close()`.
template <class Sink>
void traceLine(std::span<const PointF> points, double radius, bool closed, Sink&& sink) {
    sink.moveTo(points.front());
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const PointF &before = points[i - 1], &corner = points[i], &after = points[i + 1];
        const double in = std::hypot(corner.x - before.x, corner.y - before.y),
                     out = std::hypot(after.x - corner.x, after.y - corner.y),
                     round = std::min({radius, in / 2, out / 2});
        if (round < 0.5) {
            sink.lineTo(corner);
            continue;
        }
        sink.lineTo({corner.x - (corner.x - before.x) / in * round,
                     corner.y - (corner.y - before.y) / in * round});
        sink.curveTo(corner, {corner.x + (after.x - corner.x) / out * round,
                              corner.y + (after.y - corner.y) / out * round});
    }
    sink.lineTo(points.back());
    if (closed)
        sink.close();
}

/// Calls `line(from, to)` (2 pixels wide) and `dot(centre)` (radius 1.15) for the strokes of a
/// provider's pattern; the caller clips them to the band.
template <class Line, class Dot> void patternOf(const DrawnBand& band, Line&& line, Dot&& dot) {
    using Pattern = SlotLook::Pattern;
    const Rect& r = band.place;
    switch (lookOf(band.slot).pattern) {
    case Pattern::plain: break;
    case Pattern::hatch:
        for (double x = r.left - r.height(); x < r.right + r.height(); x += 5)
            line(PointF{x, r.bottom}, PointF{x + r.height(), r.top});
        break;
    case Pattern::level:
        for (double y = r.top + 2; y < r.bottom; y += 4)
            line(PointF{r.left, y}, PointF{r.right, y});
        break;
    case Pattern::dots:
        for (double y = r.top + 2; y < r.bottom; y += 4)
            for (double x = r.left + 2; x < r.right; x += 4)
                dot(PointF{x, y});
    }
}

} // namespace partita
