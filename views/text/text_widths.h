#pragma once

#include <QFont>
#include <array>
#include <memory>
#include <string>

namespace partita {

/// Text widths in the canvas fonts. The table is measured once on the GUI thread; `width` may then
/// be called on any thread.
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

/// The canvas fonts, derived from the application's font.
QFont canvasTitleFont(const QFont& base);
QFont canvasSmallFont(const QFont& base);

} // namespace partita
