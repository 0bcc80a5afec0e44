#include "views/merge/source_look.h"

#include <QPainter>
#include <algorithm>
#include <array>

namespace partita {

namespace {

constexpr std::array kBands = {Role::key3, Role::key4, Role::key5}; ///< plum, olive, slate
/// The slots lend their patterns: none, hatch, dots, lines.
constexpr std::array kPatterns = {ProviderSlot::first, ProviderSlot::last, ProviderSlot::second,
                                  ProviderSlot::other};
constexpr double kFaint = 0.4; ///< opacity of a pattern, for the letter over it
constexpr QSize kBadge(26, 15);

} // namespace

QString sourceLetter(std::size_t model) {
    QString text;
    for (std::size_t left = model + 1; left > 0; left = (left - 1) / 26)
        text.prepend(QChar('A' + static_cast<int>((left - 1) % 26)));
    return text;
}

ProviderStyle sourceStyle(const Theme& theme, std::size_t model) {
    const Role band = kBands[model % kBands.size()];
    ProviderStyle style;
    style.band = style.ink = theme.colour(band);
    style.tint = theme.colour(Paint(band, 0.15F, Role::base));
    style.onInk = theme.colour(Role::onInk);
    style.patternStroke = style.onInk;
    style.patternStroke.setAlphaF(kFaint);
    style.slot = kPatterns[model / kBands.size() % kPatterns.size()];
    return style;
}

void paintSource(QPainter& painter, const QRectF& place, const Theme& theme, std::size_t model) {
    const ProviderStyle style = sourceStyle(theme, model);
    paintBand(painter, place, style);
    // The letter has a plain ground: strokes of a pattern would run into it.
    const double letter = painter.fontMetrics().horizontalAdvance(sourceLetter(model)) + 4;
    const double side = std::min(letter, place.width());
    painter.fillRect(QRectF(place.center().x() - side / 2, place.top(), side, place.height()),
                     style.band);
    painter.setPen(style.onInk);
    painter.drawText(place, Qt::AlignCenter, sourceLetter(model));
}

QIcon sourceBadge(const Theme& theme, std::size_t model) {
    return sharpPicture(kBadge, [&](QPainter& painter) {
        QFont font = painter.font();
        font.setPixelSize(11);
        font.setBold(true);
        painter.setFont(font);
        paintSource(painter, QRectF(QPointF(), kBadge), theme, model);
    });
}

} // namespace partita
