#include "views/graph/graph_painter.h"

namespace partita {

namespace {

QColor between(const QColor& from, const QColor& to, double share) {
    return QColor::fromRgbF(from.redF() + (to.redF() - from.redF()) * share,
                            from.greenF() + (to.greenF() - from.greenF()) * share,
                            from.blueF() + (to.blueF() - from.blueF()) * share);
}

} // namespace

QColor NodeColouring::heatColour(const Theme& theme, double share) {
    return between(theme.base, theme.isDark ? QColor(0xC2, 0x4A, 0x3A) : QColor(0xF2, 0x7A, 0x5E),
                   share);
}

QColor NodeColouring::kindColour(const Theme& theme, Kind kind) {
    switch (kind) {
    case compute: return theme.isDark ? QColor(0x2F, 0x5D, 0x9B) : QColor(0x9C, 0xBF, 0xEA);
    case memory: return theme.isDark ? QColor(0x8A, 0x5A, 0x10) : QColor(0xF5, 0xC9, 0x7A);
    case launch: return theme.isDark ? QColor(0x6B, 0x4A, 0x86) : QColor(0xD6, 0xC2, 0xEA);
    case host: return theme.lineStrong;
    case nothing: break;
    }
    return theme.base;
}

QColor NodeColouring::colour(const Theme& theme, std::size_t box) const {
    if (by == By::bound)
        return kindColour(theme, box < kinds.size() ? static_cast<Kind>(kinds[box]) : nothing);
    return heatColour(theme, box < heat.size() ? static_cast<double>(heat[box]) : 0);
}

} // namespace partita
