#include "app/cli/picture.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include "app/cli/command_line.h"
#include "core/base/log.h"
#include "core/base/try.h"

namespace partita::cli {

namespace {

constexpr double kTileSide = 8192; ///< pixels of a tile of a PNG: 256 MiB in memory

void setFont(cairo_t* cairo, bool title) {
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           title ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, title ? kTitleFont : kSmallFont);
}

double widthOf(cairo_t* cairo, const std::string& text, bool title) {
    setFont(cairo, title);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, text.c_str(), &extents);
    return extents.x_advance;
}

/// Paints the shapes of a drawing with cairo.
class CairoPainter {
public:
    CairoPainter(cairo_t* cairo, const Drawing& drawing, Scheme scheme)
        : m_cairo(cairo), m_drawing(drawing), m_scheme(scheme) {}

    void paint() {
        cairo_translate(m_cairo, -m_drawing.bounds.left, -m_drawing.bounds.top);
        paintCanvas();
        paintShapes();
    }
    void paintCanvas() {
        setColour(Role::canvas);
        cairo_paint(m_cairo);
    }
    void paintShapes() {
        for (const DrawnShape& shape : m_drawing.shapes)
            std::visit([this](const auto& each) { add(each); }, shape);
    }

    // Callbacks of traceLine.
    void moveTo(PointF p) { cairo_move_to(m_cairo, p.x, p.y); }
    void lineTo(PointF p) { cairo_line_to(m_cairo, p.x, p.y); }
    void curveTo(PointF corner, PointF p) {
        double x = 0, y = 0;
        cairo_get_current_point(m_cairo, &x, &y); // converts a quadratic curve to a cubic one
        cairo_curve_to(m_cairo, x + (corner.x - x) * 2 / 3, y + (corner.y - y) * 2 / 3,
                       p.x + (corner.x - p.x) * 2 / 3, p.y + (corner.y - p.y) * 2 / 3, p.x, p.y);
    }
    void close() { cairo_close_path(m_cairo); }

private:
    void setColour(const Paint& paint, double opacity = 1) {
        const std::uint32_t rgb = colourOf(paint, m_scheme);
        const auto part = [&](unsigned shift) { return ((rgb >> shift) & 0xFFU) / 255.0; };
        cairo_set_source_rgba(m_cairo, part(16), part(8), part(0),
                              static_cast<double>(paint.opacity) * opacity);
    }

    void finish(const std::optional<Paint>& fill, const std::optional<Pen>& pen) {
        if (fill) {
            setColour(*fill);
            cairo_fill_preserve(m_cairo);
        }
        if (pen) {
            static constexpr double kDashes[3][2] = {{0, 0}, {4, 2}, {1, 2}};
            setColour(pen->paint);
            cairo_set_line_width(m_cairo, pen->width);
            cairo_set_line_join(m_cairo, CAIRO_LINE_JOIN_ROUND);
            cairo_set_dash(m_cairo, kDashes[static_cast<std::size_t>(pen->dash)],
                           pen->dash == Pen::Dash::solid ? 0 : 2, 0);
            cairo_stroke_preserve(m_cairo);
        }
        cairo_new_path(m_cairo);
    }

    void add(const DrawnBox& box) {
        constexpr double kRight = std::numbers::pi / 2;
        const auto& [left, top, right, bottom] = box.place;
        const double radius = box.radius;
        cairo_new_sub_path(m_cairo);
        cairo_arc(m_cairo, right - radius, top + radius, radius, -kRight, 0);
        cairo_arc(m_cairo, right - radius, bottom - radius, radius, 0, kRight);
        cairo_arc(m_cairo, left + radius, bottom - radius, radius, kRight, 2 * kRight);
        cairo_arc(m_cairo, left + radius, top + radius, radius, 2 * kRight, 3 * kRight);
        cairo_close_path(m_cairo);
        finish(box.fill, borderIn(m_scheme, box.border));
    }

    void add(const DrawnLine& line) {
        traceLine(m_drawing.pointsOf(line), line.radius, line.closed, *this);
        finish(line.fill, line.pen);
    }

    void add(const DrawnText& text) {
        const double width = widthOf(m_cairo, text.words, text.title);
        const double x = text.anchor.x - width * static_cast<double>(text.align) / 2;
        setColour(text.paint);
        cairo_move_to(m_cairo, x, text.anchor.y);
        cairo_show_text(m_cairo, text.words.c_str());
        cairo_new_path(m_cairo);
        if (text.struckOut) {
            cairo_rectangle(m_cairo, x, text.anchor.y - 4.5, width, 1);
            cairo_fill(m_cairo);
        }
    }

    void add(const DrawnBand& band) {
        const Rect& r = band.place;
        cairo_save(m_cairo);
        cairo_rectangle(m_cairo, r.left, r.top, r.width(), r.height());
        cairo_clip(m_cairo);
        setColour(lookOf(band.slot).band);
        cairo_paint(m_cairo);
        setColour(Role::onInk, patternOpacity(m_scheme));
        cairo_set_line_width(m_cairo, 2);
        cairo_set_dash(m_cairo, nullptr, 0, 0);
        patternOf(
            band,
            [this](PointF from, PointF to) {
                moveTo(from);
                lineTo(to);
                cairo_stroke(m_cairo);
            },
            [this](PointF at) {
                cairo_arc(m_cairo, at.x, at.y, 1.15, 0, 2 * std::numbers::pi);
                cairo_fill(m_cairo);
            });
        cairo_restore(m_cairo);
    }

    cairo_t* m_cairo;
    const Drawing& m_drawing;
    Scheme m_scheme;
};

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

/// The scale at which a picture fits into its format: at most `wanted`.
double fittingScale(const std::string& path, const Drawing& drawing, double wanted) {
    // A PNG is drawn in memory, with four bytes for each pixel; cairo's coordinates end at 2^23.
    constexpr double kMostSide = 32767, kMostPixels = 128e6, kMostVector = 8e6;
    const double width = std::max(1.0, drawing.bounds.width()),
                 height = std::max(1.0, drawing.bounds.height());
    if (!path.ends_with(".png"))
        return std::min(wanted, kMostVector / std::max(width, height));
    return std::min(
        {wanted, kMostSide / std::max(width, height), std::sqrt(kMostPixels / (width * height))});
}

void tellScaled(const std::string& path, const Drawing& drawing, double wanted, double scale) {
    const auto pixels = [&](double side) { return std::llround(side * wanted); };
    const bool isPng = path.ends_with(".png");
    log(LogLevel::warning,
        PARTITA_TEXT("the picture would be {0} × {1} pixels, which is more than {2} holds: it is "
                     "drawn at a scale of {3}{4}",
                     pixels(drawing.bounds.width()), pixels(drawing.bounds.height()),
                     isPng ? PARTITA_TEXT("a PNG") : PARTITA_TEXT("the format"),
                     fmt::format("{:.3g}", scale),
                     isPng ? PARTITA_TEXT("; .svg and .pdf have no such limit, and --collapse "
                                          "draws groups")
                           : Message()));
}

/// A cairo surface for the ending of `path`. An SVG or PDF surface appends the file's content to
/// `bytes`; a PNG surface is an image.
Result<cairo_surface_t*> surfaceFor(const std::string& path, double width, double height,
                                    std::string& bytes) {
    if (path.ends_with(".svg"))
        return cairo_svg_surface_create_for_stream(append, &bytes, width, height);
    if (path.ends_with(".pdf"))
        return cairo_pdf_surface_create_for_stream(append, &bytes, width, height);
    if (!path.ends_with(".png"))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' has no known ending", path),
                     {},
                     PARTITA_TEXT("use .svg, .png or .pdf")};
    return cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, static_cast<int>(std::clamp(std::ceil(width), 1.0, 32767.0)),
        static_cast<int>(std::clamp(std::ceil(height), 1.0, 32767.0)));
}

} // namespace

double pictureTextWidth(const std::string& text, bool title) {
    static cairo_t* cairo = [] {
        cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
        cairo_t* made = cairo_create(surface);
        cairo_surface_destroy(surface);
        return made;
    }();
    return widthOf(cairo, text, title);
}

Result<double> writePicture(const Drawing& drawing, const std::string& path,
                            const PictureOptions& options) {
    std::string bytes;
    const double scale = fittingScale(path, drawing, options.scale);
    cairo_surface_t* surface = PARTITA_TRY(
        surfaceFor(path, drawing.bounds.width() * scale, drawing.bounds.height() * scale, bytes));
    if (scale < options.scale)
        tellScaled(path, drawing, options.scale, scale);
    cairo_t* cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    CairoPainter(cairo, drawing, options.scheme).paint();
    cairo_show_page(cairo);
    if (path.ends_with(".png"))
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
    PARTITA_TRY(writeOutput(path, bytes, options.replace));
    return scale;
}

std::vector<std::uint8_t> paintParts(const std::vector<FramePart>& parts, int width, int height,
                                     Scheme scheme) {
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) *
                                     static_cast<std::size_t>(height) * 4);
    cairo_surface_t* surface = cairo_image_surface_create_for_data(
        pixels.data(), CAIRO_FORMAT_RGB24, width, height, 4 * width);
    cairo_t* cairo = cairo_create(surface);
    const Drawing nothing;
    CairoPainter(cairo, nothing, scheme).paintCanvas();
    for (const FramePart& part : parts) {
        cairo_save(cairo);
        cairo_translate(cairo, part.at.x, part.at.y);
        cairo_scale(cairo, part.scale, part.scale);
        CairoPainter(cairo, part.drawing, scheme).paintShapes();
        cairo_restore(cairo);
    }
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return pixels;
}

bool fitsOneFile(const Drawing& drawing, const std::string& path, double scale) {
    return fittingScale(path, drawing, scale) >= scale;
}

Result<PictureTiles> tilesOf(const Drawing& drawing, const std::string& path, double scale) {
    constexpr std::size_t kMostTiles = 10'000;
    const auto parts = [&](double size) {
        return static_cast<std::size_t>(std::max(1.0, std::ceil(size * scale / kTileSide)));
    };
    PictureTiles tiles{parts(drawing.bounds.height()), parts(drawing.bounds.width()), {}};
    if (tiles.rows * tiles.columns > kMostTiles)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("the picture would have {0} tiles", tiles.rows * tiles.columns),
                     {path},
                     PARTITA_TEXT("use a smaller --scale")};
    const std::string stem = path.substr(0, path.size() - std::string_view(".png").size());
    const std::size_t rowDigits = std::to_string(tiles.rows).size(),
                      columnDigits = std::to_string(tiles.columns).size();
    for (std::size_t row = 1; row <= tiles.rows; ++row)
        for (std::size_t column = 1; column <= tiles.columns; ++column)
            tiles.files.push_back(
                fmt::format("{}-{:0{}}-{:0{}}.png", stem, row, rowDigits, column, columnDigits));
    return tiles;
}

Result<void> writeTiles(const Drawing& drawing, const PictureTiles& tiles,
                        const PictureOptions& options, const Progress& progress) {
    const double side = kTileSide / options.scale;
    Drawing tile = drawing; // the bounds choose what of it is painted
    Result<void> written;
    std::size_t done = 0;
    while (done < tiles.files.size() && written) {
        const auto row = static_cast<double>(done / tiles.columns),
                   column = static_cast<double>(done % tiles.columns);
        tile.bounds.left = drawing.bounds.left + column * side;
        tile.bounds.top = drawing.bounds.top + row * side;
        tile.bounds.right = std::min(tile.bounds.left + side, drawing.bounds.right);
        tile.bounds.bottom = std::min(tile.bounds.top + side, drawing.bounds.bottom);
        if (progress.cancelled())
            written = Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        else if (auto each = writePicture(tile, tiles.files[done], options); !each)
            written = std::move(each).error();
        else
            progress.at(static_cast<double>(++done) / static_cast<double>(tiles.files.size()));
    }
    std::error_code ignored;
    for (std::size_t i = 0; i < done && !written; ++i)
        std::filesystem::remove(tiles.files[i], ignored);
    return written;
}

} // namespace partita::cli
