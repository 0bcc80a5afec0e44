#pragma once

#include <QFont>
#include <QRectF>

#include "core/scene/scene_drawing.h"
#include "views/theme/theme.h"

class QPainter;

namespace partita {

class TextWidths;

inline QPointF toQt(const PointF& point) { return {point.x, point.y}; }
inline QRectF toQt(const Rect& rect) { return {rect.left, rect.top, rect.width(), rect.height()}; }

/// How the window writes into drawings: its fonts and the user's language. The widths may be asked for
/// on any thread.
[[nodiscard]] DrawingText drawingText(std::shared_ptr<const TextWidths> widths);
[[nodiscard]] DrawingText drawingText(const QFont& base);

/// Paints the shapes of a drawing in a theme's colours, under the painter's transformation.
void paintDrawing(QPainter& painter, const Drawing& drawing, const Theme& theme,
                  const QFont& titleFont, const QFont& smallFont);

} // namespace partita
