#pragma once

#include <QFont>

#include "core/scene/drawing.h"
#include "views/theme/theme.h"

class QPainter;

namespace partita {

/// Paints the shapes of a drawing in a theme's colours, under the painter's transformation.
void paintDrawing(QPainter& painter, const Drawing& drawing, const Theme& theme,
                  const QFont& titleFont, const QFont& smallFont);

} // namespace partita
