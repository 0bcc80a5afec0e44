#pragma once

#include <QBrush>
#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QString>

#include "core/scene/palette.h"

namespace partita {

/// How one place in the order of providers looks: colour and pattern, never colour alone.
struct ProviderStyle {
    QColor band, tint, ink, onInk;
    QColor patternStroke;
    ProviderSlot slot = ProviderSlot::other; ///< says which pattern
};

/// The tokens of the look, for light and dark; the colours are those of core's palette.
class Theme {
public:
    enum class Kind { light, dark };
    static const Theme& get(Kind kind);

    QColor window, header, base, canvas, tableHead, lineStrong, lineWeak, text, second, disabled;
    QColor accent, selectedRow, onAccent, edge, strongEdge, good, bad, badFill, warning,
        warningFill, changed;
    bool isDark = false;

    [[nodiscard]] QColor colour(const Paint& paint) const;
    [[nodiscard]] const ProviderStyle& provider(ProviderSlot slot) const {
        return m_slots[static_cast<std::size_t>(slot)];
    }
    /// `last`: the provider that takes what nobody else does keeps its own colour.
    [[nodiscard]] const ProviderStyle& provider(int place, bool last) const;
    [[nodiscard]] const ProviderStyle& nobody() const { return m_slots[3]; }
    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] QString styleSheet() const;
    /// A line icon in the text colour, by name (see icons.cpp).
    [[nodiscard]] QIcon icon(const char* name) const;
    /// A swatch of a provider for legends and tables.
    [[nodiscard]] QPixmap swatch(const ProviderStyle& style, int size) const;

    /// A line that says whether something is well, with its sign and colour.
    [[nodiscard]] QString verdictHtml(bool good, const QString& text) const;

private:
    explicit Theme(Kind kind);
    [[nodiscard]] Scheme scheme() const { return isDark ? Scheme::dark : Scheme::light; }
    ProviderStyle m_slots[4];
};

/// Fills a rectangle in a provider's colour with its pattern.
void paintBand(class QPainter& painter, const QRectF& rect, const ProviderStyle& style);

} // namespace partita
