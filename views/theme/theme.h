#pragma once

#include <QBrush>
#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QString>
#include <functional>

#include "core/scene/palette.h"

namespace partita {

/// The look of one place in the provider order: a colour and a pattern, never colour alone.
struct ProviderStyle {
    QColor band, tint, ink, onInk;
    QColor patternStroke;
    ProviderSlot slot = ProviderSlot::other; ///< selects the pattern
};

/// The design tokens of the light theme, the dark one and that of high contrast. The colours come from core's palette.
class Theme {
public:
    enum class Kind { light, dark, contrast };
    static const Theme& get(Kind kind);

    QColor window, header, base, canvas, tableHead, lineStrong, lineWeak, text, second, hint,
        disabled;
    QColor accent, selectedRow, onAccent, edge, strongEdge, good, bad, badFill, warning,
        warningFill, changed;
    bool isDark = false; ///< its surfaces are; so are those of high contrast

    [[nodiscard]] Scheme scheme() const { return static_cast<Scheme>(m_kind); }
    [[nodiscard]] QColor colour(const Paint& paint) const;
    [[nodiscard]] const ProviderStyle& provider(ProviderSlot slot) const {
        return m_slots[static_cast<std::size_t>(slot)];
    }
    /// `place`: index in the provider order; negative: no provider. `last`: the provider is the
    /// fallback, which always has its own colour.
    [[nodiscard]] const ProviderStyle& provider(int place, bool last) const;
    /// The style of nodes that no provider runs.
    [[nodiscard]] const ProviderStyle& nobody() const { return m_slots[3]; }
    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] QString styleSheet() const;
    /// A line icon in the text colour. `name`: one of the names in `kIcons` (line_icon.cpp).
    [[nodiscard]] QIcon icon(const char* name) const;
    /// A square sample of a provider's style, for legends and tables.
    [[nodiscard]] QPixmap swatch(const ProviderStyle& style, int size) const;

    /// One line of HTML in the colour of success or failure, with a ✓ or ✕ before the text.
    [[nodiscard]] QString verdictHtml(bool good, const QString& text) const;
    /// The width of the lines around fields, in pixels.
    [[nodiscard]] int border() const { return m_kind == Kind::contrast ? 2 : 1; }

private:
    explicit Theme(Kind kind);

    Kind m_kind;
    ProviderStyle m_slots[4];
};

/// What `paint` makes in a place of that size, with as many pixels as the sharpest screen has there.
QPixmap sharpPicture(const QSize& size, const std::function<void(class QPainter&)>& paint);

/// Fills a rectangle in a provider's colour with its pattern.
void paintBand(class QPainter& painter, const QRectF& rect, const ProviderStyle& style);

} // namespace partita
