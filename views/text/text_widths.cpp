#include "views/text/text_widths.h"

#include <QFontMetricsF>

namespace partita {

QFont canvasTitleFont(const QFont& base) {
    QFont font = base;
    font.setPixelSize(12);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont canvasSmallFont(const QFont& base) {
    QFont font = base;
    font.setPixelSize(10);
    return font;
}

std::shared_ptr<const TextWidths> TextWidths::of(const QFont& font) {
    auto made = std::make_shared<TextWidths>();
    for (const bool title : {true, false}) {
        Table& table = title ? made->m_title : made->m_small;
        const QFontMetricsF metrics(title ? canvasTitleFont(font) : canvasSmallFont(font));
        for (int code = 0; code < 256; ++code)
            table.latin[static_cast<std::size_t>(code)] = metrics.horizontalAdvance(QChar(code));
        table.wide = metrics.horizontalAdvance(QChar(0x4E2D));
        table.other = metrics.horizontalAdvance(QChar(0x00D7));
    }
    return made;
}

double TextWidths::width(const std::string& utf8, bool title) const {
    const Table& table = title ? m_title : m_small;
    double sum = 0;
    for (const QChar c : QString::fromStdString(utf8)) {
        const ushort code = c.unicode();
        sum += code < 256 ? table.latin[code] : code >= 0x2E80 ? table.wide : table.other;
    }
    // Hinting makes a drawn text slightly wider than the sum of its character widths.
    return sum * 1.03 + 1;
}

} // namespace partita
