#include "core/scene/drawing_svg.h"

#include <fmt/format.h>

#include "core/base/escaped_text.h"

namespace partita {

namespace {

class SvgWriter {
public:
    SvgWriter(const Drawing& drawing, Scheme scheme) : m_drawing(drawing), m_scheme(scheme) {}

    std::string write() {
        const Rect& b = m_drawing.bounds;
        m_out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                            "height=\"{1:.0f}\" viewBox=\"{2:.0f} {3:.0f} {0:.0f} {1:.0f}\" "
                            "font-family=\"system-ui, sans-serif\">\n",
                            std::ceil(b.width()), std::ceil(b.height()), b.left, b.top);
        for (const DrawnShape& shape : m_drawing.shapes)
            std::visit([this](const auto& each) { add(each); }, shape);
        return m_out + "</svg>";
    }

private:
    void add(const DrawnBox& box) {
        m_out += fmt::format("<rect {} rx=\"{:.1f}\"{}/>\n", sides(box.place), box.radius,
                             look(box.fill, box.border));
    }
    void add(const DrawnLine& line) {
        m_path.clear();
        traceLine(m_drawing.pointsOf(line), line.radius, line.closed, *this);
        m_out += fmt::format("<path d=\"{}\"{}/>\n", m_path, look(line.fill, line.pen));
    }
    void add(const DrawnText& text) {
        constexpr const char* kAnchors[] = {"start", "middle", "end"};
        m_out += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}{}>{}"
            "</text>\n",
            text.anchor.x, text.anchor.y, text.title ? kTitleFont : kSmallFont,
            kAnchors[static_cast<std::size_t>(text.align)], colourText(text.paint, m_scheme),
            text.title ? " font-weight=\"600\"" : "",
            text.struckOut ? " text-decoration=\"line-through\"" : "", escapedHtml(text.words));
    }
    /// The pattern is in a nested <svg>, which clips it to the band.
    void add(const DrawnBand& band) {
        const Rect& r = band.place;
        m_out += fmt::format("<rect {} fill=\"{}\"/><svg {} viewBox=\"{} {} {} {}\">", sides(r),
                             colourText(lookOf(band.slot).band, m_scheme), sides(r), r.left, r.top,
                             r.width(), r.height());
        const std::string colour = fmt::format(
            "\"{}\" opacity=\"{}\"", colourText(Role::onInk, m_scheme), patternOpacity(m_scheme));
        patternOf(
            band,
            [&](PointF from, PointF to) {
                m_out += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke-width=\"2\" "
                                     "stroke={}/>",
                                     from.x, from.y, to.x, to.y, colour);
            },
            [&](PointF at) {
                m_out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.15\" fill={}/>",
                                     at.x, at.y, colour);
            });
        m_out += "</svg>\n";
    }

    static std::string sides(const Rect& r) {
        return fmt::format("x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"", r.left,
                           r.top, r.width(), r.height());
    }
    [[nodiscard]] std::string look(const std::optional<Paint>& fill,
                                   const std::optional<Pen>& pen) const {
        std::string text =
            fill ? fmt::format(" fill=\"{}\"", colourText(*fill, m_scheme)) : " fill=\"none\"";
        if (fill && fill->opacity < 1)
            text += fmt::format(" fill-opacity=\"{:.2f}\"", fill->opacity);
        if (!pen)
            return text;
        text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", colourText(pen->paint, m_scheme),
                            pen->width);
        constexpr const char* kDashes[] = {"", " stroke-dasharray=\"4 2\"",
                                           " stroke-dasharray=\"1 2\""};
        return text + kDashes[static_cast<std::size_t>(pen->dash)];
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
    Scheme m_scheme;
    std::string m_out, m_path;
};

} // namespace

std::string toSvg(const Drawing& drawing, Scheme scheme) {
    return SvgWriter(drawing, scheme).write();
}

} // namespace partita
