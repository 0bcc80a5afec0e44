#include "app/cli/picture.h"
#include "app/cli/command_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include "core/base/buffer.h"

namespace partita::cli {

namespace {

struct Color {
    double r, g, b;
};

constexpr Color rgb(unsigned value) {
    return {((value >> 16) & 0xFF) / 255.0, ((value >> 8) & 0xFF) / 255.0, (value & 0xFF) / 255.0};
}

/// Colours of the light theme; a provider has its place's colour and pattern.
struct SlotStyle {
    Color band, tint, ink;
    enum class Pattern { solid, dots, hatch, level } pattern;
};
constexpr std::array kSlots = {
    SlotStyle{rgb(0x1B5599), rgb(0xE4ECF7), rgb(0x1B5599), SlotStyle::Pattern::solid},
    SlotStyle{rgb(0x0B7F6B), rgb(0xDCF1EB), rgb(0x0A6656), SlotStyle::Pattern::dots},
    SlotStyle{rgb(0xC27A00), rgb(0xFCF1DC), rgb(0x855300), SlotStyle::Pattern::hatch},
    SlotStyle{rgb(0x3A3D44), rgb(0xE6E7EA), rgb(0x3A3D44), SlotStyle::Pattern::level}};
constexpr Color kCanvas = rgb(0xF6F7F9), kBase = rgb(0xFFFFFF), kText = rgb(0x1B1E23),
                kSecond = rgb(0x515862), kLine = rgb(0xC8CCD3), kEdge = rgb(0x848B96);
constexpr double kTitleSize = 12, kSmallSize = 10, kMargin = 24, kLegendWidth = 260;

const SlotStyle& slotOf(const Partitioning& partitioning, std::int32_t provider) {
    if (provider < 0)
        return kSlots[3];
    if (partitioning.providers[static_cast<std::size_t>(provider)] == "cpu")
        return kSlots[2];
    return kSlots[std::min<std::size_t>(static_cast<std::size_t>(provider), 3)];
}

class Canvas {
public:
    explicit Canvas(cairo_t* cairo) : m_cairo(cairo) {}

    void color(Color c, double alpha = 1) { cairo_set_source_rgba(m_cairo, c.r, c.g, c.b, alpha); }
    void font(bool title) {
        cairo_select_font_face(m_cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                               title ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(m_cairo, title ? kTitleSize : kSmallSize);
    }
    double width(const std::string& text, bool title) {
        font(title);
        cairo_text_extents_t extents;
        cairo_text_extents(m_cairo, text.c_str(), &extents);
        return extents.x_advance;
    }
    void text(double x, double baseline, const std::string& words, bool title, Color c) {
        font(title);
        color(c);
        cairo_move_to(m_cairo, x, baseline);
        cairo_show_text(m_cairo, words.c_str());
    }
    void roundedRect(double x, double y, double w, double h, double radius) {
        constexpr double kRight = std::numbers::pi / 2;
        cairo_new_sub_path(m_cairo);
        cairo_arc(m_cairo, x + w - radius, y + radius, radius, -kRight, 0);
        cairo_arc(m_cairo, x + w - radius, y + h - radius, radius, 0, kRight);
        cairo_arc(m_cairo, x + radius, y + h - radius, radius, kRight, 2 * kRight);
        cairo_arc(m_cairo, x + radius, y + radius, radius, 2 * kRight, 3 * kRight);
        cairo_close_path(m_cairo);
    }
    void fill(Color c) {
        color(c);
        cairo_fill(m_cairo);
    }
    void fillAndStroke(Color inside, Color border, double lineWidth) {
        color(inside);
        cairo_fill_preserve(m_cairo);
        color(border);
        cairo_set_line_width(m_cairo, lineWidth);
        cairo_stroke(m_cairo);
    }
    /// A provider's band: its colour with its pattern on top.
    void band(double x, double y, double w, double h, const SlotStyle& slot) {
        cairo_save(m_cairo);
        cairo_rectangle(m_cairo, x, y, w, h);
        cairo_clip(m_cairo);
        color(slot.band);
        cairo_paint(m_cairo);
        color(kBase, 0.72);
        cairo_set_line_width(m_cairo, 2);
        if (slot.pattern == SlotStyle::Pattern::hatch)
            for (double at = -h; at < w + h; at += 5) {
                cairo_move_to(m_cairo, x + at, y + h);
                cairo_line_to(m_cairo, x + at + h, y);
            }
        if (slot.pattern == SlotStyle::Pattern::level)
            for (double at = 2; at < h; at += 4) {
                cairo_move_to(m_cairo, x, y + at);
                cairo_line_to(m_cairo, x + w, y + at);
            }
        cairo_stroke(m_cairo);
        if (slot.pattern == SlotStyle::Pattern::dots)
            for (double dy = 2; dy < h; dy += 4)
                for (double dx = 2; dx < w; dx += 4) {
                    cairo_arc(m_cairo, x + dx, y + dy, 1.15, 0, 2 * std::numbers::pi);
                    cairo_fill(m_cairo);
                }
        cairo_restore(m_cairo);
    }
    cairo_t* raw() { return m_cairo; }

private:
    cairo_t* m_cairo;
};

/// The longest beginning of `text` that fits, with "…" where it was cut.
std::string elided(Canvas& canvas, const std::string& text, bool title, double room) {
    if (canvas.width(text, title) <= room)
        return text;
    std::string cut = text;
    while (!cut.empty() && canvas.width(cut + "…", title) > room) {
        do
            cut.pop_back();
        while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0U) == 0x80U);
    }
    return cut + "…";
}

class Picture {
public:
    Picture(const GraphScene& scene, const Partitioning& partitioning,
            const PictureOptions& options, cairo_t* cairo)
        : m_scene(scene), m_partitioning(partitioning), m_options(options), m_canvas(cairo) {
        prepareColors();
    }

    [[nodiscard]] static std::pair<double, double> size(const GraphScene& scene) {
        return {std::max(scene.layout.width + kLegendWidth + 3 * kMargin, 480.0),
                std::max(scene.layout.height + 2 * kMargin + 28, 200.0)};
    }

    void draw() {
        const auto [width, height] = size(m_scene);
        cairo_rectangle(m_canvas.raw(), 0, 0, width, height);
        m_canvas.fill(kCanvas);
        legend();
        cairo_translate(m_canvas.raw(), kLegendWidth + 2 * kMargin - m_scene.layout.left,
                        kMargin + 28 - m_scene.layout.top);
        for (const Route& route : m_scene.layout.routes)
            edge(route);
        for (const Route& route : m_scene.layout.routes)
            if (route.isStub())
                stub(route);
        for (std::size_t i = 0; i < m_scene.boxes.size(); ++i)
            box(i);
        for (const SceneNet& net : m_scene.nets)
            chip(net);
    }

private:
    /// Fills for the other ways of colouring: one colour a key, stable between runs.
    void prepareColors() {
        if (m_options.colorBy == ColorBy::provider)
            return;
        constexpr std::array kKeys = {0x4450B8U, 0x0B7F6BU, 0xC27A00U, 0x8B3F8FU, 0x56701AU,
                                      0x475569U, 0xB3261EU, 0x1E7A3CU, 0x6A3FB5U, 0x1B5599U};
        std::map<std::string, std::size_t> counts;
        for (std::size_t i = 0; i < m_scene.boxes.size(); ++i)
            if (m_scene.boxes[i].kind == SceneBox::Kind::node)
                ++counts[keyOf(i)];
        std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            m_keyColor[sorted[i].first] = rgb(kKeys[i % kKeys.size()]);
            m_keys.push_back(sorted[i]);
        }
        for (const double time : m_options.times)
            m_longest = std::max(m_longest, time);
    }
    [[nodiscard]] std::string keyOf(std::size_t i) const {
        if (m_options.colorBy == ColorBy::type && i < m_options.types.size())
            return m_options.types[i];
        return m_scene.boxes[i].title;
    }
    [[nodiscard]] std::pair<Color, Color> fillAndBorder(std::size_t i) const {
        const SceneBox& each = m_scene.boxes[i];
        if (m_options.colorBy == ColorBy::provider) {
            const SlotStyle& slot = slotOf(m_partitioning, each.provider);
            return {slot.tint, slot.band};
        }
        if (m_options.colorBy == ColorBy::time) {
            const double share =
                i < m_options.times.size() && m_longest > 0 ? m_options.times[i] / m_longest : 0;
            return {Color{1, 1 - 0.75 * share, 1 - 0.9 * share}, rgb(0x855300)};
        }
        const Color key = m_keyColor.at(keyOf(i));
        return {Color{0.85 + 0.15 * key.r, 0.85 + 0.15 * key.g, 0.85 + 0.15 * key.b}, key};
    }

    void edge(const Route& route) {
        const auto points = m_scene.layout.pointsOf(route);
        if (points.empty())
            return;
        const SceneNet& net = m_scene.nets[route.net];
        const bool crosses =
            m_scene.crosses(net, route.target) && net.kind != SceneNet::Kind::plain;
        const bool boundary = crosses && net.kind == SceneNet::Kind::boundary;
        m_canvas.color(boundary  ? kText
                       : crosses ? slotOf(m_partitioning, m_scene.boxes[net.source].provider).band
                                 : kEdge);
        cairo_set_line_width(m_canvas.raw(), boundary ? 3 : crosses ? 2 : 1);
        cairo_set_line_join(m_canvas.raw(), CAIRO_LINE_JOIN_ROUND);
        cairo_move_to(m_canvas.raw(), points.front().x, points.front().y);
        for (std::size_t i = 1; i < points.size(); ++i)
            cairo_line_to(m_canvas.raw(), points[i].x,
                          points[i].y - (i + 1 == points.size() ? 5 : 0));
        cairo_stroke(m_canvas.raw());
        const PointF end = points.back();
        cairo_move_to(m_canvas.raw(), end.x - 3.5, end.y - 6);
        cairo_line_to(m_canvas.raw(), end.x + 3.5, end.y - 6);
        cairo_line_to(m_canvas.raw(), end.x, end.y);
        cairo_close_path(m_canvas.raw());
        cairo_fill(m_canvas.raw());
    }

    void stub(const Route& route) {
        const SceneNet& net = m_scene.nets[route.net];
        const std::uint32_t target = m_scene.targets(net)[route.target];
        const PointF at = m_scene.layout.centers[target];
        const double top = m_scene.top(target);
        const std::string label = fmt::format("from {} · {} ranks up",
                                              m_scene.boxes[net.source].title.str(), route.ranks);
        const double dashes[] = {3, 3};
        m_canvas.color(kEdge);
        cairo_set_dash(m_canvas.raw(), dashes, 2, 0);
        cairo_set_line_width(m_canvas.raw(), 1);
        cairo_move_to(m_canvas.raw(), at.x + 6, top - 12);
        cairo_line_to(m_canvas.raw(), at.x + 6, top);
        cairo_stroke(m_canvas.raw());
        cairo_set_dash(m_canvas.raw(), nullptr, 0, 0);
        m_canvas.text(at.x + 10, top - 5, label, false, kSecond);
    }

    void chip(const SceneNet& net) {
        const SceneLabel* label = m_scene.label(net);
        if (!label)
            return;
        const PointF source = m_scene.layout.centers[net.source];
        const double y = source.y + m_scene.sizes[net.source].height / 2 + 4;
        m_canvas.roundedRect(source.x + 8, y, label->width, 16, 2);
        m_canvas.fillAndStroke(kBase, kLine, 1);
        m_canvas.text(source.x + 14, y + 12, label->text, false, kText);
    }

    void port(std::size_t i) {
        const SceneBox& each = m_scene.boxes[i];
        const double x = m_scene.left(i), y = m_scene.top(i), w = m_scene.sizes[i].width,
                     h = m_scene.sizes[i].height;
        m_canvas.roundedRect(x, y, w, h, h / 2);
        m_canvas.fillAndStroke(kBase, kSecond, 1);
        const std::string title = elided(m_canvas, each.title, true, w - 24),
                          detail = elided(m_canvas, each.detail, false, w - 24);
        m_canvas.text(x + (w - m_canvas.width(title, true)) / 2, y + 16, title, true, kText);
        m_canvas.text(x + (w - m_canvas.width(detail, false)) / 2, y + 29, detail, false, kSecond);
    }

    void box(std::size_t i) {
        const SceneBox& each = m_scene.boxes[i];
        if (each.kind != SceneBox::Kind::node) {
            port(i);
            return;
        }
        using M = SceneMetrics;
        const double x = m_scene.left(i), y = m_scene.top(i), w = m_scene.sizes[i].width,
                     h = m_scene.sizes[i].height;
        const auto [inside, border] = fillAndBorder(i);
        m_canvas.roundedRect(x, y, w, h, 3);
        m_canvas.fillAndStroke(inside, border, 1);
        if (m_options.colorBy == ColorBy::provider)
            m_canvas.band(x, y, M::band, h, slotOf(m_partitioning, each.provider));
        double right = x + w - M::badgeGap;
        if (each.partitionIndex) {
            const std::string& badge = m_scene.badge(each);
            const double width = m_canvas.width(badge, false) + 8;
            right -= width;
            m_canvas.roundedRect(right, y + 5, width, M::badge, 2);
            m_canvas.fill(slotOf(m_partitioning, each.provider).ink);
            m_canvas.text(right + 4, y + 15.5, badge, false, kBase);
            right -= M::badgeGap;
        }
        for (std::size_t b = each.badges.size(); b-- > 0;) {
            const std::string text = each.badges[b].text();
            const double width = std::max(M::badge, m_canvas.width(text, false) + 6);
            right -= width;
            m_canvas.roundedRect(right, y + 5, width, M::badge, 2);
            m_canvas.fillAndStroke(kBase, kLine, 1);
            m_canvas.text(right + (width - m_canvas.width(text, false)) / 2, y + 15.5, text, false,
                          kSecond);
            right -= M::badgeGap;
        }
        const double left = x + M::band + M::gap;
        m_canvas.text(left, y + 16, elided(m_canvas, each.title, true, right - left), true, kText);
        if (!each.detail.empty())
            m_canvas.text(left, y + 31,
                          elided(m_canvas, each.detail, false, w - M::band - 2 * M::gap), false,
                          kSecond);
    }

    void legend() {
        m_canvas.text(kMargin, kMargin + 10, m_partitioning.headlineText(), true, kText);
        double y = kMargin + 34;
        const auto row = [&](const std::string& name, std::size_t count) {
            m_canvas.text(kMargin + 24, y + 10, elided(m_canvas, name, false, kLegendWidth - 80),
                          false, kText);
            const std::string number = std::to_string(count);
            m_canvas.text(kMargin + kLegendWidth - 16 - m_canvas.width(number, false), y + 10,
                          number, false, kText);
            y += 20;
        };
        if (m_options.colorBy == ColorBy::provider) {
            for (std::size_t i = 0; i < m_partitioning.providers.size(); ++i) {
                m_canvas.band(kMargin, y, 14, 14,
                              slotOf(m_partitioning, static_cast<std::int32_t>(i)));
                row(m_partitioning.providerNames[i], m_partitioning.summary.byProvider[i]);
            }
            if (m_partitioning.summary.unassigned) {
                m_canvas.band(kMargin, y, 14, 14, kSlots[3]);
                row("nobody", m_partitioning.summary.unassigned);
            }
            m_canvas.text(kMargin, y + 12, "predicted by rules", false, kSecond);
            return;
        }
        if (m_options.colorBy == ColorBy::time) {
            m_canvas.text(kMargin, y + 10,
                          fmt::format("colour: time, white 0 to red {:.3f} ms", m_longest), false,
                          kText);
            return;
        }
        for (std::size_t i = 0; i < std::min<std::size_t>(m_keys.size(), 24); ++i) {
            cairo_rectangle(m_canvas.raw(), kMargin, y, 14, 14);
            m_canvas.fill(m_keyColor.at(m_keys[i].first));
            row(m_keys[i].first, m_keys[i].second);
        }
    }

    const GraphScene& m_scene;
    const Partitioning& m_partitioning;
    const PictureOptions& m_options;
    Canvas m_canvas;
    std::map<std::string, Color> m_keyColor;
    std::vector<std::pair<std::string, std::size_t>> m_keys;
    double m_longest = 0;
};

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

} // namespace

double pictureTextWidth(const std::string& text, bool title) {
    static cairo_t* cairo = [] {
        cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
        cairo_t* made = cairo_create(surface);
        cairo_surface_destroy(surface);
        return made;
    }();
    return Canvas(cairo).width(text, title);
}

Result<void> drawPicture(const GraphScene& scene, const Partitioning& partitioning,
                         const std::string& path, const PictureOptions& options) {
    const auto [width, height] = Picture::size(scene);
    const double w = width * options.scale, h = height * options.scale;
    std::string bytes;
    cairo_surface_t* surface = nullptr;
    const bool png = path.ends_with(".png");
    if (png) {
        if (w > 32767 || h > 32767)
            return Error{
                Errc::unsupported,
                PARTITA_TEXT("the picture would be {0} × {1} pixels, and a PNG holds 32767",
                             fmt::format("{:.0f}", w), fmt::format("{:.0f}", h)),
                {path},
                PARTITA_TEXT("use --scale {0} or less, or .svg",
                             fmt::format("{:.2g}", 32767 / std::max(width, height)))};
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(w)),
                                             static_cast<int>(std::ceil(h)));
    } else if (path.ends_with(".svg")) {
        surface = cairo_svg_surface_create_for_stream(append, &bytes, w, h);
    } else if (path.ends_with(".pdf")) {
        surface = cairo_pdf_surface_create_for_stream(append, &bytes, w, h);
    } else {
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' has no known ending", path),
                     {},
                     PARTITA_TEXT("use .svg, .png or .pdf")};
    }
    cairo_t* cairo = cairo_create(surface);
    cairo_scale(cairo, options.scale, options.scale);
    Picture(scene, partitioning, options, cairo).draw();
    cairo_show_page(cairo);
    if (png)
        cairo_surface_write_to_png_stream(surface, append, &bytes);
    cairo_surface_finish(surface);
    const cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    if (status != CAIRO_STATUS_SUCCESS)
        return Error{
            Errc::unsupported,
            PARTITA_TEXT("the picture could not be drawn: {0}", cairo_status_to_string(status)),
            {path},
            PARTITA_TEXT("use a smaller --scale")};
    return writeOutput(path, bytes, options.replace);
}

} // namespace partita::cli
