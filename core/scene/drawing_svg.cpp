#include "core/scene/drawing_svg.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/base/escaped_text.h"
#include "core/base/text_parts.h"

namespace partita {

namespace {

class SvgWriter {
public:
    SvgWriter(const Drawing& drawing, Scheme scheme) : m_drawing(drawing), m_scheme(scheme) {}
    SvgWriter(const Drawing& drawing, SvgClasses& classes)
        : m_drawing(drawing), m_classes(&classes) {}

    /// One shape alone, without the <svg> around it.
    std::string element(const DrawnShape& shape) {
        m_out.clear();
        std::visit([this](const auto& each) { add(each); }, shape);
        m_out.pop_back(); // the end of the line
        return std::move(m_out);
    }

    std::string write(std::span<const SvgLink> links = {}) {
        const Rect& b = m_drawing.bounds;
        m_out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                            "height=\"{1:.0f}\" viewBox=\"{2:.0f} {3:.0f} {0:.0f} {1:.0f}\" "
                            "font-family=\"system-ui, sans-serif\">\n",
                            std::ceil(b.width()), std::ceil(b.height()), b.left, b.top);
        for (const DrawnShape& shape : m_drawing.shapes)
            std::visit([this](const auto& each) { add(each); }, shape);
        for (const SvgLink& link : links)
            add(link);
        return m_out + "</svg>";
    }

private:
    void add(const SvgLink& link) {
        const std::string shape = fmt::format(
            "<rect class=\"hit\" id=\"{}\" {} rx=\"{:.1f}\"><title>{}</title></rect>", link.id,
            sides(link.place.grown(2)), link.radius + 2, escapedHtml(link.title));
        m_out += link.target.empty() ? shape + "\n"
                                     : fmt::format("<a href=\"#{}\">{}</a>\n", link.target, shape);
    }
    void add(const DrawnBox& box) {
        m_out += fmt::format("<rect {} rx=\"{:.1f}\"{}/>\n", sides(box.place), box.radius,
                             look(box.fill, borderIn(m_scheme, box.border)));
    }
    void add(const DrawnLine& line) {
        m_path.clear();
        traceLine(m_drawing.pointsOf(line), line.radius, line.closed, *this);
        m_out += fmt::format("<path d=\"{}\"{}/>\n", m_path, look(line.fill, line.pen));
    }
    void add(const DrawnText& text) {
        constexpr const char* kAnchors[] = {"start", "middle", "end"};
        m_out += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\"{}{}{}>{}"
            "</text>\n",
            text.anchor.x, text.anchor.y, text.title ? kTitleFont : kSmallFont,
            kAnchors[static_cast<std::size_t>(text.align)], look(text.paint, {}),
            text.title ? " font-weight=\"600\"" : "",
            text.struckOut ? " text-decoration=\"line-through\"" : "", escapedHtml(text.words));
    }
    /// The pattern is in a nested <svg>, which clips it to the band.
    void add(const DrawnBand& band) {
        const Rect& r = band.place;
        m_out += fmt::format("<rect {}{}/><svg {} viewBox=\"{} {} {} {}\">", sides(r),
                             look(Paint(lookOf(band.slot).band), {}), sides(r), r.left, r.top,
                             r.width(), r.height());
        const std::string opacity = fmt::format(" opacity=\"{}\"", patternOpacity(m_scheme));
        patternOf(
            band,
            [&](PointF from, PointF to) {
                m_out +=
                    fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke-width=\"2\"{}{}/>",
                                from.x, from.y, to.x, to.y, stroke(Role::onInk), opacity);
            },
            [&](PointF at) {
                m_out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.15\"{}{}/>", at.x,
                                     at.y, look(Paint(Role::onInk), {}), opacity);
            });
        m_out += "</svg>\n";
    }

    static std::string sides(const Rect& r) {
        return fmt::format("x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"", r.left,
                           r.top, r.width(), r.height());
    }
    /// The colour of lines, as attributes or as a class.
    [[nodiscard]] std::string stroke(const Paint& paint) const {
        return m_classes ? fmt::format(" class=\"{}\"", m_classes->stroke(paint))
                         : fmt::format(" stroke=\"{}\"", colourText(paint, m_scheme));
    }
    [[nodiscard]] std::string look(const std::optional<Paint>& fill,
                                   const std::optional<Pen>& pen) const {
        std::string text = m_classes ? classesOf(fill, pen) : coloursOf(fill, pen);
        if (fill && fill->opacity < 1)
            text += fmt::format(" fill-opacity=\"{:.2f}\"", fill->opacity);
        if (!pen)
            return text;
        text += fmt::format(" stroke-width=\"{}\"", pen->width);
        constexpr const char* kDashes[] = {"", " stroke-dasharray=\"4 2\"",
                                           " stroke-dasharray=\"1 2\""};
        return text + kDashes[static_cast<std::size_t>(pen->dash)];
    }
    [[nodiscard]] std::string classesOf(const std::optional<Paint>& fill,
                                        const std::optional<Pen>& pen) const {
        const std::string names = (fill ? m_classes->fill(*fill) : "") + (fill && pen ? " " : "") +
                                  (pen ? m_classes->stroke(pen->paint) : "");
        return (names.empty() ? "" : fmt::format(" class=\"{}\"", names)) +
               (fill ? "" : " fill=\"none\"");
    }
    [[nodiscard]] std::string coloursOf(const std::optional<Paint>& fill,
                                        const std::optional<Pen>& pen) const {
        return (fill ? fmt::format(" fill=\"{}\"", colourText(*fill, m_scheme))
                     : std::string(" fill=\"none\"")) +
               (pen ? stroke(pen->paint) : "");
    }

public: // the sink of traceLine
    void moveTo(PointF p) { m_path += fmt::format("M{:.1f} {:.1f}", p.x, p.y); }
    void lineTo(PointF p) { m_path += fmt::format("L{:.1f} {:.1f}", p.x, p.y); }
    void curveTo(PointF corner, PointF p) {
        m_path += fmt::format("Q{:.1f} {:.1f} {:.1f} {:.1f}", corner.x, corner.y, p.x, p.y);
    }
    void close() { m_path += "Z"; }

private:
    const Drawing& m_drawing;
    Scheme m_scheme = Scheme::light; // without classes
    SvgClasses* m_classes = nullptr;
    std::string m_out, m_path;
};

/// The width of a character in parts of the font's size.
double characterWidth(unsigned char first) {
    if (first >= 0xE0) // a character of three or more bytes: mostly CJK
        return 1;
    if (first >= 0x80)
        return 0.65;
    constexpr std::string_view kNarrow = "iljtfr.,:;'|!()[]{}/ \"`I-", kWide = "mwMW@%&";
    return kNarrow.find(static_cast<char>(first)) != std::string_view::npos ? 0.4
           : kWide.find(static_cast<char>(first)) != std::string_view::npos ? 0.95
                                                                            : 0.63;
}

} // namespace

double estimatedTextWidth(const std::string& text, bool title) {
    double width = 0;
    for (const char each : text)
        if (!continuesCharacter(each))
            width += characterWidth(static_cast<unsigned char>(each));
    return width * (title ? kTitleFont * 1.12 : kSmallFont);
}

std::string SvgClasses::nameOf(char kind, const Paint& paint) {
    Paint opaque = paint;
    opaque.opacity = 1; // an attribute of the shape
    std::size_t at = 0;
    while (at < m_entries.size() &&
           (m_entries[at].kind != kind || !(m_entries[at].paint == opaque)))
        ++at;
    if (at == m_entries.size())
        m_entries.push_back({kind, opaque});
    return fmt::format("{}{}", kind, at);
}

std::string SvgClasses::rules(Scheme scheme) const {
    std::string out;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        out += fmt::format(".{0}{1}{{{2}:{3}}}", m_entries[i].kind, i,
                           m_entries[i].kind == 'f' ? "fill" : "stroke",
                           colourText(m_entries[i].paint, scheme));
    return out;
}

namespace {

PointF cornerOf(const Drawing&, const DrawnBox& box) { return {box.place.left, box.place.top}; }
PointF cornerOf(const Drawing&, const DrawnBand& band) { return {band.place.left, band.place.top}; }
PointF cornerOf(const Drawing&, const DrawnText& text) { return text.anchor; }
PointF cornerOf(const Drawing& drawing, const DrawnLine& line) {
    return drawing.pointsOf(line).front();
}

Rect moved(const Rect& rect, PointF by) {
    return {rect.left - by.x, rect.top - by.y, rect.right - by.x, rect.bottom - by.y};
}

/// A drawing of one shape, moved so that its corner is the origin.
class LoneShape {
public:
    LoneShape(const Drawing& from, PointF corner) : m_from(from), m_corner(corner) {}
    Drawing drawing;

    void operator()(DrawnBox box) {
        box.place = moved(box.place, m_corner);
        drawing.shapes.emplace_back(box);
    }
    void operator()(DrawnBand band) {
        band.place = moved(band.place, m_corner);
        drawing.shapes.emplace_back(band);
    }
    void operator()(DrawnText text) {
        text.anchor = {};
        drawing.shapes.emplace_back(std::move(text));
    }
    void operator()(const DrawnLine& line) {
        std::vector<PointF> points;
        for (const PointF& point : m_from.pointsOf(line))
            points.push_back({point.x - m_corner.x, point.y - m_corner.y});
        drawing.addLine(points, line);
    }

private:
    const Drawing& m_from;
    PointF m_corner;
};

} // namespace

std::vector<std::int32_t> SvgShapes::add(const Drawing& drawing) {
    const auto tenths = [](double pixels) {
        return static_cast<std::int32_t>(std::lround(std::clamp(pixels, -1e7, 1e7) * 10));
    };
    std::vector<std::int32_t> placed;
    placed.reserve(3 * drawing.shapes.size());
    for (const DrawnShape& shape : drawing.shapes) {
        const PointF corner =
            std::visit([&](const auto& each) { return cornerOf(drawing, each); }, shape);
        LoneShape lone(drawing, corner);
        std::visit(lone, shape);
        auto [known, fresh] =
            m_known.try_emplace(SvgWriter(lone.drawing, m_classes).element(lone.drawing.shapes[0]),
                                static_cast<std::int32_t>(m_elements.size()));
        if (fresh)
            m_elements.push_back(known->first);
        placed.insert(placed.end(), {known->second, tenths(corner.x - drawing.bounds.left),
                                     tenths(corner.y - drawing.bounds.top)});
    }
    return placed;
}

std::string toSvg(const Drawing& drawing, SvgClasses& classes, std::span<const SvgLink> links) {
    return SvgWriter(drawing, classes).write(links);
}

std::string toSvg(const Drawing& drawing, Scheme scheme) {
    return SvgWriter(drawing, scheme).write();
}

} // namespace partita
