#pragma once

#include <QIcon>
#include <QString>

#include "views/theme/theme.h"

class QPainter;

namespace partita {

/// The source models of a merge are told apart by a letter, a colour and, behind the third model, a
/// pattern: "A" … "Z", "AA" …
[[nodiscard]] QString sourceLetter(std::size_t model);
/// The colours of a source, which are never those of a provider.
[[nodiscard]] ProviderStyle sourceStyle(const Theme& theme, std::size_t model);
/// The letter on the colour, for tables.
[[nodiscard]] QIcon sourceBadge(const Theme& theme, std::size_t model);
/// Fills a rectangle with the colour of a source, with its letter in the middle.
void paintSource(QPainter& painter, const QRectF& place, const Theme& theme, std::size_t model);

} // namespace partita
