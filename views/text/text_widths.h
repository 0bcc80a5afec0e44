#pragma once

#include <QFont>
#include <array>
#include <memory>
#include <string>

namespace partita {

/// Widths of texts in the canvas fonts, taken once on the GUI thread and used on any.
class TextWidths {
public:
    static std::shared_ptr<const TextWidths> of(const QFont& font);
    [[nodiscard]] double width(const std::string& utf8, bool title) const;

private:
    struct Table {
        std::array<double, 256> latin{};
        double wide = 12, other = 8;
    };
    Table m_title, m_small;
};

/// Fonts of the canvas, derived from the application's.
QFont canvasTitleFont(const QFont& base);
QFont canvasSmallFont(const QFont& base);

} // namespace partita
