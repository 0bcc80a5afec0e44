#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/scene/drawing.h"

namespace partita {

/// The width of a text in a sans-serif font, in pixels: an estimate, because core has no fonts.
double estimatedTextWidth(const std::string& text, bool title);

/// A drawing as an SVG element that stands alone or inside of a page.
std::string toSvg(const Drawing& drawing, Scheme scheme);

/// A part of a picture that leads to another part of its page. It is drawn above the picture, and
/// visible only where it is the target of a link.
struct SvgLink {
    Rect place;
    double radius = 0;
    std::string id;     ///< its own; letters, digits and hyphens
    std::string target; ///< the id that a click leads to; empty: none
    std::string title;  ///< shown under the pointer
};

/// The colours of the pictures of one page as classes, so that the page chooses the scheme.
class SvgClasses {
public:
    /// The class that fills a shape, or draws its outline, in the colour of `paint`.
    [[nodiscard]] std::string fill(const Paint& paint) { return nameOf('f', paint); }
    [[nodiscard]] std::string stroke(const Paint& paint) { return nameOf('s', paint); }
    /// The rules of all classes in one scheme.
    [[nodiscard]] std::string rules(Scheme scheme) const;

private:
    struct Entry {
        char kind;
        Paint paint;
    };
    std::string nameOf(char kind, const Paint& paint);
    std::vector<Entry> m_entries;
};

/// A drawing as an SVG element inside of a page with the rules of `classes`.
std::string toSvg(const Drawing& drawing, SvgClasses& classes, std::span<const SvgLink> links);

/// The shapes of many pictures of one page. Each is kept once, at the origin, so that a picture is a
/// short list of shapes and places: what pictures share costs the page nothing.
class SvgShapes {
public:
    explicit SvgShapes(SvgClasses& classes) : m_classes(classes) {}
    /// Adds what is new of a drawing. Returns three numbers for each of its shapes: its index, and the
    /// place in tenths of a pixel from the top left corner of the drawing's bounds.
    std::vector<std::int32_t> add(const Drawing& drawing);
    /// The elements, by index.
    [[nodiscard]] const std::vector<std::string>& elements() const { return m_elements; }

private:
    SvgClasses& m_classes;
    std::vector<std::string> m_elements;
    std::unordered_map<std::string, std::int32_t> m_known;
};

} // namespace partita
