#pragma once

#include <QString>

#include "core/base/result.h"
#include "views/graph/graph_painter.h"

namespace partita {

/// Writes a picture of the graph to .png, .svg or .pdf, with the painter of the canvas. What is
/// outside of its bounds is cut off. The file appears complete or not at all. Fails for any other
/// ending and for a failed write.
Result<void> exportGraph(const GraphPainter& painter, const Drawing& picture, const Theme& theme,
                         const QString& path);

} // namespace partita
