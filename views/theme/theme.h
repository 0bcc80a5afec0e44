#pragma once

#include <QBrush>
#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QString>

namespace partita {

/// How one place in the order of providers looks: colour and pattern, never colour alone.
struct ProviderStyle {
    QColor band, tint, ink, onInk;
    Qt::BrushStyle pattern = Qt::SolidPattern; ///< SolidPattern: plain
    QColor patternStroke;
};

/// The tokens of the look, for light and dark.
class Theme {
public:
    enum class Kind { light, dark };
    static const Theme& get(Kind kind);

    QColor window, header, base, canvas, tableHead, lineStrong, lineWeak, text, second, disabled;
    QColor accent, selectedRow, onAccent, edge, strongEdge, good, bad, badFill, warning,
        warningFill, changed;
    bool isDark = false;

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
    ProviderStyle m_slots[4];
};

/// Fills a rectangle in a provider's colour with its pattern.
void paintBand(class QPainter& painter, const QRectF& rect, const ProviderStyle& style);

} // namespace partita
